//! `author check`: finds faults of a lesson before its readers do.

use super::{new, spoiler, starters, table};
use crate::build;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use verdict::build::LessonFolder;
use verdict::{TodoToml, catalogue, section, source};

/// Number of TODOs in a lesson, or in each of its milestones.
const MAX_TODOS: usize = 4;
/// Lines that a student has to write, over all TODOs of a lesson without milestones.
const MAX_LINES: usize = 40;

/// Returns the faults of a lesson, a sentence each.
///
/// # Errors
/// If a file cannot be read, or a region is broken.
pub(super) fn complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = if has_solution(lesson) { solution_complaints(lesson)? } else { exercise_complaints(lesson)? };
    complaints.extend(readme_complaints(lesson)?);
    complaints.extend(table_row_complaints(lesson)?);
    complaints.extend(placeholder_complaints(lesson)?);
    complaints.extend(catalogue_complaints(lesson)?);
    if !lesson.path.join("picture.png").exists() {
        complaints.push("there is no picture.png".into());
    }
    Ok(complaints)
}

/// Returns false on the branch for students.
pub(super) fn has_solution(lesson: &LessonFolder) -> bool {
    lesson.path.join("course/src/solution.rs").exists()
}

/// Returns a complaint for each file of the exercise that differs from its starter, for a branch without solutions.
fn exercise_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.files() {
        if !starters::same(&starters::read(&file.mine)?, &lesson.starter(&file)?) {
            complaints.push(format!("{} is not {}", starters::shown(&file.mine), starters::shown(&file.starter)));
        }
    }
    Ok(complaints)
}

/// Returns a complaint for each place in the texts that the author has still to write.
fn placeholder_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.readmes().into_iter().chain(["lesson.toml".into()]) {
        let text = starters::read(&lesson.path.join(&file))?;
        for (index, line) in text.lines().enumerate() {
            if let Some((_, missing)) = line.split_once(new::UNWRITTEN) {
                let missing = missing.trim().trim_end_matches([',', '"']);
                complaints.push(format!("{file}:{} is to be written: {missing}", index + 1));
            }
        }
    }
    Ok(complaints)
}

/// Returns complaints about the solution: starters that differ from what it generates, TODOs without one region, equal
/// `passes` sentences, and too many TODOs or lines to write.
fn solution_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut regions = Vec::new();
    let mut lines = 0;
    for source in starters::sources(lesson)? {
        let parts = starters::split(lesson, &source)?;
        lines += parts.answer_lines.len();
        complaints.extend(spoiler::complaints(lesson, &parts.answer_lines)?);
        regions.extend(parts.todos);
        let is_exercise = source.name() == "exercise.rs";
        for path in [&source.mine, &source.starter].into_iter().take(if is_exercise { 1 } else { 2 }) {
            if !starters::same(&starters::read(path)?, &parts.starter) {
                let solution = starters::shown(&source.solution);
                complaints.push(format!("{} is not what {solution} makes of it", starters::shown(path)));
            }
        }
    }
    for todo in &lesson.toml.todos {
        match regions.iter().filter(|id| **id == todo.id).count() {
            1 => {}
            0 => complaints.push(format!("{0} has no `// BEGIN {0}` in any solution", todo.id)),
            _ => complaints.push(format!("{} has regions in several files", todo.id)),
        }
    }
    for (place, todo) in lesson.toml.todos.iter().enumerate() {
        let is_repeated = lesson.toml.todos[..place].iter().any(|before| before.passes == todo.passes);
        if todo.passes.trim().is_empty() || is_repeated {
            complaints.push(format!("{}: `passes` should say what can be done now, in words of its own", todo.id));
        }
    }
    let is_one = lesson.toml.milestones().next().is_none();
    let most = lesson.toml.milestones().map(|(_, todos)| todos.len()).max();
    if most.unwrap_or(lesson.toml.todos.len()) > MAX_TODOS {
        complaints.push(format!("more than {MAX_TODOS} TODOs"));
    }
    if is_one && lines > MAX_LINES {
        complaints.push(format!("{lines} lines to write; {MAX_LINES} are the most"));
    }
    Ok(complaints)
}

/// Returns complaints about the README files of a lesson and of its milestones.
fn readme_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let LessonFolder { number, toml, .. } = lesson;
    let quotable = quotable_texts(lesson)?;
    let title = format!("{number} {}", toml.title);
    let todos = if toml.milestones().next().is_none() { &toml.todos[..] } else { &[] };
    let (overview, mut complaints) = check_readme(lesson, "README.md", &title, toml.minutes, todos, &quotable)?;
    for ((milestone, todos), file) in toml.milestones().zip(lesson.readmes().into_iter().skip(1)) {
        let todos = &toml.todos[todos];
        let (_, more) = check_readme(lesson, &file, &milestone.name, milestone.minutes, todos, &quotable)?;
        complaints.extend(more);
        if !overview.contains(&format!("]({file})")) {
            complaints.push(format!("README.md has no link to {file}"));
        }
    }
    Ok(complaints)
}

