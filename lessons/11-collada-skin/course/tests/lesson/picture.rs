//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use glam::Mat4;
use lesson_11::{
    Answers, Influence,
    checks::REFERENCE,
    scene::{Options, Scene},
    starter,
};

/// The bind shape forgotten, and what a skin makes of a wrong order: what the README shows.
#[test]
fn the_mistakes_of_the_readme_look_like_their_pictures() {
    let orderless = Answers { skeleton_joints: |names, _| Ok((0..names.len()).collect()), ..REFERENCE };
    testing::looks_like::<Scene>("order.png", &orderless, (640, 360));
}

/// In the bind pose a wrong bind shape, a wrong order and weights that do not sum to 1 are seen as well.
#[test]
fn mistakes_are_seen_without_a_bend() {
    let rest = Options { bend: Some(0.0), ..Options::default() };
    for (wrong, least) in [
        (Answers { joint_from_mesh: |binds, _| (REFERENCE.joint_from_mesh)(binds, Mat4::IDENTITY), ..REFERENCE }, 0.02),
        (Answers { skeleton_joints: |names, _| Ok((0..names.len()).collect()), ..REFERENCE }, 0.02),
        (
            Answers {
                four_strongest: |all| {
                    let mut four = lesson_11::strongest_first(all);
                    four.truncate(4);
                    four
                },
                ..REFERENCE
            },
            0.004,
        ),
    ] {
        testing::changes::<Scene>(&wrong, &rest, least..1.0);
    }
}

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        influences: |_, vcount, _, _, _| vec![vec![Influence { slot: 9999, weight: f32::NAN }]; vcount.len()],
        skeleton_joints: |_, _| Err("I will not".into()),
        joint_from_mesh: |_, _| Vec::new(),
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &[
            "11.1 influences: slot 9999, but the last one is 35",
            "11.2 skeleton_joints: I will not",
            "11.3 joint_from_mesh: a list of 0, where 36 are needed",
        ],
    );
    let wild = Answers {
        influences: |_, _, _, _, _| Vec::new(),
        skeleton_joints: |names, _| Ok(vec![9999; names.len()]),
        joint_from_mesh: |binds, _| vec![Mat4::NAN; binds.len() / 16 + 1],
        ..starter::ANSWERS
    };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &["11.1 influences: a list of 0, where", "11.2 skeleton_joints: there is no joint 9999"],
    );
}
