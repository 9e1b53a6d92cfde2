//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Arm, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Corner, Swing};
use common::check::{Answer, AnswerError, Ask, Check, Random};
use common::words;
use glam::{Mat3, Mat4, Vec2, Vec4};

common::lesson! {
    paper_puppet: PaperPuppet,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Places up to 6: two products of three terms.
    Check { tolerance: 1e-3, ask: rotate_about, cases: &[] },
    // Radians; the argument of the sine is up to 400.
    Check { tolerance: 1e-3, ask: wave, cases: &[] },
    // Places up to 15, through nine matrices.
    Check { tolerance: 1e-3, ask: segmented_arm, cases: &[] },
    // Places up to 20, through four matrices and a shift for each.
    Check { tolerance: 1e-3, ask: sprite_transforms, cases: &[] },
];

pub(crate) fn rotate_about(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for asked in asked(q, rotations, special_rotations) {
        for (pivot, angle) in asked {
            let matrix = q.ask("", |course| course.paper_puppet.rotate_about(pivot, angle))?;
            answer.compare(format!("pivot {}, {angle:.3} radians", shown(pivot)), in_space(matrix));
        }
    }
    Ok(())
}

pub(crate) fn wave(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (swing, times) in asked(q, moments, special_moments) {
        let Swing { middle, reach, period, delay } = swing;
        let of = format!("middle {middle:.2}, reach {reach:.2}, period {period:.2} s, delay {delay:.2} s");
        for t in times {
            let angle = q.ask("", |course| course.paper_puppet.wave(t, &swing))?;
            answer.compare(format!("t = {t:.2} s, {of}"), angle);
        }
    }
    Ok(())
}

pub(crate) fn segmented_arm(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Arm { pivots, corners, turns } in asked(q, probes::arm, special_arms) {
        let shown: Vec<String> = pivots.iter().copied().map(shown).collect();
        let note = words!("pivots", count = pivots.len(), pivots = shown.join(", "));
        let places = q.ask(&*note, |course| course.paper_puppet.segmented_arm(&corners, &turns))?;
        answer.notes.push(note);
        for (index, place) in places.into_iter().enumerate() {
            match corners.get(index) {
                Some(Corner { bone, .. }) => answer
                    .compare(format!("corner {index}, on bone {bone}"), place.extend(0.0))
                    .group(format!("bone {bone}")),
                None => answer.compare(format!("corner {index}, which does not exist"), place.extend(0.0)),
            };
        }
    }
    Ok(())
}

pub(crate) fn sprite_transforms(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (parts, turns) in asked(q, probes::puppet, special_puppets) {
        let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
        let note = words!("layers", count = parts.len(), layers = layers.join(", "));
        let sprites = q.ask(&*note, |course| course.paper_puppet.sprite_transforms(&parts, &turns))?;
        answer.notes.push(note);
        let of = |part: usize| sprites.iter().filter(move |sprite| sprite.part == part);
        let label = |index: usize| match parts[index].parent {
            Some(parent) => format!("part {index}, on part {parent}"),
            None => format!("part {index}, on the stage"),
        };
        for part in 0..parts.len() {
            let drawn = match of(part).count() {
                0 => "not drawn".to_owned(),
                1 => "drawn once".to_owned(),
                count => format!("drawn {count} times"),
            };
            answer.compare(label(part), drawn);
        }
        for (part, asked) in parts.iter().enumerate() {
            // A part that is not drawn is reported above: it has no matrix to compare.
            let matrix = of(part).next().map_or(Mat4::ZERO, |sprite| in_space(sprite.stage_from_picture));
            let above = std::iter::successors(asked.parent, |&above| parts[above].parent);
            answer.compare(label(part), matrix).group(format!("depth {}", above.count()));
        }
        for (index, sprite) in sprites.iter().enumerate() {
            let layer = match parts.get(sprite.part) {
                Some(part) => format!("layer {}", part.layer),
                None => format!("part {}, which does not exist", sprite.part),
            };
            answer.compare(format!("drawn as number {index}"), layer);
        }
    }
    Ok(())
}

/// Two questions, and at the last probe the special ones as well.
fn asked<T>(q: &mut Ask, any: fn(&mut Random) -> T, special: fn(&mut Random) -> Vec<T>) -> Vec<T> {
    let mut asked = vec![any(&mut q.random), any(&mut q.random)];
    if q.is_last() {
        asked.extend(special(&mut q.random));
    }
    asked
}

/// The plane lies at z = 0 of the space.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(|axis| Vec4::new(axis.x, axis.y, 0.0, axis.z));
    Mat4::from_cols(x, y, Vec4::Z, z)
}

fn shown(place: Vec2) -> String {
    format!("({:.2}, {:.2})", place.x, place.y)
}
