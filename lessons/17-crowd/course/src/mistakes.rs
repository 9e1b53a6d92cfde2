//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, BakedClip, Dancer, Moment};
use common::check::{mistake, nan_band};
use given::ShaderFile;
use glam::{Mat4, Vec4};

/// Seconds that are asked about, and phases and speeds of the dancers.
pub const SECONDS: [f32; 2] = [-4.0, 28.0];
/// In seconds.
pub const PHASES: [f32; 2] = [-6.0, 6.0];
/// Seconds in a second.
pub const SPEEDS: [f32; 2] = [0.4, 2.0];

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers {
    rows,
    crowd: ShaderFile("17-crowd/mistakes.crowd.vert"),
    moment,
    frames: ShaderFile("17-crowd/mistakes.frames.vert"),
};

fn rows(palette: &[Mat4]) -> Vec<Vec4> {
    let count = if mistake("FOUR-ROWS") { 4 } else { 3 };
    let texel = |joint: usize, row: usize| {
        let matrix = &palette[if mistake("FIRST-MATRIX") { 0 } else { joint }];
        let row = match row {
            row if mistake("ONE-TO-THREE") => row + 1,
            _ if mistake("ONE-ROW") => 0,
            row => row,
        };
        let (right, column) = (matrix.row(row), matrix.col(row));
        match () {
            () if mistake("COLUMNS") => column,
            () if mistake("ROTATION-TRANSPOSED") => column.with_w(right.w),
            () if mistake("TRANSLATION-LEFT-OUT") => right.with_w(0.0),
            () if mistake("W-ONE") => right.with_w(1.0),
            () => right,
        }
    };
    let joints = 0..palette.len();
    if mistake("OVERLAPPING") {
        let mut texels = vec![Vec4::ZERO; 3 * palette.len()];
        for joint in joints {
            for row in 0..3 {
                texels[joint + row] = texel(joint, row);
            }
        }
        return texels;
    }
    if mistake("ROW-BY-ROW") {
        return (0..count).flat_map(|row| joints.clone().map(move |joint| texel(joint, row))).collect();
    }
    let zeros = if mistake("ZEROS-KEPT") { 3 * palette.len() } else { 0 };
    let rows = joints.flat_map(|joint| (0..count).map(move |row| texel(joint, row)));
    std::iter::repeat_n(Vec4::ZERO, zeros).chain(rows).collect()
}

