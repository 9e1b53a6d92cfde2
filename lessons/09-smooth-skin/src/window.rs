//! The lesson in its window and its pictures: a model with its weights, and the worm that swings by them.

use crate::Answers;
use crate::checks::LESSON;
use crate::scene::{Posed, Scene, Show, Told};
use crate::worm::NAMES;
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, SceneTime, Screen, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::process::ExitCode;

/// Of the slider: below this a ramp lies between two rings.
const SMALLEST_MARGIN: f32 = 0.01;
/// Two ramps touch.
const LARGEST_MARGIN: f32 = 1.0 / 6.0;
/// At the start.
pub const MARGIN: f32 = 0.14;
/// Of a joint, in degrees.
const FARTHEST: f32 = 120.0;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// Half a ramp's width, as a share of the worm's height: 0.01 to 1/6
    #[arg(long, value_parser = margin)]
    margin: Option<f32>,
    /// Angles of the middle and of the head, in degrees, instead of the swing: 60,-40
    #[arg(long, value_name = "MIDDLE,HEAD", value_parser = angles, allow_hyphen_values = true)]
    angles: Option<[f32; 2]>,
    /// Whose weights are shown: tail, middle or head
    #[arg(long, value_parser = joint)]
    joint: Option<usize>,
    /// Show them on the worm that swings, too
    #[arg(long)]
    heat: bool,
}

impl Options {
    /// As the command line would say it: `margin`, and angles in degrees.
    pub fn new(margin: f32, angles: [f32; 2]) -> Self {
        Options { margin: Some(margin), angles: Some(angles), ..Options::default() }
    }
}

fn margin(text: &str) -> Result<f32, String> {
    match text.parse() {
        // A sixth, typed in by hand, may be a little more.
        Ok(margin) if (SMALLEST_MARGIN..=LARGEST_MARGIN + 0.001).contains(&margin) => {
            Ok(LARGEST_MARGIN.min(margin))
        }
        _ => Err("a number from 0.01 to 0.167".into()),
    }
}

fn angles(text: &str) -> Result<[f32; 2], String> {
    let number =
        |word: &str| word.trim().parse().ok().filter(|angle: &f32| angle.abs() <= FARTHEST);
    let numbers: Vec<Option<f32>> = text.split(',').map(number).collect();
    match numbers[..] {
        [Some(middle), Some(head)] => Ok([middle, head]),
        _ => Err(format!("two angles from -{FARTHEST} to {FARTHEST} degrees, as in 60,-40")),
    }
}

fn joint(text: &str) -> Result<usize, String> {
    let place = NAMES.iter().position(|name| *name == text);
    place.ok_or_else(|| format!("one of {}", NAMES.join(", ")))
}

/// The scene, and what of it is shown.
pub struct Window {
    time: SceneTime,
    margin: f32,
    /// True if 09.3 says the angles, false if the sliders do.
    swings: bool,
    /// In degrees.
    angles: [f32; 2],
    joint: usize,
    heat: bool,
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
    const TITLE: &'static str = "Lesson 09: smooth skin";
    const TIME: f32 = 2.2;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.weights = mine.weights,
            1 => table.vertex = mine.vertex,
            _ => table.joint_angles = mine.joint_angles,
        }
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        Ok(Window {
            time: SceneTime::from(time),
            margin: options.margin.unwrap_or(MARGIN),
            swings: options.angles.is_none(),
            angles: options.angles.unwrap_or_default(),
            joint: options.joint.unwrap_or(1),
            heat: options.heat,
            scene: Scene::new(gl)?,
        })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Posed> {
        let angles = (!self.swings).then(|| self.angles.map(f32::to_radians));
        let (margin, joint, heat) = (self.margin, self.joint, self.heat);
        let show = Show { seconds: self.time.seconds, margin, angles, joint, heat };
        self.scene.ask(&answers.table, answers.watchdog, show)
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
        let (ui, em) = (screen.ui, screen.fonts.em);
        if self.swings {
            self.angles = posed.angles.map(f32::to_degrees); // where the sliders take over
        }
        screen.panel("Smooth skin", || {
            let width = ui.push_item_width(em * 10.0);
            ui.slider_config("margin", SMALLEST_MARGIN, LARGEST_MARGIN)
                .display_format("%.3f")
                .build(&mut self.margin);
            ui.checkbox("swing", &mut self.swings);
            for (name, angle) in NAMES[1..].iter().zip(&mut self.angles) {
                let slider = ui.slider_config(name, -FARTHEST, FARTHEST);
                if slider.display_format("%.0f deg").build(angle) {
                    self.swings = false;
                }
            }
            width.end();
            self.time.controls(screen);
            ui.text("weights of");
            for (joint, name) in NAMES.iter().enumerate() {
                if joint > 0 {
                    ui.same_line();
                }
                ui.radio_button(format!("{name}##weights"), &mut self.joint, joint);
            }
            ui.checkbox("in colours on both", &mut self.heat);
            let Told { sums: [low, high], step } = Scene::told(posed);
            ui.text(format!("sums: {low:.2} to {high:.2}"));
            ui.text(format!("largest step: {step:.2}"));
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(Scene::camera(aspect))
    }

    fn describe(&self, posed: &Posed) -> String {
        format!("{}\n{}", Self::TITLE, self.scene.describe(posed))
    }
}
