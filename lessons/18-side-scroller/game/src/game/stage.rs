//! The level and the figures, which do not change in a run.

use crate::attached::Attached;
use crate::fight::Species;
use crate::ground::{self, Body, GroundHeights, Mesh};
use crate::knight::{COLLIDER, Figure, GameCast, Poses};
use crate::level::Level;
use crate::{SideScroller, Tools};
use anyhow::{Error, Result, bail};
use armature::model::Model;
use glam::DVec2;
use std::{path::Path, sync::Arc};

pub struct Characters {
    pub cast: GameCast,
    pub species: Species,
}

impl Characters {
    /// Loads the figures, with what was saved for them in the folder `saves`.
    pub fn new(knight: Arc<dyn Figure>, saves: &Path) -> Result<Self> {
        Ok(Characters { cast: GameCast::new(knight, saves)?, species: Species::load(saves)? })
    }

    /// Returns what was saved for the knight, and for the creatures.
    pub fn attached(&self) -> [&Attached; 2] {
        [&self.cast.attached, &self.species.attached]
    }

    /// Returns the models in the order of [`CharacterKind`](crate::draw::CharacterKind).
    pub fn models(&self) -> Vec<&Model> {
        let mut models = vec![&self.cast.model, &self.species.model];
        models.extend(self.attached().into_iter().flat_map(|attached| &attached.models).map(|it| &it.model));
        models
    }
}

/// The functions that move the game.
#[derive(Clone)]
pub struct Players {
    pub answers: SideScroller,
    pub tools: Tools,
    /// What poses the knight; with `None` armature does.
    pub poses: Option<Arc<dyn Poses>>,
}

/// A level, and its ground for the knight and for the creatures.
#[derive(Clone)]
pub struct Stage {
    pub level: Level,
    pub obstacles: Vec<Vec<DVec2>>,
    pub knight_mesh: Mesh,
    pub creature_mesh: Mesh,
    pub heights: GroundHeights,
    pub figures: Arc<Characters>,
}

impl Stage {
    /// Builds a level's ground.
    ///
    /// # Errors
    /// If the function that expands it cannot be used, the level has no ground, or its start or a spawn is inside of it.
    pub fn build(level: &Level, figures: &Arc<Characters>, answers: &SideScroller) -> Result<Self> {
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
        let heights = GroundHeights::new(&obstacles, level.abyss, (bounds.0.x, bounds.1.x));
        Ok(Stage { level: level.clone(), obstacles, knight_mesh, creature_mesh, heights, figures: figures.clone() })
    }
}
