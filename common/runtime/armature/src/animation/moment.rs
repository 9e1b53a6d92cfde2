//! Times in baked clips, whose frames are at equal distances.

/// A time in a clip as two frames, and the fraction of the way from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Moment {
    /// Indices of the frames, counted over all clips.
    pub frames: [i32; 2],
    /// Fraction of the way, from 0 to 1.
    pub alpha: f32,
}
