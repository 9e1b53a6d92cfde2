//! Sampling baked frames: linear interpolation between two of them.

use super::{Frames, Row};
use crate::{
    lanes,
    pose::{PARTS, TransformBlock},
    simd_level::{Kernel, SimdLevel},
};
use fearless_simd::{Simd, f32x8, prelude::*};

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
    #[inline]
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

/// Two frames, what of them moves, and the fraction of the way between them.
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
    fn run<S: Simd>(&mut self, simd: S) {
        let mut around = self.around;
        for (block, out) in self.pose.iter_mut().enumerate() {
            let translation = around.part::<S, 3>(simd, block, 0);
            let mut rotation = around.part::<S, 4>(simd, block, 1);
            let scale = around.part::<S, 3>(simd, block, 2);
            if around.moving[block][1] {
                rotation = lanes::normalized(rotation);
            }
            lanes::store(translation, &mut out.numbers[PARTS[0].clone()]);
            lanes::store(rotation, &mut out.numbers[PARTS[1].clone()]);
            lanes::store(scale, &mut out.numbers[PARTS[2].clone()]);
        }
    }
}

impl Around<'_> {
    /// The `N` numbers of a part of a block: translation, rotation (not yet of unit length), scale. Parts are to
    /// be asked for in the order in which their rows lie, since they are taken from the front of both frames.
    #[inline(always)]
    pub(crate) fn part<S: Simd, const N: usize>(&mut self, simd: S, block: usize, part: usize) -> [f32x8<S>; N] {
        let u = f32x8::splat(simd, self.u);
        let mut numbers = [u; N];
        if self.moving[block][part] {
            let (a, b) = (take::<N>(&mut self.before), take::<N>(&mut self.after));
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

/// The first rows, and the rest behind them.
#[inline(always)]
fn take<'a, const N: usize>(rows: &mut &'a [Row]) -> &'a [Row; N] {
    let (first, rest) = rows.split_first_chunk().expect("a frame holds a row for every number that moves");
    *rows = rest;
    first
}
