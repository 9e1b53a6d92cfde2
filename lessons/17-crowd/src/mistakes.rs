//! The answer with every named mistake in it, each behind its switch.

use crate::probes::{PHASES, SECONDS, SPEEDS};
use crate::{Answers, BakedClip, Dancer, Moment};
use common::check::{mistake, nan_band};
use common::graphics::ShaderFile;
use glam::{Mat4, Vec4};

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
        let row = if mistake("ONE-TO-THREE") {
            row + 1
        } else if mistake("ONE-ROW") {
            0
        } else {
            row
        };
        let w = matrix.w_axis.to_array()[row];
        if mistake("COLUMNS") {
            matrix.col(row)
        } else if mistake("ROTATION-TRANSPOSED") {
            matrix.col(row).truncate().extend(w)
        } else if mistake("TRANSLATION-LEFT-OUT") {
            matrix.row(row).truncate().extend(0.0)
        } else if mistake("W-ONE") {
            matrix.row(row).truncate().extend(1.0)
        } else {
            matrix.row(row)
        }
    };
    let joints = 0..palette.len();
    if mistake("ROW-BY-ROW") {
        (0..count).flat_map(|row| joints.clone().map(move |joint| texel(joint, row))).collect()
    } else {
        joints.flat_map(|joint| (0..count).map(move |row| texel(joint, row))).collect()
    }
}

fn moment(dancer: &Dancer, clips: &[BakedClip], seconds: f32) -> Moment {
    let clip = clips[if mistake("FIRST-CLIP") { 0 } else { dancer.clip }];
    let in_band = |name, by, [low, high]: [f32; 2]| by * nan_band(name, by, low..high);
    let seconds = in_band("seconds", seconds, SECONDS);
    let phase = in_band("phase", dancer.phase, PHASES);
    let speed = in_band("speed", dancer.speed, SPEEDS);
    let time = if mistake("ALL-IN-STEP") {
        speed * seconds
    } else if mistake("ONE-SPEED") {
        phase + seconds
    } else if mistake("PHASE-SPED-UP") {
        speed * (phase + seconds)
    } else if mistake("SPEED-DIVIDED") {
        phase + seconds / speed
    } else if mistake("PHASE-SUBTRACTED") {
        speed * seconds - phase
    } else if mistake("PHASE-IN-FRAMES") {
        phase / clip.rate + speed * seconds
    } else {
        phase + speed * seconds
    };
    let frame = if mistake("SECONDS-FOR-FRAMES") {
        time
    } else if mistake("RATE-DIVIDED") {
        time / clip.rate
    } else if mistake("RATE-30") {
        time * 30.0
    } else if mistake("RATE-30:24") {
        time * 24.0
    } else {
        time * clip.rate
    };
    let count = clip.frames as i64;
    let skips = mistake("LAST-FRAME-SKIPPED") || mistake("LAST-FRAME-SKIPPED:FROM");
    let length = if skips { count - 1 } else { count };
    let before = frame.floor();
    let mut alpha = frame - before;
    let mut from = before as i64;
    if mistake("NO-WRAP") {
        from = from.max(0);
    } else if mistake("CLAMPED") {
        (from, alpha) = (from.clamp(0, count - 1), if from < 0 { 0.0 } else { alpha });
    } else if mistake("NEGATIVE") {
        // `%` keeps the sign, and `as usize` makes 0 of what is negative.
        let wrapped = frame % length as f32;
        from = (wrapped as i64).max(0);
        alpha = wrapped - wrapped.floor();
    } else if mistake("NEGATIVE:FRACT") {
        let wrapped = frame % length as f32;
        from = (wrapped as i64).max(0);
        alpha = wrapped.fract();
    } else if mistake("NEGATIVE:MIRRORED") {
        let wrapped = frame.abs() % length as f32;
        from = wrapped as i64;
        alpha = wrapped.fract();
    } else {
        from = from.rem_euclid(length);
    }
    let next = from + 1;
    let mut to = if mistake("NEXT-NOT-WRAPPED") || mistake("NO-WRAP") {
        next
    } else if mistake("NEXT-CLAMPED") || mistake("CLAMPED") {
        next.min(count - 1)
    } else if mistake("LAST-FRAME-SKIPPED:FROM") {
        next % count
    } else {
        next % length
    };
    if mistake("STUTTER") {
        (to, alpha) = (from, 0.0);
    } else if mistake("STUTTER:ALPHA") {
        alpha = 0.0;
    } else if mistake("STUTTER:NEXT") {
        to = from;
    } else if mistake("ROUNDED") {
        from = (frame.round() as i64).rem_euclid(length);
        (to, alpha) = (from, 0.0);
    } else if mistake("ALPHA-REVERSED") {
        alpha = 1.0 - alpha;
    } else if mistake("ALPHA-OF-THE-CLIP") {
        alpha = (from as f32 + alpha) / length as f32;
    } else if mistake("ALPHA-IN-SECONDS") {
        alpha /= clip.rate;
    }
    let first = clip.first as i64;
    let number = |frame: i64| {
        if mistake("FIRST-FORGOTTEN") {
            frame as usize
        } else if mistake("FIRST-WRAPPED") {
            ((first + frame) % count) as usize
        } else {
            (first + frame) as usize
        }
    };
    if mistake("FIRST-WRAPPED:NEXT") {
        to = (first + to) % count - first;
    }
    Moment { from: number(from), to: number(to), alpha }
}
