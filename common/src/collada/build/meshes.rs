//! Primitives to triangle lists: vertices split only where position, normal or texture coordinate differ.

use super::skins;
use crate::{
    collada::{
        document::{
            Document, Geometry, Input, Instance, MaterialBinding, Primitive, Semantic, Source,
        },
        error::{Error, ErrorKind, Reporter},
        evaluate,
        limits::MAX_VERTICES,
        scene::Scene,
    },
    mesh::{Mesh, SkinnedVertex, smooth_normals},
    model::{Model, Part},
    skin::{FourInfluences, Skin},
};
use glam::{DAffine3, Vec2, Vec3};
use std::collections::HashMap;

/// Appends every mesh of the scene, stiff ones on a skin of one place, to the model's parts.
pub(super) fn add_meshes(
    document: &Document,
    scene: &Scene<'_>,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(), Error> {
    let rest = evaluate::rest_world(document, &scene.nodes);
    let mut rigid: HashMap<usize, usize> = HashMap::new();
    for mesh in &scene.meshes {
        let skin = *rigid.entry(mesh.node).or_insert_with(|| {
            model.skins.push(Skin::rigid(mesh.node));
            model.skins.len() - 1
        });
        let place = Placed { skin, influences: &[], mirrored: mirrors(&rest[mesh.node]) };
        add_parts(document, mesh.geometry, mesh.instance, &place, model, reporter)?;
    }
    for instance in &scene.skins {
        let geometry = instance.geometry.map(|geometry| &document.geometries[geometry]);
        let positions = geometry.and_then(|geometry| geometry.positions);
        let positions = positions.map_or(0, |source| document.sources[source].count);
        let (skin, influences) = skins::skin(document, instance, positions, reporter);
        let bind = document.controllers[instance.controller].skin.as_ref();
        let bind = bind.map_or(DAffine3::IDENTITY, |data| data.bind_from_mesh);
        let mut first = instance.joints.iter().zip(&instance.inverse_binds);
        let first = first.find_map(|(joint, inverse)| Some(rest[(*joint)?] * *inverse));
        let mirrored = mirrors(&(first.unwrap_or(DAffine3::IDENTITY) * bind));
        model.skins.push(skin);
        if let Some(geometry) = instance.geometry {
            let place = Placed { skin: model.skins.len() - 1, influences: &influences, mirrored };
            add_parts(document, geometry, instance.instance, &place, model, reporter)?;
        }
    }
    Ok(())
}

fn mirrors(matrix: &DAffine3) -> bool {
    matrix.matrix3.determinant() < 0.0
}

/// What an instance of a mesh hangs on.
struct Placed<'a> {
    skin: usize,
    /// For each position; empty for a stiff mesh.
    influences: &'a [FourInfluences],
    /// Triangles are turned round, so that they are counter-clockwise once they are in place.
    mirrored: bool,
}

/// One part for each material of a geometry.
fn add_parts(
    document: &Document,
    geometry: usize,
    instance: &Instance,
    placed: &Placed<'_>,
    model: &mut Model,
    reporter: &mut Reporter,
) -> Result<(), Error> {
    let geometry = &document.geometries[geometry];
    let mut symbols: Vec<&str> = Vec::new();
    let mut by_symbol: HashMap<&str, Vec<&Primitive>> = HashMap::new();
    for primitive in &geometry.primitives {
        let symbol = primitive.material.as_str();
        by_symbol
            .entry(symbol)
            .or_insert_with(|| {
                symbols.push(symbol);
                Vec::new()
            })
            .push(primitive);
    }
    for symbol in symbols {
        let binding = instance.materials.iter().find(|binding| binding.symbol == symbol);
        let target = binding.map_or(symbol, |binding| binding.target.as_str());
        let material = document.ids.materials.get(target).copied();
        let texcoords = texcoord_set(document, binding, material);
        let vertices: usize = model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let mesh = mesh(
            document,
            geometry,
            &by_symbol[symbol],
            texcoords,
            placed,
            MAX_VERTICES - vertices,
        )
        .ok_or_else(|| {
            let message = format!("more than {MAX_VERTICES} vertices in all meshes together");
            reporter.error(ErrorKind::Limit, Some(&instance.place), message)
        })?;
        if !mesh.indices.is_empty() {
            let name = geometry.name.clone();
            model.parts.push(Part { name, mesh, skin: placed.skin, material });
        }
    }
    Ok(())
}

/// The set of texture coordinates that the material's picture wants, if it says so.
fn texcoord_set(
    document: &Document,
    binding: Option<&MaterialBinding>,
    material: Option<usize>,
) -> Option<u32> {
    let wanted = &document.materials[material?].texture.as_ref()?.texcoord;
    let sets = &binding?.texcoord_sets;
    sets.iter().find(|(name, _)| name == wanted).map(|(_, set)| *set)
}

