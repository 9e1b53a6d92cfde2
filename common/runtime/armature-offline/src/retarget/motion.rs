//! Retargeted poses and clips.

use super::neutral::{lowest_level, lowest_rise};
use super::{GROUND_TOLERANCE, JointFrame, Retarget, World, report::sample_times, turn_of_signs};
use armature::{
    animation::{
        Clip, Cursors, JointTracks,
        reduce::reduce_with_progress,
        resample::{resample, rotation, translation},
        times_and_jumps,
    },
    math::Transform,
    skeleton::Pose,
};
use glam::{Affine3A, Quat};

/// Two grounds whose heights differ by more than this part of the figure's size are different grounds.
const FAR: f32 = 0.25;

/// The part of the work on a clip that its poses take; the rest is for leaving out keys.
const RESAMPLING: f32 = 0.3;

/// Memory of [`Retarget::pose_into`], kept from one pose to the next.
#[derive(Debug, Default)]
pub struct PoseMemory {
    source: World,
    placed: Vec<JointFrame>,
    target: Vec<(Affine3A, Quat)>,
}

impl Retarget<'_> {
    /// Returns the clip for the target. It has as few keys as keep joints within a ten-thousandth of the figure's size
    /// of where they should be.
    ///
    /// Scale, shear, and translation below the hips are left out.
    ///
    /// # Panics
    /// If a track's joint is beyond the source's skeleton.
    pub fn clip(&self, clip: &Clip) -> Clip {
        self.clip_with_progress(clip, &|_| ())
    }

    /// Returns the clip for the target, and tells `progress` how much of it is done, from 0 to 1.
    pub(crate) fn clip_with_progress(&self, clip: &Clip, progress: &dyn Fn(f32)) -> Clip {
        let rise = self.ground_rise(clip);
        let bind = self.source.skeleton.bind_pose();
        let mut cursors = Cursors::default();
        let mut source = Pose::default();
        let mut memory = PoseMemory::default();
        let times = self.key_times(clip);
        // About as many poses are made: one at each time, and three between it and the next.
        let expected_count = 4 * times.len();
        let mut count = 0;
        let poses = resample(self.target.skeleton, &times, self.bound, |time| {
            count += 1;
            progress(RESAMPLING * (count as f32 / expected_count as f32).min(1.0));
            clip.sample(time, &bind, &mut cursors, &mut source);
            let mut posed = Pose::default();
            self.pose_over_ground(rise, &source, &mut memory, &mut posed);
            posed
        });
        let mut tracks = Vec::new();
        for (joint, rest) in self.target.skeleton.joints().iter().enumerate() {
            let neutral = self.target.neutral.locals[joint];
            let bone = self.bones[joint];
            // A joint whose bind pose is not the neutral pose needs a key even if it never moves.
            let is_moved = neutral.translation != rest.bind_local.translation || bone.is_some_and(|bone| bone.is_free);
            let is_turned = neutral.rotation != rest.bind_local.rotation || bone.is_some();
            let translation = if is_moved { translation(&poses, joint) } else { None };
            let rotation = if is_turned { rotation(&poses, joint) } else { None };
            if translation.is_some() || rotation.is_some() {
                tracks.push(JointTracks { joint, translation, rotation, ..JointTracks::default() });
            }
        }
        let full = Clip { tracks, file_keys: Vec::new(), ..clip.clone() };
        reduce_with_progress(self.target.skeleton, &full, self.bound, &|part| {
            progress(RESAMPLING + (1.0 - RESAMPLING) * part);
        })
    }

    /// Returns the times at which the target needs poses: start, end, and the keys of all joints of the source that
    /// move one of the target. A time at which they jump is there twice.
    fn key_times(&self, clip: &Clip) -> Vec<f32> {
        let mut is_needed = vec![false; self.source.skeleton.len()];
        for bone in self.bones.iter().flatten() {
            is_needed[bone.source] = true;
        }
        // Whatever moves an ancestor moves the joint.
        for (index, joint) in self.source.skeleton.joints().iter().enumerate().rev() {
            if let (true, Some(parent)) = (is_needed[index], joint.parent) {
                is_needed[parent] = true;
            }
        }
        let tracks = clip.tracks.iter().filter(|tracks| is_needed[tracks.joint]);
        times_and_jumps(tracks, (clip.start, clip.end))
    }

    /// Returns the target's pose for one of the source.
    ///
    /// # Panics
    /// If `pose` is not one of the source.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let mut posed = Pose::default();
        self.pose_into(pose, &mut PoseMemory::default(), &mut posed);
        posed
    }

    /// Writes the target's pose for one of the source into `posed`. Allocates only in the first call with the same
    /// `memory` and `posed`.
    ///
    /// # Panics
    /// As [`pose`](Self::pose).
    pub fn pose_into(&self, pose: &Pose, memory: &mut PoseMemory, posed: &mut Pose) {
        self.pose_over_ground(0.0, pose, memory, posed);
    }

    /// Writes the target's pose for one of the source, whose ground is higher by `rise` than in its neutral pose.
    fn pose_over_ground(&self, rise: f32, pose: &Pose, memory: &mut PoseMemory, posed: &mut Pose) {
        memory.source.set(&self.source, self.turn, pose);
        memory.placed.clone_from(&self.rest);
        for joint in &self.order {
            self.place_joint(*joint, &memory.source.frames, &mut memory.placed);
        }
        self.put_on_ground(rise, &memory.source.frames, &mut memory.placed);
        self.write_pose(&memory.placed, &mut memory.target, posed);
    }

    /// Computes where a joint of the target is, without regard to the ground. The joint that carries it must be placed.
    fn place_joint(&self, joint: usize, source: &[JointFrame], placed: &mut [JointFrame]) {
        let Some(bone) = self.bones[joint] else { return };
        let source = source[bone.source];
        let mut frame = self.rest[joint];
        if let Some(carrier) = bone.carrier.map(|carrier| placed[carrier]) {
            frame.position = carrier.position + carrier.rotation * bone.offset;
            frame.rotation = carrier.rotation * bone.turn;
        } else {
            let step = self.scale.unwrap_or(1.0) * (source.position - self.source_rest[bone.source].position);
            frame.position += if bone.has_counterpart { step } else { step.with_y(0.0) };
        }
        if bone.has_counterpart {
            frame.rotation = source.rotation * bone.turn;
        }
        placed[joint] = frame;
    }

    /// Moves the figure up or down so that it is as high over its ground as the source, and turns feet that would be in
    /// the ground.
    fn put_on_ground(&self, rise: f32, source: &[JointFrame], placed: &mut [JointFrame]) {
        let scale = self.scale.unwrap_or(1.0);
        let source_rise = lowest_rise(&self.matched_feet, source) - rise;
        self.lift(scale * source_rise - lowest_rise(&self.feet, placed), placed);
        let Some(soles) = &self.soles else { return };
        let height = scale * (self.height_over_ground(source) - rise);
        // Many clips dip a little into the ground: that is corrected. A clip that goes far below it, down a stair,
        // still does.
        let height = if height > 0.0 { height } else { (height + GROUND_TOLERANCE * self.size).min(0.0) };
        let ground = soles.level + height.min(0.0);
        for &joint in &self.order {
            let Some(bone) = self.bones[joint] else { continue };
            if bone.is_on_foot {
                self.place_joint(joint, source, placed);
            }
            if bone.is_foot {
                soles.turn_out_of_ground(joint, self.rest[joint].rotation, ground, placed);
            }
        }
        self.lift(soles.level + height - soles.lowest(placed), placed);
    }

    /// Moves all joints that the ground moves up by `height`.
    fn lift(&self, height: f32, placed: &mut [JointFrame]) {
        for &joint in &self.order {
            if height.is_finite() && self.bones[joint].is_some_and(|bone| bone.is_lifted) {
                placed[joint].position.y += height;
            }
        }
    }

    /// Converts the frames of joints in the world to a pose. `world` is memory for the transforms of joints to the
    /// world.
    fn write_pose(&self, placed: &[JointFrame], world: &mut Vec<(Affine3A, Quat)>, pose: &mut Pose) {
        let root = self.target.world_from_model;
        let root_rotation = Transform::from_matrix(&root).rotation;
        pose.locals.clone_from(&self.target.neutral.locals);
        pose.shears.clone_from(&self.target.neutral.shears);
        world.clear();
        for (index, joint) in self.target.skeleton.joints().iter().enumerate() {
            let (above, above_rotation) = joint.parent.map_or((root, root_rotation), |parent| world[parent]);
            let local = &mut pose.locals[index];
            let signs = turn_of_signs(local.scale);
            if let Some(bone) = self.bones[index] {
                let rotation = above_rotation.inverse() * placed[index].rotation * signs.inverse();
                if rotation.is_finite() {
                    local.rotation = rotation.normalize();
                }
                let position = above.inverse().transform_point3(placed[index].position);
                if bone.is_free && position.is_finite() {
                    local.translation = position;
                }
            }
            let rotation = (above_rotation * local.rotation * signs).normalize();
            world.push((above * pose.local(index), rotation));
        }
    }

    /// Returns the height of the ground of a clip over the ground on which the source's neutral pose stands.
    ///
    /// In files of motion capture the neutral pose has the hips at the origin, while the clip has heights over the
    /// world's ground, on which the target stands. Where these two grounds are far apart, the one that is nearer to the
    /// lowest foot in the clip is returned.
    fn ground_rise(&self, clip: &Clip) -> f32 {
        let levels = match (&self.source_soles, &self.soles) {
            (Some(source), Some(target)) => (Some(source.level), Some(target.level)),
            _ => (lowest_level(&self.source_feet), lowest_level(&self.feet)),
        };
        let (Some(source), Some(target)) = levels else { return 0.0 };
        let scale = self.scale.unwrap_or(1.0);
        let rise = target / scale - source;
        if scale * rise.abs() <= FAR * self.size {
            return 0.0;
        }
        let bind = self.source.skeleton.bind_pose();
        let mut pose = Pose::default();
        let mut cursors = Cursors::default();
        let mut world = World::default();
        let mut lowest = f32::INFINITY;
        for time in sample_times(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            world.set(&self.source, self.turn, &pose);
            lowest = lowest.min(self.height_over_ground(&world.frames));
        }
        if (lowest - rise).abs() < lowest.abs() { rise } else { 0.0 }
    }

    /// Returns the height of the source's lowest foot over that in its neutral pose.
    fn height_over_ground(&self, source: &[JointFrame]) -> f32 {
        let feet = lowest_rise(&self.source_feet, source);
        let Some(soles) = &self.source_soles else { return feet };
        let lowest = soles.lowest(source) - soles.level;
        // The soles are computed as if the foot were stiff. Where it bends its vertices are not as deep.
        if lowest < 0.0 { feet.clamp(lowest, 0.0) } else { lowest }
    }
}
