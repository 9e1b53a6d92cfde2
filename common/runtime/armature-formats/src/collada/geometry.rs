//! Meshes (`<geometry>`): positions, and the triangles that primitives make of them.

use super::{
    limits::{MAX_CUT_CORNERS_SQUARED, MAX_INPUTS, MAX_OFFSET},
    reader::Reader,
    scene::mesh_of,
    sources::{Source, Sources},
    xml::{Element, attribute, child, children, name_of},
};
use crate::loading::{Error, counted};
use armature::mesh::smooth_normals;
use earcut::Earcut;
use glam::{DVec3, Vec3};
use std::{cell::OnceCell, rc::Rc};

/// Index that stands for -1, a missing corner. Its face is left out.
const NO_INDEX: u32 = u32::MAX;

/// A `<geometry>`, read once for all its instances.
pub(super) struct Geometry<'a> {
    pub(super) name: &'a str,
    /// `None` for anything but a mesh.
    pub(super) positions: Option<Rc<Source<'a>>>,
    pub(super) primitives: Vec<Primitive<'a>>,
    /// Smooth normals of the positions, computed where the file has none: all materials and instances share them.
    normals: OnceCell<Vec<Vec3>>,
}

/// `<triangles>`, `<polylist>`, `<polygons>`, `<tristrips>` or `<trifans>`.
pub(super) struct Primitive<'a> {
    /// The mesh's name of its material; empty without one.
    pub(super) material: &'a str,
    pub(super) inputs: Vec<Input<'a>>,
    /// Number of indices of a corner.
    stride: usize,
    /// Indices, corner by corner.
    indices: Vec<u32>,
    /// Corners of the triangles, counter-clockwise from outside.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// An attribute of a corner.
#[derive(Clone)]
pub(super) struct Input<'a> {
    pub(super) semantic: Semantic,
    /// Position of its index among a corner's indices.
    pub(super) offset: usize,
    pub(super) source: Rc<Source<'a>>,
}

/// The attributes that are read; texture coordinates and colours have the number of their set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Semantic {
    Position,
    Normal,
    Texcoord(usize),
    Color(usize),
}

impl<'a> Geometry<'a> {
    /// Reads the mesh of a `<geometry>`. `cut_left` limits the work of triangulation.
    pub(super) fn read(
        reader: &Reader<'a>,
        sources: &Sources<'a>,
        element: Element<'a>,
        cut_left: &mut usize,
    ) -> Result<Self, Error> {
        let mut geometry =
            Self { name: name_of(element), positions: None, primitives: Vec::new(), normals: OnceCell::new() };
        let Some(mesh) = mesh_of(element) else {
            reader.warn(element, "there is no <mesh> in it: nothing is drawn");
            return Ok(geometry);
        };
        let mut vertex_inputs: Vec<Input<'a>> = Vec::new();
        let vertices = child(mesh, "vertices");
        for input in vertices.into_iter().flat_map(|vertices| children(vertices, "input")).take(MAX_INPUTS) {
            vertex_inputs.extend(read_input(reader, sources, input, 0)?);
        }
        let position = vertex_inputs.iter().find(|input| input.semantic == Semantic::Position);
        geometry.positions = position.map(|position| position.source.clone());
        if geometry.positions.is_none() {
            reader.warn(vertices.unwrap_or(mesh), "no POSITION: nothing is drawn");
            return Ok(geometry);
        }
        for element in mesh.children() {
            match element.tag_name().name() {
                "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                    let primitive = Primitive::read((reader, sources), element, &vertex_inputs, cut_left)?;
                    geometry.primitives.extend(primitive);
                }
                "lines" | "linestrips" => reader.warn(element, "lines are not drawn"),
                _ => {}
            }
        }
        Ok(geometry)
    }

    /// Returns the number of corners of all primitives.
    pub(super) fn corners(&self) -> usize {
        self.primitives.iter().map(|primitive| primitive.indices.len() / primitive.stride).sum()
    }

    /// Returns the number of positions.
    pub(super) fn position_count(&self) -> usize {
        self.positions.as_ref().map_or(0, |positions| positions.count)
    }

    /// Returns smooth normals of the positions of the whole mesh, so that no seams show between materials.
    pub(super) fn normals(&self) -> &[Vec3] {
        self.normals.get_or_init(|| {
            let Some(source) = &self.positions else { return Vec::new() };
            let positions: Vec<Vec3> = (0..source.count).map(|position| source.vector(position).into()).collect();
            let mut triangles = Vec::new();
            for primitive in &self.primitives {
                for corners in &primitive.triangles {
                    let triangle = corners.map(|corner| primitive.position_index(corner));
                    // A primitive may have positions of its own, more than the mesh's.
                    if triangle.into_iter().all(|position| position < positions.len()) {
                        triangles.push(triangle);
                    }
                }
            }
            smooth_normals(&positions, triangles)
        })
    }
}

