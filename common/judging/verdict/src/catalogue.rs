//! Compares the words of checks in a `lesson.toml` with the lesson's sources.
//!
//! The sources are read as text, so that words for rare answers are compared too.

use super::source::{self, Token};
use super::{LessonToml, lesson_toml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Returns the disagreements between lesson.toml and the sources in a lesson's `src`, a sentence each.
pub fn complaints(lesson: &LessonToml, src: &Path) -> Vec<String> {
    let mut messages: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for text in source::files_below(src).into_iter().filter_map(|path| fs::read_to_string(path).ok()) {
        for (key, values) in uses_of_words(&source::tokens(&text)) {
            messages.entry(key).or_default().push(values);
        }
    }
    compare_words(lesson, &messages)
}

/// Returns a complaint for each template that no source uses, and for each use without a template or with other values.
/// `messages` has the names of the values in each use of a template, by the template's key.
fn compare_words(lesson: &LessonToml, messages: &BTreeMap<String, Vec<BTreeSet<String>>>) -> Vec<String> {
    let mut complaints = Vec::new();
    let templates: BTreeMap<&str, &str> = lesson.templates().collect();
    for key in templates.keys().filter(|key| !messages.contains_key(**key)) {
        complaints.push(format!("the words \"{key}\" of lesson.toml are said nowhere"));
    }
    for (key, calls) in messages {
        let Some(template) = templates.get(key.as_str()) else {
            complaints.push(format!("lesson.toml has no words \"{key}\""));
            continue;
        };
        let wanted: BTreeSet<String> = lesson_toml::value_names(template).into_iter().map(String::from).collect();
        for values in calls.iter().filter(|values| **values != wanted) {
            complaints.push(format!("the words \"{key}\" want {wanted:?}, and get {values:?}"));
        }
    }
    complaints
}

/// Returns the key and the names of the values of each `words!("key", index, end = 7)`.
fn uses_of_words(tokens: &[Token]) -> Vec<(String, BTreeSet<String>)> {
    let mut all = Vec::new();
    for (index, four) in tokens.windows(4).enumerate() {
        let call = four[0].text == "words" && four[1].text == "!" && four[2].text == "(";
        let Some(key) = quoted(&four[3]).filter(|_| call) else { continue };
        let mut values = BTreeSet::new();
        let mut depth = 1;
        for pair in tokens[index + 3..].windows(2) {
            match pair[0].text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => {
                    values.insert(pair[1].text.clone());
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        all.push((key, values));
    }
    all
}

fn quoted(token: &Token) -> Option<String> {
    Some(token.text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_uses_of_words_in_a_source() {
        let tokens =
            source::tokens("if true { words!(\"a-key\", index, end = f(1, [x, y]), last = 2) } // words!(\"no\")");
        let [(key, values)] = &uses_of_words(&tokens)[..] else { panic!("one") };
        assert_eq!(key, "a-key");
        assert!(values.iter().eq(["end", "index", "last"]), "{values:?}");
    }
}
