//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use lesson_03::{Answers, checks::REFERENCE, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        index_pairs: |_| vec![0, 60000, 1],
        chain_starts: |_| vec![7, 3, 1000, 0],
        matrices: |_, _, _| Vec::new(),
        ..REFERENCE
    };
    let message = "03.3 index_pairs: 1 index without a joint";
    testing::wild_answers_are_drawn::<Scene>(&wild, &[message]);
}
