//! Mesh instances as parts of the model: one part for each material, each with a skin.

use super::{
    skins,
    triangles::{Attributes, Normals, triangles},
};
use crate::{
    collada::{
        document::{Document, Elements, Instance, MaterialBinding, Primitive},
        error::{Error, ErrorKind, Reporter},
        limits::MAX_INSTANCED_CORNERS,
        scene::{Scene, SkinInstance},
    },
    double::single,
    loading::{limits::BYTES_OF_A_VERTEX, reach::farthest},
};
use armature::{
    mesh::{Mesh, SkinnedVertex},
    model::{Model, Part},
    skin::{FourInfluences, Skin},
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
        planner.add(mesh.geometry, mesh.instance, skin, reporter)?;
    }
    let rigid_count = model.skins.len();
    let mut influences = Vec::with_capacity(scene.skins.len());
    for instance in &scene.skins {
        let geometry = instance.geometry.map(|geometry| &document.geometries[geometry]);
        let positions = geometry.and_then(|geometry| geometry.positions);
        let positions = positions.map_or(0, |source| document.sources[source].count);
        planner.spend(positions, instance.instance, reporter)?;
        let (skin, of_positions) = skins::skin(document, instance, positions, reporter);
        model.skins.push(skin);
        influences.push(of_positions);
        let skin = model.skins.len() - 1;
        if let Some(geometry) = instance.geometry {
            planner.add(geometry, instance.instance, skin, reporter)?;
        }
    }
    let parts = planner.parts;
    let normals = Normals::new(document);
    for part in &parts {
        let influences: &[_] = part.skin.checked_sub(rigid_count).map_or(&[], |skin| &influences[skin]);
        let mesh = part.mesh(document, influences, &normals);
        if !mesh.indices.is_empty() {
            let name = document.geometries[part.geometry].name.clone();
            model.parts.push(Part {
                name,
                mesh,
                colors: Vec::new(),
                skin: part.skin,
                material: part.material,
                morphs: None,
            });
        }
    }
    Ok(())
}

/// `world_from_mesh` of a skin at rest, as if all of it followed the first joint.
pub(super) fn at_rest(document: &Document, instance: &SkinInstance<'_>, rest: &[DAffine3]) -> DAffine3 {
    let data = document.controllers[instance.controller].skin.as_ref();
    let bind = data.map_or(DAffine3::IDENTITY, |data| data.bind_from_mesh);
    let mut joints = instance.joints.iter().zip(&instance.inverse_binds);
    let first = joints.find_map(|(joint, inverse)| Some(rest[(*joint)?] * *inverse));
    first.unwrap_or(DAffine3::IDENTITY) * bind
}

/// Some of the vertices at rest, at most so many of a mesh as are enough to estimate the model's size.
pub(super) fn points(document: &Document, scene: &Scene<'_>, rest: &[DAffine3]) -> impl Iterator<Item = DVec3> {
    const MAX_POSITIONS: usize = 2_000;
    let rigid = scene.meshes.iter().map(|mesh| (Some(mesh.geometry), rest[mesh.node]));
    let skinned = scene.skins.iter().map(|skin| (skin.geometry, at_rest(document, skin, rest)));
    let all = rigid.chain(skinned);
    let all = all.filter_map(move |(geometry, world)| {
        Some((&document.sources[document.geometries[geometry?].positions?], world))
    });
    all.flat_map(|(source, world)| {
        let step = source.count.div_ceil(MAX_POSITIONS).max(1);
        (0..source.count).step_by(step).map(move |element| {
            let position = [0, 1, 2].map(|component| f64::from(source.float(element, component)));
            world.transform_point3(DVec3::from(position))
        })
    })
}

/// Returns the distance of the farthest vertex that follows each node of the scene, in its own unit; `None` if there
/// are too many to look.
pub(super) fn carried(document: &Document, scene: &Scene<'_>) -> Option<Vec<f64>> {
    const MOST: usize = 10_000_000;
    let mut left = MOST;
    let mut carried = vec![0.0f64; scene.nodes.len()];
    for mesh in &scene.meshes {
        let Some(all) = positions(document, Some(mesh.geometry)) else { continue };
        left = left.checked_sub(all.count())?;
        carried[mesh.node] = carried[mesh.node].max(farthest_of_rigid(all));
    }
    for skin in &scene.skins {
        let Some(all) = positions(document, skin.geometry) else { continue };
        left = left.checked_sub(all.count())?;
        let Some(data) = &document.controllers[skin.controller].skin else {
            carried[skin.node] = carried[skin.node].max(farthest_of_rigid(all));
            continue;
        };
        left = left.checked_sub(data.influence_joints.len())?;
        let matrices: Vec<_> =
            skin.inverse_binds.iter().map(|inverse| single(&(*inverse * data.bind_from_mesh))).collect();
        let vertices = (0..all.count()).map(|at| {
            let slots = data.influences(at).filter(|(_, weight)| *weight > 0.0);
            (all.get(at).into(), slots.filter_map(|(slot, _)| usize::try_from(slot).ok()))
        });
        for (joint, far) in skin.joints.iter().zip(farthest(&matrices, vertices)) {
            if let Some(joint) = *joint {
                carried[joint] = carried[joint].max(far);
            }
        }
    }
    Some(carried)
}

fn positions(document: &Document, geometry: Option<usize>) -> Option<Elements<'_, 3>> {
    let source = document.geometries[geometry?].positions?;
    Some(document.sources[source].elements())
}

