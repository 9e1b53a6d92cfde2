//! Instruction sets for kernels, detected once at run time.

use fearless_simd::{Level, Simd};
use std::{fmt, sync::OnceLock};

/// An instruction set that this machine has.
///
/// Each kernel is compiled twice, for the instruction set of every processor of its kind (SSE2 on x86-64, NEON on
/// aarch64) and for AVX2 with fused multiply-add, so that one build runs on every machine. On WebAssembly there is only what
/// the page is compiled for: without `-C target-feature=+simd128`, kernels compute one number after the other and are about
/// as fast as the plain form.
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
    /// The level of every processor of this kind.
    pub const PORTABLE: SimdLevel = SimdLevel(Level::baseline());

    /// Returns the fastest level of this machine. Detected once, so that calls are cheap.
    ///
    /// Results of two levels differ in the last digits, since AVX2 adds a product with one rounding and SSE2 with two. To
    /// have the same bits on all machines of a kind, as for a game in lockstep, take [`PORTABLE`](Self::PORTABLE).
    pub fn best() -> SimdLevel {
        static BEST: OnceLock<SimdLevel> = OnceLock::new();
        *BEST.get_or_init(|| SimdLevel::all().last().unwrap_or(SimdLevel::PORTABLE))
    }

    /// Returns all levels of this machine, the slowest first, for tests.
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
                    // The stack is aligned to 16 bytes, unless a local variable needs more. Without this variable,
                    // registers of 32 bytes are spilled across borders of cache lines, and a kernel with more numbers
                    // than registers takes up to three times as long.
                    #[repr(align(32))]
                    struct Aligned([u8; 32]);
                    let mut aligned = Aligned([0; 32]);
                    std::hint::black_box(&mut aligned.0);
                    kernel.run(avx2)
                },
            ),
            #[cfg(target_arch = "x86_64")]
            Level::Sse2(sse2) => kernel.run(sse2),
            #[cfg(target_arch = "x86_64")]
            _ => unreachable!("`PORTABLE` and `all` have no others"),
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

/// Arguments of a kernel, and its body for any instruction set.
///
/// `run` and all functions that it calls are `#[inline(always)]`, because the body is compiled for an instruction set
/// only inside the function that has its target features. So kernels have no closures and no `array::map`, which the
/// compiler may choose not to inline: one such call made skinning four times slower. `run` takes a reference, because a
/// kernel moved into the function with the features was copied, and a pose took a tenth longer.
pub(super) trait Kernel {
    type Output;

    /// Runs the kernel.
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
    fn avx2_is_used_if_the_machine_has_it() {
        let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        assert_eq!(SimdLevel::all().count(), 1 + usize::from(has_avx2));
    }
}
