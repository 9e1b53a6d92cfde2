//! A primitive as a triangle list: strips and fans cut up, vertices that no corner has left out.

use super::morphs::displacements;
use crate::{
    gltf::{
        accessors::Elements,
        document::{Attributes, Document, Mode, Primitive, encoded},
        json::place,
    },
    loading::{Error, ErrorKind, Place, limits::BYTES_OF_A_VERTEX, weights::for_drawing},
};
use armature::{
    mesh::{Displacement, Mesh, NO_JOINTS, SkinnedVertex},
    skin::{FourInfluences, Influence},
};
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Cost of a part besides its corners, in corners.
const WORK_OF_A_PART: usize = 8;

/// Number of attributes of a vertex, sets of weights included, that are no work beyond its corners.
const ATTRIBUTES_OF_A_VERTEX: usize = 16;

/// Requirements on a primitive that is to be drawn.
pub(in crate::gltf) struct Wanted<'a> {
    pub(in crate::gltf) mesh: usize,
    pub(in crate::gltf) number: usize,
    pub(in crate::gltf) primitive: &'a Primitive,
    /// Weights of its morph targets: those at rest, or others.
    pub(in crate::gltf) morphs: &'a [f32],
    /// `None` for a mesh that moves with its node.
    pub(in crate::gltf) skin: Option<usize>,
}

/// A part as it is in the model, and what was odd about it.
#[derive(Default)]
pub(super) struct Built {
    pub(super) mesh: Mesh<SkinnedVertex>,
    /// Colour of each vertex, or none.
    pub(super) colors: Vec<[u8; 4]>,
    pub(super) targets: Vec<Vec<Displacement>>,
    pub(super) notes: Vec<String>,
}

