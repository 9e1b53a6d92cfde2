//! Everything that is drawn: sky and hills, the level, figures, and over them marks and words.

mod backdrop;
pub mod camera;
mod characters;
pub mod effects;
pub mod hud;
mod level;
pub mod light;
pub mod marks;
mod materials;
pub mod mist;
mod sun;

pub use characters::{Character, CharacterKind, RIGHT};

use crate::level::Level;
use armature::model::Model;
use backdrop::Backdrop;
use characters::CharacterRenderer;
use common::prelude::*;
use glam::Vec4;
use glium::Surface;
use level::DrawnLevel;
use light::{Light, Lit};
use sun::Sun;

/// Draws figures in its own way.
pub trait DrawFigures {
    fn draw(&self, target: &mut Target<'_>, view: &View, light: &Light, figures: &[Character]) -> Result<()>;
}

pub struct DrawnWorld {
    backdrop: Backdrop,
    level: DrawnLevel,
    figures: CharacterRenderer,
    sun: Sun,
    debug: DebugRenderer,
}

impl DrawnWorld {
    pub fn new(gl: &Gl, level: &Level, models: &[&Model]) -> Result<Self> {
        Ok(DrawnWorld {
            backdrop: Backdrop::new(gl)?,
            level: DrawnLevel::new(gl, level)?,
            figures: CharacterRenderer::new(gl, models)?,
            sun: Sun::new(gl)?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    pub fn set_level(&mut self, gl: &Gl, level: &Level) -> Result<()> {
        self.level.set(gl, level)
    }

    /// Uploads other models.
    pub fn set_models(&mut self, gl: &Gl, models: &[&Model]) -> Result<()> {
        self.figures = CharacterRenderer::new(gl, models)?;
        Ok(())
    }

    /// Returns what is to be known about the models' pictures and meshes.
    pub fn warnings(&self) -> impl Iterator<Item = &String> {
        self.figures.warnings()
    }

    /// Opens the level's door, by a fraction from 0 to 1.
    pub fn open_door(&mut self, gl: &Gl, level: &Level, fraction: f32) -> Result<()> {
        self.level.open_door(gl, level, 1.9 * fraction * fraction * (3.0 - 2.0 * fraction))
    }

    /// Draws the world; of the figures the knight comes first, then his sword, then the creatures. `mine` draws figures
    /// in place of their renderer.
    pub fn draw(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        figures: &[Character],
        light: &Light,
        mine: Option<&dyn DrawFigures>,
    ) -> Result<()> {
        let sun = Sun::around(view.camera.target);
        let mut shadows = self.sun.target()?;
        self.level.draw_depth(&mut shadows, sun, view.camera.target.x, sun::REACH)?;
        self.figures.draw_depth(&mut shadows, sun, figures)?;
        target.clear_depth(1.0);
        let lit = Lit { view, light, uniforms: light.uniforms(view).with(self.sun.uniforms(&sun)) };
        let is_mine = mine.is_some();
        match mine {
            Some(mine) => mine.draw(target, view, light, figures)?,
            None => self.figures.draw(target, &lit, figures, false)?,
        }
        // What covers others comes first.
        self.level.draw(target, &lit)?;
        self.backdrop.draw(target, view, light)?;
        if !is_mine {
            self.figures.draw(target, &lit, figures, true)?;
            self.figures.draw_hidden(target, &lit, figures)?;
        }
        self.draw_in_air(target, &light.beam_shapes(), view)
    }

    /// Draws figures see-through in one colour (sRGB), over what is drawn already.
    pub fn draw_ghost(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        figures: &[Character],
        color: Vec4,
    ) -> Result<()> {
        self.figures.draw_ghost(target, view, figures, color)
    }

    /// Draws shapes in the air, hidden by what is in front of them.
    pub fn draw_in_air(&self, target: &mut Target<'_>, shapes: &Shapes, view: &View) -> Result<()> {
        Ok(self.debug.draw(target, shapes, view.clip_from_world(), Overlay::InScene)?)
    }

    /// Draws lines and flat shapes over everything.
    pub fn draw_shapes(&self, target: &mut Target<'_>, shapes: &Shapes, clip_from_world: glam::Mat4) -> Result<()> {
        Ok(self.debug.draw(target, shapes, clip_from_world, Overlay::OnTop)?)
    }
}
