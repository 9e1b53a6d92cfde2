//! The lesson's picture, without a window.

use crate::Answers;
use crate::asked::{Asked, Sliders};
use crate::{robot, scene::Scene};
use anyhow::Result;
use common::graphics::scene::{SceneOptions, SceneRenderer};
use common::graphics::{Canvas, Picture, headless};
use common::model::{Figure, Model};

/// Draws the robot as `answers` have it, with the sliders as they stand.
///
/// Beside the picture it says which answers could not be used: where one panics or hangs, the finished
/// one draws instead.
///
/// # Errors
/// If there is no OpenGL, or a shader does not compile.
pub fn draw(
    answers: &Answers,
    sliders: Sliders,
    size: (u32, u32),
) -> Result<(Picture, Vec<String>)> {
    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, size)?;
    let parts = robot::parts();
    let asked = Asked::of(answers, &parts, sliders);
    let scene = Scene::new(&gl, &parts)?;
    let camera = Scene::camera();
    // A model without anything in it: the background alone.
    let nothing = Model::default();
    let background = SceneRenderer::new(&gl, &nothing)?;
    let options = SceneOptions { ground: Some(-0.08), ..SceneOptions::default() };
    canvas.draw(|target| -> Result<()> {
        background.draw(target, &nothing, &Figure::new(&nothing), &camera, &options)?;
        scene.draw(target, &camera, &asked)
    })?;
    Ok((canvas.picture(), asked.said))
}
