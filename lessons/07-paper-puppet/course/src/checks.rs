//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures;
use crate::finished::ANSWERS;
use crate::paper::in_space;
use crate::probes::{self, PaperArm, Puppet, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Corner, Part, Sprite, Swing};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, Random, vector};
use given::Course;
use glam::{Mat3, Mat4, Vec2, vec2};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    paper_puppet: PaperPuppet,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<RotateAbout>(), check::of::<Wave>(), check::of::<SegmentedArm>(), check::of::<SpriteTransforms>()];

/// 07.1: a pivot and an angle in radians.
pub(crate) struct RotateAbout;

pub(crate) struct Rotation {
    pivot: Vec2,
    angle: f32,
    /// A point for a case by hand: only this point and the pivot are compared, as the matrix moves them.
    point: Option<Vec2>,
}

impl Check for RotateAbout {
    type Input = Rotation;
    type Output = Mat3;
    // Places up to 6: two products of three terms.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Rotation>> {
        let mut cases = Vec::new();
        for state in [[90.0, 0.0, 0.0], [90.0, 2.0, 1.0]] {
            let (pivot, angle) = figures::pivot_and_angle(state);
            let words = format!("pivot {}, a turn by 90°", pair(pivot));
            let point = Some(figures::BOW[3].at);
            cases.push(Case::new(words, Rotation { pivot, angle, point }).shown(state));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Rotation>> {
        let mut cases = Vec::new();
        for (pivot, angle) in inputs(probe, rotations, special_rotations).concat() {
            let words = format!("pivot {}, {angle:.3} radians", pair(pivot));
            cases.push(Case::new(words, Rotation { pivot, angle, point: None }));
        }
        cases
    }

    fn call(course: &Course, &Rotation { pivot, angle, .. }: &Rotation) -> Result<Mat3, AnswerError> {
        Ok(course.paper_puppet.rotate_about(pivot, angle)?)
    }

    fn compare(&Rotation { pivot, point, .. }: &Rotation, matrix: Mat3, answer: &mut Answer) {
        let Some(point) = point else {
            answer.compare("the matrix", in_space(matrix));
            return;
        };
        answer.compare("the pivot afterwards", matrix.transform_point2(pivot));
        answer.compare(format!("the corner {} afterwards", pair(point)), matrix.transform_point2(point));
    }
}

/// 07.2: a time in seconds and a swing.
pub(crate) struct Wave;

impl Check for Wave {
    type Input = (f32, Swing);
    type Output = f32;
    // Degrees: a little less than 0.001 radians. The argument of the sine is up to 400.
    const TOLERANCE: f32 = 0.05;

    fn by_hand() -> Vec<Case<(f32, Swing)>> {
        let mut cases = Vec::new();
        for [t, delay, period] in [[0.5, 0.0, 2.0], [1.0, 0.5, 2.0], [1.5, 0.0, 2.0], [0.2, 0.0, 2.4]] {
            let words = format!("middle 20°, reach 40°, period {period} s, delay {delay} s, t = {t} s");
            cases.push(Case::at(words, [t, delay, period], figures::time_and_swing));
        }
        cases
    }

    /// Random swings at several times.
    fn drawn(probe: &Probe) -> Vec<Case<(f32, Swing)>> {
        let mut cases = Vec::new();
        for (swing, times) in inputs(probe, moments, special_moments) {
            let Swing { middle, reach, period, delay } = swing;
            let [middle, reach] = [middle, reach].map(f32::to_degrees);
            for t in times {
                let words = format!(
                    "t = {t:.2} s, middle {middle:.1}°, reach {reach:.1}°, period {period:.2} s, delay {delay:.2} s"
                );
                cases.push(Case::new(words, (t, swing)));
            }
        }
        cases
    }

    fn call(course: &Course, (t, swing): &(f32, Swing)) -> Result<f32, AnswerError> {
        Ok(course.paper_puppet.wave(*t, swing)?)
    }

