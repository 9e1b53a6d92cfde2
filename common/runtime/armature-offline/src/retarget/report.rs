//! Finds faults of retargeted clips: joints that come off, and figures that do not stand or look ahead.

use super::{GROUND_TOLERANCE, JointFrame, Retarget, World, neutral::lowest_rise};
use crate::names::{Side, find_part};
use armature::animation::{Clip, Cursors};
use armature::{mesh::Bounds, skeleton::Pose};
use glam::{Quat, Vec3};

/// A bone that changes its length by more than this part of the figure's size is torn.
const MAX_STRETCH: f32 = 0.01;
/// Largest distance of the soles from the ground when they are nearest to it, as a part of the figure's size.
const MAX_HEIGHT_OFF_GROUND: f32 = 0.02;
/// Smallest height of a standing figure when it is tallest, as a part of its height in the neutral pose.
const MIN_STANDING_HEIGHT: f32 = 0.8;
/// Largest angle by which a figure is turned aside when a clip begins, in radians.
const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

/// Ways in which a figure's stance in a clip differs from its stance at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    /// Its soles stay more than a fiftieth of its size above the ground, or go more than a twentieth below the ground.
    pub(crate) is_off_ground: bool,
    /// It is always less than four fifths as tall as at rest.
    pub(crate) is_low: bool,
    /// It begins turned by more than 45 degrees.
    pub(crate) is_turned: bool,
}

/// Returns evenly spaced times from the start to the end of a clip, enough to see what it does.
pub(super) fn sample_times(clip: &Clip) -> impl Iterator<Item = f32> {
    const STEPS: u8 = 32;
    let start = clip.start;
    let duration = clip.duration();
    (0..=STEPS).map(move |step| start + duration * f32::from(step) / f32::from(STEPS))
}

impl Retarget<'_> {
    /// Returns the joints of the target at which the figure comes apart in a retargeted clip: their distance from the
    /// joint that carries them changes by more than a hundredth of the figure's size.
    pub fn torn(&self, clip: &Clip) -> Vec<usize> {
        // A joint that nothing carries should stay near the hips, or, without hips, near the first joint without a
        // carrier.
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
                *is_torn |= (now - then).abs() > MAX_STRETCH * self.size;
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
            first = first.or_else(|| self.direction_to_left(&world.frames));
        });
        let turned = first.zip(self.direction_to_left(&self.rest)).map_or(0.0, |(now, then)| now.angle_between(then));
        Stance {
            is_off_ground: !(-GROUND_TOLERANCE..=MAX_HEIGHT_OFF_GROUND).contains(&(lowest / self.size)),
            is_low: tallest < MIN_STANDING_HEIGHT * self.height(&self.rest),
            is_turned: turned > MAX_TURN,
        }
    }

    /// Calls `visit` with the target's poses at [`sample_times`] of a retargeted clip.
    fn for_each_pose(&self, clip: &Clip, mut visit: impl FnMut(&Pose)) {
        let bind = self.target.skeleton.bind_pose();
        let mut pose = Pose::default();
        let mut cursors = Cursors::default();
        for time in sample_times(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            visit(&pose);
        }
    }

    /// Returns the height from the lowest to the highest of the target's joints that move with the source.
    fn height(&self, frames: &[JointFrame]) -> f32 {
        let bounds = Bounds::from_points(self.order.iter().map(|joint| frames[*joint].position));
        bounds.map_or(0.0, |bounds| bounds.size().y)
    }

    /// Returns the horizontal direction from the right thigh to the left one.
    fn direction_to_left(&self, frames: &[JointFrame]) -> Option<Vec3> {
        let [left, right] = Side::BOTH.map(|side| find_part(&self.matching.target_roles, "thigh", side));
        (frames[left?].position - frames[right?].position).with_y(0.0).try_normalize()
    }
}
