//! The README's table of lessons, made from each `lesson.toml` and from the map, `lessons/README.md`.

use super::starters;
use crate::build;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use verdict::build::lesson::LessonFolder;

/// Marks before and after the table in a README.
const BEGIN: &str = "<!-- lessons: written by `cargo author table` -->\n";
const END: &str = "<!-- end of lessons -->";

/// Minutes that a class has measured, by the lesson's number.
pub(super) type MeasuredMinutes = BTreeMap<String, Measured>;

/// Median of the students who passed all of a lesson, as the page of a class has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Measured {
    minutes: u32,
    students: u32,
}

/// Reads `lessons/measured.toml`, a line for each lesson with measured minutes. Without the file, all are estimated.
///
/// # Errors
/// If the file is no such list.
pub(super) fn measured() -> Result<MeasuredMinutes> {
    let path = build::workspace().join("lessons/measured.toml");
    let text = if path.exists() { starters::read(&path)? } else { String::new() };
    toml::from_str(&text).with_context(|| starters::shown(&path))
}

fn table(lessons: &[LessonFolder], map: &str, measured: &MeasuredMinutes) -> String {
    let estimated = if measured.is_empty() { " (estimated)" } else { "" };
    let mut text = format!("| | lesson | minutes{estimated} | what it gives |\n|---|---|---|---|\n");
    for lesson in lessons {
        text += &row(lesson, map, measured);
    }
    let todos: usize = lessons.iter().map(|lesson| lesson.toml.todos.len()).sum();
    text + &format!("\nIn all you write {todos} functions and shaders.\n\n")
}

/// Returns the lesson's row in the table of README.md.
pub(super) fn row(lesson: &LessonFolder, map: &str, measured: &MeasuredMinutes) -> String {
    let LessonFolder { number, folder, toml, .. } = lesson;
    let minutes = match measured.get(number) {
        Some(Measured { minutes, students }) => format!("{minutes} ({students} students)"),
        None if measured.is_empty() => toml.minutes.to_string(),
        None => format!("{} (estimated)", toml.minutes),
    };
    format!(
        "| <img src=\"lessons/{folder}/picture.png\" width=\"220\" alt=\"\"> | \
         [{number} {}](lessons/{folder}/README.md) | {minutes} | {} |\n",
        toml.title,
        gives(lesson, map)
    )
}

/// Returns what the lesson gives, which is the last column of its row in `map`.
pub(super) fn gives<'a>(lesson: &LessonFolder, map: &'a str) -> &'a str {
    let begin = format!("| {} |", lesson.number);
    let in_map = map.lines().find(|line| line.starts_with(&begin)).unwrap_or_default();
    in_map.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default()
}

