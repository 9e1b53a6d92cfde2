//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{BOW, PENDULUM, torso_and_arm};
use crate::probes::{self, PaperArm, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Corner, Part, Swing};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Random};
use glam::{Mat3, Mat4, Vec2, Vec4, vec2};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    paper_puppet: PaperPuppet,
}

pub(crate) const CHECKS: &[AnyCheck] = &[
    // Places up to 6: two products of three terms.
    AnyCheck::asked(1e-3, rotate_about, ROTATE_ABOUT),
    // Radians; the argument of the sine is up to 400.
    AnyCheck::asked(1e-3, wave, WAVE),
    // Places up to 15, through nine matrices.
    AnyCheck::asked(1e-3, segmented_arm, SEGMENTED_ARM),
    // Places up to 20, through four matrices and a shift for each.
    AnyCheck::asked(1e-3, sprite_transforms, SPRITE_TRANSFORMS),
];

const ROTATE_ABOUT: &[AskedCase] = &[
    case!("pivot (0, 0), a turn by 90°", rotate_case(vec2(0.0, 0.0), FRAC_PI_2)),
    case!("pivot (2, 0), no turn", rotate_case(vec2(2.0, 0.0), 0.0)),
    case!("pivot (2, 0), a turn by 90°", rotate_case(vec2(2.0, 0.0), FRAC_PI_2)),
    case!("pivot (2, 1), a turn by 90°", rotate_case(vec2(2.0, 1.0), FRAC_PI_2)),
];

fn rotate_case(q: &mut Ask, answer: &mut Answer, pivot: Vec2, angle: f32) -> Result<(), AnswerError> {
    let matrix = q.ask("", |course| course.paper_puppet.rotate_about(pivot, angle))?;
    answer.compare("the pivot afterwards", matrix.transform_point2(pivot));
    answer.compare("the corner (3.25, 2.25) afterwards", matrix.transform_point2(BOW[3].at));
    Ok(())
}

pub(crate) fn rotate_about(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for rotations in inputs(q, rotations, special_rotations) {
        for (pivot, angle) in rotations {
            let matrix = q.ask("", |course| course.paper_puppet.rotate_about(pivot, angle))?;
            answer.compare(format!("pivot {}, {angle:.3} radians", shown(pivot)), in_space(matrix));
        }
    }
    Ok(())
}

const WAVE: &[AskedCase] = &[
    case!("middle 20°, reach 40°, period 2 s, no delay, t = 0", wave_case(0.0, 0.0, 2.0)),
    case!("middle 20°, reach 40°, period 2 s, no delay, t = 0.5 s", wave_case(0.5, 0.0, 2.0)),
    case!("middle 20°, reach 40°, period 2 s, no delay, t = 1.5 s", wave_case(1.5, 0.0, 2.0)),
    case!("middle 20°, reach 40°, period 2 s, delay 0.5 s, t = 0.5 s", wave_case(0.5, 0.5, 2.0)),
    case!("middle 20°, reach 40°, period 2 s, delay 0.5 s, t = 1 s", wave_case(1.0, 0.5, 2.0)),
    case!("middle 20°, reach 40°, period 2.4 s, no delay, t = 0.2 s", wave_case(0.2, 0.0, 2.4)),
];

fn wave_case(q: &mut Ask, answer: &mut Answer, t: f32, delay: f32, period: f32) -> Result<(), AnswerError> {
    let swing = Swing { period, delay, ..PENDULUM };
    let angle = q.ask("", |course| course.paper_puppet.wave(t, &swing))?;
    answer.compare("the angle in degrees", angle.to_degrees());
    Ok(())
}

/// Compares the angles of random swings at several times.
pub(crate) fn wave(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (swing, times) in inputs(q, moments, special_moments) {
        let Swing { middle, reach, period, delay } = swing;
        let of = format!("middle {middle:.2}, reach {reach:.2}, period {period:.2} s, delay {delay:.2} s");
        for t in times {
            let angle = q.ask("", |course| course.paper_puppet.wave(t, &swing))?;
            answer.compare(format!("t = {t:.2} s, {of}"), angle);
        }
    }
    Ok(())
}

