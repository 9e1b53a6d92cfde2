//! Plain decimal numbers, read by blocks of the text.
//!
//! Read one after another, a number's first byte is known only when the one before it has been read, and how
//! long they are is different each time: the processor waits, and guesses wrong. So it is found out first
//! where all blanks of a block are. Then the numbers have nothing to do with one another, and the processor
//! has several of them in hand; and what stands between two blanks takes the same steps however long it is.
//! Eight digits become a number at once (Daniel Lemire, "Quickly parsing eight digits", 2018).

/// Bytes whose blanks are looked for at once.
const BLOCK: usize = 64;
/// What is seen before a block: its first number may begin there, and eight or sixteen bytes that end in the
/// block are read whole.
const BEFORE: usize = 16;
/// What is seen after a block: eight bytes that begin in it are read whole.
const AFTER: usize = 8;

/// A block, and what is seen around it.
type Window = [u8; BEFORE + BLOCK + AFTER];

/// How many numbers are put by before they are appended: what two blocks can hold.
const ROOM: usize = BLOCK;

/// Appends the plain numbers from the beginning of a token at `at` on, and says where the rest begins: with a
/// token that takes longer, or too near to the beginning or the end of the text.
pub(super) fn floats(bytes: &[u8], mut at: usize, values: &mut Vec<f32>) -> usize {
    if window(bytes, at).is_none() {
        return at;
    }
    let mut read = [0.0; ROOM];
    loop {
        let stretch = stretch(bytes, at, &mut read);
        values.extend_from_slice(&read[..stretch.count]);
        at = stretch.end;
        if stretch.stuck {
            return at;
        }
    }
}

/// Numbers that were read.
struct Stretch {
    count: usize,
    /// Where the next token begins, or blanks before it.
    end: usize,
    /// Whether that token is not to be read here; otherwise there is no more room.
    stuck: bool,
}

/// Reads numbers from the beginning of a token at `from` on. Nothing is called in here that would have the
/// constants leave their registers.
#[inline(never)]
fn stretch(bytes: &[u8], from: usize, read: &mut [f32; ROOM]) -> Stretch {
    let mut count = 0;
    let mut block = from;
    let mut start = BEFORE; // of a token, in the window
    while count <= ROOM - BLOCK / 2 {
        let Some(window) = window(bytes, block) else {
            return Stretch { count, end: block + start - BEFORE, stuck: true };
        };
        let mut blanks = blanks(window);
        while blanks != 0 {
            let end = BEFORE + blanks.trailing_zeros() as usize;
            blanks &= blanks - 1;
            if end != start {
                let Some(value) = float(window, start, end) else {
                    return Stretch { count, end: block + start - BEFORE, stuck: true };
                };
                read[count % ROOM] = value;
                count += 1;
            }
            start = end + 1;
        }
        block += BLOCK;
        match start.checked_sub(BLOCK) {
            Some(begun) => start = begun,
            // It began too long ago.
            None => return Stretch { count, end: block + start - BEFORE - BLOCK, stuck: true },
        }
    }
    Stretch { count, end: block + start - BEFORE, stuck: false }
}

/// What is seen of a block, where there is enough of it.
#[inline]
fn window(bytes: &[u8], block: usize) -> Option<&Window> {
    bytes.get(block.checked_sub(BEFORE)?..)?.first_chunk()
}

const ONES: u64 = 0x0101_0101_0101_0101;
/// The digit 0 in every byte: what is left of digits is their value, and of any other byte more than 9.
const ZEROS: u64 = ONES * b'0' as u64;

/// A bit for each byte of the block that is a blank.
#[inline]
fn blanks(window: &Window) -> u64 {
    // One after the other, as a compiler turns it into a few wide comparisons.
    let mut is_blank = [0; BLOCK];
    for (is_blank, byte) in is_blank.iter_mut().zip(&window[BEFORE..]) {
        *is_blank = u8::from(*byte <= b' ');
    }
    let mut blanks = 0;
    for (number, eight) in is_blank.as_chunks().0.iter().enumerate() {
        // The product has their lowest bits side by side in its highest byte.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        blanks |= (product >> 56) << (8 * number);
    }
    blanks
}

/// Digits that a number may have here: all of them are below 2^53.
const MOST: usize = 15;
/// Those after the point, where two or less stand before it.
const DECIMALS: usize = MOST - 2;

/// For the last so many of eight bytes, or all eight of them: those that are the upper ones of a word.
const LAST: [u64; DECIMALS + 1] = {
    let mut last = [u64::MAX; DECIMALS + 1];
    let mut count = 0;
    while count < 8 {
        last[count] = !(u64::MAX >> (8 * count));
        count += 1;
    }
    last
};

