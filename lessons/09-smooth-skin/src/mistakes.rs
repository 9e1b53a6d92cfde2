//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Swing, wave};
use common::{check::flaw, graphics::ShaderFile};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { weights, vertex: ShaderFile("09-smooth-skin/mistakes.vert"), joint_angles };

fn weights(height: f32, margin: f32) -> [f32; 3] {
    let (first, second) = (ramp(height, 1.0 / 3.0, margin), ramp(height, 2.0 / 3.0, margin));
    let middle = if flaw("MIDDLE-STAYS") { first } else { first - second };
    let tail = if flaw("TAIL-STAYS") { 1.0 } else { 1.0 - first };
    if flaw("UPSIDE-DOWN") { [second, middle, tail] } else { [tail, middle, second] }
}

fn ramp(height: f32, joint: f32, margin: f32) -> f32 {
    let from_joint = height - joint;
    let share = if flaw("HALF-SLOPE") {
        let slope = if from_joint.abs() < margin { 1.0 / (4.0 * margin) } else { 0.0 };
        let beyond = if from_joint < 0.0 { 0.0 } else { 1.0 };
        if slope > 0.0 { 0.5 + slope * from_joint } else { beyond }
    } else if flaw("TWICE-AS-WIDE") {
        0.5 + from_joint / (4.0 * margin)
    } else if flaw("HALF-AS-WIDE") {
        0.5 + from_joint / margin
    } else if flaw("SLOPE-OF-TWELVE") {
        0.5 + 12.0 * from_joint
    } else if flaw("ENDS-AT-THE-JOINT") {
        1.0 + from_joint / margin
    } else if flaw("BEGINS-AT-THE-JOINT") {
        from_joint / margin
    } else if flaw("MARGIN-TOO-HIGH") {
        from_joint / (2.0 * margin)
    } else if flaw("HALVED-TIMES-MARGIN") {
        (from_joint + margin) * 0.5 * margin // as it is computed where the brackets are missing
    } else {
        0.5 + from_joint / (2.0 * margin)
    };
    if flaw("RUNS-ON") { share } else { share.clamp(0.0, 1.0) }
}

fn joint_angles(time: f32, leans: &[Swing; 2]) -> [f32; 2] {
    let [first, second] = if flaw("SWAPPED") { [1, 0] } else { [0, 1] };
    let second = if flaw("FIRST-FOR-BOTH") { first } else { second };
    let unit = |angle: f32| if flaw("DEGREES") { angle.to_degrees() } else { angle };
    let (middle, head) = (unit(wave(time, &leans[first])), unit(wave(time, &leans[second])));
    let angle = if flaw("LEAN-FOR-ANGLE") {
        head
    } else if flaw("ADDED") {
        head + middle
    } else if flaw("TURNED-ROUND") {
        middle - head
    } else {
        head - middle
    };
    [middle, angle]
}
