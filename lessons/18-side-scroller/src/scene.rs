//! The scene. A placeholder: the game is drawn here.

use crate::{Answers, checks::LESSON};
use anyhow::Result;
use common::app::{
    Difference, Exercise, Farthest, GuardedAnswers, NoOptions, SceneTime, Subject, View,
    lesson_main,
};
use common::check;
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, Target};
use common::scenes::difference;
use std::process::ExitCode;

/// What everything is drawn with.
pub struct Scene {
    backdrop: Backdrop,
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

impl Subject for Scene {}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = NoOptions;
    type Output = ();

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const TITLE: &'static str = "Lesson 18: side scroller";

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        Ok(Scene { backdrop: Backdrop::new(gl)? })
    }

    fn evaluate(&mut self, _: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<()> {
        Ok(())
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, (): &()) -> Result<()> {
        self.backdrop.draw(target, &view.camera, None)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        _: &mut Target<'_>,
        view: &View,
        (): &(),
        (): &(),
    ) -> Result<Difference> {
        let worst = Farthest::of([].into_iter(), [].into_iter());
        Ok(difference::at_farthest(view, worst, "nothing yet", |_| String::new()))
    }
}
