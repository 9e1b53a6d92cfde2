//! The rows of an [`Affine3x4`], as kernels read them.

use armature::math::Affine3x4;

/// Returns the first two rows, for a register of eight, and the third, for a register of four.
#[inline(always)]
pub(super) fn split(affine: &Affine3x4) -> (&[f32; 8], &[f32; 4]) {
    let [.., lower] = &affine.rows;
    let upper = affine.rows.as_flattened().first_chunk().expect("twelve numbers");
    (upper, lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lanes,
        simd_level::{Kernel, SimdLevel},
        testing::values,
    };
    use fearless_simd::Simd;
    use glam::Affine3A;
    use proptest::prelude::*;

    struct Product(Affine3x4, Affine3x4);

    impl Kernel for Product {
        type Output = Affine3x4;
        #[inline(always)]
        fn run<S: Simd>(&mut self, simd: S) -> Affine3x4 {
            let mut out = Affine3x4::IDENTITY;
            lanes::multiply(&self.0.rows, lanes::load_rows(simd, &self.1.rows), &mut out.rows);
            out
        }
    }

    proptest! {
        /// The tolerance: sums of four products up to 3 * 3 and 3 * 10 + 10, four roundings of 6e-8 * 100, twice for
        /// the two orders of addition.
        #[test]
        fn the_product_is_that_of_affine3a(a in values::transform(), b in values::transform()) {
            let a = a.to_affine();
            let b = b.to_affine();
            for simd in SimdLevel::all() {
                let got: Affine3A = simd.run(Product(a.into(), b.into())).into();
                prop_assert!(got.abs_diff_eq(a * b, 5e-5), "{simd}: {got:?} {:?}", a * b);
            }
        }
    }
}
