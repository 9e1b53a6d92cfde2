//! The right answers, by the runtime.

use crate::Answers;
use drawing::cast::puppet;

pub const ANSWERS: Answers = Answers {
    rotate_about: puppet::rotate_about,
    wave: puppet::wave,
    segmented_arm: puppet::segmented_arm,
    sprite_transforms: puppet::sprite_transforms,
};
