//! Random chains for property tests.

use crate::skeleton::{Joint, Skeleton};
use crate::{math::Transform, testing::values as random};
use glam::Vec3;
use proptest::prelude::*;
use std::ops::Range;

/// Makes joints in a line along x, at the distances `lengths` from each other.
pub(crate) fn line(lengths: &[f32]) -> Vec<Joint> {
    let mut joints = vec![joint(None, Transform::IDENTITY)];
    for (index, length) in lengths.iter().enumerate() {
        let local = Transform::from_translation(Vec3::new(*length, 0.0, 0.0));
        joints.push(joint(Some(index), local));
    }
    joints
}

fn joint(parent: Option<usize>, bind_local: Transform) -> Joint {
    Joint { name: String::new(), parent, bind_local }
}

/// Makes a skeleton of one branch with bones from 0.1 to 2 long in any direction, and a chain of its joints. With
/// `scaled`, joints scale evenly by 0.5 to 2, and every third joint is left out of the chain.
pub(crate) fn chain_in_a_skeleton(bones: Range<usize>, scaled: bool) -> impl Strategy<Value = (Skeleton, Vec<usize>)> {
    let seeds = (random::unit_quat(), random::unit_quat(), 0.1f32..2.0, 0.5f32..2.0);
    prop::collection::vec(seeds, bones.start + 1..bones.end + 1).prop_map(move |seeds| {
        let joints = seeds.iter().enumerate().map(|(index, (turn, aim, length, scale))| {
            let scale = Vec3::splat(if scaled { *scale } else { 1.0 });
            let local = Transform { translation: *aim * Vec3::X * *length, rotation: *turn, scale };
            joint(index.checked_sub(1), local)
        });
        let chain = (0..seeds.len()).filter(|joint| !scaled || joint % 3 != 1).collect();
        (Skeleton::new(joints.collect()).expect("parents come first"), chain)
    })
}

/// Makes the points of a chain that begins anywhere, with bones from 0.1 to 1 long in any direction.
pub(crate) fn points(bones: Range<usize>) -> impl Strategy<Value = Vec<Vec3>> {
    let bone = (random::unit_quat(), 0.1f32..1.0).prop_map(|(turn, length)| turn * Vec3::X * length);
    (random::point(), prop::collection::vec(bone, bones)).prop_map(|(root, bones)| {
        let mut points = vec![root];
        for bone in bones {
            points.push(points[points.len() - 1] + bone);
        }
        points
    })
}

/// Returns the distances between neighbours.
pub(crate) fn lengths(points: &[Vec3]) -> Vec<f32> {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

/// Returns the largest difference between two lists of lengths.
pub(crate) fn worst(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
