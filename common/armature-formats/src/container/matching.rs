//! A set for another skeleton: joints are matched by their names.

use super::{Active, AnimationSet, ModelReference};
use armature::{
    animation::{JointKeys, JointTracks},
    skeleton::{Skeleton, without_prefix},
};
use std::collections::{BTreeSet, HashMap};

/// A set whose joints are those of a skeleton, and what did not match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
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
    /// The set for a skeleton, joint by joint of the same name. Of several joints of one name the one on the
    /// matching parent is taken, then the first that is free. Where that finds nothing, names are compared without
    /// a prefix up to the last `:` or `|` and without regard to case, as
    /// `merge_clips` of `armature-offline` does.
    ///
    /// For clips with shear the skeleton has to
    /// [make room](Skeleton::make_room_for_shear).
    pub fn for_skeleton(&self, skeleton: &Skeleton) -> Matched {
        let here_of = joints_by_name(&self.figure, skeleton);
        let mut set = self.clone();
        set.figure = ModelReference::new(self.figure.file.clone(), skeleton);
        let mut needed = BTreeSet::new();
        let mut here = |joint: usize| {
            needed.insert(joint);
            here_of.get(joint).copied().flatten()
        };
        for clip in &mut set.clips {
            let tracks = std::mem::take(&mut clip.tracks).into_iter();
            clip.tracks =
                tracks.filter_map(|tracks| Some(JointTracks { joint: here(tracks.joint)?, ..tracks })).collect();
            let keys = std::mem::take(&mut clip.file_keys).into_iter();
            clip.file_keys = keys.filter_map(|keys| Some(JointKeys { joint: here(keys.joint)?, ..keys })).collect();
        }
        let mut left_out = Vec::new();
        let mut follow = |joint: &mut usize, what: &str, name: &str| {
            let found = here(*joint);
            match found {
                Some(found) => *joint = found,
                None => left_out.push(format!("{what} {name:?}")),
            }
            found.is_some()
        };
        set.attachments.retain_mut(|it| follow(&mut it.joint, "attachment", &it.name));
        set.spheres.retain_mut(|it| follow(&mut it.joint, "sphere", &it.name));
        set.active = set.active.and_then(|it| Some(Active { joint: here_of.get(it.joint).copied()??, ..it }));
        let mut unmatched = Vec::new();
        let mut reparented = Vec::new();
        for joint in needed {
            let Some(there) = self.figure.joints.get(joint) else {
                unmatched.push(format!("joint {joint}"));
                continue;
            };
            let Some(index) = here_of[joint] else {
                unmatched.push(there.name.clone());
                continue;
            };
            let parent = there.parent.map(|parent| here_of[parent]);
            if parent.is_some_and(|parent| parent != skeleton.joints()[index].parent) {
                reparented.push(there.name.clone());
            }
        }
        Matched { set, unmatched, reparented, left_out }
    }
}

/// Returns the skeleton's joint for each joint of the figure; each of these once.
fn joints_by_name(figure: &ModelReference, skeleton: &Skeleton) -> Vec<Option<usize>> {
    // Of each list the last is taken first.
    let mut placed: HashMap<(&str, Option<usize>), Vec<usize>> = HashMap::new();
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut plain: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        placed.entry((&joint.name, joint.parent)).or_default().push(index);
        named.entry(&joint.name).or_default().push(index);
        plain.entry(without_prefix(&joint.name)).or_default().push(index);
    }
    let mut taken = vec![false; skeleton.len()];
    let mut take = |list: Option<&mut Vec<usize>>| {
        let list = list?;
        while let Some(index) = list.pop() {
            if !std::mem::replace(&mut taken[index], true) {
                return Some(index);
            }
        }
        None
    };
    let mut here_of: Vec<Option<usize>> = vec![None; figure.joints.len()];
    // First those in their place, then those of their name, so that none takes what is another's.
    for (joint, there) in figure.joints.iter().enumerate() {
        let parent = there.parent.map(|parent| here_of[parent]);
        if parent != Some(None) {
            here_of[joint] = take(placed.get_mut(&(&there.name, parent.flatten())));
        }
    }
    for (joint, there) in figure.joints.iter().enumerate().filter(|(_, it)| !it.name.is_empty()) {
        here_of[joint] = here_of[joint].or_else(|| take(named.get_mut(there.name.as_str())));
    }
    for (joint, there) in figure.joints.iter().enumerate().filter(|(_, it)| !it.name.is_empty()) {
        let name = without_prefix(&there.name);
        here_of[joint] = here_of[joint].or_else(|| take(plain.get_mut(&name)));
    }
    here_of
}
