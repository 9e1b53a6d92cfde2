//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Arm, Puppet, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Answers, Swing};
use common::cast::puppet;
use common::check::{Answer, Check, Lesson, Probe, Random, announce};
use common::{lesson, words};
use glam::{Mat3, Mat4, Vec2, Vec4};

/// Lesson 07, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(ROTATE, WAVE, ARM, SPRITES);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    rotate_about: puppet::rotate_about,
    wave: puppet::wave,
    segmented_arm: puppet::segmented_arm,
    sprite_transforms: puppet::sprite_transforms,
};

const ROTATE: Check<Answers> = Check {
    // Places up to 6: two products of three terms.
    tolerance: 1e-3,
    ask: |answers, probe| {
        Ok(ask(probe, rotations, special_rotations, |asked| {
            let label = |index: usize| {
                let (pivot, angle) = asked[index];
                format!("pivot {}, {angle:.3} radians", shown(pivot))
            };
            let matrices = asked.iter().map(|&(pivot, angle)| (answers.rotate_about)(pivot, angle));
            Answer::transforms(label, matrices.map(in_space))
        }))
    },
};

const WAVE: Check<Answers> = Check {
    // Radians; the argument of the sine is up to 400.
    tolerance: 1e-3,
    ask: |answers, probe| {
        Ok(ask(probe, moments, special_moments, |(swing, times)| {
            let Swing { middle, reach, period, delay } = swing;
            let label = |index: usize| {
                format!(
                    "t = {:.2} s, middle {middle:.2}, reach {reach:.2}, period {period:.2} s, delay {delay:.2} s",
                    times[index]
                )
            };
            Answer::numbers(label, times.iter().map(|&t| (answers.wave)(t, swing)))
        }))
    },
};

const ARM: Check<Answers> = Check {
    // Places up to 15, through nine matrices.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(ask(probe, probes::arm, special_arms, |asked| arm(answers, asked))),
};

const SPRITES: Check<Answers> = Check {
    // Places up to 20, through four matrices and a shift for each.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(ask(probe, probes::puppet, special_puppets, |asked| sprites(answers, asked))),
};

/// Two questions, and at the last probe the special ones as well.
fn ask<T>(
    probe: &Probe,
    any: fn(&mut Random) -> T,
    special: fn(&mut Random) -> Vec<T>,
    answer: impl Fn(&T) -> Answer,
) -> Answer {
    let random = &mut probe.random();
    let mut asked = vec![any(random), any(random)];
    if probe.is_last() {
        asked.extend(special(random));
    }
    asked.iter().map(answer).collect()
}

/// The plane lies at z = 0 of the space.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(|axis| Vec4::new(axis.x, axis.y, 0.0, axis.z));
    Mat4::from_cols(x, y, Vec4::Z, z)
}

fn shown(place: Vec2) -> String {
    format!("({:.2}, {:.2})", place.x, place.y)
}

fn arm(answers: &Answers, Arm { pivots, corners, turns }: &Arm) -> Answer {
    let pivots: Vec<String> = pivots.iter().copied().map(shown).collect();
    let note = words!("pivots", count = pivots.len(), pivots = pivots.join(", "));
    announce(&*note);
    let places = (answers.segmented_arm)(corners, turns);
    let bone = |index: usize| corners.get(index).map(|corner| corner.bone);
    let label = |index: usize| match bone(index) {
        Some(bone) => format!("corner {index}, on bone {bone}"),
        None => format!("corner {index}, which does not exist"),
    };
    let group = |index: usize| bone(index).map_or(String::new(), |bone| format!("bone {bone}"));
    Answer::points(label, places.into_iter().map(|place| place.extend(0.0))).grouped(group).noting(vec![note])
}

fn sprites(answers: &Answers, (parts, turns): &Puppet) -> Answer {
    let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
    let note = words!("layers", count = parts.len(), layers = layers.join(", "));
    announce(&*note);
    let sprites = (answers.sprite_transforms)(parts, turns);
    let of = |part: usize| sprites.iter().filter(move |sprite| sprite.part == part);
    let label = |index: usize| match parts[index].parent {
        Some(parent) => format!("part {index}, on part {parent}"),
        None => format!("part {index}, on the stage"),
    };
    let depth = |index: usize| {
        let above = std::iter::successors(parts[index].parent, |&above| parts[above].parent);
        format!("depth {}", above.count())
    };
    let drawn = (0..parts.len()).map(|part| match of(part).count() {
        0 => "not drawn".to_owned(),
        1 => "drawn once".to_owned(),
        count => format!("drawn {count} times"),
    });
    // A part that is not drawn is reported above: it has no matrix to compare.
    let matrix = |part| of(part).next().map_or(Mat4::ZERO, |s| in_space(s.stage_from_picture));
    let layer = |sprite: &puppet::Sprite| match parts.get(sprite.part) {
        Some(part) => format!("layer {}", part.layer),
        None => format!("part {}, which does not exist", sprite.part),
    };
    Answer::words(label, drawn)
        .and(Answer::transforms(label, (0..parts.len()).map(matrix)).grouped(depth))
        .and(Answer::words(|index| format!("drawn as number {index}"), sprites.iter().map(layer)))
        .noting(vec![note])
}
