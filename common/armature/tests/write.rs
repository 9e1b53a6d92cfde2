//! Models written as Collada documents and loaded again.

use armature::{
    collada::{self, WriteOptions, Written},
    model::{Model, ModelInstance},
    skin::skin_vertices,
};
use glam::{Affine3A, Vec3};
use std::{collections::HashMap, path::Path};

/// A document as a model, and the warnings of its loading.
pub(crate) fn load(text: &str) -> (Model, Vec<String>) {
    let document = collada::parse(text.as_bytes(), "written.dae").unwrap();
    let scene = collada::Scene::new(&document).unwrap();
    let loaded = collada::model(&document, &scene, Path::new("written.dae")).unwrap();
    (loaded.model, loaded.warnings.iter().map(ToString::to_string).collect())
}

/// How far two models are apart, in the first one's size.
#[derive(Debug, Default)]
pub(crate) struct Apart {
    /// Joints at rest: origins, and points as far from them as the model is large.
    pub(crate) rest: f32,
    /// The same in all clips.
    pub(crate) clips: f32,
    /// Corners of triangles, at rest and in all clips.
    pub(crate) meshes: f32,
    /// Normals at rest and texture coordinates.
    pub(crate) attributes: f32,
}

impl Apart {
    pub(crate) fn most(&self) -> f32 {
        [self.rest, self.clips, self.meshes, self.attributes].into_iter().fold(0.0, f32::max)
    }
}

/// The joints in the order of a document: depth first.
fn in_order(model: &Model) -> Vec<usize> {
    let joints = model.skeleton.joints();
    let mut children = vec![Vec::new(); joints.len()];
    let mut open = Vec::new();
    for (index, joint) in joints.iter().enumerate().rev() {
        match joint.parent {
            Some(parent) => children[parent].push(index),
            None => open.push(index),
        }
    }
    let mut order = Vec::new();
    while let Some(joint) = open.pop() {
        order.push(joint);
        open.extend(&children[joint]);
    }
    order
}

type Corners = Vec<[Vec3; 3]>;

/// Position, normal and texture coordinate of each corner of each part, in the world.
fn corners(model: &Model, instance: &ModelInstance) -> Vec<Corners> {
    let world = model.world_from_model;
    let corners = |part: &armature::model::Part| {
        let count = part.mesh.vertices.len();
        let (mut positions, mut normals) = (vec![Vec3::ZERO; count], vec![Vec3::ZERO; count]);
        let palette = instance.palette(part.skin);
        skin_vertices(palette, &part.mesh.vertices, &mut positions, &mut normals);
        let corner = |index: &u32| {
            let at = *index as usize;
            let normal = world.transform_vector3(normals[at]).normalize_or_zero();
            let texcoord = part.mesh.vertices[at].texcoord.extend(0.0);
            [world.transform_point3(positions[at]), normal, texcoord]
        };
        part.mesh.indices.iter().map(corner).collect()
    };
    model.parts.iter().map(corners).collect()
}

