//! The lesson in its window and its pictures: a balloon and a cactus dance in the light.

use crate::Answers;
use crate::checks::LESSON;
use crate::scene::{Lit, Scene, Show, told};
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, SceneTime, Screen, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::f32::consts::PI;
use std::process::ExitCode;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// From upright (0) to the whole dance (1)
    #[arg(long, value_name = "SHARE", value_parser = share)]
    bend: Option<f32>,
    /// From round (0) to the middle joint's whole stretch (1)
    #[arg(long, value_name = "SHARE", value_parser = share)]
    squash: Option<f32>,
}

impl Options {
    /// As the command line would say it.
    pub fn new(bend: Option<f32>, squash: Option<f32>) -> Self {
        Options { bend, squash }
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(amount) if (0.0..=1.0).contains(&amount) => Ok(amount),
        _ => Err("a number from 0 to 1".into()),
    }
}

/// The scene, and what of it is shown.
pub struct Window {
    time: SceneTime,
    show: Show,
    scene: Scene,
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = Options;
    type Output = Lit;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 10: normals";
    const TIME: f32 = 2.6;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.fragment = mine.fragment,
            1 => table.normal_matrix = mine.normal_matrix,
            2 => table.vertex = mine.vertex,
            _ => table.shortcut_will_do = mine.shortcut_will_do,
        }
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        let show = Show {
            seconds: time,
            bend: options.bend.unwrap_or(1.0),
            squash: options.squash.unwrap_or(1.0),
            lamp: -0.7,
        };
        Ok(Window { time: SceneTime::from(time), show, scene: Scene::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Lit> {
        self.scene.ask(
            &answers.table,
            answers.watchdog,
            Show { seconds: self.time.seconds, ..self.show },
        )
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, lit: &Lit) -> Result<()> {
        self.scene.draw(target, view, lit)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Lit,
        right: &Lit,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn ui(&mut self, screen: &Screen<'_>, lit: &Lit) {
        let told = told(lit);
        let (ui, em) = (screen.ui, screen.fonts.em);
        screen.panel("Normals", || {
            let width = ui.push_item_width(em * 10.0);
            ui.slider_config("bend", 0.0, 1.0).display_format("%.2f").build(&mut self.show.bend);
            let squash = &mut self.show.squash;
            ui.slider_config("squash", 0.0, 1.0).display_format("%.2f").build(squash);
            ui.slider_config("lamp", -PI, PI).display_format("%.2f").build(&mut self.show.lamp);
            width.end();
            self.time.controls(screen);
            for line in told {
                ui.text_wrapped(line);
            }
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(Scene::camera(aspect))
    }

    fn describe(&self, lit: &Lit) -> String {
        format!("{}\n{}", Self::TITLE, self.scene.describe(lit))
    }
}
