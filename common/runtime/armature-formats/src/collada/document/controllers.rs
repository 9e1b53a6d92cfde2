//! Controllers (`<controller>`): skins, with all influences and weights as written; morphs by their base shape.

use super::{
    primitives::read_face_sizes,
    reader::{Element, Reader, attribute, child, children},
    sources::{Names, Scope, Source, Sources, Values, find_source},
};
use crate::{
    collada::error::{Error, ErrorKind, Location},
    loading::{
        balance::{MORPH_TARGETS, SKINS},
        rest::odd_last_row,
    },
};
use glam::DAffine3;
use std::collections::HashMap;

/// A deformer of a mesh.
#[derive(Clone, Debug)]
pub struct Controller {
    /// Its place, with its id.
    pub location: Location,
    /// The mesh, or another controller, without the `#`.
    pub target: String,
    /// `None` for a morph: its base shape is used as it is.
    pub skin: Option<SkinData>,
}

/// A `<skin>` as written.
#[derive(Clone, Debug)]
pub struct SkinData {
    /// The `<skin>` element, with its controller's id.
    pub location: Location,
    /// `bind_shape_matrix`: from the mesh's own space into the one in which it was bound.
    pub bind_from_mesh: DAffine3,
    /// Names of the joints.
    pub joints: Vec<String>,
    /// True if `joints` are ids (`IDREF_array`), false if they are sids (`Name_array`).
    pub joints_are_ids: bool,
    /// `joint_from_bind`, one for each joint; `None` if the file leaves them out.
    pub inverse_binds: Option<Vec<DAffine3>>,
    /// End of each position's influences; they begin at the end of the previous position's.
    pub ends: Vec<u32>,
    /// Index in `joints`; -1 follows nothing and stays in the bind shape.
    pub influence_joints: Vec<i32>,
    /// Weights as written, neither limited nor normalised.
    pub influence_weights: Vec<f32>,
}

impl SkinData {
    /// Returns the joint and the weight of each influence of a position; none for a position without influences.
    pub fn influences(&self, position: usize) -> impl Iterator<Item = (i32, f32)> + '_ {
        let end = self.ends.get(position).map_or(0, |end| *end as usize);
        let start = if position == 0 { 0 } else { self.ends.get(position - 1).map_or(0, |end| *end as usize) };
        let range = start.min(end)..end;
        let joints = self.influence_joints[range.clone()].iter().copied();
        joints.zip(self.influence_weights[range].iter().copied())
    }
}

/// Reads all controllers, and returns the index of each by its id. `is_node` returns whether a node has an id, sid or name.
pub(super) fn read_controllers<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    is_node: &dyn Fn(&str) -> bool,
) -> Result<(Vec<Controller>, HashMap<String, usize>), Error> {
    let mut all = Vec::new();
    let mut by_id = HashMap::new();
    for element in reader.library("library_controllers", "controller") {
        let location = element.location();
        let controller = if let Some(skin) = child(element, "skin") {
            let target = reader.id_of(attribute(skin, "source")).into();
            Controller { location, target, skin: Some(read_skin(reader, sources, is_node, skin)?) }
        } else if let Some(morph) = child(element, "morph") {
            reader.leave_out(MORPH_TARGETS, 1, morph, "morph targets are not read: the base shape is used");
            let target = reader.id_of(attribute(morph, "source")).into();
            Controller { location, target, skin: None }
        } else {
            reader.leave_out(SKINS, 1, element, "neither a <skin> nor a <morph>: left out");
            continue;
        };
        reader.check_count(element, all.len())?;
        by_id.entry(controller.location.id.clone()).or_insert(all.len());
        all.push(controller);
    }
    Ok((all, by_id))
}

