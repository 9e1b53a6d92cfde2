//! Skins (`<skin>`): joints, inverse bind matrices, and all influences and weights as written.

use super::{
    limits::MAX_OFFSET,
    reader::Reader,
    scene::{JointIndex, Scene},
    sources::{Source, Sources},
    transforms::{affine, odd_row, single},
    xml::{Element, child, children},
};
use crate::loading::{Error, counted, weights::four_influences};
use armature::skin::{Binding, FourInfluences, Influence, Influences, Skin};
use glam::{Affine3A, DAffine3};
use std::sync::Arc;

/// A `<skin>`, read once for all its instances.
pub(super) struct SkinData<'a> {
    element: Element<'a>,
    /// `bind_shape_matrix`: from the mesh's own space into the one in which it was bound.
    bind_from_mesh: DAffine3,
    /// Names of the joints.
    pub(super) joints: Arc<[String]>,
    /// Whether `joints` are ids (`IDREF_array`), not sids (`Name_array`).
    pub(super) are_ids: bool,
    /// `joint_from_bind`, one for each joint; `None` if the file leaves them out.
    inverse_binds: Option<Vec<DAffine3>>,
    /// Slot of each is the index of a joint, or the number of joints for joint -1, which stays in the bind shape.
    pub(super) influences: Arc<Influences>,
    /// Whether a vertex follows joint -1.
    has_free_vertices: bool,
}

impl<'a> SkinData<'a> {
    /// Reads a `<skin>`. Missing joints, matrices or weights are reported and left out.
    pub(super) fn read(
        reader: &Reader<'a>,
        sources: &Sources<'a>,
        index: &JointIndex<'a>,
        element: Element<'a>,
    ) -> Result<Self, Error> {
        let mut skin = Self {
            element,
            bind_from_mesh: DAffine3::IDENTITY,
            joints: Arc::default(),
            are_ids: false,
            inverse_binds: None,
            influences: Arc::default(),
            has_free_vertices: false,
        };
        if let Some(matrix) = child(element, "bind_shape_matrix") {
            let rows = reader.doubles(matrix, 16)?;
            if let Some(message) = odd_row(&rows) {
                reader.warn(matrix, message);
            }
            skin.bind_from_mesh = affine(&rows);
        }
        let joints = child(element, "joints");
        // Some files name the joints only where the weights are.
        let weights = child(element, "vertex_weights");
        match find_input(joints, "JOINT").or_else(|| find_input(weights, "JOINT")) {
            Some(input) => skin.read_names(reader, sources, index, input)?,
            None => reader.warn(element, "no input JOINT: the skin has no joints"),
        }
        match find_input(joints, "INV_BIND_MATRIX") {
            Some(input) => {
                if let Some(source) = sources.of(reader, input)? {
                    skin.inverse_binds = read_inverse_binds(reader, input, &source, skin.joints.len());
                }
            }
            None if !skin.joints.is_empty() => {
                reader.warn(element, "no inverse bind matrices: the joints' rest places are used");
            }
            None => {}
        }
        match weights {
            Some(weights) => skin.read_weights(reader, sources, weights)?,
            None => reader.warn(element, "no <vertex_weights>: nothing follows the joints"),
        }
        Ok(skin)
    }

    fn read_names(
        &mut self,
        reader: &Reader<'a>,
        sources: &Sources<'a>,
        index: &JointIndex<'a>,
        input: Element<'a>,
    ) -> Result<(), Error> {
        let source = sources.of(reader, input)?.filter(|source| !source.array.is_numeric);
        let Some(source) = source else {
            reader.warn(input, "no source of names: the skin has no joints");
            return Ok(());
        };
        let mut joints = join_names(&source, index);
        if joints.len() > source.declared {
            let declared = source.declared;
            let message = format!("{} names for {declared} joints: the first {declared} are used", joints.len());
            reader.warn(input, message);
            joints.truncate(declared);
        }
        if joints.len() >= usize::from(u16::MAX) {
            return Err(reader.error(input, format!("{} joints: fewer than {} are read", joints.len(), u16::MAX)));
        }
        self.joints = joints.into();
        self.are_ids = source.array.are_ids;
        Ok(())
    }

