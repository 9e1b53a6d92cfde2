//! Sampling baked frames: linear interpolation between two of them.

use super::{Frames, Row};
use crate::fast::{
    lanes::{self, Numbers, Simd},
    pose::{PARTS, TransformBlock},
    simd_level::{Kernel, SimdLevel},
};

impl Frames {
    /// Writes the pose at `time` (on the clip's clock; before the first frame the first holds, after
    /// the last the last). Rotations come out with unit length. Allocates nothing.
    ///
    /// # Panics
    /// If `pose` is shorter than the skeleton the clip was baked for.
    pub fn sample(&self, simd: SimdLevel, time: f32, pose: &mut [TransformBlock]) {
        let pose = &mut pose[..self.blocks()];
        simd.run(Sample { around: self.around(time), pose });
    }

    /// The two frames around `time`, and the way between them.
    pub(crate) fn around(&self, time: f32) -> Around<'_> {
        let (frame, u) = self.locate(time);
        Around {
            moving: &self.moving,
            at_rest: &self.at_rest,
            rest: &self.rest,
            before: self.frame(frame),
            after: self.frame(frame + 1),
            u,
        }
    }
}

/// Two frames, what of them moves, and the share of the way between them.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(crate) moving: &'a [[bool; 3]],
    pub(crate) at_rest: &'a [[bool; 3]],
    pub(crate) rest: &'a [TransformBlock],
    pub(crate) before: &'a [Row],
    pub(crate) after: &'a [Row],
    pub(crate) u: f32,
}

struct Sample<'a> {
    around: Around<'a>,
    pose: &'a mut [TransformBlock],
}

impl Kernel for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self) {
        for (block, out) in self.pose.iter_mut().enumerate() {
            let [tx, ty, tz] = self.around.part::<S, 3>(block, 0);
            let mut rotation = self.around.part::<S, 4>(block, 1);
            let [sx, sy, sz] = self.around.part::<S, 3>(block, 2);
            if self.around.moving[block][1] {
                rotation = lanes::normalized(rotation);
            }
            let [x, y, z, w] = rotation;
            let numbers = [tx, ty, tz, x, y, z, w, sx, sy, sz];
            // Passed on to `lanes::store` it takes up to a fifth longer.
            for (row, number) in out.numbers.iter_mut().zip(&numbers) {
                number.store(row);
            }
        }
    }
}

impl Around<'_> {
    /// The `N` numbers of a part of a block: translation, rotation (not yet of unit length), scale. Parts are to
    /// be asked for in the order in which their rows lie, since they are taken from the front of both frames.
    #[inline(always)]
    pub(in crate::fast) fn part<S: Simd, const N: usize>(&mut self, block: usize, part: usize) -> [S::Eight; N] {
        let u = S::Eight::splat(self.u);
        let mut numbers = [u; N];
        if self.moving[block][part] {
            let (a, b) = (take::<N>(&mut self.before), take::<N>(&mut self.after));
            for k in 0..N {
                let from = S::Eight::load(&a[k].0);
                numbers[k] = (S::Eight::load(&b[k].0) - from).mul_add(u, from);
            }
        } else {
            let rest = &self.rest[block].numbers[PARTS[part].start..];
            for (number, row) in numbers.iter_mut().zip(rest) {
                *number = S::Eight::load(row);
            }
        }
        numbers
    }
}

/// The first rows, and the rest behind them.
#[inline(always)]
fn take<'a, const N: usize>(rows: &mut &'a [Row]) -> &'a [Row; N] {
    let (first, rest) = rows.split_first_chunk().expect("a frame holds a row for every number that moves");
    *rows = rest;
    first
}
