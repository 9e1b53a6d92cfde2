//! The lesson in its window and its pictures: a worm of clay, and one of tin that dances.

use crate::Answers;
use crate::checks::LESSON;
use crate::scene::{Posed, Scene, Show, short};
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, SceneTime, Screen, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::process::ExitCode;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// How far from the bind pose (0) to the dance (1)
    #[arg(long, value_name = "AMOUNT", value_parser = share)]
    pose: Option<f32>,
    /// Joint numbers as a shader gets them that reads their bits as floats
    #[arg(long)]
    as_floats: bool,
}

impl Options {
    /// As the command line would say it.
    pub fn new(pose: Option<f32>, as_floats: bool) -> Self {
        Options { pose, as_floats }
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
    amount: f32,
    as_floats: bool,
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
    type Output = Posed;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 08: bind pose";
    const TIME: f32 = 2.45;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.inverse_binds = mine.inverse_binds,
            1 => table.skinning_matrices = mine.skinning_matrices,
            _ => table.vertex = mine.vertex,
        }
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        let amount = options.pose.unwrap_or(1.0);
        let time = SceneTime::from(time);
        Ok(Window { time, amount, as_floats: options.as_floats, scene: Scene::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Posed> {
        let Window { time, amount, as_floats, .. } = *self;
        self.scene.ask(
            &answers.table,
            answers.watchdog,
            Show { seconds: time.seconds, amount, as_floats },
        )
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        self.scene.draw(target, view, posed)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Posed,
        right: &Posed,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn ui(&mut self, screen: &Screen<'_>, posed: &Posed) {
        let told = self.scene.told(posed);
        let (ui, em) = (screen.ui, screen.fonts.em);
        screen.panel("Bind pose", || {
            let width = ui.push_item_width(em * 10.0);
            ui.slider_config("pose", 0.0, 1.0).display_format("%.2f").build(&mut self.amount);
            width.end();
            ui.checkbox("joints read as floats", &mut self.as_floats);
            self.time.controls(screen);
            ui.text("lower end of each tin");
            for (name, places) in told {
                let [modelled, own, now] = places.map(short);
                ui.text(format!("{name}: modelled {modelled}"));
                ui.text(format!("  to its joint {own}"));
                ui.text(format!("  now {now}"));
            }
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(Scene::camera(aspect))
    }

    fn describe(&self, posed: &Posed) -> String {
        format!("{}\n{}", Self::TITLE, self.scene.describe(posed))
    }
}
