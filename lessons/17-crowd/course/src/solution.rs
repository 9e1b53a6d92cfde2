//! Lesson 17: a crowd. Your vertex shaders are crowd.vert and frames.vert in shaders/17-crowd.

use crate::{Answers, BakedClip, Dancer, Moment, ShaderFile};
use glam::{Mat4, Vec4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { rows, crowd: ShaderFile("17-crowd/crowd.vert"), moment, frames: ShaderFile("17-crowd/frames.vert") };

/// The texels of a palette: three rows of each matrix, one matrix after the other.
///
/// glam keeps a matrix column by column, but `matrix.row(i)` picks a row, counted from 0, a `Vec4`.
fn rows(palette: &[Mat4]) -> Vec<Vec4> {
    // BEGIN 17.1
    let mut texels = Vec::new();
    for matrix in palette {
        for row in 0..3 {
            texels.push(matrix.row(row));
        }
    }
    texels
    // STUB // TODO 17.1: three rows of each matrix, in order. (For now this is one matrix that makes everything a point.)
    // STUB vec![Vec4::ZERO; 3 * palette.len()]
    // END 17.1
}

// TODO 17.2 is not here: it is the vertex shader shaders/17-crowd/crowd.vert.

/// The two baked frames around a dancer's time after `seconds`, and how far it is from the first to the second.
///
/// You need `x.floor()`, `x as i64` and `n.rem_euclid(frames)`.
fn moment(dancer: &Dancer, clips: &[BakedClip], seconds: f32) -> Moment {
    // BEGIN 17.3
    let clip = clips[dancer.clip];
    let time = dancer.phase + dancer.speed * seconds;
    let frame = time * clip.rate;
    let before = frame.floor();
    let from = (before as i64).rem_euclid(clip.frames as i64) as usize;
    let to = (from + 1) % clip.frames;
    Moment { from: clip.first + from, to: clip.first + to, alpha: frame - before }
    // STUB // TODO 17.3: the dancer's own time, in frames of its clip. Which part of that is alpha, and which is wrapped?
    // STUB // (For now this is the beginning of the clip, for ever.)
    // STUB let _ = seconds; // you will need it
    // STUB let first = clips[dancer.clip].first;
    // STUB Moment { from: first, to: first, alpha: 0.0 }
    // END 17.3
}

// TODO 17.4 is not here: it is the vertex shader shaders/17-crowd/frames.vert.
