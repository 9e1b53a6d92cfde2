//! The sound of each thing that happens, and the two that never end.

use super::synth::{Filter, Noise, RATE, decay, glide, mix, pluck, sound, swell};
use std::f32::consts::TAU;

pub fn step(seed: u32) -> Vec<f32> {
    let mut noise = Noise::new(11 + seed);
    let mut filter = Filter::default();
    let pitch = 1.0 + 0.12 * noise.sample();
    sound(0.16, |t| {
        let scrape = filter.low(noise.sample(), 1500.0 * pitch) * decay(t, 0.014);
        0.5 * scrape + 0.55 * glide(t, [150.0 * pitch, 70.0], 0.16) * decay(t, 0.022)
    })
}

pub fn jump() -> Vec<f32> {
    let mut noise = Noise::new(23);
    let mut filter = Filter::default();
    sound(0.24, |t| 0.7 * filter.band(noise.sample(), 500.0 + 7000.0 * t, 0.9) * swell(t, 0.24) * decay(t, 0.12))
}

pub fn landing() -> Vec<f32> {
    let mut noise = Noise::new(31);
    let mut filter = Filter::default();
    sound(0.4, |t| {
        let dust = filter.low(noise.sample(), 700.0) * decay(t, 0.05);
        0.6 * dust + 0.85 * glide(t, [110.0, 40.0], 0.4) * decay(t, 0.05)
    })
}

/// Returns the sound of a blade in the air, or of a fist, which is shorter and lower.
pub fn whoosh(seconds: f32, [low, high]: [f32; 2]) -> Vec<f32> {
    let mut noise = Noise::new(43);
    let mut filter = Filter::default();
    sound(seconds, |t| {
        let middle = swell(t, seconds);
        0.6 * filter.band(noise.sample(), low + (high - low) * middle, 0.35) * middle
    })
}

/// Returns iron on a shell: partials of a struck bar, which are no whole multiples of the first (Fletcher and Rossing,
/// *The Physics of Musical Instruments*, 2.15).
pub fn hit() -> Vec<f32> {
    let mut noise = Noise::new(59);
    let mut filter = Filter::default();
    let partials = [(1.0, 0.12, 0.32), (2.756, 0.08, 0.26), (5.404, 0.05, 0.18), (8.933, 0.03, 0.1)];
    sound(0.7, |t| {
        let ring = bar(t, 610.0, &partials);
        let crack = filter.low(noise.sample(), 2600.0) * decay(t, 0.012);
        0.6 * ring + 0.8 * crack + 0.5 * glide(t, [170.0, 60.0], 0.3) * decay(t, 0.03)
    })
}

pub fn glance() -> Vec<f32> {
    let partials = [(1.0, 0.05, 0.3), (2.756, 0.06, 0.4), (5.404, 0.04, 0.25)];
    sound(0.35, |t| 0.6 * bar(t, 1180.0, &partials))
}

/// Returns a sample of a struck bar; each partial has its multiple of the frequency, its half-life and its volume.
fn bar(t: f32, frequency: f32, partials: &[(f32, f32, f32)]) -> f32 {
    let partials = partials.iter();
    partials.map(|(ratio, half_life, volume)| volume * (TAU * frequency * ratio * t).sin() * decay(t, *half_life)).sum()
}

pub fn bounce() -> Vec<f32> {
    sound(0.32, |t| {
        0.55 * glide(t, [190.0, 520.0], 0.32) * decay(t, 0.06) + 0.5 * glide(t, [90.0, 40.0], 0.2) * decay(t, 0.03)
    })
}

pub fn hurt() -> Vec<f32> {
    let mut noise = Noise::new(71);
    let mut filter = Filter::default();
    sound(0.42, |t| {
        // A throat: odd partials of a falling tone.
        let voice: f32 =
            [1.0, 3.0, 5.0].iter().map(|partial| glide(t, [210.0 * partial, 120.0 * partial], 0.42) / partial).sum();
        let bite = filter.band(noise.sample(), 1800.0, 0.8) * decay(t, 0.025);
        0.5 * voice * swell(t + 0.05, 0.5) * decay(t, 0.14) + 0.9 * bite
    })
}

