//! The README's table of lessons: titles and minutes come from each `lesson.toml`, and the last column stays as it is.

use anyhow::{Context, Result};
use verdict::build::lesson::LessonFolder;

/// Marks before and after the table in a README.
const BEGIN: &str = "<!-- lessons: written by `cargo author table` -->\n";
const END: &str = "<!-- end of lessons -->";

fn table(lessons: &[LessonFolder], readme: &str) -> String {
    let mut text = String::from("| | lesson | minutes (estimated) | what it gives |\n|---|---|---|---|\n");
    for lesson in lessons {
        let LessonFolder { number, folder, toml, .. } = lesson;
        text += &format!(
            "| <img src=\"lessons/{folder}/picture.png\" width=\"220\" alt=\"\"> | \
             [{number} {}](lessons/{folder}/README.md) | {} | {} |\n",
            toml.title,
            toml.minutes,
            gives(lesson, readme)
        );
    }
    let todos: usize = lessons.iter().map(|lesson| lesson.toml.todos.len()).sum();
    text + &format!("\nIn all you write {todos} functions and shaders.\n\n")
}

/// Returns what the lesson gives, the last column of its row in `readme`; nothing for a lesson that has no row yet.
fn gives<'a>(lesson: &LessonFolder, readme: &'a str) -> &'a str {
    let link = format!("](lessons/{}/README.md) | ", lesson.folder);
    let row = readme.lines().find(|line| line.starts_with("| ") && line.contains(&link)).unwrap_or_default();
    row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default()
}

/// Returns `readme` with its table written anew; the rest is left as it is.
///
/// # Errors
/// If the marks of the table are not there.
pub(super) fn renewed(readme: &str, lessons: &[LessonFolder]) -> Result<String> {
    let (before, rest) = readme.split_once(BEGIN).with_context(|| format!("README.md lacks `{}`", BEGIN.trim_end()))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("README.md lacks `{END}`"))?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(lessons, readme)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn only_the_table_is_written_anew() {
        let lessons = [lesson::find("04").unwrap()];
        let old = "| | [04 Lines](lessons/04-joint-lines/README.md) | 1 | a first shader |\n";
        let renewed = renewed(&format!("before\n{BEGIN}{old}{END}\nafter\n"), &lessons).unwrap();
        let (before, rest) = renewed.split_once(BEGIN).unwrap();
        let (table, after) = rest.split_once(END).unwrap();
        assert_eq!((before, after), ("before\n", "\nafter\n"));
        assert!(
            table.contains("/picture.png\" width=\"220\" alt=\"\"> | [04 Joint lines](")
                && table.contains(" | 60 | a first shader |\n"),
            "{table}"
        );
        assert!(super::renewed("no marks", &[]).is_err());
    }
}
