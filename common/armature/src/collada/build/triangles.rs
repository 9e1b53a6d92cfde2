//! Builds one triangle list from primitives: vertices are split only where position, normal or texture coordinates
//! differ.

use crate::{
    collada::document::{Document, Elements, Geometry, Input, Primitive, Semantic},
    mesh::{Mesh, NO_JOINTS, SkinnedVertex, smooth_normals},
    skin::FourInfluences,
};
use glam::{Vec2, Vec3};
use std::{collections::HashMap, sync::OnceLock};

/// How a mesh instance is attached to the skeleton.
pub(super) struct Attachment<'a> {
    /// For each position; empty for a rigid mesh.
    pub(super) influences: &'a [FourInfluences],
    /// The rest transform mirrors: triangles are reversed, so that they are counter-clockwise in world space.
    pub(super) mirrored: bool,
}

/// Normals that were made, by geometry: the same for all of its materials and instances.
pub(super) struct Normals {
    by_geometry: Vec<OnceLock<Vec<Vec3>>>,
}

impl Normals {
    pub(super) fn new(document: &Document) -> Self {
        Self { by_geometry: document.geometries.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Computed on first use; other threads wait for it.
    fn of(&self, document: &Document, geometry: usize) -> &[Vec3] {
        let make = || make_normals(document, &document.geometries[geometry]);
        self.by_geometry[geometry].get_or_init(make)
    }
}

/// Where a primitive's corners find their attributes.
pub(super) struct Attributes<'a> {
    primitive: &'a Primitive,
    position: (usize, Elements<'a, 3>),
    normal: Option<(usize, Elements<'a, 3>)>,
    texcoord: Option<(usize, Elements<'a, 2>)>,
}

impl<'a> Attributes<'a> {
    /// With texture coordinates of this set, or of the lowest there is; `None` without positions.
    pub(super) fn new(document: &'a Document, primitive: &'a Primitive, set: Option<u32>) -> Option<Self> {
        let find = |wanted: Semantic| primitive.inputs.iter().find(|input| input.semantic == wanted);
        let vectors = |wanted: Semantic| find(wanted).map(|input| (input.offset, elements::<3>(document, input)));
        let sets = primitive.inputs.iter().filter_map(|input| match input.semantic {
            Semantic::Texcoord(set) => Some(set),
            _ => None,
        });
        let texcoord = set.and_then(|set| find(Semantic::Texcoord(set)));
        let texcoord = texcoord.or_else(|| find(Semantic::Texcoord(sets.min()?)));
        Some(Self {
            primitive,
            position: vectors(Semantic::Position)?,
            normal: vectors(Semantic::Normal),
            texcoord: texcoord.map(|input| (input.offset, elements::<2>(document, input))),
        })
    }

    fn corner(&self, number: usize) -> Corner {
        let start = number * self.primitive.stride;
        let indices = &self.primitive.indices[start..start + self.primitive.stride];
        let texcoord = self.texcoord.map_or([0.0; 2], |(at, all)| all.get(indices[at] as usize));
        Corner {
            position: indices[self.position.0] as usize,
            normal: self.normal.map_or(0, |(at, _)| indices[at]),
            texcoord: texcoord.map(f32::to_bits),
        }
    }

    /// A normal as written, of any length; 0 without one.
    fn normal(&self, index: u32) -> [f32; 3] {
        self.normal.map_or([0.0; 3], |(_, all)| all.get(index as usize))
    }

    /// Whether two indices are those of the same normal.
    fn same_normal(&self, a: u32, b: u32) -> bool {
        a == b || self.normal(a).map(f32::to_bits) == self.normal(b).map(f32::to_bits)
    }
}

/// What tells a corner from others of its primitive.
struct Corner {
    /// The index: two positions at one place may have different weights.
    position: usize,
    /// The index.
    normal: u32,
    /// The numbers' bits.
    texcoord: [u32; 2],
}

/// Primitives of one geometry as one triangle list.
pub(super) fn triangles<'a>(
    document: &Document,
    geometry: usize,
    primitives: impl Iterator<Item = Attributes<'a>>,
    attachment: &Attachment<'_>,
    normals: &Normals,
) -> Mesh<SkinnedVertex> {
    let mut indices = Vec::new();
    let mut builder = Builder {
        vertices: Vec::new(),
        first: Vec::new(),
        links: Vec::new(),
        begin: 0,
        known: HashMap::new(),
        influences: attachment.influences,
    };
    for attributes in primitives {
        builder.begin(&attributes);
        indices.reserve(3 * attributes.primitive.triangle_count());
        let mut vertex = |corner: usize| {
            let corner = attributes.corner(corner);
            builder.known(&attributes, &corner).unwrap_or_else(|| {
                let normal = Vec3::from(attributes.normal(corner.normal));
                let normal = normal.try_normalize().unwrap_or_else(|| {
                    let made = normals.of(document, geometry);
                    made.get(corner.position).copied().unwrap_or(Vec3::Y)
                });
                builder.add(&attributes, &corner, normal)
            })
        };
        // The triangle before: of a fan, the next one has two of its corners.
        let (mut corners, mut vertices) = ([usize::MAX; 3], [NONE; 3]);
        attributes.primitive.for_each_triangle(|[a, b, c]| {
            vertices = if [a, b] == [corners[0], corners[2]] {
                [vertices[0], vertices[2], vertex(c)]
            } else if attachment.mirrored {
                let [a, c, b] = [a, c, b].map(&mut vertex);
                [a, b, c]
            } else {
                [a, b, c].map(&mut vertex)
            };
            corners = [a, b, c];
            let [a, b, c] = vertices;
            indices.extend_from_slice(&if attachment.mirrored { [a, c, b] } else { [a, b, c] });
        });
    }
    Mesh { vertices: builder.vertices, indices }
}

/// What tells vertices apart: the position's index, normal and texture coordinate as bits.
#[derive(PartialEq, Eq, Hash)]
struct Key([u32; 6]);

/// Vertices of one position are few: they form a linked list and are compared one by one. From this
/// many on they are looked up instead, so that no file can make the lists long.
const LONGEST_LIST: usize = 16;

/// The end of a list.
const NONE: u32 = u32::MAX;

struct Builder<'a> {
    vertices: Vec<SkinnedVertex>,
    /// The vertex that was made last of each position.
    first: Vec<u32>,
    /// For each vertex.
    links: Vec<Link>,
    /// Where the primitive's own vertices begin.
    begin: u32,
    /// Vertices that had no place in their list.
    known: HashMap<Key, u32>,
    influences: &'a [FourInfluences],
}

/// What else is known of a vertex. Small, for there are many, and memory that is new costs more than all else.
struct Link {
    /// The index of the normal in the primitive that it was made for.
    normal: u32,
    /// The vertex of its position that was made before it.
    next: u32,
}

impl Builder<'_> {
    /// Makes room for as many vertices as a primitive has positions, and those along a seam a second time.
    fn begin(&mut self, attributes: &Attributes<'_>) {
        let positions = attributes.position.1.count();
        let vertices = attributes.primitive.corners().min(positions + positions / 4);
        self.vertices.reserve(vertices);
        self.links.reserve(vertices);
        self.first.reserve(positions.saturating_sub(self.first.len()));
        self.begin = self.vertices.len() as u32;
    }

    /// The vertex of a corner that is written like this one in the same primitive. It is found without the
    /// normal's length, which takes a root.
    fn known(&self, attributes: &Attributes<'_>, corner: &Corner) -> Option<u32> {
        let mut at = self.first.get(corner.position).copied().unwrap_or(NONE);
        while at != NONE && at >= self.begin {
            let link = &self.links[at as usize];
            if bits(self.vertices[at as usize].texcoord) == corner.texcoord
                && attributes.same_normal(link.normal, corner.normal)
            {
                return Some(at);
            }
            at = link.next;
        }
        None
    }

    /// A vertex of this normal: one like it, or a new one.
    fn add(&mut self, attributes: &Attributes<'_>, corner: &Corner, normal: Vec3) -> u32 {
        let index = self.find(corner, normal);
        if index as usize == self.vertices.len() {
            let four = self.influences.get(corner.position);
            let (joints, weights) = four.map_or(NO_JOINTS, |four| (four.joints, four.weights));
            let position = attributes.position.1.get(corner.position).into();
            let texcoord = Vec2::from(corner.texcoord.map(f32::from_bits));
            self.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
        }
        index
    }

    /// A vertex like this, or the number of the next one.
    fn find(&mut self, corner: &Corner, normal: Vec3) -> u32 {
        let of = |normal: Vec3, [u, v]: [u32; 2]| {
            let [x, y, z] = normal.to_array().map(f32::to_bits);
            [x, y, z, u, v]
        };
        let wanted = of(normal, corner.texcoord);
        let position = corner.position;
        if position >= self.first.len() {
            self.first.resize(position + 1, NONE);
        }
        let new = self.vertices.len() as u32;
        let mut at = self.first[position];
        let mut length = 0;
        while at != NONE {
            let vertex = &self.vertices[at as usize];
            if of(vertex.normal, bits(vertex.texcoord)) == wanted {
                return at;
            }
            at = self.links[at as usize].next;
            length += 1;
        }
        if length < LONGEST_LIST {
            self.links.push(Link { normal: corner.normal, next: self.first[position] });
            self.first[position] = new;
            return new;
        }
        let [x, y, z, u, v] = wanted;
        let found = *self.known.entry(Key([position as u32, x, y, z, u, v])).or_insert(new);
        if found == new {
            self.links.push(Link { normal: corner.normal, next: NONE });
        }
        found
    }
}

/// What tells one texture coordinate from another.
fn bits(texcoord: Vec2) -> [u32; 2] {
    texcoord.to_array().map(f32::to_bits)
}

fn elements<'a, const N: usize>(document: &'a Document, input: &Input) -> Elements<'a, N> {
    document.sources[input.source].elements()
}

