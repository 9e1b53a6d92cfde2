//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self};
use crate::probes::{self, Rig};
use crate::tin_worm::{LENGTH, STAGE, TinWorm};
use crate::tins;
use check::{Answer, AnswerError, AnyCheck, Case, Check, Picture, Probe, finite, vector, words};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use given::Course;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<InverseBinds>(), check::of::<SkinningMatrices>(), check::of::<Vertex>()];

/// 08.1: joints and their bind pose.
pub(crate) struct InverseBinds;

impl Check for InverseBinds {
    type Input = Rig;
    type Output = Vec<Mat4>;
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    const TOLERANCE: f32 = 0.002;

    fn by_hand() -> Vec<Case<Rig>> {
        let mut cases = Vec::new();
        for [joint, height, x] in [[2.0, 2.1, 0.0], [1.0, 2.1, 0.0], [0.0, 2.1, 0.0], [2.0, 2.1, 0.2]] {
            let at = vector(&[0.0, joint * LENGTH, 0.0], 2);
            let words = format!("the worm's joint {joint} at {at}, its x axis up, the point ({x}, {height}, 0)");
            cases.push(Case::at(words, [joint, height, x], |state| Rig::worm(0.0, figures::joint_and_point(state))));
        }
        let doubled = Mat4::from_translation(Vec3::X) * Mat4::from_scale(Vec3::splat(2.0));
        let rig = Rig::worm(0.0, (0, 3.0 * Vec3::X));
        let bind_locals = vec![doubled, Mat4::IDENTITY, Mat4::IDENTITY];
        cases.push(Case::new(
            "a root at (1, 0, 0) that doubles all lengths, the point (3, 0, 0)",
            Rig { bind_locals, ..rig },
        ));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Rig>> {
        probes::distorted(probe)
    }

    fn corners(probe: &Probe) -> Vec<Case<Rig>> {
        probes::corners(probe)
    }

    fn call(course: &Course, rig: &Rig) -> Result<Vec<Mat4>, AnswerError> {
        Ok(course.bind_pose.inverse_binds(&rig.joints, &rig.bind_locals)?)
    }

    fn compare(rig: &Rig, matrices: Vec<Mat4>, answer: &mut Answer) {
        compare_matrices(rig, "in the space of", matrices, answer);
    }
}

/// 08.2: joints, their bind pose and another pose.
pub(crate) struct SkinningMatrices;

impl Check for SkinningMatrices {
    type Input = Rig;
    type Output = Vec<Mat4>;
    // Metres. As above, and a product.
    const TOLERANCE: f32 = 0.002;

    fn by_hand() -> Vec<Case<Rig>> {
        let mut cases = Vec::new();
        for (words, state) in [
            (
                "the worm's head bound at (0, 1.6, 0), its x axis up, now at (3, 1.6, 0), its x axis to the right",
                [1.0, 0.5, 0.0],
            ),
            ("the worm, still in its bind pose", [0.0, 0.5, 0.0]),
            ("the head as in figure 08.2", [1.0, 0.5, 0.2]),
        ] {
            let [pose, ..] = state;
            let point = figures::point_of_head(state);
            let words = format!("{words}, the point {}", three(point));
            cases.push(Case::at(words, state, |_| Rig::worm(pose, (2, point))));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Rig>> {
        probes::distorted(probe)
    }

    fn corners(probe: &Probe) -> Vec<Case<Rig>> {
        probes::corners(probe)
    }

    fn call(course: &Course, rig: &Rig) -> Result<Vec<Mat4>, AnswerError> {
        let joint_from_bind = REFERENCE.bind_pose.inverse_binds(&rig.joints, &rig.bind_locals)?;
        Ok(course.bind_pose.skinning_matrices(&rig.model_from_joint, &joint_from_bind)?)
    }

    fn compare(rig: &Rig, matrices: Vec<Mat4>, answer: &mut Answer) {
        compare_matrices(rig, "carried by", matrices, answer);
    }
}

/// 08.3: a palette, vertices and a camera.
pub(crate) struct Vertex;

impl Check for Vertex {
    type Input = (SkinningProbe, Mat4);
    type Output = Skinned;
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let palette = figures::palette(1.0);
        let place = three(palette[2].w_axis.truncate());
        let head = format!("turns by -90° about z and then moves by {place}");
        let mut cases = Vec::new();
        for (words, joint, y, camera) in [
            (&*head, 2, 2.1, Mat4::IDENTITY),
            ("moves by (3, 0, 0)", 0, 0.4, Mat4::IDENTITY),
            ("moves by (90, 0, 0)", 90, 0.4, Mat4::IDENTITY),
            ("moves by (3, 0, 0), and a camera doubles x", 0, 0.4, Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0))),
        ] {
            // The other three joints have weight 0.
            let probe = SkinningProbe::of_vertex(
                |joint| palette.get(joint).copied().unwrap_or(Mat4::from_translation(joint as f32 * Vec3::X)),
                [joint, 5, 6, 7],
                [1.0, 0.0, 0.0, 0.0],
                y * Vec3::Y,
            );
            let words =
                format!("a vertex at (0, {y}, 0), a_joints ({joint}, 5, 6, 7); the matrix of joint {joint} {words}");
            let case = Case::new(words, (probe, camera));
            let is_in_figure = usize::from(joint) < palette.len() && camera == Mat4::IDENTITY;
            cases.push(if is_in_figure { case.shown([0.0, 1.0]) } else { case });
        }
        cases
    }

    /// `gl_Position` is in clip space in odd probes and in model space, in metres, in even ones.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        vec![Case::of((probes::skinning(probe), shader::clip_from_model(probe)))]
    }

    /// The worm dances.
    fn picture() -> Option<Picture<Self::Input>> {
        const SECONDS: f32 = 7.4; // two beats
        let worm = TinWorm::new();
        let model_from_bind = worm.model_from_joint(&worm.bind_locals);
        let camera = (STAGE + 1.25 * Vec3::Y).extend(5.8).into();
        Some(skinning_probe::picture(&tins::mesh(), SECONDS, camera, |time| {
            let model_from_joint = worm.model_from_joint(&worm.locals(time, 1.0));
            model_from_joint.iter().zip(&model_from_bind).map(|(now, bind)| *now * bind.inverse()).collect()
        }))
    }

    fn call(course: &Course, (probe, camera): &Self::Input) -> Result<Skinned, AnswerError> {
        probe.run(*camera, course.bind_pose.vertex())
    }

    fn compare((probe, _): &Self::Input, outputs: Skinned, answer: &mut Answer) {
        probe.compare_outputs(outputs, answer);
    }
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
        answer.notes.push(words!("count", count, joints = joints.len()));
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
