//! A student's answer as it goes into the code of mistakes: behind a switch, and with what it calls.

use common::check::source::{self, Token};
use std::collections::BTreeSet;

/// A function as it goes into mistakes.rs.
#[derive(Debug)]
pub(super) struct Function {
    /// The exercise that it is checked in.
    pub(super) exercise: String,
    /// What mistakes.rs ends with.
    pub(super) module: String,
}

/// Begins an item with a name.
const KEYWORDS: [&str; 9] = ["fn", "const", "static", "struct", "enum", "trait", "type", "mod", "impl"];

/// The items of a file, each with the names that it is used by; an `impl` has those of its type and its trait.
fn items(tokens: &[Token]) -> Vec<(&[Token], Vec<&str>)> {
    let mut items = Vec::new();
    let (mut start, mut depth, mut outside) = (0, 0_usize, Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            text if depth == 0 => outside.push(text),
            _ => {}
        }
        let follows = tokens.get(index + 1).is_some_and(|next| next.text == ";");
        if depth == 0 && (token.text == ";" || token.text == "}" && !follows) {
            let mut words = outside.iter().skip_while(|word| !KEYWORDS.contains(word));
            let count = if words.next() == Some(&"impl") { usize::MAX } else { 1 };
            let names = words.filter(|word| **word != "fn").take(count).copied().collect();
            items.push((&tokens[start..=index], names));
            (start, outside) = (index + 1, Vec::new());
        }
    }
    items
}

/// The function `name` in `text`: an exercise, or a part of one, which is then laid into `base`. Those of the functions
/// `others` that a part calls and does not have are beside it in mistakes.rs.
pub(super) fn function(text: &str, base: &str, name: &str, others: &[&str], mistake: &str) -> Option<Function> {
    let tokens = source::tokens(text);
    source::function(&tokens, name)?;
    let own: Vec<&str> = items(&tokens).into_iter().flat_map(|(_, names)| names).collect();
    let is_part = !own.contains(&"ANSWERS");
    let exercise = if is_part { laid(text, base, name)? } else { text.to_owned() };
    let is_beside = |other: &str| is_part && others.contains(&other) && !own.contains(&other);

    let tokens = source::tokens(&exercise);
    let mut open = items(&tokens);
    let mut wanted = BTreeSet::from([name]);
    let mut kept = Vec::new();
    let is_called =
        |names: &[&str], wanted: &BTreeSet<&str>| names.iter().any(|name| wanted.contains(name) && !is_beside(name));
    while let Some(next) = open.iter().position(|(_, names)| is_called(names, &wanted)) {
        let (item, _) = open.remove(next);
        wanted.extend(item.iter().map(|token| token.text.as_str()));
        kept.push(item);
    }
    kept.extend(open.into_iter().map(|(item, _)| item).filter(|item| item[0].text == "use"));
    kept.sort_by_key(|item| item[0].start);
    let mut module = String::new();
    for name in wanted.iter().filter(|name| is_beside(name)) {
        module += &format!("use super::{name};\n");
    }
    for item in kept {
        let function = item.windows(2).position(|two| two[0].text == "fn" && two[1].text == name);
        let (public, from) = function.map_or(("", 0), |from| ("pub(super) ", from));
        let gap = if item[0].text == "use" { "" } else { "\n" };
        module += &format!("{gap}{public}{}\n", uncommented(&exercise, &item[from..]));
    }
    let module = format!(
        "/// {mistake} as it was handed in. Where it is a line's difference, fold it into `{name}`.\n\
         #[allow(unused, nonstandard_style, clippy::all, clippy::pedantic)]\nmod {} {{\n{module}}}\n",
        module_of(mistake)
    );
    Some(Function { exercise, module })
}

/// `one_level` of `ONE-LEVEL`.
fn module_of(mistake: &str) -> String {
    mistake.to_lowercase().replace('-', "_")
}

/// `base` with another text in the place of its function.
fn laid(part: &str, base: &str, name: &str) -> Option<String> {
    let tokens = source::tokens(base);
    let function = source::function(&tokens, name)?;
    let (first, last) = (function.first()?, function.last()?);
    Some(format!("{}{part}{}", &base[..first.start], &base[last.start + last.text.len()..]))
}

/// These tokens of a text as they stand there, without comments.
fn uncommented(text: &str, tokens: &[Token]) -> String {
    let mut code = String::new();
    let mut end = tokens.first().map_or(0, |token| token.start);
    for token in tokens {
        // White space, comments, and a comma before a closing bracket, which is no token.
        let between = &text[end..token.start];
        match between.split_once('/') {
            Some((before, _)) => code += &format!("{}\n", before.trim_end()),
            None => code += between,
        }
        code += &token.text;
        end = token.start + token.text.len();
    }
    code
}

