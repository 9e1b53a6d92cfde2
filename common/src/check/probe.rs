//! Inputs chosen so that plausible mistakes show: non-commuting rotations, unequal offsets, branches, a moved root.

use crate::math::Transform;
use crate::skeleton::{Joint, Pose, Skeleton, depth_first_order, local_to_model};
use glam::{Affine3A, Quat, Vec3};

/// One of a few questions made from one seed.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Seed of the numbers, which are the same on every machine.
    pub seed: u64,
    /// Index of the questions: below [`Probe::COUNT`], [`is_last`](Probe::is_last), or after that a case.
    pub index: usize,
}

/// A posed skeleton that stands somewhere.
pub struct Rig {
    /// 7 to 12 joints in several chains, branching, never in depth-first array order.
    pub skeleton: Skeleton,
    /// Unequal offsets and rotations about slanted axes.
    pub pose: Pose,
    /// Transform of the skeleton's root: not the identity.
    pub model_from_root: Affine3A,
}

impl Probe {
    /// Number of probes of a check.
    pub const COUNT: usize = 4;

    /// Whether this is the one that is asked when all others are answered rightly, and that names no mistake:
    /// for the data of the lesson's picture, and for corners.
    pub fn is_last(&self) -> bool {
        self.index == Self::COUNT
    }

    pub(super) fn of_case(seed: u64, case: usize) -> Self {
        Probe { seed, index: Self::COUNT + 1 + case }
    }

    /// Returns the index of the [`Case`](super::Case) that this probe stands for.
    pub(super) fn case(&self) -> Option<usize> {
        self.index.checked_sub(Self::COUNT + 1)
    }

    /// Numbers for this probe: its own, and the same at each call.
    pub fn random(&self) -> Random {
        let index = self.index as u64 + 1;
        Random::new(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// A skeleton of several chains. The odd probes have a chain of a single joint among them.
    ///
    /// # Panics
    /// Never: parents are drawn from earlier joints.
    pub fn rig(&self) -> Rig {
        let mut random = self.random();
        let with_single = self.index % 2 == 1;
        let parents = parents(&mut random, with_single);
        let joints = parents
            .iter()
            .enumerate()
            .map(|(index, &parent)| Joint { name: NAMES[index].into(), parent, bind_local: random.rigid() })
            .collect();
        let skeleton = Skeleton::new(joints).expect("parents were drawn from earlier joints");
        let locals = parents.iter().map(|_| random.rigid()).collect();
        let pose = Pose { locals, ..Pose::default() };
        Rig { skeleton, pose, model_from_root: random.rigid().to_affine() }
    }
}

impl Rig {
    /// `model_from_joint` of every joint.
    pub fn model_from_joint(&self) -> Vec<Affine3A> {
        let mut model_from_joint = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(&self.skeleton, &self.pose, self.model_from_root, &mut model_from_joint);
        model_from_joint
    }

    /// The parents, for a student who cannot see the probe: `asked about 3 joints: 0 root, 1 child of 0, 2 root.`
    pub fn family(&self) -> String {
        let joints: Vec<String> = self
            .skeleton
            .joints()
            .iter()
            .enumerate()
            .map(|(index, joint)| match joint.parent {
                Some(parent) => format!("{index} child of {parent}"),
                None => format!("{index} root"),
            })
            .collect();
        format!("input: {} joints, {}.", joints.len(), joints.join(", "))
    }

    /// `joint 3 "hand"`.
    pub fn label(&self, joint: usize) -> String {
        match self.skeleton.joints().get(joint) {
            Some(Joint { name, .. }) => format!("joint {joint} \"{name}\""),
            None => format!("joint {joint}"),
        }
    }
}

const NAMES: [&str; 12] =
    ["hips", "spine", "thigh", "chest", "shin", "arm", "tail", "foot", "hand", "fin", "wing", "toe"];

/// Parents drawn at random until the tree has what tells mistakes apart.
fn parents(random: &mut Random, with_single: bool) -> Vec<Option<usize>> {
    for _ in 0..2000 {
        let count = 8 + random.below(5);
        let mut parents: Vec<Option<usize>> = vec![None];
        for index in 1..count {
            parents.push((random.below(5) > 0).then(|| random.below(index)));
        }
        if shows_every_mistake(&parents, with_single) {
            return parents;
        }
    }
    if with_single { WITH_A_SINGLE_JOINT.into() } else { TWO_CHAINS.into() }
}

/// Parents for the case that no draw has all properties.
const TWO_CHAINS: [Option<usize>; 9] = [None, Some(0), None, Some(1), Some(2), Some(0), Some(3), Some(4), Some(2)];
const WITH_A_SINGLE_JOINT: [Option<usize>; 9] =
    [None, Some(0), None, Some(1), None, Some(4), Some(0), Some(3), Some(5)];

fn shows_every_mistake(parents: &[Option<usize>], with_single: bool) -> bool {
    let mut joints = Vec::new();
    let mut children = vec![Vec::new(); parents.len()];
    let mut depth: Vec<usize> = Vec::new();
    // The number of the tree that each joint belongs to, and the size of each tree.
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

/// splitmix64: the same numbers on every machine. Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c>.
pub struct Random(u64);

impl Random {
    /// The numbers that follow from `seed`.
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
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place + 1));
        }
    }

    /// One number from each of `count` equal parts of `low` to `high`, in any order.
    pub fn spread(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        let part = (high - low) / count as f32;
        let mut all: Vec<f32> = (0..count).map(|index| low + part * (index as f32 + self.unit())).collect();
        for index in 1..count {
            all.swap(index, self.below(index + 1));
        }
        all
    }

    /// Three unequal components, about one unit long.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.between(-1.0, 1.0), self.between(0.2, 1.4), self.between(-0.8, 0.8))
    }

    /// Returns a vector of length 1 along no axis.
    pub fn direction(&mut self) -> Vec3 {
        Vec3::from([0.35; 3].map(|low| self.to_either_side(low, 1.0))).normalize()
    }

    /// An angle from 20 to 80 degrees about a slanted axis (small ones hide mistakes, 90 and 180 repeat
    /// them), and an offset; scale 1.
    pub fn rigid(&mut self) -> Transform {
        let axis = self.vector().normalize();
        let angle = self.between(20.0, 80.0).to_radians();
        let translation = self.vector();
        Transform { translation, rotation: Quat::from_axis_angle(axis, angle), scale: Vec3::ONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_everywhere() {
        // The first outputs for seed 1234567, from the author's own program.
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

    #[test]
    fn the_trees_for_bad_luck_do_too() {
        assert!(shows_every_mistake(&TWO_CHAINS, false));
        assert!(shows_every_mistake(&WITH_A_SINGLE_JOINT, true));
    }
}
