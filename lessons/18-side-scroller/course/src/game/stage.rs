//! The level and the figures, which do not change in a run.

use crate::SideScroller;
use crate::checks::{LESSON, REFERENCE};
use crate::fight::Species;
use crate::ground::{self, Body, Mesh, Pit};
use crate::knight::{COLLIDER, GameCast, StudentKnight};
use crate::level::Level;
use anyhow::{Error, Result, bail};
use armature::model::Model;
use common::ui::Message;
use given::{CallError, Course};
use glam::DVec2;
use lesson_12::character::own::{CharacterOptions, Lead};
use std::{path::Path, sync::Arc};

pub struct Characters {
    pub cast: GameCast,
    pub species: Species,
}

impl Characters {
    pub fn load() -> Result<Self> {
        Self::new(CharacterOptions::default().load()?, &common::assets())
    }

    /// Loads the figures, with what was saved for them in the folder `saves`.
    pub fn new(lead: Lead, saves: &Path) -> Result<Self> {
        Ok(Characters { cast: GameCast::new(lead, saves)?, species: Species::load(saves)? })
    }

    /// Returns the figures with what has been saved since, and adds notes about it; `None` if nothing was.
    pub fn reloaded(&self, saves: &Path, messages: &mut Vec<Message>) -> Result<Option<Self>> {
        let cast = self.cast.reloaded(saves)?;
        let species = self.species.reloaded(saves)?;
        let new = [cast.as_ref().map(|cast| &cast.attached), species.as_ref().map(|species| &species.attached)];
        for attached in new.into_iter().flatten() {
            messages.push(attached.note());
            messages.extend_from_slice(&attached.messages);
        }
        let is_new = cast.is_some() || species.is_some();
        let cast = cast.unwrap_or_else(|| self.cast.clone());
        let species = species.unwrap_or_else(|| self.species.clone());
        Ok(is_new.then_some(Characters { cast, species }))
    }

    /// Returns the models in the order of [`CharacterKind`](crate::draw::CharacterKind).
    pub fn models(&self) -> Vec<&Model> {
        let mut models = vec![&self.cast.file.model, &self.species.model];
        let attached = self.cast.attached.models.iter().chain(&self.species.attached.models);
        models.extend(attached.map(|attached| &attached.model));
        models
    }
}

#[derive(Clone)]
pub struct Players {
    /// Answers of this lesson, and 13.3.
    pub course: Course,
    /// Answers of earlier lessons that pose the knight; with `None` armature does.
    pub mine: Option<Arc<StudentKnight>>,
}

impl Players {
    pub fn new(course: Course) -> Self {
        Players { course, mine: None }
    }

    /// Creates players whose answers of earlier lessons pose the knight, unless these are ours.
    pub fn posing(course: Course, cast: &GameCast) -> Result<Self, CallError> {
        let mine = if calls_earlier(&course) { Some(Arc::new(StudentKnight::new(cast, course)?)) } else { None };
        Ok(Players { course, mine })
    }
}

pub fn calls_earlier(course: &Course) -> bool {
    Course { side_scroller: LESSON.reference.side_scroller, ..*course } != LESSON.reference
}

/// A level, and its ground for the knight and for the creatures.
#[derive(Clone)]
pub struct Stage {
    pub level: Level,
    pub obstacles: Vec<Vec<DVec2>>,
    pub knight_mesh: Mesh,
    pub creature_mesh: Mesh,
    pub pits: Vec<Pit>,
    pub figures: Arc<Characters>,
}

impl Stage {
    /// Builds a level's ground by 18.1.
    ///
    /// # Errors
    /// If 18.1 cannot be used: then the finished one builds it. If the level has no ground, or its start or a
    /// spawn is inside of it.
    pub fn new(level: &Level, figures: &Arc<Characters>, answers: &SideScroller) -> Result<Self> {
        Self::build(level, figures, answers).or_else(|error| {
            if error.is::<CallError>() {
                return Err(error);
            }
            Self::build(level, figures, &REFERENCE.side_scroller)?;
            Err(CallError::unusable("18.1", error).into())
        })
    }

    fn build(level: &Level, figures: &Arc<Characters>, answers: &SideScroller) -> Result<Self> {
        let obstacles = level.obstacles();
        let bounds = level.bounds();
        let grown = ground::expanded(answers, &obstacles, &COLLIDER)?;
        let knight_mesh = ground::mesh_of(&grown, bounds).map_err(Error::msg)?;
        let grown = ground::expanded(answers, &obstacles, &Species::collider())?;
        let creature_mesh = ground::mesh_of(&grown, bounds).map_err(Error::msg)?;
        if Body::new(&knight_mesh, level.start).is_none() {
            bail!("the level's start is inside the ground");
        }
        for (index, spawn) in level.spawns.iter().enumerate() {
            if Body::new(&creature_mesh, spawn.position).is_none() {
                bail!("creature {} begins inside the ground", index + 1);
            }
        }
        let pits = ground::pits(&obstacles, &knight_mesh, level.abyss, (bounds.0.x, bounds.1.x));
        Ok(Stage { level: level.clone(), obstacles, knight_mesh, creature_mesh, pits, figures: figures.clone() })
    }
}
