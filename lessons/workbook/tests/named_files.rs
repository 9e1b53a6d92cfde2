//! The files, commands and mistakes that the texts name are there.

use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn every_file_that_a_lesson_names_exists() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut named, mut named_in) = (0, 0);
    let is_code = |file: &str| Path::new(file).extension().is_some_and(|ending| ending == "rs");
    for readme in readmes(&workspace.join("lessons")) {
        let text = fs::read_to_string(&readme).unwrap();
        let folder = lesson_of(&readme);
        // What stands between backticks is every second part.
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
    assert!(named > 20, "{named} files are named");
    assert!(named_in > 5, "{named_in} names in files");
}

/// In every folder here, and in the folders of each: a lesson's milestones have their own.
fn readmes(lessons: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let all = folders(lessons)
        .into_iter()
        .flat_map(|lesson| std::iter::once(lesson.clone()).chain(folders(&lesson)).collect::<Vec<_>>());
    all.map(|folder| folder.join("README.md")).filter(|readme| readme.is_file()).collect()
}

/// The lesson's folder, of one of its texts.
fn lesson_of(readme: &Path) -> &Path {
    let is_lesson = |folder: &&Path| folder.join("Cargo.toml").is_file();
    readme.ancestors().find(is_lesson).unwrap_or(readme)
}

/// The mistake that the first page shows is named and asked about as there.
#[test]
fn the_first_page_quotes_the_check() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let toml = fs::read_to_string(lessons.join("01-robot-arm/lesson.toml")).unwrap();
    let toml = common::check::LessonToml::parse("01", &toml).unwrap();
    let mistake = toml.todos[1].mistakes.iter().find(|mistake| mistake.name == "TRANSLATIONS-ADDED").unwrap();
    let quoted = format!("     {}: {}\n     {}\n", mistake.name, mistake.says, mistake.asks);
    assert!(fs::read_to_string(lessons.join("../README.md")).unwrap().contains(&quoted), "{quoted}");
}

/// `cargo workbook grade submissions --points points.toml`: there is such a command, and it takes these options.
#[test]
fn every_command_of_the_instructors_page_exists() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../INSTRUCTORS.md");
    let page = fs::read_to_string(page).unwrap();
    let mut named = 0;
    for line in page.split("cargo workbook ").skip(1) {
        let line = line.split(['`', '\n', '#']).next().unwrap();
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !matches!(*word, "|" | ";" | "&&")).collect();
        let depth = if words[0] == "author" { 2 } else { 1 };
        let help = std::process::Command::new(env!("CARGO_BIN_EXE_workbook"))
            .args(&words[..depth])
            .arg("--help")
            .output()
            .unwrap();
        assert!(help.status.success(), "{line}");
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        for option in words.iter().filter(|word| word.starts_with("--") && **word != "--") {
            let option = option.split('=').next().unwrap();
            let known = help.split(|c: char| !(c.is_alphanumeric() || c == '-'));
            assert!(known.into_iter().any(|word| word == option), "{line}: no {option}");
        }
        named += 1;
    }
    assert!(named > 10, "{named} commands");
}
