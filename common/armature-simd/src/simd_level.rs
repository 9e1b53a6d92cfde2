//! The instruction set a kernel runs on, detected once at run time.

use fearless_simd::{Level, Simd};
use std::{fmt, sync::OnceLock};

/// An instruction set that this machine has.
///
/// One build serves every machine: each kernel is compiled twice, once for what every processor of its kind has (SSE2 on
/// x86-64, NEON on aarch64) and once for AVX2 with fused multiply-add, and the choice is made here.
///
/// ```
/// use armature_simd::SimdLevel;
///
/// let simd = SimdLevel::best();
/// assert!(SimdLevel::all().any(|known| known == simd));
/// println!("kernels run on {simd}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SimdLevel(Level);

impl SimdLevel {
    /// The level that every processor of this kind can run.
    pub const PORTABLE: SimdLevel = SimdLevel(Level::baseline());

    /// The fastest of this machine, or the portable one where the environment variable `ARMATURE_PORTABLE` is set.
    /// Asked once; a read of memory afterwards.
    pub fn best() -> SimdLevel {
        static BEST: OnceLock<SimdLevel> = OnceLock::new();
        *BEST.get_or_init(|| {
            let portable = std::env::var_os("ARMATURE_PORTABLE").is_some();
            SimdLevel::all().last().filter(|_| !portable).unwrap_or(SimdLevel::PORTABLE)
        })
    }

    /// Every one that this machine can run, slowest first: what a test loops over.
    pub fn all() -> impl Iterator<Item = SimdLevel> {
        #[cfg(target_arch = "x86_64")]
        let avx2 = Level::new().as_avx2().map(|avx2| SimdLevel(Level::Avx2(avx2)));
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = None;
        [Some(SimdLevel::PORTABLE), avx2].into_iter().flatten()
    }

    /// Runs `kernel` on this instruction set.
    #[inline]
    pub(super) fn run<K: Kernel>(self, mut kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(avx2) => avx2.vectorize(
                #[inline(always)]
                || {
                    // The stack is aligned to 16 bytes, and the compiler aligns it further only if a local asks for it
                    // from the start. Without one, registers of 32 bytes are put aside across the borders of cache
                    // lines, and a kernel that has more numbers than registers takes up to three times as long.
                    #[repr(align(32))]
                    struct Aligned([u8; 32]);
                    let mut wanted = Aligned([0; 32]);
                    std::hint::black_box(&mut wanted.0);
                    kernel.run(avx2)
                },
            ),
            #[cfg(target_arch = "x86_64")]
            Level::Sse2(sse2) => kernel.run(sse2),
            #[cfg(target_arch = "x86_64")]
            _ => unreachable!("made in this file, of these two alone"),
            #[cfg(not(target_arch = "x86_64"))]
            level => fearless_simd::dispatch!(level, simd => kernel.run(simd)),
        }
    }
}

impl PartialEq for SimdLevel {
    fn eq(&self, other: &SimdLevel) -> bool {
        std::mem::discriminant(&self.0) == std::mem::discriminant(&other.0)
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => "AVX2 and FMA",
            _ if cfg!(target_arch = "x86_64") => "SSE2",
            _ => "portable vectors",
        })
    }
}

/// A kernel's arguments, and its body written for any instruction set.
///
/// Every `run`, and all that it calls on the way, is `#[inline(always)]`: the body must end up
/// inside the function that carries the target features, or it is compiled without them. So
/// kernels hold no closures and call no `array::map`, which the compiler inlines only if it likes: one
/// such call has been seen to make skinning four times slower. A kernel is passed on by reference: moved into the
/// function with the features it is copied, and a pose took a tenth longer.
pub(super) trait Kernel {
    /// The type that it returns.
    type Output;

    /// The body.
    fn run<S: Simd>(&mut self, simd: S) -> Self::Output;
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
