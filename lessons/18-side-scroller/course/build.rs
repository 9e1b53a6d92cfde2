//! The starter and the known mistakes, made of the solution and lesson.toml; and copies of the solutions of the earlier lessons that
//! this one calls, as modules for tests/lesson/solved.rs. A solution names its lesson's items by `crate::`, which a
//! `#[path]` module cannot redirect to another crate, so that is replaced in the text. Where there are no solutions, as
//! on the branch for students, nothing is copied.

use std::path::Path;
use std::{env, fs};

/// Number and folder of each.
const LESSONS: [(&str, &str); 11] = [
    ("02", "02-hierarchy"),
    ("06", "06-keyframes"),
    ("07", "07-rotations"),
    ("08", "08-bind-pose"),
    ("09", "09-smooth-skin"),
    ("10", "10-normals"),
    ("11", "11-collada-skin"),
    ("12", "12-playback"),
    ("13", "13-blending"),
    ("14", "14-inverse-kinematics"),
    ("16", "16-pose-editor"),
];

fn main() {
    mistaken::build();
    let out = env::var("OUT_DIR").expect("cargo says where");
    println!("cargo::rerun-if-changed=build.rs");
    for (number, folder) in LESSONS {
        let path = Path::new("../..").join(folder).join("course/src/solution.rs");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        println!("cargo::rerun-if-changed={}", path.display());
        // The text of a module that is included cannot begin with its own documentation.
        let lines = text.lines().filter(|line| !line.starts_with("//!"));
        let text: Vec<String> = lines.map(|line| line.replace("crate::", &format!("lesson_{number}::"))).collect();
        let file = Path::new(&out).join(format!("solution_{number}.rs"));
        fs::write(&file, text.join("\n")).expect("OUT_DIR can be written");
    }
}
