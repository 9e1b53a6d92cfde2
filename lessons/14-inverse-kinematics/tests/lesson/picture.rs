//! What the scene does with answers that fail.

use common::app::exercise::testing;
use glam::Quat;
use lesson_14::checks::REFERENCE;
use lesson_14::scene::Scene;
use lesson_14::{Answers, Bend, Planted};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        elbow_angle: |_, _, _| f32::NAN,
        gradient_step: |_, _, _, _, _| vec![f32::NAN; 3],
        plant: |_, _, _| Planted::default(),
        ..REFERENCE
    };
    let said = [
        "14.1 elbow_angle: not a number",
        "14.4 plant: 0 stances for 2 legs",
        "14.3 gradient_step: 3 angles for 12 hinges",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &said);
    let wild = Answers {
        reach: |limb, _, _, _| Bend {
            shoulder: Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0),
            elbow: limb.elbow,
        },
        gradient_step: |_, _, _, _, _| Vec::new(),
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &["14.2 reach: not a number", "14.3 gradient_step: 0 angles for 12 hinges"],
    );
    let wild = Answers {
        plant: |legs, ground, tools| {
            let mut planted = (REFERENCE.plant)(legs, ground, tools);
            planted.lowered = f32::INFINITY;
            planted
        },
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(&wild, &["14.4 plant: not a number"]);
}
