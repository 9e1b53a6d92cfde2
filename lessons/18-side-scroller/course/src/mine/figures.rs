//! Characters in the skin and the light of lessons 08 to 11: what `--mine` draws.

use super::file_of;
use crate::attached::AttachedModel;
use crate::draw::{Character, DrawFigures, light::Light};
use crate::game::Characters;
use common::prelude::*;
use glam::Vec3;
use lesson_12::character::{
    file::CharacterFile,
    skin::{SkinnedFrame, StudentSkin},
};

/// Light on figures that have just been hurt, linear.
const HURT: Vec3 = Vec3::new(1.0, 0.12, 0.08);

/// The figures' files, and what the answers have returned about them; in the order of [`CharacterKind`](crate::draw::CharacterKind).
pub struct StudentFigures {
    figures: Vec<StudentSkin>,
}

impl StudentFigures {
    /// Reads the files of the creature and of what is attached.
    pub fn new(gl: &Gl, characters: &Characters) -> Result<Self> {
        let creature = CharacterFile::read(&common::assets().join("creature.dae"))?;
        let mut figures = vec![StudentSkin::new(gl, &file_of(&characters.cast))?, StudentSkin::new(gl, &creature)?];
        for attached in characters.cast.attached.models.iter().chain(&characters.species.attached.models) {
            figures.push(StudentSkin::new(gl, &attached_file(attached)?)?);
        }
        Ok(StudentFigures { figures })
    }

    /// Calls the answers of lessons 08 to 11 with the figures of one frame.
    pub fn frame(&mut self, course: &Course, figures: &[Character]) -> Result<Vec<SkinnedFrame>> {
        let mut frames = Vec::new();
        for (kind, skin) in self.figures.iter_mut().enumerate() {
            let mut poses = Vec::new();
            for figure in figures {
                if figure.kind.index() == kind {
                    poses.push(&figure.pose);
                }
            }
            frames.push(skin.frame(course, &poses)?);
        }
        Ok(frames)
    }
}

/// Figures, and what the answers have returned for one frame.
pub struct FramedFigures<'a>(pub &'a StudentFigures, pub &'a [SkinnedFrame]);

impl DrawFigures for FramedFigures<'_> {
    fn draw(&self, target: &mut Target<'_>, view: &View, light: &Light, figures: &[Character]) -> Result<()> {
        let FramedFigures(StudentFigures { figures: skins }, frames) = self;
        let mut drawn = vec![0; skins.len()];
        for figure in figures {
            let kind = figure.kind.index();
            let at = figure.pose.world_from_model.w_axis.truncate() + Vec3::Y;
            let mut lamp = light.single_lamp(at);
            if figure.hurt > 0.0 {
                lamp = lamp.vec3("u_lamp", HURT).vec3("u_ambient", HURT * figure.hurt);
            }
            skins[kind].draw(target, view, &frames[kind], drawn[kind], &lamp)?;
            drawn[kind] += 1;
        }
        Ok(())
    }
}

/// Returns an attached model as the answers take it.
fn attached_file(attached: &AttachedModel) -> Result<CharacterFile> {
    match attached.file() {
        Some(path) => CharacterFile::read(&path),
        None => Ok(CharacterFile::of_model(attached.model.clone())),
    }
}
