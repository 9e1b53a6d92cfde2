//! `<geometry>`: positions, and the primitives that join them.

use super::{
    reader::{Element, Reader, attribute, child, children, is},
    sources::{Scope, Sources},
};
use crate::collada::{
    error::{Error, ErrorKind, Place},
    limits::MAX_INPUTS,
};
use std::collections::HashMap;

/// A mesh as the file has it.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Where it stands, and its id.
    pub place: Place,
    /// Its name, or else its id.
    pub name: String,
    /// The source of the positions; `None` for what is not a mesh.
    pub positions: Option<usize>,
    /// In document order.
    pub primitives: Vec<Primitive>,
}

/// The kinds of primitives that make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    /// Each face is a triangle of its own.
    Triangles,
    /// `polylist` and `polygons`: faces of any number of corners, cut into fans.
    Polygons,
    /// Each corner after the second makes a triangle with the two before it.
    Strips,
    /// Each corner after the second makes a triangle with the first and the one before it.
    Fans,
}

/// `<triangles>`, `<polylist>`, `<polygons>`, `<tristrips>` or `<trifans>`.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// The element.
    pub place: Place,
    /// How corners make triangles.
    pub kind: PrimitiveKind,
    /// What the mesh calls its material; empty where it has none.
    pub material: String,
    /// Where in a corner each attribute's index stands.
    pub inputs: Vec<Input>,
    /// How many indices a corner has.
    pub stride: usize,
    /// The indices, corner by corner. [`NO_INDEX`] where the file has -1.
    pub indices: Vec<u32>,
    /// How many corners each face has; empty for triangles.
    pub faces: Vec<u32>,
}

/// Stands for -1: a corner that is not there. Its face is left out.
pub const NO_INDEX: u32 = u32::MAX;

/// An attribute of a corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Which.
    pub semantic: Semantic,
    /// Its place among a corner's indices.
    pub offset: usize,
    /// Place in the document's sources.
    pub source: usize,
}

/// The attributes that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantic {
    /// Where the corner is.
    Position,
    /// Which way is outside.
    Normal,
    /// Where in the picture, with the number of the set.
    Texcoord(u32),
}

impl Primitive {
    /// How many corners there are.
    pub fn corners(&self) -> usize {
        self.indices.len() / self.stride
    }

    /// Calls `each` with every triangle, as three corner numbers, counter-clockwise from outside.
    /// Faces with a missing corner are left out.
    pub fn for_each_triangle(&self, mut each: impl FnMut([usize; 3])) {
        let corners = self.corners();
        let mut first = 0;
        let mut face = |first: usize, count: usize| {
            let missing = |corner: usize| {
                let at = corner * self.stride;
                self.indices[at..at + self.stride].contains(&NO_INDEX)
            };
            match self.kind {
                PrimitiveKind::Triangles | PrimitiveKind::Polygons | PrimitiveKind::Fans => {
                    let fan = self.kind == PrimitiveKind::Fans;
                    if !fan && (first..first + count).any(missing) {
                        return;
                    }
                    for corner in first + 2..first + count {
                        let triangle = [first, corner - 1, corner];
                        if !(fan && triangle.into_iter().any(missing)) {
                            each(triangle);
                        }
                    }
                }
                PrimitiveKind::Strips => {
                    for corner in first + 2..first + count {
                        let even = (corner - first).is_multiple_of(2);
                        let (a, b) =
                            if even { (corner - 2, corner - 1) } else { (corner - 1, corner - 2) };
                        let triangle = [a, b, corner];
                        if !triangle.into_iter().any(missing) {
                            each(triangle);
                        }
                    }
                }
            }
        };
        if self.kind == PrimitiveKind::Triangles {
            (0..corners / 3).for_each(|triangle| face(3 * triangle, 3));
        } else {
            for &count in &self.faces {
                face(first, count as usize);
                first += count as usize;
            }
        }
    }

    /// How many triangles there are.
    pub fn triangle_count(&self) -> usize {
        let mut count = 0;
        self.for_each_triangle(|_| count += 1);
        count
    }
}

/// All geometries, and where to find each by its id.
pub(super) fn read(
    reader: &Reader<'_>,
    sources: &mut Sources,
) -> Result<(Vec<Geometry>, HashMap<String, usize>), Error> {
    let mut all = Vec::new();
    let mut by_id = HashMap::new();
    for element in reader.library("library_geometries", "geometry") {
        let id = attribute(element, "id");
        by_id.entry(id).or_insert(all.len());
        all.push(geometry(reader, sources, element)?);
    }
    Ok((all, by_id))
}

