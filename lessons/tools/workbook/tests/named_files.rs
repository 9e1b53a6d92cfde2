//! The files, commands and mistakes that texts name exist.

#[path = "fixture/page.rs"]
mod page;

use std::{
    fs,
    path::{Path, PathBuf},
};
use walkdir::WalkDir;

/// A pattern would take a copy that somebody keeps beside a lesson for a package.
#[test]
fn every_package_of_the_workspace_is_named() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../Cargo.toml")).unwrap();
    let (members, _) = manifest.split_once("\n]").unwrap();
    assert!(members.contains("lessons/00-first-frame") && !members.contains('*'), "{members}");
}

#[test]
fn every_file_that_a_lesson_names_exists() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut named = 0;
    let mut named_in = 0;
    let is_code = |file: &str| Path::new(file).extension().is_some_and(|ending| ending == "rs");
    for readme in readmes(&workspace.join("lessons")) {
        let text = fs::read_to_string(&readme).unwrap();
        let folder = lesson_of(&readme);
        // Every second part is between backticks.
        for word in text.split('`').skip(1).step_by(2) {
            let from = match word.split('/').next() {
                Some("course" | "given") => folder,
                Some("common") => &workspace,
                _ => continue,
            };
            if is_code(word) && !word.contains(char::is_whitespace) {
                named += 1;
                assert!(from.join(word).is_file(), "{}: `{word}`", folder.display());
            }
        }
        // `NAME` in `course/src/file.rs`
        let words: Vec<&str> = text.split('`').collect();
        for [name, between, file] in words.array_windows().skip(1).step_by(2) {
            let is_in = [" in ", " of ", ", in "].contains(between);
            if is_in
                && is_code(file)
                && let Ok(code) = fs::read_to_string(folder.join(file))
            {
                named_in += 1;
                let last = name.rsplit("::").next().unwrap_or(name);
                assert!(code.contains(last), "{}: `{name}` in `{file}`", folder.display());
            }
        }
    }
    assert!(named > 5, "{named} files are named");
    assert!(named_in > 5, "{named_in} names in files");
}

/// Returns the READMEs of all lessons and milestones.
fn readmes(lessons: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(lessons).min_depth(2).max_depth(3).into_iter().flatten();
    files.map(walkdir::DirEntry::into_path).filter(|path| path.ends_with("README.md")).collect()
}

/// Returns the folder of the lesson that a text belongs to.
fn lesson_of(readme: &Path) -> &Path {
    readme.ancestors().find(|folder| folder.join("Cargo.toml").is_file()).unwrap_or(readme)
}

#[test]
fn every_command_of_the_map_exists() {
    page::all_commands_exist("lessons/README.md");
}
