//! A clip made ready for the fast paths, in whichever form suits it.

use super::{Frames, Rig, Segments, Tracks, frames};
use crate::animation::Clip;

/// Frames a second where keys do not say when: here they always do.
const RATE: f32 = 30.0;

/// A clip as [`Frames`] where that loses nothing, as [`Tracks`] otherwise: the motion is the one that
/// [`Clip::sample`] plays, within 0.0001 rad where keys are so far apart that it uses slerp.
///
/// ```text
/// all tracks have keys at the same times (an exporter sampled them)   Frames   1.1 ns a joint, any time
/// anything else, or too long to bake                                  Tracks   3.6 forward, 17 seek
/// ```
#[derive(Clone, Debug)]
pub enum Motion {
    /// Keys that share their times.
    Frames(Frames),
    /// Keys at times of their own, with what a figure must remember of where it is.
    Tracks(Tracks),
}

impl Motion {
    /// Makes a clip ready for a rig. Shear is left out: see [`Rig`].
    ///
    /// # Panics
    /// If a track's joint is beyond the rig.
    pub fn of_clip(rig: &Rig, clip: &Clip) -> Self {
        let frames =
            if frames::share_times(clip) { Frames::bake(rig, clip, RATE).ok() } else { None };
        frames.map_or_else(|| Motion::Tracks(Tracks::new(rig, clip)), Motion::Frames)
    }

    /// What each figure that plays it needs for itself; nothing for frames.
    pub fn segments(&self) -> Segments {
        match self {
            Motion::Frames(_) => Segments::default(),
            Motion::Tracks(tracks) => tracks.segments(),
        }
    }
}
