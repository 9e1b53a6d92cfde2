//! SIMD registers of four and eight floats, for each instruction set.
//!
//! Kernels are written once, against the two traits here. There is an implementation on
//! [`glam::Vec4`], which is SSE2, NEON or plain numbers according to the build, and one on AVX2 with
//! fused multiply-add. Nothing depends on the compiler vectorising loops, which has
//! been seen to make the same body three times slower from one build to the next.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
pub(super) use portable::Portable;

use std::ops::{Add, Div, Mul, Sub};

/// A set of registers.
pub(super) trait Simd {
    /// Four numbers.
    type Four: Numbers<[f32; 4]>;
    /// Eight numbers.
    type Eight: Eight<Four = Self::Four>;
    /// As many numbers as one register can hold.
    type Wide: Wide<Four = Self::Four>;

    /// The product of two 3x4 matrices, row by row, the second in registers already.
    fn product(a: &[[f32; 4]; 3], b: [Self::Four; 3], out: &mut [[f32; 4]; 3]);
}

/// Numbers side by side: arithmetic is lane by lane. `A` is the array they are kept in.
pub(super) trait Numbers<A>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// One number in every lane.
    fn splat(value: f32) -> Self;
    /// From memory.
    fn load(from: &A) -> Self;
    /// To memory.
    fn store(self, to: &mut A);
    /// `self * factor + addend`; rounded once where the machine can.
    fn mul_add(self, factor: Self, addend: Self) -> Self;
    /// `addend - self * factor`; rounded once where the machine can.
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self;
    /// Square roots, correctly rounded.
    fn sqrt(self) -> Self;
    /// The larger of the two in each lane.
    fn max(self, other: Self) -> Self;
    /// `self`, with its sign turned where `sign` is negative.
    fn flip_where_negative(self, sign: Self) -> Self;
}

/// Eight numbers, and ways to turn rows of them into columns.
pub(super) trait Eight: Numbers<[f32; 8]> {
    /// Half of it.
    type Four: Numbers<[f32; 4]>;

    /// `result[i]` lane `j` is `rows[j]` lane `i`.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
    /// `result[i]` lane `j` is `rows[j]` lane `i`: four rows of eight become eight of four.
    fn to_fours(rows: [Self; 4]) -> [Self::Four; 8];
    /// `result[i]` lane `j` is `rows[j]` lane `i`: eight rows of four become four of eight.
    fn from_fours(rows: [Self::Four; 8]) -> [Self; 4];
    /// x, y, z of the first lane, then of the next: eight vectors as they lie in a vertex buffer.
    fn store_vectors(xyz: [Self; 3], to: &mut [f32; 24]);
}

/// One register of the largest kind: a row of eight, or a part of one. A kernel with many numbers at once takes
/// rows part by part, since two registers for each number would be more than there are.
pub(super) trait Wide: Numbers<Self::Part> {
    /// As many numbers as it holds.
    type Part;
    /// Four numbers.
    type Four: Numbers<[f32; 4]>;
    /// One four for each lane.
    type Fours: AsRef<[Self::Four]>;
    /// How many parts a row has.
    const PARTS: usize;

    /// The parts of a row.
    fn parts(row: &[f32; 8]) -> &[Self::Part];
    /// The same, to write.
    fn parts_mut(row: &mut [f32; 8]) -> &mut [Self::Part];
    /// `result[i]` lane `j` is `rows[j]` lane `i`.
    fn turned(rows: [Self; 4]) -> Self::Fours;
}

/// Rows of eight into registers.
#[inline(always)]
pub(super) fn load<E: Eight, const N: usize>(rows: &[[f32; 8]; N]) -> [E; N] {
    let mut registers = [E::splat(0.0); N];
    for (register, row) in registers.iter_mut().zip(rows) {
        *register = E::load(row);
    }
    registers
}

/// Registers into rows, as many as there are.
#[inline(always)]
pub(super) fn store<E: Eight, const N: usize>(registers: [E; N], rows: &mut [[f32; 8]]) {
    for (register, row) in registers.iter().zip(rows) {
        register.store(row);
    }
}

/// Quaternions of unit length, one in each lane.
#[inline(always)]
pub(super) fn normalized<E: Eight>([x, y, z, w]: [E; 4]) -> [E; 4] {
    let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
    let factor = E::splat(1.0) / squared.sqrt();
    [x * factor, y * factor, z * factor, w * factor]
}

/// A part of each row into registers.
#[inline(always)]
pub(super) fn load_part<W: Wide, const N: usize>(rows: &[[f32; 8]; N], part: usize) -> [W; N] {
    let mut registers = [W::splat(0.0); N];
    for (register, row) in registers.iter_mut().zip(rows) {
        *register = W::load(&W::parts(row)[part]);
    }
    registers
}