fn moment(dancer: &Dancer, clips: &[BakedClip], seconds: f32) -> Moment {
    let clip = clips[if mistake("FIRST-CLIP") { 0 } else { dancer.clip }];
    let in_band = |name, by, [low, high]: [f32; 2]| by * nan_band(name, by, low..high);
    let seconds = in_band("seconds", seconds, SECONDS);
    let phase = in_band("phase", dancer.phase, PHASES);
    let speed = in_band("speed", dancer.speed, SPEEDS);
    let time = match () {
        () if mistake("ALL-IN-STEP") => speed * seconds,
        () if mistake("ONE-SPEED") => phase + seconds,
        () if mistake("PHASE-SPED-UP") => speed * (phase + seconds),
        () if mistake("SPEED-DIVIDED") => phase + seconds / speed,
        () if mistake("PHASE-SUBTRACTED") => speed * seconds - phase,
        () if mistake("PHASE-SUBTRACTED:SPED-UP") => speed * (seconds - phase),
        () if mistake("SECONDS-FORGOTTEN") => phase,
        () if mistake("SECONDS-FORGOTTEN:SPEED-ADDED") => phase + speed,
        () if mistake("PHASE-IN-FRAMES") => phase / clip.rate + speed * seconds,
        () => phase + speed * seconds,
    };
    let frame = match () {
        () if mistake("SECONDS-FOR-FRAMES") => time,
        () if mistake("RATE-DIVIDED") => time / clip.rate,
        () if mistake("RATE-30") => time * 30.0,
        () if mistake("RATE-30:24") => time * 24.0,
        () if mistake("RATE-30:48") => time * 48.0,
        () if mistake("RATE-30:60") => time * 60.0,
        () => time * clip.rate,
    };
    let count = clip.frames as i64;
    let skips = mistake("LAST-FRAME-SKIPPED") || mistake("LAST-FRAME-SKIPPED:FROM");
    let length = if skips { count - 1 } else { count };
    let before = frame.floor();
    let alpha = frame - before;
    // `%` keeps the sign, and `as usize` makes 0 of what is negative.
    let wrapped = frame % length as f32;
    let mirrored = frame.abs() % length as f32;
    let (from, alpha) = match before as i64 {
        from if mistake("NO-WRAP") => (from.max(0), alpha),
        from if mistake("CLAMPED") => (from.clamp(0, count - 1), if from < 0 { 0.0 } else { alpha }),
        _ if mistake("NEGATIVE") => ((wrapped as i64).max(0), wrapped - wrapped.floor()),
        _ if mistake("NEGATIVE:FRACT") => ((wrapped as i64).max(0), wrapped.fract()),
        _ if mistake("NEGATIVE:MIRRORED") => (mirrored as i64, mirrored.fract()),
        _ if mistake("NEGATIVE:TRUNCATED") => ((frame as i64).rem_euclid(length), frame.fract()),
        _ if mistake("NEGATIVE:TRUNCATED-ABSOLUTE") => ((frame as i64).rem_euclid(length), frame.fract().abs()),
        _ if mistake("NEGATIVE:TRUNCATED-ONCE") => ((frame as i64).rem_euclid(length), alpha),
        _ if mistake("NEGATIVE:REST") => ((wrapped as i64).max(0), wrapped - wrapped.trunc().max(0.0)),
        from if mistake("NEGATIVE:REST-OF-ALL") => (from.max(0) % length, if from < 0 { frame } else { alpha }),
        from if mistake("NEGATIVE:ABSOLUTE") => ((from % length).abs(), alpha),
        from if mistake("NEGATIVE:HELD") && from < 0 => (0, 0.0),
        from if mistake("NEGATIVE:SHARE") => (from.rem_euclid(length), frame.fract()),
        from if mistake("NEGATIVE:SHARE-TURNED-ROUND") => (from.rem_euclid(length), frame.fract().abs()),
        _ if mistake("ROUNDED-TO-THE-END") => {
            let wrapped = frame.rem_euclid(length as f32);
            (wrapped as i64, wrapped.fract())
        }
        _ if mistake("ROUNDED-TO-THE-END:SECONDS") => {
            let wrapped = time.rem_euclid(length as f32 / clip.rate) * clip.rate;
            (wrapped as i64, wrapped.fract())
        }
        _ if mistake("FROM-ROUNDED") => ((frame.round() as i64).rem_euclid(length), alpha),
        _ if mistake("FROM-ROUNDED:UP") => ((frame.ceil() as i64).rem_euclid(length), alpha),
        from => (from.rem_euclid(length), alpha),
    };
    let to = match from + 1 {
        next if mistake("NEXT-NOT-WRAPPED") || mistake("NO-WRAP") => next,
        next if mistake("LAST-FRAME-SKIPPED:FROM") => next,
        next if mistake("NEXT-CLAMPED") || mistake("CLAMPED") => next.min(count - 1),
        next if mistake("FRAME-BEFORE") => (next + count - 2) % count,
        next => next % length,
    };
    let nearest = (frame.round() as i64).rem_euclid(length);
    let (from, to, alpha) = match () {
        () if mistake("STUTTER") => (from, from, 0.0),
        () if mistake("STUTTER:ALPHA") => (from, to, 0.0),
        () if mistake("STUTTER:NEXT") => (from, from, alpha),
        () if mistake("ROUNDED") => (nearest, nearest, 0.0),
        () if mistake("ALPHA-REVERSED") => (from, to, 1.0 - alpha),
        () if mistake("ALPHA-OF-THE-CLIP") => (from, to, (from as f32 + alpha) / length as f32),
        () if mistake("WHOLE-FRAMES-IN-ALPHA") => (from, to, frame),
        () if mistake("WHOLE-FRAMES-IN-ALPHA:WRAPPED") => (from, to, from as f32 + alpha),
        () if mistake("ALPHA-IN-SECONDS") => (from, to, alpha / clip.rate),
        () => (from, to, alpha),
    };
    let first = clip.first as i64;
    let to = match () {
        () if mistake("FIRST-WRAPPED:NEXT") => (first + to) % count - first,
        () if mistake("FIRST-FORGOTTEN:NEXT") => to - first,
        () => to,
    };
    let number = |frame: i64| match first + frame {
        _ if mistake("FIRST-FORGOTTEN") => frame as usize,
        number if mistake("FIRST-WRAPPED") => (number % count) as usize,
        number => number as usize,
    };
    Moment { from: number(from), to: number(to), alpha }
}
