//! Suspicious uses of APIs that no answer needs: other processes, files, the network, other texts. Code is kept from
//! these anyhow; a person may want to know.

use common::check::source::{self, Token};
use serde::Serialize;

/// Where an exercise uses such an API.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SuspiciousUse {
    /// The lesson's number.
    pub(super) lesson: String,
    pub(super) line: usize,
    /// What it is, as it stands there.
    pub(super) what: String,
}

/// Modules of the standard library.
const MODULES: [&str; 5] = ["fs", "net", "os", "process", "env"];
/// Macros, with the `!`.
const MACROS: [&str; 7] =
    ["include", "include_str", "include_bytes", "env", "option_env", "asm", "global_asm"];
/// A macro can spell any of these in parts.
const WORDS: [&str; 3] = ["unsafe", "extern", "macro_rules"];
/// What checks the answer, or holds others.
const CHECKS: [&str; 4] = ["crate::checks", "crate::mistakes", "crate::starter", "common::check"];

pub(super) fn find(lesson: &str, text: &str) -> Vec<SuspiciousUse> {
    let tokens = source::tokens(text);
    let text = |index: usize| tokens.get(index).map_or("", |token: &Token| token.text.as_str());
    let what = |index: usize| {
        let (before, word, after) = (text(index.wrapping_sub(1)), text(index), text(index + 1));
        if MACROS.contains(&word) && after == "!" {
            Some(format!("{word}!"))
        } else if WORDS.contains(&word) {
            Some(word.to_owned())
        } else if MODULES.contains(&word)
            && (before == ":" && text(index.wrapping_sub(3)) == "std"
                || matches!(before, "{" | ",") && imports_std(&tokens, index))
        {
            Some(format!("std::{word}"))
        } else if let Some(path) = CHECKS.iter().find(|path| {
            let (root, module) = path.split_once("::").unwrap_or_default();
            module == word && before == ":" && text(index.wrapping_sub(3)) == root
        }) {
            Some((*path).to_owned())
        } else if word == "path" && before == "[" && text(index.wrapping_sub(2)) == "#" {
            Some("#[path]".into())
        } else {
            None
        }
    };
    let mut found: Vec<SuspiciousUse> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if let Some(what) = what(index).filter(|what| found.iter().all(|known| known.what != *what))
        {
            found.push(SuspiciousUse { lesson: lesson.into(), line: token.line, what });
        }
    }
    found
}

/// Tokens that are looked at for the beginning of an import.
const LONGEST_IMPORT: usize = 100;

/// Whether a word stands in `use std::{..}`.
fn imports_std(tokens: &[Token], index: usize) -> bool {
    let before = tokens[..index].iter().rev().take(LONGEST_IMPORT);
    let before = before.take_while(|token| token.text != ";");
    let words: Vec<&str> = before.map(|token| token.text.as_str()).collect();
    words.contains(&"use") && words.contains(&"std")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_answer_needs() {
        let of = |text: &str| -> Vec<String> {
            find("01", text).into_iter().map(|found| found.what).collect()
        };
        assert_eq!(
            of("fn a() { std::fs::read(\"x\") }\nfn b() { std::fs::write(1) }"),
            ["std::fs"]
        );
        assert_eq!(of("use std::{cmp, process::Command};"), ["std::process"]);
        assert_eq!(
            of("const A: &str = include_str!(\"x\"); const B: &str = env!(\"B\");"),
            ["include_str!", "env!"]
        );
        assert_eq!(of("#[path = \"x.rs\"]\nmod x;"), ["#[path]"]);
        assert_eq!(of("unsafe extern \"C\" {}"), ["unsafe", "extern"]);
        assert_eq!(of("fn a() { common::check::memory::limit(9) }"), ["common::check"]);
        let harmless = "// std::fs\nfn path(env: u8) -> u8 { let os = \"unsafe\"; env } use std::f32::consts::PI;";
        assert_eq!(of(harmless), [""; 0]);
        assert_eq!(find("01", "\n\nuse std::net;")[0].line, 3);
    }
}
