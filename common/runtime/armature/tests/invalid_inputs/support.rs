//! Inputs of wrong lengths and indices. The crates beside this one compile them into their own tests.
#![allow(dead_code)] // none needs all

use armature::animation::{Clip, JointTracks, Track};
use armature::math::Transform;
use armature::skeleton::{Joint, Pose, Skeleton};
use glam::Vec3;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Asserts that `function` panics with each of `inputs` but the first, with a sentence of its own and not the index's.
#[track_caller]
pub(crate) fn takes_only_the_first<Input: Debug, Output>(inputs: &[Input], function: impl Fn(&Input) -> Output) {
    for (row, input) in inputs.iter().enumerate() {
        let panic = catch_unwind(AssertUnwindSafe(|| function(input))).err();
        assert_eq!(panic.is_some(), row > 0, "row {row}, {input:?}");
        let Some(panic) = panic else { continue };
        let text = panic.downcast_ref::<String>().map_or("", String::as_str);
        assert!(!text.contains("out of bounds") && !text.contains("out of range"), "row {row}, {input:?}: {text}");
    }
}

/// Number of joints: more than a block of eight, so that a list of blocks can be too short.
pub(crate) const JOINTS: usize = 9;

pub(crate) fn joint(parent: Option<usize>) -> Joint {
    Joint { name: String::new(), parent, bind_local: Transform::from_translation(Vec3::Y) }
}

pub(crate) fn chain() -> Skeleton {
    Skeleton::new((0..JOINTS).map(|index| joint(index.checked_sub(1))).collect()).unwrap()
}

pub(crate) fn pose(joints: usize) -> Pose {
    Pose { locals: vec![Transform::IDENTITY; joints], shears: Vec::new() }
}

/// Makes a clip of a second that moves one joint.
pub(crate) fn clip(joint: usize) -> Clip {
    let translation = Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap();
    Clip::of_tracks("", vec![JointTracks { joint, translation: Some(translation), ..JointTracks::default() }])
}
