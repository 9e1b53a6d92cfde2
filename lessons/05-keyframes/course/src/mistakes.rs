//! The answer with every named mistake in it, each behind its switch.

use crate::{AnimationIndex, Answers, Clip, LoopMode, Segment};
use common::check::{mistake, nan_band};
use glam::Mat4;

/// In the order in which they are asked about, and drawn.
pub(crate) const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Clamp, LoopMode::PingPong];

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { set_keyframes, segment, wrap_time, advance };

fn set_keyframes(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String> {
    if mistake("KEYS-LOST") {
        keys.clear();
    }
    if floats.is_empty() && mistake("EMPTY-REFUSED") {
        return Err("expected a multiple of 16 numbers, found 0".into());
    }
    let fits = match floats.len() {
        _ if mistake("SURPLUS-CUT") || mistake("FILLED-UP") => true,
        ..16 if mistake("SHORT-TAKEN-FOR-NONE") => true,
        16.. if mistake("ONLY-SHORT-REFUSED") => true,
        count => count.is_multiple_of(16),
    };
    match floats.len() {
        _ if fits => {}
        _ if mistake("PASSED-OVER") => return Ok(()),
        _ if mistake("COUNT-NOT-SAID") => return Err("these are no matrices".into()),
        count if mistake("REMAINDER-SAID") => {
            return Err(format!("{} numbers are left over", count % 16));
        }
        count => return Err(format!("expected a multiple of 16 numbers, found {count}")),
    }
    if !mistake("OLD-KEYS-KEPT") {
        keys.clear();
    }
    let mut padded = floats.to_vec();
    if mistake("FILLED-UP") {
        padded.resize(floats.len().next_multiple_of(16), 0.0);
    }
    for key in 0..padded.len() / 16 {
        let begin = match key {
            _ if mistake("FIRST-EVERY-TIME") => 0,
            _ if mistake("NEXT-NUMBER") => key,
            _ => 16 * key,
        };
        let matrix = Mat4::from_cols_slice(&padded[begin..begin + 16]);
        keys.push(if mistake("ROWS-FOR-COLUMNS") { matrix } else { matrix.transpose() });
    }
    Ok(())
}

fn segment(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    let found = find(times, t, closes_at);
    let end = closes_at.unwrap_or(times[times.len() - 1]);
    // A loop is never asked behind its end.
    let (clip, latest) = match closes_at {
        Some(_) => ("fraction of a loop", 1.0),
        None => ("fraction of the keys", 1.5),
    };
    let band = nan_band(clip, (t - times[0]) / (end - times[0]), -0.5..latest);
    Segment { alpha: found.alpha * band, ..found }
}

fn find(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment {
    let (count, last) = (times.len(), times.len() - 1);
    let end = closes_at.unwrap_or(times[last]);
    let segments = if closes_at.is_some() { count } else { last };
    if mistake("EVEN-KEYS") {
        return evenly((t - times[0]) / (end - times[0]), segments, count);
    }
    if mistake("EVEN-KEYS:FROM-ZERO") {
        return evenly(t / end, segments, count);
    }
    if mistake("EVEN-BUT-FOR-THE-SEAM") && (times[0]..times[last]).contains(&t) {
        return evenly((t - times[0]) / (times[last] - times[0]), last, count);
    }
    if mistake("NEAREST-KEY") {
        let far = |key: &usize| (times[*key] - t).abs();
        let nearest = (0..count).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0);
        return Segment { from: nearest, to: nearest, alpha: 0.0 };
    }
    if t < times[0] && closes_at.is_some() && mistake("SEAM-BEFORE-FIRST") {
        return Segment { from: last, to: 0, alpha: (t - times[last]) / (end - times[last]) };
    }
    if t < times[0] && closes_at.is_some() && mistake("SEAM-BEFORE-FIRST:GOING-ON") {
        return Segment { from: last, to: 0, alpha: (t + end - times[last]) / (end - times[last]) };
    }
    let goes_on = mistake("BEFORE-FIRST") || mistake("BEFORE-FIRST-IN-A-LOOP") && closes_at.is_some();
    if t < times[0] && mistake("END-BEFORE-FIRST") {
        return match closes_at {
            Some(_) => Segment { from: last, to: 0, alpha: (t - times[last]) / (end - times[last]) },
            None => Segment { from: last, to: last, alpha: 0.0 },
        };
    }
    if t < times[0] && !goes_on {
        return Segment::default();
    }
    let after = times.iter().position(|&key| key > t).unwrap_or(count).clamp(1, count);
    let after = if mistake("LAST-SEGMENT-SKIPPED") && after == last { count } else { after };
    if after > last && closes_at.is_none() {
        return at_the_end(times, t);
    }
    let seam = after > last;
    if seam && mistake("SEAM-STANDS-STILL") {
        return Segment { from: last, to: 0, alpha: 0.0 };
    }
    let from = after - 1;
    let ends = match (seam, mistake("SEAM-TO-FIRST-TIME")) {
        (true, true) => times[0],
        (true, false) => end,
        (false, _) => times[after],
    };
    let fraction = (t - times[from]) / (ends - times[from]);
    let alpha = match fraction {
        _ if seam && mistake("SEAM-OF-THE-CLIP") => (t - times[from]) / end,
        _ if seam && mistake("SEAM-OF-THE-CLIP:FROM-FIRST") => (t - times[from]) / (end - times[0]),
        _ if seam && mistake("LAST-SEGMENT-SKIPPED") => fraction.max(0.0),
        _ if mistake("SHARE-OF-CLIP") => (t - times[0]) / (end - times[0]),
        _ if mistake("SHARE-FROM-ZERO") => t / ends,
        _ if mistake("SECONDS-FOR-SHARE") => t - times[from],
        _ if mistake("DIVIDED-BY-A-TIME") => (t - times[from]) / ends,
        _ if mistake("DIVIDED-BY-A-TIME:FROM") => (t - times[from]) / times[from].max(1e-3),
        _ if mistake("FROM-THE-KEY-AHEAD") => fraction - 1.0,
        _ if mistake("OTHER-WAY") || mistake("OTHER-WAY:BUT-FOR-THE-SEAM") && !seam => 1.0 - fraction,
        _ if mistake("STEPS") || mistake("STEPS:BUT-FOR-THE-SEAM") && !seam => 0.0,
        _ if mistake("EASED") => fraction * fraction * (3.0 - 2.0 * fraction),
        _ => fraction,
    };
    let (from, to) = (from, if seam { 0 } else { after });
    if mistake("ONE-KEY-EARLY") {
        let before = |key: usize| if key == 0 { 0 } else { key - 1 };
        return Segment { from: before(from), to: from, alpha };
    }
    Segment { from, to, alpha }
}

/// As if the keys stood at even distances.
fn evenly(fraction: f32, segments: usize, count: usize) -> Segment {
    let place = (fraction * segments as f32).clamp(0.0, segments as f32);
    let from = (place as usize).min(segments.saturating_sub(1));
    Segment { from, to: (from + 1) % count, alpha: place - from as f32 }
}

/// From the last key on, where nothing follows.
fn at_the_end(times: &[f32], t: f32) -> Segment {
    let last = times.len() - 1;
    let before = last.saturating_sub(1);
    let still = |key| Segment { from: key, to: key, alpha: 0.0 };
    match last {
        _ if mistake("LAST-UNREACHABLE") => still(before),
        _ if mistake("BACK-TO-FIRST") => still(0),
        1.. if mistake("BEYOND-LAST") => {
            let alpha = (t - times[before]) / (times[last] - times[before]);
            Segment { from: before, to: last, alpha }
        }
        _ => still(last),
    }
}

fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    let name = ["elapsed, loop", "elapsed, clamp", "elapsed, ping-pong"]
        [MODES.into_iter().position(|known| known == mode).unwrap_or(0)];
    let elapsed = elapsed * nan_band(name, elapsed / duration, -3.0..5.0);
    let mode = match mode {
        LoopMode::Loop if mistake("MODES-EXCHANGED") => LoopMode::PingPong,
        LoopMode::PingPong if mistake("MODES-EXCHANGED") => LoopMode::Loop,
        mode => mode,
    };
    let keeps_sign = match mode {
        _ if mistake("NEGATIVE-REST") => true,
        LoopMode::Loop => mistake("NEGATIVE-REST:LOOP"),
        _ => mistake("NEGATIVE-REST:PING-PONG"),
    };
    let rest = |round: f32| match elapsed {
        _ if keeps_sign => elapsed % round,
        _ if mistake("MIRRORED") => elapsed.abs() % round,
        _ => elapsed.rem_euclid(round),
    };
    let time = match mode {
        LoopMode::Clamp if mistake("UPPER-END-ONLY") => elapsed.min(duration),
        LoopMode::Clamp => elapsed.clamp(0.0, duration),
        LoopMode::Loop if mistake("CLAMP-FOR-LOOP") => elapsed.clamp(0.0, duration),
        LoopMode::Loop if mistake("STARTS-AND-STAYS") && elapsed > duration => 0.0,
        LoopMode::Loop if mistake("ONE-ROUND") && elapsed > duration => elapsed - duration,
        LoopMode::Loop if mistake("ONE-ROUND") => elapsed,
        LoopMode::Loop if mistake("ONE-ROUND-EACH-WAY") && elapsed > duration => elapsed - duration,
        LoopMode::Loop if mistake("ONE-ROUND-EACH-WAY") && elapsed < 0.0 => elapsed + duration,
        LoopMode::Loop if mistake("ONE-ROUND-EACH-WAY") => elapsed,
        LoopMode::Loop => rest(duration),
        LoopMode::PingPong if mistake("NO-WAY-BACK") => rest(duration),
        LoopMode::PingPong if mistake("BACK-ONCE") && elapsed > duration => 2.0 * duration - elapsed,
        LoopMode::PingPong if mistake("FROM-THE-END") => (rest(2.0 * duration) - duration).abs(),
        LoopMode::PingPong if mistake("BACK-BELOW-ZERO") => {
            let there_and_back = rest(2.0 * duration);
            if there_and_back < duration { there_and_back } else { duration - there_and_back }
        }
        LoopMode::PingPong => {
            let there_and_back = rest(2.0 * duration);
            there_and_back.min(2.0 * duration - there_and_back)
        }
    };
    if mistake("SHARE-FOR-SECONDS") { time / duration } else { time }
}

