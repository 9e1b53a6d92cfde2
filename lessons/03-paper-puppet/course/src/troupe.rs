//! The figures on the stage, and what the answers give for them: angles, rotations, corners, the fox's sprites.

use crate::cutouts::Cutout;
use crate::{Fox, PaperPuppet, Sprite, Swing};
use drawing::report::report;
use given::CallError;
use glam::{Mat3, Vec2};

const NOT_FINITE: &str = "a matrix whose numbers are not all finite";

pub(crate) struct Troupe {
    /// Three bows, and then the vine.
    pub(crate) cutouts: Vec<Cutout>,
    pub(crate) fox: Fox,
}

/// Everything that the four answers give for one frame, checked just enough to be drawn.
pub(crate) struct Moved {
    /// 03.2: of all bones, cutout after cutout, then of the fox's parts, in radians.
    pub(crate) angles: Vec<f32>,
    /// 03.3: for each cutout the positions of its corners, in its own space.
    pub(crate) corners: Vec<Vec<Vec2>>,
    pub(crate) sprites: Vec<Sprite>,
}

/// Calls all four answers for the cutouts and the fox, `seconds` after the start.
pub(crate) fn evaluate(
    Troupe { cutouts, fox }: &Troupe,
    answers: &PaperPuppet,
    seconds: f32,
) -> Result<Moved, CallError> {
    let swings = cutouts.iter().flat_map(Cutout::swings);
    let swings: Vec<Swing> = swings.chain(fox.swings.iter().copied()).collect();
    let mut angles = Vec::new();
    for swing in &swings {
        angles.push(answers.wave(seconds, swing)?);
    }
    if let Some(angle) = replace_bad(&mut angles, f32::is_finite, 0.0) {
        report("03.2", format!("{angle} is no angle"));
    }

    let parts = &fox.puppet.parts;
    let pivots = cutouts.iter().flat_map(|cutout| cutout.pivots.iter().copied());
    let pivots = pivots.chain(parts.iter().map(|part| part.pivot));
    let mut turns = Vec::new();
    for (pivot, angle) in pivots.zip(&angles) {
        turns.push(answers.rotate_about(pivot, *angle)?);
    }
    if replace_bad(&mut turns, |turn: Mat3| turn.is_finite(), Mat3::IDENTITY).is_some() {
        report("03.1", NOT_FINITE);
    }

    let of_fox = turns.split_off(turns.len() - parts.len());
    let corners = cutout_corners(cutouts, answers, &turns)?;
    let sprites = keep_drawable(answers.sprite_transforms(parts, &of_fox)?, parts.len());
    Ok(Moved { angles, corners, sprites })
}

/// Returns the corners of each cutout by 03.3, at rest where a position is missing or not finite.
fn cutout_corners(cutouts: &[Cutout], answers: &PaperPuppet, turns: &[Mat3]) -> Result<Vec<Vec<Vec2>>, CallError> {
    let mut all = Vec::new();
    let mut problem = None;
    let mut turns = turns;
    for Cutout { name, corners, pivots, .. } in cutouts {
        let (own, others) = turns.split_at(pivots.len());
        turns = others;
        let moved = answers.segmented_arm(corners, own)?;
        let count = corners.len();
        let got = moved.len();
        if count != got {
            problem.get_or_insert(format!("{name}: {got} places for {count} corners"));
        } else if moved.iter().any(|corner| !corner.is_finite()) {
            problem.get_or_insert(format!("{name}: a place that is no number"));
        }
        let mut places: Vec<Vec2> = corners.iter().map(|corner| corner.at).collect();
        for (place, moved) in places.iter_mut().zip(moved) {
            if moved.is_finite() {
                *place = moved;
            }
        }
        all.push(places);
    }
    if let Some(problem) = problem {
        report("03.3", problem);
    }
    Ok(all)
}

/// Returns the sprites of existing parts with finite matrices, and reports the others.
fn keep_drawable(mut sprites: Vec<Sprite>, count: usize) -> Vec<Sprite> {
    if let Some(Sprite { part, .. }) = sprites.iter().find(|sprite| sprite.part >= count) {
        report("03.4", format!("part {part}, where the last one is {}", count - 1));
    } else if sprites.len() > count {
        report("03.4", format!("{} pictures of {count} parts", sprites.len()));
    } else if sprites.iter().any(|sprite| !sprite.stage_from_picture.is_finite()) {
        report("03.4", NOT_FINITE);
    }
    sprites.retain(|sprite| sprite.part < count && sprite.stage_from_picture.is_finite());
    sprites.truncate(count);
    sprites
}

/// Replaces every value that is not good by `instead`. Returns the first such value.
fn replace_bad<T: Copy>(values: &mut [T], is_good: impl Fn(T) -> bool, instead: T) -> Option<T> {
    let bad = values.iter_mut().filter(|value| !is_good(**value));
    let replaced: Vec<T> = bad.map(|value| std::mem::replace(value, instead)).collect();
    replaced.first().copied()
}
