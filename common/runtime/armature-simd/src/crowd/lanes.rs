//! Eight characters side by side, from frames to palettes.

use crate::{
    Affine3x4, PaletteBindings, SimdSkeleton,
    frames::FramePair,
    lanes::{self, neg_mul_add},
    pose::{LANES, Lane8, PARTS},
    simd_level::Kernel,
};
use fearless_simd::{Simd, f32x8, prelude::*};

/// A 3x4 matrix for each of eight characters: `rows[row][column]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct LaneMatrix {
    rows: [[Lane8; 4]; 3],
}

impl LaneMatrix {
    const ZERO: Lane8 = [0.0; LANES];
    const ONE: Lane8 = [1.0; LANES];
    pub(crate) const IDENTITY: LaneMatrix = LaneMatrix {
        rows: [
            [Self::ONE, Self::ZERO, Self::ZERO, Self::ZERO],
            [Self::ZERO, Self::ONE, Self::ZERO, Self::ZERO],
            [Self::ZERO, Self::ZERO, Self::ONE, Self::ZERO],
        ],
    };
}

/// One number of eight joints of eight characters: a row for each joint.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Square([Lane8; LANES]);

/// Eight characters, as the arguments of a kernel.
pub(crate) struct Group<'a> {
    pub(crate) skeleton: &'a SimdSkeleton,
    pub(crate) bindings: &'a PaletteBindings,
    /// Frames of each character.
    pub(crate) frames: [FramePair<'a>; LANES],
    /// Frames of each character's second clip, and its weight, of those that fade.
    pub(crate) seconds: [Option<(FramePair<'a>, f32)>; LANES],
    /// Whether all characters play the same clip, and none fades.
    pub(crate) one_clip: bool,
    /// Model matrices; the first is the identity, the parent's of all roots.
    pub(crate) models: &'a mut [LaneMatrix],
    /// Palettes of the characters, one after another. Characters beyond them pad the eight.
    pub(crate) palettes: &'a mut [Affine3x4],
}

/// A matrix in each lane, `[row][column]`.
type Matrix<S> = [[f32x8<S>; 4]; 3];

impl Kernel for Group<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) {
        let (parents, _) = self.skeleton.parents.as_chunks::<LANES>();
        let mut numbers = [Square([[0.0; LANES]; LANES]); 10];
        for (block, parents) in parents.iter().enumerate() {
            let [tx, ty, tz, x, y, z, w, sx, sy, sz] = &mut numbers;
            self.sample_part::<S, 3>(simd, block, 0, [tx, ty, tz]);
            self.sample_part::<S, 4>(simd, block, 1, [x, y, z, w]);
            self.sample_part::<S, 3>(simd, block, 2, [sx, sy, sz]);
            let joints = self.skeleton.len() - block * LANES;
            for (joint, &parent) in parents.iter().enumerate().take(joints) {
                let mut local = [f32x8::splat(simd, 0.0); 10];
                for (number, Square(rows)) in local.iter_mut().zip(&numbers) {
                    *number = f32x8::load_array_ref(simd, &rows[joint]);
                }
                let [_, _, _, x, y, z, w, ..] = local;
                let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
                let local = local_rows(local, f32x8::splat(simd, 2.0) / squared);
                let model = multiply(simd, &self.models[parent as usize], &local);
                let out = &mut self.models[block * LANES + joint + 1];
                for (out, number) in out.rows.as_flattened_mut().iter_mut().zip(model.as_flattened()) {
                    *out = number.to_array();
                }
            }
        }
        self.write_palettes(simd);
    }
}