/// Powers of ten, which an `f64` holds exactly.
const POWERS: [u64; DECIMALS + 1] = {
    let mut powers = [1; DECIMALS + 1];
    let mut power = 1;
    while power <= DECIMALS {
        powers[power] = 10 * powers[power - 1];
        power += 1;
    }
    powers
};

/// What the digits of a number are divided by; and what those of one with a minus.
const DIVISORS: [[f64; DECIMALS + 1]; 2] = {
    let mut divisors = [[0.0; DECIMALS + 1]; 2];
    let mut power = 0;
    while power <= DECIMALS {
        divisors[0][power] = POWERS[power] as f64;
        divisors[1][power] = -(POWERS[power] as f64);
        power += 1;
    }
    divisors
};

/// The number of a token, rounded exactly as the standard library rounds it; `None` for what takes longer.
/// Why one division is exact enough, `quick_float` says.
#[inline]
fn float(window: &Window, start: usize, end: usize) -> Option<f32> {
    const BELOW_F32: u64 = (1 << 29) - 1; // the bits that an f32 has no room for
    let negative = window[start] == b'-';
    let first = start + usize::from(negative);
    let length = end - first;
    let (whole, decimals);
    // Which of these it is, is mostly the same for all of a list.
    if window[first + 1] == b'.' {
        whole = digit(window[first])?;
        decimals = length - 2;
    } else if length == 1 {
        let whole = digit(window[first])? as f32;
        return Some(if negative { -whole } else { whole });
    } else if window[first + 2] == b'.' {
        whole = 10 * digit(window[first])? + digit(window[first + 1])?;
        decimals = length - 3;
    } else {
        let word = eight(window, first);
        // A few bytes that are no digits have the same upper half. They are found out as all others are.
        let count = (word & (ONES * 0xF0)).trailing_zeros() as usize / 8;
        if !(2..=MOST + 1).contains(&length) {
            return None;
        }
        whole = if count == 0 { 0 } else { number(word << (64 - 8 * count))? };
        if count == length {
            decimals = 0;
        } else if window[first + count] == b'.' {
            decimals = length - count - 1;
        } else {
            return None;
        }
    }
    let last = number(eight(window, end - 8) & LAST.get(decimals)?)?;
    let mut value = whole * POWERS[decimals] + last;
    if decimals > 8 {
        value += POWERS[8] * number(eight(window, end - 16) & LAST[decimals - 8])?;
    }
    let value = value as i64 as f64 / DIVISORS[usize::from(negative)][decimals];
    let halfway = value.to_bits() & BELOW_F32 == 1 << 28;
    (!halfway).then_some(value as f32)
}

/// The value of a digit.
#[inline]
fn digit(byte: u8) -> Option<u64> {
    let digit = byte.wrapping_sub(b'0');
    (digit <= 9).then_some(u64::from(digit))
}

/// Eight bytes, the first the lowest, digits as their values.
#[inline]
fn eight(window: &Window, at: usize) -> u64 {
    let bytes = window[at..at + 8].try_into().expect("eight bytes");
    u64::from_le_bytes(bytes) ^ ZEROS
}

