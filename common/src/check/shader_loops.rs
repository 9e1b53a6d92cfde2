//! Loops of a shader that never end: found by counting rounds, before a graphics card hangs on one.

use super::source::{self, Token};
use crate::graphics::ShaderSource;

/// More rounds than the loops of a shader make together for one vertex or pixel.
pub(super) const MAX_ROUNDS: u32 = 20_000;

/// The same shader with its rounds counted. All loops end after [`MAX_ROUNDS`]; then its `main` does `report`, in
/// which `armature_line` is the line of the loop that was running. `None` if there is no loop.
///
/// Each condition is asked together with the count, so that it does not matter what a body looks like.
pub(super) fn counted(source: &ShaderSource, report: &str) -> Option<ShaderSource> {
    let text = source.text();
    let tokens = source::tokens(text);
    let conditions = tokens.windows(2).enumerate().filter_map(|(at, pair)| {
        let is_for = pair[0].text == "for";
        let is_loop = (is_for || pair[0].text == "while") && pair[1].text == "(";
        is_loop.then(|| condition(&tokens[at + 1..], is_for)).flatten()
    });
    let mut inserted: Vec<(usize, String)> = Vec::new();
    for (before, after) in conditions {
        let ask = format!("armature_goes_on({})", before.line);
        let is_empty = text[before.start + 1..after.start].trim().is_empty();
        inserted.push((before.start + 1, if is_empty { ask } else { format!("{ask} && (") }));
        inserted.extend((!is_empty).then(|| (after.start, ")".into())));
    }
    if inserted.is_empty() {
        return None;
    }
    inserted.sort_by_key(|(at, _)| *at);
    let mut counted = String::new();
    let mut done = 0;
    for (at, words) in inserted {
        counted += &text[done..at];
        counted += &words;
        done = at;
    }
    counted += &text[done..];
    counted += &format!(
        "\n#undef main\nvoid main() {{\n    main_of_the_student();\n    if (armature_line > 0) {report}\n}}\n"
    );
    let count = format!(
        "main main_of_the_student\nint armature_rounds = 0;\nint armature_line = 0;\n\
         bool armature_goes_on(int line) {{\n    if (++armature_rounds < {MAX_ROUNDS}) return true;\n    \
         if (armature_line == 0) armature_line = line;\n    return false;\n}}"
    );
    Some(ShaderSource::from_text(source.name(), counted).with_defines(&[&count]))
}

/// The tokens before and after the condition of a loop, whose opening bracket comes first.
fn condition(tokens: &[Token], is_for: bool) -> Option<(&Token, &Token)> {
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
    fn every_condition_asks_the_count() {
        let text = "#version 330 core\nvoid main() {\n  for (int i = 0; i < 4;) x += f(i);\n  \
                    for (;;) { while (a && (b)) do { y; } while (c); }\n}\n";
        let counted = counted(&ShaderSource::from_text("a.vert", text), "discard;").unwrap();
        for part in [
            "for (int i = 0;armature_goes_on(3) && ( i < 4);) x += f(i);",
            "for (;armature_goes_on(4);) { while (armature_goes_on(4) && (a && (b))) do { y; }",
            "while (armature_goes_on(4) && (c));",
            "if (armature_line > 0) discard;",
            "#define main main_of_the_student\n",
        ] {
            assert!(counted.text().contains(part), "{part}: {}", counted.text());
        }
        let plain = ShaderSource::from_text("a.vert", "// for (;;)\nvoid main() {}");
        assert!(super::counted(&plain, "").is_none());
    }
}
