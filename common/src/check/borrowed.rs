//! Whether a text that is right has its answer from somebody else.

use super::paths::{FullPath, OWN, paths};
use super::source::{Token, function_range, tokens};

/// What of the code in `source`, the functions named `others` aside, is somebody else's answer, and in which line: a
/// path or an import that leads to the finished function (`common::skeleton::bone_index_pairs`) or to finished answers,
/// a macro that puts such a path together, or a text that is included.
///
/// What the text binds itself never is, whatever its name, nor is a method or what another crate has.
pub(super) fn borrowed(source: &str, others: &[&str], finished: &str) -> Option<String> {
    let mut tokens = tokens(source);
    for other in others {
        if let Some(range) = function_range(&tokens, other) {
            tokens.drain(range);
        }
    }
    let (module, name) = finished.rsplit_once("::").unwrap_or_default();
    let parent = module.rsplit("::").next().unwrap_or_default();
    let mut paths = paths(&tokens);
    if implements(&tokens, parent, name) {
        paths.retain(|path| path.parts[0] != "crate" || !path.parts.ends_with(&[parent, name]));
    }
    let by_path = paths.iter().find_map(|path| Some((path.line, leads_to(path, parent, name)?)));
    let found = by_path.or_else(|| included(&tokens)).or_else(|| by_macro(&tokens, &paths, name));
    found.map(|(line, what)| format!("in line {line} {what}"))
}

/// Modules of a lesson, and constants, that hold finished answers.
const MODULES: [&str; 4] = ["checks", "mistakes", "finished", "solution"];
const CONSTANTS: [&str; 2] = ["LESSON", "REFERENCE"];

fn holds_answers(word: &str) -> String {
    format!("`{word}` holds finished answers")
}

fn leads_to(path: &FullPath, parent: &str, name: &str) -> Option<String> {
    let parts = &path.parts;
    let (first, last) = (*parts.first()?, *parts.last()?);
    if parts.len() < 2 || parts.get(1) == Some(&OWN[1]) {
        return None; // this text, or an earlier lesson's
    }
    if CONSTANTS.contains(&last) {
        return Some(holds_answers(last)); // of whatever type
    }
    if !is_ours(first) {
        // A macro may have been given the other half.
        return MODULES.contains(&first).then(|| holds_answers(first));
    }
    (1..parts.len()).find_map(|at| {
        let (before, word) = (parts[at - 1], parts[at]);
        let is_in_module = !is_type(before);
        // What an import of everything may bring is no module where no path goes on.
        let is_module = is_in_module && (!path.by_glob || at + 1 < parts.len());
        if is_module && MODULES.contains(&word) {
            return Some(holds_answers(word));
        }
        let is_method = is_type(parent) && !is_type(name);
        let is_its_parent = if is_method || path.by_glob { before == parent } else { is_in_module };
        (is_its_parent && word == name).then(|| format!("`{}` is what this TODO is to become", parts[..=at].join("::")))
    })
}

fn is_ours(part: &str) -> bool {
    matches!(part, "common" | "armature" | "crate") || part.starts_with("lesson_")
}

fn is_type(part: &str) -> bool {
    part.starts_with(char::is_uppercase)
}

/// Whether the text itself gives the type this function: a lesson's own type may have the name of a finished one.
fn implements(tokens: &[Token], ty: &str, name: &str) -> bool {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    texts.windows(3).any(|three| matches!(three, ["impl" | "for", it, "{"] if *it == ty))
        && texts.windows(2).any(|two| two == ["fn", name])
}

fn included(tokens: &[Token]) -> Option<(usize, String)> {
    let brings = |what| Some(format!("`{what}` brings in another text"));
    tokens.windows(3).find_map(|three| {
        let what = match [0, 1, 2].map(|at| three[at].text.as_str()) {
            ["include", "!", _] => brings("include!"),
            ["#", "[", "path"] => brings("#[path]"),
            _ => None,
        };
        Some((three[0].line, what?))
    })
}

