//! Containers from outside: broken ones, and saves that are killed.
#![allow(unsafe_code)] // a counting allocator is the only way to measure how much is allocated

mod kills;
mod memory;
mod mutations;

use armature::{
    animation::{Clip, JointKeys, JointTracks, RotationTrack, Track},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
};
use armature_formats::container::{AnimationSet, Blob, Kind, ModelReference, ReferenceJoint, read};
use glam::{Quat, Vec3};
use std::path::Path;

/// A file with a blob of every kind, which is also a seed of the fuzz target.
const SEED: &[u8] = include_bytes!("../../../fuzz/corpus/container/seed-set.armature");

/// Returns an example with every kind of blob, whose clip has `keys` keys a track.
fn example(keys: u32) -> AnimationSet {
    let mut joints = Vec::new();
    for (name, parent) in [("hips", None), ("arm", Some(0)), ("hand", Some(1))] {
        joints.push(ReferenceJoint { name: name.into(), parent });
    }
    let times: Vec<f32> = (0..keys).map(|key| key as f32 / 32.0).collect();
    let count = times.len();
    // Exact on every machine: none and 120 degrees in turn.
    let turns = [Quat::IDENTITY, Quat::from_xyzw(0.5, 0.5, 0.5, 0.5)].into_iter().cycle().take(count).collect();
    let hand = JointTracks {
        joint: 2,
        translation: Some(Track::new(times.clone(), vec![Vec3::new(0.25, -0.0, 1e-40); count]).unwrap()),
        rotation: Some(RotationTrack::new(times.clone(), turns).unwrap()),
        scale: Some(Track::new(times, vec![Vec3::ONE; count]).unwrap()),
        shear: Some(Track::constant(Vec3::X)),
    };
    let mut wave = Clip::of_tracks("wave", vec![hand]);
    wave.file_keys = vec![JointKeys::linear(2, [0.0, 0.5])];
    let center = Vec3::new(0.0, 0.125, 0.0);
    AnimationSet {
        figure: ModelReference { file: "knight.dae".into(), joints },
        clips: vec![wave, Clip::of_tracks("rest", vec![])],
        attachments: vec![Attachment {
            name: "sword".into(),
            joint: 2,
            joint_from_attachment: Transform::from_translation(Vec3::Y),
            file: "sword.dae".into(),
        }],
        spheres: vec![
            Sphere { name: "fist".into(), kind: SphereKind::Hit, joint: 2, center, radius: 0.25 },
            Sphere { name: "hip".into(), kind: SphereKind::Hurt, joint: 0, center, radius: 0.25 },
        ],
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/container");
    let file = example(3).to_bytes().unwrap();
    std::fs::write(folder.join("seed-set.armature"), &file).unwrap();
    // The target reads a byte that gives the kind, then the blob.
    let kinds = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];
    for blob in read(&file).unwrap() {
        let Some(kind) = kinds.iter().position(|kind| *kind == blob.kind) else { continue };
        let name = format!("seed-{}-{}", blob.kind, blob.name).to_lowercase();
        std::fs::write(folder.join(name), [&[kind as u8], &blob.bytes[..]].concat()).unwrap();
    }
}
