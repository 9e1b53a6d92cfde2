//! `author new-todo`: one TODO more in a lesson, of the pieces that a new lesson has for each of its TODOs.

use super::FILES;
use crate::{build, starters};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;
use verdict::build::lesson::{self, LessonFolder};

/// Adds a TODO whose function is called `name`, and returns its id. An exercise that is begun stays as it is.
///
/// # Errors
/// If it is no function's name, the lesson has it already, or a file does not have the place where a TODO belongs: then
/// nothing is written.
pub(crate) fn add(lesson: &LessonFolder, name: &str) -> Result<String> {
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    ensure!(is_name, "\"{name}\" should be a function's name, such as tip_point");
    let mut todos = lesson.toml.todos.iter();
    ensure!(todos.all(|todo| todo.name != name), "lesson {} has a TODO {name} already", lesson.number);
    let place = lesson.toml.todos.len() + 1;
    let is_untouched = lesson::is_untouched(lesson);
    let changed = with_todo(&lesson.path, &lesson.number, place, name)?;
    for (file, text) in changed {
        let path = lesson.path.join(file);
        fs::write(&path, text).with_context(|| build::shown(&path))?;
    }
    starters::write(&lesson::find(&lesson.number)?, is_untouched)?;
    Ok(format!("{}.{place}", lesson.number))
}

/// Returns the lesson's files with the TODO number `place` in each.
fn with_todo(lesson: &Path, number: &str, place: usize, name: &str) -> Result<Vec<(&'static str, String)>> {
    let read = |file: &str| {
        let path = lesson.join(file);
        fs::read_to_string(&path).with_context(|| build::shown(&path))
    };
    let checks = read("course/src/checks.rs")?;
    let field = checks.split_once("check::lesson! {").and_then(|(_, after)| after.split_once(':'));
    let (field, _) = field.context("course/src/checks.rs: no `check::lesson!`")?;
    let piece = |block: &str| {
        let text = block.replace("NN", number).replace("TT", &place.to_string()).replace("FIELD", field.trim());
        let camel: String = name.split('_').map(super::title).collect();
        text.replace(&format!("Point{place}"), &camel).replace(&format!("point_{place}"), name)
    };
    let mut changed = Vec::new();
    for (file, template) in FILES {
        // After which text the place is, and before which.
        let places: &[(&str, &[&str])] = match file {
            "given.rs" => &[("pub struct ", &["\n    }\n"])],
            "lesson.toml" => &[("[[todo]]", &["\n[[compiler]]", ""])],
            "README.md" => &[("\n## ", &["\n## Read later", "\n## Going further", ""])],
            "course/src/solution.rs" => &[("ANSWERS: Answers", &[""])],
            "course/src/finished.rs" => &[("ANSWERS: Answers = Answers {", &["\n};"])],
            "course/src/checks.rs" => &[("CHECKS: &[AnyCheck] = &[", &["\n];"]), ("CHECKS: &[AnyCheck]", &[""])],
            _ => continue,
        };
        let mut text = if file == "course/src/checks.rs" { checks.clone() } else { read(file)? };
        for ((after, before), block) in places.iter().zip(blocks(template)) {
            let Some(begin) = text.find(after) else { bail!("{file}: no \"{after}\"") };
            let end = before.iter().find_map(|before| match *before {
                "" => Some(text.len()),
                // A block that begins with an empty line stands before another one.
                before => Some(begin + text[begin..].find(before)? + usize::from(!block.starts_with('\n'))),
            });
            text.insert_str(end.with_context(|| format!("{file}: no end of \"{after}\""))?, &piece(&block));
        }
        if file == "course/src/solution.rs" {
            let begin = text.find("ANSWERS: Answers").context("course/src/solution.rs: no `ANSWERS`")?;
            let end = begin + text[begin..].find('}').context("course/src/solution.rs: no end of `ANSWERS`")?;
            let list = text[..end].trim_end().trim_end_matches(',');
            text = format!("{list}, {name} {}", &text[end..]);
        }
        changed.push((file, text));
    }
    Ok(changed)
}

/// Returns the blocks of a template that are repeated for each TODO.
fn blocks(template: &str) -> Vec<String> {
    let each = template.split("%%each\n").skip(1);
    each.filter_map(|block| Some(block.split_once("%%end\n")?.0.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new::write_files;

    /// A lesson of one TODO, and a second one added, has the lines of a lesson that was made with two.
    #[test]
    fn one_and_one_are_two() {
        let temporary = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| temporary.path().join(name).join("97-trial"));
        write_files(&one, "97", "Trial", 1).unwrap();
        write_files(&two, "97", "Trial", 2).unwrap();
        let changed = with_todo(&one, "97", 2, "point_2").unwrap();
        assert_eq!(changed.len(), 6);
        for (file, text) in changed {
            let expected = fs::read_to_string(two.join(file)).unwrap();
            let [mut lines, mut expected_lines] = [&text, &expected].map(|text| text.lines().collect::<Vec<_>>());
            lines.sort_unstable();
            expected_lines.sort_unstable();
            assert_eq!(lines, expected_lines, "{file}");
        }
        fs::write(one.join("course/src/finished.rs"), "").unwrap();
        let error = with_todo(&one, "97", 2, "point_2").unwrap_err().to_string();
        assert!(error.contains("finished.rs: no \"ANSWERS"), "{error}");
    }

    #[test]
    fn names_are_the_functions() {
        let temporary = tempfile::tempdir().unwrap();
        let lesson = temporary.path().join("97-trial");
        write_files(&lesson, "97", "Trial", 1).unwrap();
        let changed = with_todo(&lesson, "97", 2, "tip_point").unwrap();
        let texts: String = changed.iter().map(|(_, text)| &**text).collect();
        for part in
            ["fn tip_point(", "struct TipPoint;", "trial.tip_point(", "\"97.2\" tip_point: fn", "## 97.2 `tip_point`"]
        {
            assert!(texts.contains(part), "{part}");
        }
    }
}
