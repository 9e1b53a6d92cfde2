//! Lanes on `glam::Vec4`: SSE2 on x86-64, NEON on aarch64, plain numbers elsewhere.

use super::{Eight, Numbers, Simd, Wide};
use glam::{Mat4, Vec4, Vec4Swizzles};
use std::ops::{Add, Div, Mul, Sub};

/// What every processor of this kind has.
pub(crate) enum Portable {}

impl Simd for Portable {
    type Four = Vec4;
    type Eight = Pair;
    type Wide = Vec4;

    #[inline(always)]
    fn product(a: &[[f32; 4]; 3], b: [Vec4; 3], out: &mut [[f32; 4]; 3]) {
        for (row, out) in a.iter().zip(out) {
            let row = Vec4::from_array(*row);
            let z = Numbers::mul_add(row.zzzz(), b[2], row * Vec4::W);
            let y = Numbers::mul_add(row.yyyy(), b[1], z);
            *out = Numbers::mul_add(row.xxxx(), b[0], y).to_array();
        }
    }
}

/// Eight numbers in two registers of four.
#[derive(Clone, Copy)]
pub(crate) struct Pair(Vec4, Vec4);

/// Fused where the instruction is always there; elsewhere a fused multiply-add would be a call into
/// the C library, once for each lane.
const FUSED: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

impl Numbers<[f32; 4]> for Vec4 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Vec4::splat(value)
    }

    #[inline(always)]
    fn load(from: &[f32; 4]) -> Self {
        Vec4::from_array(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = self.to_array();
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        if FUSED { Vec4::mul_add(self, factor, addend) } else { self * factor + addend }
    }

    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        if FUSED { Vec4::mul_add(-self, factor, addend) } else { addend - self * factor }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Vec4::sqrt(self)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Vec4::max(self, other)
    }

    #[inline(always)]
    fn flip_where_negative(self, sign: Self) -> Self {
        Vec4::select(sign.cmplt(Vec4::ZERO), -self, self)
    }
}

impl Wide for Vec4 {
    type Part = [f32; 4];
    type Four = Vec4;
    type Fours = [Vec4; 4];
    const PARTS: usize = 2;

    #[inline(always)]
    fn parts(row: &[f32; 8]) -> &[[f32; 4]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn parts_mut(row: &mut [f32; 8]) -> &mut [[f32; 4]] {
        row.as_chunks_mut().0
    }

    #[inline(always)]
    fn turned(rows: [Vec4; 4]) -> [Vec4; 4] {
        transpose4(rows)
    }
}

macro_rules! both_halves {
    ($($operator:ident $method:ident),*) => { $(
        impl $operator for Pair {
            type Output = Pair;
            #[inline(always)]
            fn $method(self, other: Pair) -> Pair {
                Pair($operator::$method(self.0, other.0), $operator::$method(self.1, other.1))
            }
        }
    )* };
}
both_halves!(Add add, Sub sub, Mul mul, Div div);

impl Numbers<[f32; 8]> for Pair {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Pair(Vec4::splat(value), Vec4::splat(value))
    }

    #[inline(always)]
    fn load(from: &[f32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = *from;
        Pair(Vec4::new(a, b, c, d), Vec4::new(e, f, g, h))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 8]) {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.to_array(), self.1.to_array());
        *to = [a, b, c, d, e, f, g, h];
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Pair(Numbers::mul_add(self.0, factor.0, addend.0), Numbers::mul_add(self.1, factor.1, addend.1))
    }

    #[inline(always)]
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
        Pair(Numbers::neg_mul_add(self.0, factor.0, addend.0), Numbers::neg_mul_add(self.1, factor.1, addend.1))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Pair(self.0.sqrt(), self.1.sqrt())
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Pair(self.0.max(other.0), self.1.max(other.1))
    }

    #[inline(always)]
    fn flip_where_negative(self, sign: Self) -> Self {
        Pair(self.0.flip_where_negative(sign.0), self.1.flip_where_negative(sign.1))
    }
}

impl Eight for Pair {
    type Four = Vec4;

    #[inline(always)]
    fn transpose(r: [Self; 8]) -> [Self; 8] {
        let [left_top, right_top] = quarters([r[0], r[1], r[2], r[3]]);
        let [left_bottom, right_bottom] = quarters([r[4], r[5], r[6], r[7]]);
        let left = |lane: usize| Pair(left_top[lane], left_bottom[lane]);
        let right = |lane: usize| Pair(right_top[lane], right_bottom[lane]);
        [left(0), left(1), left(2), left(3), right(0), right(1), right(2), right(3)]
    }

    #[inline(always)]
    fn to_fours(rows: [Self; 4]) -> [Vec4; 8] {
        let [[a, b, c, d], [e, f, g, h]] = quarters(rows);
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn from_fours(r: [Vec4; 8]) -> [Self; 4] {
        let first = transpose4([r[0], r[1], r[2], r[3]]);
        let second = transpose4([r[4], r[5], r[6], r[7]]);
        let pair = |lane: usize| Pair(first[lane], second[lane]);
        [pair(0), pair(1), pair(2), pair(3)]
    }

    #[inline(always)]
    fn store_vectors([x, y, z]: [Self; 3], to: &mut [f32; 24]) {
        let fours = Self::to_fours([x, y, z, z]);
        for (vector, four) in to.as_chunks_mut::<3>().0.iter_mut().zip(fours) {
            let [x, y, z, _] = four.to_array();
            *vector = [x, y, z];
        }
    }
}

/// The columns of the left half and those of the right half.
#[inline(always)]
fn quarters(r: [Pair; 4]) -> [[Vec4; 4]; 2] {
    [transpose4([r[0].0, r[1].0, r[2].0, r[3].0]), transpose4([r[0].1, r[1].1, r[2].1, r[3].1])]
}

#[inline(always)]
fn transpose4(r: [Vec4; 4]) -> [Vec4; 4] {
    let m = Mat4::from_cols(r[0], r[1], r[2], r[3]).transpose();
    [m.x_axis, m.y_axis, m.z_axis, m.w_axis]
}
