//! Primitives to one triangle list: vertices split only where position, normal or texture coordinate differ.

use crate::{
    collada::document::{Document, Elements, Geometry, Input, Primitive, Semantic},
    mesh::{Mesh, NO_JOINTS, SkinnedVertex, smooth_normals},
    skin::FourInfluences,
};
use glam::{Vec2, Vec3};
use std::{collections::HashMap, rc::Rc};

/// What an instance of a mesh hangs on.
pub(super) struct Hanging<'a> {
    /// For each position; empty for a stiff mesh.
    pub(super) influences: &'a [FourInfluences],
    /// Triangles are turned round, so that they are counter-clockwise once they are in place.
    pub(super) mirrored: bool,
}

/// Normals that were made, by geometry: the same for all of its materials and instances.
#[derive(Default)]
pub(super) struct Normals {
    by_geometry: HashMap<usize, Rc<Vec<Vec3>>>,
}

impl Normals {
    fn of(&mut self, document: &Document, geometry: usize) -> Rc<Vec<Vec3>> {
        let make = || Rc::new(make_normals(document, &document.geometries[geometry]));
        self.by_geometry.entry(geometry).or_insert_with(make).clone()
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
    pub(super) fn new(
        document: &'a Document,
        primitive: &'a Primitive,
        set: Option<u32>,
    ) -> Option<Self> {
        let find =
            |wanted: Semantic| primitive.inputs.iter().find(|input| input.semantic == wanted);
        let vectors = |wanted: Semantic| {
            find(wanted).map(|input| (input.offset, elements::<3>(document, input)))
        };
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

    /// The indices of a corner of a primitive that has this number.
    fn origin(&self, primitive: usize, corner: usize) -> Origin {
        let start = corner * self.primitive.stride;
        let indices = &self.primitive.indices[start..start + self.primitive.stride];
        Origin {
            primitive: primitive as u32,
            position: indices[self.position.0],
            normal: self.normal.map_or(0, |(at, _)| indices[at]),
            texcoord: self.texcoord.map_or(0, |(at, _)| indices[at]),
        }
    }

    fn texcoord(&self, from: &Origin) -> Vec2 {
        self.texcoord.map_or(Vec2::ZERO, |(_, all)| all.get(from.texcoord as usize).into())
    }

    /// The normal that the file gives a corner; `None` without one, or for one of length 0.
    fn own_normal(&self, from: &Origin) -> Option<Vec3> {
        let (_, all) = self.normal?;
        Vec3::from(all.get(from.normal as usize)).try_normalize()
    }
}

/// Primitives of one geometry as one triangle list.
pub(super) fn triangles<'a>(
    document: &Document,
    geometry: usize,
    primitives: impl Iterator<Item = Attributes<'a>>,
    hanging: &Hanging<'_>,
    normals: &mut Normals,
) -> Mesh<SkinnedVertex> {
    let mut builder = Builder {
        mesh: Mesh { vertices: Vec::new(), indices: Vec::new() },
        first: Vec::new(),
        links: Vec::new(),
        known: HashMap::new(),
        influences: hanging.influences,
    };
    for (number, attributes) in primitives.enumerate() {
        let mut made: Option<Rc<Vec<Vec3>>> = None;
        builder.make_room(&attributes);
        attributes.primitive.for_each_triangle(|mut triangle| {
            if hanging.mirrored {
                triangle.swap(1, 2);
            }
            for corner in triangle {
                let from = attributes.origin(number, corner);
                let normal = match builder.known(&attributes, &from) {
                    Known::Vertex(vertex) => {
                        builder.mesh.indices.push(vertex);
                        continue;
                    }
                    Known::Normal(normal) => normal,
                    Known::Nothing => attributes.own_normal(&from).unwrap_or_else(|| {
                        let made = made.get_or_insert_with(|| normals.of(document, geometry));
                        made.get(from.position as usize).copied().unwrap_or(Vec3::Y)
                    }),
                };
                builder.add(&attributes, &from, normal);
            }
        });
    }
    builder.mesh
}

/// Where a corner comes from: what is the same here is the same vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Origin {
    primitive: u32,
    position: u32,
    normal: u32,
    texcoord: u32,
}

/// What tells vertices apart: the position's index (two positions at one place may have different
/// weights), normal and texture coordinate as bits.
#[derive(PartialEq, Eq, Hash)]
struct Key([u32; 6]);

