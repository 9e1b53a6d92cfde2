//! From the text of a file to its joints: what is given around the four answers.

use crate::{Answers, Joint, UpAxis};
use glam::Mat4;
use roxmltree::{Document, Node};

/// Nodes inside nodes. A recursion goes as deep as the file says, and the call stack has an end.
pub const MAX_DEPTH: usize = 200;

/// What other elements than `<matrix>` a node's place may be written with.
const NOT_READ: [&str; 5] = ["translate", "rotate", "scale", "skew", "lookat"];

/// Reads one node's matrix and name, by the answers 04.1 and 04.2.
pub struct Reader {
    /// 04.1
    pub matrix_from_text: fn(&str) -> Result<Mat4, String>,
    /// 04.2
    pub joint_name: fn(Node<'_, '_>) -> String,
}

impl Reader {
    /// `above_from_node`: from the node's own space to that of the node it stands in. The identity if
    /// it has no `<matrix>`; the product of all of them, in the file's order, if it has several.
    ///
    /// # Errors
    /// If 04.1 gives one, or the node is placed by an element that this lesson does not read: with the
    /// element's line.
    pub fn matrix(&self, node: Node<'_, '_>) -> Result<Mat4, String> {
        let mut above_from_node = Mat4::IDENTITY;
        for element in node.children().filter(Node::is_element) {
            let tag = element.tag_name().name();
            let at = || format!("line {}, <{tag}>", line(element));
            if NOT_READ.contains(&tag) {
                return Err(format!("{}: in this lesson a node has a <matrix> only", at()));
            }
            if tag == "matrix" {
                // Several pieces if a comment stands between.
                let text: String = element.children().filter_map(text_of).collect();
                let matrix = (self.matrix_from_text)(&text);
                above_from_node *= matrix.map_err(|error| format!("{}: {error}", at()))?;
            }
        }
        Ok(above_from_node)
    }

    /// What a skin calls the node.
    pub fn name(&self, node: Node<'_, '_>) -> String {
        (self.joint_name)(node)
    }
}

/// The joints of a Collada file, by somebody's answers.
///
/// # Errors
/// If the text is no XML, has no scene, or the answers give an error.
pub fn read(answers: &Answers, text: &str) -> Result<Vec<Joint>, String> {
    let document = document(text)?;
    let scene = visual_scene(&document)?;
    let reader =
        Reader { matrix_from_text: answers.matrix_from_text, joint_name: answers.joint_name };
    let mut joints = Vec::new();
    (answers.add_joints)(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
    let (up_axis, meter) = asset(&document)?;
    (answers.to_our_axes)(up_axis, meter, &mut joints);
    Ok(joints)
}

/// The XML tree of a file.
///
/// # Errors
/// If it is no XML or no Collada, or its nodes stand in one another more than [`MAX_DEPTH`] deep.
pub fn document(text: &str) -> Result<Document<'_>, String> {
    let text = text.trim_start_matches('\u{feff}'); // the mark that some programs begin a file with
    let document = Document::parse(text).map_err(|error| format!("this is no XML: {error}"))?;
    let tag = document.root_element().tag_name().name();
    if tag != "COLLADA" {
        return Err(format!("this is no Collada file: its outermost element is <{tag}>"));
    }
    let nodes = || document.descendants().filter(|element| element.has_tag_name("node"));
    match nodes().find(|node| node.ancestors().take(MAX_DEPTH + 1).count() > MAX_DEPTH) {
        Some(node) => {
            Err(format!("line {}: elements nested more than {MAX_DEPTH} deep", line(node)))
        }
        None => Ok(document),
    }
}

/// The `<visual_scene>` that the file's `<scene>` names; the first one if it names none.
///
/// # Errors
/// If there is none.
pub fn visual_scene<'a, 'input>(
    document: &'a Document<'input>,
) -> Result<Node<'a, 'input>, String> {
    let named = |tag: &'static str| document.descendants().filter(move |e| e.has_tag_name(tag));
    let wanted = named("instance_visual_scene").find_map(|instance| instance.attribute("url"));
    let wanted = wanted.map(|url| url.trim_start_matches('#'));
    let is_wanted = |scene: &Node<'_, '_>| wanted.is_none() || scene.attribute("id") == wanted;
    let scene = named("visual_scene").find(is_wanted);
    scene.ok_or_else(|| match wanted {
        Some(id) => format!("there is no <visual_scene id=\"{id}\">"),
        None => "there is no <visual_scene>".into(),
    })
}

/// Which axis points up, and how many metres a unit is: `Y_UP` and 1 where the file does not say.
fn asset(document: &Document<'_>) -> Result<(UpAxis, f32), String> {
    let root = document.root_element();
    let asset = root.children().find(|child| child.has_tag_name("asset"));
    let element = |tag: &'static str| asset?.children().find(|child| child.has_tag_name(tag));
    let up_axis = match element("up_axis").and_then(|e| e.text()).map(str::trim) {
        None | Some("Y_UP") => UpAxis::Y,
        Some("X_UP") => UpAxis::X,
        Some("Z_UP") => UpAxis::Z,
        Some(other) => return Err(format!("<up_axis>: unknown axis \"{other}\"")),
    };
    let meter = match element("unit").and_then(|e| e.attribute("meter")) {
        None => 1.0,
        Some(text) => match text.trim().parse::<f32>() {
            Ok(meter) if meter.is_finite() && meter > 0.0 => meter,
            _ => return Err(format!("<unit>: meter=\"{text}\" is not a length")),
        },
    };
    Ok((up_axis, meter))
}

fn text_of<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    if node.is_text() { node.text() } else { None }
}

/// In which line of the file an element begins.
fn line(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}
