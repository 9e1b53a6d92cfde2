//! The mesh of a file as triangles: given. A vertex remembers which of the file's positions it is, since
//! that is what a skin speaks of.

use common::collada::Document;
use common::collada::document::{Instance, Primitive, Semantic, Source};
use common::mesh::{SkinnedVertex, smooth_normals};
use glam::{Vec2, Vec3};
use std::collections::HashMap;

/// One `<triangles>`, `<polylist>` or the like.
#[derive(Clone, Debug, Default)]
pub struct Corners {
    /// Without joints and weights as yet. A corner is a vertex of its own only if position, normal or
    /// texture coordinate differ.
    pub vertices: Vec<SkinnedVertex>,
    /// For each vertex, the number of its position.
    pub positions: Vec<usize>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
    /// Place in the model's materials.
    pub material: Option<usize>,
}

/// The triangles of a geometry, as an instance of it binds their materials.
pub fn corners(document: &Document, geometry: usize, instance: &Instance) -> Vec<Corners> {
    let geometry = &document.geometries[geometry];
    let mut all = Vec::new();
    for primitive in &geometry.primitives {
        let find = |wanted: fn(Semantic) -> bool| {
            let input = primitive.inputs.iter().find(|input| wanted(input.semantic))?;
            Some((input.offset, &document.sources[input.source]))
        };
        let Some(position) = find(|s| s == Semantic::Position) else { continue };
        let texcoord = find(|s| matches!(s, Semantic::Texcoord(_)));
        let normals = match find(|s| s == Semantic::Normal) {
            Some((offset, source)) => {
                (offset, (0..source.count).map(|i| vec3(source, i)).collect())
            }
            None => (position.0, made_normals(primitive, position)),
        };
        let mut corners = Corners {
            material: material(document, instance, &primitive.material),
            ..Corners::default()
        };
        let mut known: HashMap<[u32; 3], u32> = HashMap::new();
        primitive.for_each_triangle(|triangle| {
            for corner in triangle {
                let at = corner * primitive.stride;
                let index = |offset: usize| primitive.indices[at + offset] as usize;
                let place = index(position.0);
                let normal = index(normals.0);
                let texture = texcoord.map_or(0, |(offset, _)| index(offset));
                let key = [place, normal, texture].map(|index| index as u32);
                let next = corners.vertices.len() as u32;
                let vertex = *known.entry(key).or_insert(next);
                if vertex == next {
                    corners.positions.push(place);
                    corners.vertices.push(SkinnedVertex {
                        position: vec3(position.1, place),
                        normal: normals.1.get(normal).copied().unwrap_or(Vec3::Y),
                        texcoord: texcoord.map_or(Vec2::ZERO, |(_, source)| {
                            Vec2::new(source.float(texture, 0), source.float(texture, 1))
                        }),
                        ..SkinnedVertex::default()
                    });
                }
                corners.indices.push(vertex);
            }
        });
        all.push(corners);
    }
    all
}

fn vec3(source: &Source, element: usize) -> Vec3 {
    Vec3::new(source.float(element, 0), source.float(element, 1), source.float(element, 2))
}

/// For a file that has none.
fn made_normals(primitive: &Primitive, (offset, source): (usize, &Source)) -> Vec<Vec3> {
    let positions: Vec<Vec3> = (0..source.count).map(|i| vec3(source, i)).collect();
    let mut triangles = Vec::new();
    primitive.for_each_triangle(|triangle| {
        let place = |corner: usize| primitive.indices[corner * primitive.stride + offset] as usize;
        triangles.push(triangle.map(place));
    });
    smooth_normals(&positions, triangles)
}

/// The mesh calls its material by a symbol, the instance says what is meant by it.
fn material(document: &Document, instance: &Instance, symbol: &str) -> Option<usize> {
    let binding = instance.materials.iter().find(|binding| binding.symbol == symbol);
    let target = binding.map_or(symbol, |binding| binding.target.as_str());
    document.materials.iter().position(|material| material.place.id == target)
}
