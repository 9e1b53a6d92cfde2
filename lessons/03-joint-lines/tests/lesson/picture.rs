//! The lesson's picture, and that every TODO changes it.

use common::app::exercise::testing;
use common::graphics::ShaderFile;
use lesson_03::checks::REFERENCE;
use lesson_03::{Answers, scene::Scene};

#[test]
fn bad_answers_are_replaced_and_named() {
    testing::every_bad_answer_is_replaced_and_named::<Scene>(&Answers {
        vertex: ShaderFile("03-joint-lines/joints.frag"),
        matrices: |_, locals, _| vec![locals[9999]],
        index_pairs: |_| panic!("no pairs"),
        chain_starts: |_| panic!("no chains"),
    });
}

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        index_pairs: |_| vec![0, 60000, 1],
        chain_starts: |_| vec![7, 3, 1000, 0],
        matrices: |_, _, _| Vec::new(),
        ..REFERENCE
    };
    let said = "03.3 index_pairs: 1 index without a joint";
    testing::wild_answers_are_drawn::<Scene>(&wild, &[said]);
}
