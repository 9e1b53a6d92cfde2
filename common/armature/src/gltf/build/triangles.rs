//! A primitive as a triangle list: strips and fans cut up, vertices that no corner has left out.

use crate::{
    gltf::{
        accessors::Elements,
        document::{Document, Mode, Primitive, TextureUse, encoded, place},
    },
    loading::{Error, ErrorKind, Place, Reporter, weights::for_drawing},
    mesh::{Mesh, NO_JOINTS, SkinnedVertex},
    skin::{FourInfluences, Influence},
};
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// How a primitive is to be drawn.
pub(super) struct Wanted<'a> {
    pub(super) mesh: usize,
    pub(super) number: usize,
    pub(super) primitive: &'a Primitive,
    /// Weights of its morph targets.
    pub(super) morphs: &'a [f32],
    /// Joints of its skin; `None` for a mesh that moves with its node.
    pub(super) joints: Option<usize>,
    /// The rest transform mirrors: triangles are reversed, so that they are counter-clockwise in world space.
    pub(super) mirrored: bool,
    pub(super) texture: Option<TextureUse>,
}

/// A primitive's vertices and colours, and what was odd about it.
pub(super) struct Built {
    pub(super) mesh: Mesh<SkinnedVertex>,
    pub(super) colors: Vec<[u8; 4]>,
    pub(super) notes: Vec<String>,
}

impl Wanted<'_> {
    /// Where it is in the file.
    pub(super) fn place(&self) -> Place {
        Place::at(format!("/meshes/{}/primitives/{}", self.mesh, self.number))
    }

    pub(super) fn build(&self, document: &Document, reporter: &Reporter) -> Result<Built, Error> {
        let Some(position) = self.primitive.position else {
            let note = "without POSITION: left out".into();
            return Ok(Built { mesh: Mesh::default(), colors: Vec::new(), notes: vec![note] });
        };
        let source = Source::new(document, self, position, reporter)?;
        let mut triangles = self.triangles(&source, document, reporter)?;
        if self.mirrored {
            for triangle in &mut triangles {
                triangle.swap(1, 2);
            }
        }
        // Without normals faces are flat (section 3.7.2.1), so that no two share a vertex.
        let flat = source.normal.is_none();
        let (vertices, indices) = if flat {
            let corners = triangles.as_flattened().to_vec();
            let count = corners.len() as u32;
            (corners, (0..count).collect())
        } else {
            used(&triangles, source.count)
        };
        let mut notes = Vec::new();
        let influences = self.influences(&source, &vertices, &mut notes, reporter)?;
        let mut odd = 0;
        let mut mesh = Mesh { vertices: Vec::with_capacity(vertices.len()), indices };
        for (at, &vertex) in vertices.iter().enumerate() {
            let vertex = vertex as usize;
            let (joints, weights) =
                influences.get(at).map_or(NO_JOINTS, |four| (four.joints, four.weights));
            let mut finite = |vector: Vec3| {
                if vector.is_finite() {
                    return vector;
                }
                odd += 1;
                Vec3::ZERO
            };
            mesh.vertices.push(SkinnedVertex {
                position: finite(source.position(vertex)),
                normal: source.normal(vertex).try_normalize().unwrap_or(Vec3::Y),
                texcoord: source.texcoord(vertex, self.texture),
                joints,
                weights,
            });
        }
        if flat {
            flatten(&mut mesh.vertices, self.mirrored);
        }
        if odd > 0 {
            notes.push(format!("{odd} positions are not finite: read as 0"));
        }
        let color = |vertex: &u32| source.color(*vertex as usize);
        let colors =
            if source.color.is_some() { vertices.iter().map(color).collect() } else { Vec::new() };
        Ok(Built { mesh, colors, notes })
    }

    /// Corners as numbers of vertices.
    fn triangles(
        &self,
        source: &Source<'_>,
        document: &Document,
        reporter: &Reporter,
    ) -> Result<Vec<[u32; 3]>, Error> {
        let mut corners: Vec<u32> = Vec::new();
        if let Some(accessor) = self.primitive.indices {
            let what = "a list of indices";
            let elements = document.accessors.elements(accessor, &["SCALAR"], what, reporter)?;
            let refuse = |message: String| {
                reporter.error(ErrorKind::Geometry, Some(&place("accessors", accessor)), message)
            };
            if !elements.are_indices() {
                return Err(refuse("indices are whole numbers without a sign".into()));
            }
            corners = (0..elements.len()).map(|at| elements.indices::<1>(at)[0]).collect();
            if let Some(wrong) = corners.iter().find(|vertex| **vertex as usize >= source.count) {
                let message = format!("vertex {wrong} of a primitive that has {}", source.count);
                return Err(refuse(message));
            }
        } else {
            corners.extend(0..source.count as u32);
        }
        Ok(match self.primitive.mode {
            Mode::NoTriangles => Vec::new(),
            Mode::Triangles => corners.as_chunks::<3>().0.to_vec(),
            Mode::Strip => {
                let turn = |(at, c): (usize, &[u32])| {
                    if at % 2 == 0 { [c[0], c[1], c[2]] } else { [c[0], c[2], c[1]] }
                };
                corners.windows(3).enumerate().map(turn).collect()
            }
            // The first corner last keeps the fan's faces in the order that the specification gives.
            Mode::Fan => match corners.split_first() {
                Some((first, rest)) => rest.windows(2).map(|c| [c[0], c[1], *first]).collect(),
                None => Vec::new(),
            },
        })
    }

    fn influences(
        &self,
        source: &Source<'_>,
        vertices: &[u32],
        notes: &mut Vec<String>,
        reporter: &Reporter,
    ) -> Result<Vec<FourInfluences>, Error> {
        let Some(count) = self.joints else { return Ok(Vec::new()) };
        let mut wrong = None;
        let (all, of_weights) = for_drawing(vertices.len(), |at, list| {
            for (joints, weights) in &source.influences {
                let vertex = vertices[at] as usize;
                let weights = weights.numbers::<4>(vertex);
                for (joint, weight) in joints.indices::<4>(vertex).into_iter().zip(weights) {
                    if weight == 0.0 {
                        continue;
                    }
                    match u16::try_from(joint) {
                        Ok(slot) if usize::from(slot) < count => {
                            list.push(Influence { slot, weight });
                        }
                        _ => wrong = wrong.or(Some((vertex, joint))),
                    }
                }
            }
        });
        if let Some((vertex, joint)) = wrong {
            let message =
                format!("vertex {vertex} follows joint {joint} of a skin that has {count}");
            return Err(reporter.error(ErrorKind::Skin, Some(&self.place()), message));
        }
        notes.extend(of_weights);
        Ok(all)
    }
}