    fn compare(_: &(f32, Swing), angle: f32, answer: &mut Answer) {
        answer.compare("the angle in degrees", angle.to_degrees());
    }
}

/// 07.3: corners, and a matrix for each bone.
pub(crate) struct SegmentedArm;

impl SegmentedArm {
    /// Returns an arm whose bones turn about these pivots by these angles.
    fn arm(corners: &[Corner], pivots: &[Vec2], angles: &[f32]) -> PaperArm {
        let turns = pivots.iter().zip(angles).map(|(pivot, angle)| (ANSWERS.rotate_about)(*pivot, *angle)).collect();
        PaperArm { pivots: pivots.to_vec(), corners: corners.to_vec(), turns }
    }
}

impl Check for SegmentedArm {
    type Input = PaperArm;
    type Output = Vec<Vec2>;
    // Places up to 15, through nine matrices.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<PaperArm>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("the bow, only its root turned, by 90°", [90.0, 0.0, 0.0]),
            ("the bow, its root turned by 90°, its child by -90°", [90.0, -90.0, 0.0]),
            ("the bow, only its child turned, by 90°", [0.0, 90.0, 0.0]),
        ] {
            let (corners, pivots, angles) = figures::bow_and_angles(state);
            cases.push(Case::new(words, SegmentedArm::arm(&corners, &pivots, &angles)).shown(state));
        }
        let pivots = [0.0, 1.0, 2.0].map(|x| vec2(x, 0.0));
        let corners = [0, 1, 2].map(|bone| Corner { at: pivots[bone] + Vec2::X, bone });
        cases.push(Case::new(
            "three bones with pivots (0, 0), (1, 0) and (2, 0) and corners (1, 0), (2, 0) and (3, 0), all turned by 90°",
            SegmentedArm::arm(&corners, &pivots, &[FRAC_PI_2; 3]),
        ));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<PaperArm>> {
        let mut cases = Vec::new();
        for arm in inputs(probe, probes::arm, special_arms) {
            let pivots: Vec<String> = arm.pivots.iter().copied().map(pair).collect();
            let words = format!("an arm of {} bones", pivots.len());
            cases.push(Case::new(words, arm).details(format!("Its pivots are {}.", pivots.join(", "))));
        }
        cases
    }

    fn call(course: &Course, PaperArm { corners, turns, .. }: &PaperArm) -> Result<Vec<Vec2>, AnswerError> {
        Ok(course.paper_puppet.segmented_arm(corners, turns)?)
    }

    fn compare(arm: &PaperArm, positions: Vec<Vec2>, answer: &mut Answer) {
        for (index, position) in positions.into_iter().enumerate() {
            match arm.corners.get(index) {
                Some(Corner { bone, .. }) => {
                    answer.compare(format!("corner {index}, on bone {bone}"), position).group(format!("bone {bone}"))
                }
                None => answer.compare(format!("corner {index}, which does not exist"), position),
            };
        }
    }
}

/// 07.4: parts, and a matrix for each.
pub(crate) struct SpriteTransforms;

impl SpriteTransforms {
    /// Returns parts that are turned about their pivots by these angles.
    fn puppet(parts: &[Part], angles: &[f32]) -> Puppet {
        let turns = parts.iter().zip(angles).map(|(part, angle)| (ANSWERS.rotate_about)(part.pivot, *angle)).collect();
        (parts.to_vec(), turns)
    }
}

