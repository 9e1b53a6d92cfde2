//! The README's table of lessons, made from each `lesson.toml`.

use crate::lesson::LessonFolder;
use anyhow::{Context, Result};

/// What stands before and after the table in a README.
const BEGIN: &str = "<!-- lessons: written by `cargo workbook author table` -->\n";
const END: &str = "<!-- end of lessons -->";

/// The table, a row for each lesson.
fn table(lessons: &[LessonFolder]) -> String {
    let mut text = String::from("| | lesson | minutes | you write |\n|---|---|---|---|\n");
    for lesson in lessons {
        text += &row(lesson);
    }
    text
}

/// One lesson's row, with its line break.
pub(super) fn row(lesson: &LessonFolder) -> String {
    let LessonFolder { number, folder, toml, .. } = lesson;
    format!(
        "| <img src=\"lessons/{folder}/picture.png\" width=\"220\" alt=\"\"> | \
         [{number} {}](lessons/{folder}/README.md) | {} | {} |\n",
        toml.title,
        toml.minutes,
        names(lesson)
    )
}

/// What a student writes in it.
pub(super) fn names(lesson: &LessonFolder) -> String {
    let names = lesson.toml.todos.iter().map(|todo| format!("`{}`", todo.name));
    names.collect::<Vec<_>>().join(", ")
}

/// `readme` with its table written anew; the rest is left as it is.
///
/// # Errors
/// If the marks of the table are not there.
pub(super) fn renewed(readme: &str, lessons: &[LessonFolder]) -> Result<String> {
    let missing = || format!("README.md lacks the lines `{}` and `{END}`", BEGIN.trim_end());
    let (before, rest) = readme.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(lessons)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, lesson};

    #[test]
    fn the_readme_shows_the_lessons_there_are() {
        let readme = std::fs::read_to_string(build::workspace().join("README.md")).unwrap();
        let readme = readme.replace("\r\n", "\n");
        let renewed = renewed(&readme, &lesson::all().unwrap()).unwrap();
        assert!(readme == renewed, "the table is out of date: cargo workbook author table");
        assert!(renewed.contains("| [03 Joint lines](lessons/03-joint-lines/README.md) | 45 |"));
    }

    #[test]
    fn only_the_table_is_written_anew() {
        let text = format!("before\n{BEGIN}old\n{END}\nafter\n");
        assert_eq!(
            renewed(&text, &[]).unwrap(),
            format!("before\n{BEGIN}{}{END}\nafter\n", table(&[]))
        );
        assert!(renewed("no marks", &[]).is_err());
    }
}
