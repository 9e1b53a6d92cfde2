//! The room that a figure takes, at rest in its place or carried away by its clip.

use super::Actor;
use armature::animation::{RootAxes, RootMotion, root_joint};
use armature::mesh::Bounds;
use glam::Vec3;
use graphics::skinned_points::world_points;

impl Actor {
    /// Returns the root motion of the clip that plays, about the world's up axis.
    fn root_motion(&self) -> Option<&RootMotion> {
        let clip = self.clip()?;
        let motion = self.motions.get(self.clip?)?.get_or_init(|| {
            let joint = root_joint(&self.model.skeleton, clip)?;
            Some(RootMotion::new(&self.model.skeleton, clip, joint, self.model.up(), RootAxes::default()))
        });
        motion.as_ref()
    }

    /// Returns the figure's position in world space if its clip carries it away.
    pub fn root_place(&self) -> Option<Vec3> {
        let position = self.travel()?.position(self.player.time());
        Some(self.model.world_from_model.transform_point3(position))
    }

    /// Returns the root motion of a clip that carries the figure farther than half its size.
    fn travel(&self) -> Option<&RootMotion> {
        const LOOKS: u8 = 8;
        let clip = &self.model.clips[self.active_clip()?];
        let motion = self.root_motion()?;
        let skeleton = &self.model.skeleton;
        let joints = skeleton.model_from_joint(&skeleton.bind_pose());
        let size = Bounds::from_points(joints.iter().map(|joint| joint.translation.into()))?.radius();
        let start = motion.position(clip.start);
        for look in 1..=LOOKS {
            let time = clip.start + clip.duration() * f32::from(look) / f32::from(LOOKS);
            if motion.position(time).distance(start) > 0.5 * size {
                return Some(motion);
            }
        }
        None
    }

    /// Returns the box around the figure at samples of its clip, in world space, as if the clip did not carry it away
    /// from its current position. `None` for an empty model.
    pub fn bounds(&self) -> Option<Bounds> {
        const LOOKS: usize = 8;
        let mut instance = self.instance.clone();
        let now = self.bounds_now()?;
        let mut all = now;
        if let Some(index) = self.active_clip()
            && let Some(clip) = self.model.clips.get(index)
        {
            let travel = self.travel();
            for look in 0..LOOKS {
                let time = clip.start + clip.duration() * (look as f32 / LOOKS as f32);
                instance.sample_clip(&self.model, Some(index), time);
                let away = travel.map(|motion| motion.position(self.player.time()) - motion.position(time));
                let away = self.model.world_from_model.transform_vector3(away.unwrap_or_default());
                let mut points = world_points(&self.model, &instance);
                for point in &mut points {
                    *point += away;
                }
                let bounds = Bounds::of_most(&points);
                all = bounds.map_or(all, |bounds| all.union(bounds));
            }
        }
        let is_carried = now.radius() > 0.0 && all.radius() > 2.5 * now.radius();
        Some(if is_carried { now } else { all })
    }

    /// The box around most of the figure in its current pose, in world space. `None` for an empty model.
    pub fn bounds_now(&self) -> Option<Bounds> {
        Bounds::of_most(&world_points(&self.model, &self.instance))
    }

    /// Returns the box around a joint, its parent and its children, in world space, at least `least` wide in each
    /// direction.
    pub fn around_joint(&self, joint: usize, least: f32) -> Option<Bounds> {
        let joints = self.model.skeleton.joints();
        let children = (0..joints.len()).filter(|child| joints[*child].parent == Some(joint));
        let near = children.chain(joints.get(joint)?.parent);
        let position = self.joint_position(joint);
        let corners = [position - least, position + least];
        Bounds::from_points(near.map(|near| self.joint_position(near)).chain(corners))
    }
}
