//! Reads a figure from a Collada file, with what I wrote in the lessons.

use crate::figure::Figure;
use crate::lessons::lesson_04::{add_joints, to_our_axes};
use crate::lessons::{Joint, MAX_JOINTS, Reader, UpAxis};
use glam::Mat4;
use roxmltree::{Document, Node};
use std::error::Error;
use std::fs;

pub fn read(path: &str) -> Result<Figure, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let document = &Document::parse(&text)?;
    Ok(Figure { joints: read_joints(document)?, world_from_file: world_from_file(document)? })
}

fn read_joints(document: &Document) -> Result<Vec<Joint>, Box<dyn Error>> {
    let mut joints = Vec::new();
    add_joints(&Reader, only(document, "visual_scene")?, None, Mat4::IDENTITY, &mut joints)?;
    if joints.len() > MAX_JOINTS {
        return Err(format!("there are {} joints, and the shaders have matrices for {MAX_JOINTS}", joints.len()).into());
    }
    Ok(joints)
}

/// Returns what `to_our_axes` makes of a root at the origin: the matrix from the file's space to ours.
fn world_from_file(document: &Document) -> Result<Mat4, Box<dyn Error>> {
    let up_axis = match only(document, "up_axis")?.text() {
        Some("X_UP") => UpAxis::X,
        Some("Z_UP") => UpAxis::Z,
        _ => UpAxis::Y,
    };
    let meter = number(only(document, "unit")?.attribute("meter").unwrap_or("1"))?;
    let mut root = [Joint::new(String::new(), None, Mat4::IDENTITY)];
    to_our_axes(up_axis, meter, &mut root);
    Ok(root[0].parent_from_joint)
}

/// Returns the element with this tag, of which there must be one.
fn only<'a, 'text>(document: &'a Document<'text>, tag: &str) -> Result<Node<'a, 'text>, String> {
    let elements: Vec<Node> = document.descendants().filter(|element| element.has_tag_name(tag)).collect();
    match elements[..] {
        [element] => Ok(element),
        _ => Err(format!("there are {} <{tag}>, and this program reads files with one", elements.len())),
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("\"{word}\" is not a number that is valid here"))
}