/// mistakes.rs with the switch at the beginning of its function, and the module at its end.
pub(super) fn switched(text: &str, name: &str, mistake: &str, module: &str) -> Option<String> {
    let tokens = source::tokens(text);
    let function = source::function(&tokens, name)?;
    let body = function.iter().position(|token| token.text == "{")?;
    let (mut depth, mut parameters) = (0, Vec::new());
    for three in function[..body].windows(3) {
        match [&*three[0].text, &*three[1].text, &*three[2].text] {
            // A path's colons come in twos.
            [parameter, ":", next] if depth == 1 && next != ":" && parameter != ":" => {
                parameters.push(parameter);
            }
            ["(", ..] => depth += 1,
            [")", ..] => depth -= 1,
            _ => {}
        }
    }
    let call = format!("{}::{name}({})", module_of(mistake), parameters.join(", "));
    let (above, below) = text.split_at(function[body].start + 1);
    let below = below.trim();
    Some(format!("{above}\nif mistake(\"{mistake}\") {{\nreturn {call};\n}}\n{below}\n\n{module}"))
}

/// The shader of mistakes with one more behind its switch.
pub(super) fn shader(text: &str, answer: &str, mistake: &str) -> String {
    let is_version = |line: &&str| line.trim_start().starts_with("#version");
    let is_head = |line: &&str| is_version(line) || line.starts_with("//");
    let head: Vec<&str> = text.lines().take_while(is_head).collect();
    let rest: Vec<&str> = text.lines().skip(head.len()).collect();
    let answer = uncommented(answer, &source::tokens(answer));
    let answer: Vec<&str> = answer.lines().filter(|line| !is_version(line)).collect();
    let (head, answer, rest) = (head.join("\n"), answer.join("\n"), rest.join("\n"));
    let (switch, answer, rest) = (mistake.replace('-', "_"), answer.trim(), rest.trim());
    format!(
        "{head}\n#ifdef {switch}\n// {mistake} as it was handed in. Where it is a line's difference, fold it into the \
         text below.\n{answer}\n#else\n{rest}\n#endif\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXERCISE: &str = "//! Mine.\nuse crate::{Answers, Arm};\n\n/// The table.\npub const ANSWERS: Answers = Answers { place, other };\n\n\
        const STEPS: [f32; 2] = [1.0, 2.0]; // of Anna\n\nstruct Pair(f32);\nimpl Pair {\n    fn sum(&self) -> f32 { self.0 }\n}\n\n\
        /// Doc.\npub fn place(arm: &Arm, a: f32) -> f32 {\n    // TODO 01.4: do\n    helper(\n        a, // mine\n    )\n}\n\n\
        fn helper(a: f32) -> f32 { Pair(a).sum() * STEPS[1] }\n\nfn other() -> f32 { never() }\nfn never() -> f32 { 0.0 }\n";

    #[test]
    fn a_function_takes_along_what_it_calls() {
        let found = function(EXERCISE, "", "place", &["place", "other"], "ONE-LEVEL").unwrap();
        assert_eq!(found.exercise, EXERCISE);
        let module = found.module;
        for there in [
            "mod one_level {\nuse crate::{Answers, Arm};",
            "const STEPS",
            "impl Pair",
            "fn helper",
            "pub(super) fn place(",
            "[f32; 2]",
            "a,\n)",
        ] {
            assert!(module.contains(there), "{there}: {module}");
        }
        for gone in ["Anna", "TODO", "// mine", "ANSWERS", "never", "pub fn", "Doc"] {
            assert!(!module.contains(gone), "{gone}: {module}");
        }
        assert!(function(EXERCISE, "", "matrix", &[], "X").is_none());
    }

    #[test]
    fn a_part_is_laid_into_a_finished_exercise() {
        let part = "fn place(arm: &Arm, a: f32) -> f32 {\n    other() + a\n}";
        let found = function(part, EXERCISE, "place", &["place", "other"], "X").unwrap();
        assert!(found.exercise.contains("/// Doc.\npub fn place(arm: &Arm, a: f32) -> f32 {\n    other() + a\n}\n"));
        assert!(found.exercise.contains("fn other() -> f32 { never() }"));
        assert!(found.module.contains("use super::other;\nuse crate::{Answers, Arm};\n"));
    }

    #[test]
    fn the_switch_comes_first() {
        let text = "use x;\n\nfn place(\n    arm: &a::Arm<'_>,\n    mut a: Option<(f32, f32)>,\n) -> f32 {\n    a\n}\n";
        let switched = switched(text, "place", "X-Y", "mod x_y {}\n").unwrap();
        let expected = "{\nif mistake(\"X-Y\") {\nreturn x_y::place(arm, a);\n}\na\n}\n\nmod x_y {}\n";
        assert!(switched.ends_with(expected), "{switched}");
    }

    #[test]
    fn a_shader_has_either_text() {
        let text = "#version 330 core\n// All.\nin vec3 a;\nvoid main() {}\n";
        let answer = "#version 330 core\nin vec3 a; // mine\n#define B 1\nvoid main() { b(); }\n";
        let expected = "#version 330 core\n// All.\n#ifdef X_Y\n\
            // X-Y as it was handed in. Where it is a line's difference, fold it into the text below.\n\
            in vec3 a;\n#define B 1\nvoid main() { b(); }\n#else\nin vec3 a;\nvoid main() {}\n#endif\n";
        assert_eq!(shader(text, answer, "X-Y"), expected);
    }
}
