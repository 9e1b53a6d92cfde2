//! The lesson in its window and its pictures: the crate turns.

use crate::Answers;
use crate::checks::LESSON;
use crate::scene::{Asked, Scene};
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, NoOptions, SceneTime, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
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
    type Output = Asked;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 00: first frame";

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.paint = mine.paint,
            _ => table.clip_from_camera = mine.clip_from_camera,
        }
    }

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        Ok(Window { time: SceneTime::from(time), scene: Scene::new(gl)? })
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<Asked> {
        Ok(Asked::by(answers.watchdog, &answers.table, view.size))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        self.scene.draw(target, view, self.time.seconds, asked)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Asked,
        right: &Asked,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, self.time.seconds, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn camera(&mut self, _: f32) -> Option<OrbitCamera> {
        Some(Scene::camera())
    }

    fn describe(&self, asked: &Asked) -> String {
        Scene::describe(asked)
    }
}
