//! Lists of numbers as Collada writes them, separated by whitespace: most of every file.
//!
//! Numbers are read by the crate `fast-float2`, which rounds as the standard library does. The few spellings
//! that neither knows (decimal commas, Microsoft's NaN) are read here.

/// A token that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadToken {
    /// The token's text, shortened.
    pub(super) token: String,
    /// The index of the value, from 0.
    pub(super) index: usize,
}

/// Whether a list of numbers had decimal commas, as some exporters write them by the user's locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimals {
    /// Decimal points, as specified.
    Points,
    /// `0,5` at least once.
    Commas,
}

/// Appends the numbers of `text` to `values`. Infinities and NaN are kept: the caller knows whether they are
/// allowed.
///
/// # Errors
/// The first token that is not a number.
pub(super) fn read_floats(text: &str, values: &mut Vec<f32>) -> Result<Decimals, BadToken> {
    read_decimals(text, values, parse_float, |value| value as f32)
}

/// Reads numbers as [`read_floats`] does, in double precision: for the few numbers of a transform.
///
/// # Errors
/// The first token that is not a number.
pub(super) fn read_doubles(text: &str, values: &mut Vec<f64>) -> Result<Decimals, BadToken> {
    read_decimals(text, values, |rest| fast_float2::parse_partial(rest).ok(), |value| value)
}

/// Appends numbers with decimal points, which `usual` reads, or decimal commas.
#[inline]
fn read_decimals<T>(
    text: &str,
    values: &mut Vec<T>,
    usual: impl Fn(&[u8]) -> Option<(T, usize)>,
    from_double: impl Fn(f64) -> T,
) -> Result<Decimals, BadToken> {
    let mut decimals = Decimals::Points;
    read_tokens(text, values, usual, |token| {
        let (value, has_comma) = parse_with_comma(token)?;
        decimals = if has_comma { Decimals::Commas } else { decimals };
        Some(from_double(value))
    })?;
    Ok(decimals)
}

/// Appends the whole numbers of `text` to `values`.
///
/// # Errors
/// The first token that is not a whole number, or is outside the range of an `i32`.
pub(super) fn read_integers(text: &str, values: &mut Vec<i32>) -> Result<(), BadToken> {
    read_tokens(text, values, short_integer, |token| token.parse().ok())
}

/// Appends the values of all tokens. `usual` reads a value from the start of the rest of the text and returns
/// its length; `unusual` reads a whole token where `usual` fails or stops before the token's end.
#[inline]
fn read_tokens<T>(
    text: &str,
    values: &mut Vec<T>,
    usual: impl Fn(&[u8]) -> Option<(T, usize)>,
    mut unusual: impl FnMut(&str) -> Option<T>,
) -> Result<(), BadToken> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        while at < bytes.len() && bytes[at] <= b' ' {
            at += 1;
        }
        if at >= bytes.len() {
            return Ok(());
        }
        let is_end = |end: usize| bytes.get(end).is_none_or(|byte| *byte <= b' ');
        match usual(&bytes[at..]) {
            Some((value, length)) if is_end(at + length) => {
                values.push(value);
                at += length;
            }
            _ => {
                let rest = &bytes[at..];
                let length = rest.iter().position(|byte| *byte <= b' ').unwrap_or(rest.len());
                let token = &text[at..at + length]; // whitespace is ASCII: between characters
                values.push(unusual(token).ok_or_else(|| BadToken::new(token, values.len()))?);
                at += length;
            }
        }
    }
}

#[inline]
fn parse_float(bytes: &[u8]) -> Option<(f32, usize)> {
    short_decimal(bytes).or_else(|| fast_float2::parse_partial(bytes).ok())
}

