//! Meshes as parts of the model: one part for each primitive of each node that has a mesh.

use super::{
    morphs,
    skeleton::Joints,
    triangles::{Built, Wanted},
};
use crate::{
    gltf::{
        document::{Document, Mode},
        json::place,
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

/// The fewest bytes for each corner of a mesh that has all its vertices for itself.
const BYTES_OF_A_CORNER: usize = 4;

/// Source of a skin of the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SkinSource {
    /// A skin of the file.
    Skin(usize),
    /// A joint, which meshes without a skin follow.
    Joint(usize),
}

/// Appends every mesh of the scene to the model's parts: rigid ones with a skin of one joint. Returns the set of morph
/// targets of each joint.
pub(super) fn add_meshes(
    document: &Document,
    joints: &Joints,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<Vec<Option<usize>>, Error> {
    let mut left = document.accessors.bytes() / BYTES_OF_A_CORNER + MAX_INSTANCED_CORNERS;
    let mut parts: Vec<(Wanted<'_>, usize, Option<usize>)> = Vec::new();
    let mut skins: HashMap<SkinSource, usize> = HashMap::new();
    let mut set_of = vec![None; document.scene.len()];
    for (joint, &number) in document.scene.iter().enumerate() {
        let node = &document.nodes[number];
        let Some(mesh) = node.mesh else { continue };
        let data = &document.meshes[mesh];
        let at_rest = document.morph_weights(node);
        let set = morphs::set(document, node).map(|set| {
            model.morph_sets.push(set);
            model.morph_sets.len() - 1
        });
        set_of[joint] = set;
        let mut skinned = false;
        for (at, primitive) in data.primitives.iter().enumerate() {
            let skin = node.skin.filter(|_| primitive.attributes.contains_key("JOINTS_0"));
            skinned |= skin.is_some();
            let wanted = Wanted { mesh, number: at, primitive, morphs: at_rest, skin };
            left = left.checked_sub(wanted.work(document)).ok_or_else(|| {
                let message = format!("more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
                reporter.error(ErrorKind::Limit, Some(&wanted.place()), message)
            })?;
            if primitive.mode == Mode::NoTriangles {
                reporter.warn(Some(&wanted.place()), "points or lines: left out");
                continue;
            }
            let source = skin.map_or(SkinSource::Joint(joint), SkinSource::Skin);
            let of_part = *skins.entry(source).or_insert_with(|| {
                model.skins.push(match source {
                    SkinSource::Skin(skin) => bound(document, joints, skin, reporter),
                    SkinSource::Joint(joint) => Skin::rigid(joint),
                });
                model.skins.len() - 1
            });
            parts.push((wanted, of_part, set));
        }
        if node.skin.is_some() && !skinned {
            let message = "a skin for a mesh without JOINTS_0: it moves with its node";
            reporter.warn(Some(&place("nodes", number)), message);
        }
    }
    let built = parts.iter().map(|(wanted, ..)| wanted.build(document));
    let mut noted: HashSet<(usize, usize)> = HashSet::new();
    for ((wanted, skin, set), built) in parts.iter().zip(built) {
        let Built { mesh, colors, targets, notes } = built?;
        if noted.insert((wanted.mesh, wanted.number)) {
            for note in notes {
                reporter.warn(Some(&wanted.place()), note);
            }
        }
        if !mesh.indices.is_empty() {
            let name = match document.meshes[wanted.mesh].name.as_str() {
                "" => format!("mesh {}", wanted.mesh),
                name => name.into(),
            };
            let material = wanted.primitive.material;
            let morphs = set.filter(|_| !targets.is_empty()).map(|set| PartMorphs { set, targets });
            model.parts.push(Part { name, mesh, colors, skin: *skin, material, morphs });
        }
    }
    Ok(set_of)
}

/// The bindings of a skin, in its own order.
fn bound(document: &Document, joints: &Joints, skin: usize, reporter: &mut Reporter) -> Skin {
    let data = &document.skins[skin];
    let binding =
        |(node, inverse): (&usize, &Affine3A)| Binding { joint: joints.of_node[*node], joint_from_bind: *inverse };
    let mut bindings: Vec<_> = data.joints.iter().zip(&data.inverse_binds).map(binding).collect();
    let missing = bindings.iter().filter(|binding| binding.joint.is_none()).count();
    if missing > 0 {
        let message = format!(
            "{missing} of {} joints are not in the scene: vertices bound to them keep their places",
            bindings.len()
        );
        reporter.warn(Some(&place("skins", skin)), message);
    }
    if bindings.is_empty() {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    Skin { bindings, bind_from_mesh: Affine3A::IDENTITY }
}
