//! Sampling baked frames: linear interpolation between two of them.

use super::{Frames, Row};
use crate::fast::{
    lanes::{Numbers, Simd},
    pose::TransformBlock,
    simd_level::{Kernel, SimdLevel},
};

impl Frames {
    /// Writes the pose at `time` (on the clip's clock; before the first frame the first holds, after
    /// the last the last). Rotations come out with unit length. Allocates nothing.
    ///
    /// # Panics
    /// If `pose` is shorter than the skeleton the clip was baked for.
    pub fn sample(&self, simd: SimdLevel, time: f32, pose: &mut [TransformBlock]) {
        let (frame, u) = self.locate(time);
        let pose = &mut pose[..self.blocks()];
        let (before, after) = (self.frame(frame), self.frame(frame + 1));
        simd.run(Sample { moving: &self.moving, rest: &self.rest, before, after, u, pose });
    }

    /// The two frames around `time`, and the way between them.
    pub(crate) fn around(&self, time: f32) -> Around<'_> {
        let (frame, u) = self.locate(time);
        Around {
            moving: &self.moving,
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
    pub(crate) rest: &'a [TransformBlock],
    pub(crate) before: &'a [Row],
    pub(crate) after: &'a [Row],
    pub(crate) u: f32,
}

struct Sample<'a> {
    moving: &'a [[bool; 3]],
    rest: &'a [TransformBlock],
    before: &'a [Row],
    after: &'a [Row],
    u: f32,
    pose: &'a mut [TransformBlock],
}

impl Kernel for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let u = S::Eight::splat(self.u);
        let (mut before, mut after) = (self.before, self.after);
        for ((moving, rest), out) in self.moving.iter().zip(self.rest).zip(self.pose) {
            let mut numbers = mixed_block::<S>(*moving, rest, &mut before, &mut after, u);
            if moving[1] {
                normalize::<S>(&mut numbers);
            }
            for (row, number) in out.numbers.iter_mut().zip(&numbers) {
                number.store(row);
            }
        }
    }
}

/// One block between two frames, its rotations not yet of unit length; takes its rows from the
/// front of both.
#[inline(always)]
pub(crate) fn mixed_block<S: Simd>(
    moving: [bool; 3],
    rest: &TransformBlock,
    before: &mut &[Row],
    after: &mut &[Row],
    u: S::Eight,
) -> [S::Eight; 10] {
    let n = &rest.numbers;
    let [tx, ty, tz] = part::<S, 3>(moving[0], [&n[0], &n[1], &n[2]], before, after, u);
    let [x, y, z, w] = part::<S, 4>(moving[1], [&n[3], &n[4], &n[5], &n[6]], before, after, u);
    let [sx, sy, sz] = part::<S, 3>(moving[2], [&n[7], &n[8], &n[9]], before, after, u);
    [tx, ty, tz, x, y, z, w, sx, sy, sz]
}

#[inline(always)]
fn part<S: Simd, const N: usize>(
    moves: bool,
    rest: [&[f32; 8]; N],
    before: &mut &[Row],
    after: &mut &[Row],
    u: S::Eight,
) -> [S::Eight; N] {
    let mut numbers = [u; N];
    if moves {
        let (a, b) = (take::<N>(before), take::<N>(after));
        for k in 0..N {
            let from = S::Eight::load(&a[k].0);
            numbers[k] = (S::Eight::load(&b[k].0) - from).mul_add(u, from);
        }
    } else {
        for k in 0..N {
            numbers[k] = S::Eight::load(rest[k]);
        }
    }
    numbers
}

/// The first rows, and the rest behind them.
#[inline(always)]
fn take<'a, const N: usize>(rows: &mut &'a [Row]) -> &'a [Row; N] {
    let (first, rest) =
        rows.split_first_chunk().expect("a frame holds a row for every number that moves");
    *rows = rest;
    first
}

#[inline(always)]
fn normalize<S: Simd>(numbers: &mut [S::Eight; 10]) {
    let [_, _, _, x, y, z, w, ..] = *numbers;
    let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
    let factor = S::Eight::splat(1.0) / squared.sqrt();
    for number in &mut numbers[3..7] {
        *number = *number * factor;
    }
}
