//! The level and the figures, which do not change in a run.

use crate::checks::{LESSON, REFERENCE};
use crate::fight::{BlowKind, Species, knight_spheres};
use crate::ground::{self, Body, Mesh, Pit};
use crate::knight::{COLLIDER, GameCast, StudentKnight};
use crate::level::Level;
use crate::{SideScroller, Sphere};
use anyhow::{Context, Error, Result, bail};
use given::{CallError, Course};
use glam::DVec2;
use std::sync::Arc;

pub struct Characters {
    pub cast: GameCast,
    pub species: Species,
    pub knight_spheres: Vec<Sphere>,
    /// His hand, and the joint that holds his sword.
    strike_joints: [usize; 2],
}

impl Characters {
    pub fn load() -> Result<Self> {
        Self::new(GameCast::load()?)
    }

    pub fn new(cast: GameCast) -> Result<Self> {
        let species = Species::load()?;
        let skeleton = &cast.file.model.skeleton;
        let spheres = knight_spheres(skeleton, &cast.sizes).map_err(anyhow::Error::msg)?;
        let mut strike_joints = [0; 2];
        for kind in [BlowKind::Punch, BlowKind::Swing] {
            let joint = skeleton.find(kind.joint()).with_context(|| format!("no joint {}", kind.joint()))?;
            strike_joints[kind as usize] = joint;
        }
        Ok(Characters { cast, species, knight_spheres: spheres, strike_joints })
    }

    /// Returns the joint whose hit spheres strike in a blow.
    pub fn strikes_with(&self, kind: BlowKind) -> usize {
        self.strike_joints[kind as usize]
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

    /// Returns whether a body falls with nothing below it but the abyss.
    pub fn has_fallen_out(&self, body: &Body) -> bool {
        if body.support.is_some() || body.velocity.y >= 0.0 {
            return false;
        }
        let below = self.level.abyss..=body.position.y;
        !ground::surfaces(&self.obstacles, body.position.x).any(|(y, _)| below.contains(&y))
    }
}
