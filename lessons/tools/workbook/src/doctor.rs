//! `doctor`: says what this machine lacks, and the line that installs it. It installs nothing.

use crate::build;
use crate::output::{say, say_on};
use anyhow::{Error, Result, anyhow};
use std::env::{self, consts::OS};
use std::fs;
use std::process::{Command, ExitCode};

/// Check this machine: compiler, libraries, OpenGL; and say how to install what is missing
#[derive(clap::Args)]
pub(crate) struct Arguments {}

/// Something that lessons need on Linux. Elsewhere whatever builds this program brings all of it.
struct Needed {
    what: &'static str,
    names: &'static [&'static str],
    /// Packages that bring it, for each of [`SYSTEMS`].
    packages: [&'static str; 3],
}

/// The C++ compiler, of which one of the names is enough; and libraries, all of which are needed.
const NEEDED: [Needed; 3] = [
    Needed {
        what: "C++ compiler",
        names: &["c++", "g++", "clang++"],
        packages: ["build-essential", "gcc-c++", "base-devel"],
    },
    Needed {
        what: "OpenGL library",
        names: &["libEGL.so.1"],
        packages: ["libegl1 libgl1-mesa-dri", "mesa-libEGL mesa-dri-drivers", "mesa"],
    },
    Needed {
        what: "X11 libraries",
        names: &["libXcursor.so.1", "libXi.so.6", "libxkbcommon-x11.so.0"],
        packages: [
            "libxcursor1 libxi6 libxkbcommon-x11-0",
            "libXcursor libXi libxkbcommon-x11",
            "libxcursor libxi libxkbcommon-x11",
        ],
    },
];

/// Linux systems by their names in os-release, each with the command that installs packages. Only Debian is tested.
const SYSTEMS: [(&[&str], &str); 3] = [
    (&["debian", "ubuntu"], "sudo apt-get update && sudo apt-get install"),
    (&["fedora", "rhel", "centos"], "sudo dnf install"),
    (&["arch"], "sudo pacman -S"),
];

/// Checks the machine. Returns the exit code 0 if nothing is missing, or 1.
///
/// # Errors
/// If the program that looks for OpenGL cannot be built.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let missing = missing();
    if !missing.is_empty() {
        say_on!("{missing}");
        return Ok(ExitCode::FAILURE);
    }
    // This program links no graphics.
    let output = Command::new(build::program("figure")?).arg("--opengl").output()?;
    let [found, why] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    if output.status.success() {
        say!("Compiler and libraries are there, and OpenGL: {found}");
        Ok(ExitCode::SUCCESS)
    } else {
        say!("MISSING  OpenGL: {why}");
        Ok(ExitCode::FAILURE)
    }
}

/// Returns lines about what is missing, and the line that installs it. Empty if nothing is. It builds nothing, and takes a few
/// hundredths of a second.
pub(crate) fn missing() -> String {
    let mut lacking = Vec::new();
    if OS == "linux" {
        // The loader's list of libraries; ldconfig is rarely on a user's path.
        let lists = ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"];
        let libraries = lists.iter().find_map(|program| printed(program, "-p")).unwrap_or_default();
        lacking.extend(NEEDED.iter().filter(|needed| !is_there(needed, &libraries)));
    }
    report(&lacking, &fs::read_to_string("/etc/os-release").unwrap_or_default())
}

/// Returns whether there is a compiler of one of the names, or all libraries are in the loader's list, if there is one.
fn is_there(needed: &Needed, libraries: &str) -> bool {
    if needed.names[0].contains(".so") {
        return libraries.is_empty() || needed.names.iter().all(|name| libraries.contains(name));
    }
    let named = env::var("CXX").ok();
    named.as_deref().iter().chain(needed.names).any(|name| printed(name, "--version").is_some())
}

pub(crate) fn with_missing(error: Error) -> Error {
    let missing = missing();
    if missing.is_empty() { error } else { anyhow!("{error:#}\n\n{missing}") }
}

/// Returns lines about what is missing, and how it comes to a system with this os-release file. Empty if nothing is missing.
fn report(lacking: &[&Needed], os_release: &str) -> String {
    let mut text = String::new();
    for Needed { what, names, .. } in lacking {
        text += &format!("MISSING  {what}: {}\n", names.join(", "));
    }
    let ids = os_release.lines().filter_map(|line| line.strip_prefix("ID=").or(line.strip_prefix("ID_LIKE=")));
    let ids: Vec<&str> = ids.flat_map(|ids| ids.split([' ', '"', '\''])).collect();
    let line = match SYSTEMS.iter().position(|(names, _)| names.iter().any(|name| ids.contains(name))) {
        _ if lacking.is_empty() => return text,
        Some(system) => {
            let packages = lacking.iter().map(|needed| needed.packages[system]).collect::<Vec<_>>();
            format!("{} {}", SYSTEMS[system].1, packages.join(" "))
        }
        None => "lessons/SYSTEMS.md names what your system's package manager should bring".into(),
    };
    text + &format!("\nTo install what is missing:\n    {line}\n")
}

/// Returns what a program prints, or `None` if it does not run or fails.
fn printed(program: &str, argument: &str) -> Option<String> {
    let output = Command::new(program).arg(argument).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_installs_all_that_is_missing() {
        let [compiler, opengl, _] = &NEEDED;
        for (os_release, line) in [
            (
                "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
                "sudo apt-get update && sudo apt-get install build-essential libegl1 libgl1-mesa-dri",
            ),
            ("NAME=Fedora\nID=fedora\n", "sudo dnf install gcc-c++ mesa-libEGL mesa-dri-drivers"),
            ("ID=nixos\n", "lessons/SYSTEMS.md names what your system's package manager should bring"),
        ] {
            let text = report(&[compiler, opengl], os_release);
            assert!(text.ends_with(&format!("\nTo install what is missing:\n    {line}\n")), "{text}");
        }
        assert_eq!(report(&[], ""), "");
    }
}
