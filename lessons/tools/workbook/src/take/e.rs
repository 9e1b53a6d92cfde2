
/// The transform of a joint at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Seconds since the clip's beginning.
    pub time: f32,
    /// The joint's `parent_from_joint`.
    pub local: Transform,
}

/// Largest distance of keys that count as the same, in seconds.
pub const SAME_TIME: f32 = 1e-4;

/// Returns the index of the key at a time.
pub fn key_at(keys: &[Key], time: f32) -> Option<usize> {
    keys.iter().rposition(|key| (key.time - time).abs() < SAME_TIME)
}

/// Returns a key, or `None` if its time or a number in `local` is not finite.
pub fn finite_key(time: f32, local: Transform) -> Option<Key> {
    (time.is_finite() && local.to_mat4().is_finite()).then_some(Key { time, local })
}
