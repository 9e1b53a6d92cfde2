//! Round trips, and everything that can be wrong with a file.

use super::*;
use crate::testing::models::chain;
use armature::{
    animation::{Clip, Interpolation, JointKeys, JointTracks, Key, RotationTrack, Track, WeightTrack},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
    skeleton::{Joint, Skeleton},
};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Returns a set with every kind of blob and every kind of track. More clips come back in `tests/formats/write.rs`.
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
    wave.weights =
        vec![WeightTrack { set: 1, target: 40, track: Track::new(vec![0.0, 0.2], vec![-2.0, 0.5]).unwrap() }];
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
    assert!(read(&[&file[..], &[0]].concat()).is_err());
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

/// A blob of a faulty writer has a right checksum. It is an error, or a set that can be saved.
#[test]
fn any_changed_byte_of_a_blob_is_refused_or_read() {
    let blobs = example().to_blobs().unwrap();
    let mut refused = 0;
    let mut taken = 0;
    for (number, blob) in blobs.iter().enumerate() {
        for at in 0..blob.bytes.len() {
            for value in [0, 1, 3, 0x7F, 0x80, 0xFF, blob.bytes[at] ^ 0x40] {
                let mut blobs = blobs.clone();
                blobs[number].bytes[at] = value;
                match AnimationSet::from_blobs(&blobs) {
                    Ok((set, _)) => {
                        let written = set.to_blobs().unwrap();
                        assert_eq!(AnimationSet::from_blobs(&written).unwrap().0, set, "{number} {at} {value}");
                        taken += 1;
                    }
                    Err(error) => {
                        assert!(error.to_string().starts_with("blob "), "{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 500 && taken > 500, "{refused} {taken}");
}

/// Edits a file of two blobs with its table at byte 28, corrects the checksum of the table, and returns the error.
fn error_after(edit: impl FnOnce(&mut [u8])) -> String {
    let mut blobs = Vec::new();
    for (name, bytes) in [("a", &b"one"[..]), ("b", b"2")] {
        blobs.push(Blob { name: name.into(), kind: Kind::CLIP, version: 1, bytes: bytes.to_vec() });
    }
    let mut file = write(&blobs).unwrap();
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
        (8, 3, "entry 2 of the table, counted from 0 to 2, is cut off, or its name is not UTF-8"),
        (10, 2, "131074 blobs: at most 65536 are read and written"),
        (8, 1, "23 unused bytes after the table's last entry, 1 between the last blob and the table"),
        (51, 26, "blob CLIP \"b\": begins at byte 26, but what is before it ends at byte 27"),
        (51, 28, "blob CLIP \"b\": begins at byte 28, but what is before it ends at byte 27"),
        (35, 255, "blob CLIP \"a\": has 4278190083 bytes from byte 24 on, but the table begins at byte 28"),
        (55, 0, "0 unused bytes after the table's last entry, 1 between the last blob and the table"),
        (73, b'a', "blob CLIP \"a\": is there twice"),
        (73, 0xFF, "entry 1 of the table, counted from 0 to 1, is cut off, or its name is not UTF-8"),
        (71, 9, "entry 1 of the table, counted from 0 to 1, is cut off, or its name is not UTF-8"),
    ];
    for (at, value, message) in cases {
        assert_eq!(error_after(|file| file[at] = value), message);
    }
    let mut file = example().to_bytes().unwrap();
    file[24] ^= 1;
    let error = read(&file).unwrap_err();
    assert!(error.to_string().starts_with("blob FIGR \"figure\": is damaged: its checksum should be "), "{error}");
    assert_eq!(format!("{error:?}"), error.to_string(), "what is printed if it leaves `main`");
}

#[test]
fn what_cannot_be_saved_is_refused() {
    type Edit = fn(&mut AnimationSet);
    let cases: [(Edit, &str); 9] = [
        (
            |set| set.figure.joints[1].parent = Some(1),
            "blob FIGR \"figure\": joint 1 \"joint 1\" has parent 1: a parent must come first",
        ),
        (|set| set.clips[0].start = f32::NAN, "blob CLIP \"wave\": clip \"wave\" lasts from NaN s to 3 s"),
        (
            |set| set.clips[0].tracks[0].joint = 3,
            "blob CLIP \"wave\": clip \"wave\" moves joint 3, but the skeleton has 3 joints",
        ),
        (
            |set| set.clips[0].file_keys[0].times = Arc::from([0.0, 0.0]),
            "blob CLIP \"wave\": clip \"wave\" has key times of joint 2 that do not rise, or are not finite",
        ),
        (|set| set.clips[1].name = "wave".into(), "blob CLIP \"wave\": is there twice"),
        (
            |set| set.attachments[0].joint_from_attachment.rotation.x = 1.0,
            "blob ATCH \"sword\": has a number that is not finite, a rotation that is not of length 1, or a negative radius",
        ),
        (|set| set.attachments.push(set.attachments[0].clone()), "blob ATCH \"sword\": is there twice"),
        (
            |set| set.spheres[1].radius = -1.0,
            "blob SPHR \"fist\": has a number that is not finite, a rotation that is not of length 1, or a negative radius",
        ),
        (
            |set| set.active = Some(Active { clip: "slide".into(), joint: 3 }),
            "blob ACTV \"slide\": is at a joint that the figure does not have",
        ),
    ];
    for (edit, message) in cases {
        let mut set = example();
        edit(&mut set);
        assert_eq!(set.to_bytes().unwrap_err().to_string(), message);
    }
}

#[test]
fn blobs_of_another_layout_or_without_a_figure() {
    let blobs = example().to_blobs().unwrap();
    for found in [0, 1, 3, u32::MAX] {
        let mut blobs = blobs.clone();
        blobs[1].version = found;
        let expected = format!("blob CLIP \"wave\": has layout {found}, this program knows layout {LAYOUT}");
        assert_eq!(error_of(&blobs), expected);
    }
    let mut longer = blobs.clone();
    longer[1].bytes.push(0);
    assert_eq!(error_of(&longer), "blob CLIP \"wave\": 1 bytes too many");
    longer[1].bytes.truncate(9);
    assert!(error_of(&longer).starts_with("blob CLIP \"wave\": its content cannot be read: "));
    assert_eq!(error_of(&blobs[1..]), "no blob of kind FIGR: it is not known whose clips these are");
    let second = Blob { name: "other".into(), ..blobs[0].clone() };
    assert_eq!(error_of(&[blobs[0].clone(), second]), "blob FIGR \"other\": is there twice");
}

/// Returns a blob of two keys, at 0.5 and 2 s.
fn keys_of(name: &str) -> Blob {
    let turned = Transform::from_rotation(Quat::from_rotation_z(1.0));
    let keys = [0.5, 2.0].map(|time| Key { time, local: Transform { translation: Vec3::X * time, ..turned } });
    Blob { name: name.into(), kind: Kind::KEYS, version: KEYS_LAYOUT, bytes: write_keys(&keys) }
}

#[test]
fn blobs_of_keys_are_clips() {
    let mut blobs =
        vec![keys_of("a/b/joint 2"), keys_of("wave/joint 0"), keys_of("a/b/tail"), keys_of("slide/joint 0")];
    assert_eq!(read_keys(&write_keys(&[])), Ok(vec![]));
    let (alone, warnings) = AnimationSet::from_blobs(&blobs).unwrap();
    assert_eq!(warnings, [""; 0]);
    let names: Vec<&str> = alone.clips.iter().map(|clip| &*clip.name).collect();
    assert_eq!(names, ["a/b", "wave", "slide"]);
    assert_eq!((alone.clips[0].start, alone.clips[0].end, alone.clips[0].tracks.len()), (0.0, 2.0, 2));
    let matched = alone.for_skeleton(&chain().skeleton);
    assert_eq!((matched.unmatched, matched.reparented.len()), (vec!["tail".into()], 0));
    assert_eq!(matched.set.clips[0].tracks[0].joint, 2);
    let again = AnimationSet::from_blobs(&alone.to_blobs().unwrap()).unwrap().0;
    assert_eq!(again, alone);

    // In a file with a figure, a clip of the same name plays.
    let set = example();
    blobs.splice(..0, set.to_blobs().unwrap());
    let (all, warnings) = AnimationSet::from_blobs(&blobs).unwrap();
    assert_eq!(all.clips[..3], set.clips);
    assert_eq!((all.clips.len(), &*all.clips[3].name, all.clips[3].tracks[0].joint), (4, "a/b", 2));
    let played = "clip \"wave\": there is a CLIP of this name, which plays in place of its KEYS";
    assert!(warnings.iter().any(|it| it == played), "{warnings:?}");
}

#[test]
fn damaged_keys_are_refused_with_their_name() {
    let good = keys_of("wave/hand");
    let of_bytes = |bytes: &[u8]| error_of(&[Blob { bytes: bytes.to_vec(), ..good.clone() }]);
    let name = "blob KEYS \"wave/hand\": ";
    assert_eq!(of_bytes(&good.bytes[..3]), format!("{name}has 3 bytes, but the count alone takes 4"));
    let longer = [&good.bytes[..], &[0]].concat();
    assert_eq!(of_bytes(&longer), format!("{name}has 89 bytes after its count, but 2 keys take 44 each"));
    let many = [&[0xff; 4], &good.bytes[4..]].concat();
    assert_eq!(of_bytes(&many), format!("{name}has 88 bytes after its count, but 4294967295 keys take 44 each"));
    let mut backwards = good.bytes.clone();
    backwards[48..52].copy_from_slice(&0.25f32.to_le_bytes());
    assert!(of_bytes(&backwards).starts_with(&format!("{name}key 1 is at 0.25 s, after 0.5 s")));
    assert_eq!(
        error_of(&[Blob { version: 2, ..good.clone() }]),
        format!("{name}has layout 2, this program knows layout 1")
    );
    assert!(error_of(&[keys_of("wave")]).contains("\"wave\": its name is not"));
    assert!(error_of(&[good.clone(), good]).contains("two entries for joint 0"));
}

fn error_of(blobs: &[Blob]) -> String {
    AnimationSet::from_blobs(blobs).unwrap_err().to_string()
}

fn skeleton(joints: &[(&str, Option<usize>)]) -> Skeleton {
    let joints = joints.iter().copied();
    let joints = joints.map(|(name, parent)| Joint { name: name.into(), parent, bind_local: Transform::IDENTITY });
    Skeleton::new(joints.collect()).unwrap()
}

#[test]
fn joints_are_found_again_by_their_names() {
    let same = example().for_skeleton(&chain().skeleton);
    assert_eq!(same, MatchReport { set: example(), ..MatchReport::default() });

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
