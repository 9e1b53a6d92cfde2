//! Sampling of baked frames by interpolation between two of them.

use super::{Frames, Row};
use crate::pose::{PARTS, TransformBlock};
use fearless_simd::{Simd, f32x8, prelude::*};

impl Frames {
    /// Returns the two frames around `time`.
    #[inline]
    pub(crate) fn around(&self, time: f32) -> FramePair<'_> {
        let (frame, u) = self.find_segment(time);
        FramePair {
            moving: &self.moving,
            at_rest: &self.at_rest,
            rest: &self.rest,
            before: self.frame(frame),
            after: self.frame(frame + 1),
            u,
        }
    }
}

/// Two neighbouring frames, and the fraction of the way between them. The first fields are those of [`Frames`].
#[derive(Clone, Copy)]
pub(crate) struct FramePair<'a> {
    pub(crate) moving: &'a [[bool; 3]],
    pub(crate) at_rest: &'a [[bool; 3]],
    pub(crate) rest: &'a [TransformBlock],
    /// Rows of the first frame that are not yet read.
    pub(crate) before: &'a [Row],
    /// Rows of the second frame that are not yet read.
    pub(crate) after: &'a [Row],
    pub(crate) u: f32,
}

impl FramePair<'_> {
    /// Returns the `N` interpolated numbers of a part of a block: translation, rotation (not yet normalised) or scale.
    /// Call it for all parts of all blocks in their order, since it reads the rows of both frames one after another.
    #[inline(always)]
    pub(crate) fn next_part<S: Simd, const N: usize>(&mut self, simd: S, block: usize, part: usize) -> [f32x8<S>; N] {
        let u = f32x8::splat(simd, self.u);
        let mut numbers = [u; N];
        if self.moving[block][part] {
            let a = take_rows::<N>(&mut self.before);
            let b = take_rows::<N>(&mut self.after);
            for k in 0..N {
                let from = f32x8::load_array_ref(simd, &a[k].0);
                numbers[k] = (f32x8::load_array_ref(simd, &b[k].0) - from).mul_add(u, from);
            }
        } else {
            let rest = &self.rest[block].numbers[PARTS[part].start..];
            for (number, row) in numbers.iter_mut().zip(rest) {
                *number = f32x8::load_array_ref(simd, row);
            }
        }
        numbers
    }
}

/// Removes the first `N` rows of a list and returns them.
#[inline(always)]
fn take_rows<'a, const N: usize>(rows: &mut &'a [Row]) -> &'a [Row; N] {
    let (first, rest) = rows.split_first_chunk().expect("a row for every number that moves");
    *rows = rest;
    first
}
