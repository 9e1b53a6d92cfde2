//! Builds a triangle list from a primitive: divides strips and fans, and leaves out vertices that no corner uses.

use super::morphs::read_displacements;
use crate::{
    gltf::{
        accessors::Elements,
        document::{Attributes, Document, Mode, Primitive, encode_srgb},
        json::item_location,
    },
    loading::{Error, ErrorKind, Location, limits::BYTES_OF_A_VERTEX, weights::four_influences},
};
use armature::{
    mesh::{Displacement, Mesh, NO_JOINTS, SkinnedVertex},
    skin::{FourInfluences, Influence},
};
use glam::{Vec2, Vec3, Vec4};
use std::{cell::RefCell, collections::HashMap};

/// Cost of a part besides its corners, in corners.
const PART_COST: usize = 8;

/// Number of attributes of a vertex, sets of weights included, that cost nothing beyond its corners.
const FREE_ATTRIBUTES: usize = 16;

/// Shapes of elements of one to four numbers.
const WIDTHS: [&str; 4] = ["SCALAR", "VEC2", "VEC3", "VEC4"];

/// A part that is to be built: a primitive of a mesh, with the weights of its morph targets.
pub(in crate::gltf) struct PlannedPart<'a> {
    pub(in crate::gltf) mesh: usize,
    pub(in crate::gltf) number: usize,
    pub(in crate::gltf) primitive: &'a Primitive,
    pub(in crate::gltf) morphs: &'a [f32],
    /// `None` for a mesh that moves with its node.
    pub(in crate::gltf) skin: Option<usize>,
}

/// A part as it is in the model, and notes about oddities.
#[derive(Default)]
pub(super) struct BuiltPart {
    pub(super) mesh: Mesh<SkinnedVertex>,
    /// Colour of each vertex, or none.
    pub(super) colors: Vec<[u8; 4]>,
    pub(super) targets: Vec<Vec<Displacement>>,
    pub(super) notes: Vec<String>,
}

