//! Inputs chosen so that plausible mistakes show: non-commuting rotations, unequal offsets, branches, a moved root.

use armature::math::Transform;
use armature::skeleton::{Joint, Pose, Skeleton, depth_first_order, local_to_model};
use glam::{Affine3A, Quat, Vec3};

/// One of a few sets of inputs that are computed from one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// Seed of the numbers, which are the same on every machine.
    pub seed: u64,
    /// Index: below [`Probe::COUNT`] random, then [the last](Probe::is_last), then the cases.
    pub index: usize,
}

/// A posed skeleton that stands somewhere.
pub struct Rig {
    /// 8 to 12 joints in several chains, branching, never in depth-first array order.
    pub skeleton: Skeleton,
    /// Unequal offsets and rotations about slanted axes.
    pub pose: Pose,
    /// Transform of the skeleton's root: not the identity.
    pub model_from_root: Affine3A,
}

impl Probe {
    /// Number of random probes of a check.
    pub const COUNT: usize = 4;

    /// Returns whether this is the last probe, with the data of the lesson's picture and special cases. It is used only if
    /// the answers to all others are right, and recognises no mistakes.
    pub fn is_last(&self) -> bool {
        self.index == Self::COUNT
    }

    /// Returns the probe of the case with this index.
    pub fn of_case(seed: u64, case: usize) -> Self {
        Probe { seed, index: Self::COUNT + 1 + case }
    }

    /// Returns the index of the probe's [`Case`](super::Case), if it is of one.
    pub(super) fn case(&self) -> Option<usize> {
        self.index.checked_sub(Self::COUNT + 1)
    }

    /// Returns the probe's random numbers, the same at each call.
    pub fn random(&self) -> Random {
        let index = self.index as u64 + 1;
        Random::new(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// Returns a random skeleton of several chains. In odd probes one of the chains is a single joint.
    ///
    /// # Panics
    /// Never: parents are drawn from earlier joints.
    pub fn rig(&self) -> Rig {
        let mut random = self.random();
        let with_single = self.index % 2 == 1;
        let parents = random_parents(&mut random, with_single);
        let mut joints = Vec::new();
        for (&parent, name) in parents.iter().zip(NAMES) {
            joints.push(Joint { name: name.into(), parent, bind_local: random.rigid() });
        }
        let skeleton = Skeleton::new(joints).expect("parents were drawn from earlier joints");
        let locals = parents.iter().map(|_| random.rigid()).collect();
        let pose = Pose { locals, ..Pose::default() };
        Rig { skeleton, pose, model_from_root: random.rigid().to_affine() }
    }
}

impl Rig {
    /// Returns `model_from_joint` of every joint.
    pub fn model_from_joint(&self) -> Vec<Affine3A> {
        let mut model_from_joint = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(&self.skeleton, &self.pose, self.model_from_root, &mut model_from_joint);
        model_from_joint
    }

    /// Returns the hierarchy in words: `3 joints, 0 root, 1 child of 0, 2 root`
    pub fn family(&self) -> String {
        let mut joints = Vec::new();
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            joints.push(match joint.parent {
                Some(parent) => format!("{index} child of {parent}"),
                None => format!("{index} root"),
            });
        }
        format!("{} joints, {}", joints.len(), joints.join(", "))
    }

    /// Returns a joint's index and name: `joint 3 "hand"`.
    pub fn label(&self, joint: usize) -> String {
        match self.skeleton.joints().get(joint) {
            Some(Joint { name, .. }) => format!("joint {joint} \"{name}\""),
            None => format!("joint {joint}"),
        }
    }
}

const NAMES: [&str; 12] =
    ["hips", "spine", "thigh", "chest", "shin", "arm", "tail", "foot", "hand", "fin", "wing", "toe"];

/// Draws hierarchies at random until one [distinguishes all mistakes](shows_every_mistake). Returns the joints' parents.
fn random_parents(random: &mut Random, with_single: bool) -> Vec<Option<usize>> {
    loop {
        let count = 8 + random.below(5);
        let mut parents: Vec<Option<usize>> = vec![None];
        for index in 1..count {
            parents.push((random.below(5) > 0).then(|| random.below(index)));
        }
        if shows_every_mistake(&parents, with_single) {
            return parents;
        }
    }
}

/// Returns whether a hierarchy has all properties by which known mistakes are distinguished.
fn shows_every_mistake(parents: &[Option<usize>], with_single: bool) -> bool {
    let mut joints = Vec::new();
    let mut children = vec![Vec::new(); parents.len()];
    let mut depth: Vec<usize> = Vec::new();
    // The index of each joint's tree, and the size of each tree.
    let mut tree: Vec<usize> = Vec::new();
    let mut sizes: Vec<usize> = Vec::new();
    for (index, &parent) in parents.iter().enumerate() {
        joints.push(Joint { name: String::new(), parent, bind_local: Transform::IDENTITY });
        if let Some(parent) = parent {
            children[parent].push(index);
            depth.push(depth[parent] + 1);
            tree.push(tree[parent]);
        } else {
            depth.push(0);
            tree.push(sizes.len());
            sizes.push(0);
        }
        sizes[tree[index]] += 1;
    }
    let large = sizes.iter().filter(|size| **size >= 3).count();
    let single = sizes.iter().filter(|size| **size == 1).count();
    large >= 2
        && single == usize::from(with_single)
        && sizes.len() == large + single
        // The chain of a single joint lies between others or before them, so that the ones after it count on.
        && (!with_single || sizes.last().is_some_and(|size| *size > 1))
        && sizes.len() <= 3
        // A first child with children of its own, and siblings after it: depth first differs from level by level.
        && children.iter().any(|all| all.len() >= 2 && !children[all[0]].is_empty())
        // The second chain begins in the array before the first has ended: a chain is no run of the array.
        && tree.iter().skip_while(|tree| **tree != 1).any(|tree| *tree == 0)
        && depth.iter().any(|depth| *depth >= 3)
        && !depth_first_order(&joints).is_sorted()
}

/// Random numbers by splitmix64, the same on every machine. Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c>.
pub struct Random(u64);

impl Random {
    /// Creates the sequence of numbers that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to below 1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Returns a number from `low` to below `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a number from `low` to below `high`, or its negative.
    pub fn to_either_side(&mut self, low: f32, high: f32) -> f32 {
        let size = self.between(low, high);
        if self.below(2) == 0 { size } else { -size }
    }

