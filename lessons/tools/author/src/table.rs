//! The README's table of lessons, made from each `lesson.toml` and from the map, `lessons/README.md`.

use anyhow::{Context, Result};
use verdict::build::lesson::LessonFolder;

/// Marks before and after the table in a README.
const BEGIN: &str = "<!-- lessons: written by `cargo author table` -->\n";
const END: &str = "<!-- end of lessons -->";

fn table(lessons: &[LessonFolder], map: &str) -> String {
    let mut text = String::from("| | lesson | minutes (estimated) | what it gives |\n|---|---|---|---|\n");
    for lesson in lessons {
        let LessonFolder { number, folder, toml, .. } = lesson;
        text += &format!(
            "| <img src=\"lessons/{folder}/picture.png\" width=\"220\" alt=\"\"> | \
             [{number} {}](lessons/{folder}/README.md) | {} | {} |\n",
            toml.title,
            toml.minutes,
            gives(lesson, map)
        );
    }
    let todos: usize = lessons.iter().map(|lesson| lesson.toml.todos.len()).sum();
    text + &format!("\nIn all you write {todos} functions and shaders.\n\n")
}

/// Returns what the lesson gives, which is the last column of its row in `map`.
pub(super) fn gives<'a>(lesson: &LessonFolder, map: &'a str) -> &'a str {
    let begin = format!("| {} |", lesson.number);
    let in_map = map.lines().find(|line| line.starts_with(&begin)).unwrap_or_default();
    in_map.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default()
}

/// Returns `readme` with its table written anew; the rest is left as it is.
///
/// # Errors
/// If the marks of the table are not there.
pub(super) fn renewed(readme: &str, lessons: &[LessonFolder], map: &str) -> Result<String> {
    let (before, rest) = readme.split_once(BEGIN).with_context(|| format!("README.md lacks `{}`", BEGIN.trim_end()))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("README.md lacks `{END}`"))?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(lessons, map)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn only_the_table_is_written_anew() {
        let lessons = [lesson::find("03").unwrap()];
        let map = "| 03 | [Joint lines](..) | needs | gives a shader |\n";
        let renewed = renewed(&format!("before\n{BEGIN}old\n{END}\nafter\n"), &lessons, map).unwrap();
        let (before, rest) = renewed.split_once(BEGIN).unwrap();
        let (table, after) = rest.split_once(END).unwrap();
        assert_eq!((before, after), ("before\n", "\nafter\n"));
        assert!(
            table.contains("/picture.png\" width=\"220\" alt=\"\"> | [03 Joint lines](")
                && table.contains(" | gives a shader |\n")
        );
        assert!(super::renewed("no marks", &[], "").is_err());
    }
}
