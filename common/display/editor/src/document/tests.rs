//! Any keys, set, moved and copied by the finished functions.

use super::*;
use crate::Finished;
use armature::skeleton::Joint;
use armature_offline::edit::Key;
use glam::{Quat, Vec3};
use proptest::prelude::*;

const SECONDS: f32 = 3.0;

fn local(number: u16) -> Transform {
    let number = f32::from(number);
    Transform { rotation: Quat::from_rotation_x(number), ..Transform::from_translation(Vec3::X * number) }
}

/// Returns a document with a clip of two joints, whose keys are at `frames`, in hundredths of a second.
fn document(frames: &[Vec<u16>; 2]) -> Document {
    let joints = ["a", "b"].map(|name| Joint { name: name.into(), parent: None, bind_local: Transform::IDENTITY });
    let skeleton = Skeleton::new(joints.into()).unwrap();
    let mut clip = EditableClip::empty("clip", SECONDS, &skeleton);
    for (joint, frames) in frames.iter().enumerate() {
        for &frame in frames {
            clip.set_key(joint, seconds(frame), local(frame));
        }
    }
    Document { clips: vec![clip], ..Document::default() }
}

fn seconds(frame: u16) -> f32 {
    f32::from(frame) / 100.0
}

fn frames() -> impl Strategy<Value = [Vec<u16>; 2]> {
    prop::array::uniform2(prop::collection::btree_set(0..=300u16, 1..8))
        .prop_map(|frames| frames.map(|frames| frames.into_iter().collect()))
}

/// About half of the keys.
fn some(clip: &EditableClip, chosen: u16) -> Vec<KeyAt> {
    let keys =
        (0..2).flat_map(|joint| clip.key_times(joint).into_iter().map(move |time| KeyAt { joint, time })).enumerate();
    keys.filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, key)| key).collect()
}

/// Compares two lists of keys. A quaternion equals its negative.
fn have_equal_keys(a: &[Key], b: &[Key]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            (a.time - b.time).abs() < 1e-5
                && a.local.translation == b.local.translation
                && a.local.rotation.dot(b.local.rotation).abs() > 1.0 - 1e-6
        })
}

proptest! {
    /// Keys that are moved together arrive where they would arrive one by one, the foremost first, and stay in the
    /// clip.
    #[test]
    fn moved_as_one(frames in frames(), chosen: u16, by in -300i16..300, backwards: bool) {
        let mut document = document(&frames);
        let before = document.clips[0].clone();
        let mut keys = some(&before, chosen);
        if backwards {
            keys.reverse();
        }
        let moved = document.move_keys(0, &keys, f32::from(by) / 100.0, false, &mut Finished).unwrap();
        prop_assert_eq!(moved.len(), keys.len());
        let times = keys.iter().map(|key| key.time);
        let first = times.clone().fold(SECONDS, f32::min);
        let last = times.fold(0.0, f32::max);
        let by = (f32::from(by) / 100.0).clamp(-first, SECONDS - last);
        for joint in 0..2 {
            let (mut expected, stay): (Vec<Key>, Vec<Key>) = before.keys(joint).iter().copied().partition(|key| keys.contains(&KeyAt { joint, time: key.time }));
            for key in &mut expected {
                key.time += by;
            }
            // What stands where another comes is replaced.
            let stay: Vec<Key> = stay.into_iter().filter(|key| key_at(&expected, key.time).is_none()).collect();
            expected.extend(stay);
            expected.sort_by(|a, b| a.time.total_cmp(&b.time));
            let keys = document.clips[0].keys(joint);
            prop_assert!(have_equal_keys(&keys, &expected), "{keys:?} {expected:?}");
            prop_assert!(keys.iter().all(|key| (-1e-5..SECONDS + 1e-5).contains(&key.time)));
        }
        prop_assert_eq!(document.clips[0].end(), SECONDS);
        // The times that were returned are theirs.
        for KeyAt { joint, time } in moved {
            prop_assert!(key_at(&document.clips[0].keys(joint), time).is_some());
        }
    }
}

/// A student's function that returns unsorted or infinite keys leaves the document unchanged.
#[test]
fn nonsense_is_refused() {
    struct Backwards;
    impl Functions for Backwards {
        fn set_key(&mut self, mut keys: Vec<Key>, time: f32, local: Transform) -> Vec<Key> {
            keys.insert(0, Key { time, local });
            keys
        }
        fn move_key(&mut self, mut keys: Vec<Key>, key: usize, _: f32) -> (Vec<Key>, usize) {
            keys[key].time = f32::NAN;
            (keys, key)
        }
    }
    let mut edited = document(&[vec![0, 100], vec![200]]);
    let before = edited.clone();
    let at = KeyAt { joint: 0, time: 1.0 };
    let set = edited.set_key(0, at, local(5), &mut Backwards).unwrap_err();
    assert!(set.starts_with("set_key: key 1 is at 0 s, after 1 s"), "{set}");
    let moved = edited.move_keys(0, &[at], 0.5, false, &mut Backwards).unwrap_err();
    assert!(moved.starts_with("move_key: "), "{moved}");
    assert_eq!(edited, before);
}
