//! The lesson in its window and its pictures: four knights between two keys.

use crate::Answers;
use crate::arms::Asked;
use crate::checks::LESSON;
use crate::scene::Scene;
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, SceneTime, Screen, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::process::ExitCode;

/// From key to key, in seconds.
const SECONDS: f32 = 3.0;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// How far between the two keys, from 0 to 1, instead of a time
    #[arg(long, value_name = "U", value_parser = share)]
    u: Option<f32>,
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(u) if (0.0..=1.0).contains(&u) => Ok(u),
        _ => Err("a number from 0 to 1".into()),
    }
}

/// The scene, and how far it has come.
pub struct Window {
    time: SceneTime,
    scene: Scene,
}

impl Window {
    /// From key to key and back, over and over.
    fn u(&self) -> f32 {
        1.0 - ((self.time.seconds / SECONDS).rem_euclid(2.0) - 1.0).abs()
    }
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = Options;
    type Output = Asked;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 06: rotations";
    const TIME: f32 = 0.25 * SECONDS;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.shortest = mine.shortest,
            1 => table.nlerp = mine.nlerp,
            2 => table.slerp = mine.slerp,
            _ => table.decompose = mine.decompose,
        }
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        let time = options.u.map_or(time, |u| u * SECONDS);
        Ok(Window { time: SceneTime::from(time), scene: Scene::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Asked> {
        Ok(self.scene.ask(&answers.table, answers.watchdog, self.u()))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        self.scene.draw(target, view, asked)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Asked,
        right: &Asked,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn ui(&mut self, screen: &Screen<'_>, asked: &Asked) {
        let numbers = asked.numbers(self.scene.arm());
        let (ui, em, mut u) = (screen.ui, screen.fonts.em, self.u());
        screen.panel("Between the keys", || {
            let width = ui.push_item_width(em * 13.0);
            if ui.slider_config("u", 0.0, 1.0).display_format("%.2f").build(&mut u) {
                self.time.seconds = u * SECONDS;
                self.time.playing = false;
            }
            width.end();
            self.time.controls(screen);
            // In the arms' own colours, and in their order.
            for (row, name) in ["length", "turned"].into_iter().enumerate() {
                ui.text(name);
                for (lane, (way, length, turned)) in numbers.into_iter().enumerate() {
                    ui.same_line_with_pos(em * (4.2 + 2.9 * lane as f32));
                    let text =
                        if row == 0 { format!("{length:.2}") } else { format!("{turned:.0}°") };
                    ui.text_colored(way.color().to_array(), text);
                }
            }
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(Scene::camera(aspect))
    }

    fn describe(&self, asked: &Asked) -> String {
        asked.describe(self.scene.arm())
    }
}
