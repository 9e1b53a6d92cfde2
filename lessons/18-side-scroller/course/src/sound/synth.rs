//! Building blocks of sounds: noise through a filter, sines that glide, plucked strings, and envelopes.
//!
//! A sound is a list of samples from -1 to 1, one channel, [`RATE`] a second.

use std::f32::consts::TAU;

pub const RATE: u32 = 44_100;

/// White noise, the same at each start (xorshift, Marsaglia 2003).
pub struct Noise(u32);

impl Noise {
    /// Creates noise for a seed that is not 0.
    pub fn new(seed: u32) -> Self {
        Noise(seed.max(1))
    }

    pub fn sample(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32 * 2.0 - 1.0
    }
}

/// A state-variable filter (Chamberlin 1985): what is near a frequency, or below it.
#[derive(Default)]
pub struct Filter {
    low: f32,
    band: f32,
}

impl Filter {
    /// Takes a sample in; `frequency` in hertz, below a sixth of [`RATE`]; `damping` from 0.1, a whistle, to 1.4, a breath.
    fn step(&mut self, sample: f32, frequency: f32, damping: f32) {
        let f = 2.0 * (std::f32::consts::PI * frequency / RATE as f32).sin();
        self.low += f * self.band;
        self.band += f * (sample - self.low - damping * self.band);
    }

    /// Returns the part near the frequency.
    pub fn band(&mut self, sample: f32, frequency: f32, damping: f32) -> f32 {
        self.step(sample, frequency, damping);
        self.band
    }

    /// Returns the part below the frequency.
    pub fn low(&mut self, sample: f32, frequency: f32) -> f32 {
        self.step(sample, frequency, 1.4);
        self.low
    }
}

/// Returns a sound; `sample` is called with the time of each of its samples, in seconds.
pub fn sound(seconds: f32, mut sample: impl FnMut(f32) -> f32) -> Vec<f32> {
    let count = (seconds * RATE as f32) as usize;
    (0..count).map(|at| sample(at as f32 / RATE as f32)).collect()
}

/// Returns the rest after `t` seconds of something that halves every `half_life`.
pub fn decay(t: f32, half_life: f32) -> f32 {
    (-t / half_life).exp2()
}

/// Returns an envelope that rises from 0 to 1 and falls back within `seconds`, smoothly.
pub fn swell(t: f32, seconds: f32) -> f32 {
    (std::f32::consts::PI * (t / seconds).clamp(0.0, 1.0)).sin().powi(2)
}

/// Returns the sample at `t` of a sine whose frequency changes evenly from the first to the second within `seconds`.
pub fn glide(t: f32, [from, to]: [f32; 2], seconds: f32) -> f32 {
    // The phase is the integral of the frequency.
    (TAU * (from * t + (to - from) * t * t / (2.0 * seconds))).sin()
}

/// Returns a plucked string of a frequency (Karplus and Strong 1983): noise goes round in a loop as long as a wave and
/// is smoothed each time. `softness` goes from 0, a wire, to 1, a thumb.
pub fn pluck(frequency: f32, seconds: f32, softness: f32, noise: &mut Noise) -> Vec<f32> {
    let length = (RATE as f32 / frequency).round().max(2.0) as usize;
    let mut wave: Vec<f32> = (0..length).map(|_| noise.sample()).collect();
    for _ in 0..(softness * 6.0) as usize {
        for at in 0..length {
            wave[at] = 0.5 * (wave[at] + wave[(at + 1) % length]);
        }
    }
    // What was smoothed away is given back in loudness.
    let loudest = wave.iter().fold(1e-3_f32, |most, sample| most.max(sample.abs()));
    let mut at = 0;
    sound(seconds, |t| {
        let now = wave[at];
        let next = (at + 1) % length;
        wave[at] = 0.996 * 0.5 * (now + wave[next]);
        at = next;
        now / loudest * (1.0 - t / seconds)
    })
}

/// Adds `part` at a volume from `second` on; what reaches over the end is left out, or begins again where `is_loop`.
pub fn mix(into: &mut [f32], part: &[f32], second: f32, volume: f32, is_loop: bool) {
    let first = (second * RATE as f32) as usize;
    let length = into.len();
    for (place, sample) in (first..).zip(part) {
        if place < length || is_loop && length > 0 {
            into[place % length] += volume * sample;
        }
    }
}
