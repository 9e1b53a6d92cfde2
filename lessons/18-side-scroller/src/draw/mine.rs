//! Figures in the skin and the light of lessons 08 to 11: what `--mine` draws.

use super::Figure;
use super::light::Light;
use crate::earlier::Earlier;
use anyhow::Result;
use common::app::{View, Watchdog};
use common::graphics::{Gl, Target};
use glam::Vec3;
use lesson_12::Transform;
use lesson_12::file::File;
use lesson_12::playing::Moment;
use lesson_12::skin::{SkinnedFrame, StudentSkin};
use std::path::Path;
use std::sync::Arc;

/// The light on those who have just been hurt: linear.
const HURT: Vec3 = Vec3::new(1.0, 0.12, 0.08);

/// The figures' files, and what the answers have returned about them; in the order of [`FigureKind`](super::FigureKind).
pub struct Mine {
    figures: Vec<(Arc<File>, StudentSkin)>,
}

impl Mine {
    /// Of the knight's, the sword's and the creature's file, in `assets`.
    ///
    /// # Errors
    /// If a file cannot be read, or the graphics card has no room.
    pub fn new(gl: &Gl, assets: &Path) -> Result<Self> {
        let figure = |name: &str| {
            let path = assets.join(name);
            let file = Arc::new(File::read(&path)?);
            let skin = StudentSkin::new(gl, &path, &file.model)?;
            Ok((file, skin))
        };
        let figures = ["knight.dae", "sword.dae", "creature.dae"].iter().map(|name| figure(name));
        Ok(Mine { figures: figures.collect::<Result<_>>()? })
    }

    /// Calls the answers of lessons 08 to 11 for one frame.
    ///
    /// # Errors
    /// If the graphics driver refuses, or not even the finished shaders can be used.
    pub fn frame(
        &mut self,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
        figures: &[Figure],
    ) -> Result<Vec<SkinnedFrame>> {
        let mut frames = Vec::new();
        for (kind, (file, skin)) in self.figures.iter_mut().enumerate() {
            let moments: Vec<Moment> =
                figures.iter().filter(|f| f.kind as usize == kind).map(moment).collect();
            frames.push(skin.frame(file, &earlier.skin(), watchdog, &moments)?);
        }
        Ok(frames)
    }

    pub(super) fn draw(
        &self,
        frames: &[SkinnedFrame],
        target: &mut Target<'_>,
        view: &View,
        light: &Light,
        figures: &[Figure],
    ) -> Result<()> {
        let mut drawn = [0; 3];
        for figure in figures {
            let kind = figure.kind as usize;
            let (number, skin) = (drawn[kind], &self.figures[kind].1);
            drawn[kind] += 1;
            let at = figure.pose.world_from_model.w_axis.truncate() + Vec3::Y;
            let mut lamp = light.single_lamp(at);
            if figure.hurt > 0.0 {
                lamp = lamp.vec3("u_lamp", HURT).vec3("u_ambient", HURT * figure.hurt);
            }
            skin.draw_lit(target, view, &frames[kind], number, &lamp)?;
        }
        Ok(())
    }
}

fn moment(figure: &Figure) -> Moment {
    Moment {
        offset: 0.0,
        seconds: 0.0,
        tick: 0.0,
        place: Transform::IDENTITY,
        pose: figure.pose.clone(),
    }
}
