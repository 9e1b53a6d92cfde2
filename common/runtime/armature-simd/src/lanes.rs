//! Operations on registers of four and eight numbers, for several kernels: all are `#[inline(always)]`, as the body of
//! a [`Kernel`](super::simd_level::Kernel) must be.

use fearless_simd::{Simd, f32x4, f32x8, prelude::*};

/// Loads rows of eight into registers.
#[inline(always)]
pub(super) fn load<S: Simd, const N: usize>(simd: S, rows: &[[f32; 8]; N]) -> [f32x8<S>; N] {
    let mut registers = [f32x8::splat(simd, 0.0); N];
    for (register, row) in registers.iter_mut().zip(rows) {
        *register = f32x8::load_array_ref(simd, row);
    }
    registers
}

/// Returns `addend - a * b`.
#[inline(always)]
pub(super) fn neg_mul_add<S: Simd>(a: f32x8<S>, b: f32x8<S>, addend: f32x8<S>) -> f32x8<S> {
    (-a).mul_add(b, addend)
}

/// Normalises quaternions, one in each lane.
#[inline(always)]
fn normalized<S: Simd>([x, y, z, w]: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
    let factor = f32x8::splat(x.simd, 1.0) / squared.sqrt();
    [x * factor, y * factor, z * factor, w * factor]
}

/// Normalises quaternions, the parts with four numbers; others stay.
#[inline(always)]
pub(super) fn unit<S: Simd, const N: usize>(mut numbers: [f32x8<S>; N]) -> [f32x8<S>; N] {
    if let [x, y, z, w] = numbers[..] {
        numbers.copy_from_slice(&normalized([x, y, z, w]));
    }
    numbers
}

/// Returns `from` and `to` blended by `weight`: vectors linearly; quaternions, the parts with four numbers, the short way
/// and not yet normalised.
#[inline(always)]
pub(super) fn blend<S: Simd, const N: usize>(from: [f32x8<S>; N], to: [f32x8<S>; N], weight: f32) -> [f32x8<S>; N] {
    let simd = from[0].simd;
    let mut sign = f32x8::splat(simd, 1.0);
    if N == 4 {
        let mut dot = from[0] * to[0];
        for k in 1..N {
            dot = from[k].mul_add(to[k], dot);
        }
        sign = sign.copysign(dot);
    }
    let weight = f32x8::splat(simd, weight);
    let mut blended = from;
    for k in 0..N {
        blended[k] = to[k].mul_sub(sign, from[k]).mul_add(weight, from[k]);
    }
    blended
}

