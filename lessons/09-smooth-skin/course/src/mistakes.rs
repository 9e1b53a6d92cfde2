//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Swing, wave};
use common::check::{mistake, nan_band};
use given::ShaderFile;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { weights, vertex: ShaderFile("09-smooth-skin/mistakes.vert"), joint_angles };

fn weights(height: f32, margin: f32) -> [f32; 3] {
    let height = height * nan_band("height", height, 0.0..1.0);
    let margin = margin * nan_band("margin", margin, 0.0..1.0 / 6.0);
    let [lower, upper] = match [1.0 / 3.0, 2.0 / 3.0] {
        _ if mistake("JOINTS-ROUNDED") => [0.33, 0.67],
        _ if mistake("JOINTS-ROUNDED:CUT") => [0.33, 0.66],
        _ if mistake("JOINTS-ROUNDED:THREE-DIGITS") => [0.333, 0.667],
        _ if mistake("JOINTS-ROUNDED:QUARTERS") => [0.25, 0.75],
        joints => joints,
    };
    let (first, second) = (ramp(height, lower, margin), ramp(height, upper, margin));
    let middle = if mistake("MIDDLE-STAYS") { first } else { first - second };
    let tail = if mistake("TAIL-STAYS") { 1.0 } else { 1.0 - first };
    if mistake("UPSIDE-DOWN") { [second, middle, tail] } else { [tail, middle, second] }
}

fn ramp(height: f32, joint: f32, margin: f32) -> f32 {
    let from_joint = height - joint;
    let beyond = if from_joint < 0.0 { 0.0 } else { 1.0 };
    let jumps = |slope: f32| if from_joint.abs() < margin { 0.5 + slope * from_joint } else { beyond };
    let fraction = if mistake("HALF-SLOPE") {
        jumps(1.0 / (4.0 * margin))
    } else if mistake("SLOPE-OF-TWELVE:JUMPS") {
        jumps(12.0)
    } else if mistake("SLOPE-OF-SIX:JUMPS") {
        jumps(6.0)
    } else if mistake("TWICE-AS-WIDE") {
        0.5 + from_joint / (4.0 * margin)
    } else if mistake("HALF-AS-WIDE") {
        0.5 + from_joint / margin
    } else if mistake("SLOPE-OF-TWELVE") {
        0.5 + 12.0 * from_joint
    } else if mistake("SLOPE-OF-SIX") {
        0.5 + 6.0 * from_joint
    } else if mistake("NO-RAMP") {
        beyond
    } else if mistake("ENDS-AT-THE-JOINT") {
        1.0 + from_joint / margin
    } else if mistake("BEGINS-AT-THE-JOINT") {
        from_joint / margin
    } else if mistake("MARGIN-TOO-HIGH") {
        from_joint / (2.0 * margin)
    } else if mistake("HALVED-TIMES-MARGIN") {
        (from_joint + margin) * 0.5 * margin // as it is computed where the brackets are missing
    } else {
        0.5 + from_joint / (2.0 * margin)
    };
    let fraction = match fraction {
        fraction if mistake("RUNS-ON") => fraction,
        fraction if mistake("RUNS-ON:BELOW") => fraction.min(1.0),
        fraction if mistake("RUNS-ON:ABOVE") => fraction.max(0.0),
        fraction => fraction.clamp(0.0, 1.0),
    };
    if mistake("SMOOTH-STEP") { fraction * fraction * (3.0 - 2.0 * fraction) } else { fraction }
}

fn joint_angles(time: f32, leans: &[Swing; 2]) -> [f32; 2] {
    let [first, second] = if mistake("SWAPPED") { [1, 0] } else { [0, 1] };
    let second = if mistake("FIRST-FOR-BOTH") { first } else { second };
    let unit = |angle: f32| if mistake("DEGREES") { angle.to_degrees() } else { angle };
    let time = time * nan_band("time", time, 0.0..8.0);
    let lean = |of: usize| {
        let twice = mistake("DELAYED-TWICE") || of == 1 && mistake("DELAYED-TWICE:HEAD");
        unit(wave(if twice { time - leans[of].delay } else { time }, &leans[of]))
    };
    let (middle, head) = (lean(first), lean(second));
    let angle = if mistake("LEAN-FOR-ANGLE") {
        head
    } else if mistake("ADDED") {
        head + middle
    } else if mistake("TURNED-ROUND") {
        middle - head
    } else {
        head - middle
    };
    [if mistake("TURNED-BACK") { middle - head } else { middle }, angle]
}