    /// Returns a number from 0 to below `count`.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// Puts a list in another order, each as likely as any (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }

    /// Returns one number from each of `count` equal parts of the range from `low` to `high`, in random order.
    pub fn spread(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        let part = (high - low) / count as f32;
        let mut all: Vec<f32> = (0..count).map(|index| low + part * (index as f32 + self.unit())).collect();
        for index in 1..count {
            all.swap(index, self.below(index + 1));
        }
        all
    }

    /// Returns a vector of about length 1 with three unequal components.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.between(-1.0, 1.0), self.between(0.2, 1.4), self.between(-0.8, 0.8))
    }

    /// Returns a vector of length 1 along no axis.
    pub fn direction(&mut self) -> Vec3 {
        Vec3::from([0.35; 3].map(|low| self.to_either_side(low, 1.0))).normalize()
    }

    /// Returns a rotation by 20 to 80 degrees about a slanted axis and a translation, without scale. Small angles hide
    /// mistakes, and after a turn by 90 or 180 degrees some matrices equal others.
    pub fn rigid(&mut self) -> Transform {
        let axis = self.vector().normalize();
        let rotation = Quat::from_axis_angle(axis, self.between(20.0, 80.0).to_radians());
        Transform { translation: self.vector(), rotation, scale: Vec3::ONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_everywhere() {
        // The first results for seed 1234567 of the author's own program.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_rig_shows_every_mistake() {
        for seed in 0..500 {
            for index in 0..Probe::COUNT {
                let rig = Probe { seed, index }.rig();
                let parents: Vec<_> = rig.skeleton.joints().iter().map(|j| j.parent).collect();
                assert!(shows_every_mistake(&parents, index % 2 == 1), "seed {seed}, probe {index}: {parents:?}");
            }
        }
        let [one, same, other] = [7, 7, 8].map(|seed| Probe { seed, index: 0 }.rig().pose);
        assert!(one == same && one != other);
    }
}
