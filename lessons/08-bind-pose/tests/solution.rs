//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::check::{Probe, Submission, three_way};
use common::graphics::ShaderFile;
use glam::Mat4;
use lesson_08::checks::{LESSON, REFERENCE};
use lesson_08::worm::Worm;
use lesson_08::{Answers, Joint, probes};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

// The included file names its lesson's things as `crate::`.
use lesson_08::model_poses;

#[test]
fn the_solution_passes() {
    let vertex = ShaderFile("08-bind-pose/solution/rigid.vert");
    let answers = Answers { vertex, ..solution::ANSWERS };
    let text = include_str!("../src/solution.rs");
    let shaders = "08-bind-pose/solution";
    three_way::passes(&LESSON, &Submission { answers: &answers, text: Some(text), shaders });
}

#[test]
fn the_starter_is_generated() {
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../src/solution.rs"),
        include_str!("../src/starter.rs"),
    );
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../../../shaders/08-bind-pose/solution/rigid.vert"),
        include_str!("../../../shaders/08-bind-pose/starter/rigid.vert"),
    );
}

/// What a student writes and what `common` has are one, for many rigs and for the worm.
#[test]
fn the_solution_is_the_core() {
    let worm = Worm::new();
    let mut posed = vec![(worm.joints.clone(), worm.bind_locals.clone(), {
        let locals = worm.locals(1.3, 1.0);
        worm.model_from_joint(&locals)
    })];
    for seed in 0..25 {
        for index in 0..Probe::COUNT {
            let rig = probes::stretched(&Probe { seed, index });
            let joints = rig.skeleton.joints();
            let named =
                |j: &common::skeleton::Joint| Joint { name: j.name.clone(), parent: j.parent };
            let locals = joints.iter().map(|j| j.bind_local.to_mat4()).collect();
            let now = rig.model_from_joint().into_iter().map(Mat4::from).collect();
            posed.push((joints.iter().map(named).collect(), locals, now));
        }
    }
    for (joints, locals, now) in &posed {
        let back = (solution::ANSWERS.inverse_binds)(joints, locals);
        assert_near(&back, &(REFERENCE.inverse_binds)(joints, locals));
        let palette = (solution::ANSWERS.skinning_matrices)(now, &back);
        assert_near(&palette, &(REFERENCE.skinning_matrices)(now, &back));
        // In the bind pose nothing moves.
        let bind = model_poses(joints, locals, Mat4::IDENTITY);
        let rest = (solution::ANSWERS.skinning_matrices)(&bind, &back);
        assert_near(&rest, &vec![Mat4::IDENTITY; joints.len()]);
    }
}

/// Coordinates up to about 20, and chains of seven stretched joints: a few dozen roundings of 2e-6.
fn assert_near(mine: &[Mat4], core: &[Mat4]) {
    assert_eq!(mine.len(), core.len());
    for (mine, core) in mine.iter().zip(core) {
        assert!(mine.abs_diff_eq(*core, 2e-4), "{mine} {core}");
    }
}