fn geometry<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    element: Element<'a>,
) -> Result<Geometry, Error> {
    let place = reader.place(element);
    let name =
        element.attribute("name").filter(|name| !name.is_empty()).unwrap_or(&place.id).into();
    let mut geometry = Geometry { place, name, positions: None, primitives: Vec::new() };
    let Some(mesh) = child(element, "mesh").or_else(|| child(element, "convex_mesh")) else {
        reader.warn(element, "there is no <mesh> in it: nothing is drawn");
        return Ok(geometry);
    };
    let scope = sources.scope(reader, mesh)?;
    let mut of_vertices = Vec::new();
    let vertices = child(mesh, "vertices");
    if let Some(vertices) = vertices {
        for input in children(vertices, "input") {
            of_vertices.extend(self::input(reader, sources, &scope, input, 0)?);
            check_inputs(reader, vertices, &of_vertices)?;
        }
    }
    let position = of_vertices.iter().find(|input| input.semantic == Semantic::Position);
    geometry.positions = position.map(|position| position.source);
    if geometry.positions.is_none() {
        reader.warn(vertices.unwrap_or(mesh), "no POSITION: nothing is drawn");
        return Ok(geometry);
    }
    for element in mesh.children().filter(roxmltree::Node::is_element) {
        let kind = match element.tag_name().name() {
            "triangles" => PrimitiveKind::Triangles,
            "polylist" | "polygons" => PrimitiveKind::Polygons,
            "tristrips" => PrimitiveKind::Strips,
            "trifans" => PrimitiveKind::Fans,
            "lines" | "linestrips" => {
                reader.warn(element, "lines are not drawn");
                continue;
            }
            _ => continue,
        };
        let primitive = primitive(reader, sources, &scope, &of_vertices, element, kind)?;
        if let Some(primitive) = primitive {
            geometry.primitives.push(primitive);
        }
    }
    Ok(geometry)
}

/// One `<input>`; `None` for a semantic that is not read.
fn input<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    element: Element<'a>,
    offset: usize,
) -> Result<Option<Input>, Error> {
    let set = reader.count(element, "set")?.unwrap_or(0) as u32;
    let semantic = match element.attribute("semantic").unwrap_or("") {
        "POSITION" => Semantic::Position,
        "NORMAL" => Semantic::Normal,
        "TEXCOORD" | "UV" => Semantic::Texcoord(set),
        _ => return Ok(None), // colours, tangents
    };
    let reference = element.attribute("source").unwrap_or("");
    let source = sources.find(reader, scope, reference)?;
    match source.filter(|source| sources.all[*source].is_numeric()) {
        Some(source) => Ok(Some(Input { semantic, offset, source })),
        None => {
            let message = format!("no source of numbers \"{reference}\": left out");
            reader.warn(element, message);
            Ok(None)
        }
    }
}

fn primitive<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    of_vertices: &[Input],
    element: Element<'a>,
    kind: PrimitiveKind,
) -> Result<Option<Primitive>, Error> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut stride = 1;
    for (number, input) in children(element, "input").enumerate() {
        // Without offsets (1.3 and some converters) inputs stand in their own order.
        let offset =
            reader.count(input, "offset")?.or(reader.count(input, "idx")?).unwrap_or(number);
        if offset > MAX_OFFSET {
            let message = format!("offset=\"{offset}\": a corner has {MAX_OFFSET} indices at most");
            return Err(reader.error(input, ErrorKind::Geometry, message));
        }
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") {
            inputs.extend(of_vertices.iter().map(|input| Input { offset, ..input.clone() }));
        } else {
            inputs.extend(self::input(reader, sources, scope, input, offset)?);
        }
        check_inputs(reader, element, &inputs)?;
    }
    if !inputs.iter().any(|input| input.semantic == Semantic::Position) {
        reader.warn(element, "no input VERTEX with positions: these faces are left out");
        return Ok(None);
    }
    let place = reader.place(element);
    let material = attribute(element, "material");
    let mut primitive =
        Primitive { place, kind, material, inputs, stride, indices: Vec::new(), faces: Vec::new() };
    read_faces(reader, element, &mut primitive)?;
    check_indices(reader, sources, element, &mut primitive)?;
    Ok(Some(primitive))
}

fn check_inputs(reader: &Reader<'_>, element: Element<'_>, inputs: &[Input]) -> Result<(), Error> {
    if inputs.len() > MAX_INPUTS {
        let message = format!("more than {MAX_INPUTS} inputs");
        return Err(reader.error(element, ErrorKind::Limit, message));
    }
    Ok(())
}

/// More indices to a corner than any exporter writes.
const MAX_OFFSET: usize = 255;

