//! What single bytes, characters and references mean in XML.

/// What a byte is.
pub(super) const NAME_START: u8 = 1;
pub(super) const NAME: u8 = 2;
pub(super) const BLANK: u8 = 4;
/// Stands for itself between quotes.
pub(super) const VALUE: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        let letter = byte.is_ascii_alphabetic() || byte == b'_';
        let more = byte.is_ascii_digit() || byte == b'-' || byte == b'.';
        let mut class = 0;
        if letter {
            class |= NAME_START;
        }
        if letter || more {
            class |= NAME;
        }
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            class |= BLANK;
        }
        // U+FFFE and U+FFFF, which are no characters of XML, begin with 0xEF.
        if byte >= b' ' && !matches!(byte, b'"' | b'\'' | b'<' | b'&' | 0xEF) {
            class |= VALUE;
        }
        classes[at] = class;
        at += 1;
    }
    classes
};

/// Whether a byte is of one of these classes.
pub(super) fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// How many bytes stand for themselves in an attribute's value, looked at eight at a time: as many as
/// there are up to one that may not, but for the last few.
pub(super) fn plain_bytes(bytes: &[u8], quote: u8) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The highest bit of each byte that is less than `least` (up to 128): at least of the lowest one.
    let below = |word: u64, least: u8| word.wrapping_sub(ONES * u64::from(least)) & !word & HIGH;
    let is = |word: u64, byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let mut count = 0;
    for chunk in bytes.chunks_exact(8) {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        let other =
            (word & HIGH) | below(word, b' ') | is(word, quote) | is(word, b'<') | is(word, b'&');
        if other != 0 {
            return count + other.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    count
}

/// A character that XML allows.
pub(super) fn is_character(c: char) -> bool {
    (c >= ' ' || matches!(c, '\t' | '\n' | '\r')) && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// `&lt;` and its kin as what they stand for.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut meant = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        meant.push_str(&rest[..at]);
        let (name, after) = rest[at + 1..].split_once(';')?;
        let number = |digits: &str, radix| {
            let digit = digits.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
            u32::from_str_radix(digits, radix).ok().filter(|_| digit).and_then(char::from_u32)
        };
        let character = match name {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            _ => match name.strip_prefix("#x") {
                Some(digits) => number(digits, 16)?,
                None => number(name.strip_prefix('#')?, 10)?,
            },
        };
        if !is_character(character) {
            return None;
        }
        meant.push(character);
        rest = after;
    }
    meant.push_str(rest);
    Some(meant)
}

/// How many bytes, from the first on, are text that XML takes as it is, character by character: no tag, no
/// entity, nothing beyond ASCII, no control character but blanks.
#[allow(clippy::needless_bitwise_bool)] // without branches, or it is one byte at a time
pub(super) fn plain_text(bytes: &[u8]) -> usize {
    const PIECE: usize = 64;
    let other = |byte: u8| {
        (byte < b' ') & !matches!(byte, b'\t' | b'\n' | b'\r')
            | (byte >= 0x7F)
            | matches!(byte, b'<' | b'&' | b'>')
    };
    // In pieces without a way out, which go sixteen bytes at a time.
    let (pieces, _) = bytes.as_chunks::<PIECE>();
    let plain = |piece: &&[u8; PIECE]| !piece.iter().fold(false, |any, byte| any | other(*byte));
    let whole = PIECE * pieces.iter().take_while(plain).count();
    whole + bytes[whole..].iter().take_while(|byte| !other(**byte)).count()
}
