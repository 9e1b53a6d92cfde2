//! Lanes on AVX2 with fused multiply-add.
//!
//! Safety of this file: every intrinsic here asks for AVX2 or FMA, or for what every x86-64 has; loads and
//! stores copy arrays of as many numbers as the register has. The types are private
//! to `fast` and come to life only in a kernel that runs for [`Avx2`], which is instantiated in one
//! place: `run_avx2` in `simd_level.rs`, which carries both features and is reached only after both were
//! detected. Written once here, so that no kernel needs a word of `unsafe`.
#![allow(unsafe_code)] // intrinsics, for the reason above

use super::{Eight, Numbers, Simd, Wide};
use std::{
    arch::x86_64::{
        __m128, __m256, _mm_add_ps, _mm_and_ps, _mm_blend_ps, _mm_div_ps, _mm_fmadd_ps, _mm_fnmadd_ps, _mm_max_ps,
        _mm_mul_ps, _mm_permute_ps, _mm_set1_ps, _mm_setzero_ps, _mm_sqrt_ps, _mm_sub_ps, _mm_xor_ps, _mm256_add_ps,
        _mm256_and_ps, _mm256_blend_ps, _mm256_castps256_ps128, _mm256_div_ps, _mm256_extractf128_ps, _mm256_fmadd_ps,
        _mm256_fnmadd_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_permute_ps, _mm256_permute2f128_ps, _mm256_set_m128,
        _mm256_set1_ps, _mm256_setzero_ps, _mm256_shuffle_ps, _mm256_sqrt_ps, _mm256_sub_ps, _mm256_unpackhi_ps,
        _mm256_unpacklo_ps, _mm256_xor_ps,
    },
    mem::transmute,
    ops::{Add, Div, Mul, Sub},
    slice,
};

/// AVX2 and FMA.
pub(crate) enum Avx2 {}

impl Simd for Avx2 {
    type Four = Quad;
    type Eight = Octet;
    type Wide = Octet;

    /// Rows 0 and 1 in one register of eight, row 2 in one of four.
    #[inline(always)]
    fn product(a: &[[f32; 4]; 3], b: [Quad; 3], out: &mut [[f32; 4]; 3]) {
        const X: i32 = 0b00_00_00_00;
        const Y: i32 = 0b01_01_01_01;
        const Z: i32 = 0b10_10_10_10;
        let [a0, a1, a2] = a;
        let [out0, out1, out2] = out;
        unsafe {
            let a01 = join(Quad::load(a0), Quad::load(a1)).0;
            let a2 = Quad::load(a2).0;
            // What a row adds: its last number in the last lane.
            let sum01 = _mm256_blend_ps::<0b1000_1000>(_mm256_setzero_ps(), a01);
            let sum2 = _mm_blend_ps::<0b1000>(_mm_setzero_ps(), a2);
            let sum01 = _mm256_fmadd_ps(_mm256_permute_ps::<Z>(a01), twice(b[2]), sum01);
            let sum2 = _mm_fmadd_ps(_mm_permute_ps::<Z>(a2), b[2].0, sum2);
            let sum01 = _mm256_fmadd_ps(_mm256_permute_ps::<Y>(a01), twice(b[1]), sum01);
            let sum2 = _mm_fmadd_ps(_mm_permute_ps::<Y>(a2), b[1].0, sum2);
            let sum01 = _mm256_fmadd_ps(_mm256_permute_ps::<X>(a01), twice(b[0]), sum01);
            let sum2 = _mm_fmadd_ps(_mm_permute_ps::<X>(a2), b[0].0, sum2);
            Quad(_mm256_castps256_ps128(sum01)).store(out0);
            Quad(_mm256_extractf128_ps::<1>(sum01)).store(out1);
            Quad(sum2).store(out2);
        }
    }
}

/// Four numbers in one register.
#[derive(Clone, Copy)]
pub(crate) struct Quad(__m128);

/// Eight numbers in one register.
#[derive(Clone, Copy)]
pub(crate) struct Octet(__m256);