const SEGMENTED_ARM: &[AskedCase] = &[
    case!("the bow, not turned", bow_case(0.0, 0.0)),
    case!("the bow, only its root turned, by 90°", bow_case(FRAC_PI_2, 0.0)),
    case!("the bow, only its child turned, by 90°", bow_case(0.0, FRAC_PI_2)),
    case!("the bow, its root turned by 90°, its child by -90°", bow_case(FRAC_PI_2, -FRAC_PI_2)),
    AskedCase {
        input: "three bones with pivots (0, 0), (1, 0) and (2, 0) and corners (1, 0), (2, 0) and (3, 0), all turned by 90°",
        ask: |q, answer| {
            let pivots = [0.0, 1.0, 2.0].map(|x| vec2(x, 0.0));
            let mut corners = Vec::new();
            for (bone, pivot) in pivots.into_iter().enumerate() {
                corners.push(Corner { at: pivot + Vec2::X, bone });
            }
            arm_case(q, answer, &corners, &pivots.map(|pivot| (pivot, FRAC_PI_2)))
        },
    },
];

fn bow_case(q: &mut Ask, answer: &mut Answer, root: f32, child: f32) -> Result<(), AnswerError> {
    arm_case(q, answer, &BOW, &[(Vec2::ZERO, root), (BOW[2].at, child)])
}

/// Compares the corners of an arm whose bones turn about these pivots by these angles.
fn arm_case(q: &mut Ask, answer: &mut Answer, corners: &[Corner], bones: &[(Vec2, f32)]) -> Result<(), AnswerError> {
    let mut turns = Vec::new();
    for &(pivot, angle) in bones {
        turns.push(REFERENCE.paper_puppet.rotate_about(pivot, angle)?);
    }
    let places = q.ask("", |course| course.paper_puppet.segmented_arm(corners, &turns))?;
    answer.compare("the number of positions", places.len());
    for (number, place) in places.into_iter().enumerate() {
        answer.compare(format!("corner {number}"), place);
    }
    Ok(())
}

/// Compares every corner of random arms.
pub(crate) fn segmented_arm(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for PaperArm { pivots, corners, turns } in inputs(q, probes::arm, special_arms) {
        let shown: Vec<String> = pivots.iter().copied().map(shown).collect();
        let note = words!("pivots", count = pivots.len(), pivots = shown.join(", "));
        let places = q.ask(&*note, |course| course.paper_puppet.segmented_arm(&corners, &turns))?;
        answer.notes.push(note);
        for (index, place) in places.into_iter().enumerate() {
            match corners.get(index) {
                Some(Corner { bone, .. }) => {
                    answer.compare(format!("corner {index}, on bone {bone}"), place).group(format!("bone {bone}"))
                }
                None => answer.compare(format!("corner {index}, which does not exist"), place),
            };
        }
    }
    Ok(())
}

const SPRITE_TRANSFORMS: &[AskedCase] = &[
    case!(
        "a torso with pivot (31, 8), pinned to (205, 12) of the stage, and an arm with pivot (12, 70), pinned to \
                (54, 80) of the torso, neither turned",
        sprites_case(&torso_and_arm(vec2(12.0, 70.0)), &[0.0, 0.0])
    ),
    case!(
        "the same torso and arm, only the arm turned, by 90°",
        sprites_case(&torso_and_arm(vec2(12.0, 70.0)), &[0.0, FRAC_PI_2])
    ),
    case!(
        "the same torso and arm, only the torso turned, by 90°",
        sprites_case(&torso_and_arm(vec2(12.0, 70.0)), &[FRAC_PI_2, 0.0])
    ),
    case!(
        "part 2 on part 1, part 1 on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
        sprites_case(&[part(None, 0), part(Some(0), 0), part(Some(1), 0)], &[0.0; 3])
    ),
    case!(
        "the parts 1 and 2 both on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
        sprites_case(&[part(None, 0), part(Some(0), 0), part(Some(0), 0)], &[0.0; 3])
    ),
    case!(
        "the parts 0 and 1 both on the stage, each with pivot (1, 0) and pin (3, 1), neither turned",
        sprites_case(&[part(None, 0), part(None, 0)], &[0.0; 2])
    ),
    case!("part 0 in layer 5, on it part 1 in layer 2", sprites_case(&[part(None, 5), part(Some(0), 2)], &[0.0; 2])),
    case!(
        "part 0 in layer 9, the highest, on it part 1 in layer 0",
        sprites_case(&[part(None, 9), part(Some(0), 0)], &[0.0; 2])
    ),
];

