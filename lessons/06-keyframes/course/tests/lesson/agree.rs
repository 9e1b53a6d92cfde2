//! The lesson and `common` read the same keys from the file.

use armature::animation::{Clip, Cursors};
use armature::model::Model;
use armature::skeleton::Pose;
use armature_formats::collada;
use glam::Mat4;
use lesson_06::chain::{self, CLIP, Chain, KEYS};
use lesson_06::checks::REFERENCE;

/// Returns the matrices that `common` computes for a time in the clip.
fn pose(model: &Model, clip: &Clip, seconds: f32) -> Vec<Mat4> {
    let mut pose = Pose::default();
    clip.sample(clip.start + seconds, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
    pose.locals.iter().map(|local| Mat4::from(local.to_affine())).collect()
}

fn knight() -> Chain {
    Chain::new(chain::read().expect("the file")).expect("the knight")
}

/// The numbers are those of the file, a matrix for each key.
#[test]
fn the_numbers_are_the_files() {
    let chain = knight();
    let file = common::assets().join("knight.dae");
    let document = collada::read(&file).expect("the file");
    let start = chain.model.clip(CLIP).expect("the dance").start;
    for curve in &document.channels {
        let joint = curve.joints[0];
        for (key, numbers) in KEYS.iter().zip(chain.floats[joint].as_chunks::<16>().0) {
            let time = start + key / 24.0;
            let at = curve.times.iter().position(|known| (known - time).abs() < 1e-3).expect("a key");
            for (number, expected) in numbers.iter().zip(&curve.values[16 * at..]) {
                assert!((number - expected).abs() < 5e-4, "{}: {number} {expected}", chain.joints[joint].name);
            }
        }
    }
}

/// Where the loop closes the knight stands as at its start.
#[test]
fn at_every_key_the_knight_stands_as_in_the_clip() {
    let chain = knight();
    let clip = chain.model.clip(CLIP).expect("the dance");
    assert_eq!((chain.keys.times[0], chain.keys.closes_at), (0.0, clip.duration()));
    let frames: Vec<f32> = chain.keys.times.iter().map(|time| (time * 24.0).round()).collect();
    assert_eq!(frames, KEYS);
    let mut moving = 0;
    for (key, time) in chain.keys.times.iter().enumerate() {
        for ((joint, floats), expected) in chain.joints.iter().zip(&chain.floats).zip(pose(&chain.model, clip, *time)) {
            let mut keys = vec![joint.parent_from_joint; key + 1];
            if !floats.is_empty() {
                REFERENCE.keyframes.set_keyframes(&mut keys, floats).unwrap().expect("whole matrices");
                moving += 1;
            }
            // Six decimals in the file, and `common` stays within 1e-4 of the model's size.
            assert!(keys[key].abs_diff_eq(expected, 5e-4), "{}, key {key}", joint.name);
        }
    }
    assert_eq!(moving, 34 * chain.keys.times.len());
    let [first, last] = [0.0, clip.duration()].map(|seconds| pose(&chain.model, clip, seconds));
    for (first, last) in first.iter().zip(last) {
        assert!(first.abs_diff_eq(last, 1e-4), "{first} {last}");
    }
}
