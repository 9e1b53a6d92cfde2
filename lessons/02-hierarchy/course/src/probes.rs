//! Inputs of the checks: the engine's posed trees, with their joints in no order at all.

use crate::Joint;
use crate::creature::Creature;
use crate::creature::reordered;
use crate::finished::{self, depth};
use check::Probe;
use glam::Mat4;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A posed forest whose children may stand before their parents.
pub struct Forest {
    /// "nine joints, each before its parent"; empty for one that is drawn at random.
    name: String,
    /// 7 to 12 joints. Number 0 has a parent, and a child where the tree allows it.
    pub joints: Vec<Joint>,
    /// `parent_from_joint` of each.
    pub locals: Vec<Mat4>,
    /// Transform of the roots' space, not the identity.
    pub model_from_root: Mat4,
    pub model_from_joint: Vec<Mat4>,
    /// A walk that is depth first.
    pub order: Vec<usize>,
}

impl Forest {
    /// Returns a forest drawn at random, or the special ones of the last probe.
    pub(crate) fn drawn(probe: &Probe) -> Vec<Rc<Self>> {
        if probe.is_last() { Self::corners(probe) } else { vec![Self::cached(probe)] }
    }

    /// Returns the forest of a probe, made once: hundreds of known mistakes are asked with it.
    fn cached(probe: &Probe) -> Rc<Self> {
        thread_local! {
            static MADE: RefCell<HashMap<(u64, usize), Rc<Forest>>> = RefCell::default();
        }
        MADE.with_borrow_mut(|made| {
            made.entry((probe.seed, probe.index)).or_insert_with(|| Rc::new(Forest::new(probe))).clone()
        })
    }

    /// Returns no joint, one joint, roots alone, a root behind the others, children before their parents, the picture's.
    fn corners(probe: &Probe) -> Vec<Rc<Self>> {
        let mut random = probe.random();
        let up = (1..9).map(Some).chain([None]);
        let drawn = [
            ("no joint", vec![]),
            ("one joint", vec![None]),
            ("three roots", vec![None; 3]),
            ("two joints and a root after them", vec![Some(1), None, None]),
            ("nine joints, each before its parent", up.collect()),
        ];
        let mut corners = Vec::new();
        for (name, parents) in drawn {
            let mut joints = Vec::new();
            for (index, parent) in parents.into_iter().enumerate() {
                joints.push(Joint { name: format!("joint {index}"), parent });
            }
            let locals = joints.iter().map(|_| random.rigid().to_mat4()).collect();
            corners.push(Rc::new(Self::posed(name, joints, locals, random.rigid().to_mat4())));
        }
        let creature = Creature::new();
        let locals = creature.locals(0.5);
        let root = creature.family.model_from_root(0.5);
        let name = format!("the picture's {} joints", creature.joints.len());
        corners.push(Rc::new(Self::posed(&name, creature.joints, locals, root)));
        corners
    }

    pub(crate) fn posed(name: &str, joints: Vec<Joint>, locals: Vec<Mat4>, model_from_root: Mat4) -> Self {
        let order = (finished::ANSWERS.depth_first_order)(&joints);
        let model_from_joint = (finished::ANSWERS.model_poses)(&joints, &order, &locals, model_from_root);
        Forest { name: name.into(), joints, locals, model_from_root, model_from_joint, order }
    }

