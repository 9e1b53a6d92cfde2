//! Mesh instances as parts of the model: one part for each material, each with a skin that has the best four influences
//! of each position.

use super::triangles::{Attributes, Normals, build_triangles};
use crate::{
    collada::{
        NO_MATERIAL,
        document::{Document, Elements, Instance, MaterialBinding, Primitive, SkinData},
        error::{Error, ErrorKind, Reporter},
        limits::MAX_INSTANCED_CORNERS,
        scene::{Scene, SkinInstance},
    },
    double::single,
    loading::{counted, limits::BYTES_OF_A_VERTEX, reach::farthest_vertices, weights::four_influences},
};
use armature::{
    mesh::{Mesh, SkinnedVertex},
    model::{Model, Part},
    skin::{Binding, FourInfluences, Influence, Skin},
};
use glam::{Affine3A, DAffine3, DVec3};
use std::collections::HashMap;

/// Appends every mesh of the scene to the model's parts: rigid ones with a skin of one joint.
pub(super) fn add_meshes(
    document: &Document,
    scene: &Scene<'_>,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(), Error> {
    if scene.meshes.is_empty() && scene.skins.is_empty() {
        return Ok(());
    }
    let own: usize = document.geometries.iter().flat_map(|g| &g.primitives).map(Primitive::corners).sum();
    let left = own + MAX_INSTANCED_CORNERS;
    let mut planner = Planner { document, left, parts: Vec::new() };
    let mut rigid: HashMap<usize, usize> = HashMap::new();
    for mesh in &scene.meshes {
        let skin = *rigid.entry(mesh.node).or_insert_with(|| {
            model.skins.push(Skin::rigid(mesh.node));
            model.skins.len() - 1
        });
        planner.plan_parts(mesh.geometry, mesh.instance, skin, reporter)?;
    }
    let rigid_count = model.skins.len();
    let mut influences = Vec::with_capacity(scene.skins.len());
    for instance in &scene.skins {
        let geometry = instance.geometry.map(|geometry| &document.geometries[geometry]);
        let positions = geometry.and_then(|geometry| geometry.positions);
        let positions = positions.map_or(0, |source| document.sources[source].count);
        planner.charge_corners(positions, instance.instance, reporter)?;
        let (skin, influences_of_skin) = build_skin(document, instance, positions, reporter);
        model.skins.push(skin);
        influences.push(influences_of_skin);
        let skin = model.skins.len() - 1;
        if let Some(geometry) = instance.geometry {
            planner.plan_parts(geometry, instance.instance, skin, reporter)?;
        }
    }
    let parts = planner.parts;
    let normals = Normals::new(document);
    for part in &parts {
        let influences: &[_] = part.skin.checked_sub(rigid_count).map_or(&[], |skin| &influences[skin]);
        let (mesh, colors) = part.build_mesh(document, influences, &normals);
        if !mesh.indices.is_empty() {
            let name = document.geometries[part.geometry].name.clone();
            model.parts.push(Part { name, mesh, colors, skin: part.skin, material: part.material, morphs: None });
        }
    }
    Ok(())
}

