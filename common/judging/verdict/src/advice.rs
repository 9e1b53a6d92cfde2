//! Explanations of compilers' errors and of panics in any lesson: the sentences of `advice.toml`.

use super::{CompilerError, LessonToml};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advice {
    compiler: Vec<CompilerError>,
    shader: Vec<ShaderAdvice>,
    panic: Vec<Panic>,
}

/// An error of a shader, and a sentence about it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ShaderAdvice {
    /// Words of which the driver's message must contain one.
    words: Vec<String>,
    /// Words of which the line that the message names must contain one, if there are any.
    #[serde(default)]
    line: Vec<String>,
    /// Whether a name is not known: a page asks for the known name that is nearest.
    #[serde(default)]
    is_name: bool,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Panic {
    /// Words that the message must contain.
    words: String,
    says: String,
}

static GENERAL: LazyLock<Advice> =
    LazyLock::new(|| toml::from_str(include_str!("advice.toml")).unwrap_or_else(|e| panic!("advice.toml: {e}")));

/// An error of rustc at one place in an exercise.
#[derive(Clone, Copy)]
pub struct CompilerMessage<'a> {
    /// `"E0308"`, or a lint's name; empty for a syntax error.
    pub code: &'a str,
    /// rustc's message.
    pub rendered: &'a str,
    /// The expressions that rustc underlines, the one at fault first.
    pub marked: &'a [String],
    /// The text of the function around it.
    pub around: &'a str,
}

/// Returns rustc's message without the lines of code that it quotes, whose types need not be those expected and found.
fn without_code(rendered: &str) -> String {
    let mut lines: Vec<&str> = rendered.lines().collect();
    lines.retain(|line| !line.trim_start().starts_with(|first: char| first.is_ascii_digit()));
    lines.join("\n")
}

/// Returns the explanation of a compiler's error: a sentence of the lesson, or of those for all lessons.
pub fn compiler_advice(lesson: &LessonToml, message: CompilerMessage) -> Option<String> {
    let CompilerMessage { code, rendered, marked, around } = message;
    let first = marked.first().map_or("", String::as_str);
    let text = if code == "E0308" { without_code(rendered) } else { rendered.to_owned() };
    let known = lesson.compiler.iter().chain(&GENERAL.compiler).find(|known| {
        let [words, any, at, around_it] = [&known.words, &known.any, &known.at, &known.around]
            .map(|all| all.iter().map(|words| words.replace("{marked}", first)).collect::<Vec<_>>());
        known.code == code
            && words.iter().all(|words| text.contains(words))
            && (any.is_empty() || any.iter().any(|words| text.contains(words)))
            && (at.is_empty() || at.iter().any(|words| marked.iter().any(|marked| marked.contains(words))))
            && (around_it.is_empty() || around_it.iter().any(|words| are_in_order(around, words)))
    })?;
    Some(known.says.replace("{marked}", first))
}

/// Returns whether a text contains the parts between ` .. ` one after another.
fn are_in_order(text: &str, parts: &str) -> bool {
    let mut rest = Some(text);
    for part in parts.split(" .. ") {
        rest = rest.and_then(|text| text.split_once(part)).map(|(_, after)| after);
    }
    rest.is_some()
}

/// Returns all errors of shaders that have a sentence: the first that fits counts.
pub fn shader_errors() -> &'static [ShaderAdvice] {
    &GENERAL.shader
}

/// Returns the explanation of a driver's message about a line of a shader.
pub fn shader_advice(message: &str, line: &str) -> Option<&'static str> {
    let known = GENERAL.shader.iter().find(|known| {
        known.words.iter().any(|words| message.contains(words))
            && (known.line.is_empty() || known.line.iter().any(|words| line.contains(words)))
    })?;
    Some(&known.says)
}

