//! Files broken at random: an error or a model, never a panic, and never for long.

use crate::support::{BANNER, load_bytes};
use testing::dice::Dice;

const SHAPES: &str = include_str!("shapes.dae");

/// Words with a meaning for the loader.
const WORDS: [&str; 24] = [
    "-1",
    "0",
    "4000000000",
    "1e39",
    "NaN",
    "-INF",
    "1.#QNAN",
    "0,5",
    "",
    " ",
    "<",
    ">",
    "\"",
    "&#0;",
    "/>",
    "<node id=\"tip\">",
    "</node>",
    "<instance_node url=\"#stand\"/>",
    "#tip",
    "matrix",
    "BEZIER",
    "count=\"",
    "stride=\"0\"",
    "<p>",
];

fn mutate(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(7) {
            0 => bytes[at] = dice.below(256) as u8,
            1 => {
                bytes.remove(at);
            }
            2 => bytes.truncate(at.max(1)),
            3 => {
                let end = (at + dice.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => {
                let end = (at + dice.below(60)).min(bytes.len());
                bytes.drain(at..end);
                bytes.push(b' ');
            }
            // A number or a word by another, like an attacker.
            5 => {
                let start = bytes[..at].iter().rposition(|byte| !is_in_word(*byte)).map_or(0, |s| s + 1);
                let end = bytes[at..].iter().position(|byte| !is_in_word(*byte)).map_or(bytes.len(), |e| at + e);
                if start < end {
                    bytes.splice(start..end, WORDS[dice.below(WORDS.len())].bytes());
                }
            }
            _ => {
                bytes.splice(at..at, WORDS[dice.below(WORDS.len())].bytes());
            }
        }
    }
    bytes
}

fn is_in_word(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"<>\"=".contains(&byte)
}

/// The number in the environment variable `ARMATURE_ROUNDS`, or 100,000.
fn rounds() -> usize {
    std::env::var("ARMATURE_ROUNDS").map_or(100_000, |number| number.parse().expect("ARMATURE_ROUNDS is a number"))
}

#[test]
fn mutations_never_panic() {
    let mut dice = Dice(0x5EED);
    let mut read = 0;
    let mut rejected = 0;
    let rounds = rounds();
    for round in 0..rounds {
        let text = if round % 2 == 0 { BANNER } else { SHAPES };
        let bytes = mutate(text.as_bytes(), &mut dice);
        match load_bytes(&bytes) {
            Ok(loaded) => {
                read += 1;
                assert_eq!(loaded.model.is_joint.len(), loaded.model.skeleton.len());
            }
            Err(error) => {
                rejected += 1;
                assert!(!error.message.is_empty());
            }
        }
    }
    // Both happen often; otherwise the mutations are too wild or too tame to find anything.
    assert!(read > rounds / 10 && rejected > rounds / 10, "{read} read, {rejected} refused");
}
