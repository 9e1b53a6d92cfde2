//! Lines of an answer that a text gives away above its task.

use super::starters;
use anyhow::Result;
use verdict::build::LessonFolder;
use verdict::section;

/// Length of a line, without its whitespace, up to which it gives nothing away: a bracket, or the name of a variable.
const SHORT: usize = 15;

/// The passage after this mark is folded on the page until the reader has guessed.
const GUESS: &str = "<!-- guess -->";

/// Beginnings of the lines before which such a passage ends.
const ENDS: [&str; 4] = ["## ", "### ", "![", ">"];

/// Returns a complaint for each line of an answer, with its TODO's id, that stands in that TODO's section above the task,
/// outside of a folded guess.
///
/// # Errors
/// If a text cannot be read.
pub(super) fn complaints(lesson: &LessonFolder, answer_lines: &[(String, String)]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.readmes() {
        let text = starters::read(&lesson.path.join(&file))?;
        for (id, line) in answer_lines {
            if section(&text, id).is_ok_and(|section| gives_away(section.text, line)) {
                complaints.push(format!("{file}: section {id} says above its task what to write: {line}"));
            }
        }
    }
    Ok(complaints)
}

fn gives_away(section: &str, line: &str) -> bool {
    let secret = without_whitespace(line.trim_end_matches([';', ',', '{', ' ']));
    let is_name = secret.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    secret.len() > SHORT && !is_name && without_whitespace(&above_task(section)).contains(&secret)
}

/// Returns the lines of a section above its task that are not folded.
fn above_task(section: &str) -> String {
    let mut above = String::new();
    let mut is_folded = false;
    for line in section.lines().take_while(|line| !line.starts_with('>')) {
        is_folded = line == GUESS || is_folded && !ENDS.iter().any(|end| line.starts_with(end));
        if !is_folded {
            above += line;
        }
    }
    above
}

fn without_whitespace(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    #[test]
    fn no_text_gives_a_line_of_its_answer_away() {
        for lesson in lesson::all().unwrap() {
            // There is no solution on the branch for students.
            let Ok(sources) = starters::sources(&lesson) else { return };
            for source in sources {
                let lines = starters::split(&lesson, &source).unwrap().answer_lines;
                assert_eq!(complaints(&lesson, &lines).unwrap(), [""; 0], "{}", lesson.folder);
            }
        }
    }

    #[test]
    fn a_line_above_the_task_is_given_away_unless_it_is_folded() {
        let line = "let angle = dot.acos();";
        for (section, is_given_away) in [
            ("Write `let angle =\n dot.acos()`.\n\n> Task.\n", true),
            ("Why?\n\n> Write `let angle = dot.acos();`\n\nSo `let angle = dot.acos();`\n", false),
            ("<!-- guess -->\n\n`let angle = dot.acos();`\n\n> Task.\n", false),
            ("<!-- guess -->\n\nThat.\n\n![a](a.svg)\n\n`let angle = dot.acos();`\n\n> Task.\n", true),
        ] {
            assert_eq!(gives_away(section, line), is_given_away, "{section}");
        }
        assert!(!gives_away("Keep `model_from_joint`.\n\n> Task.\n", "model_from_joint"));
    }
}
