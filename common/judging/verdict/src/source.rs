//! The student's text as tokens without comments, and the tokens and lines of a function.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

pub use crate::workspace::{lessons, shaders};

/// Returns the files in a folder and in all folders below; none if the folder does not exist.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// A token with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token as written: a string, a number, a name, or any other single character.
    pub text: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Offset in bytes.
    pub start: usize,
}

/// Splits Rust or GLSL into tokens, without comments, white space, and the comma that rustfmt puts before a closing bracket
/// when it breaks a line.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (length, kind) = next_token(rest, first);
        let (text, after) = rest.split_at(length);
        if kind == Kind::Token {
            let trailing_comma = tokens.last().is_some_and(|t| t.text == ",");
            if trailing_comma && matches!(text, ")" | "]" | "}") {
                tokens.pop();
            }
            let start = source.len() - rest.len();
            tokens.push(Token { text: text.to_owned(), line, start });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// Returns the tokens of `fn name(..) { .. }`, from `fn` to its closing brace.
pub fn function<'a>(tokens: &'a [Token], name: &str) -> Option<&'a [Token]> {
    tokens.get(function_range(tokens, name)?)
}

/// Returns the indices of the tokens of `fn name(..) { .. }`.
pub(super) fn function_range(tokens: &[Token], name: &str) -> Option<RangeInclusive<usize>> {
    let start = tokens.windows(2).position(|pair| pair[0].text == "fn" && pair[1].text == name)?;
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(start..=index);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the names of a file's functions: those outside of all blocks, and those of `impl` blocks of this type.
pub fn functions_of<'a>(tokens: &'a [Token], type_name: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut is_in_type = false;
    for [first, second, third] in tokens.array_windows() {
        match first.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "impl" if depth == 0 => is_in_type = second.text == type_name && third.text == "{",
            "fn" if depth == 0 || depth == 1 && is_in_type => names.push(&*second.text),
            _ => {}
        }
        is_in_type &= depth > 0 || first.text != "}";
    }
    names
}

/// The type in a student's own program that has functions of TODOs.
pub const SCENE: &str = "Scene";

/// The comment above an answer that is the course's solution, in a program of the student's own.
pub const BORROWED: &str = "// Borrowed: this is the course's solution, for mine does not pass yet.";

/// Returns the lines of `fn name(..) { .. }`.
pub fn lines_of(source: &str, name: &str) -> Option<RangeInclusive<usize>> {
    let tokens = tokens(source);
    let function = function(&tokens, name)?;
    Some(function.first()?.line..=function.last()?.line)
}

/// Largest number of functions before a line that are searched, because a hostile text may have thousands.
const MAX_FUNCTIONS: usize = 50;

/// Returns the name and the tokens of the outermost function around a line.
pub fn function_at(tokens: &[Token], line: usize) -> Option<(&str, &[Token])> {
    let names = tokens.windows(2).rev().filter(|pair| pair[0].text == "fn" && pair[0].line <= line).take(MAX_FUNCTIONS);
    let functions = names.filter_map(|pair| Some((&*pair[1].text, function(tokens, &pair[1].text)?)));
    functions
        .filter(|(_, function)| matches!(function, [first, .., last] if (first.line..=last.line).contains(&line)))
        .last()
}

/// Returns whether a function, or without a name the whole text, is the same in both texts, comments and layout aside. A
/// function that is missing in either text is not the same.
pub fn same(name: Option<&str>, a: &str, b: &str) -> bool {
    let a = tokens(a);
    let b = tokens(b);
    let [a, b] = [&a, &b].map(|tokens| match name {
        Some(name) => function(tokens, name),
        None => Some(&tokens[..]),
    });
    let (Some(a), Some(b)) = (a, b) else { return false };
    a.iter().map(|token| &token.text).eq(b.iter().map(|token| &token.text))
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Token,
    Blank,
}

/// Longest character with its quotes, in bytes: `'\u{10FFFF}'`.
const MAX_CHARACTER: usize = 12;