/// Reads `<p>`, `<vcount>` and `<ph>`, so that `faces` fits the number of corners.
fn read_faces(
    reader: &Reader<'_>,
    element: Element<'_>,
    primitive: &mut Primitive,
) -> Result<(), Error> {
    let counts = match child(element, "vcount") {
        Some(vcount) if is(element, "polylist") => Some(vcount),
        _ => None,
    };
    for part in element.children().filter(roxmltree::Node::is_element) {
        let p = match part.tag_name().name() {
            "p" => part,
            "ph" => {
                if child(part, "h").is_some() {
                    reader.warn(part, "a polygon with holes: the holes are filled");
                }
                let Some(p) = child(part, "p") else { continue };
                p
            }
            _ => continue,
        };
        let before = primitive.indices.len();
        append_indices(reader, p, primitive)?;
        let corners = (primitive.indices.len() - before) / primitive.stride;
        if primitive.kind != PrimitiveKind::Triangles && counts.is_none() {
            primitive.faces.push(corners as u32);
        }
    }
    if let Some(vcount) = counts {
        primitive.faces = face_sizes(reader, vcount)?;
        let wanted: u64 = primitive.faces.iter().map(|count| u64::from(*count)).sum();
        let found = primitive.corners() as u64;
        if wanted != found {
            let message = format!(
                "<vcount> adds up to {wanted} corners, but <p> has {found}: whole faces are used"
            );
            reader.warn(vcount, message);
            let mut left = found;
            let fits = |count: &&u32| {
                let rest = left.checked_sub(u64::from(**count));
                left = rest.unwrap_or(left);
                rest.is_some()
            };
            let whole = primitive.faces.iter().take_while(fits).count();
            primitive.faces.truncate(whole);
        }
    } else if primitive.kind == PrimitiveKind::Triangles && !primitive.corners().is_multiple_of(3) {
        let corners = primitive.corners();
        reader.warn(
            element,
            format!("{corners} corners are not whole triangles: the rest is left out"),
        );
    }
    Ok(())
}

/// The numbers of a `<vcount>`, none of them negative.
pub(super) fn face_sizes(reader: &Reader<'_>, vcount: Element<'_>) -> Result<Vec<u32>, Error> {
    let sizes = reader.integers(vcount)?;
    match sizes.iter().position(|size| *size < 0) {
        Some(at) => {
            let message = format!("negative count {} (value {at})", sizes[at]);
            Err(reader.error(vcount, ErrorKind::Number, message))
        }
        None => Ok(sizes.into_iter().map(|size| size as u32).collect()),
    }
}

fn append_indices(
    reader: &Reader<'_>,
    p: Element<'_>,
    primitive: &mut Primitive,
) -> Result<(), Error> {
    let indices = reader.integers(p)?;
    let whole = indices.len() - indices.len() % primitive.stride;
    if whole < indices.len() {
        let message = format!(
            "{} indices are not whole corners of {}: the rest is left out",
            indices.len(),
            primitive.stride
        );
        reader.warn(p, message);
    }
    let mut missing = 0;
    primitive.indices.reserve(whole);
    for (at, &index) in indices[..whole].iter().enumerate() {
        primitive.indices.push(match index {
            0.. => index as u32,
            -1 => {
                missing += 1;
                NO_INDEX
            }
            _ => {
                let message = format!("negative index {index} (value {at})");
                return Err(reader.error(p, ErrorKind::Geometry, message));
            }
        });
    }
    if missing > 0 {
        reader.warn(
            p,
            format!("index -1, {missing} times: read as \"no vertex\", its face is left out"),
        );
    }
    Ok(())
}

/// Every index must lie in its source. Normals and texture coordinates that do not are left out as
/// a whole: normals can be made again.
fn check_indices(
    reader: &Reader<'_>,
    sources: &Sources,
    element: Element<'_>,
    primitive: &mut Primitive,
) -> Result<(), Error> {
    let mut broken = Vec::new();
    for input in &primitive.inputs {
        let count = sources.all[input.source].count;
        let column = primitive.indices.iter().skip(input.offset).step_by(primitive.stride);
        let largest = column.copied().filter(|index| *index != NO_INDEX).max();
        let Some(largest) = largest.filter(|index| *index as usize >= count) else { continue };
        let what = match input.semantic {
            Semantic::Position => {
                let message = format!("index {largest}, but there are only {count} positions");
                return Err(reader.error(element, ErrorKind::Geometry, message));
            }
            Semantic::Normal => "normals",
            Semantic::Texcoord(_) => "texture coordinates",
        };
        reader
            .warn(element, format!("index {largest}, but only {count} {what}: they are left out"));
        broken.push(input.clone());
    }
    primitive.inputs.retain(|input| !broken.contains(input));
    Ok(())
}