/// A macro may put a path together (`crate::$module::$name`) from words that it is given.
fn by_macro(tokens: &[Token], paths: &[FullPath], name: &str) -> Option<(usize, String)> {
    let joins = |path: &FullPath| {
        let (first, rest) = (path.parts[0], &path.parts[1..]);
        (is_ours(first) || first == "$") && rest.contains(&"$")
    };
    if !paths.iter().any(joins) {
        return None;
    }
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let is_own = |word: &str| texts.windows(3).any(|three| three == ["macro_rules", "!", word]);
    let mut depth = 0; // of brackets, in what one of the text's macros is given
    (0..texts.len()).find_map(|at| match texts[at] {
        "(" | "[" | "{" if depth > 0 || at > 1 && texts[at - 1] == "!" && is_own(texts[at - 2]) => {
            depth += 1;
            None
        }
        ")" | "]" | "}" if depth > 0 => {
            depth -= 1;
            None
        }
        word => (depth > 0 && (word == name || MODULES.contains(&word)))
            .then(|| (tokens[at].line, format!("a macro makes a path of `{word}`"))),
    })
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    const PAIRS: &str = "common::skeleton::bone_index_pairs";
    const BLEND: &str = "common::math::Transform::blend";

    #[test]
    fn borrowing_is_naming_the_finished_function() {
        let own = "fn bone_index_pairs() {}";
        for text in [
            "fn a() { common::skeleton::bone_index_pairs(j) }",
            "fn a() { armature::skeleton::bone_index_pairs::<u8>(j) }",
            "mod common {} fn a() { ::common::skeleton::bone_index_pairs(j) }",
            "fn a(common: u8) { common::skeleton::bone_index_pairs(j) }",
            "use common::skeleton::bone_index_pairs as mine;",
            "use common::skeleton::*; fn a() { bone_index_pairs(j) }",
            "use common::skeleton::*; fn a() { joints.map(bone_index_pairs) }",
            "use common::skeleton::*; fn a() { joints.map(|j| bone_index_pairs(j)) }",
            "use common::*; fn a() { skeleton::bone_index_pairs(j) }",
            "use common::*; use skeleton::bone_index_pairs as mine;",
            "use {common::skeleton as s, glam::Mat4}; fn a() { s::bone_index_pairs() }",
            "use common as c; use c::skeleton::{self as s, Joint}; fn a() { s::bone_index_pairs() }",
            "extern crate common as c; fn a() { self::c::skeleton::bone_index_pairs() }",
            "mod m { pub use common::skeleton as s; fn a() { s::bone_index_pairs() } }",
            &format!("use common::skeleton as s; {own} fn a() {{ s::bone_index_pairs() }}"),
            &format!("use common::skeleton::{{Joint, bone_index_pairs as b}}; {own}"),
            &format!("use common::{{skeleton::{{self}}}}; {own} fn a() {{ skeleton::bone_index_pairs() }}"),
            "fn bone_index_pairs() { use common::skeleton::*; bone_index_pairs() }",
            "fn bone_index_pairs() { (crate::checks::LESSON.reference.bone_index_pairs)() }",
            "fn bone_index_pairs() { (lesson_03::checks::REFERENCE.index_pairs)() }",
            "use crate::{Answers, mistakes as m}; fn a() { (m::ANSWERS.a)() }",
            "use super::mistakes as m; fn a() { (m::ANSWERS.a)() }",
            "mod m { use super::super::finished as f; fn a() { (f::ANSWERS.a)() } }",
            "use crate::finished::*; fn a() { (ANSWERS.a)() }",
            "use crate::*; fn a() { (finished::ANSWERS.a)() }",
            "fn a() { <crate::scene::Scene as Exercise>::LESSON }",
            "fn a<E: Exercise>() { E::LESSON } fn b() { a::<crate::scene::Scene>() }",
            "#[path = \"solution.rs\"] mod given;",
            "mod given { include!(\"solution.rs\"); }",
            "use crate::r#checks as c; fn a() { (c::r#REFERENCE.a)() }",
            "macro_rules! m { ($a:ident $b:ident) => { crate::$a::$b } } fn a() { (m!(checks REFERENCE).a)() }",
            "use common::skeleton as s; macro_rules! m { ($a:ident) => { s::$a } } fn a() { m!(bone_index_pairs)() }",
            "macro_rules! m { ($r:ident $a:ident) => { $r::$a::ANSWERS } } fn a() { m![crate finished].a() }",
        ] {
            let found = borrowed(&format!("\n{text}"), &["other"], PAIRS);
            let in_line = found.as_ref().is_some_and(|why| why.starts_with("in line 2 "));
            assert!(in_line, "{text}: {found:?}");
        }
        for text in [
            "fn a() { crate::Transform::blend(a, b, 0.5) }",
            "use crate::Transform; fn blend() { Transform::blend(a, b, 0.5) }",
            "use crate::{Answers, Transform as T}; fn blend() { a.map(T::blend) }",
            "type T = crate::Transform; fn blend() { T::blend(a, b, 0.5) }",
            "use crate::Transform; fn blend() { <Transform>::blend(a, b, 0.5) }",
            "use common::math::*; fn blend() { Transform::blend(a, b, 0.5) }",
            "use super::*; fn blend() { Transform::blend(a, b, 0.5) }",
            "fn blend() { lesson_06::Transform::blend(a, b, 0.5) }",
        ] {
            assert!(borrowed(text, &[], BLEND).is_some(), "{text}");
        }
        let message = "in line 3 `common::skeleton::bone_index_pairs` is what this TODO is to become";
        let text = "use common::skeleton;\n\nfn a() { skeleton::bone_index_pairs() }";
        assert_eq!(borrowed(text, &[], PAIRS).as_deref(), Some(message));
    }

    #[test]
    fn what_leads_elsewhere_is_not_borrowed() {
        let own = "fn bone_index_pairs() {}";
        for text in [
            "// like bone_index_pairs, and crate::checks::LESSON\nfn a() { \"include!(checks::x)\" }",
            &format!("{own} fn a() {{ bone_index_pairs() }}"),
            &format!("const A: B = B {{ bone_index_pairs }}; {own}"),
            &format!("{own} fn a() {{ self::bone_index_pairs() }}"),
            &format!("{own} fn a() {{ crate::exercise::bone_index_pairs() }}"),
            &format!("{own} mod m {{ fn a() {{ super::bone_index_pairs() }} }}"),
            &format!("{own} mod m {{ use super::*; fn a() {{ bone_index_pairs() }} }}"),
            &format!("{own} fn a() {{ use common::graphics::*; bone_index_pairs() }}"),
            "fn bone_index_pairs() { use std::f32::consts::*; bone_index_pairs() }",
            "use common::skeleton::*; fn bone_index_pairs() { let (checks, path) = (1, 2); bone_index_pairs() }",
            "use common::skeleton::*; fn a() { let bone_index_pairs = 1; f(bone_index_pairs) }",
            "use common::skeleton::*; fn a() { all.map(|bone_index_pairs| f(bone_index_pairs)) }",
            "use common::skeleton::*; fn a() { std::fs::bone_index_pairs(\"x\") }",
            "fn other() { common::skeleton::bone_index_pairs() } fn bone_index_pairs() { 2 * checks[path] }",
            "use crate::Joint; use glam::{self, Mat4}; fn a() { Joint::bone_index_pairs(); Mat4::solution() }",
            "fn a() { lesson_03::exercise::bone_index_pairs() }",
            "use s as t; use t as s; fn a() { s::bone_index_pairs() }",
            "macro_rules! m { ($a:ty, $b:expr) => { <$a>::new($b) } } fn a(finished: u8) { m!(u8, finished) }",
            "macro_rules! m { ($a:ident) => { crate::COYOTE < $a } } fn a(finished: u8) { m!(finished) }",
            "mod finished { pub struct Checks; } fn a() { finished::Checks }",
        ] {
            assert_eq!(borrowed(text, &["other"], PAIRS), None, "{text}");
        }
        for text in [
            "use glam::Mat4; use crate::Transform; fn a() { Mat4::blend(a); glam::Quat::blend(b) }",
            "use crate::Fade; impl Fade { fn a() { Self::blend() } fn blend() {} }",
            "use crate::Transform; impl Transform { fn blend() {} } fn a() { Transform::blend() }",
            "use crate::Transform; fn a() { struct Transform; Transform::blend() }",
            "use crate::Tools; fn a(tools: &Tools) { tools.blend(a); (tools.blend)(a); Tools::blend(tools) }",
        ] {
            assert_eq!(borrowed(text, &[], BLEND), None, "{text}");
        }
    }

    /// Each finished function's name, bound in each way, in each lesson's right answers.
    #[test]
    fn a_name_of_ones_own_is_not_borrowed() {
        let mut tried = 0;
        for folder in std::fs::read_dir(source::lessons()).unwrap() {
            let folder = folder.unwrap().path();
            let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
            let Some(toml) = read("lesson.toml") else { continue };
            // The students' branch has no solutions.
            let text = read("src/solution.rs").or_else(|| read("src/starter.rs")).unwrap();
            let start = toml.lines().filter_map(|line| line.strip_prefix("finished_in = "));
            let functions = start.map(|path| path.trim_matches('"')).filter(|path| path.contains("::"));
            for finished in functions {
                assert_eq!(borrowed(&text, &[], finished), None, "{finished}");
                for word in finished.rsplit("::").take(2) {
                    for own in own_uses(word) {
                        let why = borrowed(&format!("use crate::*;\n{text}\n{own}"), &[], finished);
                        assert_eq!(why, None, "{finished}: {own}");
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 500, "{tried}");
    }

    fn own_uses(word: &str) -> [String; 8] {
        [
            "fn x() -> usize { let mut WORD = 1; WORD += 1; let a = [WORD]; f(WORD, &WORD); a[WORD] }",
            "fn x(WORD: &[f32]) -> f32 { WORD.iter().map(|WORD| WORD * WORD[0]).sum(WORD) }",
            "fn x() { struct WORD { a: u8 } impl WORD { fn new() -> Self { WORD { a: 1 } } } WORD::new() }",
            "mod x { pub enum WORD { A } type B = Vec<WORD>; fn x() -> WORD { WORD::A } }",
            "struct X; impl X { fn WORD(&self) { self.a.WORD(1); Self::WORD(self); X::WORD(self) } }",
            "macro_rules! WORD { ($a:expr) => { $a } } fn x() { WORD!(1); WORD!(finished) }",
            "fn x() { fn WORD(n: u8) { WORD(n - 1) } n.map(WORD); WORD(3) }",
            "fn x() { glam::Mat4::WORD(a); std::io::WORD(b); f64::WORD(c); write!(s, \"{WORD}\", WORD = 1) }",
        ]
        .map(|text| text.replace("WORD", word))
    }
}
