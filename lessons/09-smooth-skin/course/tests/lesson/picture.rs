//! The lesson's pictures of mistakes, and wild answers.

use common::exercise::testing;
use given::{CallError, Course};
use lesson_09::{
    Options, SmoothSkin, Window,
    checks::{LESSON, REFERENCE},
};

#[test]
fn kinks() {
    testing::looks_like::<Window>("kinks.png", &LESSON.without(1), (640, 360));
}

/// With the largest margin's slope at a smaller margin the weights jump at the ramps' ends.
#[test]
fn jump() {
    fn too_flat(height: f32, margin: f32) -> Result<[f32; 3], CallError> {
        let [first, second] = [1.0 / 3.0, 2.0 / 3.0].map(|joint| match height - joint {
            from if from.abs() < margin => 0.5 + 3.0 * from,
            from => f32::from(from > 0.0),
        });
        Ok([1.0 - first, first - second, second])
    }
    let jumps = Course { smooth_skin: SmoothSkin { weights: too_flat, ..REFERENCE.smooth_skin }, ..REFERENCE };
    let options = Options::default().set("margin", &[0.08]);
    testing::looks_like_with::<Window>("jump.png", &jumps, &options, (640, 360));
}

fn at_angles(angles: [f32; 2]) -> Options {
    Options::default().set("angles", &angles)
}

/// Upright, weights that sum to 1 make no difference.
#[test]
fn upright_the_weights_do_not_matter() {
    let rigid = LESSON.without(1);
    // Weights are right to 1e-7: here and there an edge falls on the next pixel.
    testing::changes::<Window>(&rigid, &at_angles([0.0; 2]), 0.0..0.001);
    testing::changes::<Window>(&rigid, &at_angles([60.0, -80.0]), 0.006..1.0);
    // Weights that sum to 1.2 make it larger even so.
    let smooth_skin = SmoothSkin { weights: |_, _| Ok([0.4, 0.4, 0.4]), ..REFERENCE.smooth_skin };
    let heavy = Course { smooth_skin, ..REFERENCE };
    testing::changes::<Window>(&heavy, &at_angles([0.0; 2]), 0.02..1.0);
}

#[test]
fn wild_answers_are_drawn() {
    let smooth_skin = SmoothSkin {
        weights: |height, _| Ok([f32::NAN, f32::INFINITY, -1e30 * height]),
        joint_angles: |_, _| Ok([f32::NAN, 1e30]),
        ..REFERENCE.smooth_skin
    };
    let wild = Course { smooth_skin, ..REFERENCE };
    testing::wild_answers_are_drawn::<Window>(
        &wild,
        &["09.1 weights: not a number", "09.3 joint_angles: not a number"],
    );
}