/// Returns the length in bytes of the token, comment or white space at the beginning of `rest`: at least one character.
fn next_token(rest: &str, first: char) -> (usize, Kind) {
    if first.is_whitespace() {
        (rest.len() - rest.trim_start().len(), Kind::Blank)
    } else if rest.starts_with("//") {
        (rest.find('\n').unwrap_or(rest.len()), Kind::Blank)
    } else if rest.starts_with("/*") {
        (block_comment_length(rest), Kind::Blank)
    } else if let Some(length) = raw_string_length(rest) {
        (length, Kind::Token)
    } else if rest.strip_prefix("r#").is_some_and(|name| name.starts_with(is_word)) {
        (2, Kind::Blank) // `r#name` is `name`
    } else if first == '"' {
        (quoted_length(rest, '"').unwrap_or(rest.len()), Kind::Token)
    } else if first == '\'' {
        // A character, or else a lifetime: `'a'` closes within a few bytes, `'a` does not. A search for the quote to the
        // end of a long text of quotes would be quadratic.
        let near = &rest[..rest.floor_char_boundary(MAX_CHARACTER)];
        let character = quoted_length(near, '\'').filter(|_| !is_lifetime(rest));
        (character.unwrap_or(1), Kind::Token)
    } else if is_word(first) {
        (rest.len() - rest.trim_start_matches(is_word).len(), Kind::Token)
    } else {
        (first.len_utf8(), Kind::Token)
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_lifetime(rest: &str) -> bool {
    let mut chars = rest.chars().skip(1);
    chars.next().is_some_and(is_word) && chars.next() != Some('\'')
}

/// Returns the length in bytes of a block comment, which may contain others, as in Rust. In GLSL they do not nest, but
/// nobody writes the opening mark inside a comment.
fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0;
    let mut length = 0;
    while length < rest.len() {
        if rest[length..].starts_with("/*") {
            depth += 1;
            length += 2;
        } else if rest[length..].starts_with("*/") {
            depth -= 1;
            length += 2;
            if depth == 0 {
                return length;
            }
        } else {
            length += rest[length..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Returns the length in bytes of a quoted text with both quotes; `None` if it does not end.
fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(index + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// Returns the length in bytes of a raw string, `r"..."` or `br#"..."#`, if `rest` begins with one.
fn raw_string_length(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix(['b', 'c']).unwrap_or(rest).strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&close).map_or(body.len(), |start| start + close.len());
    Some(rest.len() - body.len() + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        tokens(source).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn comments_and_layout_do_not_count() {
        let a = "fn tip(a: u8) -> u8 {\n    // TODO: /* not */ yet\n    let _ = a; /* x /* y */ z */\n    0\n}\n";
        let b = "fn tip(\n a: u8,\n) -> u8 { let _ = a; 0 }";
        assert_eq!(texts(a), texts(b));
        assert!(same(Some("tip"), a, b));
        assert!(!same(Some("tip"), a, "fn tip(a: u8) -> u8 { let _ = a; 1 }"));
        assert!(!same(Some("tip"), a, "fn top() {}"), "renamed");
    }

    #[test]
    fn only_the_function_counts() {
        let a = "use x;\nfn one() { f(|| { 1 }) }\nfn two() {}";
        let b = "fn helper() {}\nfn two() { todo!() }\nfn one() { f(|| { 1 }) }";
        assert!(same(Some("one"), a, b));
        assert!(!same(Some("two"), a, b));
        assert_eq!(lines_of("\n\nfn one() {\n}\n", "one"), Some(3..=4));
    }

    #[test]
    fn functions_of_other_types_and_inner_ones_do_not_count() {
        let text = "fn react() { fn inner() {} }\nimpl Scene { pub fn step(&self) { let fall: fn() = f; } }\n\
                    impl Ball { fn fall(&self) {} }\ntrait Draw { fn draw(&self); }\nfn show(scene: &impl Scene) { fn pose() {} }";
        assert_eq!(functions_of(&tokens(text), "Scene"), ["react", "step", "show"]);
    }

    #[test]
    fn strings_characters_and_lifetimes() {
        assert_eq!(texts(r#"f("a // } b", 'x', '\'')"#), ["f", "(", r#""a // } b""#, ",", "'x'", ",", r"'\''", ")"]);
        assert_eq!(texts("<'a>(&'a str)"), ["<", "'", "a", ">", "(", "&", "'", "a", "str", ")"]);
        assert_eq!(texts("r#\"a\"b\"# r\"\\\" x"), ["r#\"a\"b\"#", "r\"\\\"", "x"]);
        assert_eq!(texts("r#fn r # x"), ["fn", "r", "#", "x"]);
        assert_eq!(texts("br\"\\\" x cr#\"\"\"# y r"), ["br\"\\\"", "x", "cr#\"\"\"#", "y", "r"]);
        assert_eq!(texts(r"'\u{10FFFF}' '😀'"), [r"'\u{10FFFF}'", "'😀'"]);
        assert_eq!(texts("\"open"), ["\"open"]);
        assert_eq!(texts("/* open"), Vec::<String>::new());
    }

    /// The longest text that is graded, made of what could begin a token that does not end: a search to the end of the text
    /// for each of them would hold up this test.
    #[test]
    fn no_text_takes_long() {
        for part in ["'\\", "'", "'a ", "\"", "/*", "r#", "r\"#", "br", "{", "(", "b'", "\\", "'\\u{", "r##\"\"#"] {
            let text = part.repeat(256 * 1024 / part.len());
            assert!(!tokens(&text).is_empty() || part == "/*", "{part}");
        }
    }
}