impl Wanted<'_> {
    pub(super) fn place(&self) -> Place {
        Place::at(format!("/meshes/{}/primitives/{}", self.mesh, self.number))
    }

    /// About how much work and memory it takes, in corners.
    pub(super) fn work(&self, document: &Document) -> usize {
        let Primitive { mode, indices, attributes, targets, .. } = self.primitive;
        let positions = attributes.get("POSITION").copied();
        let corners = indices.or(positions).map_or(0, |accessor| document.accessors.count(accessor));
        // A triangle for each corner of a strip; and a morph target moves every vertex.
        let each = if *mode == Mode::Triangles { 1 } else { 3 };
        let more = attributes.len().saturating_sub(ATTRIBUTES_OF_A_VERTEX);
        let each = each + more;
        let moved = positions.map_or(1, |accessor| document.accessors.count(accessor)).max(1);
        let moved = moved.saturating_mul(targets.len());
        let name = document.meshes[self.mesh].name.len() / BYTES_OF_A_VERTEX;
        corners.saturating_mul(each).saturating_add(moved).saturating_add(WORK_OF_A_PART + name)
    }

    /// Returns the number of its vertices; `None` without positions.
    pub(in crate::gltf) fn count(&self, document: &Document) -> Result<Option<usize>, Error> {
        match self.primitive.attributes.get("POSITION") {
            Some(accessor) => Ok(Some(document.accessors.elements(*accessor, &["VEC3"], "POSITION")?.len())),
            None => Ok(None),
        }
    }

    pub(super) fn build(&self, document: &Document) -> Result<Built, Error> {
        let attributes = &self.primitive.attributes;
        let Some(count) = self.count(document)? else {
            return Ok(Built { notes: vec!["without POSITION: left out".into()], ..Built::default() });
        };
        let corners = self.corners(document, count)?;
        // Without normals faces are flat (section 3.7.2.1), so that no two share a vertex.
        let flat = !attributes.contains_key("NORMAL");
        let (numbers, indices) = if flat {
            let indices = (0..corners.len() as u32).collect();
            (corners, indices)
        } else {
            used(&corners, count)
        };
        let source = Source { document, wanted: self, count, vertices: &numbers };
        let mut positions = source.vectors("POSITION")?;
        let texcoords = source.texcoords()?;
        let colors = source.colors()?;
        let (influences, mut notes) = source.influences()?;
        let odd = positions.iter_mut().filter(|position| !position.is_finite());
        let odd = odd.map(|position| *position = Vec3::ZERO).count();
        let normals = if flat { flat_normals(&positions) } else { source.vectors("NORMAL")? };
        if odd > 0 {
            notes.push(format!("{odd} positions are not finite: read as 0"));
        }
        let targets = displacements(&source, &positions, &normals, flat)?;
        let mut vertices = Vec::with_capacity(numbers.len());
        for (at, position) in positions.into_iter().enumerate() {
            let normal = normals.get(at).and_then(|normal| normal.try_normalize());
            let texcoord = texcoords.get(at).copied().unwrap_or(Vec2::ZERO);
            let (joints, weights) = influences.get(at).map_or(NO_JOINTS, |four| (four.joints, four.weights));
            let normal = normal.unwrap_or(Vec3::Y);
            vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
        }
        Ok(Built { mesh: Mesh { vertices, indices }, colors, targets, notes })
    }

    /// The triangles' corners, as numbers of vertices.
    fn corners(&self, document: &Document, count: usize) -> Result<Vec<u32>, Error> {
        let mut corners: Vec<u32> = (0..count as u32).collect();
        if let Some(accessor) = self.primitive.indices {
            let elements = document.accessors.elements(accessor, &["SCALAR"], "a list of indices")?;
            let place = place("accessors", accessor);
            if !elements.are_indices() {
                let message = "indices are whole numbers without a sign";
                return Err(document.reporter.error(ErrorKind::Geometry, Some(&place), message));
            }
            corners = (0..elements.len()).map(|at| elements.indices::<1>(at)[0]).collect();
            if let Some(wrong) = corners.iter().find(|vertex| **vertex as usize >= count) {
                let message = format!("vertex {wrong} of a primitive that has {count}");
                return Err(document.reporter.error(ErrorKind::Geometry, Some(&place), message));
            }
        }
        let triangles: Vec<[u32; 3]> = match self.primitive.mode {
            Mode::NoTriangles => Vec::new(),
            Mode::Triangles => corners.as_chunks().0.to_vec(),
            Mode::Strip => corners
                .windows(3)
                .enumerate()
                .map(|(at, c)| if at % 2 == 0 { [c[0], c[1], c[2]] } else { [c[0], c[2], c[1]] })
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
pub(in crate::gltf) struct Source<'a> {
    pub(in crate::gltf) document: &'a Document,
    pub(in crate::gltf) wanted: &'a Wanted<'a>,
    pub(in crate::gltf) count: usize,
    pub(in crate::gltf) vertices: &'a [u32],
}

impl<'a> Source<'a> {
    fn elements(&self, accessor: usize, kinds: &[&str], what: &str) -> Result<Elements<'a>, Error> {
        let elements = self.document.accessors.elements(accessor, kinds, what)?;
        let count = self.count;
        let has = elements.len();
        if has == count {
            return Ok(elements);
        }
        let message = format!("{what} has {has} elements for {count} vertices");
        let place = self.wanted.place();
        Err(self.document.reporter.error(ErrorKind::Geometry, Some(&place), message))
    }

    /// An attribute of each vertex; empty if there is none.
    pub(super) fn numbers<const N: usize>(
        &self,
        attributes: &Attributes,
        name: &str,
        kinds: &[&str],
    ) -> Result<Vec<[f32; N]>, Error> {
        let Some(&accessor) = attributes.get(name) else { return Ok(Vec::new()) };
        let elements = self.elements(accessor, kinds, name)?;
        Ok(self.vertices.iter().map(|vertex| elements.numbers(*vertex as usize)).collect())
    }

    /// Reads vectors, moved by the morph targets.
    pub(in crate::gltf) fn vectors(&self, name: &str) -> Result<Vec<Vec3>, Error> {
        let primitive = self.wanted.primitive;
        let mut all = self.numbers(&primitive.attributes, name, &["VEC3"])?;
        for (target, weight) in primitive.targets.iter().zip(self.wanted.morphs) {
            if *weight != 0.0 {
                let moves = self.numbers::<3>(target, name, &["VEC3"])?;
                let pairs = all.as_flattened_mut().iter_mut().zip(moves.as_flattened());
                pairs.for_each(|(sum, moved)| *sum += weight * moved);
            }
        }
        Ok(all.into_iter().map(Vec3::from).collect())
    }

    /// Reads texture coordinates, v upward: of the set that the material asks for, or the first.
    fn texcoords(&self) -> Result<Vec<Vec2>, Error> {
        let Primitive { attributes, material, .. } = self.wanted.primitive;
        let used = material.and_then(|material| self.document.materials[material].texture);
        let name = used.map(|used| format!("TEXCOORD_{}", used.set));
        let name = name.filter(|name| attributes.contains_key(name));
        let name = name.as_deref().unwrap_or("TEXCOORD_0");
        let all = self.numbers(attributes, name, &["VEC2"])?.into_iter().map(|numbers: [f32; 2]| {
            let uv = Vec2::from(numbers);
            let uv = used.map_or(uv, |used| used.transform.transform_point2(uv));
            if uv.is_finite() { Vec2::new(uv.x, 1.0 - uv.y) } else { Vec2::ZERO }
        });
        Ok(all.collect())
    }

    fn colors(&self) -> Result<Vec<[u8; 4]>, Error> {
        let attributes = &self.wanted.primitive.attributes;
        let kind = attributes.get("COLOR_0").map(|accessor| self.document.accessors.kind(*accessor));
        let all = self.numbers(attributes, "COLOR_0", &["VEC3", "VEC4"])?;
        let mut colors = Vec::with_capacity(all.len());
        for numbers in all {
            let mut linear = Vec4::from_array(numbers);
            if kind == Some("VEC3") {
                linear.w = 1.0;
            }
            colors.push(encoded(linear).to_array().map(|part| (part * 255.0).round() as u8)); // NaN becomes 0
        }
        Ok(colors)
    }

    /// Joints and weights of the primitive's vertices, in sets of four.
    pub(in crate::gltf) fn sets(&self) -> Result<Vec<(Elements<'a>, Elements<'a>)>, Error> {
        let mut sets = Vec::new();
        for (joints, weights) in self.wanted.primitive.influences() {
            let joints = self.elements(joints, &["VEC4"], "JOINTS")?;
            sets.push((joints, self.elements(weights, &["VEC4"], "WEIGHTS")?));
        }
        Ok(sets)
    }

    /// Four influences of each vertex, and what was odd about them; none for a mesh that moves with its node.
    fn influences(&self) -> Result<(Vec<FourInfluences>, Vec<String>), Error> {
        let Some(skin) = self.wanted.skin else { return Ok((Vec::new(), Vec::new())) };
        let count = self.document.skins[skin].joints.len();
        let sets = self.sets()?;
        let mut wrong = None;
        let found = for_drawing(self.vertices.len(), |at, list| {
            let vertex = self.vertices[at] as usize;
            for (joints, weights) in &sets {
                let joints = joints.indices::<4>(vertex).into_iter();
                let pairs = joints.zip(weights.numbers::<4>(vertex));
                for (joint, weight) in pairs.filter(|(_, weight)| *weight != 0.0) {
                    match u16::try_from(joint) {
                        Ok(slot) if usize::from(slot) < count => {
                            list.push(Influence { slot, weight });
                        }
                        _ => wrong = wrong.or(Some((vertex, joint))),
                    }
                }
            }
        });
        let Some((vertex, joint)) = wrong else { return Ok(found) };
        let message = format!("vertex {vertex} follows joint {joint} of a skin that has {count}");
        Err(self.document.reporter.error(ErrorKind::Skin, Some(&self.wanted.place()), message))
    }
}

/// The normals of triangles, of any length, three times each.
pub(super) fn flat_normals(corners: &[Vec3]) -> Vec<Vec3> {
    corners.as_chunks().0.iter().flat_map(|[a, b, c]| [(b - a).cross(c - a); 3]).collect()
}

/// The vertices that corners have, in the order of the file, and the corners in numbers of those.
fn used(corners: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    if corners.len() >= count / 8 {
        let mut numbers = vec![u32::MAX; count];
        for corner in corners {
            numbers[*corner as usize] = 0;
        }
        let vertices: Vec<u32> = (0..count as u32).filter(|vertex| numbers[*vertex as usize] == 0).collect();
        vertices.iter().zip(0..).for_each(|(vertex, at)| numbers[*vertex as usize] = at);
        return (vertices, corners.iter().map(|corner| numbers[*corner as usize]).collect());
    }
    // A few faces of a large mesh.
    let mut vertices = corners.to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    let numbers: HashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
    (vertices, corners.iter().map(|corner| numbers[corner]).collect())
}
