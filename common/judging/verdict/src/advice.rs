//! Explanations of compilers' errors and of panics in any lesson: the sentences of `advice.toml`.

use super::{CompilerError, LessonToml};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advice {
    compiler: Vec<CompilerError>,
    shader: Vec<ShaderAdvice>,
    panic: Vec<Panic>,
}

/// An error of a shader, and a sentence about it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ShaderAdvice {
    /// Words of which the driver's message must contain one.
    words: Vec<String>,
    /// Words of which the line that the message names must contain one, if there are any.
    #[serde(default)]
    line: Vec<String>,
    /// Messages that drivers were seen to print, each with the line that it names.
    #[serde(default, skip_serializing)]
    #[cfg_attr(not(test), expect(dead_code, reason = "only the test compares them"))]
    seen: Vec<[String; 2]>,
    /// Whether a name is not known: a page asks for the known name that is nearest.
    #[serde(default)]
    is_name: bool,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Panic {
    /// Words that the message must contain.
    words: String,
    says: String,
}

static GENERAL: LazyLock<Advice> =
    LazyLock::new(|| toml::from_str(include_str!("advice.toml")).unwrap_or_else(|e| panic!("advice.toml: {e}")));

/// An error of rustc at one place in an exercise.
#[derive(Clone, Copy)]
pub struct CompilerMessage<'a> {
    /// `"E0308"`, or a lint's name; empty for a syntax error.
    pub code: &'a str,
    /// rustc's message.
    pub rendered: &'a str,
    /// The expressions that rustc underlines, the one at fault first.
    pub marked: &'a [String],
    /// The text of the function around it.
    pub around: &'a str,
}

/// Returns rustc's message without the lines of code that it quotes, whose types need not be those expected and found.
fn without_code(rendered: &str) -> String {
    let mut lines: Vec<&str> = rendered.lines().collect();
    lines.retain(|line| !line.trim_start().starts_with(|first: char| first.is_ascii_digit()));
    lines.join("\n")
}

/// Returns the explanation of a compiler's error: a sentence of the lesson, or of those for all lessons.
pub fn compiler_advice(lesson: &LessonToml, message: CompilerMessage) -> Option<String> {
    let CompilerMessage { code, rendered, marked, around } = message;
    let first = marked.first().map_or("", String::as_str);
    let text = if code == "E0308" { without_code(rendered) } else { rendered.to_owned() };
    let known = lesson.compiler.iter().chain(&GENERAL.compiler).find(|known| {
        let [words, any, at, around_it] = [&known.words, &known.any, &known.at, &known.around]
            .map(|all| all.iter().map(|words| words.replace("{marked}", first)).collect::<Vec<_>>());
        known.code == code
            && words.iter().all(|words| text.contains(words))
            && (any.is_empty() || any.iter().any(|words| text.contains(words)))
            && (at.is_empty() || at.iter().any(|words| marked.iter().any(|marked| marked.contains(words))))
            && (around_it.is_empty() || around_it.iter().any(|words| are_in_order(around, words)))
    })?;
    Some(known.says.replace("{marked}", first))
}

/// Returns whether a text contains the parts between ` .. ` one after another.
fn are_in_order(text: &str, parts: &str) -> bool {
    let mut rest = Some(text);
    for part in parts.split(" .. ") {
        rest = rest.and_then(|text| text.split_once(part)).map(|(_, after)| after);
    }
    rest.is_some()
}

/// Returns all errors of shaders that have a sentence: the first that fits counts.
pub fn shader_errors() -> &'static [ShaderAdvice] {
    &GENERAL.shader
}

/// Returns the explanation of a driver's message about a line of a shader.
pub fn shader_advice(message: &str, line: &str) -> Option<&'static str> {
    let known = GENERAL.shader.iter().find(|known| {
        known.words.iter().any(|words| message.contains(words))
            && (known.line.is_empty() || known.line.iter().any(|words| line.contains(words)))
    })?;
    Some(&known.says)
}

