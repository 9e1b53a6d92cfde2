//! The tree of nodes (`<node>`), each with its transform elements in document order.

use super::{
    controllers::odd_row,
    reader::{Element, Reader, attribute, children},
};
use crate::collada::{
    error::{Error, ErrorKind, Location},
    limits::{MAX_NODE_INSTANCES, MAX_TRANSFORMS},
};
use crate::loading::balance::Kind;
use glam::DMat4;
use std::collections::HashMap;

const TRANSFORM: Kind = ("transform", "transforms");

/// A node as written. One with several instances is here once.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its place, with its id.
    pub location: Location,
    /// Empty where it has none.
    pub id: String,
    /// Empty where it has none.
    pub sid: String,
    /// Empty where it has none.
    pub name: String,
    /// True for `type="JOINT"`.
    pub joint: bool,
    /// Applied from the last to the first: `parent_from_node = first * second * ...`.
    pub transforms: Vec<TransformElement>,
    /// Its children and instances, in document order.
    pub contents: Vec<Content>,
}

/// One element of a node's transform.
#[derive(Clone, Debug, PartialEq)]
pub struct TransformElement {
    /// Name by which channels refer to it; empty if it has none.
    pub sid: String,
    /// Kind of the transform.
    pub kind: TransformKind,
    /// The numbers as they stand in the file; see [`TransformKind`].
    pub values: Vec<f64>,
}

/// The transform elements, and what their numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransformKind {
    /// 16 numbers, row by row, for column vectors.
    Matrix,
    /// x, y, z.
    Translate,
    /// An axis and an angle in degrees.
    Rotate,
    /// x, y, z.
    Scale,
    /// An angle in degrees, the axis to turn about, the axis to shift along.
    Skew,
    /// Positions of the eye and of the point that it looks at, and the upward direction.
    Lookat,
}

impl TransformKind {
    /// Returns the element's name.
    pub fn name(self) -> &'static str {
        match self {
            TransformKind::Matrix => "matrix",
            TransformKind::Translate => "translate",
            TransformKind::Rotate => "rotate",
            TransformKind::Scale => "scale",
            TransformKind::Skew => "skew",
            TransformKind::Lookat => "lookat",
        }
    }

    /// Returns the number of values of an element.
    pub fn count(self) -> usize {
        match self {
            TransformKind::Matrix => 16,
            TransformKind::Translate | TransformKind::Scale => 3,
            TransformKind::Rotate => 4,
            TransformKind::Skew => 7,
            TransformKind::Lookat => 9,
        }
    }

    /// Returns the values of an element that changes nothing.
    fn identity(self) -> Vec<f64> {
        match self {
            TransformKind::Matrix => DMat4::IDENTITY.to_cols_array().into(),
            TransformKind::Scale => vec![1.0; 3],
            _ => vec![0.0; self.count()],
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        use TransformKind::{Lookat, Matrix, Rotate, Scale, Skew, Translate};
        [Matrix, Translate, Rotate, Scale, Skew, Lookat].into_iter().find(|kind| kind.name() == name)
    }
}

/// A child or an instance of a node. The instances are boxed, since most contents are children.
#[derive(Clone, Debug)]
pub enum Content {
    /// A child node, by its index in the document's nodes.
    Child(usize),
    /// Another instance of a node.
    Instance(Box<Instance>),
    /// A mesh.
    Geometry(Box<Instance>),
    /// A skin, or a morph.
    Controller(Box<Instance>),
}

/// `<instance_node>`, `<instance_geometry>`, `<instance_controller>`.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The element.
    pub location: Location,
    /// The id of what is instanced, without the `#`.
    pub target: String,
    /// Roots of the search for joints: `<skeleton>`, without the `#`.
    pub skeletons: Vec<String>,
    /// The material of each symbol of the mesh.
    pub materials: Vec<MaterialBinding>,
}

/// `<instance_material>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialBinding {
    /// The mesh's name of the material.
    pub symbol: String,
    /// The material's id.
    pub target: String,
    /// Set of texture coordinates for each of the material's names.
    pub texcoord_sets: Vec<(String, u32)>,
}

/// A `<visual_scene>`.
#[derive(Clone, Debug)]
pub struct VisualScene {
    /// Its place, with its id.
    pub location: Location,
    /// Its outermost nodes.
    pub roots: Vec<usize>,
}

/// All nodes of the document, and the scenes made of them.
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    pub(super) scenes: Vec<VisualScene>,
    /// Index by id; of two equal ids the first.
    pub(super) by_id: HashMap<String, usize>,
}

