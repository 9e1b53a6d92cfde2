//! The lesson in its window: the family walks under its joint lines.

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
        0 => table.index_pairs = mine.index_pairs,
        1 => table.vertex = mine.vertex,
        2 => table.matrices = mine.matrices,
        _ => table.chain_starts = mine.chain_starts,
    }
}

impl Lesson for Window {
    const TITLE: &'static str = "Lesson 03: joint lines";
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
        let asker = &mut self.desk.asker;
        let ends = self.drawing.draw(target, camera, time, &answers, asker)?;
        let said = self.desk.asker.take_said();
        self.desk.said(said);
        if self.desk.shows_difference() {
            let found = self.drawing.draw_difference(target, camera, time, &ends)?;
            self.desk.found(found);
        }
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
