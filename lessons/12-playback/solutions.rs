//! Copies the solutions of the earlier lessons that one calls, as modules for its tests/solution.rs: a part of build.rs.
//! A solution names its lesson's items by `crate::`, which a `#[path]` module cannot redirect to another crate, so
//! that is replaced in the text. Where there are no solutions, as on the branch for students, nothing is written.

use std::path::Path;
use std::{env, fs};

/// By their number and folder.
pub(crate) fn copy(lessons: &[(&str, &str)]) {
    let out = env::var("OUT_DIR").expect("cargo says where");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../12-playback/solutions.rs");
    for (number, folder) in lessons {
        let path = Path::new("..").join(folder).join("src/solution.rs");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        println!("cargo::rerun-if-changed={}", path.display());
        // The text of a module that is included cannot begin with its own documentation.
        let lines = text.lines().filter(|line| !line.starts_with("//!"));
        let text: Vec<String> =
            lines.map(|line| line.replace("crate::", &format!("lesson_{number}::"))).collect();
        let file = Path::new(&out).join(format!("solution_{number}.rs"));
        fs::write(&file, text.join("\n")).expect("OUT_DIR can be written");
    }
}
