//! Compares how a shader declares its inputs with what it is given, which a compiler cannot know.

use crate::source::{self, Token};

const QUALIFIERS: [&str; 5] = ["in", "uniform", "out", "attribute", "varying"];

/// Returns the line of the first input that is declared as something else than it is, and a sentence about it. `inputs` have
/// qualifier, type and name: `uniform mat4 u_model`.
pub fn misdeclared<'a>(text: &str, inputs: impl IntoIterator<Item = &'a str>) -> Option<(usize, String)> {
    let tokens = outside_functions(text);
    let mut found: Vec<(usize, String)> = Vec::new();
    for expected in inputs {
        let [qualifier, ty, name] = expected.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let Some(place) = tokens.iter().position(|token| token.text == name) else { continue };
        let words = declaration(&tokens[..place]);
        let is_array = tokens.get(place + 1).is_some_and(|token| token.text == "[");
        let [.., declared] = words[..] else { continue };
        let given = words.iter().find(|word| QUALIFIERS.contains(word));
        let says = match given {
            None => format!(
                "`{name}` is declared without `{qualifier}`. What is the first word of the other lines that declare what \
                 the shader reads?"
            ),
            Some(&old @ ("attribute" | "varying")) => {
                format!("`{old}` is of an older GLSL: here `{name}` is declared with `{qualifier}`.")
            }
            Some(&given) if given != qualifier => {
                let is =
                    if qualifier == "in" { "differs from vertex to vertex" } else { "is the same for all vertices" };
                format!("`{name}` {is}: it is declared with `{qualifier}`, not `{given}`.")
            }
            Some(_) if qualifier == "in" && is_array => {
                format!("`{name}` is no array: leave `[..]` out. One `{ty}` has all of its numbers.")
            }
            Some(_) if !is_type(declared) || are_alike(declared, ty) => continue,
            Some(_) => {
                let mut says = format!("`{name}` is declared `{declared}`, and what arrives has the type `{ty}`.");
                // glium compares the number of components, and OpenGL does not.
                if qualifier == "in" && is_whole(declared) == is_whole(ty) {
                    says += " OpenGL would leave out or fill up components; here all of them are declared.";
                }
                says
            }
        };
        found.push((tokens[place].line, says));
    }
    found.into_iter().min_by_key(|(line, _)| *line)
}

/// Returns the line of the first sum that has no value before it is added to, and a sentence about it.
pub fn unset_sum(text: &str) -> Option<(usize, String)> {
    let tokens = source::tokens(text);
    for (index, declared) in tokens.windows(2).enumerate() {
        let name = &declared[1].text;
        let rest = &tokens[index + 2..];
        if parts(&declared[0].text).is_none() || !begin_with(behind_index(rest), [";"]) {
            continue;
        }
        let mut uses =
            (0..rest.len()).filter(|at| rest[*at].text == *name).map(|at| (at, behind_index(&rest[at + 1..])));
        let Some((first, behind)) = uses.next() else { continue };
        let is_set = uses.any(|(_, behind)| begin_with(behind, ["="]) && !begin_with(behind, ["=", "="]));
        if begin_with(behind, ["+", "="]) && !is_set {
            let says = format!("`{name}` has no value yet when this line adds to it, so the sum can be anything.");
            return Some((rest[first].line, says));
        }
    }
    None
}

/// Returns the tokens behind an index in brackets, if they begin with one.
fn behind_index(tokens: &[Token]) -> &[Token] {
    let end = tokens.iter().position(|token| token.text == "]").filter(|_| begin_with(tokens, ["["]));
    &tokens[end.map_or(0, |end| end + 1)..]
}

fn begin_with<const N: usize>(tokens: &[Token], words: [&str; N]) -> bool {
    tokens.len() >= N && tokens.iter().zip(words).all(|(token, word)| token.text == word)
}

/// Returns the tokens outside all braces, without lines for the preprocessor.
fn outside_functions(text: &str) -> Vec<Token> {
    let is_directive = |line: usize| text.lines().nth(line - 1).is_some_and(|line| line.trim_start().starts_with('#'));
    let mut depth = 0usize;
    let mut outside = Vec::new();
    for token in source::tokens(text) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ if depth == 0 && !is_directive(token.line) => outside.push(token),
            _ => {}
        }
    }
    outside
}

