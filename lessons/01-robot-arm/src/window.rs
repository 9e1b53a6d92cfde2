//! The lesson in its window: two sliders move the arm.

use crate::Answers;
use crate::asked::{Asked, Sliders};
use crate::checks::{LESSON, REFERENCE};
use crate::robot::{self, Part};
use crate::scene::Scene;
use anyhow::Result;
use common::app::{Desk, Input, KeyCode, Lesson, Screen, View, Whose};
use common::check::Who;
use common::graphics::scene::{SceneOptions, SceneRenderer};
use common::graphics::{Gl, OrbitCamera, Target};
use common::model::{Figure, Model};

/// Degrees a second, while a key is held.
const SPEED: f32 = 45.0;

/// Everything in the window.
pub struct Window {
    desk: Desk,
    mine: Answers,
    sliders: Sliders,
    parts: Vec<Part>,
    scene: Scene,
    nothing: Model,
    background: SceneRenderer,
    said: String,
}

impl Window {
    /// # Errors
    /// If a shader does not compile, or the card has no room.
    pub fn open(gl: &Gl, desk: Desk, mine: Answers, sliders: Sliders) -> Result<Self> {
        let (parts, nothing) = (robot::parts(), Model::default());
        Ok(Window {
            desk,
            mine,
            sliders,
            scene: Scene::new(gl, &parts)?,
            parts,
            background: SceneRenderer::new(gl, &nothing)?,
            nothing,
            said: String::new(),
        })
    }
}

fn take(table: &mut Answers, todo: usize, mine: &Answers) {
    match todo {
        0 => table.matrix = mine.matrix,
        1 => table.compose = mine.compose,
        2 => table.inverse = mine.inverse,
        _ => table.place = mine.place,
    }
}

impl Lesson for Window {
    const TITLE: &'static str = "Lesson 01: robot arm";
    const README: &'static str = include_str!("../README.md");
    const HAS_ANSWERS: bool = true;

    fn new(gl: &Gl) -> Result<Self> {
        let desk = Desk::new(&LESSON, Who::Exercise, Whose::Completed);
        Self::open(gl, desk, LESSON.exercise, Sliders::START)
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

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let (nothing, camera) = (&self.nothing, &view.camera);
        let options = SceneOptions { ground: Some(-0.08), ..SceneOptions::default() };
        self.background.draw(target, nothing, &Figure::new(nothing), camera, &options)?;
        let answers = self.desk.table(&self.mine, &REFERENCE, take);
        let asked = Asked::by(&mut self.desk.asker, &answers, &self.parts, self.sliders);
        self.scene.draw(target, camera, &asked)?;
        if self.desk.shows_difference() {
            let right = Asked::of(&REFERENCE, &self.parts, self.sliders);
            let found = self.scene.draw_difference(target, camera, &asked, &right)?;
            self.desk.found(found);
        }
        self.said = asked.describe(self.sliders);
        self.desk.said(asked.said);
        Ok(())
    }

    fn ui(&mut self, screen: &Screen<'_>) {
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
            for line in self.said.lines().skip(1) {
                ui.text(line);
            }
        });
    }

    fn desk(&mut self) -> Option<&mut Desk> {
        Some(&mut self.desk)
    }

    fn camera(&mut self, _: f32) -> Option<OrbitCamera> {
        Some(Scene::camera())
    }

    fn describe(&mut self) -> String {
        self.said.clone()
    }
}
