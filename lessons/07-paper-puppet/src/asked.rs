//! What the answers make of a moment: angles, turns, the corners of the paper, the fox's pictures.

use crate::checks::REFERENCE;
use crate::cutouts::{self, Cutout, Tuning};
use crate::{Answers, Fox, Sprite, Swing};
use common::app::Watchdog;
use glam::{Mat3, Vec2};

/// All that moves on the stage.
#[derive(Clone)]
pub(crate) struct Troupe {
    /// Three bows and the vine.
    pub(crate) cutouts: Vec<Cutout>,
    pub(crate) fox: Fox,
}

/// Everything that the four answers give, checked just enough to be drawn.
pub struct Asked {
    /// Since the beginning.
    pub(crate) seconds: f32,
    /// 07.2: of every bone of every cutout, then of every part of the fox, in radians.
    pub(crate) angles: Vec<f32>,
    /// 07.3: for each cutout where its corners are, in its own space.
    pub(crate) places: Vec<Vec<Vec2>>,
    /// 07.4, in the order in which they are drawn.
    pub(crate) sprites: Vec<Sprite>,
}

impl Troupe {
    pub(crate) fn new(fox: Fox) -> Self {
        Troupe { cutouts: cutouts::cutouts(), fox }
    }

    /// Lets the vine swing in another way.
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
    fn deal<'a>(&self, turns: &'a [Mat3]) -> (Vec<&'a [Mat3]>, &'a [Mat3]) {
        let mut rest = turns;
        let mut dealt = Vec::new();
        for cutout in &self.cutouts {
            let (own, others) = rest.split_at(cutout.pivots.len());
            dealt.push(own);
            rest = others;
        }
        (dealt, rest)
    }

    /// Asks all four answers, `seconds` after the beginning.
    pub(crate) fn ask(&self, answers: &Answers, watchdog: &mut Watchdog, seconds: f32) -> Asked {
        let angles = self.ask_angles(answers, watchdog, seconds);
        let turns = self.ask_turns(answers, watchdog, &angles);
        let places = self.ask_places(answers, watchdog, &turns);
        let sprites = self.ask_sprites(answers, watchdog, &turns);
        Asked { seconds, angles, places, sprites }
    }

    /// 07.2
    fn ask_angles(&self, answers: &Answers, watchdog: &mut Watchdog, seconds: f32) -> Vec<f32> {
        let all = move |wave: fn(f32, &Swing) -> f32, swings: &[Swing]| -> Vec<f32> {
            swings.iter().map(|swing| wave(seconds, swing)).collect()
        };
        let (mine, swings) = (answers.wave, self.swings());
        let mut angles = watchdog.call(
            "07.2 wave",
            move || all(mine, &swings),
            || all(REFERENCE.wave, &self.swings()),
        );
        if let Some(&angle) = angles.iter().find(|angle| !angle.is_finite()) {
            watchdog.report(format!("07.2 wave: {angle} is no angle"));
        }
        angles.iter_mut().filter(|angle| !angle.is_finite()).for_each(|angle| *angle = 0.0);
        angles
    }

    /// 07.1, for every bone and every part.
    fn ask_turns(&self, answers: &Answers, watchdog: &mut Watchdog, angles: &[f32]) -> Vec<Mat3> {
        let asked: Vec<(Vec2, f32)> =
            self.pivots().into_iter().zip(angles.iter().copied()).collect();
        let all = |rotate_about: fn(Vec2, f32) -> Mat3, asked: &[(Vec2, f32)]| -> Vec<Mat3> {
            asked.iter().map(|&(pivot, angle)| rotate_about(pivot, angle)).collect()
        };
        let (mine, copy) = (answers.rotate_about, asked.clone());
        let mut turns = watchdog.call(
            "07.1 rotate_about",
            move || all(mine, &copy),
            || all(REFERENCE.rotate_about, &asked),
        );
        if turns.iter().any(|turn| !turn.is_finite()) {
            watchdog.report("07.1 rotate_about: a matrix whose numbers are not all finite");
        }
        turns.iter_mut().filter(|turn| !turn.is_finite()).for_each(|t| *t = Mat3::IDENTITY);
        turns
    }

    /// 07.3, for every cutout.
    fn ask_places(
        &self,
        answers: &Answers,
        watchdog: &mut Watchdog,
        turns: &[Mat3],
    ) -> Vec<Vec<Vec2>> {
        let all = |answers: &Answers, troupe: &Troupe, turns: &[Mat3]| -> Vec<Vec<Vec2>> {
            let dealt = troupe.cutouts.iter().zip(troupe.deal(turns).0);
            dealt.map(|(cutout, turns)| (answers.segmented_arm)(&cutout.corners, turns)).collect()
        };
        let (mine, troupe, copy) = (*answers, self.clone(), turns.to_vec());
        let mut places = watchdog.call(
            "07.3 segmented_arm",
            move || all(&mine, &troupe, &copy),
            || all(&REFERENCE, self, turns),
        );
        let mut said = false;
        for (Cutout { name, corners, .. }, places) in self.cutouts.iter().zip(&mut places) {
            let (count, got) = (corners.len(), places.len());
            let lost = places.iter().any(|place| !place.is_finite());
            if !said && count != got {
                watchdog.report(format!(
                    "07.3 segmented_arm: {name}: {got} places for {count} corners"
                ));
            } else if !said && lost {
                watchdog.report(format!("07.3 segmented_arm: {name}: a place that is no number"));
            }
            said |= lost || count != got;
            let rest = |index: usize| corners[index].at;
            let place = |index: usize| places.get(index).copied().filter(|p| p.is_finite());
            *places = (0..count).map(|index| place(index).unwrap_or_else(|| rest(index))).collect();
        }
        places
    }

    /// 07.4
    fn ask_sprites(
        &self,
        answers: &Answers,
        watchdog: &mut Watchdog,
        turns: &[Mat3],
    ) -> Vec<Sprite> {
        let turns = self.deal(turns).1;
        let (mine, parts) = (answers.sprite_transforms, self.fox.parts.clone());
        let copy = turns.to_vec();
        let mut sprites = watchdog.call(
            "07.4 sprite_transforms",
            move || mine(&parts, &copy),
            || (REFERENCE.sprite_transforms)(&self.fox.parts, turns),
        );
        let count = self.fox.parts.len();
        if let Some(sprite) = sprites.iter().find(|sprite| sprite.part >= count) {
            let last = count - 1;
            watchdog.report(format!(
                "07.4 sprite_transforms: part {}, where the last one is {last}",
                sprite.part
            ));
        } else if sprites.len() > count {
            watchdog.report(format!(
                "07.4 sprite_transforms: {} pictures of {count} parts",
                sprites.len()
            ));
        } else if sprites.iter().any(|sprite| !sprite.stage_from_picture.is_finite()) {
            watchdog.report("07.4 sprite_transforms: a matrix whose numbers are not all finite");
        }
        sprites.retain(|sprite| sprite.part < count && sprite.stage_from_picture.is_finite());
        sprites.truncate(count);
        sprites
    }
}