    /// Creates the engine's rig of a probe, with its joints shuffled until the known mistakes give different answers.
    pub fn new(probe: &Probe) -> Self {
        let rig = probe.rig();
        // Other numbers than those that made the rig.
        let mut random = Probe { seed: !probe.seed, ..*probe }.random();
        let mut joint_order: Vec<usize> = (0..rig.skeleton.len()).collect();
        // The best order of joints so far, and its score.
        let mut best: Option<(usize, Vec<usize>)> = None;
        for round in 0..1000 {
            random.shuffle(&mut joint_order);
            let joints = reordered(rig.skeleton.joints(), &joint_order);
            if shows_every_mistake(&joints) {
                let worth = score(&joints);
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, joint_order.clone()));
                }
                if worth == BEST_SCORE || round > 300 {
                    break;
                }
            }
        }
        let joint_order = best.map_or(joint_order, |(_, joint_order)| joint_order);
        let joints = reordered(rig.skeleton.joints(), &joint_order);
        let locals = joint_order.iter().map(|&old| rig.pose.locals[old].to_mat4()).collect();
        Self::posed("", joints, locals, rig.model_from_root.into())
    }

    pub(crate) fn is_drawn(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns `depth 2` for a joint that exists, else nothing; roots have depth 0.
    pub(crate) fn depth(&self, joint: usize) -> String {
        let is_there = joint < self.joints.len();
        if is_there { format!("depth {}", depth(&self.joints, joint)) } else { String::new() }
    }

    /// Returns a joint's label: `joint 3 "hand"`.
    pub fn label(&self, joint: usize) -> String {
        match self.joints.get(joint) {
            Some(Joint { name, .. }) if name.starts_with("joint") => format!("joint {joint}"),
            Some(Joint { name, .. }) => format!("joint {joint} \"{name}\""),
            None => format!("joint {joint}, which does not exist"),
        }
    }

    /// Returns the forest's name, or for one that is drawn the tree: `3 joints, 0 child of 2, 1 root, 2 child of 1`
    pub(crate) fn words(&self) -> String {
        if !self.is_drawn() {
            return self.name.clone();
        }
        let mut words = format!("{} joints", self.joints.len());
        for (index, joint) in self.joints.iter().enumerate() {
            match joint.parent {
                Some(parent) => words += &format!(", {index} child of {parent}"),
                None => words += &format!(", {index} root"),
            }
        }
        words
    }

    /// Returns a joint of a walk as `3 hand`.
    fn numbered(&self, joint: Option<&usize>) -> String {
        let Some(&joint) = joint else { return "-".into() };
        let name = self.joints.get(joint).map_or("(no such joint)", |joint| &joint.name);
        format!("{joint} {name}")
    }

    /// Returns the right walk and a student's side by side, a line for each joint.
    pub fn walks_side_by_side(&self, got: &[usize]) -> String {
        /// An answer may go round in circles.
        const MAX_LINES: usize = 20;
        let mut lines = vec![format!("{:<14}{}", "the walk", "yours")];
        for place in 0..self.order.len().max(got.len()).min(MAX_LINES) {
            let right = self.order.get(place);
            let got = got.get(place);
            let line = format!("{:<14}{}", self.numbered(right), self.numbered(got));
            lines.push(if right == got { line } else { format!("{line:<28}<") });
        }
        if got.len() > MAX_LINES {
            lines.push(format!("{:<14}and {} more", "", got.len() - MAX_LINES));
        }
        lines.join("\n")
    }
}

/// Returns the children of a joint, in order of their indices.
fn children(joints: &[Joint], joint: usize) -> Vec<usize> {
    (0..joints.len()).filter(|&child| joints[child].parent == Some(joint)).collect()
}

/// Returns whether each known mistake gives a wrong answer for a tree of this shape, and another one than the others.
fn shows_every_mistake(joints: &[Joint]) -> bool {
    let mut branches = false;
    let mut pair = false;
    let mut overlooked = 0;
    let mut passed = false;
    let mut onward = false;
    for joint in 0..joints.len() {
        let siblings = children(joints, joint);
        let Some(&first) = siblings.first() else { continue };
        let grandchildren = children(joints, first);
        // A first child with children of its own, and a sibling after it: depth first differs from level by level.
        branches |= siblings.len() > 1 && !grandchildren.is_empty();
        // Two children that a search among the later numbers finds: the first and the last differ.
        pair |= siblings.iter().filter(|&&child| child > joint).count() > 1;
        // A first child that it overlooks.
        overlooked += usize::from(first < joint);
        // A first grandchild that a single pass over the array has passed when it finds the child.
        passed |= grandchildren.first().is_some_and(|&grandchild| grandchild < first);
        // A first child below which a single pass goes on all the same.
        onward |= grandchildren.iter().any(|&grandchild| grandchild > first);
    }
    joints[0].parent.is_some() && branches && pair && overlooked >= 2 && passed && onward
}

const BEST_SCORE: usize = 2;

/// Rates how well a forest distinguishes mistakes that cannot show in every tree.
fn score(joints: &[Joint]) -> usize {
    let next = (1..joints.len()).any(|joint| joints[joint].parent == Some(joint - 1));
    usize::from(next) + usize::from(!children(joints, 0).is_empty())
}