impl PlannedPart<'_> {
    pub(super) fn location(&self) -> Location {
        Location::at(format!("/meshes/{}/primitives/{}", self.mesh, self.number))
    }

    /// Estimates the cost of the part in time and memory, in corners.
    pub(super) fn corner_cost(&self, document: &Document) -> usize {
        let Primitive { mode, indices, attributes, targets, .. } = self.primitive;
        let positions = attributes.get("POSITION").copied();
        let corners = indices.or(positions).map_or(0, |accessor| document.accessors.element_count(accessor));
        // A triangle for each corner of a strip; and a morph target moves every vertex.
        let per_corner = if *mode == Mode::Triangles { 1 } else { 3 };
        let per_corner = per_corner + attributes.len().saturating_sub(FREE_ATTRIBUTES);
        let moved = positions.map_or(1, |accessor| document.accessors.element_count(accessor)).max(1);
        let moved = moved.saturating_mul(targets.len());
        let name = document.meshes[self.mesh].name.len() / BYTES_OF_A_VERTEX;
        corners.saturating_mul(per_corner).saturating_add(moved).saturating_add(PART_COST + name)
    }

    /// Returns the number of vertices; `None` without positions.
    pub(in crate::gltf) fn vertex_count(&self, document: &Document) -> Result<Option<usize>, Error> {
        match self.primitive.attributes.get("POSITION") {
            Some(accessor) => Ok(Some(document.accessors.elements(*accessor, &["VEC3"], "POSITION")?.len())),
            None => Ok(None),
        }
    }

    /// Builds the triangle list, colours and morph targets of the part.
    pub(super) fn build(&self, document: &Document) -> Result<BuiltPart, Error> {
        let Some(count) = self.vertex_count(document)? else {
            return Ok(BuiltPart::default());
        };
        let flat = !self.has_normals(document, count);
        let (used, indices) = self.read_vertices(document, count)?;
        let corners = self.primitive.indices.map_or(count, |accessor| document.accessors.element_count(accessor));
        let notes = RefCell::default();
        let reader = VertexReader { document, part: self, count, vertices: &used, notes: &notes };
        let mut positions = reader.vectors("POSITION")?;
        let texcoords = reader.texcoords()?;
        let colors = reader.colors()?;
        let (influences, of_influences) = reader.influences()?;
        let odd = positions.iter_mut().filter(|position| !position.is_finite());
        let odd = odd.map(|position| *position = Vec3::ZERO).count();
        let normals = if flat { flat_normals(&positions) } else { reader.vectors("NORMAL")? };
        let targets = read_displacements(&reader, &positions, &normals, flat)?;
        let mut notes = notes.into_inner();
        notes.extend(of_influences);
        if self.primitive.mode == Mode::Triangles && !corners.is_multiple_of(3) {
            notes.push(format!("{corners} corners are not whole triangles: the rest is left out"));
        }
        if odd > 0 {
            notes.push(format!("{odd} positions are not finite: read as 0"));
        }
        let mut vertices = Vec::with_capacity(used.len());
        for (vertex, position) in positions.into_iter().enumerate() {
            let normal = normals.get(vertex).and_then(|normal| normal.try_normalize()).unwrap_or(Vec3::Y);
            let texcoord = texcoords.get(vertex).copied().unwrap_or(Vec2::ZERO);
            let (joints, weights) = influences.get(vertex).map_or(NO_JOINTS, |four| (four.joints, four.weights));
            vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
        }
        Ok(BuiltPart { mesh: Mesh { vertices, indices }, colors, targets, notes })
    }

    /// Whether the file has a normal for each of `count` vertices.
    fn has_normals(&self, document: &Document, count: usize) -> bool {
        let accessor = self.primitive.attributes.get("NORMAL");
        let accessors = &document.accessors;
        accessor.is_some_and(|it| accessors.element_count(*it) == count && accessors.shape(*it) == "VEC3")
    }

    /// Returns the vertices that the part has, and the index in them of each corner's vertex. `count` is the number of all.
    fn read_vertices(&self, document: &Document, count: usize) -> Result<(Vec<u32>, Vec<u32>), Error> {
        let corners = self.read_corners(document, count)?;
        if self.has_normals(document, count) {
            return Ok(used_vertices(&corners, count));
        }
        // Without normals faces are flat (section 3.7.2.1), so that no two share a vertex.
        let indices = (0..corners.len() as u32).collect();
        Ok((corners, indices))
    }

    /// Reads an attribute of the part's vertices, four numbers each, 0 where it has fewer; empty for a missing attribute.
    /// `None` for a part without triangles.
    pub(in crate::gltf) fn attribute(&self, document: &Document, name: &str) -> Result<Option<Vec<[f32; 4]>>, Error> {
        let Some(count) = self.vertex_count(document)? else { return Ok(None) };
        let (vertices, _) = self.read_vertices(document, count)?;
        if vertices.is_empty() {
            return Ok(None);
        }
        let Primitive { attributes, .. } = self.primitive;
        let reader = VertexReader { document, part: self, count, vertices: &vertices, notes: &RefCell::default() };
        let mut all_numbers = reader.numbers(attributes, name, &WIDTHS)?;
        let width = attributes.get(name).map(|accessor| document.accessors.shape(*accessor));
        let width = WIDTHS.iter().position(|kind| Some(*kind) == width).unwrap_or(0) + 1;
        for numbers in &mut all_numbers {
            numbers[width..].fill(0.0);
        }
        Ok(Some(all_numbers))
    }

    /// Returns the vertices of the triangles' corners. `count` is the number of vertices.
    fn read_corners(&self, document: &Document, count: usize) -> Result<Vec<u32>, Error> {
        let mut corners: Vec<u32> = (0..count as u32).collect();
        if let Some(accessor) = self.primitive.indices {
            let elements = document.accessors.elements(accessor, &["SCALAR"], "a list of indices")?;
            let location = item_location("accessors", accessor);
            if !elements.are_indices() {
                let message = "indices are whole numbers without a sign";
                return Err(document.reporter.error(ErrorKind::Geometry, Some(&location), message));
            }
            corners = (0..elements.len()).map(|corner| elements.indices::<1>(corner)[0]).collect();
            if let Some(wrong) = corners.iter().find(|vertex| **vertex as usize >= count) {
                let message = format!("vertex {wrong} of a primitive that has {count}");
                return Err(document.reporter.error(ErrorKind::Geometry, Some(&location), message));
            }
        }
        let triangles: Vec<[u32; 3]> = match self.primitive.mode {
            Mode::NoTriangles => Vec::new(),
            Mode::Triangles => corners.as_chunks().0.to_vec(),
            Mode::Strip => corners
                .windows(3)
                .enumerate()
                .map(|(number, c)| if number % 2 == 0 { [c[0], c[1], c[2]] } else { [c[0], c[2], c[1]] })
                .collect(),
            // The first corner last keeps the fan's faces in the order that the specification gives.
            Mode::Fan => match corners.split_first() {
                Some((first, rest)) => rest.windows(2).map(|c| [c[0], c[1], *first]).collect(),
                None => Vec::new(),
            },
        };
        Ok(triangles.into_flattened())
    }
}

