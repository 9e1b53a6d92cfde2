//! Files broken at random: an error or a model, never a panic, and never for long.

use crate::support::{BANNER, load_bytes};
use testing::{
    dice::Dice,
    mutations::{mutate, rounds},
};

const SHAPES: &str = include_str!("shapes.dae");

/// Words with a meaning for the loader, divided by bars.
const WORDS: &str = "-1|0|4000000000|1e39|NaN|-INF|1.#QNAN|0,5|| |<|>|\"|&#0;|/>|<node id=\"tip\">|</node>\
    |<instance_node url=\"#stand\"/>|#tip|matrix|BEZIER|count=\"|stride=\"0\"|<p>";

#[test]
fn mutations_never_panic() {
    let words: Vec<&str> = WORDS.split('|').collect();
    let mut dice = Dice(0x5EED);
    let mut read = 0;
    let rounds = rounds();
    for round in 0..rounds {
        let text = if round % 2 == 0 { BANNER } else { SHAPES };
        match load_bytes(&mutate(text.as_bytes(), &words, &mut dice)) {
            Ok(loaded) => {
                read += 1;
                assert_eq!(loaded.model.is_joint.len(), loaded.model.skeleton.len());
            }
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    // Both happen often; otherwise the mutations are too wild or too tame to find anything.
    assert!((rounds / 10..rounds - rounds / 10).contains(&read), "{read} of {rounds} read");
}