/// Reads a short decimal and returns its value and its length in bytes. Digits that make at most 2^24 without the point,
/// and the powers of ten up to 10^10, are exact in an `f32`, so that one division rounds once (William D. Clinger, "How
/// to read floating point numbers accurately", PLDI 1990). Most numbers in files are short.
#[inline]
fn short_decimal(bytes: &[u8]) -> Option<(f32, usize)> {
    const MAX_DIGITS: usize = 9; // a u32 holds them
    const POWERS: [f32; MAX_DIGITS + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
    let negative = bytes[0] == b'-';
    let start = usize::from(negative);
    let (whole, point) = read_digits(bytes, start, 0);
    let (all, end, count, decimals) = if bytes.get(point) == Some(&b'.') {
        let (all, end) = read_digits(bytes, point + 1, whole);
        (all, end, end - start - 1, end - point - 1)
    } else {
        (whole, point, point - start, 0)
    };
    if !(1..=MAX_DIGITS).contains(&count) || all > 1 << f32::MANTISSA_DIGITS {
        return None;
    }
    let value = all as f32 / POWERS[decimals];
    Some((if negative { -value } else { value }, end))
}

/// Appends the decimal digits from byte `end` on to a number and returns it with the end of the digits. A number too large
/// for a `u32` wraps around.
#[inline]
fn read_digits(bytes: &[u8], mut end: usize, mut number: u32) -> (u32, usize) {
    while let Some(digit) = bytes.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = number.wrapping_mul(10).wrapping_add(u32::from(digit));
        end += 1;
    }
    (number, end)
}

/// Reads a whole number of up to nine digits, so that an `i32` holds any, and returns its value and its length in bytes.
#[inline]
fn short_integer(bytes: &[u8]) -> Option<(i32, usize)> {
    const MAX_DIGITS: usize = 9;
    let negative = bytes[0] == b'-';
    let start = usize::from(negative);
    let (value, end) = read_digits(bytes, start, 0);
    let value = if negative { (value as i32).wrapping_neg() } else { value as i32 };
    (1..=MAX_DIGITS).contains(&(end - start)).then_some((value, end))
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

/// Reads the spellings of NaN and infinity in Microsoft's libraries: `1.#QNAN`, `-1.#IND00`, `1.#INF`, cut to as many
/// letters as digits were requested (`1.#J`), and `-nan(ind)` of newer libraries.
fn parse_microsoft_nan(token: &str) -> Option<f64> {
    let (sign, rest) = match token.as_bytes().first()? {
        b'-' => (-1.0, &token[1..]),
        b'+' => (1.0, &token[1..]),
        _ => (1.0, token),
    };
    if let Some(word) = rest.strip_prefix("1.#") {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let named = !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_uppercase());
        return named.then(|| if letters == "INF" { sign * f64::INFINITY } else { f64::NAN });
    }
    let kind = rest.strip_suffix(')')?.split_once('(')?;
    let word = kind.1.bytes().all(|b| b.is_ascii_alphanumeric());
    (kind.0.eq_ignore_ascii_case("nan") && word).then_some(f64::NAN)
}

