//! Suspicious uses of APIs that no answer needs: other processes, files, the network, other texts. Code is kept from
//! these anyhow; a person may want to know.

use common::check::paths::{FullPath, paths};
use common::check::source;
use serde::Serialize;
use std::collections::HashSet;

/// Where an exercise uses such an API.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SuspiciousUse {
    /// The lesson's number.
    pub(super) lesson: String,
    pub(super) line: usize,
    /// What it is, as it stands there.
    pub(super) what: String,
}

/// Modules that files and processes are reached by, and what checks the answer; however a path leads there.
const MODULES: &str = "std::fs std::net std::os std::process std::env crate::checks crate::mistakes crate::starter \
    common::check";
/// Macros, and what a macro could spell these with.
const WORDS: &str = "include! include_str! include_bytes! env! option_env! asm! global_asm! unsafe extern macro_rules \
    #[path";
/// Tokens of the longest of these.
const LONGEST: usize = 3;

pub(super) fn find(lesson: &str, text: &str) -> Vec<SuspiciousUse> {
    let tokens = source::tokens(text);
    let module = |path: FullPath| {
        let path_text = path.parts.join("::") + "::";
        let leads_to = |module: &&str| path_text.starts_with(&format!("{module}::"));
        Some((path.line, MODULES.split(' ').find(leads_to)?))
    };
    let word = |index: usize| {
        let mut here = String::new();
        let mut longer = tokens[index..].iter().take(LONGEST).map(|token| {
            here += &token.text;
            here.clone()
        });
        let word = longer.find_map(|here| WORDS.split(' ').find(|word| *word == here));
        Some((tokens[index].line, word?))
    };
    let modules = paths(&tokens).into_iter().filter_map(module);
    let mut all: Vec<_> = modules.chain((0..tokens.len()).filter_map(word)).collect();
    all.sort_by_key(|(line, _)| *line);
    let mut known = HashSet::new();
    all.retain(|(_, what)| known.insert(*what));
    let found = |(line, what): (usize, &str)| SuspiciousUse { lesson: lesson.into(), line, what: what.into() };
    all.into_iter().map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_answer_needs() {
        let of = |text: &str| -> Vec<String> { find("01", text).into_iter().map(|found| found.what).collect() };
        assert_eq!(of("fn a() { std::fs::read(\"x\") }\nfn b() { std::fs::write(1) }"), ["std::fs"]);
        assert_eq!(of("use std::{cmp, process::Command};"), ["std::process"]);
        assert_eq!(of("const A: &str = include_str!(\"x\"); const B: &str = env!(\"B\");"), ["include_str!", "env!"]);
        assert_eq!(of("#[path = \"x.rs\"]\nmod x;"), ["#[path"]);
        assert_eq!(of("unsafe extern \"C\" {}"), ["unsafe", "extern"]);
        assert_eq!(of("fn a() { common::check::memory::limit(9) }"), ["common::check"]);
        assert_eq!(of("use std::{self as s}; fn a() { s::fs::read(\"x\") }"), ["std::fs"]);
        assert_eq!(of("fn a() { super::mistakes::a() }"), ["crate::mistakes"]);
        let harmless = "// std::fs\nfn path(env: u8) -> u8 { let os = \"unsafe\"; env } use std::f32::consts::PI;";
        assert_eq!(of(harmless), [""; 0]);
        assert_eq!(find("01", "\n\nuse std::net;")[0].line, 3);
    }
}
