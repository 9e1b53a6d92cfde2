//! A quiet piece for a lute, in the Dorian mode on D, and a march for the guard: each begins again where it ends.

use super::synth::{Noise, RATE, decay, glide, mix, pluck, sound};

/// Duration of an eighth note, in seconds: 72 quarters a minute.
const EIGHTH: f32 = 60.0 / 72.0 / 2.0;
const BARS: usize = 16;
/// Eighths in a bar.
const METRE: usize = 6;

/// A bass note and three above it for each bar, as half tones above D3. Two bars a line.
const CHORDS: [[i32; 4]; BARS] = [
    [-12, 0, 3, 7], // D minor
    [-12, 0, 3, 7],
    [-14, -2, 2, 5], // C major
    [-14, -2, 2, 5],
    [-9, 3, 7, 10], // F major
    [-7, -2, 2, 5], // G, and C above it
    [-12, 0, 3, 7],
    [-5, 2, 5, 7], // A, left open
    [-12, 0, 3, 7],
    [-9, 0, 3, 9], // F with a sixth: the B of the mode
    [-7, -3, 2, 7],
    [-7, -3, 2, 5],
    [-14, -2, 2, 7],
    [-9, 3, 7, 10],
    [-5, -2, 2, 7],
    [-12, 0, 7, 12],
];

/// Eighth and half tone above D4 of each note of the tune; the bars that it leaves out are rests.
#[rustfmt::skip] // four bars a line
const TUNE: [(usize, i32); 26] = [
    (0, 7), (3, 5), (5, 3), (6, 5), (9, 0), (12, -2), (15, 0), (17, 2), (18, 3),
    (24, 7), (27, 10), (30, 9), (33, 7), (36, 5), (42, 2),
    (54, 9), (57, 7), (60, 5), (63, 3), (65, 2), (66, 3),
    (72, 5), (75, 7), (78, 10), (84, 5), (90, 0),
];

pub fn music() -> Vec<f32> {
    let seconds = (BARS * METRE) as f32 * EIGHTH;
    let mut piece = vec![0.0; (seconds * RATE as f32) as usize];
    let mut noise = Noise::new(7);
    for (bar, chord) in CHORDS.iter().enumerate() {
        // Bass, then up and down.
        for (eighth, note) in [0, 2, 3, 1, 3, 2].into_iter().enumerate() {
            let begin = (bar * METRE + eighth) as f32 * EIGHTH;
            let (volume, softness) = if note == 0 { (0.5, 1.0) } else { (0.26, 0.7) };
            mix(&mut piece, &pluck(frequency(chord[note]), 2.2, softness, &mut noise), begin, volume, true);
        }
    }
    for (eighth, note) in TUNE {
        let string = pluck(frequency(12 + note), 2.6, 0.5, &mut noise);
        mix(&mut piece, &string, eighth as f32 * EIGHTH + 0.02, 0.42, true);
    }
    loud(&piece)
}

/// Duration of an eighth note of the march, in seconds: 132 quarters a minute.
const QUICK: f32 = 60.0 / 132.0 / 2.0;
/// Half tones above D3 of each eighth of the march, a bar a line, and the eighths of a bar on which there is a drum.
const MARCH: [[i32; 8]; 4] = [
    [-24, -12, -24, -24, -12, -24, -9, -10],
    [-24, -12, -24, -24, -12, -24, -14, -16],
    [-24, -12, -24, -24, -12, -24, -9, -7],
    [-21, -9, -21, -23, -11, -23, -11, -13],
];
const DRUM: [usize; 3] = [0, 3, 6];

/// Returns the guard's march: a low string, its octave, and a drum.
pub fn march() -> Vec<f32> {
    let seconds = (MARCH.len() * 8) as f32 * QUICK;
    let mut piece = vec![0.0; (seconds * RATE as f32) as usize];
    let mut noise = Noise::new(11);
    let drum = sound(0.3, |t| glide(t, [95.0, 45.0], 0.3) * decay(t, 0.06) * (1.0 - t / 0.3));
    for (place, note) in MARCH.iter().flatten().enumerate() {
        let begin = place as f32 * QUICK;
        let is_drum = DRUM.contains(&(place % 8));
        let volume = if is_drum { 0.6 } else { 0.4 };
        mix(&mut piece, &pluck(frequency(*note), 1.1, 0.4, &mut noise), begin, volume, true);
        mix(&mut piece, &pluck(frequency(12 + note), 0.7, 0.1, &mut noise), begin, 0.5 * volume, true);
        if is_drum {
            mix(&mut piece, &drum, begin, 0.8, true);
        }
    }
    loud(&piece)
}

/// Returns the frequency so many half tones above D3, in hertz.
fn frequency(half_tones: i32) -> f32 {
    146.83 * (half_tones as f32 / 12.0).exp2()
}

/// Returns a piece whose loudest sample is 0.8.
fn loud(piece: &[f32]) -> Vec<f32> {
    let loudest = piece.iter().fold(1e-3_f32, |most, sample| most.max(sample.abs()));
    piece.iter().map(|sample| 0.8 * sample / loudest).collect()
}
