//! The files and the lessons that the texts name are there.

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

/// `[here](../README.md#layout)`: the file is there, and has that heading.
#[test]
fn every_link_leads_somewhere() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let more = [
        "README.md",
        "REFERENCE.md",
        "KEYS.md",
        "FILES.md",
        "INSTRUCTORS.md",
        "AGENTS.md",
        "BRIDGE.md",
        "../README.md",
        "../.github/CONTRIBUTING.md",
    ];
    let mut links = 0;
    for file in readmes(&lessons).into_iter().chain(more.map(|file| lessons.join(file))) {
        let text = fs::read_to_string(&file).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets.filter(|(target, _)| !target.contains(':')) {
            let (path, section) = target.split_once('#').unwrap_or((target, ""));
            let to = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(to.exists(), "{}: {target}", file.display());
            if !section.is_empty() {
                let text = fs::read_to_string(&to).unwrap();
                let found = text.lines().any(|line| line.starts_with('#') && anchor(line) == section);
                assert!(found, "{}: no heading for {target}", file.display());
            }
            links += 1;
        }
    }
    assert!(links > 100, "{links} links");
}

/// Three figures or more in each lesson, eight in the last: what they show is compared by the lesson's own tests.
#[test]
fn every_lesson_has_figures() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(&lessons).unwrap().map(|entry| entry.unwrap().path());
    let is_lesson = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(['0', '1']) && folder.join("lesson.toml").is_file()
    };
    for folder in folders.filter(is_lesson) {
        let count = fs::read_dir(folder.join("figures")).map_or(0, Iterator::count);
        let wanted = if folder.ends_with("18-side-scroller") { 8 } else { 3 };
        assert!(count >= wanted, "{}: {count} figures", folder.display());
    }
}

/// In every lesson a reader finds the other names of its things.
#[test]
fn every_lesson_leads_to_the_bridge() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let of_lesson = |readme: &PathBuf| readme.parent().unwrap().join("lesson.toml").is_file();
    for readme in readmes(&lessons).into_iter().filter(of_lesson) {
        let text = fs::read_to_string(&readme).unwrap();
        assert!(text.contains("](../BRIDGE.md)"), "{}", readme.display());
    }
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

/// What GitHub makes of a heading: small letters, no punctuation, hyphens for blanks.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
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

/// "lesson 15" is for readers who can open it: before that it is "a later lesson".
#[test]
fn every_lesson_that_a_text_names_exists() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders: Vec<PathBuf> = fs::read_dir(&lessons).unwrap().map(|entry| entry.unwrap().path()).collect();
    let number = |folder: &PathBuf| {
        let (number, _) = folder.file_name()?.to_str()?.split_once('-')?;
        number.parse::<u8>().is_ok().then(|| number.to_owned())
    };
    let known: Vec<String> = folders.iter().filter_map(number).collect();
    let of_lesson = folders.iter().map(|folder| folder.join("lesson.toml"));
    let of_all = ["README.md", "REFERENCE.md", "KEYS.md", "FILES.md", "INSTRUCTORS.md", "BRIDGE.md", "../README.md"]
        .map(|file| lessons.join(file));
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
    assert_eq!(lessons_named("In lesson 03, and lessons 02, 05 and 08 to 12."), ["03", "02", "05", "08", "12"]);
    assert_eq!(lessons_named("`cargo run -p lesson-13`; Lesson\n14's; a later lesson, 15 minutes"), ["13", "14"]);
}
