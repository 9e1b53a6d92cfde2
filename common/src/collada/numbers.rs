//! Lists of numbers as Collada writes them, blanks between: the bulk of every file.

/// A token that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadToken {
    /// What stands there, shortened.
    pub token: String,
    /// Which value it is, counted from 0.
    pub index: usize,
}

/// What old Microsoft libraries print for numbers that are none.
const MSVC_SPELLINGS: [&str; 4] = ["#QNAN", "#SNAN", "#IND", "#INF"];

/// Calls `each` with every token of `text`. XML's blanks (space, tab, newline, return) separate.
fn for_each_token<E>(text: &str, mut each: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] <= b' ' {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at] > b' ' {
            at += 1;
        }
        each(&text[start..at])?; // cut at ASCII bytes: always between characters
    }
    Ok(())
}

/// Whether a list of numbers had decimal commas, as some exporters write by the user's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimals {
    /// As it should be.
    Points,
    /// `0,5` at least once.
    Commas,
}

/// Appends the numbers of `text` to `values`. Infinities and NaN come through: the caller knows
/// whether they may stand there.
///
/// # Errors
/// The first token that is no number.
pub fn floats(text: &str, values: &mut Vec<f32>) -> Result<Decimals, BadToken> {
    let mut decimals = Decimals::Points;
    for_each_token(text, |token| {
        let value = float(token).or_else(|| {
            let (value, comma) = with_comma(token)?;
            decimals = if comma { Decimals::Commas } else { decimals };
            Some(value as f32)
        });
        values.push(value.ok_or_else(|| bad(token, values.len()))?);
        Ok(())
    })?;
    Ok(decimals)
}

/// Appends the numbers of `text` to `values`, in double precision: for the few numbers of a
/// transform.
///
/// # Errors
/// The first token that is no number.
pub fn doubles(text: &str, values: &mut Vec<f64>) -> Result<Decimals, BadToken> {
    let mut decimals = Decimals::Points;
    for_each_token(text, |token| {
        let (value, comma) = with_comma(token).ok_or_else(|| bad(token, values.len()))?;
        decimals = if comma { Decimals::Commas } else { decimals };
        values.push(value);
        Ok(())
    })?;
    Ok(decimals)
}

/// Appends the whole numbers of `text` to `values`.
///
/// # Errors
/// The first token that is no whole number, or one beyond an `i32`.
pub fn integers(text: &str, values: &mut Vec<i32>) -> Result<(), BadToken> {
    for_each_token(text, |token| {
        values.push(integer(token).ok_or_else(|| bad(token, values.len()))?);
        Ok(())
    })
}

fn bad(token: &str, index: usize) -> BadToken {
    const LONGEST: usize = 40;
    let mut shown: String = token.chars().take(LONGEST).collect();
    if shown.len() < token.len() {
        shown.push_str("...");
    }
    BadToken { token: shown, index }
}

fn integer(token: &str) -> Option<i32> {
    let (negative, digits) = match token.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 10 {
        return token.parse().ok(); // leading zeros, or too large
    }
    let mut value = 0i64;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    i32::try_from(if negative { -value } else { value }).ok()
}

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// One number, rounded exactly as the standard library rounds it, several times as fast.
///
/// Up to 2^53 and with a power of ten up to 22, digits and power are both exact in an `f64`, so that
/// one multiplication or division rounds once (William Clinger, "How to read floating point numbers
/// accurately", PLDI 1990). Rounding that again to `f32` is right unless the `f64` lies exactly
/// half-way between two; there, and everywhere else, the standard library decides.
fn float(token: &str) -> Option<f32> {
    if let Some(value) = quick_double(token.as_bytes()) {
        const BELOW_F32: u64 = (1 << 29) - 1; // the bits that an f32 has no room for
        let halfway = value.to_bits() & BELOW_F32 == 1 << 28;
        if value == 0.0 || (!halfway && value.abs() > 1e-37 && value.abs() < 1e38) {
            return Some(value as f32);
        }
    }
    token.parse().ok().or_else(|| oddly_spelled(token).map(|value| value as f32))
}

fn double(token: &str) -> Option<f64> {
    token.parse().ok().or_else(|| oddly_spelled(token))
}

