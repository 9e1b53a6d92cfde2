//! A checkout that was copied or moved with everything built in it: its command works on its own files.

mod fixture;

use fixture::{EXERCISE, RIGHT, Workspace};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns the status of 77.1 by the command in a checkout, which is started from the folder `start`.
fn status(checkout: &Path, start: &Path) -> String {
    let program = checkout.join(format!("target/debug/workbook{EXE_SUFFIX}"));
    let mut command = Command::new(program);
    command.args(["check", "77.1", "--json"]).current_dir(start).env("CARGO_NET_OFFLINE", "true");
    for set in ["ARMATURE_WORKSPACE", "CARGO_MANIFEST_DIR", "CARGO_TARGET_DIR"] {
        command.env_remove(set);
    }
    let output = command.output().expect("the command starts");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    report["verdicts"][0]["status"].to_string()
}

/// Copies a folder with the times of its files, as `cp --archive` does, so that cargo finds nothing to build.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let (entry, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))).expect("a file");
        let place = to.join(entry.file_name().expect("a name"));
        if kind.is_dir() {
            copy(&entry, &place);
        } else {
            fs::copy(&entry, &place).expect("a file");
            let time = fs::metadata(&entry).and_then(|data| data.modified()).expect("a time");
            fs::File::options().append(true).open(&place).and_then(|file| file.set_modified(time)).expect("a time");
        }
    }
}

#[test]
fn each_checkout_judges_its_own_answers() {
    let first = Workspace::new();
    let program = first.path(&format!("target/debug/workbook{EXE_SUFFIX}"));
    fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_workbook"), program).expect("a copy");
    let first = first.root();
    assert_eq!(status(first, first), "\"not_started\"");

    let elsewhere = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let [second, third] = ["second", "third"].map(|name| elsewhere.path().join(name));
    copy(first, &second);
    fs::write(second.join(EXERCISE), RIGHT).expect("a file");
    assert_eq!([status(first, &second), status(&second, first)], ["\"not_started\"", "\"pass\""]);

    fs::rename(&second, &third).expect("moved");
    assert_eq!(status(&third, first), "\"pass\"");
    fs::write(third.join(EXERCISE), RIGHT.replace("n * 2", "n * 3")).expect("a file");
    assert_eq!([status(first, &third), status(&third, &third)], ["\"not_started\"", "\"fail\""]);
}
