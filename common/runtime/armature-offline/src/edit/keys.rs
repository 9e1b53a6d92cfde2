//! Keys of whole transforms, in the order of their times.

use armature::animation::{Key, SAME_TIME, key_at};
use armature::math::{Transform, shortest};

/// Sets the key at `time`. A key that exists already is replaced, but keeps its own time, so that keys of several
/// joints stay together; of two keys at the same time (a jump, from a file), the later is replaced.
///
/// Rotations are negated where necessary, so that interpolation takes the short way (`q` and `-q` are the same
/// rotation). It follows that **a turn of more than 180 degrees between two keys goes the short way**, and needs a key
/// halfway.
///
/// A time or a transform that is not finite, and a rotation of length 0, change nothing.
pub fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform) {
    let key = Key { time, local };
    if !key.is_sound() {
        return;
    }
    match key_at(keys, time) {
        Some(key) => keys[key].local = local,
        None => keys.insert(keys.partition_point(|other| other.time < time), key),
    }
    make_rotations_short(keys);
}

/// Moves `keys[key]` to `time`, also past its neighbours, and returns its new index. Keys at that time are replaced.
///
/// In each frame of a drag, call it for the keys as they were when the drag began: keys that are passed on the way are
/// then not replaced.
///
/// A key that does not exist, a time that is not finite, and a way shorter than [`SAME_TIME`] change nothing.
pub fn move_key(keys: &mut Vec<Key>, key: usize, time: f32) -> usize {
    let stays = keys.get(key).is_none_or(|key| (key.time - time).abs() < SAME_TIME);
    if stays || !time.is_finite() {
        return key;
    }
    let moved = Key { time, ..keys.remove(key) };
    keys.retain(|other| (other.time - time).abs() >= SAME_TIME);
    let index = keys.partition_point(|other| other.time < time);
    keys.insert(index, moved);
    make_rotations_short(keys);
    index
}

/// Removes `keys[key]`, if there is such a key. A joint without keys rests.
pub fn delete_key(keys: &mut Vec<Key>, key: usize) {
    if key < keys.len() {
        keys.remove(key);
        make_rotations_short(keys);
    }
}

/// Negates rotations whose dot product with the one before is negative, so that interpolation takes the short way.
pub(super) fn make_rotations_short(keys: &mut [Key]) {
    for key in 1..keys.len() {
        let before = keys[key - 1].local.rotation;
        let rotation = &mut keys[key].local.rotation;
        *rotation = shortest(before, *rotation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::testing::are_in_order;
    use glam::{Quat, Vec3};

    fn at(time: f32) -> Key {
        Key { time, local: Transform::from_translation(Vec3::X * time) }
    }

    fn times(keys: &[Key]) -> Vec<f32> {
        keys.iter().map(|key| key.time).collect()
    }

    #[test]
    fn set_before_between_on_and_after() {
        let mut keys = Vec::new();
        for time in [1.0, 0.5, 2.0, 1.5, 1.000_05] {
            set_key(&mut keys, time, Transform::from_translation(Vec3::Y * time));
        }
        assert_eq!(times(&keys), [0.5, 1.0, 1.5, 2.0]);
        assert_eq!(keys[1].local.translation.y, 1.000_05, "replaced");
        assert_eq!((key_at(&keys, 0.999_95), key_at(&keys, 1.000_2)), (Some(1), None));
    }

    #[test]
    fn bad_input_changes_nothing() {
        let good = Transform::IDENTITY;
        let mut keys = vec![at(1.0)];
        set_key(&mut keys, f32::NAN, good);
        set_key(&mut keys, f32::INFINITY, good);
        set_key(&mut keys, 1.0, Transform { scale: Vec3::new(1.0, f32::NAN, 1.0), ..good });
        set_key(&mut keys, 1.0, Transform::from_translation(Vec3::NEG_INFINITY));
        set_key(&mut keys, 1.0, Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)));
        assert_eq!(move_key(&mut keys, 0, f32::NAN), 0);
        assert_eq!(move_key(&mut keys, 3, 2.0), 3);
        delete_key(&mut keys, 1);
        assert_eq!(keys, [at(1.0)]);
    }

    /// With turns of 120 degrees from key to key, a new first key changes the signs of all others.
    #[test]
    fn signs_of_all_later_keys_follow() {
        let turned = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        let mut keys = Vec::new();
        for (time, degrees) in [(1.0, 100.0), (2.0, 220.0), (3.0, 340.0)] {
            set_key(&mut keys, time, Transform::from_rotation(turned(degrees)));
        }
        assert!(are_in_order(&keys) && keys[2].local.rotation.w < 0.0);
        set_key(&mut keys, 0.0, Transform::from_rotation(-turned(60.0)));
        assert!(are_in_order(&keys) && keys[3].local.rotation.w > 0.0);
        delete_key(&mut keys, 1);
        assert!(are_in_order(&keys));
    }

    #[test]
    fn keys_move_past_and_onto_others() {
        let original = [0.0, 1.0, 2.0, 3.0].map(at).to_vec();
        for (key, time, index, expected) in [
            (1, 1.5, 1, &[0.0, 1.5, 2.0, 3.0][..]),
            (1, 2.5, 2, &[0.0, 2.0, 2.5, 3.0]),
            (3, -1.0, 0, &[-1.0, 0.0, 1.0, 2.0]),
            (0, 2.000_05, 1, &[1.0, 2.000_05, 3.0]),
            (2, 2.0, 2, &[0.0, 1.0, 2.0, 3.0]),
        ] {
            let mut keys = original.clone();
            assert_eq!(move_key(&mut keys, key, time), index);
            assert_eq!(keys[index].local, original[key].local);
            assert_eq!(times(&keys), expected);
        }
    }

    #[test]
    fn a_jump_stays_until_it_is_replaced() {
        let jump = vec![at(0.0), Key { time: 1.0, ..at(8.0) }, at(1.0), at(2.0)];
        let mut keys = jump.clone();
        set_key(&mut keys, 1.0, at(9.0).local);
        assert_eq!(keys[1..3], [jump[1], Key { time: 1.0, ..at(9.0) }], "the later is replaced");
        assert_eq!(move_key(&mut keys, 1, 1.0), 1);
        assert_eq!(times(&keys), times(&jump), "no way, no change");
        assert_eq!(move_key(&mut keys, 0, 1.0), 0);
        assert_eq!(times(&keys), [1.0, 2.0], "both are replaced");
    }
}
