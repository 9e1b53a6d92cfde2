//! Continuous integration runs the tests in two parts, side by side: together they are README.md's command.
#![cfg(unix)] // .ci/run is a script of bash

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use verdict::workspace;

#[test]
fn two_parts_are_all_tests() {
    let [all, tests, commands] = ["all", "tests", "workbook"].map(arguments);
    let readme = fs::read_to_string(workspace::root().join("README.md")).unwrap();
    let command = format!("cargo test {}", all.join(" "));
    assert!(readme.lines().any(|line| line.starts_with(&command)), "README.md has no line `{command}`");

    let [all, tests, commands] = [all, tests, commands].map(|arguments| packages(&arguments));
    assert!(!all.is_empty() && tests.is_disjoint(&commands));
    assert_eq!(tests.union(&commands).cloned().collect::<BTreeSet<_>>(), all);
}

/// Returns what .ci/run gives `cargo test` in one of its parts.
fn arguments(part: &str) -> Vec<String> {
    let script = workspace::root().join(".ci/run");
    let output = Command::new("bash").arg(script).args(["--tests-of", part]).output().expect("bash");
    let arguments = String::from_utf8(output.stdout).unwrap();
    arguments.split_whitespace().map(str::to_owned).collect()
}

/// Returns the packages that `cargo test` tests with these arguments. cargo refuses a name that is no package of ours.
fn packages(arguments: &[String]) -> BTreeSet<String> {
    let members = workspace_packages();
    let mut packages = BTreeSet::new();
    let mut arguments = arguments.iter();
    while let Some(option) = arguments.next() {
        if option == "--workspace" {
            packages.extend(members.iter().cloned());
            continue;
        }
        let name = arguments.next().expect("a package");
        assert!(members.contains(name), "{name} is no package of ours");
        match option.as_str() {
            "--package" => assert!(packages.insert(name.clone())),
            "--exclude" => assert!(packages.remove(name)),
            _ => panic!("{option}"),
        }
    }
    packages
}

fn workspace_packages() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(workspace::root())
        .output()
        .expect("cargo");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().map(|package| package["name"].as_str().expect("a name").to_owned()).collect()
}