    /// Reads a `<vertex_weights>`: the joint and the weight of each influence of each position.
    fn read_weights(&mut self, reader: &Reader<'a>, sources: &Sources<'a>, element: Element<'a>) -> Result<(), Error> {
        let mut joint_at = None;
        let mut weight_at = None;
        let mut stride = 1;
        for (number, input) in children(element, "input").enumerate() {
            let offset = reader.count(input, "offset")?.unwrap_or(number);
            if offset > MAX_OFFSET {
                return Err(reader.error(input, format!("offset=\"{offset}\" is too large")));
            }
            stride = stride.max(offset + 1);
            match input.attribute("semantic") {
                Some("JOINT") => joint_at = Some(offset),
                Some("WEIGHT") => weight_at = sources.of(reader, input)?.map(|source| (offset, source)),
                _ => {}
            }
        }
        let (Some(joint_at), Some((weight_at, weights))) = (joint_at, weight_at) else {
            reader.warn(element, "without both JOINT and WEIGHT nothing follows the joints");
            return Ok(());
        };
        let counts = child(element, "vcount").map_or(Ok(Vec::new()), |vcount| reader.counts(vcount))?;
        if let Some(count) = reader.count(element, "count")?.filter(|count| *count != counts.len()) {
            let vcount = counts.len();
            let message = format!("count says {count} vertices, but <vcount> has {vcount}: the rest follows no joint");
            reader.warn(element, message);
        }
        let declared: usize = counts.iter().sum();
        let Some(v) = child(element, "v") else {
            let message = "there is no <v> for the <vcount>";
            return if declared > 0 { Err(reader.error(element, message)) } else { Ok(()) };
        };
        let indices = reader.integers(v)?;
        let available = indices.len() / stride;
        if declared > available {
            let message = format!("<vcount> adds up to {declared} influences, but there are {available} here");
            return Err(reader.error(v, message));
        }
        if declared < available {
            let message = format!("{available} influences, but <vcount> asks for {declared}: the rest is left out");
            reader.warn(v, message);
        }
        let mut influences = Influences::with_capacity(counts.len());
        let mut all = indices.chunks_exact(stride);
        for count in counts {
            let mut list = Vec::with_capacity(count);
            for influence in all.by_ref().take(count) {
                let joint = influence[joint_at];
                let weight = influence[weight_at];
                if joint < -1 || joint >= self.joints.len() as i32 {
                    let message = format!("joint {joint}, but the skin has {} joints", self.joints.len());
                    return Err(reader.error(v, message));
                }
                if weight < 0 || weight as usize >= weights.count {
                    return Err(reader.error(v, format!("weight {weight}, but there are {} weights", weights.count)));
                }
                self.has_free_vertices |= joint == -1;
                let slot = u16::try_from(joint).unwrap_or(self.joints.len() as u16);
                list.push(Influence { slot, weight: weights.get(weight as usize, 0) });
            }
            influences.push(list);
        }
        self.influences = influences.into();
        Ok(())
    }

    /// Returns the skin of an instance at a node, with its bindings in the file's order. Without inverse bind matrices, the
    /// mesh is taken to have been bound where it and the joints rest.
    pub(super) fn bind(&self, scene: &Scene<'a>, at: usize, joints: &[Option<usize>]) -> Skin {
        let mut bindings = Vec::new();
        for (slot, joint) in joints.iter().enumerate() {
            let joint_from_bind = match (&self.inverse_binds, joint) {
                (Some(matrices), _) => matrices[slot],
                (None, Some(joint)) => invert(&scene.rest[*joint]) * scene.rest[at],
                (None, None) => DAffine3::IDENTITY,
            };
            bindings.push(Binding { joint: *joint, joint_from_bind: single(&joint_from_bind) });
        }
        // Joint -1, and a skin without joints, need a binding without a joint.
        if self.has_free_vertices || bindings.is_empty() {
            bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
        }
        Skin { bindings, bind_from_mesh: single(&self.bind_from_mesh) }
    }

