//! Files from elsewhere, which the project does not hold: set `ARMATURE_COLLADA` to a folder of them.

use crate::support::strays_of_file;
use std::{io::Write, path::PathBuf};

/// For each file that loads, the model differs from the file by less than 1/10000 of its size.
#[test]
fn every_file_plays_as_it_says() {
    let Some(folder) = std::env::var_os("ARMATURE_COLLADA").map(PathBuf::from) else {
        let line = "left out: every_file_plays_as_it_says, since ARMATURE_COLLADA names no folder\n";
        let _ = std::io::stderr().write_all(line.as_bytes());
        return;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "dae"));
    files.sort();
    let mut report = String::new();
    let mut worst = 0.0f64;
    for file in &files {
        let name = file.file_name().expect("a listed file").to_string_lossy();
        match strays_of_file(&std::fs::read(file).unwrap(), &name, 97) {
            Ok(strays) => {
                worst = worst.max(strays);
                report.push_str(&format!("{strays:.2e}  {name}\n"));
            }
            Err(error) => report.push_str(&format!("refused   {error}\n")),
        }
    }
    println!("{report}");
    assert!(worst < 1e-4, "{report}");
}
