//! The mesh of a file as triangles: given. Every vertex keeps the index of its position, since a skin's
//! influences are listed by position.

use common::collada::Document;
use common::collada::document::{Instance, Primitive, Semantic, Source};
use common::mesh::{SkinnedVertex, smooth_normals};
use glam::{Vec2, Vec3};
use std::collections::HashMap;

/// The triangles of one `<triangles>`, `<polylist>` or the like.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    /// Without joints and weights as yet: one for each combination of position, normal and texture
    /// coordinate.
    pub vertices: Vec<SkinnedVertex>,
    /// For each vertex, the index of its position.
    pub positions: Vec<usize>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
    /// Index in the model's materials.
    pub material: Option<usize>,
}

/// The triangles of a geometry, with the materials that an instance of it binds.
pub(crate) fn triangles(
    document: &Document,
    geometry: usize,
    instance: &Instance,
) -> Vec<Triangles> {
    let primitives = document.geometries[geometry].primitives.iter();
    primitives.filter_map(|primitive| of_primitive(document, primitive, instance)).collect()
}

/// `None` without positions.
fn of_primitive(
    document: &Document,
    primitive: &Primitive,
    instance: &Instance,
) -> Option<Triangles> {
    let find = |wanted: fn(Semantic) -> bool| {
        let input = primitive.inputs.iter().find(|input| wanted(input.semantic))?;
        Some((input.offset, &document.sources[input.source]))
    };
    let position = find(|s| s == Semantic::Position)?;
    let texcoord = find(|s| matches!(s, Semantic::Texcoord(_)));
    let normals = match find(|s| s == Semantic::Normal) {
        Some((offset, source)) => (offset, all_vec3(source)),
        None => (position.0, computed_normals(primitive, position)),
    };
    let material = material(document, instance, &primitive.material);
    let mut triangles = Triangles { material, ..Triangles::default() };
    let mut known: HashMap<[usize; 3], u32> = HashMap::new();
    primitive.for_each_triangle(|corners| {
        for corner in corners {
            let index = |offset| primitive.indices[corner * primitive.stride + offset] as usize;
            let (place, normal) = (index(position.0), index(normals.0));
            let texture = texcoord.map_or(0, |(offset, _)| index(offset));
            let next = triangles.vertices.len() as u32;
            let vertex = *known.entry([place, normal, texture]).or_insert(next);
            if vertex == next {
                triangles.positions.push(place);
                triangles.vertices.push(SkinnedVertex {
                    position: vec3(position.1, place),
                    normal: normals.1.get(normal).copied().unwrap_or(Vec3::Y),
                    texcoord: texcoord.map_or(Vec2::ZERO, |(_, source)| {
                        Vec2::new(source.float(texture, 0), source.float(texture, 1))
                    }),
                    ..SkinnedVertex::default()
                });
            }
            triangles.indices.push(vertex);
        }
    });
    Some(triangles)
}

fn vec3(source: &Source, element: usize) -> Vec3 {
    Vec3::from([0, 1, 2].map(|component| source.float(element, component)))
}

fn all_vec3(source: &Source) -> Vec<Vec3> {
    (0..source.count).map(|element| vec3(source, element)).collect()
}

/// Smooth normals, for a file that has none.
fn computed_normals(primitive: &Primitive, (offset, source): (usize, &Source)) -> Vec<Vec3> {
    let mut triangles = Vec::new();
    primitive.for_each_triangle(|corners| {
        let position = |corner| primitive.indices[corner * primitive.stride + offset] as usize;
        triangles.push(corners.map(position));
    });
    smooth_normals(&all_vec3(source), triangles)
}

/// The mesh calls its material by a symbol, which the instance binds to a material.
fn material(document: &Document, instance: &Instance, symbol: &str) -> Option<usize> {
    let binding = instance.materials.iter().find(|binding| binding.symbol == symbol);
    let target = binding.map_or(symbol, |binding| binding.target.as_str());
    document.materials.iter().position(|material| material.place.id == target)
}
