//! The lesson in its window and its pictures: three knights, and time going by.

use crate::checks::LESSON;
use crate::playing::Moment;
use crate::probes::{MODES, word};
use crate::scene::Scene;
use crate::{AnimationIndex, Answers, Segment, graph};
use anyhow::Result;
use common::app::layout::Area;
use common::app::panels::labels;
use common::app::{
    Difference, Exercise, GuardedAnswers, NoOptions, SceneTime, Screen, View, lesson_main, theme,
};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use glam::Vec2;
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
    type Output = Moment;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 05: keyframes";
    const TIME: f32 = 2.28;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.set_keyframes = mine.set_keyframes,
            1 => table.segment = mine.segment,
            2 => table.wrap_time = mine.wrap_time,
            _ => table.advance = mine.advance,
        }
    }

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        Ok(Window { time: SceneTime::from(time), scene: Scene::new(gl)? })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Moment> {
        Ok(self.scene.ask(&answers.table, answers.watchdog, self.time.seconds))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, moment: &Moment) -> Result<()> {
        self.scene.draw(target, view, moment)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Moment,
        right: &Moment,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn ui(&mut self, screen: &Screen<'_>, moment: &Moment) {
        screen.panel("Time", || self.time.controls(screen));
        let Area { min, size } = screen.scene;
        let above = |place: usize| {
            let corner = graph::corner(place) * Vec2::new(0.5, -0.5) + 0.5;
            min + corner * size - Vec2::Y * screen.fonts.em
        };
        let lines = lines(moment);
        let labels = lines.iter().enumerate();
        let labels = labels.map(|(place, line)| (above(place), line.as_str(), theme::TEXT));
        labels::draw(screen.ui, screen.scene, screen.fonts, labels);
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.scene.camera(aspect))
    }

    fn describe(&self, moment: &Moment) -> String {
        let chain = &self.scene.chain;
        let (keys, joints) =
            (chain.times.len(), moment.keys.iter().filter(|k| !k.is_empty()).count());
        let times: Vec<String> = chain.times.iter().map(|time| format!("{time:.2}")).collect();
        format!(
            "{}, {:.2} s\n{joints} joints have keys; {keys} keys at {} s, a loop closes at {:.2} s\n{}\n",
            Self::TITLE,
            moment.seconds,
            times.join(", "),
            chain.closes_at,
            lines(moment).join("\n")
        )
    }
}

/// Where each of the three is.
fn lines(moment: &Moment) -> Vec<String> {
    let line = |place: usize| {
        let AnimationIndex { elapsed, segment } = moment.indices[place];
        let Segment { from, to, alpha } = segment;
        let mode = word(MODES[place]);
        format!("{mode}: {elapsed:.2} s, key {from} to {to}, alpha {alpha:.2}")
    };
    (0..MODES.len()).map(line).collect()
}
