//! The figures on the stage, and what the answers give for them: angles, rotations, corners, the fox's sprites.

use crate::cutouts::{self, Cutout, Tuning};
use crate::{Answers, Corner, Fox, Sprite, Swing};
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
    /// 07.2: of every bone of every cutout, then of every part of the fox, in radians.
    pub(crate) angles: Vec<f32>,
    /// 07.3: for each cutout the positions of its corners, in its own space.
    pub(crate) corners: Vec<Vec<Vec2>>,
    /// 07.4, in the order in which they are drawn.
    pub(crate) sprites: Vec<Sprite>,
}

impl Troupe {
    pub(crate) fn new(fox: Fox) -> Self {
        Troupe { cutouts: cutouts::cutouts(), fox }
    }

    /// Changes how the vine swings.
    pub(crate) fn tune(&mut self, tuning: &Tuning) {
        self.cutouts = cutouts::all(tuning);
    }

    fn swings(&self) -> Vec<Swing> {
        let bones = self.cutouts.iter().flat_map(|cutout| &cutout.swings);
        bones.chain(&self.fox.swings).copied().collect()
    }

    fn pivots(&self) -> Vec<Vec2> {
        let bones = self.cutouts.iter().flat_map(|cutout| cutout.pivots.iter().copied());
        bones.chain(self.fox.parts.iter().map(|part| part.pivot)).collect()
    }

    /// What 07.1 gave for the bones of each cutout, and for the fox's parts.
    fn split<'a>(&self, rotations: &'a [Mat3]) -> (Vec<&'a [Mat3]>, &'a [Mat3]) {
        let mut rest = rotations;
        let mut of_cutouts = Vec::new();
        for cutout in &self.cutouts {
            let (own, others) = rest.split_at(cutout.pivots.len());
            of_cutouts.push(own);
            rest = others;
        }
        (of_cutouts, rest)
    }

    /// Calls all four answers, `seconds` after the beginning.
    pub(crate) fn evaluate(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        seconds: f32,
    ) -> Frame {
        let angles = self.angles(answers, seconds);
        let rotations = self.rotations(answers, &angles);
        let (of_cutouts, of_fox) = self.split(&rotations);
        let corners = self.corners(answers, &of_cutouts);
        let sprites = self.sprites(answers, of_fox);
        Frame { seconds, angles, corners, sprites }
    }

    /// 07.2
    fn angles(&self, answers: &mut GuardedAnswers<'_, Answers>, seconds: f32) -> Vec<f32> {
        let mut angles: Vec<f32> = answers.call("07.2", self.swings(), move |answers, swings| {
            swings.iter().map(|swing| (answers.wave)(seconds, swing)).collect()
        });
        if let Some(&angle) = angles.iter().find(|angle| !angle.is_finite()) {
            answers.report("07.2", format!("{angle} is no angle"));
        }
        angles.iter_mut().filter(|angle| !angle.is_finite()).for_each(|angle| *angle = 0.0);
        angles
    }

    /// 07.1, for every bone and every part.
    fn rotations(&self, answers: &mut GuardedAnswers<'_, Answers>, angles: &[f32]) -> Vec<Mat3> {
        let inputs: Vec<(Vec2, f32)> =
            self.pivots().into_iter().zip(angles.iter().copied()).collect();
        let mut rotations: Vec<Mat3> = answers.call("07.1", inputs, |answers, inputs| {
            inputs.iter().map(|&(pivot, angle)| (answers.rotate_about)(pivot, angle)).collect()
        });
        if rotations.iter().any(|rotation| !rotation.is_finite()) {
            answers.report("07.1", NOT_FINITE);
        }
        rotations.iter_mut().filter(|r| !r.is_finite()).for_each(|r| *r = Mat3::IDENTITY);
        rotations
    }

    /// 07.3, for every cutout.
    fn corners(
        &self,
        answers: &mut GuardedAnswers<'_, Answers>,
        rotations: &[&[Mat3]],
    ) -> Vec<Vec<Vec2>> {
        let pairs = self.cutouts.iter().zip(rotations);
        let inputs: Vec<(Vec<Corner>, Vec<Mat3>)> =
            pairs.map(|(cutout, own)| (cutout.corners.clone(), own.to_vec())).collect();
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
        rotations: &[Mat3],
    ) -> Vec<Sprite> {
        let inputs = (self.fox.parts.clone(), rotations.to_vec());
        let mut sprites = answers.call("07.4", inputs, |answers, (parts, rotations)| {
            (answers.sprite_transforms)(parts, rotations)
        });
        let count = self.fox.parts.len();
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
