//! The course's side of the game: its figure and its functions, ours or the student's.

mod figures;
mod poses;

pub use figures::{FramedFigures, StudentFigures};
pub use poses::StudentKnight;

use crate::checks::{LESSON, REFERENCE};
use crate::game::{Characters, Players, Stage};
use crate::knight::{Figure, GameCast};
use crate::level::Level;
use crate::{Hand, SideScroller, Tools, finished};
use anyhow::Result;
use armature::animation::Clip;
use armature::model::Model;
use common::ui::Message;
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use lesson_12::character::file::CharacterFile;
use lesson_12::character::own::{CharacterOptions, Lead};
use lesson_13::Fade;
use lesson_14::{Bend, Limb};
use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// `assets/knight.dae`, or a figure that plays his part, with the input of lesson 12's answers.
struct CourseFigure(Lead);

impl Figure for CourseFigure {
    fn with_clips(&self, clips: &[Clip]) -> (Model, Vec<Message>) {
        let (file, messages) = self.0.file.with_clips(clips);
        (file.model, messages)
    }

    fn sizes(&self) -> &BTreeMap<String, f32> {
        &self.0.sizes
    }

    fn advance_fade(&self, fade: &mut Fade, new_fade: Option<f32>, dt: f32) -> f32 {
        lesson_13::finished::advance_fade(fade, new_fade, dt)
    }

    fn reach(&self, limb: &Limb, target: Vec3, pole: Vec3) -> Bend {
        (lesson_14::finished::ANSWERS.reach)(limb, target, pole, &lesson_14::finished::TOOLS)
    }

    fn sword(&self, hand: &Hand) -> Mat4 {
        (finished::ANSWERS.sword)(hand)
    }
}

/// Returns the file of the knight, with the clips that were saved for him.
fn file_of(cast: &GameCast) -> CharacterFile {
    let figure: &dyn Any = &*cast.figure;
    let CourseFigure(lead) = figure.downcast_ref().expect("the course's figure");
    lead.file.with_clips(&cast.attached.clips).0
}

/// Returns the game's figures, with what was saved for them in the folder `saves`.
pub fn characters(lead: Lead, saves: &Path) -> Result<Characters> {
    Characters::new(Arc::new(CourseFigure(lead)), saves)
}

pub fn default_characters() -> Result<Characters> {
    characters(CharacterOptions::default().load()?, &common::assets())
}

/// Returns players by these answers; armature poses the knight.
pub fn players(course: &Course) -> Players {
    let tools = Tools { next_state: course.blending.next_state };
    Players { answers: course.side_scroller, tools, poses: None }
}

/// Returns players whose answers of earlier lessons pose the knight, unless these are ours.
pub fn posing_players(course: &Course, cast: &GameCast) -> Result<Players, CallError> {
    let mut players = players(course);
    if calls_earlier(course) {
        players.poses = Some(Arc::new(StudentKnight::new(cast, *course)?));
    }
    Ok(players)
}

pub fn calls_earlier(course: &Course) -> bool {
    Course { side_scroller: LESSON.reference.side_scroller, ..*course } != LESSON.reference
}

/// Builds a level's ground by 18.1.
///
/// # Errors
/// If 18.1 cannot be used: then the finished one builds it. If the level has no ground, or its start or a spawn is inside of
/// it.
pub fn stage(level: &Level, figures: &Arc<Characters>, answers: &SideScroller) -> Result<Stage> {
    Stage::build(level, figures, answers).or_else(|error| {
        if error.is::<CallError>() {
            return Err(error);
        }
        Stage::build(level, figures, &REFERENCE.side_scroller)?;
        Err(CallError::unusable("18.1", error).into())
    })
}
