//! Three tentacles that reach for one target each: by CCD, by FABRIK, and by the steps of 14.3.

use crate::figures::points;
use crate::{Chain, Hinge, InverseKinematics};
use armature::ik;
use drawing::report::report;
use given::CallError;
use glam::Vec3;
use verdict::wording::counted;

/// The names and colours of the tentacles' methods; sRGB.
pub(crate) const METHODS: [(&str, Vec3); 3] = [
    ("ccd", Vec3::new(0.95, 0.66, 0.10)),
    ("fabrik", Vec3::new(0.30, 0.72, 0.95)),
    ("gradient", Vec3::new(0.86, 0.42, 0.90)),
];
/// Joints of a tentacle, and how long each of its bones is, in metres.
pub(crate) const JOINTS: usize = 12;
pub(crate) const BONE: f32 = 0.13;
/// Iterations that are shown for one target, and how many of them in a second.
pub const ITERATIONS: usize = 40;
pub(crate) const RATE: f32 = 16.0;
pub(crate) const PERIOD: f32 = 4.0;
/// Largest number of halvings before a step is given up.
const HALVINGS: usize = 12;

/// Iterations of one method: the joints and the tip after each one, the first before them all.
pub type History = Vec<Vec<Vec3>>;

/// The tentacle as a chain of hinges, about two axes in turn.
pub fn chain() -> Chain {
    let pair = [Vec3::Z, Vec3::X].map(|axis| Hinge { axis, offset: Vec3::Y * BONE });
    Chain { hinges: pair.repeat(JOINTS / 2) }
}

pub fn rest() -> Vec<f32> {
    (0..JOINTS).map(|joint| if joint.is_multiple_of(2) { 0.16 } else { -0.07 }).collect()
}

pub fn target(number: usize) -> Vec3 {
    let turn = 2.4 * number as f32 + 0.9;
    let [up, ahead, out] = [1.7, 2.3, 3.1].map(|a: f32| (a * number as f32 + 0.5 * a).sin());
    let direction = Vec3::new(0.55 * turn.sin(), 1.0 + 0.3 * up, 0.35 + 0.3 * ahead);
    (1.36 + 0.1 * out) * direction.normalize()
}

pub fn by_points(start: &[Vec3], target: Vec3, iterate: fn(&mut [Vec3], Vec3)) -> History {
    let mut history = vec![start.to_vec()];
    let mut now = start.to_vec();
    for _ in 0..ITERATIONS {
        iterate(&mut now, target);
        history.push(now.clone());
    }
    history
}

/// Descends by 14.3's gradient: a step that does not lead down is halved until it does. Returns the angles at the end,
/// too.
///
/// # Errors
/// If 14.3 cannot be used.
pub fn by_gradient(
    answers: &InverseKinematics,
    start: &[f32],
    target: Vec3,
    weight: f32,
) -> Result<(History, Vec<f32>), CallError> {
    let chain = chain();
    let mut angles = start.to_vec();
    let mut rate = 0.4;
    let mut history = vec![points(&chain, &angles)];
    for _ in 0..ITERATIONS {
        for _ in 0..HALVINGS {
            let mut next = answers.gradient_step(&chain, &angles, target, weight, rate)?;
            if next.len() != JOINTS {
                report("14.3", format!("{} for {JOINTS} hinges", counted(next.len(), "angle", "angles")));
                next.clone_from(&angles);
            } else if !next.iter().all(|angle| angle.is_finite()) {
                report("14.3", "not a number");
                next.clone_from(&angles);
            }
            let [before, after] = [&angles, &next].map(|angles| ik::energy(&chain.hinges, angles, target, weight));
            if after < before {
                angles = next;
                rate *= 1.6;
                break;
            }
            rate *= 0.5;
        }
        history.push(points(&chain, &angles));
    }
    Ok((history, angles))
}

/// Returns the distance of the tip from the target after each iteration, in metres.
pub fn errors(history: &History, target: Vec3) -> Vec<f32> {
    history.iter().map(|points| points.last().map_or(f32::NAN, |tip| tip.distance(target))).collect()
}
