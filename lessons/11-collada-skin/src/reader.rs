//! Reads the XML of a `<skin>` into plain lists of numbers and names: what is given before your answers.

use crate::{Input, offset_of, rows};
use common::collada::document::SkinData;
use common::scenes::xml::{child, children, error_at, text};
use glam::{DAffine3, Mat4};
use roxmltree::{Document, Node};
use std::str::FromStr;

/// A `<skin>` as plain lists, in the order of the file. All indices are valid.
#[derive(Clone, Debug, PartialEq)]
pub struct FileSkin {
    /// The bind shape matrix: from the mesh's own space to the space in which it was bound.
    pub bind_from_mesh: Mat4,
    /// What the skin calls its joints.
    pub names: Vec<String>,
    /// Whether those are ids; sids otherwise.
    pub names_are_ids: bool,
    /// 16 numbers for each joint, row by row.
    pub inverse_binds: Vec<f32>,
    /// What the numbers of `v` mean.
    pub inputs: Vec<Input>,
    /// The list that the weights in `v` are indices of.
    pub weights: Vec<f32>,
    /// How many influences each vertex has.
    pub vcount: Vec<usize>,
    /// A group of numbers for each influence.
    pub v: Vec<i32>,
}

/// The largest offset that an input of `<vertex_weights>` may have.
const MAX_OFFSET: usize = 255;

/// The skin of a `<controller>`, by its id.
///
/// # Errors
/// If there is none, or its lists do not fit together: with the element and its line.
pub fn read_skin(document: &Document<'_>, controller: &str) -> Result<FileSkin, String> {
    let is_it = |element: &Node<'_, '_>| {
        element.has_tag_name("controller") && element.attribute("id") == Some(controller)
    };
    let element = document.descendants().find(is_it);
    let element = element.ok_or_else(|| format!("there is no <controller id=\"{controller}\">"))?;
    let skin = child(element, "skin")?;
    let bind_from_mesh = match child(skin, "bind_shape_matrix") {
        Ok(matrix) => Mat4::from_cols_array(&sixteen(matrix)?).transpose(),
        Err(_) => Mat4::IDENTITY, // a mesh that was bound where it was modelled
    };
    let joints = child(skin, "joints")?;
    let source = source_of(skin, joints, "JOINT")?;
    let names_are_ids = child(source, "IDREF_array").is_ok();
    let list = child(source, if names_are_ids { "IDREF_array" } else { "Name_array" })?;
    let names: Vec<String> = text(list).split_whitespace().map(str::to_owned).collect();
    let inverse_binds =
        numbers(child(source_of(skin, joints, "INV_BIND_MATRIX")?, "float_array")?)?;
    if inverse_binds.len() != 16 * names.len() {
        let found = inverse_binds.len();
        let message = format!("{found} numbers, where {} joints need 16 each", names.len());
        return Err(error_at(joints, &message));
    }
    let element = child(skin, "vertex_weights")?;
    let weights = numbers(child(source_of(skin, element, "WEIGHT")?, "float_array")?)?;
    source_of(skin, element, "JOINT")?; // it has to be there
    let skin = FileSkin {
        bind_from_mesh,
        names,
        names_are_ids,
        inverse_binds,
        inputs: inputs(element)?,
        weights,
        vcount: numbers(child(element, "vcount")?)?,
        v: numbers(child(element, "v")?)?,
    };
    skin.check().map_err(|message| error_at(element, &message))?;
    Ok(skin)
}

