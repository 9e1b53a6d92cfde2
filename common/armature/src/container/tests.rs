//! Round trips, and everything that can be wrong with a file.

use super::*;
use crate::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
    model::testing::chain,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Every kind of blob, every kind of track.
fn example() -> AnimationSet {
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0), Quat::from_rotation_y(2.0)];
    let vectors = |times: &[f32], value: Vec3| {
        let values = (0..times.len()).map(|key| value * key as f32).collect();
        Some(Track::new(times.to_vec(), values).unwrap())
    };
    let tracks = JointTracks {
        joint: 2,
        translation: vectors(&[0.0, 0.1, 0.1], Vec3::new(0.1, -0.0, 1e-40)),
        rotation: Some(RotationTrack::new(vec![0.0, 0.3, 0.5], turns).unwrap()),
        scale: None,
        shear: vectors(&[0.25], Vec3::X),
    };
    let moving =
        JointTracks { joint: 0, scale: vectors(&[-1.0, 3.0], Vec3::ONE), ..JointTracks::default() };
    let mut wave = Clip::of_tracks("wave", vec![tracks, moving]);
    wave.file_keys = vec![(2, Arc::from([0.0, 0.1, 0.5])), (0, Arc::from([]))];
    let held = Transform {
        scale: Vec3::new(1.0, -1.0, 0.5),
        ..Transform::from_rotation(Quat::from_rotation_z(1.2))
    };
    let sphere = |name: &str, kind, joint| Sphere {
        name: name.into(),
        kind,
        joint,
        center: Vec3::Y,
        radius: 0.2,
    };
    AnimationSet {
        figure: FigureReference::of("chain.dae", &chain().skeleton),
        clips: vec![wave, Clip::of_tracks("figure", vec![])],
        attachments: vec![Attachment {
            name: "sword".into(),
            joint: 2,
            joint_from_attachment: held,
            file: "arms/sword.dae".into(),
        }],
        spheres: vec![sphere("head", SphereKind::Hurt, 2), sphere("fist", SphereKind::Hit, 1)],
        others: vec![Blob {
            name: "later".into(),
            kind: Kind(*b"TEXT"),
            version: 7,
            bytes: b"kept".to_vec(),
        }],
    }
}

#[test]
fn every_bit_comes_back() {
    let set = example();
    let file = set.to_bytes().unwrap();
    let (back, warnings) = AnimationSet::from_bytes(&file).unwrap();
    assert_eq!(back, set);
    assert_eq!(back.to_bytes().unwrap(), file);
    let kept = "blob TEXT \"later\": of a kind that is not known here; it is kept";
    assert_eq!(warnings, [kept]);
    assert_eq!(write(&read(&file).unwrap()).unwrap(), file);
}

/// The bytes themselves, so that the page on the format is right: two blobs, written by hand.
#[test]
fn the_format_by_hand() {
    let blob = |name: &str, kind: &[u8; 4], bytes: &[u8]| Blob {
        name: name.into(),
        kind: Kind(*kind),
        version: 3,
        bytes: bytes.to_vec(),
    };
    let file = write(&[blob("ä", b"CLIP", b"123456789"), blob("", b"NONE", b"")]).unwrap();
    let table = [
        &[24, 0, 0, 0, 9, 0, 0, 0, 0x26, 0x39, 0xF4, 0xCB][..],
        b"CLIP",
        &[3, 0, 0, 0, 2, 0, 0xC3, 0xA4],
        &[33, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        b"NONE",
        &[3, 0, 0, 0, 0, 0],
    ]
    .concat();
    let sum = checksum(&table).to_le_bytes();
    let header = [b"ARMA", &[1, 0, 0, 0, 2, 0, 0, 0, 33, 0, 0, 0, 46, 0, 0, 0][..], &sum].concat();
    assert_eq!(file, [header, b"123456789".to_vec(), table].concat());
    assert_eq!(write(&[]).unwrap().len(), HEADER_BYTES);
    assert_eq!(read(&write(&[]).unwrap()), Ok(vec![]));
}

#[test]
fn cut_off_anywhere_it_is_refused() {
    let file = example().to_bytes().unwrap();
    for length in 0..file.len() {
        assert!(read(&file[..length]).is_err(), "{length} of {} bytes", file.len());
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(read(&longer), Err(ContainerError::Table { .. })));
}

#[test]
fn any_flipped_bit_is_refused() {
    let mut file = example().to_bytes().unwrap();
    for bit in 0..8 * file.len() {
        file[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&file).is_err(), "bit {bit}");
        file[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(read(&file).is_ok());
}
