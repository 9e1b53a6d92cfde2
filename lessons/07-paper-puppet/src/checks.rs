//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, probes};
use common::cast::puppet::{self, Swing};
use common::check::{Answer, Check, Lesson, Random};
use common::{lesson, words};
use glam::{Mat3, Mat4, Vec2, Vec3};

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
    ask: |answers, probe| Ok(rotated(answers, &mut probe.random())),
};

const WAVE: Check<Answers> = Check {
    // Radians; the argument of the sine is up to 20.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(waved(answers, &mut probe.random())),
};

const ARM: Check<Answers> = Check {
    // Places up to 10, through four matrices.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(arm(answers, &mut probe.random())),
};

const SPRITES: Check<Answers> = Check {
    // Places up to 20, through four matrices and a shift for each.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(sprites(answers, &mut probe.random())),
};

/// The plane lies at z = 0 of the space.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    Mat4::from_cols(
        m.x_axis.truncate().extend(0.0).extend(m.x_axis.z),
        m.y_axis.truncate().extend(0.0).extend(m.y_axis.z),
        Vec3::Z.extend(0.0),
        m.z_axis.truncate().extend(0.0).extend(m.z_axis.z),
    )
}

fn shown(place: Vec2) -> String {
    format!("({:.2}, {:.2})", place.x, place.y)
}

/// Angles of both signs, about places away from the origin.
fn rotated(answers: &Answers, random: &mut Random) -> Answer {
    let asked: Vec<(Vec2, f32)> =
        (0..5).map(|_| (probes::place(random), probes::angle(random))).collect();
    let label = |index: usize| {
        let (pivot, angle) = asked[index];
        format!("pivot {}, {angle:.3} radians", shown(pivot))
    };
    let matrices = asked.iter().map(|&(pivot, angle)| (answers.rotate_about)(pivot, angle));
    Answer::transforms(label, matrices.map(in_space))
}

/// Two swings, each before its start, in the first period and some periods later.
fn waved(answers: &Answers, random: &mut Random) -> Answer {
    let mut answer = Answer::default();
    for _ in 0..2 {
        let swing = probes::swing(random);
        let rounds = [-0.7, 0.1, 0.35, 0.62, 0.9, 2.2];
        let times = rounds.map(|round: f32| swing.period * (round + random.between(-0.04, 0.04)));
        let Swing { middle, reach, period, delay } = swing;
        let about = format!(
            "middle {middle:.2}, reach {reach:.2}, period {period:.2} s, delay {delay:.2} s"
        );
        let label = |index: usize| format!("t = {:.2} s, {about}", times[index]);
        answer = answer.and(Answer::numbers(label, times.map(|t| (answers.wave)(t, &swing))));
    }
    answer
}

/// An arm of four bones.
fn arm(answers: &Answers, random: &mut Random) -> Answer {
    let pivots = probes::pivots(random);
    let corners = probes::corners(random, &pivots);
    let turns = probes::turns(random, pivots.iter().copied());
    let places = (answers.segmented_arm)(&corners, &turns);
    let bone = |index: usize| corners.get(index).map(|corner| corner.bone);
    let label = |index: usize| match bone(index) {
        Some(bone) => format!("corner {index}, on bone {bone}"),
        None => format!("corner {index}, which does not exist"),
    };
    let group = |index: usize| bone(index).map_or(String::new(), |bone| format!("bone {bone}"));
    let pivots: Vec<String> = pivots.into_iter().map(shown).collect();
    Answer::points(label, places.into_iter().map(|place| place.extend(0.0)))
        .grouped(group)
        .noting(vec![words!("pivots", pivots = pivots.join(", "))])
}

/// Two puppets at once.
fn sprites(answers: &Answers, random: &mut Random) -> Answer {
    let parts = probes::parts(random);
    let turns = probes::turns(random, parts.iter().map(|part| part.pivot));
    let sprites = (answers.sprite_transforms)(&parts, &turns);
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
    let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
    Answer::words(label, drawn)
        .and(Answer::transforms(label, (0..parts.len()).map(matrix)).grouped(depth))
        .and(Answer::words(|index| format!("drawn as number {index}"), sprites.iter().map(layer)))
        .noting(vec![words!("layers", count = parts.len(), layers = layers.join(", "))])
}
