//! Keys of whole transforms, in the order of their times.

use armature::math::{Transform, shortest};

/// The transform of a joint at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Time in seconds, on the clip's clock.
    pub time: f32,
    /// `parent_from_joint`.
    pub local: Transform,
}

impl Key {
    /// Whether time and transform are finite, and the rotation is a rotation (an all-zero quaternion is not).
    pub fn is_sound(&self) -> bool {
        let Transform { translation, rotation, scale } = self.local;
        let is_finite = self.time.is_finite() && translation.is_finite() && scale.is_finite();
        is_finite && rotation.is_finite() && rotation.length_squared() > 1e-6
    }
}

/// Keys nearer than this, in seconds, are one key: a tenth of a millisecond, far less than a frame, and more than what
/// files and frame rates round their times by.
pub const SAME_TIME: f32 = 1e-4;

/// The key at `time`; of two (a jump) the later, which is the one that holds then.
pub fn key_at(keys: &[Key], time: f32) -> Option<usize> {
    keys.iter().rposition(|key| (key.time - time).abs() < SAME_TIME)
}

/// Sets the key at `time`: `keys` stay in order, and a key that stands there already is replaced (it keeps its own time,
/// so that keys of several joints stay together).
///
/// Each rotation is then on the side of the one before it (`q` and `-q` are the same rotation, but between keys on
/// different sides the joint would go the long way round). It follows that **a turn of more than 180 degrees between
/// two keys goes the short way**: it takes a key half way.
///
/// Where two keys stand at one time (a jump, from a file), the later is replaced: what comes before stays.
///
/// A time or a transform that is no number, and a rotation of length 0, change nothing.
pub fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform) {
    let key = Key { time, local };
    if !key.is_sound() {
        return;
    }
    match key_at(keys, time) {
        Some(at) => keys[at].local = local,
        None => keys.insert(keys.partition_point(|other| other.time < time), key),
    }
    turn_the_short_way(keys);
}

/// Moves `keys[key]` to `time`, past its neighbours too, and says which index it has then. Keys that stand there are
/// replaced: there are never two at one time.
///
/// For a drag, move from the keys as they were when it began, each time anew: a key that is only passed over is then
/// still there when the drag has gone on.
///
/// A key that does not exist, a time that is no number, and a way shorter than [`SAME_TIME`] change nothing.
pub fn move_key(keys: &mut Vec<Key>, key: usize, time: f32) -> usize {
    let stays = keys.get(key).is_none_or(|key| (key.time - time).abs() < SAME_TIME);
    if stays || !time.is_finite() {
        return key;
    }
    let moved = Key { time, ..keys.remove(key) };
    keys.retain(|other| (other.time - time).abs() >= SAME_TIME);
    let at = keys.partition_point(|other| other.time < time);
    keys.insert(at, moved);
    turn_the_short_way(keys);
    at
}

/// Removes `keys[key]`, if there is such a key. Without any the joint rests.
pub fn delete_key(keys: &mut Vec<Key>, key: usize) {
    if key < keys.len() {
        keys.remove(key);
        turn_the_short_way(keys);
    }
}

/// Each rotation on the side of the one before it.
pub(super) fn turn_the_short_way(keys: &mut [Key]) {
    for at in 1..keys.len() {
        let before = keys[at - 1].local.rotation;
        let rotation = &mut keys[at].local.rotation;
        *rotation = shortest(before, *rotation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        edit::testing::{are_in_order, keys},
        testing::values::transform,
    };
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

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
    fn what_is_no_number_changes_nothing() {
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

    /// A key in front turns all that follow: each of them is half way round from the one before.
    #[test]
    fn signs_of_all_that_follow() {
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
    fn moved_past_and_onto_others() {
        let begun = vec![at(0.0), at(1.0), at(2.0), at(3.0)];
        let moved = |key, time| {
            let mut keys = begun.clone();
            let index = move_key(&mut keys, key, time);
            assert_eq!(keys[index].local, begun[key].local);
            (index, times(&keys))
        };
        assert_eq!(moved(1, 1.5), (1, vec![0.0, 1.5, 2.0, 3.0]));
        assert_eq!(moved(1, 2.5), (2, vec![0.0, 2.0, 2.5, 3.0]));
        assert_eq!(moved(3, -1.0), (0, vec![-1.0, 0.0, 1.0, 2.0]));
        assert_eq!(moved(0, 2.000_05), (1, vec![1.0, 2.000_05, 3.0]));
        assert_eq!(moved(2, 2.0), (2, times(&begun)));
    }

    #[test]
    fn a_jump_stays_until_it_is_replaced() {
        let jump = vec![at(0.0), Key { time: 1.0, ..at(8.0) }, at(1.0), at(2.0)];
        let mut keys = jump.clone();
        set_key(&mut keys, 1.0, at(9.0).local);
        assert_eq!(keys[1..3], [jump[1], Key { time: 1.0, ..at(9.0) }], "the side that holds then");
        assert_eq!(move_key(&mut keys, 1, 1.0), 1);
        assert_eq!(times(&keys), times(&jump), "no way, no change");
        assert_eq!(move_key(&mut keys, 0, 1.0), 0);
        assert_eq!(times(&keys), [1.0, 2.0], "both are replaced");
    }

    proptest! {
        /// Keys stay in order, one at a time, the short way, whatever is set, moved and deleted.
        #[test]
        fn always_in_order(
            edits in prop::collection::vec((0..4u8, 0..12usize, 0..300u16, transform(), any::<bool>()), 0..30),
        ) {
            let mut keys = Vec::new();
            for (edit, key, frame, local, negate) in edits {
                let rotation = if negate { -local.rotation } else { local.rotation };
                let time = f32::from(frame) / 100.0;
                let local = Transform { rotation, ..local };
                match edit {
                    0 => delete_key(&mut keys, key),
                    1 => { move_key(&mut keys, key, time); }
                    _ => set_key(&mut keys, time, local),
                }
                prop_assert!(are_in_order(&keys), "{keys:?}");
                if edit > 1 {
                    let found = keys[key_at(&keys, time).unwrap()].local;
                    prop_assert_eq!((found.translation, found.scale), (local.translation, local.scale));
                }
            }
        }

        /// Each step of a drag begins where the drag began: there and back nothing is lost.
        #[test]
        fn a_drag_passes_over(begun in keys(8), key in 0..8usize, frames in prop::collection::vec(0..300u16, 1..9)) {
            prop_assume!(key < begun.len());
            for frame in frames {
                let mut keys = begun.clone();
                let time = f32::from(frame) / 100.0;
                let index = move_key(&mut keys, key, time);
                let stood = begun.iter().enumerate().any(|(at, other)| at != key && (other.time - time).abs() < SAME_TIME);
                prop_assert_eq!(keys.len(), begun.len() - usize::from(stood));
                prop_assert_eq!(keys[index].local.translation, begun[key].local.translation);
            }
        }
    }
}
