//! Classes of bytes in XML, fast searches for the end of names, values and texts, and entities.

/// Classes of bytes.
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
        // U+FFFE and U+FFFF, which XML does not allow, begin with 0xEF.
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

/// Eight bytes as a word, the first one lowest; `None` at the end of the text.
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map(|word| u64::from_le_bytes(*word))
}

/// A word of eight equal bytes.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The highest bit of each byte.
const HIGH: u64 = all(0x80);

/// Sets the highest bit of each byte that is 0, if all are ASCII. Of this and all marks below only the lowest one is
/// exact.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(all(1))
}

/// The same for control characters, and what is beyond ASCII.
const fn not_printed(word: u64) -> u64 {
    word.wrapping_sub(all(b' ')) | word
}

/// The index of the byte with the lowest mark.
const fn lowest(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// The end of the whitespace at `at`, if there is any.
pub(super) fn blanks_end(bytes: &[u8], mut at: usize) -> usize {
    // Between attributes there is one, and between tags many or none.
    if !bytes.get(at).is_some_and(|byte| is(*byte, BLANK)) {
        return at;
    }
    at += 1;
    loop {
        let Some(&byte) = bytes.get(at) else { return at };
        if !is(byte, BLANK) {
            return at;
        }
        // Indentation repeats one byte.
        let many = all(byte);
        at += 1;
        while let Some(word) = word(bytes, at) {
            let same = (word ^ many).trailing_zeros() as usize / 8;
            at += same;
            if same < 8 {
                break;
            }
        }
    }
}

/// Where the name ends that begins at `at`.
pub(super) fn name_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| is(*byte, NAME)) {
        at += 1;
    }
    at
}

/// Whether `length` bytes are equal at two offsets.
pub(super) fn same(bytes: &[u8], mut a: usize, mut b: usize, length: usize) -> bool {
    let mut rest = length;
    while rest > 0 {
        let (Some(first), Some(second)) = (word(bytes, a), word(bytes, b)) else {
            return bytes.get(a..a + rest) == bytes.get(b..b + rest);
        };
        let other = first ^ second;
        if rest <= 8 {
            return other << (8 * (8 - rest)) == 0;
        }
        if other != 0 {
            return false;
        }
        (a, b, rest) = (a + 8, b + 8, rest - 8);
    }
    true
}

/// The first byte from `at` on that may not stand for itself in an attribute's value, or ends it; or one of the
/// text's last few.
pub(super) fn plain_value_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    // Either quote is a single bit away from `&`: both are found at once.
    let (bit, both) = (all(quote ^ b'&'), all(quote | b'&'));
    let marks = |word: u64| (not_printed(word) | zeros((word | bit) ^ both) | zeros(word ^ all(b'<'))) & HIGH;
    // Two words at a time: ids are long, and branches hard to predict.
    while let (Some(first), Some(second)) = (word(bytes, at), word(bytes, at + 8)) {
        let (first, second) = (marks(first), marks(second));
        if first | second != 0 {
            return at + if first == 0 { 8 + lowest(second) } else { lowest(first) };
        }
        at += 16;
    }
    at
}

/// A character that XML allows.
pub(super) fn is_character(c: char) -> bool {
    (c >= ' ' || matches!(c, '\t' | '\n' | '\r')) && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// Replaces `&lt;` and the like by their characters; `None` for unknown ones.
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

/// The first byte from `at` on that is not text that XML takes as it is, character by character: a tag, an
/// entity, a byte beyond ASCII, a control character other than whitespace.
pub(super) fn plain_text_end(bytes: &[u8], at: usize) -> usize {
    const PIECE: usize = 64;
    // Most texts are a word or a few numbers.
    let short = bytes.len().min(at + PIECE);
    let mut at = match short_text_end(&bytes[..short], at) {
        end if end < short => return end,
        end => end,
    };
    // Long texts are nearly all plain: no early exit inside a chunk, so that the loop is vectorised.
    let (pieces, _) = bytes[at..].as_chunks::<PIECE>();
    let plain = |piece: &&[u8; PIECE]| !piece.iter().fold(false, |any, byte| any | !is_text(*byte));
    at += PIECE * pieces.iter().take_while(plain).count();
    short_text_end(bytes, at)
}

/// The same, for short texts.
fn short_text_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = word(bytes, at) {
        // `<` and `>` are a single bit apart.
        let ends = zeros((word | all(2)) ^ all(b'>')) | zeros(word ^ all(b'&'));
        let marks = (not_printed(word) | ends) & HIGH;
        if marks == 0 {
            at += 8;
            continue;
        }
        at += lowest(marks);
        if !is_text(bytes[at]) {
            return at;
        }
        at += 1;
    }
    while bytes.get(at).is_some_and(|byte| is_text(*byte)) {
        at += 1;
    }
    at
}