macro_rules! lanes {
    ($type:ident, $register:ty, $array:ty, add $add:ident, sub $sub:ident, mul $mul:ident, div $div:ident,
     splat $splat:ident, fmadd $fmadd:ident,
     fnmadd $fnmadd:ident, sqrt $sqrt:ident, max $max:ident, and $and:ident, xor $xor:ident) => {
        impl Add for $type {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see the head of this file; so for all blocks below.
                Self(unsafe { $add(self.0, other.0) })
            }
        }
        impl Sub for $type {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(unsafe { $sub(self.0, other.0) })
            }
        }
        impl Mul for $type {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                Self(unsafe { $mul(self.0, other.0) })
            }
        }
        impl Div for $type {
            type Output = Self;
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                Self(unsafe { $div(self.0, other.0) })
            }
        }
        impl Numbers<$array> for $type {
            #[inline(always)]
            fn splat(value: f32) -> Self {
                Self(unsafe { $splat(value) })
            }
            #[inline(always)]
            fn load(from: &$array) -> Self {
                // By value: pointers would be checked in builds with debug assertions, each time.
                Self(unsafe { transmute::<$array, $register>(*from) })
            }
            #[inline(always)]
            fn store(self, to: &mut $array) {
                *to = unsafe { transmute::<$register, $array>(self.0) };
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                Self(unsafe { $fmadd(self.0, factor.0, addend.0) })
            }
            #[inline(always)]
            fn neg_mul_add(self, factor: Self, addend: Self) -> Self {
                Self(unsafe { $fnmadd(self.0, factor.0, addend.0) })
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(unsafe { $sqrt(self.0) })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Self(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            fn flip_where_negative(self, sign: Self) -> Self {
                Self(unsafe { $xor(self.0, $and(sign.0, $splat(-0.0))) })
            }
        }
    };
}

lanes!(
    Quad, __m128, [f32; 4], add _mm_add_ps, sub _mm_sub_ps, mul _mm_mul_ps, div _mm_div_ps,
    splat _mm_set1_ps, fmadd _mm_fmadd_ps,
    fnmadd _mm_fnmadd_ps, sqrt _mm_sqrt_ps, max _mm_max_ps, and _mm_and_ps, xor _mm_xor_ps
);
lanes!(
    Octet, __m256, [f32; 8], add _mm256_add_ps, sub _mm256_sub_ps, mul _mm256_mul_ps, div _mm256_div_ps,
    splat _mm256_set1_ps, fmadd _mm256_fmadd_ps,
    fnmadd _mm256_fnmadd_ps, sqrt _mm256_sqrt_ps, max _mm256_max_ps, and _mm256_and_ps,
    xor _mm256_xor_ps
);

impl Eight for Octet {
    type Four = Quad;

    #[inline(always)]
    fn transpose(r: [Self; 8]) -> [Self; 8] {
        let [a0, a1, a2, a3] = transpose_halves([r[0], r[1], r[2], r[3]]);
        let [b0, b1, b2, b3] = transpose_halves([r[4], r[5], r[6], r[7]]);
        unsafe {
            [
                Octet(_mm256_permute2f128_ps::<LOW_HALVES>(a0, b0)),
                Octet(_mm256_permute2f128_ps::<LOW_HALVES>(a1, b1)),
                Octet(_mm256_permute2f128_ps::<LOW_HALVES>(a2, b2)),
                Octet(_mm256_permute2f128_ps::<LOW_HALVES>(a3, b3)),
                Octet(_mm256_permute2f128_ps::<HIGH_HALVES>(a0, b0)),
                Octet(_mm256_permute2f128_ps::<HIGH_HALVES>(a1, b1)),
                Octet(_mm256_permute2f128_ps::<HIGH_HALVES>(a2, b2)),
                Octet(_mm256_permute2f128_ps::<HIGH_HALVES>(a3, b3)),
            ]
        }
    }

    #[inline(always)]
    fn to_fours(rows: [Self; 4]) -> [Quad; 8] {
        let [a, b, c, d] = transpose_halves(rows);
        unsafe {
            [
                Quad(_mm256_castps256_ps128(a)),
                Quad(_mm256_castps256_ps128(b)),
                Quad(_mm256_castps256_ps128(c)),
                Quad(_mm256_castps256_ps128(d)),
                Quad(_mm256_extractf128_ps::<1>(a)),
                Quad(_mm256_extractf128_ps::<1>(b)),
                Quad(_mm256_extractf128_ps::<1>(c)),
                Quad(_mm256_extractf128_ps::<1>(d)),
            ]
        }
    }

