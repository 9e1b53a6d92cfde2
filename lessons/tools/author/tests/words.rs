//! Names in the code keep to the words of the house.

use std::collections::BTreeSet;
use std::fs;
use verdict::source::{Token, files_below, tokens};
use verdict::workspace;

/// Tokens before a name that is declared: of an item, a variable, or a closure's parameter.
const DECLARED_BY: [&str; 13] =
    ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "let", "mut", "ref", "for", "|"];

#[test]
fn no_name_has_a_word_that_the_table_replaces() {
    let root = workspace::root();
    let table = fs::read_to_string(root.join(".github/ARCHITECTURE.md")).unwrap();
    let banned = replaced_words(&table);
    assert!(banned.contains("ask") && banned.contains("storey"), "{banned:?}");
    let mut files = files_below(&root.join("common"));
    files.extend(files_below(&workspace::lessons()));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    let mut found = Vec::new();
    for file in &files {
        for name in declared_names(&tokens(&fs::read_to_string(file).unwrap())) {
            if words(&name).iter().any(|word| banned.contains(word)) {
                found.push(format!("{}: {name}", workspace::shown(file)));
            }
        }
    }
    assert!(found.is_empty() && files.len() > 500, "{found:#?}");
}

/// Returns the words in code in the last column of the table.
fn replaced_words(table: &str) -> BTreeSet<String> {
    let mut replaced = BTreeSet::new();
    for last in table.lines().filter_map(|line| line.strip_prefix('|')?.split('|').nth(2)) {
        replaced.extend(last.split('`').skip(1).step_by(2).map(String::from));
    }
    replaced
}

/// Returns the names that are declared, and those with a type: fields and parameters. Tests have sentences for names.
fn declared_names(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    for index in 1..tokens.len() {
        let is_declared = DECLARED_BY.contains(&text(index - 1));
        let has_type = text(index - 1) != ":" && text(index + 1) == ":" && text(index + 2) != ":";
        let before = &tokens[index.saturating_sub(5)..index - 1];
        let is_test = before.iter().map(|token| token.text.as_str()).eq(["#", "[", "test", "]"]);
        if (is_declared || has_type) && !is_test {
            names.push(text(index).to_owned());
        }
    }
    names
}

/// Splits a name such as `CallError` or `call_error` into its words, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, letter) in name.char_indices() {
        let is_start = letter.is_uppercase() && !name[..index].ends_with(|before: char| before.is_uppercase());
        if letter == '_' || is_start {
            words.push(String::new());
        }
        words.last_mut().expect("there is one").extend(letter.to_lowercase().filter(|letter| *letter != '_'));
    }
    words
}

#[test]
fn words_of_a_name() {
    assert_eq!(words("CallError"), ["", "call", "error"]);
    assert_eq!(words("is_lost"), ["is", "lost"]);
    assert_eq!(words("MAX_ASKED"), ["", "max", "", "asked"]);
}
