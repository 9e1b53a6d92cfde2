//! Reads the joints of a Collada file by the four answers.

use super::{ColladaJoints, Joint};
use crate::xml::{self, error_at};
use crate::{CallError, unwind};
use glam::Mat4;
use roxmltree::{Document, Node};

/// Deepest nesting of elements. A recursion goes as deep as the file says, and the call stack has an end.
pub const MAX_DEPTH: usize = 200;

/// Transform elements other than `<matrix>`.
const NOT_READ: [&str; 5] = ["translate", "rotate", "scale", "skew", "lookat"];

/// Reads one node's matrix and name, by 05.1 and 05.2.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Reader {
    pub matrix_from_text: fn(text: &str) -> Result<Result<Mat4, String>, CallError>, // 05.1
    pub joint_name: fn(node: Node<'_, '_>) -> Result<String, CallError>,             // 05.2
}

impl Reader {
    /// Creates a reader that calls these answers.
    pub fn new(answers: &ColladaJoints) -> Self {
        Reader { matrix_from_text: answers.matrix_from_text, joint_name: answers.joint_name }
    }

    /// Returns the matrix from the node's own space to its parent node's: the product of its `<matrix>` elements in the file's
    /// order, which is the identity if there are none.
    ///
    /// # Errors
    /// If 05.1 returns one, or the node has a transform element that this lesson does not read. The error begins with the
    /// element's line.
    pub fn matrix(&self, node: Node<'_, '_>) -> Result<Mat4, String> {
        let mut above_from_node = Mat4::IDENTITY;
        for element in node.children().filter(Node::is_element) {
            let tag = element.tag_name().name();
            if NOT_READ.contains(&tag) {
                return Err(error_at(element, "in this lesson a node has a <matrix> only"));
            }
            if tag == "matrix" {
                let text = xml::text(element);
                let matrix = (self.matrix_from_text)(&text).unwrap_or_else(unwind);
                above_from_node *= matrix.map_err(|error| error_at(element, &error))?;
            }
        }
        Ok(above_from_node)
    }

    /// Returns the name by which a skin refers to the node.
    pub fn name(&self, node: Node<'_, '_>) -> String {
        (self.joint_name)(node).unwrap_or_else(unwind)
    }
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpAxis {
    X,
    Y,
    Z,
}

/// Reads the joints of a Collada file by `answers`. The inner error is the file's: it is not XML, has no scene, or an answer
/// returns an error.
///
/// # Errors
/// If an answer cannot be used.
pub fn read(answers: &ColladaJoints, text: &str) -> Result<Result<Vec<Joint>, String>, CallError> {
    let document = match document(text) {
        Ok(document) => document,
        Err(error) => return Ok(Err(error)),
    };
    let scene = match visual_scene(&document) {
        Ok(scene) => scene,
        Err(error) => return Ok(Err(error)),
    };
    let mut joints = Vec::new();
    if let Err(error) = answers.add_joints(&Reader::new(answers), scene, None, Mat4::IDENTITY, &mut joints)? {
        return Ok(Err(error));
    }
    answers.to_our_axes(up_axis(&document), meter(&document), &mut joints)?;
    Ok(Ok(joints))
}

/// Returns the child of the file's `<asset>` with this tag.
fn asset<'a, 'input>(document: &'a Document<'input>, tag: &'static str) -> Option<Node<'a, 'input>> {
    xml::child(xml::child(document.root_element(), "asset").ok()?, tag).ok()
}

/// Returns the axis that points up in the file: y if the file does not say.
fn up_axis(document: &Document<'_>) -> UpAxis {
    match asset(document, "up_axis").map(xml::text).unwrap_or_default().trim() {
        "X_UP" => UpAxis::X,
        "Z_UP" => UpAxis::Z,
        _ => UpAxis::Y,
    }
}

/// Returns the metres in the file's unit of length: 1 if the file names none above 0.
fn meter(document: &Document<'_>) -> f32 {
    let meter = asset(document, "unit").and_then(|unit| unit.attribute("meter")?.parse().ok());
    meter.filter(|meter: &f32| meter.is_finite() && *meter > 0.0).unwrap_or(1.0)
}

/// Returns the XML tree of a file.
///
/// # Errors
/// If it is not XML or not Collada, or its elements are nested more than [`MAX_DEPTH`] deep.
pub fn document(text: &str) -> Result<Document<'_>, String> {
    let document = xml::parse(text).map_err(|error| format!("this is no XML: {error}"))?;
    let tag = document.root_element().tag_name().name();
    if tag != "COLLADA" {
        return Err(format!("this is no Collada file: its outermost element is <{tag}>"));
    }
    let mut nodes = document.descendants().filter(|element| element.has_tag_name("node"));
    match nodes.find(|node| node.ancestors().take(MAX_DEPTH + 1).count() > MAX_DEPTH) {
        Some(node) => Err(format!("line {}: elements nested more than {MAX_DEPTH} deep", xml::line(node))),
        None => Ok(document),
    }
}

/// Returns the `<visual_scene>` that the file's `<scene>` names, or the first one if it names none.
///
/// # Errors
/// If there is none.
pub fn visual_scene<'a, 'input>(document: &'a Document<'input>) -> Result<Node<'a, 'input>, String> {
    let mut instances = document.descendants().filter(|element| element.has_tag_name("instance_visual_scene"));
    let wanted = instances.find_map(|instance| instance.attribute("url"));
    let wanted = wanted.map(|url| url.trim_start_matches('#'));
    let mut scenes = document.descendants().filter(|element| element.has_tag_name("visual_scene"));
    let scene = scenes.find(|scene| wanted.is_none() || scene.attribute("id") == wanted);
    scene.ok_or_else(|| match wanted {
        Some(id) => format!("there is no <visual_scene id=\"{id}\">"),
        None => "there is no <visual_scene>".into(),
    })
}
