//! Keyframes of whole matrices, the segment of a time, and a playback index, as lesson 05 writes them.
//! [`Track`](super::Track) and [`Playback`](super::Playback) do the same faster and for any value.

use super::{LoopMode, wrap_time};
use glam::Mat4;
use std::{error::Error, fmt};

/// Numbers of one key: a 4 x 4 matrix.
pub const NUMBERS: usize = 16;

/// Error for a list of numbers that is not a list of matrices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyframesError {
    /// Number of values given.
    pub found: usize,
}

impl Error for KeyframesError {}
crate::debug_as_display!(KeyframesError);

impl fmt::Display for KeyframesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a multiple of {NUMBERS} numbers, found {}", self.found)
    }
}

/// Pair of keys between which a time lies, and the fraction of the way from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// Index of the key before the time.
    pub from: usize,
    /// Index of the key after the time, or `from` where there is none.
    pub to: usize,
    /// Fraction of the way: 0 at `from`, 1 at `to`.
    pub alpha: f32,
}

/// Playback position in a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnimationIndex {
    /// Seconds of playing since the clip's start, within one cycle (there and back in [`LoopMode::PingPong`]), so that
    /// they keep their precision for hours.
    pub elapsed: f32,
    /// Segment for this time.
    pub segment: Segment,
}

/// Replaces `keys` by the matrices in `floats`, 16 numbers for each, row by row.
///
/// # Errors
/// If the number of floats is not a multiple of 16; `keys` then stays as it is.
pub fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), KeyframesError> {
    let (matrices, rest) = floats.as_chunks::<NUMBERS>();
    if !rest.is_empty() {
        return Err(KeyframesError { found: floats.len() });
    }
    *keys = matrices.iter().map(|rows| Mat4::from_cols_array(rows).transpose()).collect();
    Ok(())
}

/// Returns the segment in which `t` lies, between two of the key times `times`, in seconds and ascending. Before the
/// first key both ends are the first, from the last key on the last.
///
/// With `closes_at`, a time after the last key, another segment leads from the last key to the first, which is reached
/// again at that time.
///
/// # Panics
/// If there is no key.
pub fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    let last = times.len() - 1;
    let after = times.partition_point(|&key| key <= t);
    match (after, closes_at) {
        (0, _) => Segment::default(),
        (after, _) if after <= last => {
            Segment { from: after - 1, to: after, alpha: fraction(t, times[after - 1], times[after]) }
        }
        (_, Some(end)) if end > times[last] => Segment { from: last, to: 0, alpha: fraction(t, times[last], end) },
        _ => Segment { from: last, to: last, alpha: 0.0 },
    }
}

fn fraction(t: f32, from: f32, to: f32) -> f32 {
    ((t - from) / (to - from)).min(1.0)
}

/// Returns the duration of a clip in seconds: from the first key to the last, or in a loop to `closes_at`.
///
/// # Panics
/// If there is no key.
pub fn duration(times: &[f32], closes_at: f32, mode: LoopMode) -> f32 {
    let end = if mode == LoopMode::Loop { closes_at } else { times[times.len() - 1] };
    end - times[0]
}