/// Reads a `<skin>`. Missing joints, matrices or weights are reported and left out.
fn read_skin<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    is_node: &dyn Fn(&str) -> bool,
    element: Element<'a>,
) -> Result<SkinData, Error> {
    let scope = sources.scope(reader, element)?;
    let bind_from_mesh = match child(element, "bind_shape_matrix") {
        Some(matrix) => {
            let rows = reader.doubles(matrix, 16)?;
            if let Some(message) = odd_row(&rows) {
                reader.warn(matrix, message);
            }
            affine(&rows)
        }
        None => DAffine3::IDENTITY,
    };
    let controller = element.parent().map_or("", |parent| attribute(parent, "id"));
    let mut skin = SkinData {
        location: Location { id: controller.into(), ..element.location() },
        bind_from_mesh,
        joints: Vec::new(),
        joints_are_ids: false,
        inverse_binds: None,
        ends: Vec::new(),
        influence_joints: Vec::new(),
        influence_weights: Vec::new(),
    };
    let joints = child(element, "joints");
    // Some files name the joints only where the weights are.
    let weights = child(element, "vertex_weights");
    match find_input(joints, "JOINT").or_else(|| find_input(weights, "JOINT")) {
        Some(input) => {
            let source = find_source(reader, sources, &scope, input)?.map(|source| &sources.all[source]);
            if let Some(Source { values: Values::Names { names, ids }, declared, stride, offset, .. }) = source {
                skin.joints = join_names(names, (*declared, *stride, *offset), is_node);
                let names = skin.joints.len();
                if names > *declared {
                    reader.warn(input, format!("{names} names for {declared} joints: the first {declared} are used"));
                    skin.joints.truncate(*declared);
                }
                skin.joints_are_ids = *ids;
                if skin.joints.len() > usize::from(u16::MAX) {
                    let message = format!("{} joints: {} at most", skin.joints.len(), u16::MAX);
                    return Err(reader.error(input, ErrorKind::Limit, message));
                }
            } else {
                reader.warn(input, "no source of names: the skin has no joints");
            }
        }
        None => reader.warn_at(&skin.location, "no input JOINT: the skin has no joints"),
    }
    match find_input(joints, "INV_BIND_MATRIX") {
        Some(input) => {
            if let Some(source) = find_source(reader, sources, &scope, input)? {
                skin.inverse_binds = read_inverse_binds(reader, input, &sources.all[source], skin.joints.len());
            }
        }
        None if !skin.joints.is_empty() => {
            reader.warn_at(&skin.location, "no inverse bind matrices: the joints' rest places are used");
        }
        None => {}
    }
    match weights {
        Some(weights) => read_weights(reader, sources, &scope, weights, &mut skin)?,
        None => reader.warn_at(&skin.location, "no <vertex_weights>: nothing follows the joints"),
    }
    Ok(skin)
}

/// Returns the names in an array that is split at whitespace. If there are more tokens than the accessor declares names,
/// the longest run of tokens that names a node becomes one name.
///
/// The accessor's stride and offset are used if the array has as many tokens as they need.
fn join_names(
    tokens: &Names,
    (declared, stride, offset): (usize, usize, usize),
    is_node: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    const MAX_WORDS: usize = 16;
    let last = declared.saturating_sub(1).saturating_mul(stride).saturating_add(offset);
    if (stride, offset) != (1, 0) && declared > 0 && last < tokens.len() {
        return tokens.iter().skip(offset).step_by(stride).take(declared).map(String::from).collect();
    }
    if tokens.len() <= declared {
        return tokens.iter().map(String::from).collect();
    }
    let tokens: Vec<&str> = tokens.iter().collect();
    let mut names = Vec::new();
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        let most = rest.len().min(MAX_WORDS);
        let words = (2..=most).rev().find(|words| is_node(&rest[..*words].join(" "))).unwrap_or(1);
        names.push(rest[..words].join(" "));
        rest = &rest[words..];
    }
    names
}

/// Reads an inverse bind matrix for each of `joints` joints; `None`, with a warning, for a source without numbers.
fn read_inverse_binds(
    reader: &Reader<'_>,
    input: Element<'_>,
    source: &Source,
    joints: usize,
) -> Option<Vec<DAffine3>> {
    let Values::Floats(values) = &source.values else {
        reader.warn(input, "the inverse bind matrices are not numbers: the joints' rest places are used");
        return None;
    };
    // Some files leave out the stride: sixteen to a matrix all the same.
    let stride = if source.dimensions() == 16 { source.stride } else { 16 };
    let end = joints.saturating_sub(1).saturating_mul(stride).saturating_add(source.offset + 16);
    if joints > 0 && values.len() < end {
        let (has, needed) = (values.len(), 16 * joints);
        let message = format!("{has} values, but {joints} matrices need {needed}: the joints' rest places are used");
        reader.warn_at(&source.location, message);
        return None;
    }
    let mut is_odd = false;
    let mut matrices = Vec::with_capacity(joints);
    for joint in 0..joints {
        let start = source.offset + joint * stride;
        let rows: Vec<f64> = values[start..start + 16].iter().map(|value| f64::from(*value)).collect();
        if let Some(message) = odd_row(&rows).filter(|_| !is_odd) {
            is_odd = true;
            reader.warn_at(&source.location, format!("matrix {joint}: {message}"));
        }
        matrices.push(affine(&rows));
    }
    Some(matrices)
}

