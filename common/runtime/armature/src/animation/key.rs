//! Keys of whole transforms.

use crate::math::Transform;

/// The transform of a joint at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Time in seconds, on the clip's clock.
    pub time: f32,
    /// Transform in the parent's space.
    pub local: Transform,
}

impl Key {
    /// Returns whether time and transform are finite, and the rotation does not have length 0.
    pub fn is_sound(&self) -> bool {
        let Transform { translation, rotation, scale } = self.local;
        let is_finite = self.time.is_finite() && translation.is_finite() && scale.is_finite();
        is_finite && rotation.is_finite() && rotation.length_squared() > 1e-6
    }
}

/// Largest distance of keys that count as the same, in seconds: far less than a frame, and more than the rounding of
/// times in files.
pub const SAME_TIME: f32 = 1e-4;

/// Returns the index of the key at `time`; of two (a jump) the later, whose value is that at the time itself.
pub fn key_at(keys: &[Key], time: f32) -> Option<usize> {
    keys.iter().rposition(|key| (key.time - time).abs() < SAME_TIME)
}
