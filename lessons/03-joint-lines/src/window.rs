//! The lesson in its window and its pictures: the family walks under its joint lines.

use crate::Answers;
use crate::checks::LESSON;
use crate::scene::{Lines, Scene};
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, NoOptions, SceneTime, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use glam::Vec3;
use std::process::ExitCode;

/// The scene, and how old it is.
pub struct Window {
    time: SceneTime,
    scene: Scene,
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = NoOptions;
    type Output = Lines;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 03: joint lines";
    const TIME: f32 = 0.5;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.index_pairs = mine.index_pairs,
            1 => table.vertex = mine.vertex,
            2 => table.matrices = mine.matrices,
            _ => table.chain_starts = mine.chain_starts,
        }
    }

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        Ok(Window { time: SceneTime::from(time), scene: Scene::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Lines> {
        self.scene.ask(&answers.table, answers.watchdog, self.time.seconds)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, lines: &Lines) -> Result<()> {
        self.scene.draw(target, view, self.time.seconds, lines)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Lines,
        right: &Lines,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn followed(&mut self) -> Option<Vec3> {
        Some(self.scene.middle(self.time.seconds))
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.scene.camera(self.time.seconds, aspect))
    }
}
