//! The cape: two links that hang from his shoulders. They lag behind him, fly in the wind of his own speed, and stay off his
//! legs.

use super::{GameCast, Knight, eased};
use armature::skeleton::Pose;
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Length of the lower link, in metres. The upper one ends where it begins.
const LOWER: f32 = 0.39;
/// Acceleration that brings a link down, in metres a second each second, the fraction of a change of his velocity by which it
/// lags, and the rates at which the air stops the links, in 1 a second: the hem is loose.
const WEIGHT: f32 = 20.0;
const LAG: f32 = 0.5;
const DRAG: [f32; 2] = [3.5, 6.5];
/// Angles of the links from straight down his back, in radians, and largest angle to a side.
const ANGLES: [[f32; 2]; 2] = [[0.08, 1.5], [0.0, 2.2]];
const SIDEWAYS: f32 = 0.25;
/// Distances that the links keep from the middle of a leg, and the distance beyond their ends at which a leg begins to push
/// them, in metres.
const CLEARANCE: [f32; 2] = [0.11, 0.085];
const NEAR: f32 = 0.12;
/// Fraction of such a push that a link's velocity has.
const PUSHED: f32 = 0.3;
/// Time in which it comes to rest below one who falls dead, in seconds.
const SETTLES: f32 = 0.3;

/// A link, in the world.
#[derive(Clone, Copy, Debug)]
struct Link {
    root: Vec3,
    root_velocity: Vec3,
    /// Vector from its root to its end, and the velocity of that.
    bone: Vec3,
    velocity: Vec3,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cape {
    /// `None` before the first step, and where he has been put elsewhere.
    links: [Option<Link>; 2],
}

impl Cape {
    /// Moves the links on by `dt` seconds, and turns their joints.
    pub(super) fn step(
        &mut self,
        cast: &GameCast,
        knight: &Knight,
        world_from_model: Mat4,
        model_from_joint: &[Mat4],
        pose: &mut Pose,
        dt: f32,
    ) {
        let Some(hinges) = cast.hinges.cape else { return };
        let Some(chest) = cast.parent(hinges[0].joint) else { return };
        let world_from_chest = world_from_model * model_from_joint[chest];
        let (_, rotation, _) = world_from_chest.to_scale_rotation_translation();
        // The axes of the chest that were his own at rest.
        let world_from_back = rotation * hinges[0].parent_from_own;
        let back_from_world = world_from_back.inverse();
        let mut root = world_from_chest.transform_point3(pose.locals[hinges[0].joint].translation);
        let mut above = Quat::IDENTITY;
        let weight = 1.0 - knight.fallen_for.map_or(0.0, |seconds| eased(seconds / SETTLES));
        for (index, hinge) in hinges.into_iter().enumerate() {
            let bind = cast.bind.locals[hinge.joint];
            let bone = hinges.get(index + 1).map_or(LOWER * Vec3::Y, |next| cast.bind.locals[next.joint].translation);
            let rest = hinge.parent_from_own.inverse() * (bind.rotation * bone);
            let hanging = Link { root, root_velocity: Vec3::ZERO, bone: world_from_back * rest, velocity: Vec3::ZERO };
            let link = self.links[index].get_or_insert(hanging);
            let before = link.bone;
            link.advance(root, DRAG[index], dt);

            let mut lowest = ANGLES[index][0];
            for [thigh, shin, foot] in cast.legs.joints {
                let joints = [thigh, shin, foot].map(|joint| {
                    let joint = (world_from_model * model_from_joint[joint]).w_axis.truncate();
                    back_from_world * (joint - root)
                });
                for [from, to] in [[joints[0], joints[1]], [joints[1], joints[2]]] {
                    for along in [0.35, 0.6, 0.8, 1.0] {
                        lowest = lowest.max(pushed(from.lerp(to, along), rest.length(), CLEARANCE[index]));
                    }
                }
            }
            let free = link.bone.normalize_or(Vec3::NEG_Y);
            let direction = limited(back_from_world * free, lowest, ANGLES[index][1]);
            link.bone = world_from_back * (rest.length() * direction);
            if dt > 0.0 {
                let pushed = link.bone - rest.length() * free;
                link.velocity = (link.bone - before - (1.0 - PUSHED) * pushed) / dt;
            }
            root += link.bone;

            let turn = Quat::from_rotation_arc(rest.normalize(), above.inverse() * direction);
            let parent_from_own = hinge.parent_from_own;
            let turned = parent_from_own * turn * parent_from_own.inverse() * bind.rotation;
            let local = &mut pose.locals[hinge.joint].rotation;
            *local = local.slerp(turned, weight);
            above *= turn;
        }
    }
}

impl Link {
    /// Moves its root there, and its end as it swings freely, for `dt` seconds.
    fn advance(&mut self, root: Vec3, drag: f32, dt: f32) {
        if dt == 0.0 {
            return;
        }
        let root_velocity = (root - self.root) / dt;
        self.velocity -= LAG * (root_velocity - self.root_velocity);
        self.velocity =
            (self.velocity + root_velocity) * (-drag * dt).exp() - root_velocity + WEIGHT * dt * Vec3::NEG_Y;
        self.root = root;
        self.root_velocity = root_velocity;
        self.bone += self.velocity * dt;
    }
}

/// Returns the angle to which a part of a leg, seen from a link's root, pushes the link.
fn pushed(leg: Vec3, length: f32, clearance: f32) -> f32 {
    let behind = clearance - leg.z;
    let reaches = (length + NEAR - behind.hypot(leg.y)) / NEAR;
    f32::atan2(behind, (-leg.y).max(0.02)) * eased(reaches)
}

/// Returns the direction of a link, between these angles from straight down his back.
fn limited(link: Vec3, lowest: f32, highest: f32) -> Vec3 {
    let side = link.x.atan2(link.y.hypot(link.z)).clamp(-SIDEWAYS, SIDEWAYS);
    // From a quarter turn ahead to three quarters behind.
    let angle = (f32::atan2(-link.z, -link.y) + FRAC_PI_2).rem_euclid(TAU) - FRAC_PI_2;
    let angle = angle.max(lowest).min(highest);
    Vec3::new(side.sin(), -side.cos() * angle.cos(), -side.cos() * angle.sin())
}