/// The number that eight digits make, if that is what they are.
#[inline]
fn number(digits: u64) -> Option<u64> {
    // What is added reaches a byte's highest bit from 10 on. It can carry only above the first of those.
    if (digits | digits.wrapping_add(ONES * (0x80 - 10))) & (ONES * 0x80) != 0 {
        return None;
    }
    // Pairs, then fours, then all eight.
    let pairs = (digits.wrapping_mul((10 << 8) + 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul((100 << 16) + 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul((10_000 << 32) + 1) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::numbers::{self, BadToken, Decimals};
    use proptest::prelude::*;

    type List = Result<(Vec<u32>, Decimals), BadToken>;

    fn list(text: &str) -> List {
        let mut values = Vec::new();
        let decimals = numbers::floats(text, &mut values)?;
        Ok((values.iter().map(|value| value.to_bits()).collect(), decimals))
    }

    /// Each token by itself, which is too short for a block.
    fn one_by_one(text: &str) -> List {
        let (mut all, mut decimals) = (Vec::new(), Decimals::Points);
        let tokens = text.split(|c| c <= ' ').filter(|token| !token.is_empty());
        for (index, token) in tokens.enumerate() {
            let (value, comma) = list(token).map_err(|bad| BadToken { index, ..bad })?;
            all.extend(value);
            decimals = if comma == Decimals::Commas { comma } else { decimals };
        }
        Ok((all, decimals))
    }

    /// Tokens of all lengths, with points everywhere in them and with none.
    fn tokens() -> impl Iterator<Item = String> {
        let digits = |count: usize, from: usize| -> String {
            (0..count).map(|at| char::from(b'0' + ((at * 7 + from) % 10) as u8)).collect()
        };
        let numbers = (0..11).flat_map(move |whole| {
            (0..16).flat_map(move |decimals| {
                let (whole, decimals) = (digits(whole, decimals), digits(decimals, whole + 3));
                [format!("{whole}.{decimals}"), format!("{whole}{decimals}")]
            })
        });
        numbers.flat_map(|number| [format!("-{number}"), format!("+{number}"), number])
    }

    /// Bit for bit what the standard library reads, wherever a token stands in a block, and however near
    /// to either end of the list.
    #[test]
    fn any_token_anywhere() {
        for token in tokens() {
            let Ok(want) = token.parse::<f32>() else { continue };
            for before in [0..3, 40..45, 60..100].into_iter().flatten() {
                for after in [0, 1, 30, 90] {
                    let text = format!("{}{token}{}", "8 ".repeat(before), " 9".repeat(after));
                    let (values, _) = list(&text).unwrap();
                    assert_eq!(values.len(), before + 1 + after, "{text}");
                    assert_eq!(values[before], want.to_bits(), "{text}");
                    let rest = [&values[..before], &values[before + 1..]].concat();
                    assert!(
                        rest.iter().all(|v| [8f32, 9.0].contains(&f32::from_bits(*v))),
                        "{text}"
                    );
                }
            }
        }
    }

    /// The blocks are read as blocks, and not only fallen back from.
    #[test]
    fn plain_numbers_are_read_here() {
        let text = "0 -1 0.123456 -12.5 123.456\r\n\t\t1234567.25 -0.1234567890123 -.5 ".repeat(20);
        let mut values = Vec::new();
        let end = floats(text.as_bytes(), text.len() / 20, &mut values);
        assert!(end > text.len() - BLOCK - AFTER - 17, "{end} of {}", text.len());
        assert!(values.len() > 8 * 17, "{}", values.len());
        // Half-way between two f32, more digits than are exact, and what is written otherwise.
        for other in
            ["16777217", "1234567890.123456", "1e5", "+1", ".", "1,5", "-", "-.", "1-", "1.2.3"]
        {
            let text = format!("{text}{other} {text}");
            let end = floats(text.as_bytes(), text.len() / 20, &mut values);
            assert!(text[end..].trim_start().starts_with(&format!("{other} ")), "{other}");
        }
    }

    /// Any byte in place of any other.
    #[test]
    fn no_other_byte_is_taken_for_a_digit() {
        for token in ["7", "-7", "-1.2345678901", "98.7654321", "1234.5", "-12345678.9", "12345678"]
        {
            for (at, byte) in (0..token.len()).flat_map(|at| (1..0x80).map(move |b| (at, b))) {
                let mut token = token.to_owned();
                token.replace_range(at..=at, char::from(byte).encode_utf8(&mut [0; 4]));
                let text = format!("{}{token}{}", "8 ".repeat(60), " 9".repeat(60));
                assert_eq!(list(&text), one_by_one(&text), "{token}");
            }
        }
    }

    fn number() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => (-1e2f64..1e2).prop_map(|v| format!("{v:.6}")),
            2 => any::<f32>().prop_map(|v| v.to_string()),
            2 => "-?[0-9]{1,4}(\\.[0-9]{0,10})?",
            1 => "[-+]?[0-9]{0,17}[.,]?[0-9]{1,17}([eE][-+]?[0-9]{1,2})?",
            1 => (1u32 << 24..1 << 25).prop_map(|v| format!("{}", 2 * u64::from(v) + 1)),
            1 => Just("nan".into()),
        ]
    }

    fn long_list() -> impl Strategy<Value = String> {
        let blank = prop_oneof![9 => Just(" "), 1 => Just("\r\n\t\t\t\t"), 1 => Just("\u{b} ")];
        let number = (number(), blank).prop_map(|(number, blank)| number + blank);
        prop::collection::vec(number, 20..100).prop_map(|all| all.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn together_as_one_by_one(text in long_list()) {
            prop_assert_eq!(list(&text), one_by_one(&text));
        }

        /// Whatever byte stands anywhere in it.
        #[test]
        fn one_byte_is_another(text in long_list(), at in any::<prop::sample::Index>(), byte in 0u8..0x80) {
            let mut text = text;
            let at = at.index(text.len());
            text.replace_range(at..=at, char::from(byte).encode_utf8(&mut [0; 4]));
            prop_assert_eq!(list(&text), one_by_one(&text));
            text.replace_range(at..=at, "\u{e9}");
            prop_assert_eq!(list(&text), one_by_one(&text));
        }
    }
}
