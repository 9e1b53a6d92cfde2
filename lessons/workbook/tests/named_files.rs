//! The files and the lessons that the texts name are there.

use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn every_file_that_a_lesson_names_exists() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut named = 0;
    for readme in readmes(&workspace.join("lessons")) {
        let text = fs::read_to_string(&readme).unwrap();
        let folder = lesson_of(&readme);
        // What stands between backticks is every second part.
        for word in text.split('`').skip(1).step_by(2) {
            let from = match word.split('/').next() {
                Some("src" | "tests") => folder,
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

/// In every folder here, and in the folders of each: a lesson's milestones have their own.
fn readmes(lessons: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let all = folders(lessons).into_iter().flat_map(|lesson| {
        std::iter::once(lesson.clone()).chain(folders(&lesson)).collect::<Vec<_>>()
    });
    all.map(|folder| folder.join("README.md")).filter(|readme| readme.is_file()).collect()
}

/// The lesson's folder, of one of its texts.
fn lesson_of(readme: &Path) -> &Path {
    let is_lesson = |folder: &&Path| folder.join("Cargo.toml").is_file();
    readme.ancestors().find(is_lesson).unwrap_or(readme)
}

/// "lesson 15" is for readers who can open it: before that it is "a later lesson".
#[test]
fn every_lesson_that_a_text_names_exists() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders: Vec<PathBuf> =
        fs::read_dir(&lessons).unwrap().map(|entry| entry.unwrap().path()).collect();
    let number = |folder: &PathBuf| {
        let (number, _) = folder.file_name()?.to_str()?.split_once('-')?;
        number.parse::<u8>().is_ok().then(|| number.to_owned())
    };
    let known: Vec<String> = folders.iter().filter_map(number).collect();
    let of_lesson = folders.iter().map(|folder| folder.join("lesson.toml"));
    let of_all = ["README.md", "REFERENCE.md", "../README.md"].map(|file| lessons.join(file));
    let mut named = 0;
    for file in readmes(&lessons).into_iter().chain(of_lesson).chain(of_all) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for number in lessons_named(&text) {
            named += 1;
            assert!(known.contains(&number), "{}: there is no lesson {number}", file.display());
        }
    }
    assert!(named > 50, "{named} lessons are named");
}

/// The numbers behind the word: of "lesson 03", "lesson-03", "lessons 02, 05 and 08 to 12".
fn lessons_named(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    for (at, word) in text.match_indices("esson") {
        let rest = &text[at + word.len()..];
        let mut rest = rest.strip_prefix('s').unwrap_or(rest);
        let mut between: &[&str] = &[" ", "-", "\n"];
        while let Some(next) = between.iter().find_map(|between| rest.strip_prefix(between)) {
            let end = next.find(|c: char| !c.is_ascii_digit()).unwrap_or(next.len());
            if end != 2 {
                break;
            }
            numbers.push(next[..end].to_owned());
            (rest, between) = (&next[end..], &[", ", " and ", " to "]);
        }
    }
    numbers
}

#[test]
fn numbers_are_found_in_every_form() {
    assert_eq!(
        lessons_named("In lesson 03, and lessons 02, 05 and 08 to 12."),
        ["03", "02", "05", "08", "12"]
    );
    assert_eq!(
        lessons_named("`cargo run -p lesson-13`; Lesson\n14's; a later lesson, 15 minutes"),
        ["13", "14"]
    );
}
