//! The functions of an exercise, as they stand in a program without the course.

use verdict::source::{self, BORROWED};

/// A function, type or import, with the comment above it.
struct Item<'a> {
    text: &'a str,
    /// Its tokens outside of brackets: `pub fn name -> Vec < usize >`.
    words: Vec<String>,
}

impl Item<'_> {
    /// The name of a function; `None` if this is none.
    fn function(&self) -> Option<&str> {
        self.word_after("fn")
    }

    fn word_after(&self, kind: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == kind)?;
        self.words.get(at + 1).map(String::as_str)
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }
}

/// Splits a Rust file into its items.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut begin = 0;
    let mut depth = 0_usize;
    let mut words: Vec<String> = Vec::new();
    for token in source::tokens(text) {
        match &*token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ if depth == 0 => words.push(token.text.clone()),
            _ => {}
        }
        let has_value = ["const", "static", "use", "type"].iter().any(|kind| words.iter().any(|word| word == kind));
        let is_value = has_value && !words.iter().any(|word| word == "fn");
        if depth == 0 && (token.text == ";" || token.text == "}" && !is_value) {
            let end = token.start + 1;
            items.push(Item { text: &text[begin..end], words: std::mem::take(&mut words) });
            begin = end;
        }
    }
    items
}

/// Returns what a lesson's `given.rs` declares by these names, with the `impl` blocks of types.
pub(super) fn declared(given: &str, names: &[&str]) -> String {
    let mut text = String::new();
    for item in items(given) {
        let mut kinds = ["fn", "struct", "enum", "const", "impl"].into_iter().filter_map(|kind| item.word_after(kind));
        if kinds.any(|name| names.contains(&name)) {
            text += &format!("\n{}\n", item.text.trim_start());
        }
    }
    text
}

/// Whose an answer is.
pub(super) enum Origin {
    Mine,
    /// The solution's: the text of the file.
    Solution(String),
    /// Nobody's: the id of its TODO.
    Missing(String),
}

/// Returns the `wanted` functions of an exercise, and its helpers. `all` are the names of all answers of the lesson.
pub(super) fn functions(exercise: &str, all: &[&str], wanted: &[(&str, Origin)]) -> String {
    let mut text = String::new();
    for item in items(exercise) {
        let name = item.function().filter(|name| all.contains(name));
        let added = match (name, wanted.iter().find(|(wanted, _)| Some(*wanted) == name)) {
            (None, _) if item.has("use") => import(item.text),
            (None, _) if item.has("ANSWERS") => continue,
            (None, _) => item.text.to_owned(),
            (Some(_), None) => continue,
            (Some(name), Some((_, Origin::Mine))) => public(item.text, name),
            (Some(name), Some((_, Origin::Missing(id)))) => {
                let (signature, _) = item.text.split_once("{\n").unwrap_or((item.text, ""));
                let body =
                    format!("    panic!(\"{id}, `{name}`, does not pass its check yet: solve it, and take it again\")");
                public(&format!("{signature}{{\n{body}\n}}"), name)
            }
            (Some(name), Some((_, Origin::Solution(solution)))) => {
                let items = items(solution);
                let solved = items.iter().find(|item| item.function() == Some(name));
                let solved = solved.map_or(item.text, |item| item.text);
                let solved = without_todos(&public(solved, name));
                format!("\n\n{BORROWED}\n{}", solved.trim_start())
            }
        };
        text += &without_todos(&added).replace("crate::", "super::");
    }
    // Solutions may import what the exercise did not.
    for (_, origin) in wanted {
        let Origin::Solution(solution) = origin else { continue };
        for item in items(solution).into_iter().filter(|item| item.has("use")) {
            let import = without_todos(&import(item.text)).replace("crate::", "super::");
            if !text.contains(import.trim()) {
                text = format!("{import}{text}");
            }
        }
    }
    text.trim().to_owned() + "\n"
}

/// Returns an import; one of the course becomes all types.
fn import(text: &str) -> String {
    if text.contains("use crate::") { "\nuse super::*;".into() } else { text.to_owned() }
}

fn public(text: &str, name: &str) -> String {
    let private = format!("fn {name}");
    if text.contains(&format!("pub {private}")) {
        text.into()
    } else {
        text.replacen(&private, &format!("pub {private}"), 1)
    }
}

/// Returns a text without comments about the course: the file's own, and where a shader's TODO is.
pub(super) fn without_todos(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("//!") && !line.trim_start().starts_with("// TODO ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXERCISE: &str = "\
//! Lesson 06: what you edit.

use crate::{Answers, Transform};
use glam::Quat;

/// Leave names as they are.
pub const ANSWERS: Answers = Answers { shortest, nlerp, decompose };

/// A helper of mine: `};` and `fn slerp` in a comment are no code.
fn half(x: f32) -> f32 {
    x / 2.0
}

/// The nearer one.
fn shortest(from: Quat, to: Quat) -> Quat {
    use crate::wave;
    if half(from.dot(to)) < 0.0 { -to } else { to }
}

// TODO 06.2 is not here: it is a shader.

fn nlerp(a: Quat, b: Quat) -> Quat {
    // TODO 06.2: the straight line.
    a
}

fn decompose(t: Transform) -> [f32; 2] {
    [0.0; 2]
}
";
    const SOLUTION: &str = "\
use crate::{Answers, Transform};
use std::ops::Add;

const ANSWERS: Answers = Answers { nlerp };

fn nlerp(a: Quat, b: Quat) -> Quat {
    a.add(b)
}
";

    #[test]
    fn what_passes_is_mine_and_what_does_not_is_borrowed_or_missing() {
        let wanted = [
            ("shortest", Origin::Mine),
            ("nlerp", Origin::Solution(SOLUTION.to_owned())),
            ("decompose", Origin::Missing("06.4".into())),
        ];
        let expected = "\
use std::ops::Add;
use super::*;
use glam::Quat;

/// A helper of mine: `};` and `fn slerp` in a comment are no code.
fn half(x: f32) -> f32 {
    x / 2.0
}

/// The nearer one.
pub fn shortest(from: Quat, to: Quat) -> Quat {
    use super::wave;
    if half(from.dot(to)) < 0.0 { -to } else { to }
}

// Borrowed: this is the course's solution, for mine does not pass yet.
pub fn nlerp(a: Quat, b: Quat) -> Quat {
    a.add(b)
}

pub fn decompose(t: Transform) -> [f32; 2] {
    panic!(\"06.4, `decompose`, does not pass its check yet: solve it, and take it again\")
}
";
        assert_eq!(functions(EXERCISE, &["shortest", "nlerp", "decompose"], &wanted), expected);
    }
}