impl Group<'_> {
    /// Writes the `N` numbers of a part of a block (translation, rotation or scale), sampled for each character and
    /// transposed, or copied to all characters at once if they are the same for all.
    #[inline(always)]
    fn sample_part<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        block: usize,
        part: usize,
        mut squares: [&mut Square; N],
    ) {
        let first = &self.frames[0];
        let mut at_rest = true;
        for frames in &self.frames {
            at_rest &= frames.at_rest[block][part];
        }
        for (second, _) in self.seconds.iter().flatten() {
            at_rest &= second.at_rest[block][part];
        }
        if at_rest || self.one_clip && !first.moving[block][part] {
            let rest = &first.rest[block].numbers[PARTS[part].start..];
            for (square, rest) in squares.into_iter().zip(rest) {
                for (row, number) in square.0.iter_mut().zip(rest) {
                    *row = [*number; LANES];
                }
            }
            return;
        }
        for (character, (frames, second)) in self.frames.iter_mut().zip(&mut self.seconds).enumerate() {
            let mut numbers = frames.next_part::<S, N>(simd, block, part);
            if let Some((second, weight)) = second {
                let to = second.next_part::<S, N>(simd, block, part);
                numbers = lanes::blend(lanes::unit::<S, N>(numbers), lanes::unit::<S, N>(to), *weight);
            }
            for (square, number) in squares.iter_mut().zip(&numbers) {
                square.0[character] = number.to_array();
            }
        }
        for square in squares {
            let transposed = lanes::transpose8(lanes::load(simd, &square.0));
            for (row, number) in square.0.iter_mut().zip(&transposed) {
                *row = number.to_array();
            }
        }
    }

    #[inline(always)]
    fn write_palettes<S: Simd>(&mut self, simd: S) {
        let count = self.bindings.len();
        for (index, (model, joint_from_mesh)) in self.bindings.iter().enumerate() {
            let [x, y, z] = multiply(simd, &self.models[model], joint_from_mesh);
            let x = lanes::to_fours(x);
            let y = lanes::to_fours(y);
            let z = lanes::to_fours(z);
            for (lane, palette) in self.palettes.chunks_exact_mut(count).enumerate() {
                palette[index].rows = [x[lane].to_array(), y[lane].to_array(), z[lane].to_array()];
            }
        }
    }
}

/// Returns the elements `[row][column]` of `parent_from_joint`, one character in each lane, from its numbers.
///
/// `two` is 2 / |q|^2, so that a rotation needs no square root to be normalised. Source of the formula: Ken Shoemake,
/// "Animating rotation with quaternion curves", SIGGRAPH 1985, appendix I.1.
#[inline(always)]
fn local_rows<S: Simd>(numbers: [f32x8<S>; 10], two: f32x8<S>) -> Matrix<S> {
    let [tx, ty, tz, x, y, z, w, sx, sy, sz] = numbers;
    let x2 = x * two;
    let y2 = y * two;
    let z2 = z * two;
    let xx = x * x2;
    let xy = x * y2;
    let xz = x * z2;
    let yy = y * y2;
    let yz = y * z2;
    let zz = z * z2;
    let one = f32x8::splat(two.simd, 1.0);
    [
        [(one - (yy + zz)) * sx, neg_mul_add(w, z2, xy) * sy, w.mul_add(y2, xz) * sz, tx],
        [w.mul_add(z2, xy) * sx, (one - (xx + zz)) * sy, neg_mul_add(w, x2, yz) * sz, ty],
        [neg_mul_add(w, y2, xz) * sx, w.mul_add(x2, yz) * sy, (one - (xx + yy)) * sz, tz],
    ]
}

/// A matrix for each lane.
trait Entries<S: Simd> {
    /// Returns one element of each lane's matrix.
    fn entry(&self, simd: S, row: usize, column: usize) -> f32x8<S>;
}

/// Each character's own matrix.
impl<S: Simd> Entries<S> for Matrix<S> {
    #[inline(always)]
    fn entry(&self, _: S, row: usize, column: usize) -> f32x8<S> {
        self[row][column]
    }
}

/// One matrix for all characters.
impl<S: Simd> Entries<S> for Affine3x4 {
    #[inline(always)]
    fn entry(&self, simd: S, row: usize, column: usize) -> f32x8<S> {
        f32x8::splat(simd, self.rows[row][column])
    }
}

/// Returns `a * b` for each character.
#[inline(always)]
fn multiply<S: Simd, B: Entries<S>>(simd: S, a: &LaneMatrix, b: &B) -> Matrix<S> {
    let mut out = [[f32x8::splat(simd, 0.0); 4]; 3];
    for (out, row) in out.iter_mut().zip(&a.rows) {
        let [x, y, z, w] = lanes::load(simd, row);
        for (column, out) in out.iter_mut().enumerate() {
            let sum = y.mul_add(b.entry(simd, 1, column), x * b.entry(simd, 0, column));
            let sum = z.mul_add(b.entry(simd, 2, column), sum);
            *out = if column == 3 { sum + w } else { sum };
        }
    }
    out
}
