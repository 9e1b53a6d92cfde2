//! The lesson in its window and its pictures: the paper theatre, and time going by.

use crate::Answers;
use crate::asked::Asked;
use crate::checks::LESSON;
use crate::cutouts::Tuning;
use crate::scene::Scene;
use anyhow::Result;
use common::app::imgui::{Condition, WindowFlags};
use common::app::{
    Difference, Exercise, GuardedAnswers, NoOptions, SceneTime, Screen, View, lesson_main,
};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::process::ExitCode;

/// The scene, how old it is, and where the sliders stand.
pub struct Window {
    time: SceneTime,
    tuning: Tuning,
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
    const TITLE: &'static str = "Lesson 07: paper puppet";
    const TIME: f32 = 2.1;

    fn take(table: &mut Answers, todo: usize, mine: &Answers) {
        match todo {
            0 => table.rotate_about = mine.rotate_about,
            1 => table.wave = mine.wave,
            2 => table.segmented_arm = mine.segmented_arm,
            _ => table.sprite_transforms = mine.sprite_transforms,
        }
    }

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        let (time, scene) = (SceneTime::from(time), Scene::new(gl)?);
        Ok(Window { time, tuning: Tuning::default(), scene })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Asked> {
        Ok(self.scene.ask(&answers.table, answers.watchdog, self.time.seconds, &self.tuning))
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

    fn ui(&mut self, screen: &Screen<'_>, _: &Asked) {
        let ui = screen.ui;
        // At the lower left corner, where there is only floor: the upper one would cover a bow.
        let margin = screen.fonts.em * 0.7;
        let corner = [screen.scene.min.x + margin, screen.scene.max().y - margin];
        let flags = WindowFlags::ALWAYS_AUTO_RESIZE | WindowFlags::NO_COLLAPSE;
        let window = ui.window("Time, and the vine's swing").flags(flags);
        window.position(corner, Condition::FirstUseEver).position_pivot([0.0, 1.0]).build(|| {
            self.time.controls(screen);
            let Tuning { reach, period, delay } = &mut self.tuning;
            let width = ui.push_item_width(screen.fonts.em * 10.0);
            let mut degrees = reach.to_degrees();
            ui.slider_config("reach", 0.0, 45.0).display_format("%.0f°").build(&mut degrees);
            *reach = degrees.to_radians();
            ui.slider_config("period", 0.4, 6.0).display_format("%.1f s").build(period);
            ui.slider_config("delay", 0.0, 0.8).display_format("%.2f s").build(delay);
            width.end();
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(Scene::camera(aspect))
    }

    fn describe(&self, asked: &Asked) -> String {
        let fox = &self.scene.troupe.fox;
        let order: Vec<&str> = asked.sprites.iter().map(|s| fox.names[s.part].as_str()).collect();
        format!(
            "{}, {:.2} s\n{}\nthe fox, from the back to the front: {}\n",
            Self::TITLE,
            asked.seconds,
            self.lines(asked).join("\n"),
            order.join(", ")
        )
    }
}

impl Window {
    /// Angles of the bows and of the vine, in degrees.
    fn lines(&self, asked: &Asked) -> Vec<String> {
        let mut rest = asked.angles.as_slice();
        let mut lines = Vec::new();
        for cutout in &self.scene.troupe.cutouts {
            let (own, others) = rest.split_at(cutout.pivots.len());
            rest = others;
            let degrees = |angle: &f32| format!("{:.0}", angle.to_degrees());
            let shown: Vec<String> = own.iter().map(degrees).collect();
            lines.push(format!("{}: {} degrees", cutout.name, shown.join(", ")));
        }
        lines
    }
}
