//! The starter, made of the solution, and the facts of a right program; in what is handed out, both come from files that were
//! made of these.

use std::path::{Path, PathBuf};
use std::{env, fs};
use verdict::LessonToml;

/// The solution; in what is handed out, the starter that was made from it.
const SOURCES: [&str; 2] = ["own/src/scene.rs", "src/starter.rs"];

/// The facts of a right program; in what is handed out, the packed file with them.
const FACTS: [&str; 2] = ["src/facts.txt", mistaken::PACKED];

fn main() {
    println!("cargo::rerun-if-changed=../lesson.toml");
    let toml = fs::read_to_string("../lesson.toml").expect("lesson.toml is beside this folder");
    let toml = LessonToml::parse("19", &toml).unwrap_or_else(|error| panic!("lesson.toml: {error}"));
    let source = first_of(SOURCES);
    let text = fs::read_to_string(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let starter = toml.split(&text).unwrap_or_else(|error| panic!("{source}: {error}")).starter;
    let source = first_of(FACTS);
    let facts = match source {
        mistaken::PACKED => mistaken::unpacked(source),
        _ => fs::read_to_string(source),
    };
    let facts = facts.unwrap_or_else(|error| panic!("{source}: {error}"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    for (name, text) in [("starter.rs", &starter), ("facts.txt", &facts)] {
        fs::write(out.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Returns the first file that is there.
fn first_of(files: [&'static str; 2]) -> &'static str {
    let file = files.into_iter().find(|path| Path::new(path).exists());
    let file = file.unwrap_or_else(|| panic!("neither {} nor {} is there", files[0], files[1]));
    println!("cargo::rerun-if-changed={file}");
    file
}
