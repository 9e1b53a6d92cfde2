//! Files that are broken at random.

use super::dice::Dice;

/// Number of files for each format: the environment variable `ARMATURE_ROUNDS`, or 100,000.
///
/// # Panics
/// If the variable is not a number.
pub fn rounds() -> usize {
    std::env::var("ARMATURE_ROUNDS").map_or(100_000, |number| number.parse().expect("ARMATURE_ROUNDS is a number"))
}

/// Returns a file in which up to three places are changed: bytes are replaced, removed, copied or cut off, or words that mean
/// something to the loader take the place of others, as in a file that is made to do harm.
pub fn mutate(file: &[u8], words: &[&str], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=dice.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len());
        match dice.below(8) {
            0 => bytes[at] = dice.below(256) as u8,
            1 => {
                let end = (at + dice.below(60)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + dice.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            3 => bytes.truncate(at),
            4..=6 => {
                let start = bytes[..at].iter().rposition(|byte| !is_in_word(*byte)).map_or(0, |before| before + 1);
                let end = bytes[at..].iter().position(|byte| !is_in_word(*byte)).map_or(bytes.len(), |end| at + end);
                if start < end {
                    bytes.splice(start..end, words[dice.below(words.len())].bytes());
                }
            }
            _ => {
                bytes.splice(at..at, words[dice.below(words.len())].bytes());
            }
        }
    }
    bytes
}

fn is_in_word(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"<>\"=,:{}[]".contains(&byte)
}
