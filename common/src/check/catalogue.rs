//! Whether `lesson.toml` and a lesson's sources fit: the words of checks.
//!
//! The sources are read as text. So what a rare answer would say is proven to be there, too.

use super::source::{self, Token};
use super::{LessonToml, lesson_toml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Returns the disagreements between lesson.toml and the sources in a lesson's `src`, a sentence each.
pub fn complaints(lesson: &LessonToml, src: &Path) -> Vec<String> {
    let mut messages: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for text in source::files_below(src).into_iter().filter_map(|path| fs::read_to_string(path).ok()) {
        for (key, values) in words_of(&source::tokens(&text)) {
            messages.entry(key).or_default().push(values);
        }
    }
    words(lesson, &messages)
}

/// Every template is said somewhere, and whatever is said has its template and the values it wants.
fn words(lesson: &LessonToml, messages: &BTreeMap<String, Vec<BTreeSet<String>>>) -> Vec<String> {
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
        let wanted: BTreeSet<String> = lesson_toml::wanted(template).into_iter().map(String::from).collect();
        for values in calls.iter().filter(|values| **values != wanted) {
            complaints.push(format!("the words \"{key}\" want {wanted:?}, and get {values:?}"));
        }
    }
    complaints
}

/// Each key of `words!("key", index, end = 7)` with the names of its values.
fn words_of(tokens: &[Token]) -> Vec<(String, BTreeSet<String>)> {
    let mut all = Vec::new();
    for (at, four) in tokens.windows(4).enumerate() {
        let call = four[0].text == "words" && four[1].text == "!" && four[2].text == "(";
        let Some(key) = quoted(&four[3]).filter(|_| call) else { continue };
        let mut values = BTreeSet::new();
        let mut depth = 1;
        for pair in tokens[at + 3..].windows(2) {
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
    fn what_a_text_says() {
        let tokens =
            source::tokens("if true { words!(\"a-key\", index, end = f(1, [x, y]), last = 2) } // words!(\"no\")");
        let [(key, values)] = &words_of(&tokens)[..] else { panic!("one") };
        assert_eq!(key, "a-key");
        assert!(values.iter().eq(["end", "index", "last"]), "{values:?}");
    }
}
