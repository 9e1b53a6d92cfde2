//! Lists of numbers as Collada writes them, separated by whitespace: most of every file.
//!
//! Numbers are read by the crate `fast-float2`, which rounds as the standard library does. The few spellings that neither
//! knows (decimal commas, Microsoft's NaN) are read here.

use fast_float2::FastFloat;

/// A token that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadToken {
    /// Text of the token, shortened.
    pub(super) token: String,
    /// Index of the value, from 0.
    pub(super) index: usize,
}

/// Appends the numbers of `text` to `values`, and returns whether one of them has a decimal comma, as some exporters
/// write by the user's language. Infinities and NaN are kept: the caller knows whether they are allowed.
///
/// # Errors
/// The first token that is not a number.
pub(super) fn read_numbers<T: FastFloat>(
    text: &str,
    values: &mut Vec<T>,
    from_double: fn(f64) -> T,
) -> Result<bool, BadToken> {
    let mut has_commas = false;
    for token in text.split_ascii_whitespace() {
        if let Ok(value) = fast_float2::parse(token) {
            values.push(value);
        } else if let Some((value, has_comma)) = parse_with_comma(token) {
            has_commas |= has_comma;
            values.push(from_double(value));
        } else {
            return Err(BadToken::new(token, values.len()));
        }
    }
    Ok(has_commas)
}

/// Appends the whole numbers of `text` to `values`.
///
/// # Errors
/// The first token that is not a whole number, or is outside the range of an `i32`.
pub(super) fn read_integers(text: &str, values: &mut Vec<i32>) -> Result<(), BadToken> {
    for token in text.split_ascii_whitespace() {
        values.push(token.parse().map_err(|_| BadToken::new(token, values.len()))?);
    }
    Ok(())
}

impl BadToken {
    fn new(token: &str, index: usize) -> Self {
        const MAX_CHARS: usize = 40;
        let mut shortened: String = token.chars().take(MAX_CHARS).collect();
        if shortened.len() < token.len() {
            shortened.push_str("...");
        }
        Self { token: shortened, index }
    }
}

/// Reads a number that may have a decimal comma, and returns it with whether it has one.
pub(super) fn parse_with_comma(text: &str) -> Option<(f64, bool)> {
    let text = text.trim();
    match text.parse().ok().or_else(|| parse_microsoft_nan(text)) {
        Some(value) => Some((value, false)),
        None => text.replacen(',', ".", 1).parse().ok().map(|value| (value, true)),
    }
}

/// Reads the spellings of NaN and infinity in Microsoft's libraries: `1.#QNAN`, `-1.#IND00`, `1.#INF`, cut to as many
/// letters as digits were requested (`1.#J`), and `-nan(ind)` of newer libraries.
fn parse_microsoft_nan(token: &str) -> Option<f64> {
    let rest = token.trim_start_matches(['-', '+']);
    if let Some(word) = rest.strip_prefix("1.#") {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_word = !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        return is_word.then_some(if letters == "INF" { f64::INFINITY } else { f64::NAN });
    }
    let (name, kind) = rest.strip_suffix(')')?.split_once('(')?;
    let is_word = kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (name.eq_ignore_ascii_case("nan") && is_word).then_some(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<Vec<f32>, BadToken> {
        let mut values = Vec::new();
        read_numbers(text, &mut values, |value| value as f32).map(|_| values)
    }

    #[test]
    fn all_spellings() {
        assert_eq!(
            list(" 1\t-2.5\r\n+2.0E+000 -4.98971e-007  .5 5. 0,5 -2,25e1 ").unwrap(),
            [1.0, -2.5, 2.0, -4.989_71e-7, 0.5, 5.0, 0.5, -22.5]
        );
        assert_eq!(list("").unwrap(), [0f32; 0]);
        for none in ["1.#QNAN", "-1.#IND00", "1.#SNAN0", "1.#J", "-1.#R", "-nan(ind)", "NAN(snan)", "nan()", "-nan"] {
            assert!(list(none).unwrap()[0].is_nan(), "{none}");
        }
        for large in ["1.#INF", "-1.#INF00", "INF", "-inf", "1e39"] {
            assert!(list(large).unwrap()[0].is_infinite(), "{large}");
        }
        for bad in ["1.#", "1.#5", "2.#INF", "1.#inf", "nan(", "nan(ind", "man(ind)", "(ind)"] {
            assert!(list(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        for (text, token, index) in [
            ("0 0 zero", "zero", 2),
            ("1 .  2", ".", 1),
            ("1e", "1e", 0),
            ("-", "-", 0),
            ("2 1.5.5", "1.5.5", 1),
            ("1 2 0,5,1", "0,5,1", 2),
            ("1 \u{e9}\u{e9}", "\u{e9}\u{e9}", 1),
            (&"x".repeat(50), &format!("{}...", "x".repeat(40)), 0),
        ] {
            assert_eq!(list(text), Err(BadToken { token: token.into(), index }));
        }
        let mut integers = Vec::new();
        assert!(read_integers("3 -1 +7 0002147483647 -2147483648", &mut integers).is_ok());
        assert_eq!(integers, [3, -1, 7, i32::MAX, i32::MIN]);
        for text in ["2147483648", "1.5", "-", "99999999999999999999", "1x"] {
            assert_eq!(read_integers(text, &mut Vec::new()).unwrap_err().token, text);
        }
    }
}
