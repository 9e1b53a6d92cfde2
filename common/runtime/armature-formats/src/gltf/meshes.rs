//! Meshes as parts of the model: one part for each primitive of each node that has a mesh, with its skin and morph targets.

use super::{
    data::Data,
    json::{Item, Text},
    limits::MAX_INSTANCED_CORNERS,
    materials::Mapping,
    primitive::{Primitive, TRIANGLES, read_primitive},
    scene::{Scene, affine, odd_row},
};
use crate::loading::limits::BYTES_OF_A_VERTEX;
use armature::{
    model::{Model, MorphSet, Part, PartMorphs},
    skin::{Binding, Skin},
};
use glam::Affine3A;
use std::{collections::HashMap, ops::Range};

/// Smallest number of bytes in the file for a corner of a mesh that shares no vertices.
const BYTES_OF_A_CORNER: usize = 4;

/// Cost of a part besides its corners, in corners.
const PART_COST: usize = 8;

/// Number of attributes of a vertex, sets of weights included, that cost nothing beyond its corners.
const FREE_ATTRIBUTES: usize = 16;

/// Number of vertices, used or not, that cost as much as a corner.
const VERTICES_OF_A_CORNER: usize = 16;

/// Source of a skin of the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SkinSource {
    /// A skin of the file.
    Skin(usize),
    /// A joint, which meshes without a skin follow.
    Joint(usize),
}

/// Places of the meshes in the scene.
pub(super) struct Placements {
    /// The set of morph targets of each joint.
    pub(super) set_of: Vec<Option<usize>>,
    pub(super) skinned: Vec<SkinnedMesh>,
}

/// A mesh in a skin.
pub(super) struct SkinnedMesh {
    /// Name of the skin in the file.
    pub(super) name: String,
    /// The joint whose node has the mesh.
    pub(super) joint: usize,
    /// The model's parts.
    pub(super) parts: Range<usize>,
}