    /// Returns the best four influences of each of a mesh's positions, and warns of what is left out.
    pub(super) fn four(&self, reader: &Reader<'a>, positions: usize) -> Vec<FourInfluences> {
        let influences = &self.influences;
        let (four, notes) = four_influences(positions, |position, list| list.extend(influences.get(position)));
        for note in notes {
            reader.warn(self.element, note);
        }
        if influences.len() > positions && positions > 0 {
            let vertices = counted(influences.len(), "vertex", "vertices");
            reader.warn(self.element, format!("weights for {vertices}, but the mesh has {positions}"));
        }
        four
    }
}

/// Finds the `<input>` with a semantic in an element.
fn find_input<'a>(parent: Option<Element<'a>>, semantic: &str) -> Option<Element<'a>> {
    children(parent?, "input").find(|input| input.attribute("semantic") == Some(semantic))
}

/// Returns the names of a source: by its stride and offset, if the array has as many words as they need. If there are more
/// words than names are declared, names have blanks: the longest run of words that names a node becomes one name.
fn join_names(source: &Source<'_>, index: &JointIndex<'_>) -> Vec<String> {
    const MAX_WORDS: usize = 16;
    let Source { declared, stride, offset, .. } = *source;
    let words = &*source.array.names;
    let last = declared.saturating_sub(1).saturating_mul(stride).saturating_add(offset);
    if (stride, offset) != (1, 0) && declared > 0 && last < words.len() {
        return words.iter().skip(offset).step_by(stride).take(declared).map(ToString::to_string).collect();
    }
    if words.len() <= declared {
        return words.iter().map(ToString::to_string).collect();
    }
    let mut names = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let most = rest.len().min(MAX_WORDS);
        let length = (2..=most).rev().find(|length| index.has(&rest[..*length].join(" "))).unwrap_or(1);
        names.push(rest[..length].join(" "));
        rest = &rest[length..];
    }
    names
}

/// Reads an inverse bind matrix for each of `joints` joints; `None`, and a warning, if there are too few numbers.
fn read_inverse_binds(
    reader: &Reader<'_>,
    input: Element<'_>,
    source: &Source<'_>,
    joints: usize,
) -> Option<Vec<DAffine3>> {
    if !source.array.is_numeric {
        reader.warn(input, "the inverse bind matrices are not numbers: the joints' rest places are used");
        return None;
    }
    let values = &*source.array.numbers;
    // Some files leave out the stride: sixteen to a matrix all the same.
    let stride = if source.width() == 16 { source.stride } else { 16 };
    let end = joints.saturating_sub(1).saturating_mul(stride).saturating_add(source.offset).saturating_add(16);
    if joints > 0 && values.len() < end {
        let message = format!("{} values, but {joints} matrices need {}", values.len(), 16 * joints);
        reader.warn(source.element, format!("{message}: the joints' rest places are used"));
        return None;
    }
    let mut is_odd = false;
    let mut matrices = Vec::with_capacity(joints);
    for joint in 0..joints {
        let start = source.offset + joint * stride;
        let rows: Vec<f64> = values[start..start + 16].iter().map(|value| f64::from(*value)).collect();
        if let Some(message) = odd_row(&rows).filter(|_| !is_odd) {
            is_odd = true;
            reader.warn(source.element, format!("matrix {joint}: {message}"));
        }
        matrices.push(affine(&rows));
    }
    Some(matrices)
}

/// Returns the inverse, or the identity for a singular matrix.
fn invert(matrix: &DAffine3) -> DAffine3 {
    let inverse = matrix.inverse();
    if inverse.is_finite() { inverse } else { DAffine3::IDENTITY }
}