fn part(parent: Option<usize>, layer: usize) -> Part {
    Part { parent, pivot: vec2(1.0, 0.0), pin: vec2(3.0, 1.0), layer }
}

/// Compares the order of these parts and where their lower left corners lie, each part turned by its angle.
fn sprites_case(q: &mut Ask, answer: &mut Answer, parts: &[Part], angles: &[f32]) -> Result<(), AnswerError> {
    let mut turns = Vec::new();
    for (part, angle) in parts.iter().zip(angles) {
        turns.push(REFERENCE.paper_puppet.rotate_about(part.pivot, *angle)?);
    }
    let sprites = q.ask("", |course| course.paper_puppet.sprite_transforms(parts, &turns))?;
    answer.compare("the number of sprites", sprites.len());
    let mut layers = Vec::new();
    for sprite in &sprites {
        layers.extend(parts.get(sprite.part).map(|part| part.layer));
    }
    answer.compare("the list of layers, in the order of drawing,", format!("{layers:?}"));
    for part in 0..parts.len() {
        if let Some(sprite) = sprites.iter().find(|sprite| sprite.part == part) {
            let corner = sprite.stage_from_picture.transform_point2(Vec2::ZERO);
            answer.compare(format!("the lower left corner of part {part}"), corner);
        }
    }
    Ok(())
}

/// Compares how often each part of random puppets is drawn, then where, then the layers in the order of drawing.
pub(crate) fn sprite_transforms(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (parts, turns) in inputs(q, probes::puppet, special_puppets) {
        let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
        let note = words!("layers", count = parts.len(), layers = layers.join(", "));
        let sprites = q.ask(&*note, |course| course.paper_puppet.sprite_transforms(&parts, &turns))?;
        answer.notes.push(note);
        for index in 0..parts.len() {
            let times_drawn = match sprites.iter().filter(|sprite| sprite.part == index).count() {
                0 => "not drawn".to_owned(),
                1 => "drawn once".to_owned(),
                count => format!("drawn {count} times"),
            };
            answer.compare(part_label(&parts, index), times_drawn);
        }
        for index in 0..parts.len() {
            // A part that is not drawn is reported above: it has no matrix to compare.
            let sprite = sprites.iter().find(|sprite| sprite.part == index);
            let matrix = sprite.map_or(Mat4::ZERO, |sprite| in_space(sprite.stage_from_picture));
            let ancestors = std::iter::successors(parts[index].parent, |&parent| parts[parent].parent);
            answer.compare(part_label(&parts, index), matrix).group(format!("depth {}", ancestors.count()));
        }
        for (number, sprite) in sprites.iter().enumerate() {
            let layer = match parts.get(sprite.part) {
                Some(part) => format!("layer {}", part.layer),
                None => format!("part {}, which does not exist", sprite.part),
            };
            answer.compare(format!("drawn as number {number}"), layer);
        }
    }
    Ok(())
}

fn part_label(parts: &[Part], index: usize) -> String {
    match parts[index].parent {
        Some(parent) => format!("part {index}, on part {parent}"),
        None => format!("part {index}, on the stage"),
    }
}

/// Returns two random inputs, and in the last probe the special ones too.
fn inputs<T>(q: &mut Ask, any: fn(&mut Random) -> T, special: fn(&mut Random) -> Vec<T>) -> Vec<T> {
    let mut inputs = vec![any(&mut q.random), any(&mut q.random)];
    if q.is_last() {
        inputs.extend(special(&mut q.random));
    }
    inputs
}

/// Returns a transform of the plane as one of space, where the plane lies at z = 0.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(|axis| Vec4::new(axis.x, axis.y, 0.0, axis.z));
    Mat4::from_cols(x, y, Vec4::Z, z)
}

fn shown(place: Vec2) -> String {
    format!("({:.2}, {:.2})", place.x, place.y)
}
