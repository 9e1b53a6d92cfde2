//! The many-legged creature of the first lessons, built in code: skeleton, meshes and walk, alone or
//! with her young.

use crate::parts::{append_to_joint, moved};
use crate::shapes;
use armature::math::Transform;
use armature::mesh::Mesh;
use armature::model::{Material, Model, Part};
use armature::skeleton::{Joint, Pose, Skeleton};
use armature::skin::Skin;
use glam::{Affine3A, EulerRot, Mat4, Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

/// The creature, or several of them in one skeleton, with their walk.
pub struct Family {
    /// Skeleton and bodies, for the renderer. It has a part and a material for each of
    /// [`PARTS`](Self::PARTS), in that order.
    pub model: Model,
    limbs: Vec<Limb>,
    /// The roots' matrix when the walk begins.
    start: Mat4,
    /// Radians a second around the circle's middle.
    turn: f32,
}

/// A joint, where it rests, and what moves it.
struct Limb {
    name: String,
    parent: Option<usize>,
    /// The parent's space, metres.
    offset: Vec3,
    /// Turn about the parent's y while it rests, in radians.
    heading: f32,
    gait: Gait,
    /// Radius of the body around the joint, in metres.
    radius: f32,
}

#[derive(Clone, Copy)]
enum Gait {
    /// Up and down with every second step.
    Body,
    /// A slow swing from side to side, larger towards the end.
    Sway(f32),
    /// Forward on the ground, back through the air. `side` is 1 on the left, -1 on the right.
    Hip {
        side: f32,
        phase: f32,
    },
    /// Lifts the foot while the hip swings forward.
    Knee {
        side: f32,
        phase: f32,
    },
    /// Carried by the knee.
    Foot,
    Feeler {
        side: f32,
        phase: f32,
    },
}

impl Gait {
    fn part(self) -> usize {
        match self {
            Gait::Body | Gait::Sway(_) => 0,
            Gait::Hip { .. } | Gait::Knee { .. } | Gait::Foot => 1,
            Gait::Feeler { .. } => 2,
        }
    }
}

/// Steps a second.
const PACE: f32 = 1.1;

impl Family {
    pub const PARTS: [&str; 3] = ["bodies", "legs", "feelers"];

    /// Mother and two young: three chains. Joints are sorted by depth, as many exporters write them:
    /// all roots, then all their children, and so on. So the joints of a chain are not consecutive, and only the
    /// walk finds them.
    pub fn new() -> Self {
        let mut limbs = Vec::new();
        animal(&mut limbs, "mother's ", [0.45, 0.45], 1.0, 4);
        animal(&mut limbs, "first young's ", [1.35, -0.42], 0.55, 3);
        animal(&mut limbs, "second young's ", [1.02, -1.32], 0.48, 3);
        let limbs = sorted_by_depth(limbs);
        Family { model: model(&limbs), limbs, start: Mat4::IDENTITY, turn: 0.22 }
    }

    /// The mother alone: one chain, whose root is her chest. She stands at the model's origin, and only
    /// [`model_from_root`](Self::model_from_root) puts her on the circle. There is
    /// nothing before her joints' names: `left knee 2`.
    pub fn mother() -> Self {
        let mut limbs = Vec::new();
        animal(&mut limbs, "", [0.0, 0.0], 1.0, 4);
        let limbs = sorted_by_depth(limbs);
        let radius = Vec3::new(0.0, 0.0, 1.25);
        let start = Mat4::from_rotation_y(0.5) * Mat4::from_translation(radius);
        Family { model: model(&limbs), limbs, start, turn: 0.5 }
    }

    /// The joints' locals, `time` seconds after they set out.
    pub fn pose(&self, time: f32) -> Pose {
        Pose { locals: self.limbs.iter().map(|limb| limb.bone_transform(time)).collect(), ..Pose::default() }
    }

    /// The index in [`PARTS`](Self::PARTS) of a joint's own body.
    pub fn part_of(&self, joint: usize) -> usize {
        self.limbs[joint].gait.part()
    }

    /// The roots' matrix at `time`: they go around the circle.
    pub fn model_from_root(&self, time: f32) -> Mat4 {
        Mat4::from_rotation_y(self.turn * time) * self.start
    }
}

impl Default for Family {
    fn default() -> Self {
        Self::new()
    }
}

/// A body of six joints with two feelers and `pairs` pairs of legs, `prefix` before the names of all.
/// It walks in a circle of `radius` metres, and sets out `angle` radians along it.
fn animal(limbs: &mut Vec<Limb>, prefix: &str, [radius, angle]: [f32; 2], size: f32, pairs: usize) {
    let mut add = |name: &str, parent: Option<usize>, offset: [f32; 3], radius: f32, gait| {
        let offset = Vec3::from(offset) * size;
        let name = format!("{prefix}{name}");
        let radius = radius * size;
        limbs.push(Limb { name, parent, offset, heading: 0.0, gait, radius });
        limbs.len() - 1
    };
    let root = add("chest", None, [0.0; 3], 0.13, Gait::Body);
    let neck = add("neck", Some(root), [0.24, 0.05, 0.0], 0.085, Gait::Sway(0.10));
    let head = add("head", Some(neck), [0.17, 0.06, 0.0], 0.105, Gait::Sway(0.16));
    let belly = add("belly", Some(root), [-0.27, 0.0, 0.0], 0.145, Gait::Sway(0.08));
    let tail = add("tail", Some(belly), [-0.27, 0.07, 0.0], 0.09, Gait::Sway(0.16));
    add("tail's end", Some(tail), [-0.20, 0.14, 0.0], 0.04, Gait::Sway(0.24));
    for (name, side) in [("left", 1.0), ("right", -1.0)] {
        let stem = Gait::Feeler { side, phase: 0.0 };
        let stem = add(&format!("{name} feeler"), Some(head), [0.08, 0.07, -0.06 * side], 0.018, stem);
        let end = Gait::Feeler { side, phase: 0.9 };
        add(&format!("{name} feeler's end"), Some(stem), [0.17, 0.13, -0.09 * side], 0.014, end);
        for pair in 0..pairs {
            // Neighbours and opposites step in turn.
            let phase = PI * ((pair + usize::from(side > 0.0)) % 2) as f32 + 0.35 * pair as f32;
            // From front to back; the rear half are children of the belly.
            let along = 0.5 - (pair as f32 + 0.5) / pairs as f32;
            let (body, x) = if along > -0.1 { (root, 0.42 * along) } else { (belly, 0.27 + 0.46 * along) };
            let spread = 0.55 * along;
            let leg = format!("{name} leg {}", pair + 1);
            let hip = add(&leg, Some(body), [x, 0.0, -0.13 * side], 0.05, Gait::Hip { side, phase });
            let knee = add(
                &format!("{name} knee {}", pair + 1),
                Some(hip),
                [spread * 0.5, 0.17, -0.25 * side],
                0.035,
                Gait::Knee { side, phase },
            );
            add(
                &format!("{name} foot {}", pair + 1),
                Some(knee),
                [spread * 0.5, -0.53, -0.19 * side],
                0.02,
                Gait::Foot,
            );
        }
    }
    let (sin, cos) = angle.sin_cos();
    limbs[root].offset = Vec3::new(radius * sin, 0.38 * size, radius * cos);
    limbs[root].heading = angle;
}

impl Limb {
    /// Returns the bone's transform `time` seconds into the walk, relative to its parent.
    fn bone_transform(&self, time: f32) -> Transform {
        let step = TAU * PACE * time;
        let mut translation = self.offset;
        // Turns about y, then x (the way it walks), then z.
        let mut y = self.heading;
        let mut x = 0.0;
        let mut z = 0.0;
        match self.gait {
            Gait::Body => translation.y += 0.012 * (2.0 * step).sin(),
            Gait::Sway(most) => y += most * (0.5 * step).sin(),
            Gait::Hip { side, phase } => y += 0.30 * side * (step + phase).sin(),
            Gait::Knee { side, phase } => x += 0.42 * side * (step + phase).cos().max(0.0),
            Gait::Foot => {}
            Gait::Feeler { side, phase } => {
                y += 0.25 * side * (0.7 * step + phase).sin();
                z += 0.18 * (0.9 * step + phase).sin();
            }
        }
        let rotation = Quat::from_euler(EulerRot::YXZ, y, x, z);
        Transform { translation, rotation, scale: Vec3::ONE }
    }
}

/// Sorts limbs by depth. Parents stay before their children; limbs of one depth keep their order.
fn sorted_by_depth(limbs: Vec<Limb>) -> Vec<Limb> {
    let mut depths: Vec<usize> = Vec::new();
    for limb in &limbs {
        let depth = limb.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
    }
    let mut order: Vec<usize> = (0..limbs.len()).collect();
    order.sort_by_key(|&index| depths[index]);
    let mut new_of = vec![0; limbs.len()];
    for (new, &old) in order.iter().enumerate() {
        new_of[old] = new;
    }
    let mut sorted: Vec<(usize, Limb)> = limbs.into_iter().enumerate().collect();
    sorted.sort_by_key(|(old, _)| new_of[*old]);
    sorted.into_iter().map(|(_, limb)| Limb { parent: limb.parent.map(|p| new_of[p]), ..limb }).collect()
}

fn model(limbs: &[Limb]) -> Model {
    let mut joints = Vec::new();
    for limb in limbs {
        joints.push(Joint { name: limb.name.clone(), parent: limb.parent, bind_local: limb.bone_transform(0.0) });
    }
    let skeleton = Skeleton::new(joints).expect("parents come first, and every number is finite");
    let model_from_joint = skeleton.model_from_joint(&skeleton.bind_pose());
    let mut meshes = Family::PARTS.map(|_| Mesh::default());
    for (index, limb) in limbs.iter().enumerate() {
        let mesh = &mut meshes[limb.gait.part()];
        let position: Vec3 = model_from_joint[index].translation.into();
        let ball = shapes::sphere(limb.radius, 14, 24);
        append_to_joint(mesh, index, &moved(&ball, position), |uv| uv);
        if let Some(parent) = limb.parent {
            let from: Vec3 = model_from_joint[parent].translation.into();
            // A leg leaves the body thin.
            let start = limbs[parent].radius.min(1.7 * limb.radius);
            let along = position - from;
            let length = position.distance(from);
            let tube = shapes::tapered(0.85 * start, 0.85 * limb.radius, length, 1, 24);
            let turn = Quat::from_rotation_arc(Vec3::Y, along / length);
            let bone = Affine3A::from_rotation_translation(turn, from);
            append_to_joint(mesh, parent, &tube.transformed(&bone), |uv| uv);
        }
    }
    let mut parts = Vec::new();
    for (index, mesh) in meshes.into_iter().enumerate() {
        let name = Family::PARTS[index].into();
        parts.push(Part { name, mesh, colors: Vec::new(), skin: 0, material: Some(index), morphs: None });
    }
    let materials = Family::PARTS.map(|name| Material {
        name: name.into(),
        diffuse: Vec4::new(0.44, 0.47, 0.55, 1.0),
        specular: Vec3::splat(0.10),
        shininess: 30.0,
        ..Material::default()
    });
    Model {
        name: "family".into(),
        is_joint: vec![true; limbs.len()],
        skins: vec![Skin::bound(&skeleton)],
        skeleton,
        parts,
        materials: materials.into(),
        ..Model::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mother_alone_is_a_chain_at_the_origin() {
        let mother = Family::mother();
        let joints = mother.model.skeleton.joints();
        assert_eq!(mother.model.skeleton.roots().collect::<Vec<_>>(), [0]);
        assert_eq!((joints.len(), joints[0].name.as_str()), (34, "chest"));
        let chest = mother.pose(0.7).locals[0].translation;
        assert_eq!((chest.x, chest.z), (0.0, 0.0));
        assert!(mother.model_from_root(0.7).w_axis.truncate().length() > 1.0, "the way is elsewhere");
    }

    #[test]
    fn mother_walks_alone_as_she_does_with_her_young() {
        let alone = Family::mother();
        let family = Family::new();
        let pose = alone.pose(0.3);
        let with_young = family.pose(0.3);
        for (joint, local) in alone.model.skeleton.joints().iter().zip(&pose.locals).skip(1) {
            let same = family.model.skeleton.find(&format!("mother's {}", joint.name));
            assert_eq!(*local, with_young.locals[same.expect("her joint")], "{}", joint.name);
        }
    }
}
