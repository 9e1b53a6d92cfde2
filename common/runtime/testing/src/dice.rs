//! Random numbers that are the same on every machine.

/// A small generator of even numbers (xorshift64*; Sebastiano Vigna, "An experimental exploration of Marsaglia's
/// xorshift generators, scrambled", 2016).
pub struct Dice(pub u64);

impl Dice {
    /// Returns a random number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}
