//! Builds one triangle list from primitives: vertices are split only where position, normal, texture coordinates
//! or colour differ.

use crate::collada::document::{Document, Elements, Geometry, Primitive, Semantic};
use armature::{
    mesh::{Mesh, NO_JOINTS, SkinnedVertex, smooth_normals},
    skin::FourInfluences,
};
use glam::{Vec2, Vec3};
use std::{cell::OnceCell, collections::HashMap};

/// Normals that are computed where the file has none, by geometry: all materials and instances share them.
pub(super) struct Normals {
    by_geometry: Vec<OnceCell<Vec<Vec3>>>,
}

impl Normals {
    pub(super) fn new(document: &Document) -> Self {
        Self { by_geometry: document.geometries.iter().map(|_| OnceCell::new()).collect() }
    }

    /// Returns the normals of a geometry, which are computed on first use.
    fn get(&self, document: &Document, geometry: usize) -> &[Vec3] {
        self.by_geometry[geometry].get_or_init(|| compute_normals(document, &document.geometries[geometry]))
    }
}

/// The attributes of a primitive's corners: the offset of each in a corner's indices, and its elements.
pub(super) struct Attributes<'a> {
    primitive: &'a Primitive,
    position: (usize, Elements<'a, 3>),
    normal: Option<(usize, Elements<'a, 3>)>,
    texcoord: Option<(usize, Elements<'a, 2>)>,
    /// With the number of components: three without an opacity.
    color: Option<(usize, Elements<'a, 4>, usize)>,
}

impl<'a> Attributes<'a> {
    /// Finds the attributes of a primitive, with the texture coordinates of `set` or the lowest set, and the lowest set of
    /// colours; `None` without positions.
    pub(super) fn new(document: &'a Document, primitive: &'a Primitive, set: Option<u32>) -> Option<Self> {
        let sets = primitive.inputs.iter().filter_map(|input| match input.semantic {
            Semantic::Texcoord(set) => Some(set),
            _ => None,
        });
        let texcoord = set.and_then(|set| find_input(document, primitive, Semantic::Texcoord(set)));
        let colored = primitive.inputs.iter().filter(|input| matches!(input.semantic, Semantic::Color(_)));
        let colored = colored.min_by_key(|input| match input.semantic {
            Semantic::Color(set) => set,
            _ => 0,
        });
        let color = colored.map(|input| {
            let source = &document.sources[input.source];
            (input.offset, source.elements(), source.dimensions())
        });
        Some(Self {
            primitive,
            position: find_input(document, primitive, Semantic::Position)?,
            normal: find_input(document, primitive, Semantic::Normal),
            texcoord: texcoord.or_else(|| find_input(document, primitive, Semantic::Texcoord(sets.min()?))),
            color,
        })
    }

    /// Returns a corner by its number in the primitive.
    fn corner(&self, number: usize) -> Corner {
        let start = number * self.primitive.stride;
        let indices = &self.primitive.indices[start..start + self.primitive.stride];
        let texcoord = self.texcoord.map_or([0.0; 2], |(offset, elements)| elements.get(indices[offset] as usize));
        Corner {
            position: indices[self.position.0] as usize,
            normal: self.normal.map_or(0, |(offset, _)| indices[offset]),
            texcoord: texcoord.map(f32::to_bits),
            color: self.color.map_or([u8::MAX; 4], |(offset, elements, components)| {
                let mut color = elements.get(indices[offset] as usize);
                if components == 3 {
                    color[3] = 1.0;
                }
                color.map(|part| (part * 255.0).round() as u8) // NaN becomes 0
            }),
        }
    }

    /// Returns a normal as written, of any length; 0 without normals.
    fn normal(&self, index: u32) -> Vec3 {
        self.normal.map_or(Vec3::ZERO, |(_, elements)| elements.get(index as usize).into())
    }
}

/// Indices of a corner's attributes.
struct Corner {
    /// The index: two positions at one place may have different weights.
    position: usize,
    normal: u32,
    /// The numbers' bits.
    texcoord: [u32; 2],
    /// Encoded as sRGB, with opacity.
    color: [u8; 4],
}

/// Key by which vertices differ: the position's index, normal and texture coordinate as bits, and the colour.
type Key = (usize, [u32; 3], [u32; 2], [u8; 4]);

/// Builds a triangle list from primitives of a geometry, with a colour for each vertex if any of these has colours. Opacity
/// that hides every vertex is none. `influences` are those of each position; none for a rigid mesh.
///
/// Some exporters wind triangles clockwise: a mesh that is [inside out](is_inside_out) is turned.
pub(super) fn build_triangles<'a>(
    document: &Document,
    geometry: usize,
    primitives: impl Iterator<Item = Attributes<'a>>,
    influences: &[FourInfluences],
    normals: &Normals,
) -> (Mesh<SkinnedVertex>, Vec<[u8; 4]>) {
    let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new() };
    let mut colors = Vec::new();
    let mut has_colors = false;
    let mut known: HashMap<Key, u32> = HashMap::new();
    for attributes in primitives {
        has_colors |= attributes.color.is_some();
        mesh.indices.reserve(3 * attributes.primitive.triangle_count());
        attributes.primitive.for_each_triangle(|[a, b, c]| {
            for corner in [a, b, c] {
                let corner = attributes.corner(corner);
                let normal = attributes.normal(corner.normal).try_normalize().unwrap_or_else(|| {
                    let computed = normals.get(document, geometry);
                    computed.get(corner.position).copied().unwrap_or(Vec3::Y)
                });
                let key = (corner.position, normal.to_array().map(f32::to_bits), corner.texcoord, corner.color);
                let index = *known.entry(key).or_insert_with(|| {
                    let four = influences.get(corner.position);
                    let (joints, weights) = four.map_or(NO_JOINTS, |four| (four.joints, four.weights));
                    let position = attributes.position.1.get(corner.position).into();
                    let texcoord = Vec2::from(corner.texcoord.map(f32::from_bits));
                    mesh.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
                    colors.push(corner.color);
                    mesh.vertices.len() as u32 - 1
                });
                mesh.indices.push(index);
            }
        });
    }
    if is_inside_out(&mesh) {
        mesh.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    if !has_colors {
        colors.clear();
    } else if colors.iter().all(|color| color[3] == 0) {
        for color in &mut colors {
            color[3] = u8::MAX;
        }
    }
    (mesh, colors)
}

/// Whether the normals of every face with an area point to its back.
fn is_inside_out(mesh: &Mesh<SkinnedVertex>) -> bool {
    let mut has_area = false;
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| &mesh.vertices[corner]);
        let normal = (b.position - a.position).cross(c.position - a.position);
        let front = normal.dot(a.normal + b.normal + c.normal);
        if front != 0.0 {
            has_area = true;
            if front.is_nan() || front > 0.0 {
                return false;
            }
        }
    }
    has_area
}

