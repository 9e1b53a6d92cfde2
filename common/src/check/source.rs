//! The student's text: its tokens with comments aside, one function's tokens, and the lines it stands in.

#[cfg(feature = "runtime")]
use given::Task;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

pub use crate::workspace::{lessons, shaders};

/// The files in a folder and in all folders below it. It need not exist.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// One token, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token as written. A string, a number or a name is one token; of the rest each character is.
    pub text: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// Offset in bytes.
    pub start: usize,
}

/// The tokens of Rust or GLSL, without comments and white space, and without the comma that rustfmt
/// puts before a closing bracket when it breaks a line.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (length, kind) = next(rest, first);
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

/// The tokens of `fn name(..) { .. }`, from `fn` to its closing brace.
pub fn function<'a>(tokens: &'a [Token], name: &str) -> Option<&'a [Token]> {
    tokens.get(function_range(tokens, name)?)
}

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

/// The lines in which `fn name` stands.
pub fn lines_of(source: &str, name: &str) -> Option<RangeInclusive<usize>> {
    let tokens = tokens(source);
    let function = function(&tokens, name)?;
    Some(function.first()?.line..=function.last()?.line)
}

/// Functions before a line that are looked at: of a hostile text there may be thousands.
const MAX_FUNCTIONS: usize = 50;

/// The name of the outermost function that this line stands in, and its tokens.
pub fn function_at(tokens: &[Token], line: usize) -> Option<(&str, &[Token])> {
    let names = tokens.windows(2).rev().filter(|pair| pair[0].text == "fn" && pair[0].line <= line).take(MAX_FUNCTIONS);
    let functions = names.filter_map(|pair| Some((&*pair[1].text, function(tokens, &pair[1].text)?)));
    functions
        .filter(|(_, function)| matches!(function, [first, .., last] if (first.line..=last.line).contains(&line)))
        .last()
}

/// True if both texts say the same, comments and layout aside. For a function only its own text counts;
/// one that is missing in either text is not the same.
#[cfg(feature = "runtime")]
pub fn same(task: Task, a: &str, b: &str) -> bool {
    let a = tokens(a);
    let b = tokens(b);
    let [a, b] = match task {
        Task::Function(name) => [&a, &b].map(|tokens| function(tokens, name)),
        Task::Shader(_) => [Some(&a[..]), Some(&b[..])],
    };
    let (Some(a), Some(b)) = (a, b) else { return false };
    a.iter().map(|token| &token.text).eq(b.iter().map(|token| &token.text))
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Token,
    Blank,
}

/// Returns the length of the next token, comment or blank in bytes: at least one character.
fn next(rest: &str, first: char) -> (usize, Kind) {
    if first.is_whitespace() {
        (rest.len() - rest.trim_start().len(), Kind::Blank)
    } else if rest.starts_with("//") {
        (rest.find('\n').unwrap_or(rest.len()), Kind::Blank)
    } else if rest.starts_with("/*") {
        (block_comment(rest), Kind::Blank)
    } else if let Some(length) = raw_string(rest) {
        (length, Kind::Token)
    } else if rest.strip_prefix("r#").is_some_and(|name| name.starts_with(is_word)) {
        (2, Kind::Blank) // `r#name` is `name`
    } else if first == '"' {
        (quoted(rest, '"').unwrap_or(rest.len()), Kind::Token)
    } else if first == '\'' {
        // A character, or else a lifetime: `'a'` closes within a few characters, `'a` does not.
        let character = quoted(rest, '\'').filter(|&length| length <= 12 && !is_lifetime(rest));
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

/// Nested, as in Rust; GLSL's do not nest, but nobody writes the opening mark inside one.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Bytes up to and with the closing quote.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// `r"..."`, `r#"..."#` and so on.
fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&close).map_or(body.len(), |at| at + close.len());
    Some(1 + hashes + 1 + end)
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
        assert!(same(Task::Function("tip"), a, b));
        assert!(!same(Task::Function("tip"), a, "fn tip(a: u8) -> u8 { let _ = a; 1 }"));
        assert!(!same(Task::Function("tip"), a, "fn top() {}"), "renamed");
    }

    #[test]
    fn only_the_function_counts() {
        let a = "use x;\nfn one() { f(|| { 1 }) }\nfn two() {}";
        let b = "fn helper() {}\nfn two() { todo!() }\nfn one() { f(|| { 1 }) }";
        assert!(same(Task::Function("one"), a, b));
        assert!(!same(Task::Function("two"), a, b));
        assert_eq!(lines_of("\n\nfn one() {\n}\n", "one"), Some(3..=4));
    }

    #[test]
    fn strings_characters_and_lifetimes() {
        assert_eq!(texts(r#"f("a // } b", 'x', '\'')"#), ["f", "(", r#""a // } b""#, ",", "'x'", ",", r"'\''", ")"]);
        assert_eq!(texts("<'a>(&'a str)"), ["<", "'", "a", ">", "(", "&", "'", "a", "str", ")"]);
        assert_eq!(texts("r#\"a\"b\"# r\"\\\" x"), ["r#\"a\"b\"#", "r\"\\\"", "x"]);
        assert_eq!(texts("r#fn r # x"), ["fn", "r", "#", "x"]);
        assert_eq!(texts("\"open"), ["\"open"]);
        assert_eq!(texts("/* open"), Vec::<String>::new());
    }
}
