//! Finds endless loops of a shader by counting rounds, before a graphics card hangs on one.

use crate::source::{self, Token};
use serde::Serialize;

/// Limit on the rounds of all loops together for one vertex or pixel. No right shader comes near it.
pub const MAX_ROUNDS: u32 = 20_000;

/// A shader whose loops count their rounds.
#[derive(Serialize)]
pub struct Counted {
    /// The shader's text, in which the loops call a function of `define`.
    pub text: String,
    /// Words that belong after a `#define ` below the shader's `#version`.
    pub define: String,
}

/// Returns a shader with its rounds counted, or `None` if it has no loop. After [`MAX_ROUNDS`] all loops end, and `main`
/// runs the statement `report`, in which `armature_line` is the line of the loop that was running.
///
/// The count is part of each loop's condition, so any body will do.
pub fn count_rounds(text: &str, report: &str) -> Option<Counted> {
    let tokens = source::tokens(text);
    let mut insertions: Vec<(usize, String)> = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let is_for = pair[0].text == "for";
        if !(is_for || pair[0].text == "while") || pair[1].text != "(" {
            continue;
        }
        let Some((before, after)) = condition_bounds(&tokens[index + 1..], is_for) else { continue };
        let counts = format!("armature_goes_on({})", before.line);
        if text[before.start + 1..after.start].trim().is_empty() {
            insertions.push((before.start + 1, counts));
        } else {
            insertions.push((before.start + 1, format!("{counts} && (")));
            insertions.push((after.start, ")".into()));
        }
    }
    if insertions.is_empty() {
        return None;
    }
    insertions.sort_by_key(|(position, _)| *position);
    let mut counted = String::new();
    let mut done = 0;
    for (position, words) in insertions {
        counted += &text[done..position];
        counted += &words;
        done = position;
    }
    counted += &text[done..];
    counted += &format!(
        "\n#undef main\nvoid main() {{\n    main_of_the_student();\n    if (armature_line > 0) {report}\n}}\n"
    );
    let define = format!(
        "main main_of_the_student\nint armature_rounds = 0;\nint armature_line = 0;\n\
         bool armature_goes_on(int line) {{\n    if (++armature_rounds < {MAX_ROUNDS}) return true;\n    \
         if (armature_line == 0) armature_line = line;\n    return false;\n}}"
    );
    Some(Counted { text: counted, define })
}

/// Returns the tokens before and after a loop's condition. `tokens` begin with the loop's opening bracket.
fn condition_bounds(tokens: &[Token], is_for: bool) -> Option<(&Token, &Token)> {
    let mut depth = 0;
    let mut ends = Vec::new();
    for token in tokens {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && token.text == ";" {
            ends.push(token);
        }
        if depth == 0 {
            break;
        }
    }
    if is_for { Some((ends.first()?, ends.get(1)?)) } else { Some((tokens.first()?, ends.first()?)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_counts() {
        let text = "#version 330 core\nvoid main() {\n  for (int i = 0; i < 4;) x += f(i);\n  \
                    for (;;) { while (a && (b)) do { y; } while (c); }\n}\n";
        let counted = count_rounds(text, "discard;").expect("loops");
        for part in [
            "for (int i = 0;armature_goes_on(3) && ( i < 4);) x += f(i);",
            "for (;armature_goes_on(4);) { while (armature_goes_on(4) && (a && (b))) do { y; }",
            "while (armature_goes_on(4) && (c));",
            "if (armature_line > 0) discard;",
        ] {
            assert!(counted.text.contains(part), "{part}: {}", counted.text);
        }
        assert!(counted.define.starts_with("main main_of_the_student\n"), "{}", counted.define);
        assert!(count_rounds("// for (;;)\nvoid main() {}", "").is_none());
    }
}