/// Returns strings plucked one after the other; `notes` are half tones above A3, `apart` the seconds between them.
fn strings(notes: &[i32], apart: f32, softness: f32) -> Vec<f32> {
    let mut noise = Noise::new(83);
    let mut all = vec![0.0; ((notes.len() as f32 * apart + 1.6) * RATE as f32) as usize];
    for (place, note) in notes.iter().enumerate() {
        let string = pluck(220.0 * (*note as f32 / 12.0).exp2(), 1.5, softness, &mut noise);
        mix(&mut all, &string, place as f32 * apart, 0.5, false);
    }
    all
}

pub fn fallen() -> Vec<f32> {
    strings(&[5, 3, 0, -7], 0.16, 0.9)
}

pub fn back() -> Vec<f32> {
    strings(&[-7, 0], 0.12, 0.8)
}

/// Returns a bell's sample `t` seconds after the stroke.
fn bell(t: f32, frequency: f32) -> f32 {
    let ring = (TAU * frequency * t).sin() + 0.35 * (TAU * 2.756 * frequency * t).sin() * decay(t, 0.04);
    if t < 0.0 { 0.0 } else { ring * decay(t, 0.09) * (t * 400.0).min(1.0) }
}

pub fn token() -> Vec<f32> {
    sound(0.6, |t| 0.28 * bell(t, 1174.7) + 0.3 * bell(t - 0.07, 1760.0))
}

pub fn heart() -> Vec<f32> {
    sound(0.8, |t| 0.25 * bell(t, 440.0) + 0.22 * bell(t - 0.08, 554.4) + 0.22 * bell(t - 0.16, 659.3))
}

pub fn door() -> Vec<f32> {
    let mut noise = Noise::new(97);
    let mut filter = Filter::default();
    let mut all = sound(3.4, |t| {
        let grinding = 0.6 + 0.4 * (TAU * 11.0 * t).sin() * (TAU * 3.7 * t).sin();
        0.8 * filter.low(noise.sample(), 320.0) * swell(t, 1.9) * grinding
    });
    mix(&mut all, &strings(&[-7, 0, 5, 9, 12, 17], 0.11, 0.6), 0.9, 0.9, false);
    all
}

pub fn wind() -> Vec<f32> {
    let mut noise = Noise::new(101);
    let mut filter = Filter::default();
    let seconds = 14.0;
    let gust = |t: f32, rounds: f32| (TAU * rounds * t / seconds).sin();
    // The filter has settled when the loop begins.
    let lead = 0.5;
    let all = sound(seconds + lead, |t| {
        let frequency = 330.0 + 130.0 * gust(t, 1.0) + 90.0 * gust(t, 3.0) + 40.0 * gust(t, 7.0);
        0.5 * filter.band(noise.sample(), frequency, 0.3) * (0.6 + 0.25 * gust(t, 2.0) + 0.15 * gust(t, 5.0))
    });
    closed_loop(&all, lead)
}

pub fn torches() -> Vec<f32> {
    let mut noise = Noise::new(113);
    let mut roar = Filter::default();
    let mut crackle = Filter::default();
    let lead = 0.5;
    let mut spark = 0.0_f32;
    let all = sound(6.0 + lead, |_| {
        let chance = noise.sample();
        spark = if chance > 0.9993 { 1.0 } else { spark * 0.995 };
        0.25 * roar.low(noise.sample(), 180.0) + 0.55 * crackle.band(noise.sample() * spark, 2400.0, 0.5)
    });
    closed_loop(&all, lead)
}

/// Returns a sound for a loop: its first `lead` seconds are taken away and fade into its end.
fn closed_loop(sound: &[f32], lead: f32) -> Vec<f32> {
    let lead = (lead * RATE as f32) as usize;
    let (before, body) = sound.split_at(lead);
    let mut closed_loop = body.to_vec();
    let end = closed_loop.len() - lead;
    for (place, first) in before.iter().enumerate() {
        let u = place as f32 / lead as f32;
        closed_loop[end + place] = closed_loop[end + place] * (1.0 - u) + first * u;
    }
    closed_loop
}
