//! Meshes as parts of the model: one part for each primitive of each node that has a mesh.

use super::{skeleton::Joints, triangles::Wanted};
use crate::{
    gltf::{
        document::{Document, Mode, Primitive, place},
        limits::MAX_INSTANCED_CORNERS,
    },
    loading::{Error, ErrorKind, Place, Reporter},
    model::{Model, Part},
    skin::{Binding, Skin},
};
use glam::{Affine3A, DAffine3};
use std::collections::{HashMap, HashSet};

/// The fewest bytes for each corner of a mesh that has all its vertices for itself.
const BYTES_OF_A_CORNER: usize = 4;

/// Appends every mesh of the scene to the model's parts: rigid ones with a skin of one joint.
pub(super) fn add_meshes(
    document: &Document,
    joints: &Joints,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(), Error> {
    let left = document.accessors.bytes() / BYTES_OF_A_CORNER + MAX_INSTANCED_CORNERS;
    let mut planner = Planner { document, left, parts: Vec::new(), skins: Vec::new() };
    let mut skins: HashMap<usize, usize> = HashMap::new();
    let mut morphed = None;
    for (joint, &number) in document.scene.iter().enumerate() {
        let node = &document.nodes[number];
        let Some(mesh) = node.mesh else { continue };
        let data = &document.meshes[mesh];
        let weighted = |primitive: &Primitive| !primitive.influences.is_empty();
        let skin = node.skin.filter(|_| data.primitives.iter().any(weighted));
        if node.skin.is_some() && skin.is_none() {
            let message = "a skin for a mesh without JOINTS_0: it moves with its node";
            reporter.warn(Some(&place("nodes", number)), message);
        }
        if data.primitives.iter().any(|primitive| !primitive.targets.is_empty()) {
            morphed = morphed.or(Some(mesh));
        }
        let morphs = if node.weights.is_empty() { &data.weights } else { &node.weights };
        let mut rigid = None;
        for (at, primitive) in data.primitives.iter().enumerate() {
            let skinned = skin.filter(|_| weighted(primitive));
            let (of_part, joint_count, matrix) = if let Some(skin) = skinned {
                let index = *skins.entry(skin).or_insert_with(|| {
                    planner.skins.push(bound(document, joints, skin, reporter));
                    planner.skins.len() - 1
                });
                let count = document.skins[skin].joints.len();
                (index, Some(count), at_rest(document, joints, skin))
            } else {
                let index = *rigid.get_or_insert_with(|| {
                    planner.skins.push(Skin::rigid(joint));
                    planner.skins.len() - 1
                });
                (index, None, joints.rest[joint])
            };
            let texture = primitive.material.and_then(|index| document.materials[index].texture);
            let wanted = Wanted {
                mesh,
                number: at,
                primitive,
                morphs,
                joints: joint_count,
                mirrored: matrix.matrix3.determinant() < 0.0,
                texture,
            };
            planner.add(wanted, of_part, reporter)?;
        }
    }
    if let Some(mesh) = morphed {
        let message = "morph targets: the shape stays what it is at rest";
        reporter.warn(Some(&place("meshes", mesh)), message);
    }
    planner.build(model, reporter)
}

/// The bindings of a skin, in its own order.
fn bound(document: &Document, joints: &Joints, skin: usize, reporter: &mut Reporter) -> Skin {
    let data = &document.skins[skin];
    let binding = |(node, inverse): (&usize, &Affine3A)| Binding {
        joint: joints.of_node[*node],
        joint_from_bind: *inverse,
    };
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

/// `world_from_mesh` of a skin at rest, as if all of it followed the first joint.
pub(super) fn at_rest(document: &Document, joints: &Joints, skin: usize) -> DAffine3 {
    let data = &document.skins[skin];
    let mut all = data.joints.iter().zip(&data.inverse_binds);
    let first = all.find_map(|(node, inverse)| {
        let inverse = DAffine3::from_cols_array(&inverse.to_cols_array().map(f64::from));
        Some(joints.rest[joints.of_node[*node]?] * inverse)
    });
    first.unwrap_or(DAffine3::IDENTITY)
}

/// Plans parts within the limits; they may be built on several threads.
struct Planner<'a> {
    document: &'a Document,
    /// Corners that may still be added.
    left: usize,
    parts: Vec<(Wanted<'a>, usize)>,
    skins: Vec<Skin>,
}

impl<'a> Planner<'a> {
    fn add(
        &mut self,
        wanted: Wanted<'a>,
        skin: usize,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        if wanted.primitive.mode == Mode::NoTriangles {
            reporter.warn(Some(&wanted.place()), "points or lines: left out");
            return Ok(());
        }
        let count = |accessor: Option<usize>| {
            accessor.map_or(0, |accessor| self.document.accessors.count(accessor))
        };
        let corners = count(wanted.primitive.indices.or(wanted.primitive.position));
        // A triangle for each corner of a strip; and a morph target is as much work as the mesh itself.
        let each = if wanted.primitive.mode == Mode::Triangles { 1 } else { 3 };
        let each = each + wanted.primitive.targets.len().min(wanted.morphs.len());
        let spent = self.left.checked_sub(corners.saturating_mul(each));
        self.left = spent.ok_or_else(|| {
            let message =
                format!("more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
            reporter.error(ErrorKind::Limit, Some(&wanted.place()), message)
        })?;
        self.parts.push((wanted, skin));
        Ok(())
    }

    fn build(self, model: &mut Model, reporter: &mut Reporter) -> Result<(), Error> {
        let reader = &*reporter;
        let built = self
            .document
            .threads
            .map(&self.parts, |(wanted, _)| wanted.build(self.document, reader));
        let mut noted: HashSet<(usize, usize)> = HashSet::new();
        for ((wanted, skin), built) in self.parts.iter().zip(built) {
            let built = built?;
            if noted.insert((wanted.mesh, wanted.number)) {
                let place: Place = wanted.place();
                built.notes.into_iter().for_each(|note| reporter.warn(Some(&place), note));
            }
            if !built.mesh.indices.is_empty() {
                let name = &self.document.meshes[wanted.mesh].name;
                let name =
                    if name.is_empty() { format!("mesh {}", wanted.mesh) } else { name.clone() };
                model.parts.push(Part {
                    name,
                    mesh: built.mesh,
                    colors: built.colors,
                    skin: *skin,
                    material: wanted.primitive.material,
                });
            }
        }
        model.skins = self.skins;
        Ok(())
    }
}