/// Gives the vertices of each triangle its normal.
fn flatten(vertices: &mut [SkinnedVertex], mirrored: bool) {
    for corners in vertices.as_chunks_mut::<3>().0 {
        let [a, b, c] = corners.each_ref().map(|corner| corner.position);
        let normal = (b - a).cross(c - a).try_normalize().unwrap_or(Vec3::Y);
        // In the mesh's own space, where mirrored triangles are the other way round.
        let normal = if mirrored { -normal } else { normal };
        for corner in corners {
            corner.normal = normal;
        }
    }
}

/// The vertices that triangles use, in the order of the file, and the triangles in numbers of those.
fn used(triangles: &[[u32; 3]], count: usize) -> (Vec<u32>, Vec<u32>) {
    let corners = triangles.as_flattened();
    if corners.len() >= count / 8 {
        let mut numbers = vec![u32::MAX; count];
        for corner in corners {
            numbers[*corner as usize] = 0;
        }
        let is_used = |vertex: &u32| numbers[*vertex as usize] == 0;
        let vertices: Vec<u32> = (0..count as u32).filter(is_used).collect();
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

/// The attributes of a primitive.
struct Source<'a> {
    /// Vertices.
    count: usize,
    position: Elements<'a>,
    normal: Option<Elements<'a>>,
    texcoord: Option<Elements<'a>>,
    color: Option<(Elements<'a>, bool)>,
    influences: Vec<(Elements<'a>, Elements<'a>)>,
    /// Weights and displacements of position and normal.
    morphs: Vec<(f32, Option<Elements<'a>>, Option<Elements<'a>>)>,
}

impl<'a> Source<'a> {
    fn new(
        document: &'a Document,
        wanted: &Wanted<'_>,
        position: usize,
        reporter: &Reporter,
    ) -> Result<Self, Error> {
        let accessors = &document.accessors;
        let primitive = wanted.primitive;
        let count = accessors.count(position);
        let get = |accessor: usize, kinds: &[&str], what: &str| {
            let elements = accessors.elements(accessor, kinds, what, reporter)?;
            if elements.len() == count {
                return Ok(elements);
            }
            let message = format!("{what} has {} elements for {count} vertices", elements.len());
            Err(reporter.error(ErrorKind::Geometry, Some(&wanted.place()), message))
        };
        let vectors = |accessor: Option<usize>, kinds: &[&str], what: &str| {
            accessor.map(|accessor| get(accessor, kinds, what)).transpose()
        };
        let position = get(position, &["VEC3"], "POSITION")?;
        let texcoord = wanted.texture.and_then(|used| primitive.texcoords.get(used.set));
        let texcoord = texcoord.or(primitive.texcoords.first()).copied();
        let color = vectors(primitive.color, &["VEC3", "VEC4"], "COLOR_0")?;
        let mut influences = Vec::new();
        if wanted.joints.is_some() {
            for &(joints, weights) in &primitive.influences {
                let joints = get(joints, &["VEC4"], "JOINTS")?;
                influences.push((joints, get(weights, &["VEC4"], "WEIGHTS")?));
            }
        }
        let mut morphs = Vec::new();
        for (target, &weight) in primitive.targets.iter().zip(wanted.morphs) {
            if weight != 0.0 {
                let moved = vectors(target.position, &["VEC3"], "POSITION of a target")?;
                let turned = vectors(target.normal, &["VEC3"], "NORMAL of a target")?;
                morphs.push((weight, moved, turned));
            }
        }
        Ok(Self {
            count,
            position,
            normal: vectors(primitive.normal, &["VEC3"], "NORMAL")?,
            texcoord: vectors(texcoord, &["VEC2"], "TEXCOORD")?,
            color: color.map(|color| {
                let opaque = accessors.kind(primitive.color.unwrap_or(0)) == "VEC3";
                (color, opaque)
            }),
            influences,
            morphs,
        })
    }

    fn position(&self, vertex: usize) -> Vec3 {
        let mut sum = Vec3::from(self.position.numbers(vertex));
        for (weight, position, _) in &self.morphs {
            sum +=
                position.as_ref().map_or(Vec3::ZERO, |p| *weight * Vec3::from(p.numbers(vertex)));
        }
        sum
    }

    fn normal(&self, vertex: usize) -> Vec3 {
        let Some(normal) = &self.normal else { return Vec3::Y };
        let mut sum = Vec3::from(normal.numbers(vertex));
        for (weight, _, normal) in &self.morphs {
            sum += normal.as_ref().map_or(Vec3::ZERO, |n| *weight * Vec3::from(n.numbers(vertex)));
        }
        sum
    }

    /// With v upward.
    fn texcoord(&self, vertex: usize, used: Option<TextureUse>) -> Vec2 {
        let Some(texcoord) = &self.texcoord else { return Vec2::ZERO };
        let mut uv = Vec2::from(texcoord.numbers(vertex));
        if let Some(used) = used {
            uv = used.transform.transform_point2(uv);
        }
        if uv.is_finite() { Vec2::new(uv.x, 1.0 - uv.y) } else { Vec2::ZERO }
    }

    fn color(&self, vertex: usize) -> [u8; 4] {
        let Some((color, opaque)) = &self.color else { return [255; 4] };
        let mut linear = Vec4::from(color.numbers::<4>(vertex));
        if *opaque {
            linear.w = 1.0;
        }
        // NaN becomes 0.
        encoded(linear).to_array().map(|part| (part * 255.0).round() as u8)
    }
}