/// Returns a skin with its bindings in the file's order, and the influences of every position.
fn build_skin(
    document: &Document,
    instance: &SkinInstance<'_>,
    positions: usize,
    reporter: &mut Reporter,
) -> (Skin, Vec<FourInfluences>) {
    let Some(data) = &document.controllers[instance.controller].skin else {
        return (Skin::rigid(instance.node), Vec::new());
    };
    let mut bindings: Vec<_> = instance
        .joints
        .iter()
        .zip(&instance.inverse_binds)
        .map(|(joint, inverse)| Binding { joint: *joint, joint_from_bind: single(inverse) })
        .collect();
    // Joint -1, and a skin without joints, need a binding without a joint.
    let follows_nothing = data.influence_joints.contains(&-1) || bindings.is_empty();
    let nothing = bindings.len() as u16;
    if follows_nothing {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    let influences = build_influences(data, nothing, positions, reporter);
    (Skin { bindings, bind_from_mesh: single(&data.bind_from_mesh) }, influences)
}

/// Returns the influences of every position on slots of the palette. `nothing` is the slot of a binding without a joint.
fn build_influences(data: &SkinData, nothing: u16, positions: usize, reporter: &mut Reporter) -> Vec<FourInfluences> {
    let slot = |joint| u16::try_from(joint).unwrap_or(nothing); // -1
    let (all, notes) = four_influences(positions, |position, list| {
        let of_position = data.influences(position);
        list.extend(of_position.map(|(joint, weight)| Influence { slot: slot(joint), weight }));
    });
    for note in notes {
        reporter.warn(Some(&data.location), note);
    }
    if data.ends.len() > positions && positions > 0 {
        let vertices = counted(data.ends.len(), "vertex", "vertices");
        reporter.warn(Some(&data.location), format!("weights for {vertices}, but the mesh has {positions}"));
    }
    all
}

/// Returns `world_from_mesh` of a skin at rest, as if all vertices followed the first joint that is in the scene.
fn rest_of_skin(document: &Document, instance: &SkinInstance<'_>, rest: &[DAffine3]) -> DAffine3 {
    let data = document.controllers[instance.controller].skin.as_ref();
    let bind = data.map_or(DAffine3::IDENTITY, |data| data.bind_from_mesh);
    let mut joints = instance.joints.iter().zip(&instance.inverse_binds);
    let first = joints.find_map(|(joint, inverse)| Some(rest[(*joint)?] * *inverse));
    first.unwrap_or(DAffine3::IDENTITY) * bind
}

/// Returns vertices at rest, in world space: enough of each mesh to estimate the model's size.
pub(super) fn sample_vertices(
    document: &Document,
    scene: &Scene<'_>,
    rest: &[DAffine3],
) -> impl Iterator<Item = DVec3> {
    const MAX_POSITIONS: usize = 2_000;
    let rigid = scene.meshes.iter().map(|mesh| (Some(mesh.geometry), rest[mesh.node]));
    let skinned = scene.skins.iter().map(|skin| (skin.geometry, rest_of_skin(document, skin, rest)));
    let meshes = rigid.chain(skinned).filter_map(move |(geometry, world)| {
        Some((&document.sources[document.geometries[geometry?].positions?], world))
    });
    meshes.flat_map(|(source, world)| {
        let step = source.count.div_ceil(MAX_POSITIONS).max(1);
        (0..source.count).step_by(step).map(move |element| {
            let position = [0, 1, 2].map(|component| f64::from(source.float(element, component)));
            world.transform_point3(DVec3::from(position))
        })
    })
}

/// Returns, for each node of the scene, the distance of the farthest vertex that follows the node, in the node's unit;
/// `None` if there are too many vertices to visit.
pub(super) fn farthest_by_node(document: &Document, scene: &Scene<'_>) -> Option<Vec<f64>> {
    const MAX_VISITS: usize = 10_000_000;
    let mut left = MAX_VISITS;
    let mut farthest = vec![0.0f64; scene.nodes.len()];
    for mesh in &scene.meshes {
        let Some(positions) = positions_of(document, Some(mesh.geometry)) else { continue };
        left = left.checked_sub(positions.count())?;
        let vertices = (0..positions.count()).map(|vertex| (positions.get(vertex).into(), std::iter::once(0)));
        farthest[mesh.node] = farthest[mesh.node].max(farthest_vertices(&[Affine3A::IDENTITY], vertices)[0]);
    }
    for skin in &scene.skins {
        let Some(positions) = positions_of(document, skin.geometry) else { continue };
        left = left.checked_sub(positions.count())?;
        let Some(data) = &document.controllers[skin.controller].skin else { continue };
        left = left.checked_sub(data.influence_joints.len())?;
        let matrices: Vec<_> =
            skin.inverse_binds.iter().map(|inverse| single(&(*inverse * data.bind_from_mesh))).collect();
        let vertices = (0..positions.count()).map(|vertex| {
            let slots = data.influences(vertex).filter(|(_, weight)| *weight > 0.0);
            (positions.get(vertex).into(), slots.filter_map(|(slot, _)| usize::try_from(slot).ok()))
        });
        for (joint, distance) in skin.joints.iter().zip(farthest_vertices(&matrices, vertices)) {
            if let Some(joint) = *joint {
                farthest[joint] = farthest[joint].max(distance);
            }
        }
    }
    Some(farthest)
}

fn positions_of(document: &Document, geometry: Option<usize>) -> Option<Elements<'_, 3>> {
    let source = document.geometries[geometry?].positions?;
    Some(document.sources[source].elements())
}

/// A part that is to be built.
struct PlannedPart<'a> {
    geometry: usize,
    primitives: Vec<&'a Primitive>,
    /// Set of texture coordinates that the material uses.
    set: Option<u32>,
    skin: usize,
    material: Option<usize>,
}

impl PlannedPart<'_> {
    fn build_mesh(
        &self,
        document: &Document,
        influences: &[FourInfluences],
        normals: &Normals,
    ) -> (Mesh<SkinnedVertex>, Vec<[u8; 4]>) {
        let primitives = self.primitives.iter().filter_map(|p| Attributes::new(document, p, self.set));
        build_triangles(document, self.geometry, primitives, influences, normals)
    }
}

/// Plans parts, within the limits for instances: problems are reported before the first part is built.
struct Planner<'a> {
    document: &'a Document,
    /// Corners that may still be added.
    left: usize,
    parts: Vec<PlannedPart<'a>>,
}