/// Reads an `<input>`; `None` for a semantic that is not used, and, with a warning, without numbers.
fn read_input<'a>(
    reader: &Reader<'a>,
    sources: &Sources<'a>,
    element: Element<'a>,
    offset: usize,
) -> Result<Option<Input<'a>>, Error> {
    let set = reader.count(element, "set")?.unwrap_or(0);
    let semantic = match attribute(element, "semantic") {
        "POSITION" => Semantic::Position,
        "NORMAL" => Semantic::Normal,
        "TEXCOORD" | "UV" => Semantic::Texcoord(set),
        "COLOR" => Semantic::Color(set),
        _ => return Ok(None), // tangents
    };
    let Some(source) = sources.of(reader, element)? else { return Ok(None) };
    if !source.array.is_numeric {
        reader.warn(element, format!("source \"{}\" has no numbers: left out", attribute(element, "source")));
        return Ok(None);
    }
    Ok(Some(Input { semantic, offset, source }))
}

impl<'a> Primitive<'a> {
    /// Reads a primitive; `None` without positions, and without a triangle. `vertex_inputs` replace the input `VERTEX`.
    fn read(
        (reader, sources): (&Reader<'a>, &Sources<'a>),
        element: Element<'a>,
        vertex_inputs: &[Input<'a>],
        cut_left: &mut usize,
    ) -> Result<Option<Self>, Error> {
        let mut inputs: Vec<Input<'a>> = Vec::new();
        let mut stride = 1;
        for (number, input) in children(element, "input").enumerate() {
            if number == MAX_INPUTS {
                return Err(reader.error(element, format!("more than {MAX_INPUTS} inputs")));
            }
            // Without offsets (1.3 and some converters) inputs stand in their own order.
            let offset = reader.count(input, "offset")?.or(reader.count(input, "idx")?).unwrap_or(number);
            if offset > MAX_OFFSET {
                let message = format!("offset=\"{offset}\": a corner has {MAX_OFFSET} indices at most");
                return Err(reader.error(input, message));
            }
            stride = stride.max(offset + 1);
            if input.attribute("semantic") == Some("VERTEX") {
                inputs.extend(vertex_inputs.iter().map(|input| Input { offset, ..input.clone() }));
            } else {
                inputs.extend(read_input(reader, sources, input, offset)?);
            }
        }
        let material = attribute(element, "material");
        let mut primitive = Self { material, inputs, stride, indices: Vec::new(), triangles: Vec::new() };
        let Some(position) = primitive.inputs.iter().find(|input| input.semantic == Semantic::Position).cloned() else {
            reader.warn(element, "no input VERTEX with positions: these faces are left out");
            return Ok(None);
        };
        // The positions come first, where `position_index` finds them.
        primitive.inputs.retain(|input| input.semantic != Semantic::Position);
        primitive.inputs.insert(0, position);
        let faces = primitive.read_faces(reader, element)?;
        primitive.check_indices(reader, element)?;
        primitive.triangulate(reader, element, &faces, cut_left);
        if primitive.triangles.is_empty() {
            reader.warn(element, "without a whole triangle: left out");
            return Ok(None);
        }
        Ok(Some(primitive))
    }

    /// Returns the index of the position of a corner.
    pub(super) fn position_index(&self, corner: u32) -> usize {
        self.index(corner, &self.inputs[0])
    }

    /// Returns the index of an attribute of a corner.
    pub(super) fn index(&self, corner: u32, input: &Input<'a>) -> usize {
        self.indices[corner as usize * self.stride + input.offset] as usize
    }

    /// Reads indices from `<p>`, `<vcount>` and `<ph>`, and returns the faces.
    fn read_faces(&mut self, reader: &Reader<'a>, element: Element<'a>) -> Result<Vec<Face>, Error> {
        let name = element.tag_name().name();
        let vcount = child(element, "vcount").filter(|_| name == "polylist");
        let mut faces = Vec::new();
        for part in element.children() {
            let p = match part.tag_name().name() {
                "p" => part,
                "ph" => match child(part, "p") {
                    Some(p) => p,
                    None => continue,
                },
                _ => continue,
            };
            let first = self.corner_count();
            self.append_indices(reader, p)?;
            let mut face = Face { first, end: self.corner_count(), holes: Vec::new() };
            for hole in children(part, "h") {
                let start = self.corner_count();
                self.append_indices(reader, hole)?;
                if self.corner_count() - start < 3 {
                    self.indices.truncate(start * self.stride); // an edge cuts nothing out
                } else {
                    face.holes.push(start - first);
                }
            }
            face.end = self.corner_count();
            faces.push(face);
        }
        let available = self.corner_count();
        if let Some(vcount) = vcount {
            faces.clear();
            let counts = reader.counts(vcount)?;
            let declared = counts.iter().fold(0, |sum: usize, count| sum.saturating_add(*count));
            if declared != available {
                let message =
                    format!("<vcount> adds up to {declared} corners, but <p> has {available}: whole faces are used");
                reader.warn(vcount, message);
            }
            let mut first = 0;
            for count in counts {
                if count > available - first {
                    break;
                }
                faces.push(Face { first, end: first + count, holes: Vec::new() });
                first += count;
            }
        } else if name == "triangles" {
            faces = (0..available / 3).map(|face| Face::triangle(3 * face)).collect();
            if !available.is_multiple_of(3) {
                let message = format!("{available} corners are not whole triangles: the rest is left out");
                reader.warn(element, message);
            }
        }
        Ok(faces)
    }

    fn corner_count(&self) -> usize {
        self.indices.len() / self.stride
    }

    /// Appends the indices of a `<p>` or `<h>`, as whole corners. -1 becomes [`NO_INDEX`].
    fn append_indices(&mut self, reader: &Reader<'a>, p: Element<'a>) -> Result<(), Error> {
        let indices = reader.integers(p)?;
        let whole = indices.len() - indices.len() % self.stride;
        if whole < indices.len() {
            let message =
                format!("{} indices are not whole corners of {}: the rest is left out", indices.len(), self.stride);
            reader.warn(p, message);
        }
        let mut missing = 0;
        for (value, index) in indices[..whole].iter().enumerate() {
            if *index < -1 {
                return Err(reader.error(p, format!("negative index {index} (value {value})")));
            }
            missing += usize::from(*index == -1);
            self.indices.push(*index as u32); // -1 becomes NO_INDEX
        }
        if missing > 0 {
            let times = if missing == 1 { "once".into() } else { format!("{missing} times") };
            reader.warn(p, format!("index -1, {times}: read as \"no vertex\", its face is left out"));
        }
        Ok(())
    }

    /// Checks that every index is within the source of its input. All normals, or all texture coordinates or colours of a set,
    /// are left out if any of their indices is wrong.
    fn check_indices(&mut self, reader: &Reader<'a>, element: Element<'a>) -> Result<(), Error> {
        let mut sound = Vec::new();
        for input in std::mem::take(&mut self.inputs) {
            let count = input.source.count;
            let column = self.indices.iter().skip(input.offset).step_by(self.stride);
            let largest = column.copied().filter(|index| *index != NO_INDEX).max();
            let Some(largest) = largest.filter(|index| *index as usize >= count) else {
                sound.push(input);
                continue;
            };
            let name = match input.semantic {
                Semantic::Position => {
                    let message = format!("index {largest}, but there are only {count} positions");
                    return Err(reader.error(element, message));
                }
                Semantic::Normal => "normals",
                Semantic::Texcoord(_) => "texture coordinates",
                Semantic::Color(_) => "colours",
            };
            reader.warn(element, format!("index {largest}, but only {count} {name}: they are left out"));
        }
        self.inputs = sound;
        Ok(())
    }

    /// Makes triangles of the faces, without those with missing corners.
    fn triangulate(&mut self, reader: &Reader<'a>, element: Element<'a>, faces: &[Face], cut_left: &mut usize) {
        let name = element.tag_name().name();
        let is_whole = !self.indices.contains(&NO_INDEX);
        let mut cutter = Cutter::default();
        let mut uncut = 0;
        for face in faces {
            let corners = face.first as u32..face.end as u32;
            if name.starts_with("pol") && !corners.clone().all(|corner| is_whole || self.has(corner)) {
                continue;
            }
            let fan = (corners.start + 2..corners.end).map(|corner| [corners.start, corner - 1, corner]);
            if name == "tristrips" {
                for corner in corners.start + 2..corners.end {
                    let is_turned = !(corner - corners.start).is_multiple_of(2);
                    let first = if is_turned { [corner - 1, corner - 2] } else { [corner - 2, corner - 1] };
                    self.triangles.push([first[0], first[1], corner]);
                }
            } else if name.starts_with("pol") && corners.len() > 3 {
                let mut points = Vec::new();
                for corner in corners.clone() {
                    let position = self.inputs[0].source.vector::<3>(self.position_index(corner));
                    points.push(position.map(f64::from));
                }
                match cutter.cut(&points, &face.holes, cut_left) {
                    Some(cut) => {
                        for triangle in cut {
                            self.triangles.push(triangle.map(|corner| corners.start + corner));
                        }
                    }
                    None => {
                        uncut += 1;
                        let outline = face.holes.first().map_or(corners.len(), |hole| *hole);
                        self.triangles.extend(fan.take(outline.saturating_sub(2)));
                    }
                }
            } else {
                self.triangles.extend(fan);
            }
        }
        if !is_whole {
            let mut triangles = std::mem::take(&mut self.triangles);
            triangles.retain(|triangle| triangle.iter().all(|corner| self.has(*corner)));
            self.triangles = triangles;
        }
        if uncut > 0 {
            let faces = counted(uncut, "face", "faces");
            reader.warn(element, format!("{faces} beyond the most that are cut well: cut like a fan"));
        }
    }

    /// Returns whether no index of a corner is missing.
    fn has(&self, corner: u32) -> bool {
        let start = corner as usize * self.stride;
        !self.indices[start..start + self.stride].contains(&NO_INDEX)
    }
}

/// Corners of a face, those of its holes last.
struct Face {
    first: usize,
    end: usize,
    /// Start of each hole's corners, counted from the face's first.
    holes: Vec<usize>,
}

impl Face {
    fn triangle(first: usize) -> Self {
        Self { first, end: first + 3, holes: Vec::new() }
    }
}

/// Triangulation of faces that are no fans.
#[derive(Default)]
struct Cutter {
    earcut: Earcut<f64>,
    flat: Vec<[f64; 2]>,
    corners: Vec<usize>,
}

impl Cutter {
    /// Returns the triangles of a face with holes, counted from its first corner; `None` if that would be too much work.
    /// `left` is the number of corners, squared, that may still be cut: the work grows with the square.
    fn cut(&mut self, points: &[[f64; 3]], holes: &[usize], left: &mut usize) -> Option<Vec<[u32; 3]>> {
        /// Fixed cost of a face, in corners.
        const FACE_COST: usize = 8;
        let outline = holes.first().map_or(points.len(), |hole| *hole);
        let points: Vec<DVec3> = points.iter().map(|point| DVec3::from(*point)).collect();
        let count = points.len() as u32;
        let fan = (2..outline as u32).map(|corner| [0, corner - 1, corner]);
        // Half of the cross product of two sides: an area along the normal (Newell).
        let normal: DVec3 = (0..outline).map(|corner| points[corner].cross(points[(corner + 1) % outline])).sum();
        let mut is_fan = holes.is_empty();
        for triangle in fan.clone() {
            is_fan = is_fan && normal_of(&points, triangle).dot(normal) >= 0.0;
        }
        if is_fan || !normal.is_finite() {
            return Some(fan.collect());
        }
        let work = (count as usize + FACE_COST).saturating_pow(2);
        *left = left.checked_sub(work)?;
        // The two axes that the normal points along least.
        let across = normal.normalize_or(DVec3::Z);
        let x = across.any_orthonormal_vector();
        let y = across.cross(x);
        self.flat.clear();
        self.flat.extend(points.iter().map(|point| [point.dot(x), point.dot(y)]));
        self.earcut.earcut(self.flat.iter().copied(), holes, &mut self.corners);
        let mut triangles = Vec::new();
        for corners in self.corners.as_chunks::<3>().0 {
            let [a, b, c] = corners.map(|corner| corner as u32);
            let is_front = normal_of(&points, [a, b, c]).dot(normal) >= 0.0;
            triangles.push(if is_front { [a, b, c] } else { [a, c, b] });
        }
        Some(triangles)
    }
}

fn normal_of(points: &[DVec3], triangle: [u32; 3]) -> DVec3 {
    let [a, b, c] = triangle.map(|corner| points[corner as usize]);
    (b - a).cross(c - a)
}

/// Largest number of corners, squared, of all faces of a file that are cut.
pub(super) const CUT_CORNERS: usize = MAX_CUT_CORNERS_SQUARED;
