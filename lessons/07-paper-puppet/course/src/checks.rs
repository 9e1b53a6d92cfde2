//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Arm, moments, rotations};
use crate::probes::{special_arms, special_moments, special_puppets, special_rotations};
use crate::{Corner, Part, Swing};
use common::check::{Answer, AnswerError, Ask, Case, Check, Random};
use common::words;
use glam::{Mat3, Mat4, Vec2, Vec4, vec2};
use std::f32::consts::FRAC_PI_2;

common::lesson! {
    paper_puppet: PaperPuppet,
}

pub(crate) const CHECKS: &[Check] = &[
    // Places up to 6: two products of three terms.
    Check { tolerance: 1e-3, ask: rotate_about, cases: ROTATE_ABOUT },
    // Radians; the argument of the sine is up to 400.
    Check { tolerance: 1e-3, ask: wave, cases: WAVE },
    // Places up to 15, through nine matrices.
    Check { tolerance: 1e-3, ask: segmented_arm, cases: SEGMENTED_ARM },
    // Places up to 20, through four matrices and a shift for each.
    Check { tolerance: 1e-3, ask: sprite_transforms, cases: SPRITE_TRANSFORMS },
];

const ROTATE_ABOUT: &[Case] = &[
    Case { input: "pivot (0, 0), a turn by 90°", ask: |q, answer| rotate_case(q, answer, vec2(0.0, 0.0), FRAC_PI_2) },
    Case { input: "pivot (2, 0), no turn", ask: |q, answer| rotate_case(q, answer, vec2(2.0, 0.0), 0.0) },
    Case { input: "pivot (2, 0), a turn by 90°", ask: |q, answer| rotate_case(q, answer, vec2(2.0, 0.0), FRAC_PI_2) },
    Case {
        input: "pivot (2, 1), a turn by -90°", ask: |q, answer| rotate_case(q, answer, vec2(2.0, 1.0), -FRAC_PI_2)
    },
];

fn rotate_case(q: &mut Ask, answer: &mut Answer, pivot: Vec2, angle: f32) -> Result<(), AnswerError> {
    let matrix = q.ask("", |course| course.paper_puppet.rotate_about(pivot, angle))?;
    answer.compare("the pivot afterwards", matrix.transform_point2(pivot));
    answer.compare("the point (3, 0) afterwards", matrix.transform_point2(vec2(3.0, 0.0)));
    Ok(())
}

pub(crate) fn rotate_about(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for asked in asked(q, rotations, special_rotations) {
        for (pivot, angle) in asked {
            let matrix = q.ask("", |course| course.paper_puppet.rotate_about(pivot, angle))?;
            answer.compare(format!("pivot {}, {angle:.3} radians", shown(pivot)), in_space(matrix));
        }
    }
    Ok(())
}

const WAVE: &[Case] = &[
    Case { input: "middle 0, reach 1, period 4 s, delay 0, t = 0", ask: |q, answer| wave_case(q, answer, 0.0, PLAIN) },
    Case {
        input: "middle 0, reach 1, period 4 s, delay 0, t = 1 s",
        ask: |q, answer| wave_case(q, answer, 1.0, PLAIN),
    },
    Case {
        input: "middle 0, reach 1, period 4 s, delay 0, t = 3 s",
        ask: |q, answer| wave_case(q, answer, 3.0, PLAIN),
    },
    Case {
        input: "middle 0, reach 0.5, period 4 s, delay 0, t = 1 s",
        ask: |q, answer| wave_case(q, answer, 1.0, Swing { reach: 0.5, ..PLAIN }),
    },
    Case {
        input: "middle 0.2, reach 1, period 4 s, delay 0, t = 0",
        ask: |q, answer| wave_case(q, answer, 0.0, Swing { middle: 0.2, ..PLAIN }),
    },
    Case {
        input: "middle 0, reach 1, period 4 s, delay 1 s, t = 1 s",
        ask: |q, answer| wave_case(q, answer, 1.0, Swing { delay: 1.0, ..PLAIN }),
    },
    Case {
        input: "middle 0, reach 1, period 4 s, delay 1 s, t = 2 s",
        ask: |q, answer| wave_case(q, answer, 2.0, Swing { delay: 1.0, ..PLAIN }),
    },
    Case {
        input: "middle 0, reach 1, period 12 s, delay 0, t = 1 s",
        ask: |q, answer| wave_case(q, answer, 1.0, Swing { period: 12.0, ..PLAIN }),
    },
    Case {
        input: "middle 0.2, reach 0.5, period 2 s, delay 0.5 s, t = 1 s",
        ask: |q, answer| wave_case(q, answer, 1.0, Swing { middle: 0.2, reach: 0.5, period: 2.0, delay: 0.5 }),
    },
];

const PLAIN: Swing = Swing { middle: 0.0, reach: 1.0, period: 4.0, delay: 0.0 };

