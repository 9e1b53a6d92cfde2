//! One number after another, as they are mostly written.

/// The whole number at `at`, if it is written plainly, and where it ends.
#[inline]
pub(super) fn quick_integer(bytes: &[u8], mut at: usize) -> Option<(i32, usize)> {
    const MOST: usize = 9; // digits that an i32 always has room for
    let negative = bytes[at] == b'-';
    at += usize::from(negative);
    let first = at;
    let mut value = 0i32;
    while let Some(digit) = digit(bytes, at) {
        value = value.wrapping_mul(10).wrapping_add(i32::from(digit));
        at += 1;
    }
    let plain = (1..=MOST).contains(&(at - first)) && ends(bytes, at);
    plain.then(|| (if negative { -value } else { value }, at)) // only then it is no i32::MIN
}

/// Appends the digits at `at` to those of a number, and says where they end. What is too large for a
/// `u64` wraps round.
#[inline]
fn digits(bytes: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
    const TENS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    while let Some(eight) = bytes.get(at..at + 8) {
        let word = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        let (number, count) = leading_digits(word);
        value = value.wrapping_mul(TENS[count]).wrapping_add(number);
        at += count;
        if count < 8 {
            return (value, at);
        }
    }
    // The last few bytes of the text.
    while let Some(digit) = digit(bytes, at) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (value, at)
}

/// The number that the digits at a word's low end make, and how many there are: all at once, without a
/// branch for each.
#[inline]
fn leading_digits(word: u64) -> (u64, usize) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = word ^ (ONES * u64::from(b'0')); // a digit becomes 0 to 9, anything else more
    // What is added reaches a byte's upper half from 10 on. It can carry only above the first of those.
    let others = (word | word.wrapping_add(ONES * 6)) & (ONES * 0xF0);
    let count = others.trailing_zeros() as usize / 8;
    if count == 0 {
        return (0, 0);
    }
    // Zeros in front; then pairs, then fours, then all eight.
    let digits = word << (64 - 8 * count);
    let pairs = (digits * 10).wrapping_add(digits >> 8);
    let low = (pairs & 0xFF_0000_00FF).wrapping_mul((1_000_000 << 32) + 100);
    let high = ((pairs >> 16) & 0xFF_0000_00FF).wrapping_mul((10_000 << 32) + 1);
    (low.wrapping_add(high) >> 32, count)
}

#[inline]
fn digit(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit <= 9)
}

/// True where a token ends.
#[inline]
fn ends(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|byte| *byte <= b' ')
}

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The number at `at`, rounded exactly as the standard library rounds it, and where it ends; `None`
/// for what takes longer.
///
/// Rounding an `f64` again is right unless it lies exactly half-way between two `f32`; there, and where
/// [`quick_double`] gives up, the standard library decides.
#[inline]
pub(super) fn quick_float(bytes: &[u8], at: usize) -> Option<(f32, usize)> {
    const BELOW_F32: u64 = (1 << 29) - 1; // the bits that an f32 has no room for
    let (value, end) = quick_double(bytes, at)?;
    let halfway = value.to_bits() & BELOW_F32 == 1 << 28;
    if value != 0.0 && (halfway || !(1e-37..=1e38).contains(&value.abs())) {
        return None;
    }
    Some((value as f32, end))
}

/// As [`quick_float`], in double precision.
///
/// Up to 2^53 and with a power of ten up to 22, digits and power are both exact in an `f64`, so that
/// one multiplication or division rounds once (William D. Clinger, "How to read floating point numbers
/// accurately", PLDI 1990).
#[inline]
pub(super) fn quick_double(bytes: &[u8], mut at: usize) -> Option<(f64, usize)> {
    const MOST: usize = 18; // digits that a u64 always has room for
    let negative = bytes[at] == b'-';
    at += usize::from(negative || bytes[at] == b'+');
    let first = at;
    let mut value = 0u64;
    while let Some(digit) = digit(bytes, at) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit)); // one or two, mostly
        at += 1;
    }
    let (mut count, mut power) = (at - first, 0);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let point = at;
        (value, at) = digits(bytes, at, value);
        count += at - point;
        power = -((at - point) as i32);
    }
    if !(1..=MOST).contains(&count) || value > 1 << 53 {
        return None;
    }
    if !ends(bytes, at) {
        if bytes[at] | 0x20 != b'e' {
            return None;
        }
        let plus = bytes.get(at + 1) == Some(&b'+');
        let start = at + 1 + usize::from(plus);
        let signed_twice = plus && bytes.get(start) == Some(&b'-');
        if start >= bytes.len() || signed_twice {
            return None;
        }
        let (exponent, end) = quick_integer(bytes, start)?;
        (power, at) = (power + exponent, end);
    }
    let value = value as f64;
    let value = match power {
        0..=22 => value * POWERS[power as usize],
        -22..=-1 => value / POWERS[-power as usize],
        _ => return None,
    };
    Some((if negative { -value } else { value }, at))
}