fn quick_double(token: &[u8]) -> Option<f64> {
    let (negative, rest) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    let (mut digits, mut count, mut power) = (0u64, 0, 0i32);
    let mut at = 0;
    let mut point = None;
    while let Some(&byte) = rest.get(at) {
        let digit = byte.wrapping_sub(b'0');
        if digit <= 9 {
            digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
            count += 1;
        } else if byte == b'.' && point.is_none() {
            point = Some(at);
        } else {
            break;
        }
        at += 1;
    }
    if count == 0 || count > 18 || digits > 1 << 53 {
        return None;
    }
    if let Some(point) = point {
        power -= (at - point - 1) as i32;
    }
    if at < rest.len() {
        if rest[at] | 0x20 != b'e' || rest.len() - at > 6 {
            return None;
        }
        power += integer(std::str::from_utf8(&rest[at + 1..]).ok()?)?;
    }
    let value = digits as f64;
    let value = match power {
        0..=22 => value * POWERS[power as usize],
        -22..=-1 => value / POWERS[-power as usize],
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

/// `1.#QNAN` and its kin as NaN or infinity.
fn oddly_spelled(token: &str) -> Option<f64> {
    let spelling = MSVC_SPELLINGS.iter().find(|spelling| {
        token.find(**spelling).is_some_and(|at| {
            let (front, back) = (&token[..at], &token[at + spelling.len()..]);
            matches!(front, "1." | "-1." | "+1.") && back.bytes().all(|b| b.is_ascii_digit())
        })
    })?;
    Some(match (*spelling, token.starts_with('-')) {
        ("#INF", false) => f64::INFINITY,
        ("#INF", true) => f64::NEG_INFINITY,
        _ => f64::NAN,
    })
}

/// A single number that may have a comma for its point, as some exporters write by the user's
/// language: the number, and whether there was a comma.
pub fn with_comma(text: &str) -> Option<(f64, bool)> {
    let text = text.trim();
    match double(text) {
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
        floats(text, &mut values).map(|_| values)
    }

    #[test]
    fn all_spellings() {
        assert_eq!(
            list(" 1\t-2.5\r\n+2.0E+000 -4.98971e-007  .5 5. ").unwrap(),
            [1.0, -2.5, 2.0, -4.989_71e-7, 0.5, 5.0]
        );
        assert_eq!(list("").unwrap(), [0f32; 0]);
        let odd = list("1.#QNAN -1.#IND 1.#INF -1.#INF00 NaN INF").unwrap();
        assert!(odd[0].is_nan() && odd[1].is_nan() && odd[4].is_nan());
        assert_eq!(odd[2..4], [f32::INFINITY, f32::NEG_INFINITY]);
        assert_eq!(odd[5], f32::INFINITY);
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        let bad = |token: &str, index| Err(BadToken { token: token.into(), index });
        assert_eq!(list("0 0 zero"), bad("zero", 2));
        assert_eq!(list("1 .  2"), bad(".", 1));
        assert_eq!(list("1e"), bad("1e", 0));
        assert_eq!(list("1 2 0,5,1"), bad("0,5,1", 2));
        assert_eq!(list("1 \u{e9}\u{e9}"), bad("\u{e9}\u{e9}", 1));
        assert_eq!(list(&"x".repeat(50)), bad(&format!("{}...", "x".repeat(40)), 0));
        let mut integers_read = Vec::new();
        assert!(integers("3 -1 +7 0002147483647", &mut integers_read).is_ok());
        assert_eq!(integers_read, [3, -1, 7, i32::MAX]);
        for text in ["2147483648", "1.5", "-", "99999999999999999999", "1x"] {
            assert_eq!(integers(text, &mut Vec::new()).unwrap_err().token, text);
        }
    }

    #[test]
    fn a_comma_is_reported() {
        assert_eq!(with_comma(" 0,0100 "), Some((0.01, true)));
        assert_eq!(with_comma("2.5"), Some((2.5, false)));
        assert_eq!(with_comma("1,2,3"), None);
        let mut values = Vec::new();
        assert_eq!(floats("1 2.5", &mut values), Ok(Decimals::Points));
        assert_eq!(floats("1,5 -2,25e1", &mut values), Ok(Decimals::Commas));
        assert_eq!(values, [1.0, 2.5, 1.5, -22.5]);
    }

    fn spelled() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<f32>().prop_map(|v| format!("{v:e}")),
            (-1e6f32..1e6).prop_map(|v| v.to_string()),
            (-1e3f64..1e3).prop_map(|v| format!("{v:.6}")),
            any::<f64>().prop_map(|v| format!("{v:e}")),
            "[-+]?[0-9]{1,20}\\.?[0-9]{0,20}([eE][-+]?[0-9]{1,3})?",
            // Half-way between two f32, and the digits next to it.
            (1u32 << 24..1 << 25).prop_map(|v| format!("{}", 2 * u64::from(v) + 1)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn bit_for_bit_the_standard_library(token in spelled()) {
            let want: f32 = token.parse().unwrap();
            let got = float(&token).unwrap();
            prop_assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{token}: {got:e} {want:e}");
        }

        /// No text at all makes it panic.
        #[test]
        fn any_text(text in "\\PC{0,60}") {
            let _ = list(&text);
            let _ = integers(&text, &mut Vec::new());
            let _ = doubles(&text, &mut Vec::new());
        }
    }
}
