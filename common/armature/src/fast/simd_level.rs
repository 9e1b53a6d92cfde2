//! The instruction set a kernel runs on, detected once at run time.

use super::lanes::{Portable, Simd};
use std::{fmt, sync::OnceLock};

/// An instruction set that this machine has.
///
/// One build serves every machine: each kernel is compiled twice, once for what every processor of
/// its kind has (SSE2 on x86-64, NEON on aarch64) and once for AVX2 with fused multiply-add, and
/// the choice is made here. A `SimdLevel` can only be had from this module's functions, so whoever holds
/// one knows that its instructions exist: that is what makes the kernels safe to call.
///
/// ```
/// use armature::fast::SimdLevel;
///
/// let simd = SimdLevel::best();
/// assert!(SimdLevel::all().any(|known| known == simd));
/// println!("kernels run on {simd}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimdLevel(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl SimdLevel {
    /// What every processor of this kind can run.
    pub const PORTABLE: SimdLevel = SimdLevel(Instructions::Portable);

    /// The fastest simd of this machine, or the portable one where the environment variable `ARMATURE_PORTABLE` is set.
    /// Asked once; a read of memory afterwards.
    pub fn best() -> SimdLevel {
        static BEST: OnceLock<SimdLevel> = OnceLock::new();
        *BEST.get_or_init(|| {
            let portable = std::env::var_os("ARMATURE_PORTABLE").is_some();
            SimdLevel::all().last().filter(|_| !portable).unwrap_or(SimdLevel::PORTABLE)
        })
    }

    /// Every simd this machine can run, slowest first: what a test loops over.
    pub fn all() -> impl Iterator<Item = SimdLevel> {
        [Some(SimdLevel::PORTABLE), SimdLevel::avx2()].into_iter().flatten()
    }

    /// AVX2 with fused multiply-add, where there is one.
    #[cfg(target_arch = "x86_64")]
    fn avx2() -> Option<SimdLevel> {
        let there = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        there.then_some(SimdLevel(Instructions::Avx2))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx2() -> Option<SimdLevel> {
        None
    }

    /// Runs `kernel` on this simd.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", allow(unsafe_code))] // the one call that needs a promise
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Instructions::Portable => kernel.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Instructions::Avx2` is made in `SimdLevel::avx2` alone, after both features were
            // detected.
            Instructions::Avx2 => unsafe { run_avx2(kernel) },
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Instructions::Portable if cfg!(target_arch = "x86_64") => "SSE2",
            Instructions::Portable => "portable vectors",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2 and FMA",
        })
    }
}

/// A kernel's arguments, and its body written for any width of register.
///
/// Every `run`, and all that it calls on the way, is `#[inline(always)]`: the body must end up
/// inside the function that carries the target features, or it is compiled without them. So
/// kernels hold no closures and call no `array::map`, which the compiler inlines only if it likes: one
/// such call has been seen to make skinning four times slower.
pub(super) trait Kernel {
    /// What it returns.
    type Output;

    /// The body.
    fn run<S: Simd>(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    // The stack is aligned to 16 bytes, and the compiler aligns it further only if a local asks for
    // it from the start. Without one, registers of 32 bytes are put aside across the borders of cache
    // lines, and a kernel that has more numbers than registers takes up to twice as long.
    #[repr(align(32))]
    struct Aligned([u8; 32]);
    let mut wanted = Aligned([0; 32]);
    std::hint::black_box(&mut wanted.0);
    kernel.run::<super::lanes::Avx2>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portable_always_runs() {
        assert_eq!(SimdLevel::all().next(), Some(SimdLevel::PORTABLE));
        assert!(SimdLevel::all().any(|simd| simd == SimdLevel::best()));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn avx2_is_there_where_the_machine_says_so() {
        let there = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        assert_eq!(SimdLevel::all().count(), 1 + usize::from(there));
    }
}
