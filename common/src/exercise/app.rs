//! A lesson as a program of the window: its scene, drawn by the student's answers or the finished ones.

use crate::check::About;
use crate::exercise::{Difference, Exercise, Screen, StudentAnswers, attempt, earlier, listen};
use crate::figure::Sheet;
use crate::graphics::{Canvas, Gl, Picture, Target};
use crate::player::{SceneTime, Subject};
use crate::ui::{self, Action, Input, Message, View};
use crate::window::{App, AppInfo, LessonPanel, seconds, stage::BACKGROUND};
use anyhow::Result;
use given::Lost;
use glium::Surface;
use std::path::Path;

/// An exercise and its student's answers: what runs in the window, and what draws its pictures.
pub struct ExerciseApp<E: Exercise> {
    gl: Gl,
    /// The scene.
    pub exercise: E,
    time: SceneTime,
    student: StudentAnswers,
    /// What the last frame was drawn from.
    output: Option<E::Output>,
    /// Another scene has been opened since that was asked last.
    is_new_scene: bool,
    /// Why the file that was dropped last is not shown.
    refused: Option<Message>,
    /// What it is called, and how it is played, if the program was given away: then nothing of the workbook is shown.
    given_away: Option<(String, &'static str)>,
}

impl<E: Exercise> ExerciseApp<E> {
    /// # Errors
    /// If the scene cannot be opened.
    pub(crate) fn open(gl: &Gl, seconds: f32, options: &E::Options, student: StudentAnswers) -> Result<Self> {
        let mut time = SceneTime::from(seconds);
        let exercise = E::open(gl, &mut time, options)?;
        let mut student = student;
        student.show_figures(E::FIGURES);
        Ok(ExerciseApp {
            gl: gl.clone(),
            exercise,
            time,
            student,
            output: None,
            is_new_scene: false,
            refused: None,
            given_away: None,
        })
    }

    /// In a program that was given away, and is called so.
    pub(crate) fn given_away(self, title: String) -> Self {
        ExerciseApp { given_away: Some((title, E::how_to_play().leak())), ..self }
    }

    /// How far the last frame is from the finished one, where that was asked.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.student.difference()
    }

    /// From now on these answers draw.
    pub(crate) fn answer_by(&mut self, student: StudentAnswers) {
        (self.student, self.output) = (student, None);
    }

    /// What is known of the student's answers.
    pub(crate) fn student(&self) -> &StudentAnswers {
        &self.student
    }

    /// Opens the scene anew; if that fails, the one that is there stays. `place` is where an error is.
    fn reopen(&mut self, options: &E::Options, place: &str) {
        let mut time = SceneTime::from(0.0);
        match E::open(&self.gl, &mut time, options) {
            Ok(exercise) => {
                (self.exercise, self.output, self.time) = (exercise, None, time);
                (self.is_new_scene, self.refused) = (true, None);
            }
            Err(error) => self.refused = Some(Message::error(place, format!("{error:#}"))),
        }
    }
}

/// What went wrong with the answers in the last frame, in words.
pub(crate) fn reports(app: &mut dyn App) -> Vec<String> {
    let messages = app.lesson().map(|lesson| lesson.messages()).unwrap_or_default();
    messages.into_iter().map(|message| message.text).collect()
}

/// The scene, and nothing around it.
///
/// # Errors
/// If the driver refuses.
pub(crate) fn picture(app: &mut dyn App, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    if let Some(lesson) = app.lesson() {
        lesson.wait();
    }
    frame(app, gl, size)
}

/// The scene as it is, whatever is still being built or checked.
///
/// # Errors
/// If the driver refuses.
pub(crate) fn frame(app: &mut dyn App, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    let canvas = Canvas::new(gl, size)?;
    let aspect = canvas.aspect();
    let seconds = seconds(app);
    let mut draw = || -> Result<bool> {
        let subject = app.subject();
        let framing = subject.framing(seconds);
        let camera = framing.map(|framing| framing.camera(aspect)).unwrap_or_default();
        let view = View { camera, aspect, size, options: subject.display(), seconds };
        canvas.draw(|target| app.draw(target, &view))?;
        Ok(app.subject().take_actions().contains(&Action::Frame))
    };
    // What answers have drawn outside of the picture is framed, too.
    if draw()? {
        draw()?;
    }
    Ok(canvas.picture())
}

impl<E: Exercise> App for ExerciseApp<E> {
    fn subject(&mut self) -> &mut dyn Subject {
        &mut self.exercise
    }

    fn title(&self) -> String {
        self.given_away.as_ref().map_or_else(|| E::LESSON.about.title(), |(title, _)| title.clone())
    }

    fn info(&self) -> AppInfo {
        if let Some((_, readme)) = self.given_away {
            return AppInfo { is_given_away: true, readme, ..AppInfo::default() };
        }
        let About { readme, folder, .. } = E::LESSON.about;
        AppInfo { is_given_away: false, readme, folder }
    }

    fn figure(&mut self, name: &str, values: &[f32]) -> Option<Sheet> {
        let figure = E::FIGURES.iter().find(|figure| figure.name == name)?;
        self.student.draw_figure(figure, values).ok()
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        self.time.update(input, seconds);
        if let Some(options) = self.exercise.reopen(None) {
            self.reopen(&options, "");
        }
        self.exercise.update(input, seconds);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let output = loop {
            let course = self.student.course();
            let (output, said) = listen(|| attempt(|| self.exercise.evaluate(&course, view)));
            self.student.set_reports(&said);
            match output {
                Ok(output) => break output,
                Err(error) => self.student.lose(error.downcast::<Lost>()?)?,
            }
        };
        self.exercise.draw(target, view, &output)?;
        if self.student.shows_difference() {
            let (right, _) = listen(|| self.exercise.evaluate(&E::LESSON.reference, view));
            let right = right?;
            let found = self.exercise.draw_difference(target, view, &output, &right)?;
            if found.at.is_none() {
                // Nothing is elsewhere: a ghost would only cover what is right.
                target.clear_color_srgb_and_depth(BACKGROUND, 1.0);
                self.exercise.draw(target, view, &output)?;
            }
            self.student.found(found);
        }
        self.output = Some(output);
        Ok(())
    }

    fn ui(&mut self, screen: &ui::Screen<'_>) {
        if let Some(output) = &self.output {
            let earlier = self.student.earlier_todos();
            let screen = Screen { window: screen, earlier, is_finished: self.student.is_finished() };
            self.exercise.ui(&screen, &mut self.time, output);
        }
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        E::MOVES.then_some(&mut self.time)
    }

    fn lesson(&mut self) -> Option<&mut dyn LessonPanel> {
        self.given_away.is_none().then_some(&mut self.student)
    }

    fn messages(&self) -> Vec<Message> {
        self.refused.clone().map_or_else(|| self.exercise.messages(), |message| vec![message])
    }

    fn dropped(&mut self, file: &Path) {
        if let Some(options) = self.exercise.reopen(Some(file)) {
            self.reopen(&options, &file.display().to_string());
        }
    }

    fn take_new_scene(&mut self) -> bool {
        std::mem::take(&mut self.is_new_scene)
    }

    fn is_still(&mut self) -> bool {
        let moves = match self.exercise.actor() {
            Some(actor) => actor.player.is_playing(),
            None => E::MOVES && self.time.playing,
        };
        !moves && !self.exercise.is_moving()
    }

    fn describe(&mut self) -> String {
        let Some(output) = &self.output else { return String::new() };
        format!("{}\n", E::LESSON.about.title())
            + &self.exercise.describe(output)
            + &earlier::describe(self.student.earlier_todos())
    }
}
