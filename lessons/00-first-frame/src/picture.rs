//! The lesson's picture, without a window.

use crate::Answers;
use crate::scene::{Asked, Scene};
use anyhow::Result;
use common::graphics::scene::{SceneOptions, SceneRenderer};
use common::graphics::{Canvas, Picture, headless};
use common::model::{Figure, Model};

/// When the lesson's own picture is taken, in seconds.
pub const TIME: f32 = 0.0;

/// Draws the crate as `answers` have it, `time` seconds on.
///
/// Beside the picture it says which answers could not be used: where one panics or hangs, the finished
/// one draws instead.
///
/// # Errors
/// If there is no OpenGL, or a shader does not compile.
pub fn draw(answers: &Answers, time: f32, size: (u32, u32)) -> Result<(Picture, Vec<String>)> {
    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, size)?;
    let asked = Asked::of(answers, size);
    let scene = Scene::new(&gl)?;
    let camera = Scene::camera();
    // A model without anything in it: the background alone.
    let nothing = Model::default();
    let background = SceneRenderer::new(&gl, &nothing)?;
    canvas.draw(|target| -> Result<()> {
        background.draw(
            target,
            &nothing,
            &Figure::new(&nothing),
            &camera,
            &SceneOptions::default(),
        )?;
        scene.draw(target, &camera, time, &asked)
    })?;
    Ok((canvas.picture(), asked.said))
}
