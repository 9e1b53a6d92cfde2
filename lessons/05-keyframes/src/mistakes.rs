//! The answer with every named mistake in it, each behind its switch.

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use common::check::flaw;
use glam::Mat4;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    if flaw("KEYS-LOST") {
        keys.clear();
    }
    if floats.is_empty() && flaw("EMPTY-REFUSED") {
        return Err("expected a multiple of 16 numbers, found 0".into());
    }
    let fits = floats.len().is_multiple_of(16) || flaw("SURPLUS-CUT") || flaw("FILLED-UP");
    if !fits && flaw("PASSED-OVER") {
        return Ok(());
    }
    if !fits && flaw("COUNT-NOT-SAID") {
        return Err("these are no matrices".into());
    }
    if !fits {
        return Err(format!("expected a multiple of 16 numbers, found {}", floats.len()));
    }
    if !flaw("OLD-KEYS-KEPT") {
        keys.clear();
    }
    let mut padded = floats.to_vec();
    if flaw("FILLED-UP") {
        padded.resize(floats.len().next_multiple_of(16), 0.0);
    }
    for key in 0..padded.len() / 16 {
        let begin = match key {
            _ if flaw("FIRST-EVERY-TIME") => 0,
            _ if flaw("NEXT-NUMBER") => key,
            _ => 16 * key,
        };
        let matrix = Mat4::from_cols_slice(&padded[begin..begin + 16]);
        keys.push(if flaw("ROWS-FOR-COLUMNS") { matrix } else { matrix.transpose() });
    }
    Ok(())
}

fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    let (count, last) = (times.len(), times.len() - 1);
    let end = closes_at.unwrap_or(times[last]);
    if flaw("EVEN-KEYS") {
        let segments = if closes_at.is_some() { count } else { last };
        return evenly((t - times[0]) / (end - times[0]), segments, count);
    }
    let goes_on = flaw("BEFORE-FIRST") || flaw("BEFORE-FIRST-IN-A-LOOP") && closes_at.is_some();
    if t < times[0] && !goes_on {
        return Segment::default();
    }
    let after = times.iter().position(|&key| key > t).unwrap_or(count).clamp(1, count);
    if after > last && closes_at.is_none() {
        return at_the_end(times, t);
    }
    let seam = after > last;
    if seam && flaw("SEAM-STANDS-STILL") {
        return Segment { from: last, to: 0, alpha: 0.0 };
    }
    let from = after - 1;
    let ends = match (seam, flaw("SEAM-TO-FIRST-TIME")) {
        (true, true) => times[0],
        (true, false) => end,
        (false, _) => times[after],
    };
    let alpha = if flaw("SHARE-OF-CLIP") {
        (t - times[0]) / (end - times[0])
    } else if flaw("SECONDS-FOR-SHARE") {
        t - times[from]
    } else if flaw("OTHER-WAY") {
        (ends - t) / (ends - times[from])
    } else {
        (t - times[from]) / (ends - times[from])
    };
    let (from, to) = (from, if seam { 0 } else { after });
    if flaw("ONE-KEY-EARLY") {
        let before = |key: usize| if key == 0 { 0 } else { key - 1 };
        return Segment { from: before(from), to: from, alpha };
    }
    Segment { from, to, alpha }
}

/// As if the keys stood at even distances.
fn evenly(share: f32, segments: usize, count: usize) -> Segment {
    let place = (share * segments as f32).clamp(0.0, segments as f32);
    let from = (place as usize).min(segments.saturating_sub(1));
    Segment { from, to: (from + 1) % count, alpha: place - from as f32 }
}

/// From the last key on, where nothing follows.
fn at_the_end(times: &[f32], t: f32) -> Segment {
    let last = times.len() - 1;
    let before = last.saturating_sub(1);
    if flaw("LAST-UNREACHABLE") {
        Segment { from: before, to: before, alpha: 0.0 }
    } else if flaw("BACK-TO-FIRST") {
        Segment::default()
    } else if flaw("BEYOND-LAST") && last > 0 {
        let alpha = (t - times[before]) / (times[last] - times[before]);
        Segment { from: before, to: last, alpha }
    } else {
        Segment { from: last, to: last, alpha: 0.0 }
    }
}

fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    let rest = |round: f32| match elapsed {
        _ if flaw("NEGATIVE-REST") => elapsed % round,
        _ if flaw("MIRRORED") => elapsed.abs() % round,
        _ => elapsed.rem_euclid(round),
    };
    match mode {
        LoopMode::Clamp if flaw("UPPER-END-ONLY") => elapsed.min(duration),
        LoopMode::Clamp => elapsed.clamp(0.0, duration),
        LoopMode::Loop if flaw("CLAMP-FOR-LOOP") => elapsed.clamp(0.0, duration),
        LoopMode::Loop if flaw("STARTS-AND-STAYS") && elapsed > duration => 0.0,
        LoopMode::Loop if flaw("ONE-ROUND") && elapsed > duration => elapsed - duration,
        LoopMode::Loop if flaw("ONE-ROUND") => elapsed,
        LoopMode::Loop if flaw("ONE-ROUND-EACH-WAY") && elapsed > duration => elapsed - duration,
        LoopMode::Loop if flaw("ONE-ROUND-EACH-WAY") && elapsed < 0.0 => elapsed + duration,
        LoopMode::Loop if flaw("ONE-ROUND-EACH-WAY") => elapsed,
        LoopMode::Loop => rest(duration),
        LoopMode::PingPong if flaw("NO-WAY-BACK") => rest(duration),
        LoopMode::PingPong if flaw("BACK-ONCE") && elapsed > duration => 2.0 * duration - elapsed,
        LoopMode::PingPong if flaw("FROM-THE-END") => (rest(2.0 * duration) - duration).abs(),
        LoopMode::PingPong if flaw("BACK-BELOW-ZERO") => {
            let there_and_back = rest(2.0 * duration);
            if there_and_back < duration { there_and_back } else { duration - there_and_back }
        }
        LoopMode::PingPong => {
            let there_and_back = rest(2.0 * duration);
            there_and_back.min(2.0 * duration - there_and_back)
        }
    }
}

fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    let (before, round) = (index.elapsed, clip.round());
    let step = match dt {
        _ if flaw("FIXED-FRAME") => 1.0 / 30.0,
        _ if flaw("MILLISECONDS") => dt / 1000.0,
        _ => dt,
    };
    let moved = if flaw("DT-FOR-TIME") { step } else { before + step };
    let stopped = if flaw("UPPER-END-ONLY") { moved.min(round) } else { moved.clamp(0.0, round) };
    index.elapsed = match clip.mode {
        _ if flaw("RUNS-ON") => moved,
        _ if flaw("ALL-CLAMPED") => stopped,
        _ if flaw("FOLDED") => clip.wrap_time(moved),
        LoopMode::Clamp if !flaw("CLAMP-FORGOTTEN") => stopped,
        _ if flaw("REST-LOST") && moved >= round => 0.0,
        _ if flaw("REST-LOST") && moved < 0.0 => round,
        _ if flaw("NEGATIVE-REST") => moved % round,
        _ => moved.rem_euclid(round),
    };
    if flaw("SEGMENT-NOT-SET") {
        return;
    }
    let found = if flaw("ONE-FRAME-LATE") { before } else { index.elapsed };
    let t = if flaw("TIME-NOT-WRAPPED") { found } else { clip.wrap_time(found) };
    index.segment = clip.segment(t);
}