/// Reads the attributes of some vertices of a primitive.
pub(in crate::gltf) struct VertexReader<'a> {
    pub(in crate::gltf) document: &'a Document,
    pub(in crate::gltf) part: &'a PlannedPart<'a>,
    /// Number of vertices of the primitive.
    pub(in crate::gltf) count: usize,
    /// The vertices that are read.
    pub(in crate::gltf) vertices: &'a [u32],
    /// Notes about attributes that are left out.
    pub(in crate::gltf) notes: &'a RefCell<Vec<String>>,
}

impl<'a> VertexReader<'a> {
    /// Returns the elements of an attribute, one for each vertex of the primitive. An attribute of another length or shape is
    /// left out, with a note.
    fn elements(&self, accessor: usize, kinds: &[&str], name: &str) -> Result<Option<Elements<'a>>, Error> {
        let reason = match self.document.accessors.elements(accessor, kinds, name) {
            Ok(elements) if elements.len() == self.count => return Ok(Some(elements)),
            Ok(elements) => format!("{name} has {} elements for {} vertices", elements.len(), self.count),
            Err(error) if error.kind == ErrorKind::Structure => crate::gltf::reason(&error),
            Err(error) => return Err(error),
        };
        self.notes.borrow_mut().push(format!("{reason}: left out"));
        Ok(None)
    }

    /// Reads an attribute of each vertex; empty for a missing attribute.
    pub(super) fn numbers<const N: usize>(
        &self,
        attributes: &Attributes,
        name: &str,
        kinds: &[&str],
    ) -> Result<Vec<[f32; N]>, Error> {
        let Some(&accessor) = attributes.get(name) else { return Ok(Vec::new()) };
        let Some(elements) = self.elements(accessor, kinds, name)? else { return Ok(Vec::new()) };
        Ok(self.vertices.iter().map(|vertex| elements.numbers(*vertex as usize)).collect())
    }

    /// Reads a vector of each vertex, moved by the morph targets.
    pub(in crate::gltf) fn vectors(&self, name: &str) -> Result<Vec<Vec3>, Error> {
        let primitive = self.part.primitive;
        let mut vectors = self.numbers(&primitive.attributes, name, &["VEC3"])?;
        for (target, weight) in primitive.targets.iter().zip(self.part.morphs) {
            if *weight != 0.0 {
                let displacements = self.numbers::<3>(target, name, &["VEC3"])?;
                for (sum, displacement) in vectors.as_flattened_mut().iter_mut().zip(displacements.as_flattened()) {
                    *sum += weight * displacement;
                }
            }
        }
        Ok(vectors.into_iter().map(Vec3::from).collect())
    }

    /// Reads the texture coordinates of each vertex, v upward, of the set that the material uses or else the first set.
    fn texcoords(&self) -> Result<Vec<Vec2>, Error> {
        let Primitive { attributes, material, .. } = self.part.primitive;
        let mapping = material.and_then(|material| self.document.materials[material].texture);
        let name = mapping.map(|mapping| format!("TEXCOORD_{}", mapping.set));
        let name = name.filter(|name| attributes.contains_key(name));
        let name = name.as_deref().unwrap_or("TEXCOORD_0");
        let texcoords = self.numbers(attributes, name, &["VEC2"])?.into_iter().map(|numbers: [f32; 2]| {
            let uv = Vec2::from(numbers);
            let uv = mapping.map_or(uv, |mapping| mapping.transform.transform_point2(uv));
            if uv.is_finite() { Vec2::new(uv.x, 1.0 - uv.y) } else { Vec2::ZERO }
        });
        Ok(texcoords.collect())
    }

    /// Reads the colour of each vertex, encoded as sRGB.
    fn colors(&self) -> Result<Vec<[u8; 4]>, Error> {
        let attributes = &self.part.primitive.attributes;
        let kind = attributes.get("COLOR_0").map(|accessor| self.document.accessors.shape(*accessor));
        let all_numbers = self.numbers(attributes, "COLOR_0", &["VEC3", "VEC4"])?;
        let mut colors = Vec::with_capacity(all_numbers.len());
        for numbers in all_numbers {
            let mut linear = Vec4::from_array(numbers);
            if kind == Some("VEC3") {
                linear.w = 1.0;
            }
            colors.push(encode_srgb(linear).to_array().map(|part| (part * 255.0).round() as u8)); // NaN becomes 0
        }
        Ok(colors)
    }

    /// Returns joints and weights of the primitive's vertices, in sets of four.
    pub(in crate::gltf) fn influence_sets(&self) -> Result<Vec<(Elements<'a>, Elements<'a>)>, Error> {
        let mut sets = Vec::new();
        for (joints, weights) in self.part.primitive.influences() {
            let joints = self.elements(joints, &["VEC4"], "JOINTS")?;
            sets.extend(joints.zip(self.elements(weights, &["VEC4"], "WEIGHTS")?));
        }
        Ok(sets)
    }

    /// Returns four influences of each vertex, and notes about oddities; none for a part that moves with its node.
    fn influences(&self) -> Result<(Vec<FourInfluences>, Vec<String>), Error> {
        let Some(skin) = self.part.skin else { return Ok((Vec::new(), Vec::new())) };
        let count = self.document.skins[skin].joints.len();
        let sets = self.influence_sets()?;
        let mut wrong = None;
        let result = four_influences(self.vertices.len(), |index, list| {
            let vertex = self.vertices[index] as usize;
            for (joints, weights) in &sets {
                let joints = joints.indices::<4>(vertex).into_iter();
                let pairs = joints.zip(weights.numbers::<4>(vertex));
                for (joint, weight) in pairs.filter(|(_, weight)| *weight != 0.0) {
                    match u16::try_from(joint) {
                        Ok(slot) if usize::from(slot) < count => list.push(Influence { slot, weight }),
                        _ => wrong = wrong.or(Some((vertex, joint))),
                    }
                }
            }
        });
        let Some((vertex, joint)) = wrong else { return Ok(result) };
        let message = format!("vertex {vertex} follows joint {joint} of a skin that has {count}");
        Err(self.document.reporter.error(ErrorKind::Skin, Some(&self.part.location()), message))
    }
}

/// Returns the normals of triangles, of any length, three times each.
pub(super) fn flat_normals(corners: &[Vec3]) -> Vec<Vec3> {
    corners.as_chunks().0.iter().flat_map(|[a, b, c]| [(b - a).cross(c - a); 3]).collect()
}

/// Returns the vertices that corners use, in the order of the file, and the index in them of each corner's vertex. `count`
/// is the number of all vertices.
fn used_vertices(corners: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    if corners.len() >= count / 8 {
        let mut numbers = vec![u32::MAX; count];
        for corner in corners {
            numbers[*corner as usize] = 0;
        }
        let vertices: Vec<u32> = (0..count as u32).filter(|vertex| numbers[*vertex as usize] == 0).collect();
        for (number, vertex) in (0..).zip(&vertices) {
            numbers[*vertex as usize] = number;
        }
        return (vertices, corners.iter().map(|corner| numbers[*corner as usize]).collect());
    }
    // For a few faces of a large mesh sorting is cheaper.
    let mut vertices = corners.to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    let numbers: HashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
    (vertices, corners.iter().map(|corner| numbers[corner]).collect())
}