/// Returns the distance of the farthest vertex of a mesh without a skin.
fn farthest_of_rigid(positions: Elements<'_, 3>) -> f64 {
    let vertices = (0..positions.count()).map(|at| (positions.get(at).into(), std::iter::once(0)));
    farthest(&[Affine3A::IDENTITY], vertices)[0]
}

struct Planned<'a> {
    geometry: usize,
    primitives: Vec<&'a Primitive>,
    /// The set of texture coordinates that is wanted.
    set: Option<u32>,
    skin: usize,
    material: Option<usize>,
}

impl Planned<'_> {
    fn mesh(&self, document: &Document, influences: &[FourInfluences], normals: &Normals) -> Mesh<SkinnedVertex> {
        let list = self.primitives.iter().filter_map(|p| Attributes::new(document, p, self.set));
        triangles(document, self.geometry, list, influences, normals)
    }
}

/// Plans parts, within the limits for instances: problems are reported before the first part is built, and parts may
/// be built on several threads.
struct Planner<'a> {
    document: &'a Document,
    /// Corners that may still be added.
    left: usize,
    parts: Vec<Planned<'a>>,
}

impl Planner<'_> {
    /// One part for each material of a geometry.
    fn add(&mut self, geometry: usize, instance: &Instance, skin: usize, reporter: &mut Reporter) -> Result<(), Error> {
        let primitives = &self.document.geometries[geometry].primitives;
        let corners: usize = primitives.iter().map(Primitive::corners).sum();
        // Empty primitives and bindings are work as well, and parts have copies of the name.
        let name = self.document.geometries[geometry].name.len() / BYTES_OF_A_VERTEX;
        let work = corners + primitives.len() * (1 + name) + instance.materials.len();
        self.spend(work, instance, reporter)?;

        let bindings: HashMap<&str, &MaterialBinding> =
            instance.materials.iter().map(|binding| (binding.symbol.as_str(), binding)).collect();
        for (symbol, primitives) in by_material(primitives) {
            let mut binding = bindings.get(symbol).copied();
            if let ("", None, [only]) = (symbol, binding, instance.materials.as_slice()) {
                let message = format!("faces that name no material: drawn in \"{}\", the only one here", only.target);
                reporter.warn(Some(&instance.place), message);
                binding = Some(only);
            }
            let target = binding.map_or(symbol, |binding| binding.target.as_str());
            let material = self.document.ids.materials.get(target).copied();
            if material.is_none() && binding.is_some() {
                let message = format!("no material \"{target}\": drawn in grey");
                reporter.warn(Some(&instance.place), message);
            }
            let set = self.texcoord_set(binding, material);
            // A part without a triangle is left out.
            if primitives.iter().any(|primitive| primitive.corners() >= 3) {
                self.parts.push(Planned { geometry, primitives, set, skin, material });
            }
        }
        Ok(())
    }

    fn spend(&mut self, corners: usize, instance: &Instance, reporter: &Reporter) -> Result<(), Error> {
        match self.left.checked_sub(corners) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let message = format!("instances make more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
                Err(reporter.error(ErrorKind::Limit, Some(&instance.place), message))
            }
        }
    }

    /// The set of texture coordinates for the material's picture, if the file specifies one.
    fn texcoord_set(&self, binding: Option<&MaterialBinding>, material: Option<usize>) -> Option<u32> {
        let wanted = &self.document.materials[material?].effect.texture.as_ref()?.texcoord;
        let sets = &binding?.texcoord_sets;
        sets.iter().find(|(name, _)| name == wanted).map(|(_, set)| *set)
    }
}

/// Primitives by the name of their material, in the order in which the names occur.
fn by_material(primitives: &[Primitive]) -> Vec<(&str, Vec<&Primitive>)> {
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
    use glam::Vec3;
    use std::fmt::Write;

    /// The parts of so many nodes, each with a mesh of three materials and without normals.
    fn parts(nodes: usize) -> Vec<Part> {
        let mut text = String::from(
            "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">\
             <float_array id=\"a\" count=\"18\">0 0 0 1 0 0 0 1 0 1 1 1 0 0 2 2 0 1</float_array>\
             <technique_common><accessor source=\"#a\" count=\"6\" stride=\"3\"/></technique_common></source>\
             <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>",
        );
        for (material, faces) in [("x", 100), ("y", 1), ("z", 50), ("none", 0)] {
            let corners = (0..3 * faces).map(|at| ["0 ", "3 ", "5 ", "1 "][(at + at / 6) % 4]);
            let corners: String = corners.collect();
            write!(
                text,
                "<triangles material=\"{material}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
                 <p>{corners}</p></triangles>"
            )
            .unwrap();
        }
        text += "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene>";
        text += &"<node><instance_geometry url=\"#g\"/></node>".repeat(nodes);
        text += "</visual_scene></library_visual_scenes></COLLADA>";
        let document = Document::read(text.as_bytes(), "parts.dae").unwrap();
        let scene = Scene::new(&document).unwrap();
        let mut model = Model::default();
        let mut reporter = Reporter::new("parts.dae");
        add_meshes(&document, &scene, &mut model, &mut reporter).unwrap();
        model.parts
    }

    #[test]
    fn parts_of_many_instances_are_those_of_one() {
        let few = parts(1);
        let many = parts(200);
        assert_eq!((few.len(), many.len()), (3, 600));
        for (at, part) in many.iter().enumerate() {
            let alone = &few[at % 3];
            assert_eq!((part.skin, &part.mesh), (at / 3, &alone.mesh), "part {at}");
            assert!(part.mesh.vertices[0].normal != Vec3::Y, "it was made");
        }
        assert_ne!(few[0].mesh.indices.len(), few[2].mesh.indices.len());
    }
}
