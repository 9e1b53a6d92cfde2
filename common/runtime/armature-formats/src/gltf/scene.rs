//! Nodes, and which of them the scene has: these are the joints of the skeleton, parents before their children.

use super::{
    json::{Item, Text},
    limits::{MAX_DEPTH, MAX_NODES},
};
use crate::loading::rest::{MIN_SHEAR, odd_last_row};
use armature::{
    math::{Decomposition, Transform, decompose},
    skeleton::{Joint, Skeleton},
};
use glam::{Affine3A, Quat, Vec3};
use std::collections::HashSet;

/// Extensions of nodes that are not read, and what follows.
const UNREAD: [(&str, &str); 2] = [
    ("EXT_mesh_gpu_instancing", "instances are not read: the mesh is drawn once"),
    ("KHR_node_visibility", "whether a node is hidden is not read: it is shown"),
];

/// The scene that is shown.
pub(super) struct Scene<'a> {
    /// Node of each joint.
    pub(super) nodes: Vec<Item<'a>>,
    /// Joint of each node of the file; `None` for a node outside of the scene.
    pub(super) joint_of: Vec<Option<usize>>,
    pub(super) skeleton: Skeleton,
    /// `model_from_joint` at rest.
    pub(super) rest: Vec<Affine3A>,
}

impl<'a> Scene<'a> {
    pub(super) fn read(text: &'a Text) -> Self {
        let count = text.count("nodes");
        if count > MAX_NODES {
            text.root().refuse("nodes", format!("more than {MAX_NODES} nodes"));
            return Self { nodes: Vec::new(), joint_of: Vec::new(), skeleton: Skeleton::default(), rest: Vec::new() };
        }
        let items: Vec<Item<'a>> = text.root().objects("nodes");
        let tree = Tree::read(text, &items);
        let order = tree.order(text, &read_roots(text, &tree));
        let mut joint_of = vec![None; items.len()];
        let mut joints = Vec::new();
        let mut shears = Vec::new();
        for (joint, &node) in order.iter().enumerate() {
            joint_of[node] = Some(joint);
            let name = items[node].name();
            let name = if name.is_empty() { format!("node {node}") } else { name };
            let Decomposition { transform, shear } = read_transform(&items[node]);
            let parent = tree.parents[node].and_then(|parent| joint_of[parent]);
            joints.push(Joint { name, parent, bind_local: transform });
            shears.push(if shear.abs().max_element() > MIN_SHEAR { shear } else { Vec3::ZERO });
        }
        if shears.iter().all(|shear| *shear == Vec3::ZERO) {
            shears.clear();
        }
        let skeleton = Skeleton::sheared(joints, shears).unwrap_or_else(|error| {
            let message = "its transform holds numbers too large to be drawn";
            items[order[error.joint()]].refuse("", message);
            Skeleton::default()
        });
        let is_shown: Vec<bool> = joint_of.iter().map(Option::is_some).collect();
        let reason = if text.count("scenes") == 0 { "its own descendant" } else { "not in the scene that is shown" };
        text.leave_out("nodes", &is_shown, reason);
        let nodes = order.iter().map(|node| items[*node].clone()).collect();
        let rest = skeleton.model_from_joint(&skeleton.bind_pose());
        Self { nodes, joint_of, skeleton, rest }
    }
}

/// The tree of all nodes.
struct Tree {
    children: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
}

impl Tree {
    /// Reads the children of all nodes. Of a node's parents the first counts.
    fn read(text: &Text, items: &[Item<'_>]) -> Self {
        let mut tree = Self { children: vec![Vec::new(); items.len()], parents: vec![None; items.len()] };
        for (node, item) in items.iter().enumerate() {
            for child in item.indices("children", "nodes").into_iter().flatten() {
                if let Some(other) = tree.parents[child] {
                    let message = format!("a child of node {other} and of node {node}: the first counts");
                    text.item("nodes", child).warn("", message);
                    continue;
                }
                tree.parents[child] = Some(node);
                tree.children[node].push(child);
            }
        }
        tree
    }

    /// Returns the roots of a scene without those that are descendants of other roots, which Castle Game Engine writes as
    /// well.
    fn topmost(&self, text: &Text, roots: Vec<usize>) -> Vec<usize> {
        let mut listed = HashSet::new();
        let mut topmost = roots.clone();
        topmost.retain(|node| listed.insert(*node));
        topmost.retain(|node| {
            let above = std::iter::successors(self.parents[*node], |node| self.parents[*node]).take(MAX_DEPTH + 1);
            // A circle has no topmost root, and is cut later.
            !above.take_while(|above| above != node).any(|above| listed.contains(&above))
        });
        if topmost.is_empty() {
            return roots;
        }
        if topmost.len() < roots.len() {
            let message = format!(
                "{} of its roots are there twice, or are children of others: each is shown once, where its parent is",
                roots.len() - topmost.len()
            );
            text.root().warn("scenes", message);
        }
        topmost
    }

    /// Returns the nodes below some roots, parents before their children, each once.
    fn order(&self, text: &Text, roots: &[usize]) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.parents.len());
        let mut stack: Vec<(usize, usize)> = roots.iter().rev().map(|root| (*root, 0)).collect();
        let mut is_visited = vec![false; self.parents.len()];
        while let Some((node, depth)) = stack.pop() {
            if std::mem::replace(&mut is_visited[node], true) {
                text.item("nodes", node).warn("", "its own descendant: it is shown once");
                continue;
            }
            if depth >= MAX_DEPTH {
                let message = format!("more than {MAX_DEPTH} nodes inside one another");
                text.item("nodes", node).refuse("", message);
                continue;
            }
            order.push(node);
            stack.extend(self.children[node].iter().rev().map(|child| (*child, depth + 1)));
        }
        order
    }
}

