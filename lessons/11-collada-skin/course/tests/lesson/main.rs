//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_11::Window,
    options: [
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/dialects/fbx.dae"),
        "--joint",
        "lower",
        "--set",
        "bend=-20",
        "--set",
        "upside-down=on",
    ],
}

mod agree;
mod malformed;
mod picture;
mod program;

const HOSE: &str = include_str!("../../../hose.dae");

/// The script writes the hose's file. Skipped without a Python whose sine is that of the machine that wrote the file.
#[test]
fn the_hose_is_what_its_script_writes() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = std::env::temp_dir().join(format!("armature-hose-{}", std::process::id()));
    std::fs::create_dir_all(&copy).expect("a folder");
    std::fs::copy(folder.join("../hose.py"), copy.join("hose.py")).expect("a copy");
    let run = std::process::Command::new("python3").arg(copy.join("hose.py")).status();
    let written = std::fs::read_to_string(copy.join("hose.dae"));
    std::fs::remove_dir_all(&copy).expect("it was there");
    if !run.is_ok_and(|status| status.success()) {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "SKIPPED the_hose_is_what_its_script_writes: no python3");
        return;
    }
    assert!(written.expect("a file") == HOSE, "hose.dae is out of date: python3 hose.py");
}

common::solution_tests!(lesson_11, collada_skin: ColladaSkin);
