//! Retargeted poses and clips.

use super::{JointFrame, Retarget, turn_of_signs};
use armature::animation::{
    Clip, Cursors, JointTracks,
    reduce::reduce,
    resample::{resample, rotation, translation},
    times_and_jumps,
};
use armature::math::Transform;
use armature::skeleton::Pose;
use glam::{Affine3A, Quat};

/// Largest distance of a clip's lowest foot from the ground on which the source rests, as a fraction of the target's size.
/// Farther away is another ground.
const FAR: f32 = 0.25;

impl Retarget<'_> {
    /// Returns the clip for the target. It has as few keys as keep joints within a ten-thousandth of the figure's size
    /// of where they should be.
    ///
    /// Scale, shear, and translation below the hips are left out. A clip whose feet never come near the ground on which
    /// the source rests, as those of motion capture whose hips rest at the origin, is put on the ground by its lowest foot.
    ///
    /// # Panics
    /// If a track's joint is beyond the source's skeleton.
    pub fn clip(&self, clip: &Clip) -> Clip {
        let ground = self.ground_of(clip);
        let bind = self.source.skeleton.bind_pose();
        let mut cursors = Cursors::default();
        let mut source = Pose::default();
        let poses = resample(self.target.skeleton, &self.key_times(clip), self.bound, |time| {
            clip.sample(time, &bind, &mut cursors, &mut source);
            self.pose_over(ground, &source)
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
        let full = Clip { tracks, file_keys: Vec::new(), weights: Vec::new(), ..clip.clone() };
        reduce(self.target.skeleton, &full, self.bound)
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

    /// Returns the height of a clip's lowest foot over the ground on which the source rests if that is far, or else 0.
    fn ground_of(&self, clip: &Clip) -> f32 {
        const STEPS: u8 = 32;
        let bind = self.source.skeleton.bind_pose();
        let mut pose = Pose::default();
        let mut cursors = Cursors::default();
        let mut lowest = f32::INFINITY;
        for step in 0..=STEPS {
            let time = clip.start + clip.duration() * f32::from(step) / f32::from(STEPS);
            clip.sample(time, &bind, &mut cursors, &mut pose);
            lowest = lowest.min(self.source_rise(&self.source.frames(&pose)));
        }
        let is_far = lowest.is_finite() && self.scale.unwrap_or(1.0) * lowest.abs() > FAR * self.size;
        if is_far { lowest } else { 0.0 }
    }

    /// Returns the target's pose for one of the source.
    ///
    /// # Panics
    /// If `pose` is not one of the source.
    pub fn pose(&self, pose: &Pose) -> Pose {
        self.pose_over(0.0, pose)
    }

    /// Returns the target's pose for one of the source, whose ground is higher by `ground` than in its neutral pose.
    fn pose_over(&self, ground: f32, pose: &Pose) -> Pose {
        let source = self.source.frames(pose);
        let scale = self.scale.unwrap_or(1.0);
        let mut placed = self.rest.clone();
        for &joint in &self.order {
            let Some(bone) = self.bones[joint] else { continue };
            let from = source[bone.source];
            placed[joint].rotation = self.heading * from.rotation * bone.turn;
            if let Some(carrier) = bone.carrier.map(|carrier| placed[carrier]) {
                placed[joint].position = carrier.position + carrier.rotation * bone.offset;
            } else {
                let step = self.heading * (from.position - self.source_rest[bone.source].position);
                placed[joint].position += scale * step;
            }
        }
        let wanted = scale * (self.source_rise(&source) - ground);
        let lift =
            wanted - lowest(self.feet.iter().map(|[foot, _]| placed[*foot].position.y - self.rest[*foot].position.y));
        for &joint in &self.order {
            if lift.is_finite() && self.bones[joint].is_some_and(|bone| bone.is_lifted) {
                placed[joint].position.y += lift;
            }
        }
        self.to_pose(&placed)
    }

    /// Returns the height of the source's lowest matched foot over its height in the neutral pose; infinite without feet.
    fn source_rise(&self, source: &[JointFrame]) -> f32 {
        lowest(self.feet.iter().map(|[_, from]| source[*from].position.y - self.source_rest[*from].position.y))
    }

    /// Returns the pose of joints that are placed in the world.
    fn to_pose(&self, placed: &[JointFrame]) -> Pose {
        let root = self.target.world_from_model;
        let root_rotation = Transform::from_matrix(&root).rotation;
        let mut pose = self.target.neutral.clone();
        let mut world: Vec<(Affine3A, Quat)> = Vec::with_capacity(placed.len());
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
        pose
    }
}

fn lowest(heights: impl Iterator<Item = f32>) -> f32 {
    heights.fold(f32::INFINITY, f32::min)
}
