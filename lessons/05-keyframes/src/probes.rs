//! What is asked: numbers of matrices, keys at uneven times, and frames of uneven length.

use crate::{Keys, LoopMode, Segment};
use common::check::Random;
use common::words;
use glam::Mat4;

/// In the order in which they are asked about.
pub(crate) const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Clamp, LoopMode::PingPong];

/// What the text calls a mode.
pub(crate) fn word(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Loop => "loop",
        LoopMode::Clamp => "clamp",
        LoopMode::PingPong => "ping-pong",
    }
}

/// `count` matrices whose sixteen numbers are all different.
pub(crate) fn matrices(random: &mut Random, count: usize) -> Vec<Mat4> {
    let mut column = || random.vector().extend(random.between(-1.0, 1.0));
    (0..count).map(|_| Mat4::from_cols(column(), column(), column(), column())).collect()
}

/// As a file has them: row by row, one matrix after the other.
pub(crate) fn rows(matrices: &[Mat4]) -> Vec<f32> {
    matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect()
}

/// Four to six keys, the first at `first`. No two gaps next to each other are alike, and none is near a
/// second: seconds and shares would look the same.
pub(crate) fn uneven_keys(random: &mut Random, first: f32) -> Keys {
    let count = 4 + random.below(3);
    let mut short = random.below(2) == 0;
    let mut at = first;
    let mut times = Vec::new();
    for _ in 0..=count {
        times.push(at);
        at += if short { random.between(0.15, 0.3) } else { random.between(0.45, 0.75) };
        short = !short;
    }
    let closes_at = times.pop().unwrap_or(at); // one more than keys
    Keys { times, closes_at }
}

/// For a student who cannot see the probe.
pub(crate) fn outline(keys: &Keys) -> String {
    let times: Vec<String> = keys.times.iter().map(|time| format!("{time:.2}")).collect();
    words!("keys", times = times.join(", "), end = keys.closes_at)
}

/// A share of the way that is neither near an end nor near the middle.
pub(crate) fn share(random: &mut Random) -> f32 {
    let low = random.between(0.18, 0.4);
    if random.below(2) == 0 { low } else { 1.0 - low }
}

/// Which keys a segment mixes, and how: two ways to say the same are the same.
///
/// At a key itself it does not matter from where one comes, or where one goes.
pub(crate) fn mixed(segment: Segment, keys: usize) -> (String, f32) {
    const NEAR: f32 = 1e-4;
    let Segment { from, to, alpha } = segment;
    let beyond = [from, to].into_iter().find(|&key| key >= keys);
    match beyond {
        Some(key) => (format!("key {key}, which does not exist"), alpha),
        None if from == to || alpha.abs() < NEAR => (format!("key {from}"), 0.0),
        None if (alpha - 1.0).abs() < NEAR => (format!("key {to}"), 0.0),
        None => (format!("between key {from} and key {to}"), alpha),
    }
}

/// A segment as one number, key plus alpha, which has no edge at a key.
pub(crate) fn place(segment: Segment, keys: usize) -> f32 {
    let Segment { from, to, alpha } = segment;
    if from >= keys || to >= keys {
        return f32::NAN;
    }
    let seam = to == 0 && from > 0 && from == keys - 1;
    let to = if seam { keys } else { to };
    from as f32 + alpha * (to as f32 - from as f32)
}