impl Check for SpriteTransforms {
    type Input = Puppet;
    type Output = Vec<Sprite>;
    // Places up to 20, through four matrices and a shift for each.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Puppet>> {
        let mut cases = Vec::new();
        for (turned, state) in [
            ("neither turned", [0.0, 0.0, 70.0]),
            ("only the arm turned, by 90°", [0.0, 90.0, 70.0]),
            ("only the torso turned, by 90°", [90.0, 0.0, 70.0]),
        ] {
            let words = format!(
                "a torso with pivot (31, 8), pinned to (205, 12) of the stage, and an arm with pivot (12, 70), pinned to \
                 (54, 80) of the torso, {turned}"
            );
            let (parts, angles) = figures::torso_and_arm(state);
            cases.push(Case::new(words, SpriteTransforms::puppet(&parts, &angles)).shown(state));
        }
        let part = |parent, layer| Part { parent, pivot: vec2(1.0, 0.0), pin: vec2(3.0, 1.0), layer };
        for (words, parts) in [
            (
                "the parts 1 and 2 both on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
                vec![part(None, 0), part(Some(0), 0), part(Some(0), 0)],
            ),
            (
                "part 2 on part 1, part 1 on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
                vec![part(None, 0), part(Some(0), 0), part(Some(1), 0)],
            ),
            (
                "the parts 0 and 1 both on the stage, each with pivot (1, 0) and pin (3, 1), neither turned",
                vec![part(None, 0), part(None, 0)],
            ),
            ("part 0 in layer 9, the highest, on it part 1 in layer 0", vec![part(None, 9), part(Some(0), 0)]),
        ] {
            cases.push(Case::new(words, SpriteTransforms::puppet(&parts, &[0.0; 3])));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Puppet>> {
        let mut cases = Vec::new();
        for puppet in inputs(probe, probes::puppet, special_puppets) {
            let layers: Vec<String> = puppet.0.iter().map(|part| part.layer.to_string()).collect();
            let words = format!("{} parts", layers.len());
            cases.push(Case::new(words, puppet).details(format!("Their layers are {}.", layers.join(", "))));
        }
        cases
    }

    fn call(course: &Course, (parts, turns): &Puppet) -> Result<Vec<Sprite>, AnswerError> {
        Ok(course.paper_puppet.sprite_transforms(parts, turns)?)
    }

    /// Compares how often each part is drawn, then where, then the layers in the order of drawing.
    fn compare((parts, _): &Puppet, sprites: Vec<Sprite>, answer: &mut Answer) {
        let mut labels = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            labels.push(match part.parent {
                Some(parent) => format!("part {index}, on part {parent}"),
                None => format!("part {index}, on the stage"),
            });
        }
        for (index, label) in labels.iter().enumerate() {
            let times_drawn = match sprites.iter().filter(|sprite| sprite.part == index).count() {
                0 => "not drawn".to_owned(),
                1 => "drawn once".to_owned(),
                count => format!("drawn {count} times"),
            };
            answer.compare(label.clone(), times_drawn);
        }
        for (index, label) in labels.into_iter().enumerate() {
            // A part that is not drawn is reported above: it has no matrix to compare.
            let sprite = sprites.iter().find(|sprite| sprite.part == index);
            let matrix = sprite.map_or(Mat4::ZERO, |sprite| in_space(sprite.stage_from_picture));
            let ancestors = std::iter::successors(parts[index].parent, |&parent| parts[parent].parent);
            answer.compare(label, matrix).group(format!("depth {}", ancestors.count()));
        }
        for (number, sprite) in sprites.iter().enumerate() {
            let layer = match parts.get(sprite.part) {
                Some(part) => part.layer.to_string(),
                None => format!("none: there is no part {}", sprite.part),
            };
            answer.compare(format!("the layer of the sprite drawn as number {number}"), layer);
        }
    }
}

/// Returns two random inputs, and in the last probe the special ones too.
fn inputs<T>(probe: &Probe, any: fn(&mut Random) -> T, special: fn(&mut Random) -> Vec<T>) -> Vec<T> {
    let mut random = probe.random();
    let mut inputs = vec![any(&mut random), any(&mut random)];
    if probe.is_last() {
        inputs.extend(special(&mut random));
    }
    inputs
}

fn pair(point: Vec2) -> String {
    vector(&point.to_array(), 2)
}
