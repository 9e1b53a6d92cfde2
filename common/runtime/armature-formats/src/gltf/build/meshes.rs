//! Meshes as parts of the model: one part for each primitive of each node that has a mesh.

use super::{
    Joints, morphs,
    triangles::{BuiltPart, PlannedPart},
};
use crate::{
    gltf::{
        document::{Document, Mode},
        json::item_location,
        limits::MAX_INSTANCED_CORNERS,
    },
    loading::{Error, ErrorKind, Reporter},
};
use armature::{
    model::{Model, Part, PartMorphs},
    skin::{Binding, Skin},
};
use glam::Affine3A;
use std::collections::{HashMap, HashSet};

/// Smallest number of bytes in the file for a corner of a mesh that shares no vertices.
const BYTES_OF_A_CORNER: usize = 4;

/// Source of a skin of the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SkinSource {
    /// A skin of the file.
    Skin(usize),
    /// A joint, which meshes without a skin follow.
    Joint(usize),
}

/// What was built of a file's meshes.
#[derive(Default)]
pub(super) struct Built {
    /// Number of triangles of each primitive, by its mesh and its number.
    pub(super) triangles: HashMap<(usize, usize), usize>,
    pub(super) skins: HashSet<usize>,
}

/// Appends every mesh of the scene to the model's parts, those without a skin with a skin of one joint. Returns the set of
/// morph targets of each joint, and what was built.
pub(super) fn add_meshes(
    document: &Document,
    joints: &Joints,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(Vec<Option<usize>>, Built), Error> {
    let mut left = document.accessors.bytes() / BYTES_OF_A_CORNER + MAX_INSTANCED_CORNERS;
    let mut parts: Vec<(PlannedPart<'_>, usize, Option<usize>)> = Vec::new();
    let mut skins: HashMap<SkinSource, usize> = HashMap::new();
    let mut set_of = vec![None; document.scene.len()];
    for (joint, &node_index) in document.scene.iter().enumerate() {
        let node = &document.nodes[node_index];
        let Some(mesh) = node.mesh else { continue };
        let data = &document.meshes[mesh];
        let at_rest = document.morph_weights(node);
        let set = morphs::build_set(document, node).map(|set| {
            model.morph_sets.push(set);
            model.morph_sets.len() - 1
        });
        set_of[joint] = set;
        let mut is_skinned = false;
        for (number, primitive) in data.primitives.iter().enumerate() {
            let skin = node.skin.filter(|_| primitive.influences().next().is_some());
            is_skinned |= skin.is_some();
            let part = PlannedPart { mesh, number, primitive, morphs: at_rest, skin };
            left = left.checked_sub(part.corner_cost(document)).ok_or_else(|| {
                let message = format!("more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
                reporter.error(ErrorKind::Limit, Some(&part.location()), message)
            })?;
            if primitive.mode == Mode::NoTriangles {
                continue;
            }
            let source = skin.map_or(SkinSource::Joint(joint), SkinSource::Skin);
            let skin_of_part = *skins.entry(source).or_insert_with(|| {
                model.skins.push(match source {
                    SkinSource::Skin(skin) => build_skin(document, joints, skin, reporter),
                    SkinSource::Joint(joint) => Skin::rigid(joint),
                });
                model.skins.len() - 1
            });
            parts.push((part, skin_of_part, set));
        }
        if node.skin.is_some() && !is_skinned {
            let message = "a skin for a mesh without JOINTS_0: it moves with its node";
            reporter.warn(Some(&item_location("nodes", node_index)), message);
        }
    }
    let mut built = Built::default();
    for (part, skin, set) in parts {
        let BuiltPart { mesh, colors, targets, notes } = part.build(document)?;
        let triangles = mesh.triangle_count();
        if built.triangles.insert((part.mesh, part.number), triangles).is_none() {
            for note in notes {
                reporter.warn(Some(&part.location()), note);
            }
        }
        if !mesh.indices.is_empty() {
            let name = match document.meshes[part.mesh].name.as_str() {
                "" => format!("mesh {}", part.mesh),
                name => name.into(),
            };
            built.skins.extend(part.skin);
            let material = part.primitive.material;
            let morphs = set.filter(|_| !targets.is_empty()).map(|set| PartMorphs { set, targets });
            model.parts.push(Part { name, mesh, colors, skin, material, morphs });
        }
    }
    Ok((set_of, built))
}

/// Builds a skin with its bindings in the file's order.
fn build_skin(document: &Document, joints: &Joints, skin: usize, reporter: &mut Reporter) -> Skin {
    let data = &document.skins[skin];
    let mut bindings = Vec::with_capacity(data.joints.len());
    for (node, inverse) in data.joints.iter().zip(&data.inverse_binds) {
        bindings.push(Binding { joint: joints.of_node[*node], joint_from_bind: *inverse });
    }
    let missing = bindings.iter().filter(|binding| binding.joint.is_none()).count();
    if missing > 0 {
        let message = format!(
            "{missing} of {} joints are not in the scene: vertices bound to them keep their places",
            bindings.len()
        );
        reporter.warn(Some(&item_location("skins", skin)), message);
    }
    if bindings.is_empty() {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    Skin { bindings, bind_from_mesh: Affine3A::IDENTITY }
}
