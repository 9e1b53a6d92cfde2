//! The lesson in its window: the crate turns.

use crate::Answers;
use crate::checks::{LESSON, REFERENCE};
use crate::scene::{Asked, Scene};
use anyhow::Result;
use common::app::{Desk, Input, Lesson, SceneTime, Screen, View, Whose};
use common::check::Who;
use common::graphics::scene::{SceneOptions, SceneRenderer};
use common::graphics::{Gl, OrbitCamera, Target};
use common::model::{Figure, Model};
use glium::Surface;

/// Everything in the window.
pub struct Window {
    desk: Desk,
    mine: Answers,
    time: SceneTime,
    scene: Scene,
    nothing: Model,
    background: SceneRenderer,
    said: String,
}

impl Window {
    /// # Errors
    /// If a shader does not compile, or the card has no room.
    pub fn open(gl: &Gl, desk: Desk, mine: Answers, time: f32) -> Result<Self> {
        let nothing = Model::default();
        Ok(Window {
            desk,
            mine,
            time: SceneTime::from(time),
            scene: Scene::new(gl)?,
            background: SceneRenderer::new(gl, &nothing)?,
            nothing,
            said: String::new(),
        })
    }
}

fn take(table: &mut Answers, todo: usize, mine: &Answers) {
    match todo {
        0 => table.paint = mine.paint,
        _ => table.clip_from_camera = mine.clip_from_camera,
    }
}

impl Lesson for Window {
    const TITLE: &'static str = "Lesson 00: first frame";
    const README: &'static str = include_str!("../README.md");
    const HAS_ANSWERS: bool = true;

    fn new(gl: &Gl) -> Result<Self> {
        let desk = Desk::new(&LESSON, Who::Exercise, Whose::Completed);
        Self::open(gl, desk, LESSON.exercise, 0.0)
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        self.time.update(input, seconds);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let (nothing, options) = (&self.nothing, SceneOptions::default());
        self.background.draw(target, nothing, &Figure::new(nothing), &view.camera, &options)?;
        let answers = self.desk.table(&self.mine, &REFERENCE, take);
        let asked = Asked::by(&mut self.desk.asker, &answers, target.get_dimensions());
        self.scene.draw(target, &view.camera, self.time.seconds, &asked)?;
        if self.desk.shows_difference() {
            let time = self.time.seconds;
            let found = self.scene.draw_difference(target, &view.camera, time, &asked)?;
            self.desk.found(found);
        }
        self.said = Scene::describe(&asked);
        self.desk.said(asked.said);
        Ok(())
    }

    fn ui(&mut self, screen: &Screen<'_>) {
        screen.panel("Crate", || self.time.controls(screen));
    }

    fn desk(&mut self) -> Option<&mut Desk> {
        Some(&mut self.desk)
    }

    fn camera(&mut self, _: f32) -> Option<OrbitCamera> {
        Some(Scene::camera())
    }

    fn describe(&mut self) -> String {
        self.said.clone()
    }
}
