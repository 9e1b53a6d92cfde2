//! Frames as bytes, to be saved when assets are built and loaded by a game.
//!
//! ```text
//! "ARMFRAME"  version u32  skeleton u64  blocks u32  frames u32     all little endian
//! flags of each block: six bytes, 0 or 1: moving, and at rest, each of translation, rotation and scale
//! times of the frames, f32; numbers of the first frame's blocks, f32; rows of all frames, f32
//! checksum u64: the hash of all bytes before it
//! ```

use super::{Frames, Row, Timeline};
use crate::{
    SimdSkeleton,
    pose::{LANES, PARTS, TransformBlock},
    skeleton::hash,
};
use std::{error::Error, fmt};

const MAGIC: &[u8; 8] = b"ARMFRAME";
/// Version of the bytes, which changes whenever they do.
const VERSION: u32 = 1;

/// Error of bytes that are not the frames of a skeleton.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FramesError {
    /// The bytes do not begin as [`Frames::to_bytes`] writes them.
    NotFrames,
    /// They are of another version of this crate: bake the clip again.
    Version {
        /// The version in the bytes.
        found: u32,
        /// The version that this crate reads.
        expected: u32,
    },
    /// They were baked for a skeleton with other joints: bake the clip again.
    Skeleton,
    /// They are too short, too long or damaged.
    Damaged,
}

impl Error for FramesError {}
armature::debug_as_display!(FramesError);

impl fmt::Display for FramesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFrames => f.write_str("these bytes are no baked frames"),
            Self::Version { found, expected } => {
                write!(f, "frames of version {found}, where {expected} is expected: bake the clip again")
            }
            Self::Skeleton => f.write_str("frames of a skeleton with other joints: bake the clip again"),
            Self::Damaged => f.write_str("frames that are too short, too long or damaged"),
        }
    }
}

impl Frames {
    /// Returns the frames as bytes, of about the size that they have in memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.skeleton.to_le_bytes());
        bytes.extend((self.blocks() as u32).to_le_bytes());
        bytes.extend((self.times().len() as u32).to_le_bytes());
        for (moving, at_rest) in self.moving.iter().zip(&self.at_rest) {
            bytes.extend(moving.iter().chain(at_rest).map(|flag| u8::from(*flag)));
        }
        bytes.extend(self.times().iter().flat_map(|time| time.to_le_bytes()));
        let rest = self.rest.iter().flat_map(|block| block.numbers.as_flattened());
        let rows = self.rows.iter().flat_map(|row| &row.0);
        bytes.extend(rest.chain(rows).flat_map(|number| number.to_le_bytes()));
        let checksum = hash(bytes.iter().copied());
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written, for the same skeleton. A checksum finds damaged bytes; those
    /// made on purpose allocate no more than they are long.
    ///
    /// # Errors
    /// If the bytes are not frames, or those of another version or skeleton.
    pub fn from_bytes(skeleton: &SimdSkeleton, bytes: &[u8]) -> Result<Self, FramesError> {
        let all = bytes;
        let mut bytes = bytes;
        if take(&mut bytes).ok() != Some(MAGIC) {
            return Err(FramesError::NotFrames);
        }
        let found = u32::from_le_bytes(*take(&mut bytes)?);
        if found != VERSION {
            return Err(FramesError::Version { found, expected: VERSION });
        }
        let (body, checksum) = all.split_last_chunk().ok_or(FramesError::Damaged)?;
        if hash(body.iter().copied()) != u64::from_le_bytes(*checksum) {
            return Err(FramesError::Damaged);
        }
        let id = u64::from_le_bytes(*take(&mut bytes)?);
        let blocks = u32::from_le_bytes(*take(&mut bytes)?) as usize;
        let frames = u32::from_le_bytes(*take(&mut bytes)?) as usize;
        if id != skeleton.id() || blocks != skeleton.blocks() {
            return Err(FramesError::Skeleton);
        }
        let mut moving = Vec::with_capacity(blocks);
        let mut at_rest = Vec::with_capacity(blocks);
        let mut stride = 0;
        for _ in 0..blocks {
            let flags: &[u8; 6] = take(&mut bytes)?;
            if flags.iter().any(|flag| *flag > 1) {
                return Err(FramesError::Damaged);
            }
            let [t, r, s, rest @ ..] = flags.map(|flag| flag == 1);
            stride +=
                PARTS.into_iter().zip([t, r, s]).map(|(part, moves)| if moves { part.len() } else { 0 }).sum::<usize>();
            moving.push([t, r, s]);
            at_rest.push(rest);
        }
        let numbers = frames
            .checked_mul(stride * LANES + 1)
            .and_then(|numbers| numbers.checked_add(blocks * 10 * LANES))
            .and_then(|numbers| numbers.checked_mul(4))
            .and_then(|numbers| numbers.checked_add(size_of_val(checksum)));
        if frames == 0 || numbers != Some(bytes.len()) {
            return Err(FramesError::Damaged);
        }
        let mut numbers = bytes.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number));
        let times: Vec<f32> = numbers.by_ref().take(frames).collect();
        let mut rest = vec![TransformBlock::REST; blocks];
        let mut rows = vec![Row([0.0; LANES]); frames * stride];
        let blocks = rest.iter_mut().flat_map(|block| &mut block.numbers);
        for row in blocks.chain(rows.iter_mut().map(|row| &mut row.0)) {
            for (number, read) in row.iter_mut().zip(numbers.by_ref()) {
                *number = read;
            }
        }
        let is_sound = times.is_sorted()
            && times.iter().all(|time| time.is_finite())
            && rest.iter().flat_map(|block| block.numbers.as_flattened()).all(|number| number.is_finite())
            && rows.iter().flat_map(|row| &row.0).all(|number| number.is_finite());
        if !is_sound {
            return Err(FramesError::Damaged);
        }
        Ok(Self { skeleton: id, timeline: Timeline::new(times), moving, at_rest, rest, stride, rows })
    }
}

