//! A quiet piece for a lute, in the Dorian mode on D, that begins again where it ends.

use super::synth::{Noise, RATE, mix, pluck};

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
const TUNE: [(usize, i32); 26] = [
    (0, 7),
    (3, 5),
    (5, 3),
    (6, 5),
    (9, 0),
    (12, -2),
    (15, 0),
    (17, 2),
    (18, 3),
    (24, 7),
    (27, 10),
    (30, 9),
    (33, 7),
    (36, 5),
    (42, 2),
    (54, 9),
    (57, 7),
    (60, 5),
    (63, 3),
    (65, 2),
    (66, 3),
    (72, 5),
    (75, 7),
    (78, 10),
    (84, 5),
    (90, 0),
];

pub fn music() -> Vec<f32> {
    let seconds = (BARS * METRE) as f32 * EIGHTH;
    let mut piece = vec![0.0; (seconds * RATE as f32) as usize];
    let mut noise = Noise::new(7);
    let frequency = |half_tones: i32| 146.83 * (half_tones as f32 / 12.0).exp2();
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
    let loudest = piece.iter().fold(1e-3_f32, |most, sample| most.max(sample.abs()));
    piece.iter().map(|sample| 0.8 * sample / loudest).collect()
}
