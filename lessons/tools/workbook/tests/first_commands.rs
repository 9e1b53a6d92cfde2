//! The command without arguments and `run`, on a machine without a compiler. Nothing is installed.
#![cfg(target_os = "linux")]

mod fixture;

use fixture::Workspace;
use std::process::{Command, Output};

/// Runs a command with an empty PATH, without a C compiler and sudo. Cargo and rustc have full paths. Returns standard output
/// and standard error.
fn run_without_programs(arguments: &[&str]) -> [String; 2] {
    let workspace = Workspace::new();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs");
    let rustc = format!("{}/bin/rustc", String::from_utf8(sysroot.stdout).expect("UTF-8").trim_end());
    let mut command = workspace.command(arguments);
    command.env("PATH", workspace.path("nothing")).env("RUSTC", rustc).env_remove("CXX");
    let Output { stdout, stderr, .. } = command.output().expect("it starts");
    [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

#[test]
fn the_first_command_offers_itself_only() {
    let [printed, _] = run_without_programs(&[]);
    assert!(printed.contains("MISSING  C++ compiler"), "{printed}");
    assert!(!printed.contains("doctor --fix"), "{printed}");
    let [printed, complaints] = run_without_programs(&["--yes"]);
    let Some((_, line)) = printed.split_once("to install what is missing:\n    ") else {
        return assert!(complaints.is_empty(), "{complaints}"); // a system whose package manager is not known
    };
    let as_root = line.lines().next().unwrap_or_default().replace("sudo ", "");
    let asks = format!("error: sudo is not here: ask whoever administers this machine to run: {as_root}\n");
    assert_eq!(complaints, asks);
}

/// Cargo's messages come first, and what is missing on the machine last.
#[test]
fn what_is_missing_is_said_where_a_build_fails() {
    for arguments in [["run", "77"], ["check", "77"]] {
        let [_, complaints] = run_without_programs(&arguments);
        let (cargos, ours) = complaints.split_once("error: lesson-77").expect(&complaints);
        assert!(!cargos.contains("MISSING"), "{complaints}");
        assert!(ours.contains("could not be built") && ours.contains("MISSING  C++ compiler"), "{complaints}");
    }
}

/// A machine that was found ready a moment ago.
#[test]
fn only_the_first_build_is_announced() {
    let workspace = Workspace::new();
    workspace.write("target/workbook/machine-is-ready", "");
    let says = "Building lesson 77. The first time this takes some minutes.\n";
    let [first, second] = [(); 2].map(|()| workspace.printed(&[], 0));
    assert!(first.contains(says), "{first}");
    assert!(second.contains("lesson 77 was started") && !second.contains("Building"), "{second}");
}
