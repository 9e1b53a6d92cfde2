//! `author mistakes`: prints the known mistakes of a TODO, each with the lines in which it differs from the solution.

use super::starters;
use crate::output::say;
use anyhow::{Error, Result};
use similar::{ChangeTag, TextDiff};
use verdict::{build::lesson, names_shader};

/// # Errors
/// If there is no such TODO, or a file cannot be read, or a change does not fit the solution.
pub(super) fn print(id: &str) -> Result<()> {
    let (lesson, place) = lesson::find_todo(id)?;
    let todo = &lesson.toml.todos[place];
    let solution = if names_shader(&todo.name) {
        lesson.shaders().join("solution").join(&todo.name)
    } else {
        lesson.path.join("course/src/solution.rs")
    };
    let right = starters::read(&solution)?;
    let toml = starters::read(&lesson.path.join("lesson.toml"))?;
    for mistake in &todo.mistakes {
        say!("{}: {} {}", mistake.name, mistake.says, mistake.asks);
        let wrong = mistaken::with_mistake(&toml, &right, &todo.id, &mistake.name).map_err(Error::msg)?;
        for change in TextDiff::from_slices(&code_lines(&right), &code_lines(&wrong)).iter_all_changes() {
            let sign = match change.tag() {
                ChangeTag::Equal => continue,
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            say!("  {sign} {}", change.value());
        }
        say!("");
    }
    Ok(())
}

/// Returns the lines of code without their indentation, and without the solution's marks.
fn code_lines(text: &str) -> Vec<&str> {
    let marks = ["// BEGIN", "// END", "// STUB", "//!"];
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !marks.iter().any(|mark| line.starts_with(mark))).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_of_code() {
        let text = "//! About.\n    // BEGIN 05.1\n    keys.clear(); // all\n\n    // STUB Ok(())\n    // END 05.1\n";
        assert_eq!(super::code_lines(text), ["keys.clear(); // all"]);
    }
}