/// Returns the explanation of a panic's message.
pub fn panic_advice(message: &str) -> Option<String> {
    let known = GENERAL.panic.iter().find(|known| message.contains(&known.words))?;
    let length = message.split_once("the len is ").and_then(|(_, rest)| rest.split(' ').next());
    let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    let last = length.saturating_sub(1).to_string();
    Some(known.says.replace("{length}", &length.to_string()).replace("{last}", &last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages are std's own, so a Rust with other messages fails this test.
    #[test]
    fn panics() {
        is_advised(|| vec![0; 12][std::hint::black_box(12)], "the last of 12 is number 11.");
        is_advised(|| Vec::new()[std::hint::black_box(0)], "no elements");
        is_advised(|| std::hint::black_box(0_usize) - 1, "cannot go below 0");
        is_advised(|| std::hint::black_box(usize::MAX) + 1, "huge");
        is_advised(|| std::hint::black_box(None).unwrap(), "a `None`");
        is_advised(|| std::hint::black_box(Err("no")).unwrap(), "an `Err`");
        assert_eq!(panic_advice("no"), None);
    }

    fn is_advised(panics: fn() -> usize, words: &str) {
        let panic = std::panic::catch_unwind(panics).expect_err(words);
        let message =
            panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| (*text).into()));
        let message: String = message.expect("a text");
        let advice = panic_advice(&message).unwrap_or_default();
        assert!(advice.contains(words), "{advice}");
    }

    /// What drivers were seen to say, those of a desktop and ANGLE, which Chromium and Firefox compile shaders with.
    #[test]
    fn shaders() {
        for known in &GENERAL.shader {
            for [message, line] in &known.seen {
                assert_eq!(shader_advice(message, line), Some(&*known.says), "{message}");
            }
        }
        assert_eq!(shader_advice("something odd", ""), None);
    }

    /// Returns a lesson with these sentences.
    fn parsed(compiler: &str) -> LessonToml {
        let todo = "[[todo]]\nname = \"x\"\nfinished_in = \"y\"\nchanges = 0.1\nhints = [\"a\", \"b\", \"c\"]\n";
        let text = format!("format = 2\ntitle = \"t\"\nminutes = 1\n{todo}{compiler}");
        LessonToml::parse("04", &text).unwrap()
    }

    /// rustc suggests `split_at_mut`.
    #[test]
    fn a_list_that_changes_while_an_element_is_borrowed() {
        let rendered = "cannot borrow `*keys` as mutable because it is also borrowed as immutable";
        let marked = &["keys".to_owned()];
        let around = "let before = &keys[i - 1];\nlet key = &mut keys[i];";
        let message = CompilerMessage { code: "E0502", rendered, marked, around };
        let says = compiler_advice(&parsed(""), message).unwrap();
        assert!(says.contains("`&keys[..]` borrows the list"), "{says}");
    }

    #[test]
    fn the_lessons_sentence_goes_first() {
        let own = "[[compiler]]\ncode = \"E0308\"\nwords = [\"integer\"]\nsays = \"ours\"\n";
        assert_eq!(advice_on(own, "E0308", "2").as_deref(), Some("ours"));
        let general = advice_on("", "E0308", "2").unwrap();
        assert!(general.contains("is an integer"), "{general}");
        assert_eq!(advice_on("", "E0001", "2"), None);
        let here = own.replace("says", "at = [\"two\"]\naround = [\"let mut {marked}\"]\nsays");
        assert_eq!(advice_on(&here, "E0308", "two").as_deref(), Some("ours"));
        assert_eq!(advice_on(&here, "E0308", "two + 1"), Some(general.clone()), "no variable of that name");
        assert_eq!(advice_on(&here, "E0308", "2"), Some(general), "another expression");
    }

    fn advice_on(lesson: &str, code: &str, marked: &str) -> Option<String> {
        let marked = &[marked.to_owned()];
        let rendered = "expected `f32`, found integer";
        let message = CompilerMessage { code, rendered, marked, around: "let mut two = 1;" };
        compiler_advice(&parsed(lesson), message)
    }
}
