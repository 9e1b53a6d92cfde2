//! What our own files say beyond Collada: in techniques of our profile, which other programs skip.

/// The profile of such a technique.
pub(super) const PROFILE: &str = "ARMATURE";