/// Compares; a difference in what there is is an error.
pub(crate) fn apart(a: &Model, b: &Model, steps: usize) -> Result<Apart, String> {
    let order = in_order(a);
    let (mine, theirs) = (a.skeleton.joints(), b.skeleton.joints());
    if theirs.len() < mine.len() {
        return Err(format!("{} joints for {}", theirs.len(), mine.len()));
    }
    let any = a.is_joint.contains(&true);
    for (at, &joint) in order.iter().enumerate() {
        let (old, new) = (&mine[joint], &theirs[at]);
        let name: String = old.name.chars().take(1000).collect();
        let controls = |c: char| c < ' ' && !['\t', '\n', '\r'].contains(&c);
        let name = name.replace(controls, "\u{fffd}");
        if new.name != name && !old.name.is_empty() {
            return Err(format!("joint {:?} is called {:?}", old.name, new.name));
        }
        let parent = new.parent.map(|parent| order[parent]);
        if parent != old.parent {
            return Err(format!("{:?}'s parent is {parent:?}, not {:?}", old.name, old.parent));
        }
        if b.is_joint[at] != (a.is_joint[joint] || !any) {
            return Err(format!("{:?} is a joint: {}", old.name, b.is_joint[at]));
        }
    }
    if a.clips.len() != b.clips.len() {
        return Err(format!("{} clips for {}", b.clips.len(), a.clips.len()));
    }
    let (mut one, mut two) = (ModelInstance::new(a), ModelInstance::new(b));
    let (of_a, of_b) = (corners(a, &one), corners(b, &two));
    let pairs = pairs(a, b, &of_a, &of_b)?;
    let joints = |model: &Model, instance: &ModelInstance| -> Vec<Affine3A> {
        instance.model_from_joint().iter().map(|joint| model.world_from_model * *joint).collect()
    };
    let places = joints(a, &one);
    let points = of_a.iter().flatten().map(|corner| corner[0]);
    let points = points.chain(places.iter().map(|joint| joint.translation.into()));
    let (low, high) = points.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), point| {
        (low.min(point), high.max(point))
    });
    let size = high.distance(low);
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let mut apart = Apart::default();
    // Where a joint has no extent in some direction (a scale of 0), its axes are as they are.
    let of_joints = |one: &ModelInstance, two: &ModelInstance| {
        let (mine, theirs) = (joints(a, one), joints(b, two));
        let mut worst = 0.0f32;
        for (at, &joint) in order.iter().enumerate() {
            let (mine, theirs) = (&mine[joint], &theirs[at]);
            let axes =
                mine.matrix3.to_cols_array().into_iter().fold(1e-9f32, |m, x| m.max(x.abs()));
            for point in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
                let point = point * (size / axes);
                let off = mine.transform_point3(point).distance(theirs.transform_point3(point));
                // Far from the origin a number has fewer digits.
                let far = mine.translation.length().max(size);
                worst = worst.max(off / far);
            }
        }
        worst
    };
    let of_meshes = |mine: &[Corners], theirs: &[Corners], attributes: &mut f32| {
        let mut worst = 0.0f32;
        for &(i, k) in &pairs {
            for (mine, theirs) in mine[i].iter().zip(&theirs[k]) {
                let far = mine[0].length().max(size);
                worst = worst.max(mine[0].distance(theirs[0]) / far);
                let off = mine[1].distance(theirs[1]).max(mine[2].distance(theirs[2]));
                if mine[1] != Vec3::ZERO {
                    *attributes = attributes.max(off / mine[2].length().max(1.0));
                }
            }
        }
        worst
    };
    apart.rest = of_joints(&one, &two);
    apart.meshes = of_meshes(&of_a, &of_b, &mut apart.attributes);
    for (old, new) in a.clips.iter().zip(&b.clips) {
        let length = old.duration();
        if (&old.name, length) != (&new.name, new.duration()) && !old.name.is_empty() {
            return Err(format!("clip {:?} is {:?}", old.name, new.name));
        }
        for step in 0..=steps {
            let time = length * step as f32 / steps as f32;
            one.sample(a, old, old.start + time);
            two.sample(b, new, new.start + ((old.start + time) - old.start));
            apart.clips = apart.clips.max(of_joints(&one, &two));
            if step % 8 == 0 {
                let (mine, theirs) = (corners(a, &one), corners(b, &two));
                apart.meshes = apart.meshes.max(of_meshes(&mine, &theirs, &mut 0.0));
            }
        }
    }
    Ok(apart)
}

/// The parts of `b` for those of `a`: of the same name, material and size the nearest.
fn pairs(
    a: &Model,
    b: &Model,
    of_a: &[Corners],
    of_b: &[Corners],
) -> Result<Vec<(usize, usize)>, String> {
    let key = |model: &Model, part: usize| {
        let part = &model.parts[part];
        (part.name.clone(), part.material, part.mesh.indices.len())
    };
    let mut free: HashMap<_, Vec<usize>> = HashMap::new();
    (0..b.parts.len()).for_each(|part| free.entry(key(b, part)).or_default().push(part));
    let mut pairs = Vec::new();
    for (part, mine) in of_a.iter().enumerate() {
        let off = |other: usize| {
            let corners = mine.iter().zip(&of_b[other]);
            corners.map(|(a, b)| a[0].distance(b[0])).fold(0.0, f32::max)
        };
        let all = free.get_mut(&key(a, part)).filter(|all| !all.is_empty());
        let all = all.ok_or_else(|| format!("no part {:?}", key(a, part)))?;
        let nearest = (0..all.len()).min_by(|i, k| off(all[*i]).total_cmp(&off(all[*k])));
        pairs.push((part, all.swap_remove(nearest.unwrap())));
    }
    if a.parts.len() != b.parts.len() {
        return Err(format!("{} parts for {}", b.parts.len(), a.parts.len()));
    }
    Ok(pairs)
}

fn written(model: &Model, options: &WriteOptions) -> Written {
    collada::write(model, options).unwrap()
}

/// Our own figures.
#[test]
fn the_cast_comes_back() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    for name in ["knight", "creature", "arm"] {
        let before = armature::load(&assets.join(format!("{name}.dae"))).unwrap().model;
        let text = written(&before, &WriteOptions::default()).text;
        let (after, warnings) = load(&text);
        assert_eq!(warnings, [""; 0], "{name}");
        let apart = apart(&before, &after, 40).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(apart.most() < 2e-5, "{name}: {apart:?}");
    }
}
