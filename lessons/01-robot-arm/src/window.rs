//! The lesson in its window and its pictures: two sliders move the arm.

use crate::Answers;
use crate::asked::{Asked, Sliders};
use crate::checks::LESSON;
use crate::robot::{self, Part};
use crate::scene::Scene;
use anyhow::Result;
use common::app::{
    Difference, Exercise, GuardedAnswers, Input, KeyCode, Screen, View, lesson_main, theme,
};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::process::ExitCode;

/// Degrees a second, while a key is held.
const SPEED: f32 = 45.0;

/// The scene, and where the sliders stand.
pub struct Window {
    sliders: Sliders,
    parts: Vec<Part>,
    scene: Scene,
}

/// Where the sliders stand at the beginning. After `--time` seconds they have moved by themselves.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Options {
    /// Slider A, in degrees: turns the upper arm on its base
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    a: Option<f32>,
    /// Slider B, in degrees: bends the forearm at the elbow
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    b: Option<f32>,
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
    const TITLE: &'static str = "Lesson 01: robot arm";

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.matrix = mine.matrix,
            1 => table.compose = mine.compose,
            2 => table.inverse = mine.inverse,
            _ => table.place = mine.place,
        }
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        let (parts, moving) = (robot::parts(), Sliders::at(time));
        let sliders =
            Sliders { a: options.a.unwrap_or(moving.a), b: options.b.unwrap_or(moving.b) };
        Ok(Window { sliders, scene: Scene::new(gl, &parts)?, parts })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Asked> {
        Ok(Asked::by(answers.watchdog, &answers.table, &self.parts, self.sliders))
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

    fn update(&mut self, input: &Input, seconds: f32) {
        let held = |less: KeyCode, more: KeyCode| {
            f32::from(u8::from(input.is_down(more))) - f32::from(u8::from(input.is_down(less)))
        };
        let (step, (low, high)) = (SPEED * seconds, Sliders::RANGE_B);
        let a = self.sliders.a + step * held(KeyCode::Digit4, KeyCode::Digit5);
        let b = self.sliders.b + step * held(KeyCode::Digit6, KeyCode::Digit8);
        self.sliders =
            Sliders { a: a.clamp(-Sliders::MOST_A, Sliders::MOST_A), b: b.clamp(low, high) };
    }

    fn is_still(&mut self) -> bool {
        true
    }

    fn ui(&mut self, screen: &Screen<'_>, asked: &Asked) {
        screen.panel("Sliders", || {
            let (ui, (low, high)) = (screen.ui, Sliders::RANGE_B);
            let width = ui.push_item_width(screen.fonts.em * 13.0);
            let most = Sliders::MOST_A;
            ui.slider_config("A   4 5", -most, most)
                .display_format("%.1f°")
                .build(&mut self.sliders.a);
            ui.slider_config("B   6 8", low, high)
                .display_format("%.1f°")
                .build(&mut self.sliders.b);
            width.end();
            // Numbers on lines of their own: the column is narrow.
            for line in asked.describe().lines().skip(1) {
                let (what, numbers) = line.split_once(": ").unwrap_or((line, ""));
                ui.text_colored(theme::DIM, what);
                ui.text(numbers);
            }
        });
    }

    fn camera(&mut self, _: f32) -> Option<OrbitCamera> {
        Some(Scene::camera())
    }

    fn describe(&self, asked: &Asked) -> String {
        asked.describe()
    }
}
