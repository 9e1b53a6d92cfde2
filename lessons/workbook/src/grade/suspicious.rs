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

/// Modules of the standard library, macros, what a macro could spell these with, and what checks the answer.
const SUSPICIOUS: &str = "std::fs std::net std::os std::process std::env include! include_str! include_bytes! env! \
    option_env! asm! global_asm! unsafe extern macro_rules #[path crate::checks crate::mistakes crate::starter \
    common::check";
/// Tokens of the longest of them.
const LONGEST: usize = 4;
/// Tokens that are looked at for the beginning of an import.
const LONGEST_IMPORT: usize = 100;
pub(super) fn find(lesson: &str, text: &str) -> Vec<SuspiciousUse> {
    let tokens = source::tokens(text);
    let text =
        |tokens: &[Token]| tokens.iter().map(|token| token.text.as_str()).collect::<String>();
    let mut found: Vec<SuspiciousUse> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let rest = &tokens[index..];
        let mut here: Vec<String> =
            (1..=LONGEST.min(rest.len())).map(|n| text(&rest[..n])).collect();
        if imports_std(&tokens[..index]) {
            here.push(format!("std::{}", token.text));
        }
        let what = SUSPICIOUS.split(' ').find(|what| here.iter().any(|here| here == what));
        if let Some(what) = what.filter(|what| found.iter().all(|known| known.what != *what)) {
            found.push(SuspiciousUse {
                lesson: lesson.into(),
                line: token.line,
                what: what.into(),
            });
        }
    }
    found
}

/// Whether what follows stands in `use std::{..}`.
fn imports_std(before: &[Token]) -> bool {
    let before = before.iter().rev().take(LONGEST_IMPORT).map(|token| token.text.as_str());
    let words: Vec<&str> = before.take_while(|token| *token != ";").collect();
    matches!(words.first(), Some(&("{" | ","))) && words.contains(&"use") && words.contains(&"std")
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
        assert_eq!(of("#[path = \"x.rs\"]\nmod x;"), ["#[path"]);
        assert_eq!(of("unsafe extern \"C\" {}"), ["unsafe", "extern"]);
        assert_eq!(of("fn a() { common::check::memory::limit(9) }"), ["common::check"]);
        let harmless = "// std::fs\nfn path(env: u8) -> u8 { let os = \"unsafe\"; env } use std::f32::consts::PI;";
        assert_eq!(of(harmless), [""; 0]);
        assert_eq!(find("01", "\n\nuse std::net;")[0].line, 3);
    }
}