/// Returns the text of a lesson's README and complaints about its title, minutes, sections of TODOs, and quotes of code.
fn check_readme(
    lesson: &LessonFolder,
    file: &str,
    title: &str,
    minutes: u32,
    todos: &[TodoToml],
    quotable: &[String],
) -> Result<(String, Vec<String>)> {
    let text = starters::read(&lesson.path.join(file))?;
    let mut complaints = Vec::new();
    let title = format!("# {title}");
    if text.lines().next() != Some(title.as_str()) {
        complaints.push(format!("{file} should begin with `{title}`"));
    }
    if !text.contains(&format!("{minutes} minutes")) {
        complaints.push(format!("{file} does not say {minutes} minutes"));
    }
    for todo in todos {
        match section(&text, &todo.id) {
            Ok(section) if section.name == todo.name => {}
            Ok(section) => complaints.push(format!("{file}: {} is `{}`, not `{}`", todo.id, todo.name, section.name)),
            Err(error) => complaints.push(format!("{file}: {error}")),
        }
    }
    for (line, quote) in unknown_lines(&text, quotable) {
        complaints.push(format!("{file}:{line} quotes what is compiled nowhere: {quote}"));
    }
    Ok((text, complaints))
}

/// Returns complaints about the lesson's rows in the tables of README.md, lessons/README.md and INSTRUCTORS.md.
fn table_row_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let root = starters::read(&build::workspace().join("README.md"))?;
    let map = starters::read(&build::workspace().join("lessons/README.md"))?;
    let row = table::row(lesson, &map, &table::measured()?);
    if !root.lines().any(|line| line == row.trim_end()) {
        complaints.push("README.md at the root has no such row: cargo author table".into());
    }
    let LessonFolder { number, folder, toml, .. } = lesson;
    let begin = format!("| {number} | [{}]({folder}/README.md) |", toml.title);
    let names = format!("| {} |", table::names(lesson));
    if !map.lines().any(|line| line.starts_with(&begin) && line.contains(&names)) {
        complaints.push(format!("lessons/README.md needs a row: {begin} what it needs {names} what it gives |"));
    }
    let parts: Vec<String> = match toml.milestones().count() {
        0 => vec![format!("| [{number} {}]({folder}/README.md) | {} |", toml.title, toml.minutes)],
        _ => toml
            .milestones()
            .map(|(part, _)| format!("({folder}/{}/README.md) | {} |", part.folder, part.minutes))
            .collect(),
    };
    let page = starters::read(&build::workspace().join("lessons/INSTRUCTORS.md"))?;
    for part in parts.iter().filter(|part| !page.contains(*part)) {
        complaints.push(format!("lessons/INSTRUCTORS.md needs a row: {part} its formula | what goes wrong |"));
    }
    Ok(complaints)
}

/// Returns every text that a README may quote: the lesson's Rust files and shaders, finished and to be written, and the code
/// of scenes in common.
fn quotable_texts(lesson: &LessonFolder) -> Result<Vec<String>> {
    let folders = [
        lesson.shaders(),
        lesson.shaders().join("starter"),
        build::workspace().join("shaders/common"),
        build::workspace().join("common/src/scenes"),
        build::workspace().join("common/display/drawing/src"),
        build::workspace().join("common/display/models/src"),
    ];
    let mut paths = source::files_below(&lesson.path.join("course/src"));
    for folder in ["given", "game/src"] {
        paths.extend(source::files_below(&lesson.path.join(folder)));
    }
    paths.extend(["exercise.rs", "given.rs"].map(|file| lesson.path.join(file)));
    for folder in folders.iter().filter(|folder| folder.exists()) {
        let entries = fs::read_dir(folder).with_context(|| starters::shown(folder))?;
        paths.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    // The solution is compiled too, but no text gives it away.
    paths.retain(|path| path.is_file() && !path.ends_with("solution.rs"));
    paths.iter().map(|path| starters::read(path)).collect()
}

/// Returns complaints about names in `lesson.toml` that the sources lack. (The build checks the mistakes' changes.)
fn catalogue_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let exercise = lesson.starter(&lesson.files()[0])?;
    let mut complaints = Vec::new();
    for todo in &lesson.toml.todos {
        let is_shader = lesson.shaders().join("starter").join(&todo.name).exists();
        if !is_shader && source::lines_of(&exercise, &todo.name).is_none() {
            complaints.push(format!(
                "the starter has no function `{0}`, and there is no shader of that name: cargo author starters",
                todo.name
            ));
        }
    }
    let sources = lesson.path.join("course/src");
    let mut code = source::files_below(&build::workspace().join("common"));
    code.extend(source::files_below(&sources));
    code.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    let code: Vec<String> = code.iter().map(|file| starters::read(file)).collect::<Result<_>>()?;
    let paths = lesson.toml.todos.iter().flat_map(|TodoToml { id, finished_in, also_in, .. }| {
        std::iter::once(finished_in).chain(also_in).map(move |path| (id, path))
    });
    for (id, path) in paths {
        let name = path.rsplit("::").next().unwrap_or_default();
        let items = ["fn", "struct", "mod"].map(|kind| format!("{kind} {name}"));
        let is_item = items.iter().any(|item| code.iter().any(|text| text.contains(item)));
        if !build::workspace().join(path).is_file() && !is_item {
            complaints.push(format!("{id} is finished_in {path}, which is not there"));
        }
    }
    complaints.extend(catalogue::complaints(&lesson.toml, &sources));
    Ok(complaints)
}

