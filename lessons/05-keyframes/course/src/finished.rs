//! The right answers, by the runtime.

use crate::Answers;
use armature::animation::{self, keyframes};

pub const ANSWERS: Answers = Answers {
    set_keyframes: |keys, floats| keyframes::set_keyframes(keys, floats).map_err(|error| error.to_string()),
    segment: keyframes::segment,
    wrap_time: animation::wrap_time,
    advance: |index, dt, clip| {
        keyframes::advance(index, dt, &clip.times, clip.closes_at, clip.mode);
        // As in the exercise, the clip's own 05.2 and 05.3 are called.
        index.segment = clip.segment(clip.wrap_time(index.elapsed));
    },
};
