//! Whether `lesson.toml` and a lesson's sources fit: the switches of mistakes, and the words of checks.
//!
//! The sources are read as text. So what a rare answer would say is proven to be there, too.

use super::source::{self, Token};
use super::{LessonToml, lesson_toml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What does not fit, a sentence each: for the texts in a lesson's `src` and in its folder of shaders.
pub fn complaints(lesson: &LessonToml, [src, shaders]: &[PathBuf; 2]) -> Vec<String> {
    let mut switches = BTreeSet::new();
    let mut messages: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for text in texts(src, "") {
        let tokens = source::tokens(&text);
        switches.extend(switches_of(&tokens));
        for (key, values) in words_of(&tokens) {
            messages.entry(key).or_default().push(values);
        }
    }
    for text in texts(shaders, "mistakes.") {
        let tokens = source::tokens(&text);
        let capitals = tokens.into_iter().map(|token| token.text.replace('_', "-"));
        switches.extend(capitals.filter(|name| is_name(name)));
    }
    let mut complaints = mistakes(lesson, &switches);
    complaints.extend(words(lesson, &messages));
    complaints
}

/// Every mistake has its switch. (That every switch is a mistake is seen when `mistaken` answers.)
fn mistakes(lesson: &LessonToml, switches: &BTreeSet<String>) -> Vec<String> {
    let all = lesson.todos.iter().flat_map(|todo| &todo.mistakes);
    let is_there = |name: &str| switches.contains(name) || switches.contains(&name.replace(':', "-"));
    all.flat_map(lesson_toml::KnownMistake::switches)
        .filter(|name| !is_there(name))
        .map(|name| format!("{name} has no switch in mistakes.rs or a shader"))
        .collect()
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

/// The texts of the files in a folder and below it whose names begin like this.
fn texts(folder: &Path, begin: &str) -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = source::files_below(folder).into_iter();
    let chosen = files.filter(|path| name(path).starts_with(begin));
    chosen.filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// Each `X` of `mistake("X")`.
fn switches_of(tokens: &[Token]) -> impl Iterator<Item = String> {
    let switch = |three: &[Token]| {
        let call = three[0].text == "mistake" && three[1].text == "(";
        if call { quoted(&three[2]) } else { None }
    };
    tokens.windows(3).filter_map(switch)
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

/// In capitals, as a mistake's name is.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_says() {
        let tokens = source::tokens(
            "if mistake(\"ONE\") { words!(\"a-key\", index, end = f(1, [x, y]), last = 2) } // words!(\"no\")",
        );
        assert_eq!(switches_of(&tokens).collect::<Vec<_>>(), ["ONE"]);
        let [(key, values)] = &words_of(&tokens)[..] else { panic!("one") };
        assert_eq!(key, "a-key");
        assert!(values.iter().eq(["end", "index", "last"]), "{values:?}");
        assert!(is_name("ROWS-FOR-COLUMNS") && !is_name("gl-Position"));
    }
}
