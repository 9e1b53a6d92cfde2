//! The lesson's picture, without a window.

use crate::{Answers, Joint, Scene};
use anyhow::Result;
use common::graphics::{Canvas, Picture, headless};
use std::path::{Path, PathBuf};

/// A picture, the joints in it, and what went wrong on the way, in words.
pub struct Drawn {
    /// The figure with its joints.
    pub picture: Picture,
    /// In the order in which the answers gave them.
    pub joints: Vec<Joint>,
    /// What the answers did that should not be.
    pub said: Vec<String>,
}

/// The figure that the lesson is about.
pub fn knight() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/knight.dae")
}

/// Draws a file's figure, with the joints that `answers` read.
///
/// # Errors
/// If there is no OpenGL, the file cannot be read, or a shader of `common` does not compile.
pub fn draw(answers: &Answers, file: &Path, size: (u32, u32)) -> Result<Drawn> {
    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, size)?;
    let mut scene = Scene::new(&gl, file)?;
    let (joints, said) = scene.ask(answers);
    let camera = scene.camera(canvas.aspect());
    canvas.draw(|target| scene.draw(target, &camera))?;
    Ok(Drawn { picture: canvas.picture(), joints, said })
}
