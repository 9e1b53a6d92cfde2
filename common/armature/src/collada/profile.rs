//! What our own files say beyond Collada: in techniques of our profile, which other programs skip.

/// The profile of such a technique.
pub(super) const PROFILE: &str = "ARMATURE";

/// The element by which an animation says that its keys are meant as they are.
pub(super) const EXACT_KEYS: &str = "exact_keys";
