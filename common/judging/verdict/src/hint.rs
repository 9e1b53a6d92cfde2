//! Hints for a TODO: a question about the mistake that was made, or one of four steps towards an answer.

use super::{Mistake, TodoToml, Verdict};
use serde::Serialize;

const LEVELS: [&str; 4] = ["where", "the idea", "the first line", "the shape of the answer"];

/// A hint for one TODO.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The TODO's id.
    pub todo: String,
    /// Its function, or its shader's file.
    pub name: String,
    /// Index of the step; 0 in a TODO without steps.
    pub step: usize,
    /// Level from 1, or 0 for a question about the mistake that was made.
    pub level: usize,
    /// Content of this level: `"the idea"`.
    pub title: String,
    /// The hint itself.
    pub text: String,
}

impl Hint {
    /// The highest level.
    pub const LAST: usize = LEVELS.len();

    /// Returns the hint for a step, of a level from 1 to [`LAST`](Self::LAST). Where an answer is a single line, the level of
    /// the first line is the last.
    pub fn of_level(todo: &TodoToml, step: usize, level: usize) -> Self {
        let [place, idea, shape] = todo.hints(step);
        let (level, text) = match (level, first_line(shape)) {
            (..=1, _) => (1, place.clone()),
            (2, _) => (2, idea.clone()),
            (3, Some(line)) => (3, line),
            _ => (Self::LAST, shape.clone()),
        };
        Self::new(todo, step, level, LEVELS[level - 1], text)
    }

    /// Returns the question of a verdict as a hint of level 0, after the names of the verdict's mistakes.
    pub fn question(todo: &TodoToml, verdict: &Verdict) -> Option<Self> {
        let question = verdict.question.as_ref()?;
        let mut text = String::new();
        for (index, Mistake { name, says }) in verdict.mistakes.iter().enumerate() {
            let or = if index > 0 { "or " } else { "" };
            text += &format!("{or}{name}: {says}\n");
        }
        Some(Self::new(todo, verdict.step(), 0, "a question", text + question))
    }

    fn new(todo: &TodoToml, step: usize, level: usize, title: &str, text: String) -> Self {
        let title = todo.steps.get(step).map_or(title.into(), |step| format!("{}, {title}", step.name));
        Hint { todo: todo.id.clone(), name: todo.name.clone(), step, level, title, text }
    }
}

/// Returns the first statement of an answer's shape, or the head of its first loop or condition. `None` if nothing follows.
fn first_line(shape: &str) -> Option<String> {
    let code = shape.trim_start_matches('`');
    let quote = &shape[..shape.len() - code.len()];
    let begins_with_block = ["for ", "while ", "if ", "loop ", "match "].iter().any(|word| code.starts_with(word));
    let mut depth = 0_usize;
    for (at, letter) in code.char_indices() {
        let (before, after) = (&code[..at], &code[at + letter.len_utf8()..]);
        let line = match letter {
            '{' if depth == 0 && begins_with_block => Some(format!("{before}{{ .. }}")),
            ';' if depth == 0 && after.starts_with([' ', '\n']) => Some(format!("{before};")),
            '\n' if depth == 0 && !before.ends_with(':') => Some(before.to_owned()),
            _ => None,
        };
        if let Some(line) = line {
            return Some(format!("{quote}{line}{quote}")).filter(|_| !after.trim().is_empty());
        }
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;
    use crate::build::lesson;

    #[test]
    fn a_question_follows_the_names_of_mistakes() {
        let (lesson, place) = lesson::find_todo("03.1").unwrap();
        let todo = &lesson.toml.todos[place];
        let mut verdict = Verdict::new("03.1", "joints.vert", Status::Fail, 41);
        assert_eq!(Hint::question(todo, &verdict), None);
        verdict.mistakes = ["ONE", "OTHER"].map(|name| Mistake { name: name.into(), says: "it does.".into() }).into();
        verdict.question = Some("Which one?".into());
        assert_eq!(
            Hint::question(todo, &Verdict { mistakes: Vec::new(), ..verdict.clone() }).unwrap().text,
            "Which one?"
        );
        let hint = Hint::question(todo, &verdict).unwrap();
        assert_eq!((hint.level, &*hint.text), (0, "ONE: it does.\nor OTHER: it does.\nWhich one?"));
        let levels = [0, 1, 3, 9].map(|level| Hint::of_level(todo, 0, level));
        assert_eq!(levels.each_ref().map(|hint| hint.level), [1, 1, 4, 4], "a single line has no first one");
        assert_eq!((&levels[2].text, &*levels[2].title), (&todo.hints(0)[2], "the shape of the answer"));
    }

    #[test]
    fn the_first_line_of_a_shape() {
        for (shape, line) in [
            ("let a = f(x; y); a + ..", Some("let a = f(x; y);")),
            ("let a = match b { Some(c) => c, None => .. };\na", Some("let a = match b { Some(c) => c, None => .. };")),
            ("for a in b { let c = ..; c } and below it d", Some("for a in b { .. }")),
            ("`while a { b }`. Then c", Some("`while a { .. }`")),
            ("In the loop:\na += ..;\nb", Some("In the loop:\na += ..;")),
            ("a * (b + ..)", None),
            ("let a = ..;", None),
            ("} else if a {\n    ..\n}", None),
        ] {
            assert_eq!(first_line(shape).as_deref(), line, "{shape}");
        }
    }
}
