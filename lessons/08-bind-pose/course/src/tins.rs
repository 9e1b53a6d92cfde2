//! The worm's mesh: three tins, and a head.

use crate::tin_worm::LENGTH;
use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use drawing::parts::{self, moved};
use drawing::shapes;
use glam::{Vec2, Vec3};

const RADIUS: f32 = 0.3;
/// Width and height of the rim at either end of a tin.
const RIM: Vec2 = Vec2::new(0.02, 0.05);
/// Paints, as `worm.frag` numbers them: 0 to 2 are the labels.
const TIN: usize = 3;
const WHITE: usize = 4;
const BLACK: usize = 5;

/// Returns three closed tins, one on the other, the last with a head on top, upright at the model's origin. Each vertex follows
/// one joint.
pub fn mesh() -> Mesh<SkinnedVertex> {
    let mut mesh = Mesh::default();
    for joint in 0..3 {
        let bottom = joint as f32 * LENGTH;
        let rim = shapes::cylinder(RADIUS + RIM.x, RIM.y, 1, 32);
        add(&mut mesh, joint, TIN, &moved(&rim, Vec3::Y * bottom));
        add(&mut mesh, joint, TIN, &moved(&rim, Vec3::Y * (bottom + LENGTH - RIM.y)));
        let tin = shapes::cylinder(RADIUS, LENGTH - 2.0 * RIM.y, 1, 32);
        add(&mut mesh, joint, joint, &moved(&tin, Vec3::Y * (bottom + RIM.y)));
    }
    add_to_head(&mut mesh, TIN, &shapes::sphere(RADIUS - 0.02, 12, 32), Vec3::ZERO);
    for side in [-1.0, 1.0] {
        let eye = Vec3::new(side * 0.115, 0.14, 0.19);
        add_to_head(&mut mesh, WHITE, &shapes::sphere(0.085, 10, 16), eye);
        add_to_head(&mut mesh, BLACK, &shapes::sphere(0.042, 8, 12), eye + Vec3::new(-0.012, 0.01, 0.056));
        let feeler = Vec3::new(side * 0.11, 0.22, -0.05);
        add_to_head(&mut mesh, BLACK, &shapes::cylinder(0.012, 0.22, 1, 8), feeler);
        add_to_head(&mut mesh, 2, &shapes::sphere(0.045, 8, 12), feeler + Vec3::Y * 0.23);
    }
    mesh
}

/// Adds a part of the head, `offset` from the top of the last tin.
fn add_to_head(mesh: &mut Mesh<SkinnedVertex>, paint: usize, part: &Mesh<StaticVertex>, offset: Vec3) {
    add(mesh, 2, paint, &moved(part, Vec3::Y * 3.0 * LENGTH + offset));
}

/// Puts a part of one paint on one joint. The paint's number is in the texture coordinate's y, before the
/// place on the part.
fn add(mesh: &mut Mesh<SkinnedVertex>, joint: usize, paint: usize, part: &Mesh<StaticVertex>) {
    parts::append_to_joint(mesh, joint, part, |texcoord| {
        Vec2::new(texcoord.x, paint as f32 + 0.01 + 0.98 * texcoord.y)
    });
}
