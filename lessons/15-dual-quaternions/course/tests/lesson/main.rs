//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use glam::{Quat, Vec3};
use lesson_15::{
    DualQuat, DualQuaternions, Options, Window, candy,
    checks::{LESSON, REFERENCE},
};

common::lesson_tests! {
    lesson_15::Window,
    options: ["--set", "twist=90"],
}

#[test]
fn a_twist_is_from_0_to_180() {
    for wrong in ["twist=181", "twist=NaN", "twist=half"] {
        PROGRAM.refuses("--set", wrong, "a number from 0 to 180");
    }
}

/// Straight, the bar is as it was modelled: then it is all one which motion a pin follows.
#[test]
fn straight_there_is_nothing_to_blend() {
    let first = LESSON.without(2);
    testing::changes::<Window>(&first, &Options::default().set("twist", &[0.0]), 0.0..0.001);
    testing::changes::<Window>(&first, &Options::default().set("twist", &[160.0]), 0.003..1.0);
}

/// A thin bar below its modelled axis counts as thin, because radii are measured from the rings' own centres.
#[test]
fn a_bar_that_droops_and_thins_is_thin() {
    let bar = candy::mesh();
    let moved = bar.vertices.iter().map(|vertex| {
        let beside = vertex.position - candy::MIDDLE;
        vertex.position - 0.6 * beside.with_x(0.0) - 0.09 * (1.0 - beside.x * beside.x) * Vec3::Y
    });
    let positions: Vec<Vec3> = moved.collect();
    for (along, thickness) in candy::thickness(&bar, &positions) {
        assert!((thickness - 0.4).abs() < 1e-3, "{along}: {thickness}");
    }
}

#[test]
fn wild_answers_are_drawn() {
    const WILD: Quat = Quat::from_xyzw(f32::NAN, 1e30, 0.0, 0.0);
    let dual_quaternions = DualQuaternions {
        thickness: |_, _| Ok(f32::NAN),
        from_rigid: |_, _| Ok(DualQuat { real: WILD, dual: WILD }),
        blend: |_, motions| Ok(DualQuat { real: motions[0].real * f32::INFINITY, dual: WILD }),
        ..REFERENCE.dual_quaternions
    };
    testing::wild_answers_are_drawn::<Window>(
        &Course { dual_quaternions, ..REFERENCE },
        &["15.1 thickness: not a number", "15.2 from_rigid: not a number", "15.3 blend: not a number"],
    );
}

common::solution_tests!(lesson_15, dual_quaternions: DualQuaternions);