/// Languages of fenced blocks that are quotes.
const QUOTED: [&str; 2] = ["rust", "glsl"];

/// Returns the quoted lines of a README that no source contains, each with its number, counted from 1. Indentation, empty
/// lines and lines of `...` are ignored.
fn unknown_lines(text: &str, sources: &[String]) -> Vec<(usize, String)> {
    let known: BTreeSet<&str> = sources.iter().flat_map(|source| source.lines().map(str::trim)).collect();
    let mut unknown_lines = Vec::new();
    let mut quoting = None;
    for (index, line) in text.lines().map(|line| line.trim_start_matches('>').trim()).enumerate() {
        if let Some(language) = line.strip_prefix("```") {
            quoting = if quoting.is_some() { None } else { Some(QUOTED.contains(&language.trim())) };
        } else if quoting == Some(true) && !line.is_empty() && line != "..." && !known.contains(line) {
            unknown_lines.push((index + 1, line.to_owned()));
        }
    }
    unknown_lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn only_quotes_that_nobody_compiles_are_unknown() {
        let text = "# T\n\n> ```rust\n> let a = 1;\n> ...\n> let b = 2;\n> ```\n\n```sh\ncargo run\n```\n\n";
        let sources = ["fn f() {\n    let a = 1;\n}\n".to_owned()];
        assert_eq!(unknown_lines(text, &sources), [(6, "let b = 2;".to_owned())]);
    }

    #[test]
    fn a_milestone_has_its_own_text() {
        let todo = "[[todo]]\nname = \"x\"\nfinished_in = \"y\"\nchanges = 0.1\nhints = [\"a\", \"b\", \"c\"]\n";
        let part = "[[milestone]]\nfolder = \"a-one\"\ntitle = \"First\"\ntodos = 2\nminutes = 30\n";
        let toml = format!("format = 2\ntitle = \"Large\"\nminutes = 30\n{part}{todo}{todo}");
        let folder = tempfile::tempdir().unwrap();
        let lesson = LessonFolder {
            number: "97".into(),
            folder: "97-large".into(),
            path: folder.path().into(),
            toml: verdict::LessonToml::parse("97", &toml).unwrap(),
        };
        let message_of = |overview: &str, part: &str| {
            fs::create_dir_all(folder.path().join("a-one")).unwrap();
            fs::write(folder.path().join("README.md"), overview).unwrap();
            fs::write(folder.path().join("a-one/README.md"), part).unwrap();
            readme_complaints(&lesson).unwrap().join("\n")
        };
        let overview = "# 97 Large\n30 minutes, [one](a-one/README.md)";
        let part = "# A First\n30 minutes\n## 97.1 `x`: one\n> do\n## 97.2 `x`: two\n> do\n";
        assert_eq!(message_of(overview, part), "");
        assert_eq!(message_of(&overview.replace("](", ""), part), "README.md has no link to a-one/README.md");
        let bad = part.replace("A First", "First").replace("97.2", "97.3");
        assert_eq!(
            message_of(overview, &bad),
            "a-one/README.md should begin with `# A First`\n\
             a-one/README.md: 0 headings begin with `## 97.2 `; one should, with the TODO's name and idea: \
             ## 97.2 `name`: idea"
        );
    }

    #[test]
    fn every_lesson_is_in_the_tables_and_no_other() {
        let lessons = lesson::all().unwrap();
        for lesson in &lessons {
            assert_eq!(table_row_complaints(lesson).unwrap(), [""; 0], "{}", lesson.folder);
        }
        let map = starters::read(&build::workspace().join("lessons/README.md")).unwrap();
        // And lesson 19, a text.
        let rows = map.lines().filter(|line| line.contains("/README.md) |")).count();
        assert_eq!(rows, lessons.len() + 1);
    }
}
