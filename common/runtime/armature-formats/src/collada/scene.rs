//! The scene: every instance of every node, with its transform elements.

use super::{
    limits::{MAX_NODE_DEPTH, MAX_NODE_INSTANCES},
    reader::Reader,
    transforms::{TransformElement, local, read_transforms},
    xml::{Element, attribute, child, children, inside, name_of, text_of},
};
use crate::loading::Error;
use glam::DAffine3;
use roxmltree::NodeId;
use std::{collections::HashMap, ops::Range, rc::Rc};

/// One instance of a node: a joint of the model.
pub(super) struct SceneNode<'a> {
    pub(super) element: Element<'a>,
    /// Index of its parent, which comes before it.
    pub(super) parent: Option<usize>,
    /// Index of the first instance after it that is not its descendant.
    pub(super) end: usize,
    /// Applied from the last to the first: `parent_from_node = first * second * ...`.
    pub(super) transforms: Rc<[TransformElement<'a>]>,
}

pub(super) struct Scene<'a> {
    /// Depth first, in document order.
    pub(super) nodes: Vec<SceneNode<'a>>,
    /// Indices of the instances of each `<node>`.
    pub(super) instances: HashMap<NodeId, Vec<usize>>,
    /// `parent_from_node` of each instance, at rest.
    pub(super) locals: Vec<DAffine3>,
    /// `world_from_node` of each instance, at rest.
    pub(super) rest: Vec<DAffine3>,
}

impl<'a> Scene<'a> {
    /// Reads the scene that is shown, and warns of other scenes and their nodes.
    ///
    /// # Errors
    /// If instances of instances make too many nodes, or nest without end.
    pub(super) fn read(reader: &Reader<'a>) -> Result<Self, Error> {
        let shown = find_scene(reader);
        let nodes = read_nodes(reader, shown)?;
        let mut instances: HashMap<NodeId, Vec<usize>> = HashMap::new();
        for (index, node) in nodes.iter().enumerate() {
            instances.entry(node.element.id()).or_default().push(index);
        }
        let scenes = reader.library("library_visual_scenes", "visual_scene").filter(|scene| Some(*scene) != shown);
        let scenes: Vec<_> = scenes.map(|scene| (scene, attribute(scene, "id"))).collect();
        reader.warn_of_unused(&scenes, "not the scene that is shown");
        let mut others = Vec::new();
        for element in reader.root.descendants().filter(|element| is_node_of_tree(*element)) {
            if !instances.contains_key(&element.id()) {
                others.push((element, name_of(element)));
            }
        }
        reader.warn_of_unused(&others, "not in the scene that is shown");
        let locals: Vec<DAffine3> = nodes.iter().map(|node| local(&node.transforms)).collect();
        let rest = world(&nodes, &locals);
        Ok(Self { nodes, instances, locals, rest })
    }
}

/// Returns whether an element is a `<node>` of the tree, not of an `<extra>`.
fn is_node_of_tree(element: Element<'_>) -> bool {
    element.tag_name().name() == "node"
        && element
            .parent()
            .is_some_and(|parent| ["node", "visual_scene", "library_nodes"].contains(&parent.tag_name().name()))
}

/// Returns the scene that `<scene>` names, or else the first one.
fn find_scene<'a>(reader: &Reader<'a>) -> Option<Element<'a>> {
    let first = reader.library("library_visual_scenes", "visual_scene").next();
    let Some(instance) = inside(reader.root, &["scene", "instance_visual_scene"]) else {
        match first {
            Some(first) => reader.warn(first, "no <scene> names a scene: the first one is used"),
            None => reader.warn_of_file("there is no scene in this file"),
        }
        return first;
    };
    let reference = attribute(instance, "url");
    let id = reader.id_of(reference);
    let mut scenes = reader.library("library_visual_scenes", "visual_scene");
    let named = scenes.find(|scene| attribute(*scene, "id") == id);
    if named.is_none() {
        let instead = match first {
            Some(first) => format!("the first one, \"{}\", is used", attribute(first, "id")),
            None => "there is no other".into(),
        };
        reader.warn(instance, format!("no visual scene \"{reference}\": {instead}"));
    }
    named.or(first)
}

/// Returns every instance of every node of a scene.
fn read_nodes<'a>(reader: &Reader<'a>, scene: Option<Element<'a>>) -> Result<Vec<SceneNode<'a>>, Error> {
    let mut nodes: Vec<SceneNode<'a>> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    let mut known: HashMap<NodeId, Rc<[TransformElement<'a>]>> = HashMap::new();
    // Nodes to be visited, the next one last.
    let mut stack: Vec<(Element<'a>, Option<usize>)> = Vec::new();
    stack.extend(scene.into_iter().flat_map(|scene| children(scene, "node")).map(|root| (root, None)));
    stack.reverse();
    while let Some((element, parent)) = stack.pop() {
        let depth = parent.map_or(0, |parent| depths[parent] + 1);
        if nodes.len() >= MAX_NODE_INSTANCES {
            let message = format!("too many nodes: more than {MAX_NODE_INSTANCES}, each instance counted");
            return Err(reader.error(element, message));
        }
        if depth >= MAX_NODE_DEPTH {
            let message = format!("nodes nested more than {MAX_NODE_DEPTH} deep: does one instance itself?");
            return Err(reader.error(element, message));
        }
        let transforms = match known.get(&element.id()) {
            Some(transforms) => transforms.clone(),
            None => {
                let transforms: Rc<[_]> = read_transforms(reader, element)?.into();
                known.insert(element.id(), transforms.clone());
                transforms
            }
        };
        let index = nodes.len();
        nodes.push(SceneNode { element, parent, end: index + 1, transforms });
        depths.push(depth);
        let first = stack.len();
        for child in element.children() {
            match child.tag_name().name() {
                "node" => stack.push((child, Some(index))),
                "instance_node" => {
                    let reference = attribute(child, "url");
                    match reader.target("node", reference) {
                        Some(target) => stack.push((target, Some(index))),
                        None => reader.warn(child, format!("no node \"{}\": left out", reader.id_of(reference))),
                    }
                }
                _ => {}
            }
        }
        stack[first..].reverse();
    }
    for index in (0..nodes.len()).rev() {
        if let Some(parent) = nodes[index].parent {
            nodes[parent].end = nodes[parent].end.max(nodes[index].end);
        }
    }
    Ok(nodes)
}

