//! Instances of meshes to parts: one for each material, each on a skin.

use super::{
    skins,
    triangles::{Attributes, Hanging, Normals, triangles},
};
use crate::{
    collada::{
        document::{Document, Instance, MaterialBinding, Primitive},
        error::{Error, ErrorKind, Reporter},
        evaluate,
        limits::MAX_INSTANCED_CORNERS,
        scene::{Scene, SkinInstance},
    },
    model::{Model, Part},
    skin::Skin,
};
use glam::DAffine3;
use std::collections::HashMap;

/// Appends every mesh of the scene to the model's parts: stiff ones on a skin of one place.
pub(super) fn add_meshes(
    document: &Document,
    scene: &Scene<'_>,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(), Error> {
    if scene.meshes.is_empty() && scene.skins.is_empty() {
        return Ok(());
    }
    let rest = evaluate::rest_world(document, &scene.nodes);
    let own: usize =
        document.geometries.iter().flat_map(|g| &g.primitives).map(Primitive::corners).sum();
    let left = own + MAX_INSTANCED_CORNERS;
    let mut adder = Adder { document, normals: Normals::default(), left };
    let mut rigid: HashMap<usize, usize> = HashMap::new();
    for mesh in &scene.meshes {
        let skin = *rigid.entry(mesh.node).or_insert_with(|| {
            model.skins.push(Skin::rigid(mesh.node));
            model.skins.len() - 1
        });
        let hanging = Hanging { influences: &[], mirrored: mirrors(&rest[mesh.node]) };
        adder.add(mesh.geometry, mesh.instance, &hanging, skin, model, reporter)?;
    }
    for instance in &scene.skins {
        let geometry = instance.geometry.map(|geometry| &document.geometries[geometry]);
        let positions = geometry.and_then(|geometry| geometry.positions);
        let positions = positions.map_or(0, |source| document.sources[source].count);
        adder.spend(positions, instance.instance, reporter)?;
        let (skin, influences) = skins::skin(document, instance, positions, reporter);
        model.skins.push(skin);
        let skin = model.skins.len() - 1;
        let mirrored = mirrors(&at_rest(document, instance, &rest));
        let hanging = Hanging { influences: &influences, mirrored };
        if let Some(geometry) = instance.geometry {
            adder.add(geometry, instance.instance, &hanging, skin, model, reporter)?;
        }
    }
    Ok(())
}

/// Where a skin's mesh is at rest, as if all of it followed the first joint.
pub(super) fn at_rest(
    document: &Document,
    instance: &SkinInstance<'_>,
    rest: &[DAffine3],
) -> DAffine3 {
    let data = document.controllers[instance.controller].skin.as_ref();
    let bind = data.map_or(DAffine3::IDENTITY, |data| data.bind_from_mesh);
    let mut joints = instance.joints.iter().zip(&instance.inverse_binds);
    let first = joints.find_map(|(joint, inverse)| Some(rest[(*joint)?] * *inverse));
    first.unwrap_or(DAffine3::IDENTITY) * bind
}

fn mirrors(matrix: &DAffine3) -> bool {
    matrix.matrix3.determinant() < 0.0
}

/// Adds meshes, as many as instances may make.
struct Adder<'a> {
    document: &'a Document,
    normals: Normals,
    /// Corners that may still be added.
    left: usize,
}

impl Adder<'_> {
    /// One part for each material of a geometry.
    fn add(
        &mut self,
        geometry: usize,
        instance: &Instance,
        hanging: &Hanging<'_>,
        skin: usize,
        model: &mut Model,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let primitives = &self.document.geometries[geometry].primitives;
        let corners: usize = primitives.iter().map(Primitive::corners).sum();
        // Empty primitives and bindings are work as well.
        let work = corners + primitives.len() + instance.materials.len();
        self.spend(work, instance, reporter)?;

        let bindings: HashMap<&str, &MaterialBinding> =
            instance.materials.iter().map(|binding| (binding.symbol.as_str(), binding)).collect();
        for (symbol, primitives) in by_material(primitives) {
            let mut binding = bindings.get(symbol).copied();
            if let ("", None, [only]) = (symbol, binding, instance.materials.as_slice()) {
                let message = format!(
                    "faces that name no material: drawn in \"{}\", the only one here",
                    only.target
                );
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
            let list = primitives.iter().filter_map(|p| Attributes::new(self.document, p, set));
            let mesh = triangles(self.document, geometry, list, hanging, &mut self.normals);
            if !mesh.indices.is_empty() {
                let name = self.document.geometries[geometry].name.clone();
                model.parts.push(Part { name, mesh, skin, material });
            }
        }
        Ok(())
    }

    fn spend(
        &mut self,
        corners: usize,
        instance: &Instance,
        reporter: &Reporter,
    ) -> Result<(), Error> {
        match self.left.checked_sub(corners) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let message = format!(
                    "instances make more than {MAX_INSTANCED_CORNERS} corners beyond the file's own"
                );
                Err(reporter.error(ErrorKind::Limit, Some(&instance.place), message))
            }
        }
    }

    /// The set of texture coordinates that the material's picture wants, if it says so.
    fn texcoord_set(
        &self,
        binding: Option<&MaterialBinding>,
        material: Option<usize>,
    ) -> Option<u32> {
        let wanted = &self.document.materials[material?].look.texture.as_ref()?.texcoord;
        let sets = &binding?.texcoord_sets;
        sets.iter().find(|(name, _)| name == wanted).map(|(_, set)| *set)
    }
}

/// Primitives by what they call their material, in the order in which the names come up.
fn by_material(primitives: &[Primitive]) -> Vec<(&str, Vec<&Primitive>)> {
    let mut list: Vec<(&str, Vec<&Primitive>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for primitive in primitives {
        let symbol = primitive.material.as_str();
        let place = *places.entry(symbol).or_insert_with(|| {
            list.push((symbol, Vec::new()));
            list.len() - 1
        });
        list[place].1.push(primitive);
    }
    list
}
