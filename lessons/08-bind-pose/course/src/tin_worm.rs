//! The worm: three tins with a bone in each, how it was modelled, and how it dances.

use crate::{Joint, model_poses};
use common::mesh::{Mesh, SkinnedVertex, StaticVertex, shapes};
use common::scenes::parts::{self, moved};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Of a tin, in metres.
pub const LENGTH: f32 = 0.8;
const RADIUS: f32 = 0.3;
/// Of the rim at either end of a tin: how far it stands out, and how high it is.
const RIM: Vec2 = Vec2::new(0.02, 0.05);
/// Where it dances, relative to where it was modelled, in metres: beside the model seen from the front, and from the
/// side as well.
pub const STAGE: Vec3 = Vec3::new(-2.2, 0.0, 1.2);
/// Paints, as `worm.frag` numbers them: 0 to 2 are the labels.
const TIN: usize = 3;
const WHITE: usize = 4;
const BLACK: usize = 5;

/// Joints, their bind pose, and the one mesh that is bound to them.
pub struct TinWorm {
    /// Parents first; each lies at the lower end of its tin, with its x axis along it.
    pub joints: Vec<Joint>,
    /// `parent_from_joint` of each joint in the bind pose.
    pub bind_locals: Vec<Mat4>,
    /// In the model's space: the worm stands upright at the origin. Each vertex follows one joint.
    pub mesh: Mesh<SkinnedVertex>,
}

impl TinWorm {
    /// Upright, and made in code.
    #[allow(clippy::new_without_default)] // nothing about a worm is a default
    pub fn new() -> Self {
        let joint = |(index, name): (usize, &str)| Joint { name: name.into(), parent: index.checked_sub(1) };
        let joints = ["tail", "middle", "head"].into_iter().enumerate().map(joint).collect();
        let next = Mat4::from_translation(Vec3::X * LENGTH);
        let bind_locals = vec![Mat4::from_rotation_z(FRAC_PI_2), next, next];
        TinWorm { joints, bind_locals, mesh: mesh() }
    }

    /// `parent_from_joint` of each joint `seconds` on. At `amount` 0 that is the bind pose; at 1 it
    /// dances on its stage.
    pub fn locals(&self, seconds: f32, amount: f32) -> Vec<Mat4> {
        let beat = 1.7 * seconds;
        let tilt = [0.16 * (beat + 0.5).sin(), 0.62 * (beat + 0.2).sin(), 0.70 * (beat - 0.4).sin()];
        let roll = [0.0, 0.25 * (0.5 * beat).sin(), -0.55 * (0.5 * beat + 0.4).sin()];
        let turn =
            |joint: usize| Mat4::from_rotation_z(amount * tilt[joint]) * Mat4::from_rotation_x(amount * roll[joint]);
        let mut locals: Vec<Mat4> =
            self.bind_locals.iter().enumerate().map(|(joint, bind)| *bind * turn(joint)).collect();
        let hop = Vec3::Y * 0.10 * (1.0 - (2.0 * beat).cos());
        locals[0] = Mat4::from_translation(amount * (STAGE + hop)) * locals[0];
        locals
    }

    /// `model_from_joint` of each joint, by [`model_poses`]. The tail's local includes where the worm stands.
    pub fn model_from_joint(&self, locals: &[Mat4]) -> Vec<Mat4> {
        model_poses(&self.joints, locals, Mat4::IDENTITY)
    }
}

/// Three closed tins, one on the other, the last with a head on top.
fn mesh() -> Mesh<SkinnedVertex> {
    let mut mesh = Mesh::default();
    for joint in 0..3 {
        let bottom = joint as f32 * LENGTH;
        let rim = shapes::cylinder(RADIUS + RIM.x, RIM.y, 1, 32);
        add(&mut mesh, joint, TIN, &moved(&rim, Vec3::Y * bottom));
        add(&mut mesh, joint, TIN, &moved(&rim, Vec3::Y * (bottom + LENGTH - RIM.y)));
        let tin = shapes::cylinder(RADIUS, LENGTH - 2.0 * RIM.y, 1, 32);
        add(&mut mesh, joint, joint, &moved(&tin, Vec3::Y * (bottom + RIM.y)));
    }
    let top = Vec3::Y * 3.0 * LENGTH;
    let mut on_the_head = |paint, shape: Mesh<StaticVertex>, at| {
        add(&mut mesh, 2, paint, &moved(&shape, top + at));
    };
    on_the_head(TIN, shapes::sphere(RADIUS - 0.02, 12, 32), Vec3::ZERO);
    for side in [-1.0, 1.0] {
        let eye = Vec3::new(side * 0.115, 0.14, 0.19);
        on_the_head(WHITE, shapes::sphere(0.085, 10, 16), eye);
        on_the_head(BLACK, shapes::sphere(0.042, 8, 12), eye + Vec3::new(-0.012, 0.01, 0.056));
        let feeler = Vec3::new(side * 0.11, 0.22, -0.05);
        on_the_head(BLACK, shapes::cylinder(0.012, 0.22, 1, 8), feeler);
        on_the_head(2, shapes::sphere(0.045, 8, 12), feeler + Vec3::Y * 0.23);
    }
    mesh
}

/// Puts a part of one paint on one joint. The paint's number is in the texture coordinate's y, before the
/// place on the part.
fn add(mesh: &mut Mesh<SkinnedVertex>, joint: usize, paint: usize, part: &Mesh<StaticVertex>) {
    parts::append_to_joint(mesh, joint, part, |texcoord| {
        Vec2::new(texcoord.x, paint as f32 + 0.01 + 0.98 * texcoord.y)
    });
}