    #[inline(always)]
    fn from_fours(r: [Quad; 8]) -> [Self; 4] {
        let joined = [join(r[0], r[4]), join(r[1], r[5]), join(r[2], r[6]), join(r[3], r[7])];
        let [a, b, c, d] = transpose_halves(joined);
        [Octet(a), Octet(b), Octet(c), Octet(d)]
    }

    /// ```text
    /// xy  x0 x2 y0 y2 | x4 x6 y4 y6      0  x0 y0 z0 x1 | x4 y4 z4 x5
    /// yz  y1 y3 z1 z3 | ...          ->  1  y1 z1 x2 y2 | ...           -> halves in order
    /// zx  z0 z2 x1 x3 | ...              2  z2 x3 y3 z3 | ...
    /// ```
    #[inline(always)]
    fn store_vectors([x, y, z]: [Self; 3], to: &mut [f32; 24]) {
        const EVEN_EVEN: i32 = 0b10_00_10_00;
        const ODD_ODD: i32 = 0b11_01_11_01;
        const EVEN_ODD: i32 = 0b11_01_10_00;
        let ([first, second, third], _) = to.as_chunks_mut::<8>() else { unreachable!() };
        unsafe {
            let xy = _mm256_shuffle_ps::<EVEN_EVEN>(x.0, y.0);
            let yz = _mm256_shuffle_ps::<ODD_ODD>(y.0, z.0);
            let zx = _mm256_shuffle_ps::<EVEN_ODD>(z.0, x.0);
            let zeroth_of_each_half = _mm256_shuffle_ps::<EVEN_EVEN>(xy, zx);
            let first_of_each_half = _mm256_shuffle_ps::<EVEN_ODD>(yz, xy);
            let second_of_each_half = _mm256_shuffle_ps::<ODD_ODD>(zx, yz);
            let (a, b, c) = (zeroth_of_each_half, first_of_each_half, second_of_each_half);
            Octet(_mm256_permute2f128_ps::<LOW_HALVES>(a, b)).store(first);
            Octet(_mm256_permute2f128_ps::<LOW_AND_HIGH>(c, a)).store(second);
            Octet(_mm256_permute2f128_ps::<HIGH_HALVES>(b, c)).store(third);
        }
    }
}

impl Wide for Octet {
    type Part = [f32; 8];
    type Four = Quad;
    type Fours = [Quad; 8];
    const PARTS: usize = 1;

    #[inline(always)]
    fn parts(row: &[f32; 8]) -> &[[f32; 8]] {
        slice::from_ref(row)
    }

    #[inline(always)]
    fn parts_mut(row: &mut [f32; 8]) -> &mut [[f32; 8]] {
        slice::from_mut(row)
    }

    #[inline(always)]
    fn turned(rows: [Self; 4]) -> [Quad; 8] {
        Self::to_fours(rows)
    }
}

/// Which halves of two registers make the new one.
const LOW_HALVES: i32 = 0x20;
const HIGH_HALVES: i32 = 0x31;
const LOW_AND_HIGH: i32 = 0x30;

/// The same four numbers in both halves.
#[inline(always)]
fn twice(half: Quad) -> __m256 {
    unsafe { _mm256_set_m128(half.0, half.0) }
}

#[inline(always)]
fn join(low: Quad, high: Quad) -> Octet {
    Octet(unsafe { _mm256_set_m128(high.0, low.0) })
}

/// Transposes the left 4x4 half and the right one, each where it is.
#[inline(always)]
fn transpose_halves(r: [Octet; 4]) -> [__m256; 4] {
    // Two numbers of each operand: its first two, its last two.
    const LOW: i32 = 0b01_00_01_00;
    const HIGH: i32 = 0b11_10_11_10;
    unsafe {
        let ab_low = _mm256_unpacklo_ps(r[0].0, r[1].0);
        let ab_high = _mm256_unpackhi_ps(r[0].0, r[1].0);
        let cd_low = _mm256_unpacklo_ps(r[2].0, r[3].0);
        let cd_high = _mm256_unpackhi_ps(r[2].0, r[3].0);
        [
            _mm256_shuffle_ps::<LOW>(ab_low, cd_low),
            _mm256_shuffle_ps::<HIGH>(ab_low, cd_low),
            _mm256_shuffle_ps::<LOW>(ab_high, cd_high),
            _mm256_shuffle_ps::<HIGH>(ab_high, cd_high),
        ]
    }
}