fn advance(index: &mut AnimationIndex, dt: f32, clip: &Clip) {
    let (before, round) = (index.elapsed, clip.round());
    let dt = dt * nan_band("dt", dt / round, -2.0..2.0);
    let step = match dt {
        _ if mistake("FIXED-FRAME") => 1.0 / 30.0,
        _ if mistake("FIXED-FRAME:SIXTIETH") => 1.0 / 60.0,
        _ if mistake("MILLISECONDS") => dt / 1000.0,
        _ => dt,
    };
    let moved = if mistake("DT-FOR-TIME") { step } else { before + step };
    let stopped = if mistake("UPPER-END-ONLY") { moved.min(round) } else { moved.clamp(0.0, round) };
    index.elapsed = match clip.mode {
        _ if mistake("RUNS-ON") => moved,
        _ if mistake("ALL-CLAMPED") => stopped,
        _ if mistake("FOLDED") => clip.wrap_time(moved),
        LoopMode::Clamp if !mistake("CLAMP-FORGOTTEN") => stopped,
        _ if mistake("ONE-ROUND-EACH-WAY") && moved >= round => moved - round,
        _ if mistake("ONE-ROUND-EACH-WAY") && moved < 0.0 => moved + round,
        _ if mistake("ONE-ROUND-EACH-WAY") => moved,
        _ if mistake("ONE-ROUND-EACH-WAY:FORWARD") && moved >= round => moved - round,
        _ if mistake("ONE-ROUND-EACH-WAY:FORWARD") => moved,
        _ if mistake("REST-LOST:AT-THE-END") && moved >= round => 0.0,
        _ if mistake("REST-LOST:FORWARD") && moved >= round => 0.0,
        _ if mistake("REST-LOST:FORWARD") => moved,
        _ if mistake("REST-LOST") && moved >= round => 0.0,
        _ if mistake("REST-LOST") && moved < 0.0 => round,
        _ if mistake("NEGATIVE-REST") => moved % round,
        _ if mistake("FORWARD-ONLY") && moved < 0.0 => moved,
        _ => moved.rem_euclid(round),
    };
    if mistake("SEGMENT-NOT-SET") {
        return;
    }
    let found = if mistake("ONE-FRAME-LATE") { before } else { index.elapsed };
    let t = if mistake("TIME-NOT-WRAPPED") { found } else { clip.wrap_time(found) };
    let segment = clip.segment(t);
    if mistake("ALPHA-ALONE") {
        index.segment.alpha = segment.alpha;
    } else {
        index.segment = segment;
    }
}