#[allow(clippy::needless_bitwise_bool)] // without branches, or it is one byte at a time
fn is_text(byte: u8) -> bool {
    // As signed numbers those beyond ASCII are the lowest.
    let control = byte.cast_signed() < 32;
    let blank = (byte == b'\t') | (byte == b'\n') | (byte == b'\r');
    !(control & !blank | (byte | 2 == b'>') | (byte == b'&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches by words end where searches by bytes do.
    #[test]
    fn an_odd_byte_is_found_wherever_it_stands() {
        let odd = b"\0\t\n\r\x1F \"#%&'(+-./09:;<=>?@AZ[_`az{\x7E\x7F\x80\xBF\xC3\xEF\xFF";
        let end =
            |bytes: &[u8], is: &dyn Fn(u8) -> bool| bytes.iter().position(|byte| !is(*byte)).unwrap_or(bytes.len());
        let blank = |byte| is(byte, BLANK);
        let in_text = |byte: u8| blank(byte) || matches!(byte, b' '..0x80) && !b"<>&".contains(&byte);
        for length in 0..200 {
            for place in (0..length).step_by(1 + length / 24).chain([length]) {
                for (number, &byte) in odd.iter().enumerate() {
                    let mut bytes = vec![b'1'; length];
                    let mut blanks = vec![odd[1 + number % 3]; length];
                    if place < length {
                        (bytes[place], blanks[place]) = (byte, byte);
                        // Behind it there is more.
                        bytes[place + 1..].iter_mut().step_by(3).for_each(|more| *more = b'<');
                    }
                    let from = place.min(number % 9);
                    assert_eq!(blanks_end(&blanks, from), from + end(&blanks[from..], &blank));
                    let name = |byte| is(byte, NAME);
                    assert_eq!(name_end(&bytes, from), from + end(&bytes[from..], &name));
                    let text = from + end(&bytes[from..], &in_text);
                    assert_eq!(plain_text_end(&bytes, from), text, "{bytes:?}");
                    for quote in [b'"', b'\''] {
                        let value = |byte| matches!(byte, b' '..0x80) && !b"<&".contains(&byte);
                        let value = |byte| value(byte) && byte != quote;
                        let wanted = from + end(&bytes[from..], &value);
                        let got = plain_value_end(&bytes, from, quote);
                        // The last few bytes may be left to others.
                        assert!(got == wanted || got < wanted && got + 16 > length, "{bytes:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_and_not_the_same() {
        for length in 0..40 {
            for rest in [0, 1, 7, 8, 30] {
                let mut bytes: Vec<u8> = (0..length as u8).collect();
                bytes.push(b'>');
                bytes.extend(0..length as u8);
                bytes.resize(bytes.len() + rest, b'/');
                assert!(same(&bytes, 0, length + 1, length), "{length}");
                assert!(!same(&bytes, 0, bytes.len(), length) || length == 0);
                for other in 0..length {
                    bytes[length + 1 + other] ^= 1;
                    assert!(!same(&bytes, 0, length + 1, length), "{length} {other}");
                    assert!(same(&bytes, 0, length + 1, other), "{length} {other}");
                    bytes[length + 1 + other] ^= 1;
                }
            }
        }
    }
}