fn wave_case(q: &mut Ask, answer: &mut Answer, t: f32, swing: Swing) -> Result<(), AnswerError> {
    let angle = q.ask("", |course| course.paper_puppet.wave(t, &swing))?;
    answer.compare("the angle", angle);
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

const SEGMENTED_ARM: &[Case] = &[
    Case {
        input: "one bone with pivot (0, 0) and corner (1, 0), turned by 90°",
        ask: |q, answer| arm_case(q, answer, &[90.0]),
    },
    Case {
        input: "two bones with pivots (0, 0) and (1, 0) and corners (1, 0) and (2, 0), only the first turned, by 90°",
        ask: |q, answer| arm_case(q, answer, &[90.0, 0.0]),
    },
    Case {
        input: "two bones with pivots (0, 0) and (1, 0) and corners (1, 0) and (2, 0), only the second turned, by 90°",
        ask: |q, answer| arm_case(q, answer, &[0.0, 90.0]),
    },
    Case {
        input: "two bones with pivots (0, 0) and (1, 0) and corners (1, 0) and (2, 0), both turned by 90°",
        ask: |q, answer| arm_case(q, answer, &[90.0, 90.0]),
    },
    Case {
        input: "three bones with pivots (0, 0), (1, 0) and (2, 0) and corners (1, 0), (2, 0) and (3, 0), all turned by 90°",
        ask: |q, answer| arm_case(q, answer, &[90.0, 90.0, 90.0]),
    },
];

/// Bone k has its pivot at (k, 0), and the corner at (k + 1, 0).
fn arm_case(q: &mut Ask, answer: &mut Answer, degrees: &[f32]) -> Result<(), AnswerError> {
    let mut corners = Vec::new();
    let mut turns = Vec::new();
    for (bone, degrees) in degrees.iter().enumerate() {
        let pivot = vec2(bone as f32, 0.0);
        corners.push(Corner { at: pivot + Vec2::X, bone });
        turns.push(REFERENCE.paper_puppet.rotate_about(pivot, degrees.to_radians())?);
    }
    let places = q.ask("", |course| course.paper_puppet.segmented_arm(&corners, &turns))?;
    answer.compare("the number of positions", places.len());
    for (bone, place) in places.into_iter().enumerate() {
        answer.compare(format!("the corner of bone {bone}"), place);
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
                Some(Corner { bone, .. }) => {
                    answer.compare(format!("corner {index}, on bone {bone}"), place).group(format!("bone {bone}"))
                }
                None => answer.compare(format!("corner {index}, which does not exist"), place),
            };
        }
    }
    Ok(())
}

const SPRITE_TRANSFORMS: &[Case] = &[
    Case {
        input: "one part with pivot (0, 0), pinned to (3, 1) of the stage, not turned",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 0.0, 0)], 0.0),
    },
    Case {
        input: "one part with pivot (1, 0), pinned to (3, 1) of the stage, not turned",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 1.0, 0)], 0.0),
    },
    Case {
        input: "one part with pivot (1, 0), pinned to (3, 1) of the stage, turned by 90°",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 1.0, 0)], 90.0),
    },
    Case {
        input: "part 0 and on it part 1, each with pivot (1, 0) and pin (3, 1), neither turned",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 1.0, 0), part(Some(0), 1.0, 0)], 0.0),
    },
    Case {
        input: "part 0 and on it part 1, each with pivot (1, 0) and pin (3, 1), only part 0 turned, by 90°",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 1.0, 0), part(Some(0), 1.0, 0)], 90.0),
    },
    Case {
        input: "part 2 on part 1, part 1 on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
        ask: |q, answer| {
            sprites_case(q, answer, &[part(None, 1.0, 0), part(Some(0), 1.0, 0), part(Some(1), 1.0, 0)], 0.0)
        },
    },
    Case {
        input: "the parts 1 and 2 both on part 0, each with pivot (1, 0) and pin (3, 1), none turned",
        ask: |q, answer| {
            sprites_case(q, answer, &[part(None, 1.0, 0), part(Some(0), 1.0, 0), part(Some(0), 1.0, 0)], 0.0)
        },
    },
    Case {
        input: "the parts 0 and 1 both on the stage, each with pivot (1, 0) and pin (3, 1), neither turned",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 1.0, 0), part(None, 1.0, 0)], 0.0),
    },
    Case {
        input: "part 0 in layer 5, on it part 1 in layer 2",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 0.0, 5), part(Some(0), 0.0, 2)], 0.0),
    },
    Case {
        input: "part 0 in layer 9, the highest, on it part 1 in layer 0",
        ask: |q, answer| sprites_case(q, answer, &[part(None, 0.0, 9), part(Some(0), 0.0, 0)], 0.0),
    },
];

fn part(parent: Option<usize>, pivot: f32, layer: usize) -> Part {
    Part { parent, pivot: vec2(pivot, 0.0), pin: vec2(3.0, 1.0), layer }
}

/// Part 0 turns by so many degrees, the others do not.
fn sprites_case(q: &mut Ask, answer: &mut Answer, parts: &[Part], degrees: f32) -> Result<(), AnswerError> {
    let mut turns = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let degrees = if index == 0 { degrees } else { 0.0 };
        turns.push(REFERENCE.paper_puppet.rotate_about(part.pivot, degrees.to_radians())?);
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

pub(crate) fn sprite_transforms(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (parts, turns) in asked(q, probes::puppet, special_puppets) {
        let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
        let note = words!("layers", count = parts.len(), layers = layers.join(", "));
        let sprites = q.ask(&*note, |course| course.paper_puppet.sprite_transforms(&parts, &turns))?;
        answer.notes.push(note);
        let mut labels = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let label = match part.parent {
                Some(parent) => format!("part {index}, on part {parent}"),
                None => format!("part {index}, on the stage"),
            };
            let drawn = match sprites.iter().filter(|sprite| sprite.part == index).count() {
                0 => "not drawn".to_owned(),
                1 => "drawn once".to_owned(),
                count => format!("drawn {count} times"),
            };
            answer.compare(label.clone(), drawn);
            labels.push(label);
        }
        for (index, label) in labels.into_iter().enumerate() {
            // A part that is not drawn is reported above: it has no matrix to compare.
            let sprite = sprites.iter().find(|sprite| sprite.part == index);
            let matrix = sprite.map_or(Mat4::ZERO, |sprite| in_space(sprite.stage_from_picture));
            let above = std::iter::successors(parts[index].parent, |&above| parts[above].parent);
            answer.compare(label, matrix).group(format!("depth {}", above.count()));
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
