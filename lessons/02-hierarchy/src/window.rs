//! The lesson in its window and its pictures: the creature walks.

use crate::Answers;
use crate::checks::LESSON;
use crate::drawing::Drawing;
use crate::scene::Moment;
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, NoOptions, SceneTime, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use glam::Vec3;
use std::process::ExitCode;

/// The scene, and how old it is.
pub struct Window {
    time: SceneTime,
    drawing: Drawing,
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = NoOptions;
    type Output = Moment;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 02: hierarchy";
    const TIME: f32 = 0.5;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.depth_first_order = mine.depth_first_order,
            1 => table.model_poses = mine.model_poses,
            _ => table.tip = mine.tip,
        }
    }

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        Ok(Window { time: SceneTime::from(time), drawing: Drawing::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Moment> {
        Ok(self.drawing.scene.ask(answers.watchdog, &answers.table, self.time.seconds))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, moment: &Moment) -> Result<()> {
        self.drawing.draw(target, view, moment)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Moment,
        right: &Moment,
    ) -> Result<Difference> {
        self.drawing.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn followed(&mut self) -> Option<Vec3> {
        let model_from_root = self.drawing.scene.family.model_from_root(self.time.seconds);
        Some(model_from_root.transform_point3(Vec3::ZERO))
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.drawing.camera(self.time.seconds, aspect))
    }
}
