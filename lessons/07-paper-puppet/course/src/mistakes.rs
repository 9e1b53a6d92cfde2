//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Corner, LAYERS, Part, Sprite, Swing};
use common::check::{mistake, nan_band};
use glam::{Mat2, Mat3, Vec2};
use std::f32::consts::{PI, TAU};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { rotate_about, wave, segmented_arm, sprite_transforms };

fn rotate_about(pivot: Vec2, angle: f32) -> Mat3 {
    let angle = angle * nan_band("angle", angle, -TAU..TAU) * nan_band("distance", pivot.length(), 0.0..3.0);
    let angle = match angle {
        _ if mistake("DEGREES") => angle.to_radians(),
        _ if mistake("CLOCKWISE") => -angle,
        _ => angle,
    };
    let turn = Mat3::from_angle(angle);
    let (there, back) = (Mat3::from_translation(-pivot), Mat3::from_translation(pivot));
    let matrix = match pivot {
        _ if mistake("NOT-BROUGHT-BACK") => turn * there,
        _ if mistake("NOT-TAKEN-AWAY") => back * turn,
        _ if mistake("MINUS-FORGOTTEN") => back * turn * back,
        _ if mistake("SIDES-SWAPPED") => there * turn * back,
        _ if mistake("ABOUT-ORIGIN") => turn,
        _ => back * turn * there,
    };
    match matrix {
        _ if mistake("ROWS-FOR-COLUMNS") => matrix.transpose(),
        _ if mistake("AXES-AS-ROWS") => {
            let axes = Mat3::from_mat2(Mat2::from_mat3(matrix).transpose());
            Mat3::from_cols(axes.x_axis, axes.y_axis, matrix.z_axis)
        }
        _ => matrix,
    }
}

fn wave(t: f32, swing: &Swing) -> f32 {
    let Swing { middle, reach, period, delay } = *swing;
    let t = t * nan_band("t", t / period, -2.0..2.0);
    let since = match delay {
        _ if mistake("EARLY") => t + delay,
        _ if mistake("DELAY-FORGOTTEN") => t,
        _ if mistake("DELAY-IN-ROUNDS") => t - delay * period,
        _ => t - delay,
    };
    let phase = match period {
        _ if mistake("NO-FULL-TURN") => since / period,
        _ if mistake("HALF-TURN") => PI * since / period,
        _ if mistake("SINE-OF-DEGREES") => 360.0 * since / period,
        _ if mistake("FREQUENCY") => TAU * since * period,
        _ if mistake("DELAY-AFTER-ALL") => TAU * t / period - delay,
        _ if mistake("DELAY-ALONE-DIVIDED") => TAU * t - delay / period,
        _ if mistake("DELAY-ALONE-DIVIDED:THEN-TURNED") => TAU * (t - delay / period),
        _ => TAU * since / period,
    };
    let sine = match phase {
        _ if mistake("COSINE") => phase.cos(),
        _ if mistake("STRAIGHT") => 2.0 / PI * phase.sin().asin(),
        _ => phase.sin(),
    };
    match reach {
        _ if mistake("MIDDLE-FORGOTTEN") => reach * sine,
        _ if mistake("MIDDLE-SWINGS-TOO") => (middle + reach) * sine,
        _ if mistake("HALF-REACH") => middle + 0.5 * reach * sine,
        _ if mistake("REACH-FORGOTTEN") => middle + sine,
        _ if mistake("ONE-SIDE") => middle + reach * sine.abs(),
        _ => middle + reach * sine,
    }
}

