//! The lesson in its window: the creature walks.

use crate::Answers;
use crate::checks::{LESSON, REFERENCE};
use crate::picture::Drawing;
use anyhow::Result;
use common::app::{Desk, Input, Lesson, SceneTime, Screen, View, Whose};
use common::check::Who;
use common::graphics::{Gl, OrbitCamera, Target};

/// Everything in the window.
pub struct Window {
    desk: Desk,
    mine: Answers,
    time: SceneTime,
    drawing: Drawing,
}

impl Window {
    /// # Errors
    /// If a shader of `common` does not compile, or the card has no room.
    pub fn open(gl: &Gl, desk: Desk, mine: Answers, time: f32) -> Result<Self> {
        Ok(Window { desk, mine, time: SceneTime::from(time), drawing: Drawing::new(gl)? })
    }
}

fn take(table: &mut Answers, todo: usize, mine: &Answers) {
    match todo {
        0 => table.depth_first_order = mine.depth_first_order,
        1 => table.model_poses = mine.model_poses,
        _ => table.tip = mine.tip,
    }
}

impl Lesson for Window {
    const TITLE: &'static str = "Lesson 02: hierarchy";
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
        let (camera, time) = (&view.camera, self.time.seconds);
        let answers = self.desk.table(&self.mine, &REFERENCE, take);
        let moment = self.drawing.scene.ask_by(&mut self.desk.asker, &answers, time);
        self.drawing.draw_moment(target, camera, &moment)?;
        if self.desk.shows_difference() {
            let found = self.drawing.draw_difference(target, camera, time, &moment)?;
            self.desk.found(found);
        }
        self.desk.said(moment.said);
        Ok(())
    }

    fn ui(&mut self, screen: &Screen<'_>) {
        screen.panel("Walk", || self.time.controls(screen));
    }

    fn desk(&mut self) -> Option<&mut Desk> {
        Some(&mut self.desk)
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.drawing.camera(self.time.seconds, aspect))
    }
}
