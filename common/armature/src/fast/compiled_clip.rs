//! A clip in the form that plays fastest: baked frames or tracks in blocks of eight.

use super::{FastSkeleton, Frames, LANES, ShearBlock, SimdLevel, TrackCursors, Tracks, TransformBlock, frames};
use crate::animation::{Clip, Track};
use glam::Vec3;

/// Frames a second where keys do not say when: here they always do.
const RATE: f32 = 30.0;

/// A clip compiled for a skeleton: [`Frames`] where that loses nothing, [`Tracks`] otherwise. It plays
/// what [`Clip::sample`] does, within 0.0001 rad where keys are so far apart that it uses slerp.
///
/// ```text
/// all tracks have keys at the same times (an exporter sampled them)   Frames
/// anything else, or too long to bake                                  Tracks
/// a joint with shear                                                  its shear track, as it is
/// ```
#[derive(Clone, Debug)]
pub(super) struct CompiledClip {
    form: Form,
    /// Joints with a shear track: the slot and the track.
    shears: Vec<(usize, Track<Vec3>)>,
}

#[derive(Clone, Debug)]
enum Form {
    Frames(Frames),
    Tracks(Tracks),
}

/// Where one instance is in a [`CompiledClip`]. Made by [`CompiledClip::cursors`].
#[derive(Clone, Debug, Default)]
pub(super) struct ClipCursors {
    tracks: TrackCursors,
    shears: Vec<u32>,
}

impl CompiledClip {
    /// Compiles a clip for a skeleton.
    ///
    /// # Panics
    /// If the skeleton has no joint that a track names.
    pub(super) fn new(skeleton: &FastSkeleton, clip: &Clip) -> Self {
        let shared = frames::share_times(clip);
        let baked = shared.then(|| Frames::bake(skeleton, clip, RATE)).and_then(Result::ok);
        let form = match baked {
            Some(frames) => Form::Frames(frames),
            None => Form::Tracks(Tracks::new(skeleton, clip)),
        };
        let shears = clip.tracks.iter().filter_map(|tracks| Some((skeleton.slot(tracks.joint), tracks.shear.clone()?)));
        Self { form, shears: shears.collect() }
    }

    /// What each instance that plays it needs for itself. Using it for another clip is an error that
    /// shows as a wrong pose or a panic.
    pub(super) fn cursors(&self) -> ClipCursors {
        let tracks = match &self.form {
            Form::Frames(_) => TrackCursors::default(),
            Form::Tracks(tracks) => tracks.cursors(),
        };
        ClipCursors { tracks, shears: vec![0; self.shears.len()] }
    }

    /// Writes the pose at `time`, on the clip's clock. `shears` holds the bind pose's, and is grown to
    /// one for each block where the clip has shear and the bind pose has none.
    pub(super) fn sample(
        &self,
        simd: SimdLevel,
        time: f32,
        cursors: &mut ClipCursors,
        pose: &mut [TransformBlock],
        shears: &mut Vec<ShearBlock>,
    ) {
        match &self.form {
            Form::Frames(frames) => frames.sample(simd, time, pose),
            Form::Tracks(tracks) => tracks.sample(simd, time, &mut cursors.tracks, pose),
        }
        if !self.shears.is_empty() {
            shears.resize(pose.len(), ShearBlock::NONE);
        }
        for ((slot, track), cursor) in self.shears.iter().zip(&mut cursors.shears) {
            shears[slot / LANES].set(slot % LANES, track.sample_vector(time, cursor));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{animation::JointTracks, model::testing::chain};

    #[test]
    fn clips_are_baked_where_that_loses_nothing() {
        let skeleton = FastSkeleton::new(&chain().skeleton);
        let keys = |times: &[f32]| {
            let values = times.iter().map(|time| Vec3::splat(*time)).collect();
            Some(Track::new(times.to_vec(), values).unwrap())
        };
        let tracks = |joint, times: &[f32]| JointTracks { joint, translation: keys(times), ..JointTracks::default() };
        let shared = vec![tracks(0, &[0.0, 1.0]), tracks(1, &[0.0, 1.0]), tracks(2, &[0.5])];
        let uneven = vec![tracks(0, &[0.0, 1.0]), tracks(1, &[0.0, 0.5, 1.0])];
        let is_baked = |tracks| {
            let compiled = CompiledClip::new(&skeleton, &Clip::of_tracks("clip", tracks));
            matches!(compiled.form, Form::Frames(_))
        };
        assert!(is_baked(shared));
        assert!(!is_baked(uneven));
        assert!(is_baked(vec![]));
    }
}