/// Reads a number that may have a decimal comma, as some exporters write by the user's language. Returns the number and
/// whether there was a comma.
pub(super) fn parse_with_comma(text: &str) -> Option<(f64, bool)> {
    let text = text.trim();
    match text.parse().ok().or_else(|| parse_microsoft_nan(text)) {
        Some(value) => Some((value, false)),
        None => text.replacen(',', ".", 1).parse().ok().map(|value| (value, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(text: &str) -> Result<Vec<f32>, BadToken> {
        let mut values = Vec::new();
        read_floats(text, &mut values).map(|_| values)
    }

    #[test]
    fn all_spellings() {
        assert_eq!(
            list(" 1\t-2.5\r\n+2.0E+000 -4.98971e-007  .5 5. ").unwrap(),
            [1.0, -2.5, 2.0, -4.989_71e-7, 0.5, 5.0]
        );
        assert_eq!(list("").unwrap(), [0f32; 0]);
        for none in ["1.#QNAN", "-1.#IND00", "1.#SNAN0", "1.#J", "-1.#R", "-nan(ind)", "NAN(snan)", "nan()", "-nan"] {
            assert!(list(none).unwrap()[0].is_nan(), "{none}");
        }
        for bad in ["1.#", "1.#5", "2.#INF", "1.#inf", "nan(", "nan(ind", "man(ind)", "(ind)"] {
            assert!(list(bad).is_err(), "{bad}");
        }
        let odd = list("1.#QNAN -1.#IND 1.#INF -1.#INF00 NaN INF").unwrap();
        assert!(odd[0].is_nan() && odd[1].is_nan() && odd[4].is_nan());
        assert_eq!(odd[2..4], [f32::INFINITY, f32::NEG_INFINITY]);
        assert_eq!(odd[5], f32::INFINITY);
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        for (text, token, index) in [
            ("0 0 zero", "zero", 2),
            ("1 .  2", ".", 1),
            ("1e", "1e", 0),
            ("1e+-2", "1e+-2", 0),
            ("-", "-", 0),
            ("2 1.5.5", "1.5.5", 1),
            ("1 2 0,5,1", "0,5,1", 2),
            ("1 \u{e9}\u{e9}", "\u{e9}\u{e9}", 1),
            (&"x".repeat(50), &format!("{}...", "x".repeat(40)), 0),
        ] {
            assert_eq!(list(text), Err(BadToken { token: token.into(), index }));
        }
        let mut integers_read = Vec::new();
        assert!(read_integers("3 -1 +7 0002147483647 -2147483648", &mut integers_read).is_ok());
        assert_eq!(integers_read, [3, -1, 7, i32::MAX, i32::MIN]);
        for text in ["2147483648", "1.5", "-", "99999999999999999999", "1x"] {
            assert_eq!(read_integers(text, &mut Vec::new()).unwrap_err().token, text);
        }
    }

    #[test]
    fn a_comma_is_reported() {
        assert_eq!(parse_with_comma(" 0,0100 "), Some((0.01, true)));
        assert_eq!(parse_with_comma("2.5"), Some((2.5, false)));
        assert_eq!(parse_with_comma("1,2,3"), None);
        let mut values = Vec::new();
        assert_eq!(read_floats("1 2.5", &mut values), Ok(Decimals::Points));
        assert_eq!(read_floats("1,5 -2,25e1", &mut values), Ok(Decimals::Commas));
        assert_eq!(values, [1.0, 2.5, 1.5, -22.5]);
    }

    /// Spellings of numbers, short and long, and numbers halfway between two `f32`.
    fn number_text() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<f32>().prop_map(|v| format!("{v:e}")),
            (-1e6f32..1e6).prop_map(|v| v.to_string()),
            (-1e3f64..1e3).prop_map(|v| format!("{v:.6}")),
            any::<f64>().prop_map(|v| format!("{v:e}")),
            "[-+]?[0-9]{1,20}\\.?[0-9]{0,20}([eE][-+]?[0-9]{1,3})?",
            (1u32 << 24..1 << 25).prop_map(|v| format!("{}", 2 * u64::from(v) + 1)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn bit_for_bit_the_standard_library(token in number_text()) {
            let want: f32 = token.parse().unwrap();
            let list = list(&format!(" {token}\t{token} ")).unwrap();
            prop_assert_eq!(list.len(), 2);
            let got = list[1];
            prop_assert_eq!(list[0].to_bits(), got.to_bits());
            prop_assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{token}: {got:e} {want:e}");
            let (want, mut got): (f64, _) = (token.parse().unwrap(), Vec::new());
            prop_assert_eq!(read_doubles(&format!("{token} {token}"), &mut got), Ok(Decimals::Points));
            prop_assert_eq!(got.len(), 2);
            prop_assert_eq!([got[0].to_bits(), got[1].to_bits()], [want.to_bits(); 2], "{}", token);
        }

        #[test]
        fn whole_numbers_as_the_standard_library(tokens in prop::collection::vec("[-+]?[0-9]{1,11}", 0..5)) {
            let mut got = Vec::new();
            let want: Result<Vec<i32>, _> = tokens.iter().map(|token| token.parse()).collect();
            let read = read_integers(&tokens.join("\n "), &mut got);
            prop_assert_eq!(read.ok().map(|()| got), want.ok());
        }

        /// A text is read if each token, with or without a comma, is a number of the standard library or a spelling of
        /// Microsoft's.
        #[test]
        fn any_text(text in "[-+0-9., einfaN]{0,12}|\\PC{0,60}") {
            let mut tokens = text.split(|c: char| c <= ' ').filter(|token| !token.is_empty());
            let are_integers = tokens.clone().all(|token| token.parse::<i32>().is_ok());
            let are_floats = tokens.all(|token| {
                let token = token.trim(); // of whitespace that is not ASCII
                token.replacen(',', ".", 1).parse::<f64>().is_ok() || parse_microsoft_nan(token).is_some()
            });
            prop_assert_eq!(list(&text).is_ok(), are_floats);
            prop_assert_eq!(read_doubles(&text, &mut Vec::new()).is_ok(), are_floats);
            prop_assert_eq!(read_integers(&text, &mut Vec::new()).is_ok(), are_integers);
        }
    }
}
