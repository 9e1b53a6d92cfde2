//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{Rig, rigs, skinning};
use crate::tin_worm::{LENGTH, STAGE, TinWorm};
use crate::{figures, tins};
use check::{Answer, AnyCheck, Case, Check, ShaderCheck, finite, vector};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use glam::{Mat4, Vec3};

check::lesson! {
    bind_pose: BindPose,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the worm's joints",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&INVERSE_BINDS, &SKINNING_MATRICES, &VERTEX];

/// 08.1: joints and their bind pose.
const INVERSE_BINDS: Check<Rig, Vec<Mat4>> = Check {
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    tolerance: 0.002,
    words: |rig| rig.words.clone(),
    by_hand: || {
        let mut cases = Vec::new();
        for [joint, height, x] in [[2.0, 2.1, 0.0], [1.0, 2.1, 0.0], [0.0, 2.1, 0.0], [2.0, 2.1, 0.2]] {
            let position = vector(&[0.0, joint * LENGTH, 0.0], 2);
            let words = format!("the worm's joint {joint} at {position}, its x axis up, the point ({x}, {height}, 0)");
            cases.push(Case::at([joint, height, x], |state| Rig::worm(words, 0.0, figures::joint_and_point(state))));
        }
        let doubled = Mat4::from_translation(Vec3::X) * Mat4::from_scale(Vec3::splat(2.0));
        let words = "a root at (1, 0, 0) that doubles all lengths, the point (3, 0, 0)";
        let bind_locals = vec![doubled, Mat4::IDENTITY, Mat4::IDENTITY];
        cases.push(Case::new(Rig { bind_locals, ..Rig::worm(words, 0.0, (0, 3.0 * Vec3::X)) }));
        cases
    },
    drawn: rigs,
    call: |course, rig| Ok(course.bind_pose.inverse_binds(&rig.joints, &rig.bind_locals)?),
    compare: |rig, matrices, answer| compare_matrices(rig, "in the space of", matrices, answer),
};

/// 08.2: joints, their bind pose and another pose.
const SKINNING_MATRICES: Check<Rig, Vec<Mat4>> = Check {
    // Metres. As above, and a product.
    tolerance: 0.002,
    words: |rig| rig.words.clone(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            (
                "the worm's head bound at (0, 1.6, 0), its x axis up, now at (3, 1.6, 0), its x axis to the right",
                [1.0, 0.5, 0.0],
            ),
            ("the worm, still in its bind pose", [0.0, 0.5, 0.0]),
            ("the head as in figure 08.2", [1.0, 0.5, 0.2]),
        ] {
            let point = figures::point_of_head(state);
            let words = format!("{words}, the point {}", three(point));
            cases.push(Case::at(state, |[pose, ..]| Rig::worm(words, pose, (2, point))));
        }
        cases
    },
    drawn: rigs,
    call: |course, rig| {
        let joint_from_bind = REFERENCE.bind_pose.inverse_binds(&rig.joints, &rig.bind_locals)?;
        Ok(course.bind_pose.skinning_matrices(&rig.model_from_joint, &joint_from_bind)?)
    },
    compare: |rig, matrices, answer| compare_matrices(rig, "carried by", matrices, answer),
};

/// 08.3: a palette, vertices and a camera.
const VERTEX: ShaderCheck<(SkinningProbe, Mat4), Skinned> = ShaderCheck {
    check: Check {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: vertices_by_hand,
        // `gl_Position` is in clip space in odd probes and in model space, in metres, in even ones.
        drawn: |probe| vec![(skinning(probe), shader::clip_from_model(probe))],
        call: |course, (probe, camera)| probe.run(*camera, course.bind_pose.vertex()),
        compare: |(probe, _), outputs, answer| probe.compare_outputs(outputs, answer),
    },
    // The worm dances.
    picture: || {
        const SECONDS: f32 = 7.4; // two beats
        let worm = TinWorm::new();
        let model_from_bind = worm.model_from_joint(&worm.bind_locals);
        let camera = (STAGE + 1.25 * Vec3::Y).extend(5.8).into();
        skinning_probe::picture(&tins::mesh(), SECONDS, camera, |time| {
            let model_from_joint = worm.model_from_joint(&worm.locals(time, 1.0));
            model_from_joint.iter().zip(&model_from_bind).map(|(now, bind)| *now * bind.inverse()).collect()
        })
    },
};

fn vertices_by_hand() -> Vec<Case<(SkinningProbe, Mat4)>> {
    let palette = figures::palette(1.0);
    let head = format!("turns by -90° about z and then moves by {}", three(palette[2].w_axis.truncate()));
    let double = Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0));
    let mut cases = Vec::new();
    for (words, joint, y, camera) in [
        (&*head, 2, 2.1, Mat4::IDENTITY),
        ("moves by (3, 0, 0)", 0, 0.4, Mat4::IDENTITY),
        ("moves by (90, 0, 0)", 90, 0.4, Mat4::IDENTITY),
        ("moves by (3, 0, 0), and a camera doubles x", 0, 0.4, double),
    ] {
        // The other three joints have weight 0.
        let probe = SkinningProbe::of_vertex(
            |joint| palette.get(joint).copied().unwrap_or(Mat4::from_translation(joint as f32 * Vec3::X)),
            [joint, 5, 6, 7],
            [1.0, 0.0, 0.0, 0.0],
            y * Vec3::Y,
        );
        let is_in_figure = usize::from(joint) < palette.len() && camera == Mat4::IDENTITY;
        let input = (probe, camera);
        let case = if is_in_figure { Case::at([0.0, 1.0], |_| input) } else { Case::new(input) };
        let vertex = format!("a vertex at (0, {y}, 0), a_joints ({joint}, 5, 6, 7)");
        cases.push(case.called(format!("{vertex}; the matrix of joint {joint} {words}")));
    }
    cases
}

/// Compares a matrix for each joint, or for a case by hand its point.
fn compare_matrices(Rig { joints, point, .. }: &Rig, moved: &str, matrices: Vec<Mat4>, answer: &mut Answer) {
    let count = matrices.len();
    if let Some((joint, point)) = *point {
        answer.compare("the number of matrices", count);
        if let Some(matrix) = matrices.get(joint) {
            let point = finite(matrix.transform_point3(point));
            answer.compare(format!("this point, {moved} joint {joint}"), point);
        }
        return;
    }
    if count != joints.len() {
        answer.notes.push(format!("your list has {count} matrices for {} joints.", joints.len()));
    }
    for (index, matrix) in matrices.into_iter().enumerate() {
        let Some(joint) = joints.get(index) else {
            answer.compare(format!("joint {index}"), finite(matrix));
            continue;
        };
        let depth = std::iter::successors(joint.parent, |&parent| joints[parent].parent).count();
        answer.compare(format!("joint {index} {:?}", joint.name), finite(matrix)).group(format!("depth {depth}"));
    }
}

fn three(point: Vec3) -> String {
    vector(&point.to_array(), 2)
}
