//! What to say to the compiler's errors and to panics in any lesson: the sentences of `advice.toml`.

use super::{CompilerError, LessonToml};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advice {
    compiler: Vec<CompilerError>,
    panic: Vec<Panic>,
}

/// A panic, and what to say about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Panic {
    /// What its message holds.
    words: String,
    says: String,
}

static GENERAL: LazyLock<Advice> = LazyLock::new(|| {
    toml::from_str(include_str!("advice.toml")).unwrap_or_else(|e| panic!("advice.toml: {e}"))
});

/// What to say to rustc's words with this code: the lesson's own sentence, or else one for all lessons.
pub fn compiler_advice(lesson: &LessonToml, code: &str, rendered: &str) -> Option<String> {
    let fits = |known: &&CompilerError| {
        known.code == code && known.words.iter().all(|word| rendered.contains(word))
    };
    let known = lesson.compiler.iter().chain(&GENERAL.compiler).find(fits)?;
    Some(known.says.replace("{function}", function_of_table(rendered).unwrap_or_default()))
}

/// The function that does not fit its place in the table of answers: rustc names it
/// `found fn item .. {exercise::wave}`.
pub fn function_of_table(rendered: &str) -> Option<&str> {
    let (_, found) = rendered.rsplit_once("found fn item")?;
    let (path, _) = found.lines().next()?.rsplit_once('{')?.1.split_once('}')?;
    path.rsplit("::").next()
}

/// What to say to a panic's message.
pub(super) fn panic_advice(message: &str) -> Option<String> {
    let known = GENERAL.panic.iter().find(|known| message.contains(&known.words))?;
    let length = message.split_once("the len is ").and_then(|(_, rest)| rest.split(' ').next());
    let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    let last = length.saturating_sub(1).to_string();
    Some(known.says.replace("{length}", &length.to_string()).replace("{last}", &last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::catch_panic;

    /// The messages are std's own, so that a new Rust that words them otherwise is noticed.
    #[test]
    fn panics() {
        let said = |f: fn() -> usize| match catch_panic::call(f) {
            Err(crate::check::AnswerError::Panic { message, .. }) => panic_advice(&message),
            _ => panic!("it panics"),
        };
        let says = |f, words: &str| {
            let said = said(f).unwrap_or_default();
            assert!(said.contains(words), "{said}");
        };
        says(|| vec![0; 12][std::hint::black_box(12)], "the last of 12 is number 11.");
        says(|| Vec::new()[std::hint::black_box(0)], "no element at all");
        says(|| std::hint::black_box(0_usize) - 1, "cannot go below 0");
        says(|| std::hint::black_box(None).unwrap(), "a `None`");
        says(|| std::hint::black_box(Err("no")).unwrap(), "an `Err`");
        assert_eq!(said(|| panic!("no")), None);
    }

    #[test]
    fn a_function_that_does_not_fit_its_table() {
        let words = "expected fn pointer, found fn item\n   = note: expected fn pointer `for<'a> fn(&'a [Joint]) -> Vec<_>`\n                \
                     found fn item `for<'a> fn(&'a mut [Joint]) -> Vec<_> {exercise::model_poses}`\n";
        assert_eq!(function_of_table(words), Some("model_poses"));
        assert_eq!(function_of_table("expected `f32`, found integer"), None);
    }

    #[test]
    fn the_lessons_sentence_goes_first() {
        let toml = |compiler: &str| {
            let todo = "[[todo]]\nname = \"x\"\nfinished_in = \"y\"\nchanges = 0.1\nhints = [\"a\", \"b\", \"c\"]\n";
            let text = format!("format = 2\ntitle = \"t\"\nminutes = 1\n{todo}{compiler}");
            LessonToml::parse("03", &text).unwrap()
        };
        let own = "[[compiler]]\ncode = \"E0308\"\nwords = [\"integer\"]\nsays = \"ours\"\n";
        let rendered = "expected `f32`, found integer";
        assert_eq!(compiler_advice(&toml(own), "E0308", rendered).as_deref(), Some("ours"));
        let general = compiler_advice(&toml(""), "E0308", rendered).unwrap();
        assert!(general.contains("with a point in it"), "{general}");
        assert_eq!(compiler_advice(&toml(""), "E0001", rendered), None);
    }
}