/// Transposes four rows of four: lane `j` of `result[i]` is lane `i` of `rows[j]`.
#[inline(always)]
fn transpose4<S: Simd>([a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let ac_low = a.zip_low(c);
    let ac_high = a.zip_high(c);
    let bd_low = b.zip_low(d);
    let bd_high = b.zip_high(d);
    [ac_low.zip_low(bd_low), ac_low.zip_high(bd_low), ac_high.zip_low(bd_high), ac_high.zip_high(bd_high)]
}

/// Transposes the left 4x4 half of the rows and the right half, each for itself.
#[inline(always)]
fn transpose_halves<S: Simd>([a, b, c, d]: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = a.simd.level().as_avx2() {
        let rows = [a.to_array(), b.to_array(), c.to_array(), d.to_array()];
        return load(a.simd, &avx2::transpose_halves(avx2, rows));
    }
    let ((a0, a1), (b0, b1), (c0, c1), (d0, d1)) = (a.split(), b.split(), c.split(), d.split());
    let [r0, r1, r2, r3] = transpose4([a0, b0, c0, d0]);
    let [r4, r5, r6, r7] = transpose4([a1, b1, c1, d1]);
    [r0.combine(r4), r1.combine(r5), r2.combine(r6), r3.combine(r7)]
}

/// Transposes four rows of eight to eight of four: lane `j` of `result[i]` is lane `i` of `rows[j]`.
#[inline(always)]
pub(super) fn to_fours<S: Simd>(rows: [f32x8<S>; 4]) -> [f32x4<S>; 8] {
    let [a, b, c, d] = transpose_halves(rows);
    let ((r0, r4), (r1, r5), (r2, r6), (r3, r7)) = (a.split(), b.split(), c.split(), d.split());
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// Transposes eight rows of four to four of eight: lane `j` of `result[i]` is lane `i` of `rows[j]`.
#[inline(always)]
pub(super) fn from_fours<S: Simd>([r0, r1, r2, r3, r4, r5, r6, r7]: [f32x4<S>; 8]) -> [f32x8<S>; 4] {
    transpose_halves([r0.combine(r4), r1.combine(r5), r2.combine(r6), r3.combine(r7)])
}

/// Transposes eight rows of eight: lane `j` of `result[i]` is lane `i` of `rows[j]`.
#[inline(always)]
pub(super) fn transpose8<S: Simd>([a, b, c, d, e, f, g, h]: [f32x8<S>; 8]) -> [f32x8<S>; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = to_fours([a, b, c, d]);
    let [e0, e1, e2, e3, e4, e5, e6, e7] = to_fours([e, f, g, h]);
    [
        a0.combine(e0),
        a1.combine(e1),
        a2.combine(e2),
        a3.combine(e3),
        a4.combine(e4),
        a5.combine(e5),
        a6.combine(e6),
        a7.combine(e7),
    ]
}

/// Stores eight vectors one after another, as in a vertex buffer: x, y and z of the first lane, then of the next.
#[inline(always)]
pub(super) fn store_vectors<S: Simd>([x, y, z]: [f32x8<S>; 3], to: &mut [f32; 24]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = x.simd.level().as_avx2() {
        return avx2::store_vectors(avx2, x.to_array(), y.to_array(), z.to_array(), to);
    }
    for (vector, to) in to_fours([x, y, z, z]).iter().zip(to.as_chunks_mut::<3>().0) {
        let [x, y, z, _] = vector.to_array();
        *to = [x, y, z];
    }
}

/// Shuffles that `fearless_simd` does not have. Without them, skinning takes up to a quarter longer.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use fearless_simd::{f32x8, kernel, prelude::*};
    use std::arch::x86_64::{
        __m256, _mm256_permute2f128_ps, _mm256_shuffle_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };

    // As the function of this name above.
    kernel!(
        #[inline(always)]
        pub(super) fn transpose_halves(avx2: Avx2, rows: [[f32; 8]; 4]) -> [[f32; 8]; 4] {
            // The first two numbers of each operand, and the last two.
            const LOW: i32 = 0b01_00_01_00;
            const HIGH: i32 = 0b11_10_11_10;
            let [a, b, c, d]: [__m256; 4] = rows.map(|row| f32x8::load_array(avx2, row).into());
            let ab_low = _mm256_unpacklo_ps(a, b);
            let ab_high = _mm256_unpackhi_ps(a, b);
            let cd_low = _mm256_unpacklo_ps(c, d);
            let cd_high = _mm256_unpackhi_ps(c, d);
            let transposed = [
                _mm256_shuffle_ps::<LOW>(ab_low, cd_low),
                _mm256_shuffle_ps::<HIGH>(ab_low, cd_low),
                _mm256_shuffle_ps::<LOW>(ab_high, cd_high),
                _mm256_shuffle_ps::<HIGH>(ab_high, cd_high),
            ];
            transposed.map(|row| f32x8::simd_from(avx2, row).to_array())
        }
    );

    // As the function of this name above:
    //
    // xy  x0 x2 y0 y2 | x4 x6 y4 y6      0  x0 y0 z0 x1 | x4 y4 z4 x5
    // yz  y1 y3 z1 z3 | ...          ->  1  y1 z1 x2 y2 | ...           -> halves in order
    // zx  z0 z2 x1 x3 | ...              2  z2 x3 y3 z3 | ...
    kernel!(
        #[inline(always)]
        pub(super) fn store_vectors(avx2: Avx2, x: [f32; 8], y: [f32; 8], z: [f32; 8], to: &mut [f32; 24]) {
            const EVEN_EVEN: i32 = 0b10_00_10_00;
            const ODD_ODD: i32 = 0b11_01_11_01;
            const EVEN_ODD: i32 = 0b11_01_10_00;
            let [x, y, z]: [__m256; 3] = [x, y, z].map(|row| f32x8::load_array(avx2, row).into());
            let xy = _mm256_shuffle_ps::<EVEN_EVEN>(x, y);
            let yz = _mm256_shuffle_ps::<ODD_ODD>(y, z);
            let zx = _mm256_shuffle_ps::<EVEN_ODD>(z, x);
            let a = _mm256_shuffle_ps::<EVEN_EVEN>(xy, zx);
            let b = _mm256_shuffle_ps::<EVEN_ODD>(yz, xy);
            let c = _mm256_shuffle_ps::<ODD_ODD>(zx, yz);
            let rows = [
                _mm256_permute2f128_ps::<0x20>(a, b), // the low halves
                _mm256_permute2f128_ps::<0x30>(c, a), // a low half and a high one
                _mm256_permute2f128_ps::<0x31>(b, c), // the high halves
            ];
            for (row, to) in rows.into_iter().zip(to.as_chunks_mut::<8>().0) {
                *to = f32x8::simd_from(avx2, row).to_array();
            }
        }
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd_level::{Kernel, SimdLevel};

    struct Transposed([[f32; 8]; 8]);

    impl Kernel for Transposed {
        type Output = ([[f32; 8]; 8], [[f32; 4]; 8], [[f32; 8]; 4], [f32; 24]);

        #[inline(always)]
        fn run<S: Simd>(&mut self, simd: S) -> Self::Output {
            let rows = load(simd, &self.0);
            let [a, b, c, d, ..] = rows;
            let fours = to_fours([a, b, c, d]);
            let mut vectors = [0.0; 24];
            store_vectors([a, b, c], &mut vectors);
            let back = from_fours(fours).map(SimdBase::to_array);
            (transpose8(rows).map(SimdBase::to_array), fours.map(SimdBase::to_array), back, vectors)
        }
    }

    #[test]
    fn rows_become_columns() {
        let rows: [[f32; 8]; 8] = std::array::from_fn(|row| std::array::from_fn(|lane| (10 * row + lane) as f32));
        for simd in SimdLevel::all() {
            let (eights, fours, back, vectors) = simd.run(Transposed(rows));
            for lane in 0..8 {
                for row in 0..8 {
                    assert_eq!(eights[lane][row], rows[row][lane], "{simd}");
                }
                for row in 0..4 {
                    assert_eq!(fours[lane][row], rows[row][lane], "{simd}");
                    assert_eq!(back[row][lane], rows[row][lane], "{simd}");
                }
                assert_eq!(vectors[3 * lane..][..3], [rows[0][lane], rows[1][lane], rows[2][lane]], "{simd}");
            }
        }
    }
}
