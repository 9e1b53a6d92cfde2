//! Round trips, and everything that can be wrong with a file.

use super::*;
use crate::testing::{
    models::chain,
    values::{point, unit_quat},
};
use armature::{
    animation::{Clip, Interpolation, JointKeys, JointTracks, RotationTrack, Track, WeightTrack},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
    skeleton::{Joint, Skeleton},
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

/// Returns a set with every kind of blob and every kind of track.
fn example() -> AnimationSet {
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0), Quat::from_rotation_y(2.0)];
    let tracks = JointTracks {
        joint: 2,
        translation: vectors(&[0.0, 0.1, 0.1], Vec3::new(0.1, -0.0, 1e-40)),
        rotation: Some(RotationTrack::new(vec![0.0, 0.3, 0.5], turns).unwrap()),
        scale: None,
        shear: vectors(&[0.25], Vec3::X),
    };
    let moving = JointTracks { joint: 0, scale: vectors(&[-1.0, 3.0], Vec3::ONE), ..JointTracks::default() };
    let mut wave = Clip::of_tracks("wave", vec![tracks, moving]);
    wave.file_keys = vec![JointKeys::linear(2, [0.0, 0.1, 0.5]), JointKeys::linear(0, [])];
    let slide = JointTracks { joint: 1, translation: vectors(&[0.0, 0.5, 1.0], Vec3::X), ..JointTracks::default() };
    let mut slide = Clip::of_tracks("slide", vec![slide]);
    let interpolations = vec![Interpolation::Smooth, Interpolation::Held, Interpolation::Linear];
    slide.file_keys = vec![JointKeys { interpolations, ..JointKeys::linear(1, [0.0, 0.5, 1.0]) }];
    let held = Transform { scale: Vec3::new(1.0, -1.0, 0.5), ..Transform::from_rotation(Quat::from_rotation_z(1.2)) };
    let head = Sphere { name: "head".into(), kind: SphereKind::Hurt, joint: 2, center: Vec3::Y, radius: 0.2 };
    let fist = Sphere { name: "fist".into(), kind: SphereKind::Hit, joint: 1, ..head.clone() };
    AnimationSet {
        figure: ModelReference::new("chain.dae", &chain().skeleton),
        clips: vec![wave, Clip::of_tracks("figure", vec![]), slide],
        attachments: vec![Attachment {
            name: "sword".into(),
            joint: 2,
            joint_from_attachment: held,
            file: "arms/sword.dae".into(),
        }],
        spheres: vec![head, fist],
        active: Some(Active { clip: "slide".into(), joint: 2 }),
        others: vec![Blob { name: "later".into(), kind: Kind(*b"TEXT"), version: 7, bytes: b"kept".to_vec() }],
    }
}

