//! A clip made ready for the fast paths, in whichever form suits it.

use super::{Frames, LANES, Lean, Path, Rig, Segments, Tracks, frames, pose::Block};
use crate::animation::{Clip, Track};
use glam::Vec3;

/// Frames a second where keys do not say when: here they always do.
const RATE: f32 = 30.0;

/// A clip as [`Frames`] where that loses nothing, as [`Tracks`] otherwise: the motion is the one that
/// [`Clip::sample`] plays, within 0.0001 rad where keys are so far apart that it uses slerp.
///
/// ```text
/// all tracks have keys at the same times (an exporter sampled them)   Frames   1.1 ns a joint, any time
/// anything else, or too long to bake                                  Tracks   3.6 forward, 17 seek
/// a joint that leans                                                  its shear track, as it is
/// ```
#[derive(Clone, Debug)]
pub struct Motion {
    form: Form,
    /// Slots of the rig, and how they lean.
    shears: Vec<(usize, Track<Vec3>)>,
}

#[derive(Clone, Debug)]
enum Form {
    Frames(Frames),
    Tracks(Tracks),
}

/// Where one figure is in a [`Motion`]. Made by [`Motion::cursors`].
#[derive(Clone, Debug, Default)]
pub struct MotionCursors {
    segments: Segments,
    shears: Vec<u32>,
}

impl Motion {
    /// Makes a clip ready for a rig.
    ///
    /// # Panics
    /// If a track's joint is beyond the rig.
    pub fn of_clip(rig: &Rig, clip: &Clip) -> Self {
        let frames =
            if frames::share_times(clip) { Frames::bake(rig, clip, RATE).ok() } else { None };
        let form = frames.map_or_else(|| Form::Tracks(Tracks::new(rig, clip)), Form::Frames);
        let shears = clip.tracks.iter().filter_map(|tracks| {
            tracks.shear.as_ref().map(|shear| (rig.slot(tracks.joint), shear.clone()))
        });
        Self { form, shears: shears.collect() }
    }

    /// What each figure that plays it needs for itself. Using it for another motion is an error that
    /// shows as a wrong pose or a panic.
    pub fn cursors(&self) -> MotionCursors {
        let segments = match &self.form {
            Form::Frames(_) => Segments::default(),
            Form::Tracks(tracks) => tracks.segments(),
        };
        MotionCursors { segments, shears: vec![0; self.shears.len()] }
    }

    /// Whether it was baked.
    pub fn is_baked(&self) -> bool {
        matches!(self.form, Form::Frames(_))
    }

    /// Writes the pose at `time`, on the clip's clock. `leans` are those at rest before, and get room
    /// for each block where the clip makes a joint lean of a figure that does not at rest.
    pub(super) fn sample(
        &self,
        path: Path,
        time: f32,
        cursors: &mut MotionCursors,
        pose: &mut [Block],
        leans: &mut Vec<Lean>,
    ) {
        match &self.form {
            Form::Frames(frames) => frames.sample(path, time, pose),
            Form::Tracks(tracks) => tracks.sample(path, time, &mut cursors.segments, pose),
        }
        if !self.shears.is_empty() {
            leans.resize(pose.len(), Lean::NONE);
        }
        for ((slot, track), cursor) in self.shears.iter().zip(&mut cursors.shears) {
            leans[slot / LANES].set(slot % LANES, track.sample_vector(time, cursor));
        }
    }
}