/// Returns the words before a name in its declaration, with the type last.
fn declaration(before: &[Token]) -> Vec<&str> {
    let is_word = |token: &&Token| token.text.starts_with(|first: char| first.is_alphabetic());
    let mut words: Vec<&str> = before.iter().rev().take_while(is_word).map(|token| token.text.as_str()).collect();
    words.reverse();
    words
}

fn is_type(word: &str) -> bool {
    word.starts_with("sampler") || parts(word).is_some()
}

/// Returns whether a value of one type can be read as the other: with as many numbers, integers or floats alike.
fn are_alike(one: &str, other: &str) -> bool {
    one == other || parts(one).is_some() && parts(one) == parts(other)
}

fn is_whole(ty: &str) -> bool {
    parts(ty).is_some_and(|(is_whole, ..)| is_whole)
}

/// Returns whether a type has whole numbers, whether it is a matrix, and how many numbers it has in a row.
fn parts(ty: &str) -> Option<(bool, bool, u32)> {
    let count = |digits: &str| digits.parse().ok().filter(|count| (2..=4).contains(count));
    let vector = |prefix| ty.strip_prefix(prefix).and_then(count);
    match ty {
        "float" => Some((false, false, 1)),
        "int" | "uint" => Some((true, false, 1)),
        _ => vector("vec")
            .map(|count| (false, false, count))
            .or_else(|| vector("ivec").or_else(|| vector("uvec")).map(|count| (true, false, count)))
            .or_else(|| vector("mat").map(|count| (false, true, count))),
    }
}

#[cfg(test)]
mod tests {
    use super::{misdeclared, unset_sum};

    const RIGHT: &str = "#version 330 core\nuniform mat4 u_model[96]; // in vec2 u_model\nflat in uvec4 a_joints;\n\
                         in vec4 a_weights;\nvoid main() {\n    vec3 a_weights = vec3(1.0);\n}\n";

    fn advice_on(from: &str, to: &str) -> Option<(usize, String)> {
        assert!(RIGHT.contains(from));
        let inputs = ["uniform mat4 u_model", "in uvec4 a_joints", "in vec4 a_weights", "in vec3 a_normal"];
        misdeclared(&RIGHT.replacen(from, to, 1), inputs)
    }

    #[test]
    fn inputs_are_declared_as_they_are() {
        assert_eq!(advice_on("uvec4", "ivec4"), None);
        assert_eq!(advice_on("in vec4 a_weights;\n", ""), None, "what is not declared is not read");
        assert_eq!(advice_on("in vec4", "in float4"), None, "the compiler knows that it is no type");
        for (from, to, line, words) in [
            ("in vec4", "in uvec4", 4, "`a_weights` is declared `uvec4`, and what arrives has the type `vec4`"),
            ("in vec4", "in highp vec3", 4, "type `vec4`. OpenGL would leave out or fill up components; here"),
            ("in uvec4", "in uint", 3, "is declared `uint`, and what arrives has the type `uvec4`. OpenGL would"),
            ("in vec4", "vec4", 4, "declared without `in`. What"),
            ("in vec4", "uniform vec4", 4, "differs from vertex to vertex: it is declared with `in`, not `uniform`"),
            ("in vec4", "attribute vec4", 4, "`attribute` is of an older GLSL"),
            ("a_weights;", "a_weights[4];", 4, "`a_weights` is no array"),
            ("uniform mat4", "in mat4", 2, "is the same for all vertices"),
            ("uniform mat4", "uniform mat3", 2, "the type `mat4`"),
            ("flat in uvec4", "in vec4", 3, "declared `vec4`"),
        ] {
            let (at, says) = advice_on(from, to).unwrap_or_default();
            assert!(at == line && says.contains(words), "{to}: {at}: {says}");
        }
    }

    #[test]
    fn a_sum_begins_with_a_value() {
        for (body, unset) in [
            ("mat4 sum;\nfor (;;) sum += x;", Some("sum")),
            ("vec4 rows[3];\nrows[row] += x;", Some("rows")),
            ("mat4 sum = mat4(0.0);\nsum += x;", None),
            ("float sum;\nsum = 0.0;\nsum += x;", None),
            ("float sum;\nif (i > 0) sum += x; else sum = x;", None),
            ("float most;\nif (most == 0.0) most = x;", None),
        ] {
            let found = unset_sum(body);
            assert_eq!(found.as_ref().map(|(line, _)| *line), unset.map(|_| 2), "{body}");
            assert!(
                unset.is_none_or(|name| found.is_some_and(|(_, says)| says.starts_with(&format!("`{name}` has no"))))
            );
        }
    }
}