/// Returns a track whose key k is k times a vector.
fn vectors(times: &[f32], step: Vec3) -> Option<Track<Vec3>> {
    let values = (0..times.len()).map(|key| step * key as f32).collect();
    Some(Track::new(times.to_vec(), values).unwrap())
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

/// A file of two blobs has the bytes that the page on the format describes.
#[test]
fn the_format_by_hand() {
    let numbers = Blob { name: "ä".into(), kind: Kind(*b"CLIP"), version: 3, bytes: b"123456789".to_vec() };
    let nothing = Blob { name: String::new(), kind: Kind(*b"NONE"), version: 3, bytes: Vec::new() };
    let file = write(&[numbers, nothing]).unwrap();
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
    let error = read(&longer).unwrap_err();
    assert!(matches!(error, ContainerError::Table { .. }));
    let opened = OpenError::Container { file: "walk.armature".into(), error: error.clone() };
    assert_eq!(format!("{opened:?}"), format!("walk.armature: {error:?}"), "what is printed if it leaves `main`");
    assert_eq!(format!("{error:?}"), error.to_string());
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
    file[20] ^= 1;
    let error = read(&file).unwrap_err().to_string();
    assert!(
        error.starts_with("the table is damaged: its checksum should be ") && error.contains(", and is "),
        "{error}"
    );
}

/// Edits a file of two blobs with its table at byte 28, corrects the checksum of the table, and returns the error.
fn error_after(edit: impl FnOnce(&mut [u8])) -> String {
    let blob =
        |name: &str, bytes: &[u8]| Blob { name: name.into(), kind: Kind::CLIP, version: 1, bytes: bytes.to_vec() };
    let mut file = write(&[blob("a", b"one"), blob("b", b"2")]).unwrap();
    edit(&mut file);
    let sum = checksum(&file[28..]);
    file[20..24].copy_from_slice(&sum.to_le_bytes());
    read(&file).unwrap_err().to_string()
}

#[test]
fn an_error_says_which_blob_and_why() {
    let cases: [(usize, u8, &str); 15] = [
        (0, b'B', "no container: it begins with \"BRMA\", not with \"ARMA\""),
        (4, 2, "format 2 is not known: this program reads format 1"),
        (12, 27, "the table should have 46 bytes from byte 27 on, to the end of the file, which has 74 bytes"),
        (12, 23, "the table should have 46 bytes from byte 23 on, to the end of the file, which has 74 bytes"),
        (15, 255, "the table should have 46 bytes from byte 4278190108 on, to the end of the file, which has 74 bytes"),
        (8, 3, "a table of 46 bytes has no room for 3 entries"),
        (10, 2, "131074 blobs: at most 65536 are read and written"),
        (8, 1, "23 unused bytes after the table's last entry"),
        (51, 26, "blob CLIP \"b\": begins at byte 26, but what is before it ends at byte 27"),
        (51, 28, "blob CLIP \"b\": begins at byte 28, but what is before it ends at byte 27"),
        (35, 255, "blob CLIP \"a\": has 4278190083 bytes from byte 24 on, but the blobs end at byte 28"),
        (55, 0, "1 unused bytes between the last blob and the table"),
        (73, b'a', "blob CLIP \"a\": is there twice"),
        (
            73,
            0xFF,
            "entry 2 of 2 in the table, at byte 46: its name is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0",
        ),
        (71, 2, "entry 2 of 2 in the table, at byte 45: its name takes 2 bytes, and 1 are left"),
    ];
    for (at, byte, message) in cases {
        assert_eq!(error_after(|file| file[at] = byte), message, "byte {at} is {byte}");
    }
    let one = checksum(b"one");
    let damaged =
        format!("blob CLIP \"a\": is damaged: its checksum should be {one:08x}, and is {:08x}", checksum(b"onf"));
    assert_eq!(error_after(|file| file[26] = b'f'), damaged);
    let short = read(b"ARMA").unwrap_err().to_string();
    assert_eq!(short, "the file has 4 bytes, but the header alone takes 24");
}

#[test]
fn what_cannot_be_read_is_not_written() {
    type Edit = fn(&mut AnimationSet);
    let cases: [(Edit, &str); 14] = [
        (
            |set| set.figure.joints[1].parent = Some(1),
            "blob FIGR \"figure\": at byte 41: joint 1 \"joint 1\" has parent 1: a parent must come before its children",
        ),
        (|set| set.clips[0].end = -2.0, "blob CLIP \"wave\": at byte 8: it ends at -2 s, before its start at -1 s"),
        (|set| set.clips[0].start = f32::NAN, "blob CLIP \"wave\": at byte 4: its start is NaN"),
        (
            |set| set.clips[0].tracks[0].joint = 3,
            "blob CLIP \"wave\": at byte 16: a moving joint is 3, of a figure with 3 joints",
        ),
        (
            |set| set.clips[0].tracks[0].translation = Some(Track::constant(Vec3::NAN)),
            "blob CLIP \"wave\": at byte 29: joint 2 \"joint 2\", translation, key 0 is NaN",
        ),
        (
            |set| {
                let keys = RotationTrack::from_unit_keys(vec![0.0, 1.0], vec![Quat::IDENTITY, -Quat::IDENTITY]);
                set.clips[0].tracks[0].rotation = Some(keys.unwrap());
            },
            "blob CLIP \"wave\": at byte 113: joint 2 \"joint 2\", rotation, key 1: it is on the other side of the sphere than the one before it",
        ),
        (
            |set| {
                let keys = RotationTrack::from_unit_keys(vec![0.0], vec![Quat::IDENTITY * 2.0]);
                set.clips[0].tracks[0].rotation = Some(keys.unwrap());
            },
            "blob CLIP \"wave\": at byte 93: joint 2 \"joint 2\", rotation, key 0 has length 2, not 1",
        ),
        (
            |set| set.clips[0].file_keys[0].times = Arc::from([0.0, 0.0]),
            "blob CLIP \"wave\": at byte 214: joint 2 \"joint 2\", keys in the file: the time of key 1 is not after that of the one before it",
        ),
        (|set| set.clips[1].name = "wave".into(), "blob CLIP \"wave\": is there twice"),
        (
            |set| set.attachments[0].joint_from_attachment.rotation.x = 1.0,
            "blob ATCH \"attachments\": at byte 43: the rotation of \"sword\" has length",
        ),
        (
            |set| set.attachments.push(set.attachments[0].clone()),
            "blob ATCH \"attachments\": at byte 78: attachment 1 is called \"sword\", as one before it",
        ),
        (|set| set.spheres[1].radius = -1.0, "blob SPHR \"spheres\": at byte 58: the radius of \"fist\" is -1 m"),
        (
            |set| set.spheres[0].joint = usize::MAX,
            "blob SPHR \"spheres\": at byte 15: the joint of \"head\" is 4294967295, of a figure with 3 joints",
        ),
        (
            |set| set.figure.file = "x".repeat(MAX_TEXT_BYTES + 1),
            "65536 bytes in a text: at most 65535 are read and written",
        ),
    ];
    for (edit, message) in cases {
        let mut set = example();
        edit(&mut set);
        let error = set.to_bytes().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\nnot\n{message}");
    }
}

fn error_of(blobs: &[Blob]) -> String {
    AnimationSet::from_blobs(blobs).unwrap_err().to_string()
}

#[test]
fn blobs_of_another_layout_or_without_a_figure() {
    let mut blobs = example().to_blobs().unwrap();
    for (blob, newer, known) in [
        (1, 3, "CLIP \"wave\": has layout {}, this program knows layout 2"),
        (0, 2, "FIGR \"figure\": has layout {}, this program knows layout 1"),
    ] {
        for found in [0, newer, u32::MAX] {
            blobs[blob].version = found;
            assert_eq!(error_of(&blobs), format!("blob {}", known.replace("{}", &found.to_string())));
        }
        blobs[blob].version = 1;
    }
    blobs[1].bytes.push(0);
    let length = blobs[1].bytes.len();
    assert_eq!(error_of(&blobs), format!("blob CLIP \"wave\": at byte {}: 1 bytes too many", length - 1));
    assert_eq!(error_of(&blobs[1..]), "no blob of kind FIGR: it is not known whose clips these are");
    let second = Blob { name: "other".into(), ..blobs[0].clone() };
    assert_eq!(error_of(&[blobs[0].clone(), second]), "blob FIGR \"other\": is there twice");
}

/// A clip is written in the oldest layout that can hold it, and read from both layouts.
#[test]
fn clips_of_both_layouts() {
    let set = example();
    let mut blobs = set.to_blobs().unwrap();
    assert_eq!(blobs[1..4].iter().map(|blob| blob.version).collect::<Vec<_>>(), [1, 1, 2]);
    let last = blobs[3].bytes.len();
    blobs[3].bytes[last - 1] = 3;
    let end = "joint 1 \"joint 1\", keys in the file: key 2 is 3, not 0 (linear), 1 (smooth) or 2 (held)";
    assert_eq!(error_of(&blobs), format!("blob CLIP \"slide\": at byte {last}: {end}"));
    blobs[3].bytes[last - 3..].fill(0);
    assert!(error_of(&blobs).ends_with("all keys are linear, which is layout 1 and not 2"));
    // In the first layout there are no interpolations.
    blobs[3].bytes.truncate(last - 3);
    blobs[3].version = 1;
    let (read, _) = AnimationSet::from_blobs(&blobs).unwrap();
    assert_eq!(read.clips[2].tracks, set.clips[2].tracks);
    assert_eq!(read.clips[2].file_keys, [JointKeys::linear(1, [0.0, 0.5, 1.0])]);
}

fn skeleton(joints: &[(&str, Option<usize>)]) -> Skeleton {
    let joints = joints.iter().copied();
    let joints = joints.map(|(name, parent)| Joint { name: name.into(), parent, bind_local: Transform::IDENTITY });
    Skeleton::new(joints.collect()).unwrap()
}

#[test]
fn joints_are_found_again_by_their_names() {
    let same = example().for_skeleton(&chain().skeleton);
    assert_eq!(same, Matched { set: example(), ..Matched::default() });

    // The skeleton has another order, a prefix and another parent, and lacks a joint.
    let other = skeleton(&[("root", None), ("rig:Joint 2", Some(0)), ("joint 0", Some(0))]);
    let matched = example().for_skeleton(&other);
    assert_eq!(matched.unmatched, ["joint 1"]);
    assert_eq!(matched.reparented, ["joint 2"]);
    assert_eq!(matched.left_out, ["sphere \"fist\""]);
    let set = &matched.set;
    assert_eq!(set.clips[0].tracks.iter().map(|it| it.joint).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(set.clips[0].file_keys[0].joint, 1);
    assert_eq!((set.attachments[0].joint, set.spheres[0].joint), (1, 1));
    assert_eq!(set.active.as_ref().map(|active| active.joint), Some(1));
    assert_eq!(set.figure, ModelReference::new("chain.dae", &other));
    assert!(set.to_bytes().is_ok());
}

/// Two arms have hands of one name, and the skeleton has the arms in another order.
#[test]
fn joints_of_one_name_are_told_apart_by_their_parents() {
    let arms = [("left", None), ("right", None), ("hand", Some(0)), ("hand", Some(1))];
    let mut set = AnimationSet { figure: ModelReference::new("", &skeleton(&arms)), ..AnimationSet::default() };
    let [right, left, other] =
        [1, 3, 2].map(|joint| JointTracks { joint, scale: Some(Track::constant(Vec3::X)), ..JointTracks::default() });
    set.clips = vec![Clip::of_tracks("", vec![other, left.clone()])];
    let turned = [("right", None), ("hand", Some(0)), ("left", None), ("hand", Some(2))];
    let matched = set.for_skeleton(&skeleton(&turned));
    assert_eq!(matched.set.clips[0].tracks, [left, right]);
    assert!(matched.unmatched.is_empty() && matched.reparented.is_empty());
}

/// Returns any times and values that a track may have.
fn keys<T: std::fmt::Debug + Clone>(value: impl Strategy<Value = T>) -> impl Strategy<Value = (Vec<f32>, Vec<T>)> {
    prop::collection::vec((-1e6f32..1e6, value), 1..8).prop_map(|mut keys| {
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        keys.into_iter().unzip()
    })
}

fn vector_track() -> impl Strategy<Value = Option<Track<Vec3>>> {
    prop::option::of(keys(point()).prop_map(|(times, values)| Track::new(times, values).unwrap()))
}

fn joint_tracks() -> impl Strategy<Value = JointTracks> {
    let rotation = keys(unit_quat()).prop_map(|(times, keys)| RotationTrack::new(times, keys).unwrap());
    let rotation = prop::option::of(rotation);
    (0..3usize, vector_track(), rotation, vector_track(), vector_track()).prop_map(
        |(joint, translation, rotation, scale, shear)| JointTracks { joint, translation, rotation, scale, shear },
    )
}

proptest! {
    #[test]
    fn any_clip_comes_back(
        tracks in prop::collection::vec(joint_tracks(), 0..5),
        weights in prop::collection::vec((0..3usize, 0..60usize, keys(-2.0f32..2.0)), 0..4),
        name in ".{0,9}",
    ) {
        let mut clip = Clip::of_tracks(name, tracks);
        clip.weights = weights.into_iter().map(|(set, target, (times, values))| WeightTrack { set, target, track: Track::new(times, values).unwrap() }).collect();
        clip.tracks.retain(|tracks| tracks.key_count() > 0);
        let set = AnimationSet { clips: vec![clip], ..example() };
        let file = set.to_bytes().unwrap();
        let (back, _) = AnimationSet::from_bytes(&file).unwrap();
        prop_assert_eq!(&back, &set);
        prop_assert_eq!(back.to_bytes().unwrap(), file);
    }

    #[test]
    fn any_blobs_come_back(contents in prop::collection::vec((any::<[u8; 4]>(), any::<u32>(), ".{0,9}", any::<Vec<u8>>()), 0..6)) {
        let mut blobs = Vec::new();
        for (number, (kind, version, name, bytes)) in contents.into_iter().enumerate() {
            blobs.push(Blob { name: format!("{number}{name}"), kind: Kind(kind), version, bytes });
        }
        let file = write(&blobs).unwrap();
        prop_assert_eq!(read(&file).unwrap(), blobs);
    }

    #[test]
    fn any_bytes_are_refused_or_read(bytes: Vec<u8>) {
        prop_assert!(read(&bytes).is_err());
        let _ = codec::read_figure(&bytes);
        for version in [1, 2] {
            let _ = codec::read_clip("", version, &bytes, &example().figure.joints);
        }
    }
}
