//! A set for another skeleton: joints are matched by their names.

use super::{Active, AnimationSet, ModelReference};
use armature::{
    animation::{JointKeys, JointTracks},
    skeleton::{Skeleton, without_prefix},
};
use std::collections::{BTreeSet, HashMap};

/// A set with the joints of a skeleton, and the parts that did not match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchReport {
    /// Its figure has the joints of the skeleton, and the file that it had.
    pub set: AnimationSet,
    /// Joints that something in the set needs and the skeleton does not have: their tracks are left out.
    pub unmatched: Vec<String>,
    /// Joints whose parent is another one in the skeleton: they may move wrongly.
    pub reparented: Vec<String>,
    /// Attachments and spheres of such joints, which are left out with them.
    pub left_out: Vec<String>,
}

impl AnimationSet {
    /// Returns the set for a skeleton, whose joints are found by their names. Among joints of one name the child of the
    /// matching parent is taken, or else the first that is free. If there is none, names are compared without a prefix up
    /// to the last `:` or `|` and without regard to case, as `merge_clips` of `armature-offline` does.
    ///
    /// For clips with shear the skeleton has to [make room](Skeleton::make_room_for_shear).
    pub fn for_skeleton(&self, skeleton: &Skeleton) -> MatchReport {
        let matches = match_joints(&self.figure, skeleton);
        let mut set = self.clone();
        set.figure = ModelReference::new(self.figure.file.clone(), skeleton);
        let mut needed = BTreeSet::new();
        let mut find = |joint: usize| {
            needed.insert(joint);
            matches.get(joint).copied().flatten()
        };
        for clip in &mut set.clips {
            let tracks = std::mem::take(&mut clip.tracks).into_iter();
            clip.tracks =
                tracks.filter_map(|tracks| Some(JointTracks { joint: find(tracks.joint)?, ..tracks })).collect();
            let keys = std::mem::take(&mut clip.file_keys).into_iter();
            clip.file_keys = keys.filter_map(|keys| Some(JointKeys { joint: find(keys.joint)?, ..keys })).collect();
        }
        let mut left_out = Vec::new();
        let mut replace = |joint: &mut usize, kind: &str, name: &str| {
            let found = find(*joint);
            match found {
                Some(found) => *joint = found,
                None => left_out.push(format!("{kind} {name:?}")),
            }
            found.is_some()
        };
        set.attachments.retain_mut(|it| replace(&mut it.joint, "attachment", &it.name));
        set.spheres.retain_mut(|it| replace(&mut it.joint, "sphere", &it.name));
        set.active = set.active.and_then(|it| Some(Active { joint: matches.get(it.joint).copied()??, ..it }));
        let mut unmatched = Vec::new();
        let mut reparented = Vec::new();
        for joint in needed {
            let Some(reference) = self.figure.joints.get(joint) else {
                unmatched.push(format!("joint {joint}"));
                continue;
            };
            let Some(index) = matches[joint] else {
                unmatched.push(reference.name.clone());
                continue;
            };
            let parent = reference.parent.map(|parent| matches[parent]);
            if parent.is_some_and(|parent| parent != skeleton.joints()[index].parent) {
                reparented.push(reference.name.clone());
            }
        }
        MatchReport { set, unmatched, reparented, left_out }
    }
}

/// Returns the skeleton's joint for each joint of the figure, no joint twice.
fn match_joints(figure: &ModelReference, skeleton: &Skeleton) -> Vec<Option<usize>> {
    // The last joint of each list is taken first.
    let mut by_parent: HashMap<(&str, Option<usize>), Vec<usize>> = HashMap::new();
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_plain_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        by_parent.entry((&joint.name, joint.parent)).or_default().push(index);
        by_name.entry(&joint.name).or_default().push(index);
        by_plain_name.entry(without_prefix(&joint.name)).or_default().push(index);
    }
    let mut is_taken = vec![false; skeleton.len()];
    let mut take = |list: Option<&mut Vec<usize>>| {
        let list = list?;
        while let Some(index) = list.pop() {
            if !std::mem::replace(&mut is_taken[index], true) {
                return Some(index);
            }
        }
        None
    };
    let mut matches: Vec<Option<usize>> = vec![None; figure.joints.len()];
    // Joints on matching parents come first, so that no other joint takes them.
    for (joint, reference) in figure.joints.iter().enumerate() {
        let parent = reference.parent.map(|parent| matches[parent]);
        if parent != Some(None) {
            matches[joint] = take(by_parent.get_mut(&(&reference.name, parent.flatten())));
        }
    }
    for (joint, reference) in figure.joints.iter().enumerate().filter(|(_, it)| !it.name.is_empty()) {
        matches[joint] = matches[joint].or_else(|| take(by_name.get_mut(reference.name.as_str())));
    }
    for (joint, reference) in figure.joints.iter().enumerate().filter(|(_, it)| !it.name.is_empty()) {
        let name = without_prefix(&reference.name);
        matches[joint] = matches[joint].or_else(|| take(by_plain_name.get_mut(&name)));
    }
    matches
}
