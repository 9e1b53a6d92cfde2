//! Where an exercise is worked on: its scene, and whose answers are asked for it.

use super::Exercise;
use crate::{
    app::{
        Actor, Asker, Desk, DisplayOptions, Input, Lesson, Message, Screen, View, Whose,
        lesson::AnyLesson,
    },
    check::Who,
    graphics::{Canvas, Gl, OrbitCamera, Picture, Target},
    mesh::Bounds,
};
use anyhow::Result;
use glam::Vec3;
use std::path::Path;

/// An exercise with its desk: what runs in the window, and what draws its pictures.
pub struct Bench<E: Exercise> {
    /// The scene.
    pub exercise: E,
    desk: Desk,
    mine: E::Answers,
    /// What the last frame was drawn from.
    asked: Option<E::Asked>,
}

impl<E: Exercise> Bench<E> {
    /// Draws by the desk's word: `mine` is whom it calls the student.
    pub(super) fn new(exercise: E, desk: Desk, mine: E::Answers) -> Self {
        Bench { exercise, desk, mine, asked: None }
    }
}

/// What went wrong with the answers in the last frame, in words.
pub(super) fn said(bench: &mut dyn AnyLesson) -> Vec<String> {
    let messages = bench.desk().map(|desk| desk.messages()).unwrap_or_default();
    messages.into_iter().map(|message| message.text).collect()
}

/// The scene, and nothing around it.
///
/// # Errors
/// If the driver refuses.
pub(super) fn picture(bench: &mut dyn AnyLesson, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    bench.wait();
    if let Some(desk) = bench.desk() {
        desk.asker = Asker::patient();
    }
    let canvas = Canvas::new(gl, size)?;
    let aspect = canvas.aspect();
    let camera = bench.camera(aspect).unwrap_or_else(|| {
        let mut camera = OrbitCamera::default();
        if let Some(bounds) = bench.bounds() {
            camera.frame(&bounds, aspect);
        }
        camera
    });
    let view = View { camera, aspect, size, options: bench.options() };
    canvas.draw(|target| bench.draw(target, &view))?;
    Ok(canvas.picture())
}

impl<E: Exercise> Lesson for Bench<E> {
    const TITLE: &'static str = E::TITLE;
    const README: &'static str = E::README;
    const HAS_ANSWERS: bool = true;

    fn new(gl: &Gl) -> Result<Self> {
        let exercise = E::open(gl, E::TIME, &E::Options::default())?;
        let desk = Desk::new(E::LESSON, Who::Exercise, Whose::Completed);
        Ok(Self::new(exercise, desk, E::LESSON.exercise))
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        if let Some(time) = self.exercise.time() {
            time.update(input, seconds);
        }
        self.exercise.update(input, seconds);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let reference = &E::LESSON.reference;
        let answers = self.desk.table(&self.mine, reference, E::take);
        let asked = self.exercise.ask(&answers, &mut self.desk.asker, view)?;
        let said = self.desk.asker.take_said();
        self.desk.said(said);
        self.exercise.draw(target, view, &asked)?;
        if self.desk.shows_difference() {
            let right = self.exercise.ask(reference, &mut Asker::direct(), view)?;
            let found = self.exercise.draw_difference(target, view, &asked, &right)?;
            self.desk.found(found);
        }
        self.asked = Some(asked);
        Ok(())
    }

    fn ui(&mut self, screen: &Screen<'_>) {
        if let Some(asked) = &self.asked {
            self.exercise.ui(screen, asked);
        }
    }

    fn actor(&mut self) -> Option<&mut Actor> {
        self.exercise.actor()
    }

    fn desk(&mut self) -> Option<&mut Desk> {
        Some(&mut self.desk)
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        self.exercise.camera(aspect)
    }

    fn bounds(&mut self) -> Option<Bounds> {
        self.exercise.bounds()
    }

    fn followed(&mut self) -> Option<Vec3> {
        self.exercise.followed()
    }

    fn options(&self) -> DisplayOptions {
        self.exercise.display()
    }

    fn messages(&self) -> Vec<Message> {
        self.exercise.messages()
    }

    fn dropped(&mut self, file: &Path) {
        self.exercise.dropped(file);
    }

    fn take_new_scene(&mut self) -> bool {
        self.exercise.take_new_scene()
    }

    fn wait(&mut self) {
        self.desk.wait();
        self.exercise.wait();
    }

    fn is_still(&mut self) -> bool {
        self.exercise.is_still()
    }

    fn describe(&mut self) -> String {
        self.asked.as_ref().map_or_else(String::new, |asked| self.exercise.describe(asked))
    }
}