/// Finds the `<input>` with a semantic in an element.
fn find_input<'a>(parent: Option<Element<'a>>, semantic: &str) -> Option<Element<'a>> {
    children(parent?, "input").find(|input| input.attribute("semantic") == Some(semantic))
}

/// Reads a `<vertex_weights>`: the joint and the weight of each influence of each position.
fn read_weights<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    element: Element<'a>,
    skin: &mut SkinData,
) -> Result<(), Error> {
    let mut joint_at = None;
    let mut weight_at = None;
    let mut stride = 1;
    let mut weights = None;
    for (number, input) in children(element, "input").enumerate() {
        let offset = reader.read_count(input, "offset")?.unwrap_or(number);
        if offset > usize::from(u8::MAX) {
            return Err(reader.error(input, ErrorKind::Skin, format!("offset=\"{offset}\" is too large")));
        }
        stride = stride.max(offset + 1);
        match attribute(input, "semantic") {
            "JOINT" => joint_at = Some(offset),
            "WEIGHT" => {
                weight_at = Some(offset);
                weights = find_source(reader, sources, scope, input)?;
            }
            _ => {}
        }
    }
    let (Some(joint_at), Some(weight_at), Some(weights)) = (joint_at, weight_at, weights) else {
        reader.warn(element, "without both JOINT and WEIGHT nothing follows the joints");
        return Ok(());
    };
    let weights = &sources.all[weights];
    let counts = match child(element, "vcount") {
        Some(vcount) => read_face_sizes(reader, vcount)?,
        None => Vec::new(),
    };
    if let Some(count) = reader.read_count(element, "count")?.filter(|count| *count != counts.len()) {
        let message =
            format!("count says {count} vertices, but <vcount> has {}: the rest follows no joint", counts.len());
        reader.warn(element, message);
    }
    let Some(v) = child(element, "v") else {
        if counts.iter().any(|count| *count > 0) {
            return Err(reader.error(element, ErrorKind::Skin, "there is no <v> for the <vcount>"));
        }
        return Ok(());
    };
    let indices = reader.integers(v)?;
    let declared: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    let available = (indices.len() / stride) as u64;
    if declared > available {
        let message = format!("<vcount> adds up to {declared} influences, but there are {available} here");
        return Err(reader.error(v, ErrorKind::Skin, message));
    }
    if declared < available {
        reader.warn(v, format!("{available} influences, but <vcount> asks for {declared}: the rest is left out"));
    }
    skin.ends.reserve_exact(counts.len());
    skin.influence_joints.reserve_exact(declared as usize); // no more than are available
    skin.influence_weights.reserve_exact(declared as usize);
    let mut end = 0;
    for count in counts {
        end += count;
        skin.ends.push(end);
    }
    for influence in indices.chunks_exact(stride).take(declared as usize) {
        let joint = influence[joint_at];
        let weight = influence[weight_at];
        if joint < -1 || joint >= skin.joints.len() as i32 {
            let message = format!("joint {joint}, but the skin has {} joints", skin.joints.len());
            return Err(reader.error(v, ErrorKind::Skin, message));
        }
        if weight < 0 || weight as usize >= weights.count {
            let message = format!("weight {weight}, but there are {} weights", weights.count);
            return Err(reader.error(v, ErrorKind::Skin, message));
        }
        skin.influence_joints.push(joint);
        skin.influence_weights.push(weights.float(weight as usize, 0));
    }
    Ok(())
}

/// Returns what is wrong with the last row of a matrix of sixteen numbers, row by row.
pub(super) fn odd_row(rows: &[f64]) -> Option<String> {
    odd_last_row([12, 13, 14, 15].map(|index| rows[index]), [3, 7, 11].map(|index| rows[index]))
}

/// Returns the matrix of sixteen numbers, row by row. The last row is taken as 0 0 0 1.
pub fn affine(rows: &[f64]) -> DAffine3 {
    DAffine3::from_cols_array(&[
        rows[0], rows[4], rows[8], rows[1], rows[5], rows[9], rows[2], rows[6], rows[10], rows[3], rows[7], rows[11],
    ])
}
