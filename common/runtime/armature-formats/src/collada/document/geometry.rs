//! Meshes (`<geometry>`): positions, and the primitives made of them.

use super::{
    primitives::{Holes, Input, NO_INDEX, Primitive, PrimitiveKind, Semantic, TriangulatedFaces, read_faces},
    reader::{Element, Reader, attribute, child, children},
    sources::{Scope, Sources},
    triangulation::Triangulator,
};
use crate::collada::{
    error::{Error, ErrorKind, Location},
    limits::MAX_INPUTS,
};
use crate::loading::balance::PRIMITIVES;
use std::collections::HashMap;

/// A mesh as the file has it.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Its place, with its id.
    pub location: Location,
    /// Its name, or else its id.
    pub name: String,
    /// The source of the positions; `None` for anything but a mesh.
    pub positions: Option<usize>,
    /// Primitives in document order.
    pub primitives: Vec<Primitive>,
}

/// Reads all geometries, and returns the index of each by its id.
pub(super) fn read_geometries(
    reader: &Reader<'_>,
    sources: &mut Sources,
) -> Result<(Vec<Geometry>, HashMap<String, usize>), Error> {
    let mut all = Vec::new();
    let mut by_id = HashMap::new();
    let mut triangulator = Triangulator::new();
    for element in reader.library("library_geometries", "geometry") {
        let id = attribute(element, "id").into();
        reader.check_count(element, all.len())?;
        by_id.entry(id).or_insert(all.len());
        all.push(read_geometry(reader, sources, &mut triangulator, element)?);
    }
    Ok((all, by_id))
}

/// Reads the `<mesh>` of a `<geometry>`, with its faces triangulated where fans would not do.
fn read_geometry<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    triangulator: &mut Triangulator,
    element: Element<'a>,
) -> Result<Geometry, Error> {
    let location = element.location();
    let name = element.attribute("name").filter(|name| !name.is_empty()).unwrap_or(&location.id).into();
    let mut geometry = Geometry { location, name, positions: None, primitives: Vec::new() };
    let Some(mesh) = child(element, "mesh").or_else(|| child(element, "convex_mesh")) else {
        reader.warn(element, "there is no <mesh> in it: nothing is drawn");
        return Ok(geometry);
    };
    let scope = sources.scope(reader, mesh)?;
    let mut vertex_inputs = Vec::new();
    let vertices = child(mesh, "vertices");
    if let Some(vertices) = vertices {
        for input in children(vertices, "input") {
            vertex_inputs.extend(read_input(reader, sources, &scope, input, 0)?);
            check_input_count(reader, vertices, &vertex_inputs)?;
        }
    }
    let position = vertex_inputs.iter().find(|input| input.semantic == Semantic::Position);
    geometry.positions = position.map(|position| position.source);
    if geometry.positions.is_none() {
        reader.warn(vertices.unwrap_or(mesh), "no POSITION: nothing is drawn");
        return Ok(geometry);
    }
    for element in mesh.children() {
        let kind = match element.name() {
            "triangles" => PrimitiveKind::Triangles,
            "polylist" | "polygons" => PrimitiveKind::Polygons,
            "tristrips" => PrimitiveKind::Strips,
            "trifans" => PrimitiveKind::Fans,
            "lines" | "linestrips" => {
                reader.leave_out(PRIMITIVES, 1, element, "lines are not drawn");
                continue;
            }
            _ => continue,
        };
        if let Some((mut primitive, holes)) = read_primitive(reader, sources, &scope, &vertex_inputs, element, kind)? {
            let position = primitive.inputs.iter().find(|input| input.semantic == Semantic::Position);
            let position = position.map(|input| (input.offset, &sources.all[input.source]));
            if let Some(position) = position {
                triangulator.triangulate(reader, element, position, &mut primitive, &holes);
            }
            geometry.primitives.push(primitive);
        }
    }
    Ok(geometry)
}