/// Finds the input of a primitive with a meaning, and returns its offset in a corner's indices and its elements.
fn find_input<'a, const N: usize>(
    document: &'a Document,
    primitive: &Primitive,
    semantic: Semantic,
) -> Option<(usize, Elements<'a, N>)> {
    let input = primitive.inputs.iter().find(|input| input.semantic == semantic)?;
    Some((input.offset, document.sources[input.source].elements()))
}

/// Computes smooth normals for the positions of a whole geometry, so that no seams show between materials.
fn compute_normals(document: &Document, geometry: &Geometry) -> Vec<Vec3> {
    let Some(source) = geometry.positions.map(|source| document.sources[source].elements()) else {
        return Vec::new();
    };
    let positions: Vec<Vec3> = (0..source.count()).map(|element| source.get(element).into()).collect();
    let mut triangles = Vec::new();
    for primitive in &geometry.primitives {
        let position = primitive.inputs.iter().find(|input| input.semantic == Semantic::Position);
        let Some(offset) = position.map(|input| input.offset) else { continue };
        primitive.for_each_triangle(|triangle| {
            let triangle = triangle.map(|corner| primitive.indices[corner * primitive.stride + offset] as usize);
            // A primitive may have positions of its own, more than the mesh's.
            if triangle.into_iter().all(|position| position < positions.len()) {
                triangles.push(triangle);
            }
        });
    }
    smooth_normals(&positions, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::testing::{mesh_document, source};
    use std::fmt::Write;

    /// Returns faces of every kind on three positions. Their normals have several lengths, or 0, or are missing; their
    /// texture coordinates are often equal.
    fn document() -> Document {
        let mut seed = 1u32;
        let mut below = |limit: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % limit
        };
        let [positions, normals, texcoords] = [3 * 3, 3 * 12, 2 * 30].map(|count| {
            let numbers: Vec<_> = (0..count).map(|_| below(3).to_string()).collect();
            numbers.join(" ")
        });
        let mut text = source("n", 3, &normals) + &source("t", 2, &texcoords);
        for kind in ["triangles", "polygons", "tristrips", "trifans", "polygons"] {
            write!(text, "<{kind}><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>").unwrap();
            if kind != "tristrips" {
                text += "<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/>";
            }
            text += "<input semantic=\"TEXCOORD\" source=\"#t\" offset=\"2\"/>";
            for _ in 0..100 {
                text += "<p>";
                for _ in 0..3 + 3 * (below(3) / 2) {
                    write!(text, "{} {} {} ", below(3), below(12), below(30)).unwrap();
                }
                text += "</p>";
            }
            write!(text, "</{kind}>").unwrap();
        }
        mesh_document(&positions, &text, "")
    }

    /// Returns position, normal and texture coordinate of every corner, as the file has them.
    fn corners(document: &Document) -> Vec<(Vec3, Vec3, Vec2)> {
        let computed = compute_normals(document, &document.geometries[0]);
        let mut all = Vec::new();
        for primitive in &document.geometries[0].primitives {
            primitive.for_each_triangle(|[a, b, c]| {
                for corner in [a, b, c] {
                    let position = Vec3::from_array(attribute(document, primitive, corner, Semantic::Position));
                    let normal = Vec3::from_array(attribute(document, primitive, corner, Semantic::Normal));
                    let texcoord = Vec2::from_array(attribute(document, primitive, corner, Semantic::Texcoord(0)));
                    let number = primitive.indices[corner * primitive.stride];
                    all.push((position, normal.try_normalize().unwrap_or(computed[number as usize]), texcoord));
                }
            });
        }
        all
    }

    /// Returns the numbers of an attribute of a corner; 0 without the attribute.
    fn attribute<const N: usize>(
        document: &Document,
        primitive: &Primitive,
        corner: usize,
        semantic: Semantic,
    ) -> [f32; N] {
        let Some(input) = primitive.inputs.iter().find(|input| input.semantic == semantic) else { return [0.0; N] };
        let index = primitive.indices[corner * primitive.stride + input.offset];
        std::array::from_fn(|component| document.sources[input.source].float(index as usize, component))
    }

    #[test]
    fn each_corner_is_there_and_no_vertex_twice() {
        let document = document();
        let primitives = document.geometries[0].primitives.iter();
        let attributes = primitives.filter_map(|p| Attributes::new(&document, p, None));
        let (mesh, _) = build_triangles(&document, 0, attributes, &[], &Normals::new(&document));
        let built = mesh.indices.iter().map(|index| &mesh.vertices[*index as usize]);
        let built: Vec<_> = built.map(|vertex| (vertex.position, vertex.normal, vertex.texcoord)).collect();
        assert!(built.len() > 1000 && built == corners(&document));
        // The three positions are at different places.
        for (number, vertex) in mesh.vertices.iter().enumerate() {
            assert!(!mesh.vertices[..number].contains(vertex), "{vertex:?}");
        }
    }

    /// Seen from where their normals point, two faces are counter-clockwise, or clockwise, or one is and one is not.
    #[test]
    fn a_mesh_that_is_inside_out_is_turned() {
        for (p, first) in [("0 1 2 1 3 2", 1), ("0 2 1 1 2 3", 1), ("0 2 1 1 3 2", 2)] {
            let corners = p.replace(' ', " 0 ") + " 0";
            let mesh = format!(
                "{}<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
                 <input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>{corners}</p></triangles>",
                source("n", 3, "0.8 0 0.6")
            );
            let document = mesh_document("0 0 0 1 0 0 0 1 0 1 1 0", &mesh, "");
            let primitives = document.geometries[0].primitives.iter();
            let attributes = primitives.filter_map(|p| Attributes::new(&document, p, None));
            let (mesh, _) = build_triangles(&document, 0, attributes, &[], &Normals::new(&document));
            let second = mesh.vertices[mesh.indices[1] as usize].position;
            assert_eq!(second, [Vec3::X, Vec3::Y][first - 1], "{p}");
        }
    }

    /// Of two sets the lower one counts. A corner without colours is white, and opacity that hides all is none.
    #[test]
    fn colors_of_corners() {
        let faces = |inputs: &str, p: &str| {
            format!("<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>{inputs}<p>{p}</p></triangles>")
        };
        let input =
            |source, set| format!("<input semantic=\"COLOR\" source=\"#{source}\" offset=\"1\" set=\"{set}\"/>");
        let red = [255, 0, 128, 255];
        let half = [255, 255, 0, 128];
        for (inputs, more, expected) in [
            (input("c", 1) + &input("d", 2), "", vec![red, red, [0, 255, 0, 255]]),
            (input("d", 0), "", vec![half, half, [0, 0, 255, 0]]),
            (input("e", 0), "", vec![[255; 4], [255; 4], [0, 0, 0, 255]]),
            (input("c", 0), "0 1 2", vec![red, red, [0, 255, 0, 255], [255; 4], [255; 4], [255; 4]]),
            (String::new(), "0 1 2", Vec::new()),
        ] {
            let corners = if inputs.is_empty() { "0 1 2" } else { "0 0 1 0 2 1" };
            let text = source("c", 3, "1 0 0.5 0 1 0")
                + &source("d", 4, "1 1 0 0.5 0 0 1 0")
                + &source("e", 4, "1 1 1 0 0 0 0 0")
                + &faces(&inputs, corners)
                + &faces("", more);
            let document = mesh_document("0 0 0 1 0 0 0 1 0", &text, "");
            let primitives = document.geometries[0].primitives.iter();
            let attributes = primitives.filter_map(|p| Attributes::new(&document, p, None));
            let (mesh, colors) = build_triangles(&document, 0, attributes, &[], &Normals::new(&document));
            assert_eq!(colors, expected, "{inputs}");
            assert!(colors.is_empty() || colors.len() == mesh.vertices.len());
        }
    }
}
