//! Random keys for property tests.

use super::{Key, SAME_TIME};
use crate::math::testing::transform;
use proptest::prelude::*;

/// Up to `most` keys in order, at hundredths of a second from 0 to 3, with any signs of their rotations.
pub(super) fn keys(most: usize) -> impl Strategy<Value = Vec<Key>> {
    prop::collection::btree_map(0..300u16, transform(), 0..=most).prop_map(|keys| {
        let key = |(frame, local)| Key { time: f32::from(frame) / 100.0, local };
        keys.into_iter().map(key).collect()
    })
}

/// In order, none nearer to the next than allowed, each rotation on the side of the one before.
pub(super) fn are_in_order(keys: &[Key]) -> bool {
    keys.windows(2).all(|pair| {
        pair[1].time - pair[0].time >= SAME_TIME
            && pair[0].local.rotation.dot(pair[1].local.rotation) >= 0.0
    })
}