/// Returns `world_from_node` of every instance.
pub(super) fn world(nodes: &[SceneNode<'_>], locals: &[DAffine3]) -> Vec<DAffine3> {
    let mut world: Vec<DAffine3> = Vec::with_capacity(nodes.len());
    for (node, local) in nodes.iter().zip(locals) {
        world.push(node.parent.map_or(*local, |parent| world[parent] * *local));
    }
    world
}

/// Attributes by which skins name joints.
const KEYS: [&str; 3] = ["sid", "id", "name"];

/// Finds joints: the scene's nodes by sid, id and name.
pub(super) struct JointIndex<'a> {
    by_key: [HashMap<&'a str, Vec<usize>>; 3],
}

impl<'a> JointIndex<'a> {
    pub(super) fn new(nodes: &[SceneNode<'a>]) -> Self {
        let mut by_key: [HashMap<&str, Vec<usize>>; 3] = Default::default();
        for (index, node) in nodes.iter().enumerate() {
            for (key, map) in KEYS.iter().zip(&mut by_key) {
                if let Some(value) = node.element.attribute(*key).filter(|value| !value.is_empty()) {
                    map.entry(value).or_default().push(index);
                }
            }
        }
        Self { by_key }
    }

    /// Finds the node of each joint of a skin: first below the skeletons that the instance names, then in the whole scene.
    /// A joint's name is compared with sids, ids and names; names of an `IDREF_array` with ids first.
    pub(super) fn find_joints(
        &self,
        reader: &Reader<'a>,
        nodes: &[SceneNode<'a>],
        at: usize,
        instance: Element<'a>,
        (names, are_ids): (&[String], bool),
    ) -> Vec<Option<usize>> {
        let mut skeletons = Vec::new();
        for skeleton in children(instance, "skeleton") {
            let text = text_of(skeleton);
            let id = &*reader.id_of(&text);
            let [sids, ids, names] = [0, 1, 2].map(|key: usize| self.by_key[key].get(id));
            if let Some(found) = ids.or(sids).or(names) {
                let root = nearest_instance(nodes, found, at);
                skeletons.push(root..nodes[root].end);
            } else if reader.target("visual_scene", &text).is_some() {
                skeletons.push(0..nodes.len());
            } else {
                reader.warn(instance, format!("no skeleton \"#{id}\": joints are searched in the whole scene"));
            }
        }
        let order: [usize; 3] = if are_ids { [1, 0, 2] } else { [0, 1, 2] };
        let whole = 0..nodes.len();
        let mut joints = Vec::new();
        for name in names {
            let mut found = None;
            for ranges in [&*skeletons, std::slice::from_ref(&whole)] {
                for key in order {
                    found = found.or_else(|| first_in(self.by_key[key].get(&**name)?, ranges));
                }
            }
            joints.push(found);
        }
        let missing = joints.iter().filter(|joint| joint.is_none()).count();
        if let Some(first) = joints.iter().position(Option::is_none) {
            let message = format!(
                "node \"{}\": {missing} of {} joints are not in the scene (the first is \"{}\"): vertices bound to them \
                 keep the bind shape",
                attribute(nodes[at].element, "id"),
                joints.len(),
                names[first]
            );
            reader.warn(instance, message);
        }
        joints
    }

    /// Returns whether a node has an id, sid or name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_key.iter().any(|map| map.contains_key(name))
    }
}

/// Returns the first of `nodes`, in ascending order, in the first of the ranges that has any.
fn first_in(nodes: &[usize], ranges: &[Range<usize>]) -> Option<usize> {
    ranges.iter().find_map(|range| {
        let first = nodes.partition_point(|node| *node < range.start);
        nodes.get(first).copied().filter(|node| range.contains(node))
    })
}

/// Returns the instance of a skeleton with the deepest common ancestor with the skin's node: a character that is
/// instanced as a whole moves its own skin.
fn nearest_instance(nodes: &[SceneNode<'_>], instances: &[usize], at: usize) -> usize {
    let mut ancestor = Some(at).filter(|_| instances.len() > 1);
    while let Some(node) = ancestor {
        let descendants = node..nodes[node].end;
        if let Some(instance) = first_in(instances, std::slice::from_ref(&descendants)) {
            return instance;
        }
        ancestor = nodes[node].parent;
    }
    instances[0]
}

/// Returns the `<mesh>` of a geometry, or the `<convex_mesh>`.
pub(super) fn mesh_of(geometry: Element<'_>) -> Option<Element<'_>> {
    child(geometry, "mesh").or_else(|| child(geometry, "convex_mesh"))
}
