//! A lesson as a program of the window: its scene, drawn by the student's answers or the finished ones.

use super::Exercise;
use crate::{
    app::{Actor, App, DisplayOptions, Input, Message, Screen, StudentAnswers, View, Watchdog},
    graphics::{Canvas, Gl, OrbitCamera, Picture, Target},
    mesh::Bounds,
};
use anyhow::Result;
use glam::Vec3;
use std::path::Path;

/// An exercise and its student's answers: what runs in the window, and what draws its pictures.
pub struct ExerciseApp<E: Exercise> {
    /// The scene.
    pub exercise: E,
    student: StudentAnswers,
    mine: E::Answers,
    /// What the last frame was drawn from.
    output: Option<E::Output>,
}

impl<E: Exercise> ExerciseApp<E> {
    /// `mine` is the table that `student` calls the student's own.
    pub(super) fn new(exercise: E, student: StudentAnswers, mine: E::Answers) -> Self {
        ExerciseApp { exercise, student, mine, output: None }
    }
}

/// What went wrong with the answers in the last frame, in words.
pub(super) fn said(app: &mut dyn App) -> Vec<String> {
    let messages = app.student_answers().map(|student| student.messages()).unwrap_or_default();
    messages.into_iter().map(|message| message.text).collect()
}

/// The scene, and nothing around it.
///
/// # Errors
/// If the driver refuses.
pub(super) fn picture(app: &mut dyn App, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    app.wait();
    if let Some(student) = app.student_answers() {
        student.watchdog = Watchdog::patient();
    }
    let canvas = Canvas::new(gl, size)?;
    let aspect = canvas.aspect();
    let camera = app.camera(aspect).unwrap_or_else(|| {
        let mut camera = OrbitCamera::default();
        if let Some(bounds) = app.bounds() {
            camera.frame(&bounds, aspect);
        }
        camera
    });
    let view = View { camera, aspect, size, options: app.options() };
    canvas.draw(|target| app.draw(target, &view))?;
    Ok(canvas.picture())
}

impl<E: Exercise> App for ExerciseApp<E> {
    fn title(&self) -> String {
        E::TITLE.into()
    }

    fn readme(&self) -> &'static str {
        E::README
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        if let Some(time) = self.exercise.time() {
            time.update(input, seconds);
        }
        self.exercise.update(input, seconds);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let reference = &E::LESSON.reference;
        let answers = self.student.table(&self.mine, reference);
        let mut answers = self.student.watchdog.guard(E::LESSON, answers);
        let output = self.exercise.evaluate(&mut answers, view)?;
        let said = self.student.watchdog.take_reports();
        self.student.said(said);
        self.exercise.draw(target, view, &output)?;
        if self.student.shows_difference() {
            let mut direct = Watchdog::direct();
            let mut finished = direct.guard(E::LESSON, *reference);
            let right = self.exercise.evaluate(&mut finished, view)?;
            let found = self.exercise.draw_difference(target, view, &output, &right)?;
            self.student.found(found);
        }
        self.output = Some(output);
        Ok(())
    }

    fn ui(&mut self, screen: &Screen<'_>) {
        if let Some(output) = &self.output {
            self.exercise.ui(screen, output);
        }
    }

    fn actor(&mut self) -> Option<&mut Actor> {
        self.exercise.actor()
    }

    fn student_answers(&mut self) -> Option<&mut StudentAnswers> {
        Some(&mut self.student)
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
        self.student.wait();
        self.exercise.wait();
    }

    fn is_still(&mut self) -> bool {
        self.exercise.is_still()
    }

    fn describe(&mut self) -> String {
        self.output.as_ref().map_or_else(String::new, |output| self.exercise.describe(output))
    }
}