/// Advances `index` by `dt` seconds, backwards if negative, in a clip with keys at `times` whose loop closes at
/// `closes_at`.
///
/// Only whole cycles are subtracted, so that many short steps lead to the same time as a long one.
///
/// # Panics
/// If there is no key.
pub fn advance(index: &mut AnimationIndex, dt: f32, times: &[f32], closes_at: f32, mode: LoopMode) {
    let duration = duration(times, closes_at, mode);
    let moved = index.elapsed + dt;
    index.elapsed = match mode {
        LoopMode::Loop if duration > 0.0 => moved.rem_euclid(duration),
        LoopMode::PingPong if duration > 0.0 => moved.rem_euclid(2.0 * duration),
        LoopMode::Clamp | LoopMode::Loop | LoopMode::PingPong => moved.clamp(0.0, duration),
    };
    let t = times[0] + wrap_time(index.elapsed, duration, mode);
    index.segment = segment(times, t, (mode == LoopMode::Loop).then_some(closes_at));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Playback, Track};
    use glam::Vec4;
    use proptest::prelude::*;

    const MODES: [LoopMode; 3] = [LoopMode::Clamp, LoopMode::Loop, LoopMode::PingPong];

    #[test]
    fn whole_matrices_or_none() {
        let floats: Vec<f32> = (0..32u8).map(f32::from).collect();
        let mut keys = vec![Mat4::IDENTITY; 5];
        let error = set_keyframes(&mut keys, &floats[..31]).unwrap_err();
        assert_eq!(error.to_string(), "expected a multiple of 16 numbers, found 31");
        assert_eq!(keys, [Mat4::IDENTITY; 5], "as they were");
        set_keyframes(&mut keys, &floats).unwrap();
        assert_eq!(keys.len(), 2);
        assert_eq!(keys[1].row(2), Vec4::new(24.0, 25.0, 26.0, 27.0));
    }

    #[test]
    fn segments() {
        let times = [0.5, 1.0, 3.0];
        for (t, closes_at, from, to, alpha) in [
            (0.0, None, 0, 0, 0.0), // before the first
            (0.5, None, 0, 1, 0.0),
            (2.5, None, 1, 2, 0.75),
            (3.0, None, 2, 2, 0.0), // the last key itself
            (9.0, None, 2, 2, 0.0),
            (3.0, Some(3.5), 2, 0, 0.0),
            (3.25, Some(3.5), 2, 0, 0.5), // back to the first
            (9.0, Some(3.5), 2, 0, 1.0),
            (3.0, Some(3.0), 2, 2, 0.0), // closed by its last key
        ] {
            assert_eq!(segment(&times, t, closes_at), Segment { from, to, alpha }, "{t} {closes_at:?}");
        }
        assert_eq!(segment(&[7.0], 8.0, None), Segment::default());
    }

    /// Makes up to eight ascending key times from -0.5 s on.
    fn key_times() -> impl Strategy<Value = Vec<f32>> {
        prop::collection::vec(0.05f32..1.0, 1..9).prop_map(|gaps| {
            let mut times = Vec::new();
            for gap in gaps {
                times.push(times.last().unwrap_or(&-0.5) + gap);
            }
            times
        })
    }

    proptest! {
        #[test]
        fn a_track_mixes_the_same_two_keys(times in key_times(), fraction in -0.2f32..1.2) {
            let values: Vec<f32> = (0..times.len()).map(|k| (k * 37 % 11) as f32).collect();
            let t = times[0] + fraction * (times[times.len() - 1] - times[0]);
            let Segment { from, to, alpha } = segment(&times, t, None);
            let track = Track::new(times, values.clone()).unwrap();
            let expected = track.sample(t, &mut 0, |a, b, u| a + (b - a) * u);
            let got = values[from] + (values[to] - values[from]) * alpha;
            prop_assert!((got - expected).abs() < 1e-5, "{got} {expected} at {t}");
        }

        #[test]
        fn a_player_is_at_the_same_time_with_any_frames(
            times in key_times(), closing in 0.1f32..1.0, frames in prop::collection::vec(-0.3f32..0.8, 1..40),
        ) {
            for mode in MODES {
                let end = times[times.len() - 1];
                let closes_at = end + closing;
                let end = if mode == LoopMode::Loop { closes_at } else { end };
                let mut playback = Playback::new(times[0], end);
                playback.set_loop_mode(mode);
                let mut index = AnimationIndex::default();
                for &dt in &frames {
                    advance(&mut index, dt, &times, closes_at, mode);
                    playback.advance(dt);
                }
                let seam = (mode == LoopMode::Loop).then_some(closes_at);
                prop_assert_eq!(index.segment, segment(&times, playback.time(), seam));
                let cycle = duration(&times, closes_at, mode) * if mode == LoopMode::PingPong { 2.0 } else { 1.0 };
                prop_assert!((0.0..=cycle).contains(&index.elapsed));
            }
        }
    }
}