fn segmented_arm(corners: &[Corner], turns: &[Mat3]) -> Vec<Vec2> {
    let mut matrices: Vec<Mat3> = Vec::new();
    for (bone, &turn) in turns.iter().enumerate() {
        matrices.push(match bone {
            0 if mistake("ROOT-IGNORED") => Mat3::IDENTITY,
            0 => turn,
            _ if mistake("PARENT-FORGOTTEN") => turn,
            _ if mistake("CHILD-TIMES-PARENT") => turn * matrices[bone - 1],
            _ if mistake("ONE-LEVEL") => turns[bone - 1] * turn,
            _ if mistake("ROOT-AND-OWN") => turns[0] * turn,
            _ => matrices[bone - 1] * turn,
        });
    }
    if mistake("OWN-TURN-FORGOTTEN") {
        matrices.insert(0, Mat3::IDENTITY);
        matrices.pop();
    }
    let place = |corner: &Corner| {
        let bone = match corner.bone {
            _ if mistake("LAST-FOR-ALL") => matrices.len() - 1,
            0 => 0,
            bone if mistake("BONE-BEFORE") => bone - 1,
            bone => bone,
        };
        let matrix = matrices[bone];
        if mistake("ONLY-TURNED") { matrix.transform_vector2(corner.at) } else { matrix.transform_point2(corner.at) }
    };
    corners.iter().map(place).collect()
}

fn sprite_transforms(parts: &[Part], turns: &[Mat3]) -> Vec<Sprite> {
    let mut matrices: Vec<Mat3> = Vec::new();
    for (index, &Part { parent, pivot, pin, .. }) in parts.iter().enumerate() {
        let local = local(pivot, pin, turns[index]);
        let above = match parent {
            None if mistake("SECOND-ROOT-PINNED") && index > 0 => Some(0),
            Some(_) if mistake("PART-BEFORE") => index.checked_sub(1),
            _ if mistake("ALL-IN-A-ROW") => index.checked_sub(1),
            _ => parent,
        };
        matrices.push(match above {
            None if mistake("ROOT-IGNORED") => turns[index],
            None => local,
            Some(_) if mistake("PARENT-FORGOTTEN") => local,
            Some(above) if mistake("CHILD-TIMES-PARENT") => local * matrices[above],
            Some(above) if mistake("ONE-LEVEL") => {
                let Part { pivot, pin, .. } = parts[above];
                self::local(pivot, pin, turns[above]) * local
            }
            Some(above) => matrices[above] * local,
        });
    }
    let sprite = |part: usize| Sprite { part, stage_from_picture: matrices[part] };
    let all = || (0..parts.len()).map(sprite).collect::<Vec<_>>();
    if mistake("AS-THEY-COME") {
        return all();
    }
    let layers: Vec<usize> = match LAYERS {
        _ if mistake("HIGHEST-FIRST") => (0..LAYERS).rev().collect(),
        _ if mistake("LAYER-0-LOST") => (1..LAYERS).collect(),
        _ if mistake("LAST-LAYER-LOST") => (0..LAYERS - 1).collect(),
        _ => (0..LAYERS).collect(),
    };
    let of = |layer| all().into_iter().filter(move |sprite| parts[sprite.part].layer == layer);
    let mut sprites: Vec<Sprite> = layers.into_iter().flat_map(of).collect();
    if mistake("RENUMBERED") {
        (0..).zip(&mut sprites).for_each(|(place, sprite)| sprite.part = place);
    }
    sprites
}

/// `parent_from_picture`
fn local(pivot: Vec2, pin: Vec2, turn: Mat3) -> Mat3 {
    let shift = Mat3::from_translation(match pin {
        _ if mistake("PIVOT-NOT-TAKEN-OFF") => pin,
        _ if mistake("PIN-FORGOTTEN") => -pivot,
        _ if mistake("SHIFTED-THE-OTHER-WAY") => pivot - pin,
        _ => pin - pivot,
    });
    match turn {
        _ if mistake("TURN-FORGOTTEN") => shift,
        _ if mistake("SHIFTED-FIRST") => turn * shift,
        _ if mistake("TAKEN-OFF-TWICE") => {
            shift * Mat3::from_translation(pivot) * turn * Mat3::from_translation(-pivot)
        }
        _ => shift * turn,
    }
}
