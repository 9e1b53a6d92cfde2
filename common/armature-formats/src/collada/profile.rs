//! Properties beyond Collada in our own files: in techniques of our profile, which other programs skip.

/// The profile of such a technique.
pub(super) const PROFILE: &str = "ARMATURE";