/// Reads an `<input>`; `None` for a semantic that is not used.
fn read_input<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    element: Element<'a>,
    offset: usize,
) -> Result<Option<Input>, Error> {
    let set = reader.read_count(element, "set")?.unwrap_or(0) as u32;
    let semantic = match attribute(element, "semantic") {
        "POSITION" => Semantic::Position,
        "NORMAL" => Semantic::Normal,
        "TEXCOORD" | "UV" => Semantic::Texcoord(set),
        "COLOR" => Semantic::Color(set),
        _ => return Ok(None), // tangents
    };
    let reference = attribute(element, "source");
    let source = sources.find(reader, scope, reference)?;
    match source.filter(|source| sources.all[*source].is_numeric()) {
        Some(source) => Ok(Some(Input { semantic, offset, source })),
        None => {
            reader.warn(element, format!("no source of numbers \"{reference}\": left out"));
            Ok(None)
        }
    }
}

/// Reads a primitive and the holes of its faces; `None` without positions. `vertex_inputs` replace the input `VERTEX`.
fn read_primitive<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    vertex_inputs: &[Input],
    element: Element<'a>,
    kind: PrimitiveKind,
) -> Result<Option<(Primitive, Vec<Holes>)>, Error> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut stride = 1;
    for (number, input) in children(element, "input").enumerate() {
        // Without offsets (1.3 and some converters) inputs stand in their own order.
        let offset = reader.read_count(input, "offset")?.or(reader.read_count(input, "idx")?).unwrap_or(number);
        if offset > MAX_OFFSET {
            let message = format!("offset=\"{offset}\": a corner has {MAX_OFFSET} indices at most");
            return Err(reader.error(input, ErrorKind::Geometry, message));
        }
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") {
            inputs.extend(vertex_inputs.iter().map(|input| Input { offset, ..input.clone() }));
        } else {
            inputs.extend(read_input(reader, sources, scope, input, offset)?);
        }
        check_input_count(reader, element, &inputs)?;
    }
    if !inputs.iter().any(|input| input.semantic == Semantic::Position) {
        reader.leave_out(PRIMITIVES, 1, element, "no input VERTEX with positions: these faces are left out");
        return Ok(None);
    }
    let mut primitive = Primitive {
        location: element.location(),
        kind,
        material: attribute(element, "material").into(),
        inputs,
        stride,
        indices: Vec::new(),
        faces: Vec::new(),
        triangulated: TriangulatedFaces::default(),
    };
    let holes = read_faces(reader, element, &mut primitive)?;
    check_indices(reader, sources, element, &mut primitive)?;
    Ok(Some((primitive, holes)))
}

fn check_input_count(reader: &Reader<'_>, element: Element<'_>, inputs: &[Input]) -> Result<(), Error> {
    if inputs.len() > MAX_INPUTS {
        return Err(reader.error(element, ErrorKind::Limit, format!("more than {MAX_INPUTS} inputs")));
    }
    Ok(())
}

/// Largest offset of an input: no exporter writes as many indices for a corner.
const MAX_OFFSET: usize = 255;

/// Checks that every index is within the source of its input. All normals, or all texture coordinates or colours of a set, are left
/// out if any of their indices is wrong.
fn check_indices(
    reader: &Reader<'_>,
    sources: &Sources,
    element: Element<'_>,
    primitive: &mut Primitive,
) -> Result<(), Error> {
    let mut broken = Vec::new();
    let present = primitive.indices.iter().copied().filter(|index| *index != NO_INDEX);
    let largest_index = present.max().unwrap_or(0) as usize;
    for input in &primitive.inputs {
        let count = sources.all[input.source].count;
        if largest_index < count {
            continue;
        }
        let column = primitive.indices.iter().skip(input.offset).step_by(primitive.stride);
        let largest = column.copied().filter(|index| *index != NO_INDEX).max();
        let Some(largest) = largest.filter(|index| *index as usize >= count) else { continue };
        let name = match input.semantic {
            Semantic::Position => {
                let message = format!("index {largest}, but there are only {count} positions");
                return Err(reader.error(element, ErrorKind::Geometry, message));
            }
            Semantic::Normal => "normals",
            Semantic::Texcoord(_) => "texture coordinates",
            Semantic::Color(_) => "colours",
        };
        reader.warn(element, format!("index {largest}, but only {count} {name}: they are left out"));
        broken.push(input.clone());
    }
    primitive.inputs.retain(|input| !broken.contains(input));
    Ok(())
}
