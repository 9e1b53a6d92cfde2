//! Lines of an answer that a text gives away above its task.

use super::starters;
use anyhow::Result;
use verdict::build::LessonFolder;

/// Length of a line, without its whitespace, up to which it gives nothing away: a bracket, or the name of a variable.
const SHORT: usize = 15;

/// The passage after this mark is folded on the page until the reader has guessed.
const GUESS: &str = "<!-- guess -->";

/// Beginnings of the lines before which such a passage ends.
const ENDS: [&str; 4] = ["## ", "### ", "![", ">"];

/// Returns a complaint for each line of an answer, with its TODO's id, that a text says anywhere above that TODO's task,
/// outside of tasks and folded guesses.
///
/// # Errors
/// If a text cannot be read.
pub(super) fn complaints(lesson: &LessonFolder, answer_lines: &[(String, String)]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.readmes() {
        let text = starters::read(&lesson.path.join(&file))?;
        for (id, line) in answer_lines {
            // An overview is read before its parts.
            let is_read_before = file == "README.md" || text.contains(&heading(id));
            if is_read_before && gives_away(&above_task(&text, id), line) {
                complaints.push(format!("{file}: above the task of {id} stands what to write: {line}"));
            }
        }
    }
    Ok(complaints)
}

fn heading(id: &str) -> String {
    format!("## {id} ")
}

fn gives_away(above: &str, line: &str) -> bool {
    let secret = without_whitespace(line.trim_end_matches([';', ',', '{', ' ']));
    let is_name = secret.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    secret.len() > SHORT && !is_name && without_whitespace(above).contains(&secret)
}

/// Returns the lines of a text above the task of a TODO, but those that are folded, or of other tasks.
fn above_task(text: &str, id: &str) -> String {
    let mut above = String::new();
    let mut is_its_section = false;
    let mut is_folded = false;
    for line in text.lines() {
        is_its_section |= line.starts_with(&heading(id));
        is_folded = line == GUESS || is_folded && !ENDS.iter().any(|end| line.starts_with(end));
        let is_task = line.starts_with('>');
        if is_task && is_its_section {
            break;
        }
        if !is_task && !is_folded {
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
        for (text, is_given_away) in [
            ("## 06.3 `a`: b\nWrite `let angle =\n dot.acos()`.\n\n> Task.\n", true),
            ("Take `let angle = dot.acos();`\n\n## 06.3 `a`: b\n> Task.\n", true),
            ("## 06.2 `b`: c\n> Task.\n\nTake `let angle = dot.acos();`\n\n## 06.3 `a`: b\n> Task.\n", true),
            ("## 06.2 `b`: c\n> `let angle = dot.acos();`\n\n## 06.3 `a`: b\n> Task.\n", false),
            ("## 06.3 `a`: b\n> Write `let angle = dot.acos();`\n\nSo `let angle = dot.acos();`\n", false),
            ("## 06.3 `a`: b\n<!-- guess -->\n\n`let angle = dot.acos();`\n\n> Task.\n", false),
            ("## 06.3 `a`: b\n<!-- guess -->\n\nThat.\n\n![a](a.svg)\n\n`let angle = dot.acos();`\n\n> Task.\n", true),
        ] {
            assert_eq!(gives_away(&above_task(text, "06.3"), line), is_given_away, "{text}");
        }
        assert!(!gives_away("Keep `model_from_joint`.", "model_from_joint"));
    }
}