/// Smooth normals over the whole mesh, so that materials do not show as seams.
fn make_normals(document: &Document, geometry: &Geometry) -> Vec<Vec3> {
    let Some(source) = geometry.positions.map(|source| document.sources[source].elements()) else {
        return Vec::new();
    };
    let positions: Vec<Vec3> = (0..source.count()).map(|element| source.get(element).into()).collect();
    let mut triangles = Vec::new();
    for primitive in &geometry.primitives {
        let position = primitive.inputs.iter().find(|input| input.semantic == Semantic::Position);
        let Some(offset) = position.map(|input| input.offset) else { continue };
        primitive.for_each_triangle(|triangle| {
            let index = |corner: usize| primitive.indices[corner * primitive.stride + offset] as usize;
            let triangle = triangle.map(index);
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
    use std::fmt::Write;

    /// Faces of every kind that share three positions (more vertices to each than a list holds) and have normals
    /// of several lengths, of none, or no normals at all; texture coordinates are often the same twice.
    fn document() -> Document {
        let mut seed = 1u32;
        let mut below = |limit: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % limit
        };
        let mut text = String::from("<COLLADA version=\"1.4.1\"><library_geometries><geometry><mesh>");
        for (id, stride, count) in [("p", 3, 3), ("n", 3, 12), ("t", 2, 30)] {
            let values: Vec<_> = (0..stride * count).map(|_| below(3).to_string()).collect();
            let (length, values) = (values.len(), values.join(" "));
            write!(
                text,
                "<source id=\"{id}\"><float_array id=\"a{id}\" count=\"{length}\">{values}</float_array>\
                 <technique_common><accessor source=\"#a{id}\" count=\"{count}\" stride=\"{stride}\"/>\
                 </technique_common></source>"
            )
            .unwrap();
        }
        text += "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>";
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
        text += "</mesh></geometry></library_geometries></COLLADA>";
        Document::read(text.as_bytes(), "faces.dae").unwrap()
    }

    /// Corner by corner, each looked up among all vertices.
    fn plain(document: &Document, mirrored: bool) -> Mesh<SkinnedVertex> {
        let mut mesh = Mesh { vertices: Vec::<SkinnedVertex>::new(), indices: Vec::new() };
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let made = make_normals(document, &document.geometries[0]);
        let (joints, weights) = NO_JOINTS;
        for primitive in &document.geometries[0].primitives {
            let float = |corner: usize, semantic, component| {
                let input = primitive.inputs.iter().find(|input| input.semantic == semantic)?;
                let index = primitive.indices[corner * primitive.stride + input.offset];
                Some(document.sources[input.source].float(index as usize, component))
            };
            primitive.for_each_triangle(|[a, b, c]| {
                for corner in if mirrored { [a, c, b] } else { [a, b, c] } {
                    let at = |semantic, c| float(corner, semantic, c).unwrap_or(0.0);
                    let vector = |semantic| Vec3::from([0, 1, 2].map(|c| at(semantic, c)));
                    let position = vector(Semantic::Position);
                    let number = primitive.indices[corner * primitive.stride];
                    let normal = vector(Semantic::Normal).try_normalize();
                    let normal = normal.unwrap_or(made[number as usize]);
                    let texcoord = Vec2::from([0, 1].map(|c| at(Semantic::Texcoord(0), c)));
                    let mut key = vec![number];
                    key.extend(normal.to_array().map(f32::to_bits));
                    key.extend(bits(texcoord));
                    mesh.indices.push(*known.entry(key).or_insert_with(|| {
                        mesh.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
                        mesh.vertices.len() as u32 - 1
                    }));
                }
            });
        }
        mesh
    }

    #[test]
    fn as_each_corner_by_itself() {
        let document = document();
        for mirrored in [false, true] {
            let primitives = document.geometries[0].primitives.iter();
            let list = primitives.filter_map(|p| Attributes::new(&document, p, None));
            let attachment = Attachment { influences: &[], mirrored };
            let got = triangles(&document, 0, list, &attachment, &Normals::new(&document));
            let want = plain(&document, mirrored);
            assert!(want.vertices.len() > 3 * LONGEST_LIST && want.indices.len() > 1000);
            assert_eq!(got, want, "mirrored: {mirrored}");
        }
    }
}