/// Appends every mesh of the scene to the model's parts, those without a skin with a skin of one joint. `mappings` are those
/// of the materials' pictures.
pub(super) fn add_meshes(
    text: &Text,
    data: &Data<'_>,
    scene: &Scene<'_>,
    mappings: &[Option<Mapping>],
    model: &mut Model,
) -> Placements {
    let mut left = data.declared / BYTES_OF_A_CORNER + MAX_INSTANCED_CORNERS;
    let mut skins: HashMap<SkinSource, usize> = HashMap::new();
    let joint_counts: Vec<usize> =
        text.root().objects("skins").iter().map(|skin| skin.indices("joints", "nodes").len().max(1)).collect();
    let mut placements = Placements { set_of: vec![None; scene.nodes.len()], skinned: Vec::new() };
    let mut is_shown = vec![false; text.count("meshes")];
    let mut is_followed = vec![false; text.count("skins")];
    for (joint, node) in scene.nodes.iter().enumerate() {
        let Some(number) = node.index("mesh", "meshes") else { continue };
        is_shown[number] = true;
        let mesh = text.item("meshes", number);
        let name = Some(mesh.name()).filter(|name| !name.is_empty()).unwrap_or_else(|| format!("mesh {number}"));
        let node_skin = node.index("skin", "skins");
        let primitives = mesh.objects("primitives");
        let mut at_rest = Vec::new();
        if let Some(set) = read_set(node, &mesh, &primitives) {
            at_rest.clone_from(&set.at_rest);
            placements.set_of[joint] = Some(model.morph_sets.len());
            model.morph_sets.push(set);
        }
        let first = model.parts.len();
        for item in primitives {
            let Some(rest) = left.checked_sub(cost(data, &item, &name)) else {
                let message = format!("more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
                item.refuse("", message);
                return placements;
            };
            left = rest;
            let has_joints = item.object("attributes").is_some_and(|all| all.has("JOINTS_0") && all.has("WEIGHTS_0"));
            if node_skin.is_some() && !has_joints {
                item.warn("", "without JOINTS_0 and WEIGHTS_0, though its node has a skin: it moves with the node");
            }
            let file_skin = node_skin.filter(|_| has_joints);
            let bindings = file_skin.map(|skin| joint_counts[skin]);
            let material = item.index("material", "materials");
            let mapping = material.and_then(|material| mappings[material]);
            let Some(primitive) = read_primitive(data, &item, mapping, bindings, &at_rest) else { continue };
            let source = file_skin.map_or(SkinSource::Joint(joint), SkinSource::Skin);
            let skin = *skins.entry(source).or_insert_with(|| {
                model.skins.push(match source {
                    SkinSource::Skin(skin) => read_skin(data, scene, &text.item("skins", skin)),
                    SkinSource::Joint(joint) => Skin::rigid(joint),
                });
                model.skins.len() - 1
            });
            let Primitive { mesh, colors, targets } = primitive;
            let morphs =
                placements.set_of[joint].filter(|_| !targets.is_empty()).map(|set| PartMorphs { set, targets });
            model.parts.push(Part { name: name.clone(), mesh, colors, skin, material, morphs });
        }
        if let Some(skin) = node_skin {
            is_followed[skin] = true;
            let name = text.item("skins", skin).name();
            placements.skinned.push(SkinnedMesh { name, joint, parts: first..model.parts.len() });
        }
    }
    text.leave_out("meshes", &is_shown, "in no node of the scene");
    text.leave_out("skins", &is_followed, "no mesh of the scene follows it");
    placements
}

/// Estimates the cost of a primitive in time and memory, in corners.
fn cost(data: &Data<'_>, item: &Item<'_>, name: &str) -> usize {
    let attributes = item.object("attributes");
    let position = attributes.as_ref().and_then(|attributes| attributes.index("POSITION", "accessors"));
    let count = position.map_or(0, |accessor| data.count(accessor));
    let corners = item.index("indices", "accessors").map_or(count, |accessor| data.count(accessor));
    // A triangle for each corner of a strip; and a morph target moves every vertex.
    let per_corner = if item.get("mode").unwrap_or(TRIANGLES) == TRIANGLES { 1 } else { 3 };
    let attributes = attributes.map_or(0, |attributes| attributes.keys().count());
    let drawn = corners.saturating_mul(per_corner + attributes.saturating_sub(FREE_ATTRIBUTES));
    let moved = count.max(1).saturating_mul(item.count("targets"));
    let other = count / VERTICES_OF_A_CORNER + PART_COST + name.len() / BYTES_OF_A_VERTEX;
    drawn.saturating_add(moved).saturating_add(other)
}

/// Reads a skin with its bindings in the file's order. A joint without a finite inverse bind matrix among others is bound
/// where it rests.
fn read_skin(data: &Data<'_>, scene: &Scene<'_>, item: &Item<'_>) -> Skin {
    let nodes = item.indices("joints", "nodes");
    let matrices = item.index("inverseBindMatrices", "accessors");
    let matrices = matrices.and_then(|it| data.elements(it, &["MAT4"], "a list of inverse bind matrices"));
    let mut bindings = Vec::with_capacity(nodes.len());
    let mut missing = Vec::new();
    let mut odd = None;
    for (number, node) in nodes.iter().enumerate() {
        let joint = node.and_then(|node| scene.joint_of[node]);
        let mut joint_from_bind = Affine3A::IDENTITY;
        if let Some(matrices) = &matrices {
            let columns = matrices.numbers(number);
            joint_from_bind = affine(&columns);
            if number >= matrices.len() || !joint_from_bind.is_finite() {
                let inverse = joint.map(|joint| scene.rest[joint].inverse()).filter(Affine3A::is_finite);
                joint_from_bind = inverse.unwrap_or(Affine3A::IDENTITY);
                missing.push(number);
            } else if odd.is_none() {
                odd = odd_row(&columns).map(|message| format!("matrix {number}: {message}"));
            }
        }
        bindings.push(Binding { joint, joint_from_bind });
    }
    let joints = bindings.len();
    if let Some(first) = missing.first() {
        let message = format!(
            "{} of {joints} matrices, from number {first} on, are missing or not finite: the joints' rest places are used",
            missing.len()
        );
        item.warn("inverseBindMatrices", message);
    }
    if let Some(message) = odd {
        item.warn("inverseBindMatrices", message);
    }
    let outside = bindings.iter().filter(|binding| binding.joint.is_none()).count();
    if outside > 0 {
        let message = "joints are not in the scene: vertices bound to them keep their places";
        item.warn("", format!("{outside} of {joints} {message}"));
    }
    if bindings.is_empty() {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    Skin { bindings, bind_from_mesh: Affine3A::IDENTITY }
}

/// Reads the morph targets of a node's mesh: as many as any of its primitives has. VRM 0 has their names in the first
/// primitive.
fn read_set(node: &Item<'_>, mesh: &Item<'_>, primitives: &[Item<'_>]) -> Option<MorphSet> {
    let count = primitives.iter().map(|primitive| primitive.count("targets")).max().filter(|count| *count > 0)?;
    let mut names = mesh.texts_in_extras("targetNames");
    if names.is_empty() {
        let of_primitives = primitives.iter().map(|primitive| primitive.texts_in_extras("targetNames"));
        names = of_primitives.into_iter().find(|names| !names.is_empty()).unwrap_or_default();
    }
    let mut weights: Vec<Option<f32>> = node.list("weights");
    if weights.is_empty() {
        weights = mesh.list("weights");
    }
    let mut set = MorphSet { name: mesh.name(), targets: Vec::new(), at_rest: Vec::new() };
    for target in 0..count {
        let name = names.get(target).filter(|name| !name.is_empty()).cloned();
        set.targets.push(name.unwrap_or_else(|| format!("target {target}")));
        set.at_rest.push(weights.get(target).copied().flatten().unwrap_or(0.0));
    }
    Some(set)
}
