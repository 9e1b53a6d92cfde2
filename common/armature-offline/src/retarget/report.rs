//! Surprises in retargeted clips: joints that come off, and figures that do not stand or look ahead.

use super::{Frame, GROUND_TOLERANCE, Retarget, World, neutral::lowest_rise};
use crate::names::{Side, find_part};
use armature::{
    animation::{Clip, Cursors},
    mesh::Bounds,
    skeleton::Pose,
};
use glam::{Quat, Vec3};

/// A bone that changes its length by more than this part of the figure's size is torn.
const TORN: f32 = 0.01;
/// The soles come this near to the ground in most clips, as a part of the figure's size.
const OFF: f32 = 0.02;
/// A standing figure is at some time this tall, as a part of its height in the neutral pose.
const LOW: f32 = 0.8;
/// A clip begins with the figure turned aside by at most this angle, in radians.
const TURNED: f32 = std::f32::consts::FRAC_PI_4;

/// Whether a figure stands and looks ahead in a clip as it does at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    /// Its soles never come to within a fiftieth of its size of the ground, or go below it by more than a twentieth.
    pub(crate) is_off_ground: bool,
    /// It is never four fifths as tall as at rest.
    pub(crate) is_low: bool,
    /// It begins turned by more than 45 degrees.
    pub(crate) is_turned: bool,
}

/// Returns times at which a clip is looked at as a whole.
pub(super) fn sample_times(clip: &Clip) -> impl Iterator<Item = f32> {
    const STEPS: u8 = 32;
    let start = clip.start;
    let duration = clip.duration();
    (0..=STEPS).map(move |step| start + duration * f32::from(step) / f32::from(STEPS))
}

impl Retarget<'_> {
    /// Returns the joints of the target whose distance from the joint that carries them changes in a retargeted clip by
    /// more than a hundredth of the figure: there the figure comes apart.
    pub fn torn(&self, clip: &Clip) -> Vec<usize> {
        // A joint that nothing carries should keep with the hips, or else with the first of its kind.
        let mut first = self.hips;
        let mut bones = Vec::new();
        for &joint in &self.order {
            let Some(bone) = self.bones[joint] else { continue };
            if let Some(carrier) = bone.carrier {
                bones.push((joint, carrier));
            } else if bone.is_lifted {
                let first = *first.get_or_insert(joint);
                if self.has_vertices.get(joint) != Some(&false) {
                    bones.push((joint, first));
                }
            }
        }
        let neutral = self.target.skeleton.model_from_joint(&self.target.neutral);
        let mut is_torn = vec![false; bones.len()];
        self.for_each_pose(clip, |pose| {
            let now = self.target.skeleton.model_from_joint(pose);
            for (is_torn, (a, b)) in is_torn.iter_mut().zip(&bones) {
                let [now, then] = [&now, &neutral].map(|at| at[*a].translation.distance(at[*b].translation));
                *is_torn |= (now - then).abs() > TORN * self.size;
            }
        });
        bones.iter().zip(is_torn).filter(|(_, is_torn)| *is_torn).map(|((joint, _), _)| *joint).collect()
    }

    /// Compares how the target stands in a retargeted clip and in its neutral pose.
    pub(crate) fn stance(&self, clip: &Clip) -> Stance {
        let mut lowest = f32::MAX;
        let mut tallest = 0.0f32;
        let mut first = None;
        let mut world = World::default();
        self.for_each_pose(clip, |pose| {
            world.set(&self.target, Quat::IDENTITY, pose);
            lowest = lowest.min(match &self.soles {
                Some(soles) => soles.lowest(&world.frames) - soles.level,
                None => lowest_rise(&self.feet, &world.frames),
            });
            tallest = tallest.max(self.height(&world.frames));
            first = first.or_else(|| self.left(&world.frames));
        });
        let turned = first.zip(self.left(&self.rest)).map_or(0.0, |(now, then)| now.angle_between(then));
        Stance {
            is_off_ground: !(-GROUND_TOLERANCE..=OFF).contains(&(lowest / self.size)),
            is_low: tallest < LOW * self.height(&self.rest),
            is_turned: turned > TURNED,
        }
    }

    fn for_each_pose(&self, clip: &Clip, mut look: impl FnMut(&Pose)) {
        let bind = self.target.skeleton.bind_pose();
        let mut pose = Pose::default();
        let mut cursors = Cursors::default();
        for time in sample_times(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            look(&pose);
        }
    }

    fn height(&self, frames: &[Frame]) -> f32 {
        let bounds = Bounds::from_points(self.order.iter().map(|joint| frames[*joint].position));
        bounds.map_or(0.0, |bounds| bounds.size().y)
    }

    /// Returns the horizontal direction from the right thigh to the left one.
    fn left(&self, frames: &[Frame]) -> Option<Vec3> {
        let [left, right] = Side::BOTH.map(|side| find_part(&self.matching.target_roles, "thigh", side));
        (frames[left?].position - frames[right?].position).with_y(0.0).try_normalize()
    }
}
