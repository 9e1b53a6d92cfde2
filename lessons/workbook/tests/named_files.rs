//! The files that the lessons' texts name are there.

use std::{fs, path::Path};

#[test]
fn every_file_that_a_lesson_names_exists() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut named = 0;
    for lesson in fs::read_dir(workspace.join("lessons")).unwrap() {
        let folder = lesson.unwrap().path();
        let Ok(text) = fs::read_to_string(folder.join("README.md")) else { continue };
        // What stands between backticks is every second part.
        for word in text.split('`').skip(1).step_by(2) {
            let from = match word.split('/').next() {
                Some("src" | "tests") => &folder,
                Some("common") => &workspace,
                _ => continue,
            };
            let is_file = Path::new(word).extension().is_some_and(|ending| ending == "rs");
            if is_file && !word.contains(char::is_whitespace) {
                named += 1;
                assert!(from.join(word).is_file(), "{}: `{word}`", folder.display());
            }
        }
    }
    assert!(named > 20, "{named} files are named");
}
