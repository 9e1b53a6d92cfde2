//! Every operation against plain numbers, on every simd.

use super::{Eight, Numbers, Simd, Wide};
use crate::fast::simd_level::{Kernel, SimdLevel};
use proptest::prelude::*;

type Affine3x4 = [[f32; 8]; 8];

/// Every operation once: rows 0 and 1 are operands, all eight are transposed.
struct Everything(Affine3x4);

struct Answers {
    arithmetic: [[f32; 8]; 9],
    transposed: Affine3x4,
    fours: [[f32; 4]; 8],
    back: [[f32; 8]; 4],
    four: [f32; 4],
    parts: [[f32; 4]; 8],
    vectors: [f32; 24],
}

impl Kernel for Everything {
    type Output = Answers;

    #[inline(always)]
    fn run<S: Simd>(self) -> Answers {
        let rows = self.0.map(|row| S::Eight::load(&row));
        let [a, b, c, ..] = rows;
        let kept = |value: S::Eight| {
            let mut row = [0.0; 8];
            value.store(&mut row);
            row
        };
        let kept4 = |value: S::Four| {
            let mut row = [0.0; 4];
            value.store(&mut row);
            row
        };
        let fours = S::Eight::to_fours([a, b, c, rows[3]]);
        let quad = fours[2].mul_add(fours[5], S::Four::splat(2.0)) / fours[7].max(fours[6])
            - fours[1].neg_mul_add(fours[3], fours[0]);
        let mut vectors = [0.0; 24];
        S::Eight::store_vectors([a, b, c], &mut vectors);
        let mut parts = Vec::new();
        for part in 0..S::Wide::PARTS {
            let [a, b, c, d, ..] = super::load_part::<S::Wide, 8>(&self.0, part);
            for four in S::Wide::turned([a, b, c, d]).as_ref() {
                parts.push(kept4(*four));
            }
        }
        Answers {
            vectors,
            parts: parts.try_into().unwrap(),
            arithmetic: [
                a + b,
                a - b,
                a * b,
                a / b,
                a.mul_add(b, c),
                a.neg_mul_add(b, c),
                (a * a).sqrt(),
                a.max(b),
                a.flip_where_negative(b),
            ]
            .map(kept),
            transposed: S::Eight::transpose(rows).map(kept),
            fours: fours.map(kept4),
            back: S::Eight::from_fours(fours).map(kept),
            four: kept4(quad),
        }
    }
}

proptest! {
    #[test]
    fn lane_by_lane(rows in prop::array::uniform8(prop::array::uniform8(0.5f32..4.0)), sign in prop::array::uniform8(any::<bool>())) {
        let mut rows = rows;
        for lane in 0..8 {
            if sign[lane] { rows[1][lane] = -rows[1][lane]; }
        }
        for simd in SimdLevel::all() {
            let got = simd.run(Everything(rows));
            for lane in 0..8 {
                let (a, b, c) = (rows[0][lane], rows[1][lane], rows[2][lane]);
                let want = [a + b, a - b, a * b, a / b, a * b + c, c - a * b, a, a.max(b), a * b.signum()];
                for (got, want) in got.arithmetic.iter().zip(want) {
                    // One rounding more or less of numbers up to 20.
                    prop_assert!((got[lane] - want).abs() <= 4e-6, "{simd}: {} {want}", got[lane]);
                }
                prop_assert_eq!(&got.vectors[3 * lane..][..3], &[a, b, c]);
                for (row, numbers) in rows.iter().enumerate() {
                    prop_assert_eq!(got.transposed[lane][row], numbers[lane], "{}", simd);
                }
                for (row, numbers) in rows.iter().enumerate().take(4) {
                    prop_assert_eq!(got.fours[lane][row], numbers[lane], "{}", simd);
                    prop_assert_eq!(got.parts[lane][row], numbers[lane], "{}", simd);
                    prop_assert_eq!(got.back[row][lane], numbers[lane], "{}", simd);
                }
            }
            for (row, numbers) in rows.iter().enumerate().take(4) {
                let of = |lane: usize| numbers[lane];
                let want = (of(2) * of(5) + 2.0) / of(7).max(of(6)) - (of(0) - of(1) * of(3));
                // Row 1 may be negative, so that the divisor's sign varies; never nearer 0 than 0.5.
                prop_assert!((got.four[row] - want).abs() <= 2e-4, "{simd}: {} {want}", got.four[row]);
            }
        }
    }
}
