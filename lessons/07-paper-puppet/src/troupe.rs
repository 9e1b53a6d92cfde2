//! The figures on the stage, and what the answers give for them: angles, rotations, corners, the fox's sprites.

use crate::cutouts::{Cutout, cutouts};
use crate::{Answers, Corner, Fox, Sprite, Swing};
use anyhow::Result;
use common::app::GuardedAnswers;
use glam::{Mat3, Vec2};

const NOT_FINITE: &str = "a matrix whose numbers are not all finite";

/// The figures that move on the stage.
pub(crate) struct Troupe {
    /// Three bows and the vine.
    pub(crate) cutouts: Vec<Cutout>,
    pub(crate) fox: Fox,
}

/// Everything that the four answers give for one frame, checked just enough to be drawn.
pub struct Frame {
    /// Since the beginning.
    pub(crate) seconds: f32,
    /// 07.2: of the bones of each cutout, then of the fox's parts, in radians.
    pub(crate) angles: Vec<Vec<f32>>,
    /// 07.3: for each cutout the positions of its corners, in its own space.
    pub(crate) corners: Vec<Vec<Vec2>>,
    /// 07.4, in the order in which they are drawn.
    pub(crate) sprites: Vec<Sprite>,
}

impl Troupe {
    /// # Errors
    /// If the cutouts or the fox cannot be read.
    pub(crate) fn new() -> Result<Self> {
        Ok(Troupe { cutouts: cutouts()?, fox: Fox::read()? })
    }

    /// Calls all four answers, `seconds` after the beginning.
    pub(crate) fn evaluate(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        seconds: f32,
    ) -> Frame {
        let angles = self.angles(answers, seconds);
        let mut rotations = self.rotations(answers, &angles);
        let of_fox = rotations.pop().unwrap_or_default();
        let corners = self.corners(answers, rotations);
        let sprites = self.sprites(answers, of_fox);
        Frame { seconds, angles, corners, sprites }
    }

    /// 07.2, for each figure.
    fn angles(&self, answers: &mut GuardedAnswers<'_, Answers>, seconds: f32) -> Vec<Vec<f32>> {
        let of_cutouts = self.cutouts.iter().map(Cutout::swings);
        let swings: Vec<Vec<Swing>> = of_cutouts.chain([self.fox.swings.clone()]).collect();
        let mut angles = answers.call("07.2", swings, move |answers, figures| {
            let angles = |swings: &Vec<Swing>| {
                swings.iter().map(|swing| (answers.wave)(seconds, swing)).collect()
            };
            figures.iter().map(angles).collect::<Vec<Vec<f32>>>()
        });
        if let Some(angle) = replace(&mut angles, f32::is_finite, 0.0) {
            answers.report("07.2", format!("{angle} is no angle"));
        }
        angles
    }

    /// 07.1, for every bone and every part of each figure.
    fn rotations(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        angles: &[Vec<f32>],
    ) -> Vec<Vec<Mat3>> {
        let of_cutouts = self.cutouts.iter().map(|cutout| cutout.pivots.clone());
        let of_fox = self.fox.puppet.parts.iter().map(|part| part.pivot).collect();
        let pivots = of_cutouts.chain([of_fox]);
        let inputs: Vec<(Vec<Vec2>, Vec<f32>)> = pivots.zip(angles.iter().cloned()).collect();
        let mut rotations = answers.call("07.1", inputs, |answers, figures| {
            let rotations = |(pivots, angles): &(Vec<Vec2>, Vec<f32>)| {
                let pairs = pivots.iter().zip(angles);
                pairs.map(|(&pivot, &angle)| (answers.rotate_about)(pivot, angle)).collect()
            };
            figures.iter().map(rotations).collect::<Vec<Vec<Mat3>>>()
        });
        if replace(&mut rotations, |rotation| rotation.is_finite(), Mat3::IDENTITY).is_some() {
            answers.report("07.1", NOT_FINITE);
        }
        rotations
    }

    /// 07.3, for every cutout.
    fn corners(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        rotations: Vec<Vec<Mat3>>,
    ) -> Vec<Vec<Vec2>> {
        let corners = self.cutouts.iter().map(|cutout| cutout.corners.clone());
        let inputs: Vec<(Vec<Corner>, Vec<Mat3>)> = corners.zip(rotations).collect();
        let mut moved: Vec<Vec<Vec2>> = answers.call("07.3", inputs, |answers, inputs| {
            inputs.iter().map(|(corners, own)| (answers.segmented_arm)(corners, own)).collect()
        });
        let mut is_reported = false;
        for (Cutout { name, corners, .. }, moved) in self.cutouts.iter().zip(&mut moved) {
            let (count, got) = (corners.len(), moved.len());
            let lost = moved.iter().any(|corner| !corner.is_finite());
            if !is_reported && count != got {
                answers.report("07.3", format!("{name}: {got} places for {count} corners"));
            } else if !is_reported && lost {
                answers.report("07.3", format!("{name}: a place that is no number"));
            }
            is_reported |= lost || count != got;
            let usable = |index: usize| moved.get(index).copied().filter(|at| at.is_finite());
            *moved = (0..count).map(|index| usable(index).unwrap_or(corners[index].at)).collect();
        }
        moved
    }

    /// 07.4
    fn sprites(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        rotations: Vec<Mat3>,
    ) -> Vec<Sprite> {
        let inputs = (self.fox.puppet.parts.clone(), rotations);
        let mut sprites = answers.call("07.4", inputs, |answers, (parts, rotations)| {
            (answers.sprite_transforms)(parts, rotations)
        });
        let count = self.fox.puppet.parts.len();
        if let Some(Sprite { part, .. }) = sprites.iter().find(|sprite| sprite.part >= count) {
            answers.report("07.4", format!("part {part}, where the last one is {}", count - 1));
        } else if sprites.len() > count {
            answers.report("07.4", format!("{} pictures of {count} parts", sprites.len()));
        } else if sprites.iter().any(|sprite| !sprite.stage_from_picture.is_finite()) {
            answers.report("07.4", NOT_FINITE);
        }
        sprites.retain(|sprite| sprite.part < count && sprite.stage_from_picture.is_finite());
        sprites.truncate(count);
        sprites
    }
}

/// Puts `instead` in the place of every value that is not good, and gives the first of those.
fn replace<T: Copy>(values: &mut [Vec<T>], is_good: impl Fn(T) -> bool, instead: T) -> Option<T> {
    let bad = values.iter_mut().flatten().filter(|value| !is_good(**value));
    let replaced: Vec<T> = bad.map(|value| std::mem::replace(value, instead)).collect();
    replaced.first().copied()
}