/// Reads all nodes of the libraries and scenes.
pub(super) fn read_nodes(reader: &Reader<'_>) -> Result<Nodes, Error> {
    let scenes: Vec<_> = reader.library("library_visual_scenes", "visual_scene").collect();
    let mut elements = Vec::new();
    for library in children(reader.root(), "library_nodes") {
        elements.extend(library.descendants().filter(|element| is_node_of_tree(*element)));
    }
    for scene in &scenes {
        elements.extend(scene.descendants().filter(|element| is_node_of_tree(*element)));
    }
    if let Some(one_more) = elements.get(MAX_NODE_INSTANCES) {
        let message = format!("more than {MAX_NODE_INSTANCES} <node> elements");
        return Err(reader.error(*one_more, ErrorKind::Limit, message));
    }
    let numbers: HashMap<_, _> =
        elements.iter().enumerate().map(|(number, element)| (element.index(), number)).collect();
    let mut all = Vec::with_capacity(elements.len()); // exactly, because there may be very many
    for element in &elements {
        all.push(read_node(reader, *element, &numbers)?);
    }
    let scenes = scenes
        .into_iter()
        .map(|scene| VisualScene {
            location: scene.location(),
            roots: children(scene, "node").map(|root| numbers[&root.index()]).collect(),
        })
        .collect();
    let mut by_id = HashMap::new();
    for (number, node) in all.iter().enumerate().filter(|(_, node)| !node.id.is_empty()) {
        by_id.entry(node.id.clone()).or_insert(number);
    }
    Ok(Nodes { all, scenes, by_id })
}

/// Whether an element is a `<node>` of the tree, not of an `<extra>`.
fn is_node_of_tree(element: Element<'_>) -> bool {
    element.is("node")
        && element.parent().is_some_and(|parent| ["node", "visual_scene", "library_nodes"].contains(&parent.name()))
}

/// Reads a `<node>` with its transforms, children and instances. `numbers` are the indices of nodes by their elements.
fn read_node(reader: &Reader<'_>, element: Element<'_>, numbers: &HashMap<usize, usize>) -> Result<Node, Error> {
    let mut transforms = Vec::new();
    let mut contents = Vec::new();
    for child in element.children() {
        let name = child.name();
        if let Some(kind) = TransformKind::from_name(name) {
            let values = match reader.doubles(child, kind.count()) {
                Err(error) if error.kind == ErrorKind::Number => {
                    let reason = error.message.split_once(">: ").map_or("", |(_, reason)| reason);
                    reader.leave_out(TRANSFORM, 1, child, format!("{reason}: left out"));
                    kind.identity()
                }
                values => values?,
            };
            if kind == TransformKind::Matrix
                && let Some(message) = odd_row(&values)
            {
                reader.warn(child, message);
            }
            if transforms.len() == MAX_TRANSFORMS {
                let message = format!("a node with more than {MAX_TRANSFORMS} transforms");
                return Err(reader.error(child, ErrorKind::Limit, message));
            }
            transforms.push(TransformElement { sid: attribute(child, "sid").into(), kind, values });
            continue;
        }
        match name {
            "node" => contents.extend(numbers.get(&child.index()).map(|number| Content::Child(*number))),
            "instance_node" => contents.push(Content::Instance(read_instance(reader, child))),
            "instance_geometry" => contents.push(Content::Geometry(read_instance(reader, child))),
            "instance_controller" => contents.push(Content::Controller(read_instance(reader, child))),
            _ => {} // cameras, lights and extras have no part in animation
        }
    }
    Ok(Node {
        location: element.location(),
        id: attribute(element, "id").into(),
        sid: attribute(element, "sid").into(),
        name: attribute(element, "name").into(),
        joint: element.attribute("type") == Some("JOINT"),
        transforms,
        contents,
    })
}

/// Reads an `<instance_*>` element with its skeletons and materials.
fn read_instance(reader: &Reader<'_>, element: Element<'_>) -> Box<Instance> {
    let reference = element.attribute("url").or_else(|| element.attribute("target")).unwrap_or("");
    let skeletons = children(element, "skeleton").map(super::reader::text);
    let materials = children(element, "bind_material")
        .flat_map(|bind| children(bind, "technique_common"))
        .flat_map(|common| children(common, "instance_material"));
    Box::new(Instance {
        location: element.location(),
        target: reader.id_of(reference).into(),
        skeletons: skeletons.map(|skeleton| reader.id_of(&skeleton).into()).collect(),
        materials: materials.map(|element| read_material_binding(reader, element)).collect(),
    })
}

fn read_material_binding(reader: &Reader<'_>, element: Element<'_>) -> MaterialBinding {
    let sets = children(element, "bind_vertex_input").filter_map(|bind| {
        let set = bind.attribute("input_set").unwrap_or("0").trim().parse().ok()?;
        Some((attribute(bind, "semantic").into(), set))
    });
    MaterialBinding {
        symbol: attribute(element, "symbol").into(),
        target: reader.id_of(attribute(element, "target")).into(),
        texcoord_sets: sets.collect(),
    }
}