/// Removes the first `N` bytes and returns them.
fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Result<&'a [u8; N], FramesError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(FramesError::Damaged)?;
    *bytes = rest;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clips::skeleton_and_clip;
    use armature::skeleton::{Joint, Skeleton};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_saved_is_loaded((skeleton, clip) in skeleton_and_clip(20, false), at: prop::sample::Index, byte: u8) {
            let simd = SimdSkeleton::new(&skeleton);
            let frames = Frames::bake(&simd, &clip, 30.0).unwrap();
            let mut bytes = frames.to_bytes();
            let loaded = Frames::from_bytes(&simd, &bytes).unwrap();
            prop_assert_eq!(loaded, frames);

            let short = &bytes[..at.index(bytes.len())];
            prop_assert!(Frames::from_bytes(&simd, short).is_err());
            let sum = bytes.len() - size_of::<u64>();
            let at = at.index(sum);
            let is_another = bytes[at] != byte;
            bytes[at] = byte;
            prop_assert_eq!(Frames::from_bytes(&simd, &bytes).is_err(), is_another);
            // With a checksum that fits: an error, or other numbers, but no panic.
            let checksum = hash(bytes[..sum].iter().copied());
            bytes[sum..].copy_from_slice(&checksum.to_le_bytes());
            if let Ok(changed) = Frames::from_bytes(&simd, &bytes) {
                let mut pose = simd.rest().to_vec();
                changed.sample(crate::SimdLevel::best(), 0.5, &mut pose);
            }
        }
    }

    #[test]
    fn errors_say_what_to_do() {
        let joint =
            |name: &str| Joint { name: name.into(), parent: None, bind_local: armature::math::Transform::default() };
        let [arm, leg] = ["arm", "leg"].map(|name| SimdSkeleton::new(&Skeleton::new(vec![joint(name)]).unwrap()));
        let clip = armature::animation::Clip::of_tracks("still", Vec::new());
        let mut bytes = Frames::bake(&arm, &clip, 30.0).unwrap().to_bytes();
        assert_eq!(Frames::from_bytes(&leg, &bytes).unwrap_err(), FramesError::Skeleton);
        bytes.push(0);
        assert_eq!(Frames::from_bytes(&arm, &bytes).unwrap_err(), FramesError::Damaged);
        bytes[8] = 7;
        let error = Frames::from_bytes(&arm, &bytes).unwrap_err();
        assert_eq!(error.to_string(), "frames of version 7, where 1 is expected: bake the clip again");
        assert_eq!(Frames::from_bytes(&arm, b"glTF").unwrap_err(), FramesError::NotFrames);
    }
}
