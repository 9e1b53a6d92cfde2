//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures;
use crate::finished::ANSWERS;
use crate::paper::in_space;
use crate::probes::{self, PaperArm, Puppet, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Corner, Part, Sprite, Swing};
use check::{AnyCheck, Case, Check, Probe, Random, vector};
use glam::{Mat3, Mat4, Vec2, vec2};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    paper_puppet: PaperPuppet,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&ROTATE_ABOUT, &WAVE, &SEGMENTED_ARM, &SPRITE_TRANSFORMS];

pub(crate) struct Rotation {
    pivot: Vec2,
    angle: f32,
    /// A point for a case by hand: only this point and the pivot are compared, as the matrix moves them.
    point: Option<Vec2>,
}

/// 03.1: a pivot and an angle in radians.
const ROTATE_ABOUT: Check<Rotation, Mat3> = Check {
    // Places up to 6: two products of three terms.
    tolerance: 1e-3,
    words: |rotation| format!("pivot {}, a turn by {:.1}°", pair(rotation.pivot), rotation.angle.to_degrees()),
    by_hand: || {
        let mut cases = Vec::new();
        for state in [[90.0, 0.0, 0.0], [90.0, 2.0, 1.0]] {
            cases.push(Case::at(state, |state| {
                let (pivot, angle) = figures::pivot_and_angle(state);
                Rotation { pivot, angle, point: Some(figures::BOW[3].at) }
            }));
        }
        cases
    },
    drawn: |probe| {
        let rotations = inputs(probe, rotations, special_rotations).concat().into_iter();
        rotations.map(|(pivot, angle)| Rotation { pivot, angle, point: None }).collect()
    },
    call: |course, &Rotation { pivot, angle, .. }| Ok(course.paper_puppet.rotate_about(pivot, angle)?),
    compare: |&Rotation { pivot, point, .. }, matrix, answer| {
        let Some(point) = point else {
            answer.compare("the matrix", in_space(matrix));
            return;
        };
        answer.compare("the pivot afterwards", matrix.transform_point2(pivot));
        answer.compare(format!("the corner {} afterwards", pair(point)), matrix.transform_point2(point));
    },
};

/// 03.2: a time in seconds and a swing.
const WAVE: Check<(f32, Swing), f32> = Check {
    // Degrees: a little less than 0.001 radians. The argument of the sine is up to 400.
    tolerance: 0.05,
    words: |(t, Swing { middle, reach, period, delay })| {
        let [middle, reach] = [middle, reach].map(|angle| angle.to_degrees());
        let [period, delay, t] = [period, delay, t].map(|seconds| vector(&[*seconds], 2));
        format!("middle {middle:.0}°, reach {reach:.0}°, period {period} s, delay {delay} s, t = {t} s")
    },
    by_hand: || {
        let states = [[0.5, 0.0, 2.0], [1.0, 0.5, 2.0], [1.5, 0.0, 2.0], [0.2, 0.0, 2.4]];
        states.map(|state| Case::at(state, figures::time_and_swing)).into()
    },
    // Random swings at several times.
    drawn: |probe| {
        let mut moved = Vec::new();
        for (swing, times) in inputs(probe, moments, special_moments) {
            moved.extend(times.into_iter().map(|t| (t, swing)));
        }
        moved
    },
    call: |course, (t, swing)| Ok(course.paper_puppet.wave(*t, swing)?),
    compare: |_, angle, answer| {
        answer.compare("the angle in degrees", angle.to_degrees());
    },
};

/// 03.3: corners, and a matrix for each bone.
const SEGMENTED_ARM: Check<PaperArm, Vec<Vec2>> = Check {
    // Places up to 15, through nine matrices.
    tolerance: 1e-3,
    words: |arm| {
        let pivots: Vec<String> = arm.pivots.iter().copied().map(pair).collect();
        format!("an arm of {} bones with the pivots {}", pivots.len(), pivots.join(", "))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("the bow, only its root turned, by 90°", [90.0, 0.0, 0.0]),
            ("the bow, its root turned by 90°, its child by -90°", [90.0, -90.0, 0.0]),
            ("the bow, only its child turned, by 90°", [0.0, 90.0, 0.0]),
        ] {
            let case = Case::at(state, |state| {
                let (corners, pivots, angles) = figures::bow_and_angles(state);
                arm(&corners, &pivots, &angles)
            });
            cases.push(case.called(words));
        }
        let pivots = [0.0, 1.0, 2.0].map(|x| vec2(x, 0.0));
        let corners = [0, 1, 2].map(|bone| Corner { at: pivots[bone] + Vec2::X, bone });
        let words = "three bones with pivots (0, 0), (1, 0) and (2, 0) and corners (1, 0), (2, 0) and (3, 0), all turned by 90°";
        cases.push(Case::new(arm(&corners, &pivots, &[FRAC_PI_2; 3])).called(words));
        cases
    },
    drawn: |probe| inputs(probe, probes::arm, special_arms),
    call: |course, PaperArm { corners, turns, .. }| Ok(course.paper_puppet.segmented_arm(corners, turns)?),
    compare: |arm, positions, answer| {
        for (index, position) in positions.into_iter().enumerate() {
            match arm.corners.get(index) {
                Some(Corner { bone, .. }) => {
                    answer.compare(format!("corner {index}, on bone {bone}"), position).group(format!("bone {bone}"))
                }
                None => answer.compare(format!("corner {index}, which does not exist"), position),
            };
        }
    },
};

/// Returns an arm whose bones turn about these pivots by these angles.
fn arm(corners: &[Corner], pivots: &[Vec2], angles: &[f32]) -> PaperArm {
    let turns = pivots.iter().zip(angles).map(|(pivot, angle)| (ANSWERS.rotate_about)(*pivot, *angle)).collect();
    PaperArm { pivots: pivots.to_vec(), corners: corners.to_vec(), turns }
}

/// 03.4: parts, and a matrix for each.
const SPRITE_TRANSFORMS: Check<Puppet, Vec<Sprite>> = Check {
    // Places up to 20, through four matrices and a shift for each.
    tolerance: 1e-3,
    words: |(parts, _)| {
        let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
        format!("{} parts in the layers {}", layers.len(), layers.join(", "))
    },
    by_hand: || {
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
            let case = Case::at(state, |state| {
                let (parts, angles) = figures::torso_and_arm(state);
                puppet(&parts, &angles)
            });
            cases.push(case.called(words));
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
            cases.push(Case::new(puppet(&parts, &[0.0; 3])).called(words));
        }
        cases
    },
    drawn: |probe| inputs(probe, probes::puppet, special_puppets),
    call: |course, (parts, turns)| Ok(course.paper_puppet.sprite_transforms(parts, turns)?),
    compare: |(parts, _), sprites, answer| {
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
    },
};

/// Returns parts that are turned about their pivots by these angles.
fn puppet(parts: &[Part], angles: &[f32]) -> Puppet {
    let turns = parts.iter().zip(angles).map(|(part, angle)| (ANSWERS.rotate_about)(part.pivot, *angle)).collect();
    (parts.to_vec(), turns)
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