impl Planner<'_> {
    /// Plans a part for each material of a geometry.
    fn plan_parts(
        &mut self,
        geometry: usize,
        instance: &Instance,
        skin: usize,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let primitives = &self.document.geometries[geometry].primitives;
        let corners: usize = primitives.iter().map(Primitive::corners).sum();
        // Empty primitives and bindings are work as well, and parts have copies of the name.
        let name = self.document.geometries[geometry].name.len() / BYTES_OF_A_VERTEX;
        let work = corners + primitives.len() * (1 + name) + instance.materials.len();
        self.charge_corners(work, instance, reporter)?;

        let bindings: HashMap<&str, &MaterialBinding> =
            instance.materials.iter().map(|binding| (binding.symbol.as_str(), binding)).collect();
        let mut unbound = Vec::new();
        for (symbol, primitives) in group_by_material(primitives) {
            let mut binding = bindings.get(symbol).copied();
            if let ("", None, [only]) = (symbol, binding, instance.materials.as_slice()) {
                let message = format!("faces that name no material: drawn in \"{}\", the only one here", only.target);
                reporter.warn(Some(&instance.location), message);
                binding = Some(only);
            }
            let target = binding.map_or(symbol, |binding| binding.target.as_str());
            let material = self.document.ids.materials.get(target).copied();
            if material.is_none() && binding.is_some() {
                reporter.warn(Some(&instance.location), format!("no material \"{target}\": drawn in grey"));
            } else if material.is_none() && !["", NO_MATERIAL].contains(&symbol) {
                unbound.push(format!("\"{symbol}\""));
            }
            let set = self.texcoord_set(binding, material);
            // A part without a triangle is left out.
            if primitives.iter().any(|primitive| primitive.corners() >= 3) {
                self.parts.push(PlannedPart { geometry, primitives, set, skin, material });
            }
        }
        if !unbound.is_empty() {
            let message = format!("no material is bound to the symbol {}: drawn in grey", unbound.join(", "));
            reporter.warn(Some(&instance.location), message);
        }
        Ok(())
    }

    /// Subtracts the corners of an instance from those that may still be added.
    fn charge_corners(&mut self, corners: usize, instance: &Instance, reporter: &Reporter) -> Result<(), Error> {
        self.left = self.left.checked_sub(corners).ok_or_else(|| {
            let message = format!("instances make more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
            reporter.error(ErrorKind::Limit, Some(&instance.location), message)
        })?;
        Ok(())
    }

    /// Returns the set of texture coordinates for the material's picture, if the file binds a set.
    fn texcoord_set(&self, binding: Option<&MaterialBinding>, material: Option<usize>) -> Option<u32> {
        let texcoord = &self.document.materials[material?].effect.texture.as_ref()?.texcoord;
        let sets = &binding?.texcoord_sets;
        sets.iter().find(|(name, _)| name == texcoord).map(|(_, set)| *set)
    }
}

/// Returns primitives by the name of their material, in the order in which the names occur.
fn group_by_material(primitives: &[Primitive]) -> Vec<(&str, Vec<&Primitive>)> {
    let mut list: Vec<(&str, Vec<&Primitive>)> = Vec::new();
    let mut indices: HashMap<&str, usize> = HashMap::new();
    for primitive in primitives {
        let symbol = primitive.material.as_str();
        let index = *indices.entry(symbol).or_insert_with(|| {
            list.push((symbol, Vec::new()));
            list.len() - 1
        });
        list[index].1.push(primitive);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::testing::mesh_document;
    use glam::Vec3;
    use std::fmt::Write;

    /// Returns the parts of a model with `nodes` nodes, each with a mesh of three materials and without normals.
    fn build_parts(nodes: usize) -> Vec<Part> {
        let mut primitives = String::new();
        for (material, faces) in [("x", 100), ("y", 1), ("z", 50), ("none", 0)] {
            let corners = (0..3 * faces).map(|corner| ["0 ", "3 ", "5 ", "1 "][(corner + corner / 6) % 4]);
            let corners: String = corners.collect();
            write!(
                primitives,
                "<triangles material=\"{material}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
                 <p>{corners}</p></triangles>"
            )
            .unwrap();
        }
        let nodes = "<node><instance_geometry url=\"#g\"/></node>".repeat(nodes);
        let scenes = format!("<library_visual_scenes><visual_scene>{nodes}</visual_scene></library_visual_scenes>");
        let document = mesh_document("0 0 0 1 0 0 0 1 0 1 1 1 0 0 2 2 0 1", &primitives, &scenes);
        let scene = Scene::new(&document).unwrap();
        let mut model = Model::default();
        let mut reporter = Reporter::new("parts.dae");
        add_meshes(&document, &scene, &mut model, &mut reporter).unwrap();
        model.parts
    }

    #[test]
    fn parts_of_many_instances_are_those_of_one() {
        let few = build_parts(1);
        let many = build_parts(200);
        assert_eq!((few.len(), many.len()), (3, 600));
        for (at, part) in many.iter().enumerate() {
            let alone = &few[at % 3];
            assert_eq!((part.skin, &part.mesh), (at / 3, &alone.mesh), "part {at}");
            assert!(part.mesh.vertices[0].normal != Vec3::Y, "it was made");
        }
        assert_ne!(few[0].mesh.indices.len(), few[2].mesh.indices.len());
    }
}