/// Returns the explanation of a panic's message.
pub fn panic_advice(message: &str) -> Option<String> {
    let known = GENERAL.panic.iter().find(|known| message.contains(&known.words))?;
    let length = message.split_once("the len is ").and_then(|(_, rest)| rest.split(' ').next());
    let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    let last = length.saturating_sub(1).to_string();
    Some(known.says.replace("{length}", &length.to_string()).replace("{last}", &last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages are std's own, so a Rust with other messages fails this test.
    #[test]
    fn panics() {
        is_advised(|| vec![0; 12][std::hint::black_box(12)], "the last of 12 is number 11.");
        is_advised(|| Vec::new()[std::hint::black_box(0)], "no elements");
        is_advised(|| std::hint::black_box(0_usize) - 1, "cannot go below 0");
        is_advised(|| std::hint::black_box(usize::MAX) + 1, "huge");
        is_advised(|| std::hint::black_box(None).unwrap(), "a `None`");
        is_advised(|| std::hint::black_box(Err("no")).unwrap(), "an `Err`");
        assert_eq!(panic_advice("no"), None);
    }

    fn is_advised(panics: fn() -> usize, words: &str) {
        let panic = std::panic::catch_unwind(panics).expect_err(words);
        let message =
            panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| (*text).into()));
        let message: String = message.expect("a text");
        let advice = panic_advice(&message).unwrap_or_default();
        assert!(advice.contains(words), "{advice}");
    }

    #[test]
    fn shaders() {
        let unexpected = "syntax error, unexpected NEW_IDENTIFIER, expecting ',' or ';'";
        for (message, line, words) in [
            (unexpected, "let p = vec4(1.0);", "no `let`"),
            (unexpected, "mut vec4 p = vec4(1.0);", "no `mut`"),
            (unexpected, "vec4 p q;", "semicolon"),
            ("`gl_position' undeclared", "", "Capitals"),
            ("`u_clip' undeclared", "", "does not exist"),
            ("too few components to construct `vec4'", "", "of four numbers"),
            ("too few components to construct `mat3'", "v_normal = mat3(m * vec4(a, 1.0));", "bracket"),
            ("initializer of type uint cannot be assigned to variable of type int", "int j = a_joints[i];", "unsigned"),
            ("could not implicitly convert operands to arithmetic operator", "i * u_n + a_joints[i]", "unsigned"),
            ("could not implicitly convert operands to arithmetic operator", "int n = 2.0 * i;", "different kinds"),
            ("vector size mismatch for arithmetic operator", "rows[0].xyz += v;", "`.xyz`"),
            ("initializer of type ivec2 cannot be assigned to variable of type int", "", "width and height"),
            ("array index must be scalar", "a_weights[a_joints]", "one number"),
            ("RHS of operator % must be an integer", "", "ints only"),
            ("if-statement condition must be scalar boolean", "if (weight)", "compare"),
            ("no matching function for call to `texelFetch(sampler2D, ivec2)'; candidates are:", "", "level 0"),
            ("no matching function for call to `mix(vec4, vec4)'; candidates are:", "", "arguments"),
            ("initializer of const variable `texel' must be a constant expression", "", "leave it out"),
            ("cannot dereference non-array / non-matrix / non-vector", "u_palettes[texel]", "texelFetch"),
            ("`rows' redeclared", "", "already"),
            ("invalid swizzle / mask `xyzw'", "p = position.xyzw;", "A vec3 has x, y and z"),
            ("assignment to read-only variable 'gl_VertexID'", "if (gl_VertexID = 0) {}", "`==`"),
            ("syntax error, unexpected end of file", "", "a `}` is missing"),
            ("unsized array index must be constant", "", "needs its length"),
            ("illegal use of reserved word `input'", "", "another name"),
            ("`return' with wrong type vec4, in function `main' returning void", "", "`main` returns nothing"),
        ] {
            let advice = shader_advice(message, line).unwrap_or_default();
            assert!(advice.contains(words), "{message}: {advice}");
        }
        assert_eq!(shader_advice("something odd", ""), None);
    }

    /// Returns ANGLE's message about a product of these types.
    fn operands(left: &str, right: &str) -> String {
        format!(
            "'*' : wrong operand types - no operation '*' exists that takes a left-hand operand of type '{left}' and a \
             right operand of type '{right}' (or there is no acceptable conversion)"
        )
    }

    /// Chromium and Firefox compile shaders with ANGLE, which has other messages than a desktop's driver.
    #[test]
    fn shaders_in_a_browser() {
        for (message, line, words) in [
            ("'}' : syntax error", "}", "semicolon at the end of the line above"),
            ("'' : syntax error", "", "a `}` is missing"),
            (operands("const int", "const float").as_str(), "2 * 0.5", "write `2.0`"),
            (
                operands("highp uint", "highp 4X4 matrix of float").as_str(),
                "a_joints.x * u_palette[0]",
                "What multiplies a matrix",
            ),
            (
                operands("in highp 3-component vector of float", "highp 4X4 matrix of float").as_str(),
                "",
                "A mat4 takes a vec4",
            ),
            ("'*' : array / non-array mismatch", "", "a whole array"),
            ("'=' : cannot convert from 'const int' to 'highp float'", "float w = 1;", "`1.0` instead of `1`"),
            ("'=' : cannot convert from 'const float' to 'highp int'", "int i = 1.0;", "`1` instead of `1.0`"),
            ("'=' : cannot convert from 'const int' to 'highp uint'", "uint i = 0;", "`0u`"),
            ("'=' : dimension mismatch", "", "differ in size"),
            ("'1f' : invalid number", "", "write `1.0`"),
            (
                operands("highp 4X4 matrix of float", "highp 4-component vector of float").replace('*', "+").as_str(),
                "",
                "a matrix and a vector",
            ),
            ("'u_model' : implicitly sized arrays only allowed for tessellation shaders", "", "needs its length"),
            (
                "'assign' : l-value required (can't modify gl_VertexID \"gl_VertexID\")",
                "if (gl_VertexID = 0) {}",
                "`==`",
            ),
            ("'assign' : l-value required (can't modify an input \"a_position\")", "", "your own variable"),
            ("'constructor' : too many arguments", "vec4(a_position, 1,0)", "not a comma"),
            ("'half' : Illegal use of reserved word", "", "another name"),
            ("'return' : void function cannot return a value", "", "`main` returns nothing"),
            ("'f' : Function does not return a value", "", "ends in `return value;`"),
            ("'[]' : integer expression required", "", "An index is one number"),
            ("'[]' : array index out of range", "", "its length less 1"),
            ("'Vec4' : no matching overloaded function found", "", "lower case"),
            ("'extend' : invalid method", "", "no methods"),
            ("-1:-1: '' : Missing main()", "", "is its name right?"),
        ] {
            let advice = shader_advice(message, line).unwrap_or_default();
            assert!(advice.contains(words), "{message}: {advice}");
        }
    }

    /// Returns a lesson with these sentences.
    fn parsed(compiler: &str) -> LessonToml {
        let todo = "[[todo]]\nname = \"x\"\nfinished_in = \"y\"\nchanges = 0.1\nhints = [\"a\", \"b\", \"c\"]\n";
        let text = format!("format = 2\ntitle = \"t\"\nminutes = 1\n{todo}{compiler}");
        LessonToml::parse("03", &text).unwrap()
    }

    /// rustc suggests `split_at_mut`.
    #[test]
    fn a_list_that_changes_while_an_element_is_borrowed() {
        let rendered = "cannot borrow `*keys` as mutable because it is also borrowed as immutable";
        let marked = &["keys".to_owned()];
        let around = "let before = &keys[i - 1];\nlet key = &mut keys[i];";
        let message = CompilerMessage { code: "E0502", rendered, marked, around };
        let says = compiler_advice(&parsed(""), message).unwrap();
        assert!(says.contains("`&keys[..]` borrows the list"), "{says}");
    }

    #[test]
    fn the_lessons_sentence_goes_first() {
        let own = "[[compiler]]\ncode = \"E0308\"\nwords = [\"integer\"]\nsays = \"ours\"\n";
        assert_eq!(advice_on(own, "E0308", "2").as_deref(), Some("ours"));
        let general = advice_on("", "E0308", "2").unwrap();
        assert!(general.contains("is an integer"), "{general}");
        assert_eq!(advice_on("", "E0001", "2"), None);
        let here = own.replace("says", "at = [\"two\"]\naround = [\"let mut {marked}\"]\nsays");
        assert_eq!(advice_on(&here, "E0308", "two").as_deref(), Some("ours"));
        assert_eq!(advice_on(&here, "E0308", "two + 1"), Some(general.clone()), "no variable of that name");
        assert_eq!(advice_on(&here, "E0308", "2"), Some(general), "another expression");
    }

    fn advice_on(lesson: &str, code: &str, marked: &str) -> Option<String> {
        let marked = &[marked.to_owned()];
        let rendered = "expected `f32`, found integer";
        let message = CompilerMessage { code, rendered, marked, around: "let mut two = 1;" };
        compiler_advice(&parsed(lesson), message)
    }
}