/// Returns the roots of the scene that is shown: of the default scene or the first, or of all nodes if there is no scene.
fn read_roots(text: &Text, tree: &Tree) -> Vec<usize> {
    let scenes = text.count("scenes");
    let chosen = text.root().index("scene", "scenes").unwrap_or(0);
    if scenes > 1 {
        text.root().warn("scenes", format!("{scenes} scenes: number {chosen} is shown"));
    }
    if scenes == 0 {
        return (0..tree.parents.len()).filter(|node| tree.parents[*node].is_none()).collect();
    }
    let roots = text.item("scenes", chosen).indices("nodes", "nodes");
    tree.topmost(text, roots.into_iter().flatten().collect())
}

/// Reads the local transform of a node. Translation, rotation and scale stay as in the file, so that a curve of one of them
/// fits the others.
fn read_transform(item: &Item<'_>) -> Decomposition {
    for (name, message) in UNREAD {
        if item.extension(name).is_some() {
            item.warn(format_args!("extensions/{name}"), message);
        }
    }
    let rotation = Quat::from_array(item.numbers("rotation").unwrap_or(Quat::IDENTITY.to_array()));
    let transform = Transform {
        translation: item.numbers("translation").map_or(Vec3::ZERO, Vec3::from),
        rotation: Some(rotation.normalize()).filter(|unit| unit.is_finite()).unwrap_or(Quat::IDENTITY),
        scale: item.numbers("scale").map_or(Vec3::ONE, Vec3::from),
    };
    let mut parts = Decomposition { transform, shear: Vec3::ZERO };
    if let Some(columns) = item.numbers("matrix") {
        if let Some(message) = odd_row(&columns) {
            item.warn("matrix", message);
        }
        if ["translation", "rotation", "scale"].iter().any(|key| item.has(key)) {
            item.warn("", "a matrix beside translation, rotation or scale: the matrix counts");
        }
        let matrix = affine(&columns);
        parts = decompose(&matrix);
        let largest = columns.iter().fold(1.0f32, |largest, number| largest.max(number.abs()));
        let difference = (parts.to_affine().matrix3 - matrix.matrix3).to_cols_array();
        if difference.iter().any(|number| number.abs() > 1e-3 * largest) {
            let message = "its matrix folds axes onto one another, which no skeleton holds: it is drawn differently";
            item.warn("", message);
        }
    }
    if parts.transform.scale.abs().min_element() == 0.0 {
        item.warn("", "its scale is 0 at rest: what follows it is not to be seen there");
    }
    parts
}

/// Returns what is wrong with the last row of a matrix of sixteen numbers in column order.
pub(super) fn odd_row(columns: &[f32; 16]) -> Option<String> {
    let row = [3, 7, 11, 15].map(|index| f64::from(columns[index]));
    odd_last_row(row, [12, 13, 14].map(|index| f64::from(columns[index])))
}

/// Returns the matrix of sixteen numbers in column order. The last row is taken as 0 0 0 1.
pub(super) fn affine(columns: &[f32; 16]) -> Affine3A {
    let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = *columns;
    Affine3A::from_cols_array(&[a, b, c, d, e, f, g, h, i, x, y, z])
}

/// Reads VRM's table of human bones: joints with their names in a body, in which fingers are numbered from the palm. A table
/// of VRM 1.0 is preferred to one of VRM 0.x.
pub(super) fn read_humanoid(text: &Text, scene: &Scene<'_>) -> Vec<(usize, String)> {
    let root = text.root();
    let humanoids = ["VRMC_vrm", "VRM"].map(|vrm| root.extension(vrm).and_then(|vrm| vrm.object("humanoid")));
    let mut bones: Vec<(Item<'_>, String)> = Vec::new();
    if let Some(named) = humanoids[0].as_ref().and_then(|humanoid| humanoid.object("humanBones")) {
        bones.extend(named.keys().filter_map(|name| Some((named.object(name)?, name.to_owned()))));
    } else if let Some(humanoid) = &humanoids[1] {
        for bone in humanoid.objects("humanBones") {
            let name = bone.get("bone");
            bones.extend(name.map(|name| (bone, name)));
        }
    }
    let mut joints = Vec::new();
    let has_metacarpals = bones.iter().any(|(_, name)| name.ends_with("ThumbMetacarpal"));
    for (bone, name) in bones {
        let Some(joint) = bone.need("node", bone.index("node", "nodes")).and_then(|node| scene.joint_of[node]) else {
            continue; // it has a warning
        };
        joints.push((joint, number_finger(name, has_metacarpals)));
    }
    joints
}

/// Returns a bone's name with its number from the palm: `leftIndexProximal` becomes `leftIndex1`. A thumb's metacarpal, if
/// some thumb has one, is its first.
fn number_finger(name: String, has_metacarpals: bool) -> String {
    let after_metacarpal = usize::from(has_metacarpals && name.contains("Thumb"));
    for (part, number) in [("Metacarpal", 1), ("Proximal", 1 + after_metacarpal), ("Intermediate", 2), ("Distal", 3)] {
        if let Some(finger) = name.strip_suffix(part) {
            return format!("{finger}{number}");
        }
    }
    name
}