/// Vertices of one position are few: they hang in a list and are compared one by one. From this
/// many on they are looked up instead, so that no file can make the lists long.
const LONGEST_LIST: usize = 16;

/// The end of a list.
const NONE: u32 = u32::MAX;

struct Builder<'a> {
    mesh: Mesh<SkinnedVertex>,
    /// The vertex that was made last of each position.
    first: Vec<u32>,
    /// For each vertex.
    links: Vec<Link>,
    /// Vertices that had no place in their list.
    known: HashMap<Key, u32>,
    influences: &'a [FourInfluences],
}

/// What is known of a corner.
enum Known {
    /// A vertex was made for one of the very same indices, or of the same normal and texture coordinates that
    /// are no different.
    Vertex(u32),
    /// One was made with the same normal.
    Normal(Vec3),
    Nothing,
}

/// What else is known of a vertex.
struct Link {
    /// Of the corner that it was made for.
    from: Origin,
    /// The vertex of its position that was made before it.
    next: u32,
}

impl Builder<'_> {
    /// For as many vertices as the primitive has positions, and those along a seam a second time.
    fn make_room(&mut self, attributes: &Attributes<'_>) {
        let corners = attributes.primitive.corners();
        let positions = attributes.position.1.count();
        let vertices = corners.min(positions + positions / 4);
        self.mesh.vertices.reserve(vertices);
        self.links.reserve(vertices);
        self.mesh.indices.reserve(corners);
    }

    /// What is known of a corner by those of its position that have been there.
    fn known(&self, attributes: &Attributes<'_>, from: &Origin) -> Known {
        let mut at = self.first.get(from.position as usize).copied().unwrap_or(NONE);
        let (mut known, mut wanted) = (Known::Nothing, None);
        while at != NONE {
            let link = &self.links[at as usize];
            if link.from == *from {
                return Known::Vertex(at);
            }
            if link.from.primitive == from.primitive && link.from.normal == from.normal {
                let vertex = &self.mesh.vertices[at as usize];
                let wanted = *wanted.get_or_insert_with(|| bits(attributes.texcoord(from)));
                if bits(vertex.texcoord) == wanted {
                    return Known::Vertex(at);
                }
                known = Known::Normal(vertex.normal);
            }
            at = link.next;
        }
        known
    }

    /// Appends a corner's index: that of a vertex like it, or of a new one.
    fn add(&mut self, attributes: &Attributes<'_>, from: &Origin, normal: Vec3) {
        let texcoord = attributes.texcoord(from);
        let index = self.find(from, normal, texcoord);
        if index as usize == self.mesh.vertices.len() {
            let four = self.influences.get(from.position as usize);
            let (joints, weights) = four.map_or(NO_JOINTS, |four| (four.joints, four.weights));
            let position = attributes.position.1.get(from.position as usize).into();
            self.mesh.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
        }
        self.mesh.indices.push(index);
    }

    /// A vertex like this, or the number of the next one.
    fn find(&mut self, from: &Origin, normal: Vec3, texcoord: Vec2) -> u32 {
        let of = |normal: Vec3, texcoord: Vec2| {
            let ([x, y, z], [u, v]) = (normal.to_array().map(f32::to_bits), bits(texcoord));
            [x, y, z, u, v]
        };
        let wanted = of(normal, texcoord);
        let position = from.position as usize;
        if position >= self.first.len() {
            self.first.resize(position + 1, NONE);
        }
        let new = self.mesh.vertices.len() as u32;
        let mut at = self.first[position];
        let mut length = 0;
        while at != NONE {
            let vertex = &self.mesh.vertices[at as usize];
            if of(vertex.normal, vertex.texcoord) == wanted {
                return at;
            }
            at = self.links[at as usize].next;
            length += 1;
        }
        if length < LONGEST_LIST {
            self.links.push(Link { from: *from, next: self.first[position] });
            self.first[position] = new;
            return new;
        }
        let [x, y, z, u, v] = wanted;
        let found = *self.known.entry(Key([position as u32, x, y, z, u, v])).or_insert(new);
        if found == new {
            self.links.push(Link { from: *from, next: NONE });
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
    let positions: Vec<Vec3> =
        (0..source.count()).map(|element| source.get(element).into()).collect();
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