/// Primitives of one material as one triangle list; `None` beyond `most` vertices.
fn mesh(
    document: &Document,
    geometry: &Geometry,
    primitives: &[&Primitive],
    texcoords: Option<u32>,
    placed: &Placed<'_>,
    most: usize,
) -> Option<Mesh<SkinnedVertex>> {
    let mut builder = Builder {
        mesh: Mesh { vertices: Vec::new(), indices: Vec::new() },
        known: HashMap::new(),
        made_normals: None,
        placed,
    };
    for primitive in primitives {
        let corners = Corners::new(document, primitive, texcoords)?;
        let mut full = false;
        primitive.for_each_triangle(|mut triangle| {
            if placed.mirrored {
                triangle.swap(1, 2);
            }
            for corner in triangle {
                if !full {
                    let index = builder.vertex(document, geometry, &corners, corner);
                    builder.mesh.indices.push(index);
                    full = builder.mesh.vertices.len() > most;
                }
            }
        });
        if full {
            return None;
        }
    }
    Some(builder.mesh)
}

/// Where a primitive's corners find their attributes.
struct Corners<'a> {
    primitive: &'a Primitive,
    position: (usize, &'a Source),
    normal: Option<(usize, &'a Source)>,
    texcoord: Option<(usize, &'a Source)>,
}

impl<'a> Corners<'a> {
    /// `None` without positions, which reading has refused already.
    fn new(document: &'a Document, primitive: &'a Primitive, set: Option<u32>) -> Option<Self> {
        let attribute = |input: &Input| (input.offset, &document.sources[input.source]);
        let find = |wanted: Semantic| {
            primitive.inputs.iter().find(|input| input.semantic == wanted).map(attribute)
        };
        let sets = primitive.inputs.iter().filter_map(|input| match input.semantic {
            Semantic::Texcoord(set) => Some(set),
            _ => None,
        });
        let texcoord = set.and_then(|set| find(Semantic::Texcoord(set)));
        Some(Self {
            primitive,
            position: find(Semantic::Position)?,
            normal: find(Semantic::Normal),
            texcoord: texcoord.or_else(|| find(Semantic::Texcoord(sets.min()?))),
        })
    }

    fn index(&self, corner: usize, offset: usize) -> usize {
        self.primitive.indices[corner * self.primitive.stride + offset] as usize
    }
}

/// What tells vertices apart: the position's index (two positions at one place may have different
/// weights), normal and texture coordinate as bits.
type Key = (u32, [u32; 3], [u32; 2]);

struct Builder<'a> {
    mesh: Mesh<SkinnedVertex>,
    known: HashMap<Key, u32>,
    /// For positions whose corners have no normal of their own.
    made_normals: Option<Vec<Vec3>>,
    placed: &'a Placed<'a>,
}

impl Builder<'_> {
    /// The vertex of a corner, a new one if there is none like it.
    fn vertex(
        &mut self,
        document: &Document,
        geometry: &Geometry,
        corners: &Corners<'_>,
        corner: usize,
    ) -> u32 {
        let (offset, positions) = corners.position;
        let position = corners.index(corner, offset);
        let own = corners.normal.and_then(|(offset, normals)| {
            vec3(normals, corners.index(corner, offset)).try_normalize()
        });
        let normal = own.unwrap_or_else(|| {
            let made = self.made_normals.get_or_insert_with(|| make_normals(document, geometry));
            made.get(position).copied().unwrap_or(Vec3::Y)
        });
        let texcoord = corners.texcoord.map_or(Vec2::ZERO, |(offset, texcoords)| {
            let at = corners.index(corner, offset);
            Vec2::new(texcoords.float(at, 0), texcoords.float(at, 1))
        });
        let key: Key = (
            position as u32,
            normal.to_array().map(f32::to_bits),
            texcoord.to_array().map(f32::to_bits),
        );
        let next = self.mesh.vertices.len() as u32;
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            let position_in_mesh = vec3(positions, position);
            let (joints, weights) = match self.placed.influences.get(position) {
                Some(four) => (four.joints, four.weights),
                None => crate::mesh::NO_JOINTS,
            };
            let position = position_in_mesh;
            self.mesh.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
        }
        index
    }
}

fn vec3(source: &Source, element: usize) -> Vec3 {
    Vec3::new(source.float(element, 0), source.float(element, 1), source.float(element, 2))
}

/// Smooth normals over the whole mesh, so that materials do not show as seams.
fn make_normals(document: &Document, geometry: &Geometry) -> Vec<Vec3> {
    let Some(source) = geometry.positions.map(|source| &document.sources[source]) else {
        return Vec::new();
    };
    let positions: Vec<Vec3> = (0..source.count).map(|element| vec3(source, element)).collect();
    let mut triangles = Vec::new();
    for primitive in &geometry.primitives {
        let position = primitive.inputs.iter().find(|input| input.semantic == Semantic::Position);
        let Some(offset) = position.map(|input| input.offset) else { continue };
        primitive.for_each_triangle(|triangle| {
            let index =
                |corner: usize| primitive.indices[corner * primitive.stride + offset] as usize;
            let triangle = triangle.map(index);
            // A primitive may have positions of its own, more than the mesh's.
            if triangle.into_iter().all(|position| position < positions.len()) {
                triangles.push(triangle);
            }
        });
    }
    smooth_normals(&positions, triangles)
}