impl FileSkin {
    /// The same lists out of a skin that `common` has read, with the inverse bind matrices that it found:
    /// for files that this reader is too simple for.
    pub fn of(data: &SkinData, inverse_binds: &[DAffine3]) -> FileSkin {
        let single = |matrix: &DAffine3| glam::DMat4::from(*matrix).as_mat4();
        let inverse_binds: Vec<Mat4> = inverse_binds.iter().map(single).collect();
        let input = |(offset, semantic): (usize, &str)| Input { semantic: semantic.into(), offset };
        let starts = std::iter::once(&0).chain(&data.ends);
        let groups = data.influence_joints.iter().enumerate();
        FileSkin {
            bind_from_mesh: single(&data.bind_from_mesh),
            names: data.joints.clone(),
            names_are_ids: data.joints_are_ids,
            inverse_binds: rows(&inverse_binds),
            inputs: ["JOINT", "WEIGHT"].into_iter().enumerate().map(input).collect(),
            weights: data.influence_weights.clone(),
            vcount: data
                .ends
                .iter()
                .zip(starts)
                .map(|(end, start)| (end - start) as usize)
                .collect(),
            v: groups.flat_map(|(weight, joint)| [*joint, weight as i32]).collect(),
        }
    }

    /// That `v` is as long as `vcount` demands, and that its indices are valid.
    fn check(&self) -> Result<(), String> {
        let stride = self.inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
        let wanted = self.vcount.iter().try_fold(0usize, |sum, count| sum.checked_add(*count));
        let found = self.v.len() / stride;
        let Some(wanted) = wanted.filter(|wanted| *wanted <= found) else {
            return Err(format!("<vcount> asks for more influences than <v> has, {found}"));
        };
        let (joint, weight) = (offset_of(&self.inputs, "JOINT"), offset_of(&self.inputs, "WEIGHT"));
        for group in self.v.chunks_exact(stride).take(wanted) {
            let (joint, weight) = (group[joint], group[weight]);
            if joint < -1 || joint >= self.names.len() as i32 {
                return Err(format!("joint {joint}, where there are {}", self.names.len()));
            }
            if weight < 0 || weight as usize >= self.weights.len() {
                return Err(format!("weight {weight}, where there are {}", self.weights.len()));
            }
        }
        Ok(())
    }
}

/// All inputs of an element; without an offset they stand in their own order.
fn inputs(element: Node<'_, '_>) -> Result<Vec<Input>, String> {
    let input = |(number, input): (usize, Node<'_, '_>)| {
        let offset = input.attribute("offset").map_or(Ok(number), str::parse::<usize>);
        match offset {
            Ok(offset) if offset <= MAX_OFFSET => {
                Ok(Input { semantic: input.attribute("semantic").unwrap_or("").into(), offset })
            }
            _ => Err(error_at(input, &format!("an offset is a number from 0 to {MAX_OFFSET}"))),
        }
    };
    children(element, "input").enumerate().map(input).collect()
}

/// The `<source>` that the input of this meaning points to.
fn source_of<'a, 'i>(
    skin: Node<'a, 'i>,
    element: Node<'a, 'i>,
    semantic: &str,
) -> Result<Node<'a, 'i>, String> {
    let mut inputs = children(element, "input");
    let input = inputs.find(|input| input.attribute("semantic") == Some(semantic));
    let input = input.ok_or_else(|| error_at(element, &format!("there is no input {semantic}")))?;
    let id = input.attribute("source").unwrap_or("").trim_start_matches('#');
    let source = children(skin, "source").find(|source| source.attribute("id") == Some(id));
    source.ok_or_else(|| error_at(input, &format!("the skin has no <source id=\"{id}\">")))
}

fn sixteen(element: Node<'_, '_>) -> Result<[f32; 16], String> {
    let numbers = numbers::<f32>(element)?;
    let found = numbers.len();
    numbers
        .try_into()
        .map_err(|_| error_at(element, &format!("expected 16 numbers, found {found}")))
}

fn numbers<T: FromStr>(element: Node<'_, '_>) -> Result<Vec<T>, String> {
    let number = |word: &str| {
        word.parse()
            .map_err(|_| error_at(element, &format!("\"{word}\" is no number that fits here")))
    };
    text(element).split_whitespace().map(number).collect()
}