pub(super) fn names(lesson: &LessonFolder) -> String {
    let names = lesson.toml.todos.iter().map(|todo| format!("`{}`", todo.name));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns `readme` with its table written anew; the rest is left as it is.
///
/// # Errors
/// If the marks of the table are not there.
pub(super) fn renewed(readme: &str, lessons: &[LessonFolder], map: &str, measured: &MeasuredMinutes) -> Result<String> {
    let (before, rest) = readme.split_once(BEGIN).with_context(|| format!("README.md lacks `{}`", BEGIN.trim_end()))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("README.md lacks `{END}`"))?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(lessons, map, measured)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn the_readme_shows_the_lessons_there_are() {
        let readme = std::fs::read_to_string(build::workspace().join("README.md")).unwrap();
        let readme = readme.replace("\r\n", "\n");
        let map = std::fs::read_to_string(build::workspace().join("lessons/README.md")).unwrap();
        let renewed = renewed(&readme, &lesson::with_own_program().unwrap(), &map, &measured().unwrap()).unwrap();
        assert!(readme == renewed, "the table is out of date: cargo author table");
        assert!(renewed.contains("| [03 Joint lines](lessons/03-joint-lines/README.md) | 60 | a first shader"));
    }

    /// The README states the course's hours, and the number of named mistakes to the nearest hundred.
    #[test]
    fn the_readme_counts_what_the_lessons_have() {
        let readme = std::fs::read_to_string(build::workspace().join("README.md")).unwrap();
        let lessons = lesson::with_own_program().unwrap();
        let minutes = lessons.iter().map(|lesson| lesson.toml.minutes).sum::<u32>();
        let todos = lessons.iter().flat_map(|lesson| &lesson.toml.todos);
        let mistakes: usize = todos.map(|todo| todo.mistakes.len()).sum();
        let counted = [
            format!("lessons 00 to {}", lessons.len() - 1),
            format!("about {} hours", (minutes + 30) / 60),
            format!("some {} mistakes by name", (mistakes + 50) / 100 * 100),
        ];
        for words in counted {
            assert!(readme.contains(&words), "{words}");
        }
    }

    /// Returns the minutes of lesson "03", or of the milestone in `a-ground` for "18a".
    fn minutes(lessons: &[LessonFolder], name: &str) -> u32 {
        let (number, letter) = name.split_at(2);
        let toml = &lessons.iter().find(|lesson| lesson.number == number).unwrap().toml;
        let milestone = toml.milestones().find(|(part, _)| part.folder.starts_with(letter));
        if letter.is_empty() { toml.minutes } else { milestone.unwrap().0.minutes }
    }

    fn has_mistake(lesson: &LessonFolder, name: &str) -> bool {
        lesson.toml.todos.iter().flat_map(|todo| &todo.mistakes).any(|mistake| mistake.name == name)
    }

    /// The tables of INSTRUCTORS.md list the lessons, plans by week, and mistakes that several lessons have.
    #[test]
    fn the_instructors_page_says_what_the_lessons_say() {
        let page = std::fs::read_to_string(build::workspace().join("lessons/INSTRUCTORS.md")).unwrap();
        let lessons = lesson::with_own_program().unwrap();
        let hours = (lessons.iter().map(|lesson| lesson.toml.minutes).sum::<u32>() + 30) / 60;
        assert!(page.contains(&format!("| hours | {hours} for readers")), "{hours} hours");
        let mut weeks = 0;
        for row in page.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let first = cells[1];
            if let Some(title) = first.strip_prefix('[') {
                let lesson = lessons.iter().find(|lesson| lesson.number == title[..2]).unwrap();
                for mistake in cells[4].split('`').skip(1).step_by(2) {
                    assert!(has_mistake(lesson, mistake), "{mistake}: {row}");
                }
            } else if first.parse::<u32>().is_ok() {
                for plan in cells[2..].chunks(2).filter(|plan| plan.len() == 2 && !plan[0].is_empty()) {
                    let sum: u32 = plan[0].split(", ").map(|name| minutes(&lessons, name)).sum();
                    assert_eq!(plan[1], sum.to_string(), "{row}");
                    weeks += 1;
                }
            } else if first.starts_with('`') && first == first.to_uppercase() {
                let all = lessons.iter().filter(|lesson| has_mistake(lesson, first.trim_matches('`')));
                let mut numbers: Vec<&str> = all.map(|lesson| lesson.number.as_str()).collect();
                numbers.sort_unstable();
                assert_eq!(cells[2], numbers.join(", "), "{row}");
            }
        }
        assert_eq!(weeks, 14 + 12 + 6);
    }

    #[test]
    fn only_the_table_is_written_anew() {
        let text = format!("before\n{BEGIN}old\n{END}\nafter\n");
        let none = MeasuredMinutes::new();
        let expected = format!("before\n{BEGIN}{}{END}\nafter\n", table(&[], "", &none));
        assert_eq!(renewed(&text, &[], "", &none).unwrap(), expected);
        assert!(renewed("no marks", &[], "", &none).is_err());
    }

    #[test]
    fn minutes_are_measured_or_said_to_be_estimated() {
        let lessons = ["02", "03"].map(|number| lesson::find(number).unwrap());
        let estimated = table(&lessons, "", &MeasuredMinutes::new());
        assert!(estimated.contains("| minutes (estimated) |") && estimated.contains(") | 60 | "), "{estimated}");
        let measured = toml::from_str("\"03\" = { minutes = 41, students = 17 }").unwrap();
        let measured = table(&lessons, "", &measured);
        for cell in ["| minutes |", ") | 60 (estimated) | ", ") | 41 (17 students) | "] {
            assert!(measured.contains(cell), "{cell}: {measured}");
        }
    }
}
