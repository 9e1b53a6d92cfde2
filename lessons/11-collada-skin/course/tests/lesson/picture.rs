//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use given::Course;
use glam::Mat4;
use lesson_11::{
    ColladaSkin, Influence, Options, Window,
    checks::{LESSON, REFERENCE, STARTER},
};

#[test]
fn the_mistakes_of_the_readme_look_like_their_pictures() {
    let orderless = LESSON.making("11.2", "SKIN-ORDER").unwrap();
    testing::looks_like::<Window>("order.png", &orderless, (640, 360));
}

#[test]
fn mistakes_are_seen_without_a_bend() {
    let rest = Options::default().set("bend", &[0.0]);
    for (todo, mistake, least) in
        [("11.3", "BIND-SHAPE-FORGOTTEN", 0.02), ("11.2", "SKIN-ORDER", 0.02), ("11.4", "NOT-NORMALISED", 0.004)]
    {
        let wrong = LESSON.making(todo, mistake).unwrap();
        testing::changes::<Window>(&wrong, &rest, least..1.0);
    }
}

#[test]
fn wild_answers_are_drawn() {
    let collada_skin = ColladaSkin {
        influences: |_, vcount, _, _, _| Ok(vec![vec![Influence { slot: 9999, weight: f32::NAN }]; vcount.len()]),
        skeleton_joints: |_, _| Ok(Err("I will not".into())),
        joint_from_mesh: |_, _| Ok(Vec::new()),
        ..REFERENCE.collada_skin
    };
    testing::wild_answers_are_drawn::<Window>(
        &Course { collada_skin, ..REFERENCE },
        &[
            "11.1 influences: slot 9999, but the last one is 35",
            "11.2 skeleton_joints: I will not",
            "11.3 joint_from_mesh: a list of 0, where 36 are needed",
        ],
    );
    let collada_skin = ColladaSkin {
        influences: |_, _, _, _, _| Ok(Vec::new()),
        skeleton_joints: |names, _| Ok(Ok(vec![9999; names.len()])),
        joint_from_mesh: |binds, _| Ok(vec![Mat4::NAN; binds.len() / 16 + 1]),
        ..STARTER.collada_skin
    };
    testing::wild_answers_are_drawn::<Window>(
        &Course { collada_skin, ..REFERENCE },
        &["11.1 influences: a list of 0, where", "11.2 skeleton_joints: there is no joint 9999"],
    );
}
