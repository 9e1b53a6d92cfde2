//! The scene: a many-legged creature and her two young, one skeleton of three chains, walking in a circle.

use common::math::Transform;
use common::mesh::{Mesh, SkinnedVertex, StaticVertex, shapes};
use common::model::{Material, Model, Part};
use common::skeleton::{Joint, Pose, Skeleton, local_to_model};
use common::skin::Skin;
use glam::{Affine3A, EulerRot, Mat4, Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

/// Mother and young: what they look like, and how they move.
pub struct Family {
    /// Skeleton and bodies, for the renderer.
    pub model: Model,
    limbs: Vec<Limb>,
}

/// A joint, where it rests, and what moves it.
struct Limb {
    name: String,
    parent: Option<usize>,
    /// In the parent's space, metres.
    offset: Vec3,
    /// Turn about the parent's y while it rests, in radians.
    heading: f32,
    motion: Motion,
    /// Of the body around the joint.
    radius: f32,
}

#[derive(Clone, Copy)]
enum Motion {
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
    Feeler {
        side: f32,
        phase: f32,
    },
}

/// Steps a second.
const PACE: f32 = 1.1;
/// Radians a second around the circle's middle.
const TURN: f32 = 0.22;

impl Family {
    /// The three of them. Joints are sorted by depth, as many exporters write them: all roots, then
    /// all their children, and so on. So a chain is no run of the array, and only the walk finds it.
    pub fn new() -> Self {
        let mut limbs = Vec::new();
        animal(&mut limbs, "mother", [0.45, 0.45], 1.0, 4);
        animal(&mut limbs, "first young", [1.35, -0.42], 0.55, 3);
        animal(&mut limbs, "second young", [1.02, -1.32], 0.48, 3);
        let limbs = sorted_by_depth(limbs);
        let model = model(&limbs);
        Family { model, limbs }
    }

    /// The joints' locals, `time` seconds after the family set out.
    pub fn pose(&self, time: f32) -> Pose {
        Pose { locals: self.limbs.iter().map(|limb| limb.local(time)).collect(), ..Pose::default() }
    }

    /// Where the roots stand then: the family goes around the circle.
    pub fn model_from_root(&self, time: f32) -> Mat4 {
        Mat4::from_rotation_y(TURN * time)
    }
}

impl Default for Family {
    fn default() -> Self {
        Self::new()
    }
}

/// A body of six joints with two feelers and `pairs` pairs of legs. It walks in a circle of `radius`
/// metres, and sets out `angle` radians along it.
fn animal(limbs: &mut Vec<Limb>, name: &str, [radius, angle]: [f32; 2], size: f32, pairs: usize) {
    let mut add = |part: &str, parent: Option<usize>, offset: [f32; 3], radius: f32, motion| {
        let offset = Vec3::from(offset) * size;
        let name = format!("{name}'s {part}");
        limbs.push(Limb { name, parent, offset, heading: 0.0, motion, radius: radius * size });
        limbs.len() - 1
    };
    let root = add("chest", None, [0.0; 3], 0.13, Motion::Body);
    let neck = add("neck", Some(root), [0.24, 0.05, 0.0], 0.085, Motion::Sway(0.10));
    let head = add("head", Some(neck), [0.17, 0.06, 0.0], 0.105, Motion::Sway(0.16));
    let belly = add("belly", Some(root), [-0.27, 0.0, 0.0], 0.145, Motion::Sway(0.08));
    let tail = add("tail", Some(belly), [-0.27, 0.07, 0.0], 0.09, Motion::Sway(0.16));
    add("tail's end", Some(tail), [-0.20, 0.14, 0.0], 0.04, Motion::Sway(0.24));
    for (hand, side) in [("left", 1.0), ("right", -1.0)] {
        let motion = |phase| Motion::Feeler { side, phase };
        let stem = add(
            &format!("{hand} feeler"),
            Some(head),
            [0.08, 0.07, -0.06 * side],
            0.018,
            motion(0.0),
        );
        add(
            &format!("{hand} feeler's end"),
            Some(stem),
            [0.17, 0.13, -0.09 * side],
            0.014,
            motion(0.9),
        );
        for pair in 0..pairs {
            // Neighbours and opposites step in turn.
            let phase = PI * ((pair + usize::from(side > 0.0)) % 2) as f32 + 0.35 * pair as f32;
            // From front to back; the rear half hangs on the belly.
            let along = 0.5 - (pair as f32 + 0.5) / pairs as f32;
            let (body, x) =
                if along > -0.1 { (root, 0.42 * along) } else { (belly, 0.27 + 0.46 * along) };
            let spread = 0.55 * along;
            let leg = format!("{hand} leg {}", pair + 1);
            let hip =
                add(&leg, Some(body), [x, 0.0, -0.13 * side], 0.05, Motion::Hip { side, phase });
            let knee = add(
                &format!("{hand} knee {}", pair + 1),
                Some(hip),
                [spread * 0.5, 0.17, -0.25 * side],
                0.035,
                Motion::Knee { side, phase },
            );
            add(
                &format!("{hand} foot {}", pair + 1),
                Some(knee),
                [spread * 0.5, -0.53, -0.19 * side],
                0.02,
                Motion::Sway(0.0),
            );
        }
    }
    let (sin, cos) = angle.sin_cos();
    limbs[root].offset = Vec3::new(radius * sin, 0.38 * size, radius * cos);
    limbs[root].heading = angle;
}

impl Limb {
    fn local(&self, time: f32) -> Transform {
        let step = TAU * PACE * time;
        let mut translation = self.offset;
        // Turns about y, then x (the way it walks), then z.
        let (mut y, mut x, mut z) = (self.heading, 0.0, 0.0);
        match self.motion {
            Motion::Body => translation.y += 0.012 * (2.0 * step).sin(),
            Motion::Sway(most) => y += most * (0.5 * step).sin(),
            Motion::Hip { side, phase } => y += 0.30 * side * (step + phase).sin(),
            Motion::Knee { side, phase } => x += 0.42 * side * (step + phase).cos().max(0.0),
            Motion::Feeler { side, phase } => {
                y += 0.25 * side * (0.7 * step + phase).sin();
                z += 0.18 * (0.9 * step + phase).sin();
            }
        }
        let rotation = Quat::from_euler(EulerRot::YXZ, y, x, z);
        Transform { translation, rotation, scale: Vec3::ONE }
    }
}

/// Parents stay before their children; joints of one depth keep their order.
fn sorted_by_depth(limbs: Vec<Limb>) -> Vec<Limb> {
    let depth = |limb: &Limb| std::iter::successors(limb.parent, |&p| limbs[p].parent).count();
    let mut order: Vec<usize> = (0..limbs.len()).collect();
    order.sort_by_key(|&index| depth(&limbs[index]));
    let mut place = vec![0; limbs.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    let mut sorted: Vec<(usize, Limb)> = limbs.into_iter().enumerate().collect();
    sorted.sort_by_key(|(old, _)| place[*old]);
    let moved = |(_, limb): (usize, Limb)| Limb { parent: limb.parent.map(|p| place[p]), ..limb };
    sorted.into_iter().map(moved).collect()
}

/// The bodies: a ball at every joint and a tapered tube along every bone, each on one joint alone.
fn model(limbs: &[Limb]) -> Model {
    let rest = |limb: &Limb| Joint {
        name: limb.name.clone(),
        parent: limb.parent,
        bind_local: limb.local(0.0),
    };
    let skeleton = Skeleton::new(limbs.iter().map(rest).collect())
        .expect("parents come first, and every number is finite");
    let mut model_from_joint = vec![Affine3A::IDENTITY; limbs.len()];
    local_to_model(&skeleton, &skeleton.bind_pose(), Affine3A::IDENTITY, &mut model_from_joint);
    let mut mesh = Mesh::default();
    for (index, limb) in limbs.iter().enumerate() {
        let here: Vec3 = model_from_joint[index].translation.into();
        let ball = shapes::sphere(limb.radius, 14, 24);
        add(&mut mesh, ball.transformed(&Affine3A::from_translation(here)), index);
        if let Some(parent) = limb.parent {
            let from: Vec3 = model_from_joint[parent].translation.into();
            // A leg leaves the body thin.
            let start = limbs[parent].radius.min(1.7 * limb.radius);
            let (bone, length) = (here - from, here.distance(from));
            let tube = shapes::tapered(0.85 * start, 0.85 * limb.radius, length, 1, 24);
            let turn = Quat::from_rotation_arc(Vec3::Y, bone / length);
            let place = Affine3A::from_rotation_translation(turn, from);
            add(&mut mesh, tube.transformed(&place), parent);
        }
    }
    let chitin = Material {
        name: "chitin".into(),
        diffuse: Vec4::new(0.44, 0.47, 0.55, 1.0),
        specular: Vec3::splat(0.10),
        shininess: 30.0,
        ..Material::default()
    };
    Model {
        name: "family".into(),
        is_joint: vec![true; limbs.len()],
        skins: vec![Skin::bound(&skeleton)],
        skeleton,
        parts: vec![Part { name: "bodies".into(), mesh, skin: 0, material: Some(0) }],
        materials: vec![chitin],
        ..Model::default()
    }
}

/// Adds `shape`, which stands in the bind pose, hanging on one joint.
fn add(mesh: &mut Mesh<SkinnedVertex>, shape: Mesh<StaticVertex>, joint: usize) {
    let first = mesh.vertices.len() as u32;
    let place = u16::try_from(joint).expect("far fewer joints than a u16 counts");
    let hang = |vertex: StaticVertex| vertex.skinned([place, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
    mesh.vertices.extend(shape.vertices.into_iter().map(hang));
    mesh.indices.extend(shape.indices.into_iter().map(|index| first + index));
}
