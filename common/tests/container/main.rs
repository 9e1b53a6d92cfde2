//! Containers as a program meets them: broken ones, and saves that are killed.
#![allow(unsafe_code)] // an allocator that counts is the only way to see how much is allocated

#[path = "../support/dice.rs"]
mod dice;
mod kills;
mod memory;
mod mutations;

use common::{
    animation::{Clip, JointKeys, JointTracks, RotationTrack, Track},
    attachment::{Attachment, Sphere, SphereKind},
    container::{AnimationSet, Blob, Kind, ModelReference, ReferenceJoint, read},
    math::Transform,
};
use glam::{Quat, Vec3};
use std::path::Path;

/// A file with a blob of every kind, which is also a seed of the fuzz target.
const SEED: &[u8] = include_bytes!("../../fuzz/corpus/container/seed-set.armature");

/// What is in it, with a clip of so many keys.
fn example(keys: u32) -> AnimationSet {
    let joint = |(name, parent): (&str, _)| ReferenceJoint { name: name.into(), parent };
    let joints = [("hips", None), ("arm", Some(0)), ("hand", Some(1))];
    let times: Vec<f32> = (0..keys).map(|key| key as f32 / 32.0).collect();
    let vectors = |value: Vec3| Track::new(times.clone(), vec![value; times.len()]).unwrap();
    // Exact on every machine: 90 degrees and none in turn.
    let turn = |key| [Quat::IDENTITY, Quat::from_xyzw(0.5, 0.5, 0.5, 0.5)][key as usize % 2];
    let rotation = RotationTrack::new(times.clone(), (0..keys).map(turn).collect()).unwrap();
    let hand = JointTracks {
        joint: 2,
        translation: Some(vectors(Vec3::new(0.25, -0.0, 1e-40))),
        rotation: Some(rotation),
        scale: Some(vectors(Vec3::ONE)),
        shear: Some(Track::constant(Vec3::X)),
    };
    let mut wave = Clip::of_tracks("wave", vec![hand]);
    wave.file_keys = vec![JointKeys::linear(2, [0.0, 0.5])];
    let sphere = |name: &str, kind, joint| {
        let center = Vec3::new(0.0, 0.125, 0.0);
        Sphere { name: name.into(), kind, joint, center, radius: 0.25 }
    };
    AnimationSet {
        figure: ModelReference { file: "knight.dae".into(), joints: joints.into_iter().map(joint).collect() },
        clips: vec![wave, Clip::of_tracks("rest", vec![])],
        attachments: vec![Attachment {
            name: "sword".into(),
            joint: 2,
            joint_from_attachment: Transform::from_translation(Vec3::Y),
            file: "sword.dae".into(),
        }],
        spheres: vec![sphere("fist", SphereKind::Hit, 2), sphere("hip", SphereKind::Hurt, 0)],
        active: None,
        others: vec![Blob { name: "note".into(), kind: Kind(*b"TEXT"), version: 9, bytes: b"slower".to_vec() }],
    }
}

/// Files that have been written stay readable, and the bytes are the same on every machine.
#[test]
fn the_format_does_not_change() {
    assert_eq!(example(3).to_bytes().unwrap(), SEED);
    assert_eq!(AnimationSet::from_bytes(SEED).unwrap().0, example(3));
}

/// For a new version of the format.
#[test]
#[ignore = "writes the seeds of the fuzz target"]
fn write_the_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/container");
    let file = example(3).to_bytes().unwrap();
    std::fs::write(folder.join("seed-set.armature"), &file).unwrap();
    // As the target takes them: a byte that says what the others are.
    let kinds = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];
    for blob in read(&file).unwrap() {
        let Some(kind) = kinds.iter().position(|kind| *kind == blob.kind) else { continue };
        let name = format!("seed-{}-{}", blob.kind, blob.name).to_lowercase();
        std::fs::write(folder.join(name), [&[kind as u8], &blob.bytes[..]].concat()).unwrap();
    }
}
