//! Inputs of the checks: figures whose joints scale, mirror and shear, and vertices that follow any joint.

use crate::figures::{STAGE, WORM, posed};
use crate::tin_worm::TinWorm;
use crate::{Joint, MAX_JOINTS, lesson_joints, model_poses};
use check::{Probe, Random};
use common::scenes::skinning_probe::{self, SkinningProbe};
use glam::{Mat3, Mat4, Vec3};

/// Vertices of a shader's probe: fewer than matrices, so that a vertex's own number is a joint's, too.
const VERTICES: usize = 24;

/// Joints in their bind pose and in another.
pub(crate) struct Rig {
    pub(crate) words: String,
    pub joints: Vec<Joint>,
    /// `parent_from_joint` of each in the bind pose.
    pub bind_locals: Vec<Mat4>,
    pub model_from_joint: Vec<Mat4>,
    /// A joint, and a point of the bind pose, for a case by hand: only the point is compared, as this joint's matrix moves it.
    pub point: Option<(usize, Vec3)>,
}

impl Rig {
    /// Returns the figures' worm: in its bind pose at 0, moved aside and bent at 1.
    pub(crate) fn worm(words: impl Into<String>, pose: f32, point: (usize, Vec3)) -> Rig {
        let TinWorm { joints, bind_locals } = &*WORM;
        let model_from_joint = posed(pose, STAGE);
        let joints = joints.clone();
        Rig { words: words.into(), joints, bind_locals: bind_locals.clone(), model_from_joint, point: Some(point) }
    }
}

/// Returns a skeleton whose joints scale unevenly. In some probes it is mirrored, small or sheared as well. The last probe has
/// special skeletons.
pub(crate) fn rigs(probe: &Probe) -> Vec<Rig> {
    if probe.is_last() {
        return corners(probe);
    }
    let rig = probe.rig();
    let random = &mut Random::new(probe.seed ^ (0x00B1_D000 + probe.index as u64));
    let joints = lesson_joints(rig.skeleton.joints());
    let mut bind_locals = Vec::new();
    for (index, joint) in rig.skeleton.joints().iter().enumerate() {
        bind_locals.push(joint.bind_local.to_mat4() * distortion(probe.index, index, random));
    }
    let mut locals = Vec::new();
    for (index, local) in rig.pose.locals.iter().enumerate() {
        locals.push(local.to_mat4() * distortion(probe.index, index, random));
    }
    let model_from_joint = model_poses(&joints, &locals, rig.model_from_root.into());
    vec![Rig { words: rig.family(), joints, bind_locals, model_from_joint, point: None }]
}

/// Returns the distortion of a joint: uneven scale, and by the probe's index a mirror, a small size or shear.
fn distortion(probe: usize, joint: usize, random: &mut Random) -> Mat4 {
    match probe {
        1 if joint == 0 => Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)) * uneven(random),
        2 if joint == 0 => Mat4::from_scale(Vec3::splat(random.between(0.05, 0.08))),
        3 => sheared(random) * uneven(random),
        _ => uneven(random),
    }
}

/// Returns a scale by three factors above or below 1.
fn uneven(random: &mut Random) -> Mat4 {
    let factors = [(); 3].map(|()| {
        let factor = random.between(1.15, 1.35);
        if random.below(2) == 0 { factor } else { 1.0 / factor }
    });
    Mat4::from_scale(factors.into())
}

fn sheared(random: &mut Random) -> Mat4 {
    let y_axis = Vec3::new(random.to_either_side(0.2, 0.4), 1.0, 0.0);
    Mat4::from_mat3(Mat3::from_cols(Vec3::X, y_axis, Vec3::Z))
}

/// Returns no joint, one joint, as many as a shader has room for, and the lesson's own figure.
fn corners(probe: &Probe) -> Vec<Rig> {
    let random = &mut probe.random();
    let mut corners = Vec::new();
    for (words, count) in [("no joint", 0), ("a single joint", 1), ("a large figure", MAX_JOINTS)] {
        let mut joints = Vec::new();
        for index in 0..count {
            let parent = (index > 0).then(|| random.below(index));
            joints.push(Joint { name: format!("bone {index}"), parent });
        }
        let bind_locals = (0..count).map(|_| random.rigid().to_mat4()).collect();
        let locals: Vec<Mat4> = (0..count).map(|_| random.rigid().to_mat4()).collect();
        let model_from_joint = model_poses(&joints, &locals, Mat4::IDENTITY);
        corners.push(Rig { words: words.into(), joints, bind_locals, model_from_joint, point: None });
    }
    for (words, amount) in [("the worm", 1.0), ("the worm in its bind pose", 0.0)] {
        let TinWorm { joints, bind_locals } = TinWorm::new();
        let model_from_joint = WORM.model_from_joint(&WORM.locals(1.3, amount));
        corners.push(Rig { words: words.into(), joints, bind_locals, model_from_joint, point: None });
    }
    corners
}

/// Returns a full palette and vertices that follow joints all over it. In the last probe they follow every joint, and some
/// matrices mirror.
pub fn skinning(probe: &Probe) -> SkinningProbe {
    let random = &mut probe.random();
    let slots: Vec<[usize; 4]> = if probe.is_last() {
        (0..MAX_JOINTS).rev().map(|joint| [joint, 0, MAX_JOINTS - 1, 7]).collect()
    } else {
        // Three joints of weight 0, different from the first.
        (0..VERTICES)
            .map(|vertex| {
                [vertex % 2 == 1, vertex % 2 == 0, vertex % 2 == 0, vertex % 2 == 0]
                    .map(&mut |is_high| skinning_probe::place(random, is_high))
            })
            .collect()
    };
    let slots: Vec<_> = slots.into_iter().map(|joints| (joints, [1.0, 0.0, 0.0, 0.0])).collect();
    let is_last = probe.is_last();
    SkinningProbe::new(
        random,
        |random, joint| {
            let side = if is_last && joint.is_multiple_of(3) { -1.0 } else { 1.0 };
            random.rigid().to_mat4() * Mat4::from_scale(Vec3::new(1.0, side, 1.0))
        },
        &slots,
    )
}
