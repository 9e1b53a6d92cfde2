//! A lesson as a program of the window: its scene, drawn by the student's answers or the finished ones.

use crate::exercise::{Difference, Exercise, Screen, StudentAnswers, attempt, earlier, listen};
use anyhow::Result;
use check::About;
use drawing::Sheet;
use given::CallError;
use glam::Vec2;
use glium::Surface;
use graphics::{Canvas, Gl, Picture, Target};
use player::{
    Playback, Subject,
    clock::{scene_clock, update_scene},
};
use std::path::Path;
use ui::{Action, Input, Message, View, paint};
use window::{App, AppInfo, LessonPanel, seconds, stage::BACKGROUND};

/// An exercise and its student's answers, in a window or for its pictures.
pub struct ExerciseApp<E: Exercise> {
    gl: Gl,
    pub exercise: E,
    time: Playback,
    student: StudentAnswers,
    output: Option<E::Output>,
    /// That of the finished answers, while F3 shows how the student's differ.
    right: Option<E::Output>,
    /// Whether a scene has been opened since the last call of `take_new_scene`.
    is_new_scene: bool,
    /// The reason why the file that was dropped last is not shown.
    rejected: Option<Message>,
    /// Title and help of an exported program, which shows nothing of the workbook.
    given_away: Option<(String, &'static str)>,
}

impl<E: Exercise> ExerciseApp<E> {
    /// # Errors
    /// If the scene cannot be opened.
    pub(crate) fn open(gl: &Gl, seconds: f32, options: &E::Options, mut student: StudentAnswers) -> Result<Self> {
        let mut time = scene_clock(seconds);
        let exercise = E::open(gl, &mut time, options)?;
        student.card.show_figures(E::FIGURES, E::LESSON);
        Ok(ExerciseApp {
            gl: gl.clone(),
            exercise,
            time,
            student,
            output: None,
            right: None,
            is_new_scene: false,
            rejected: None,
            given_away: None,
        })
    }

    /// Makes this the app of an exported program with this title.
    pub(crate) fn given_away(self, title: String) -> Self {
        ExerciseApp { given_away: Some((title, E::how_to_play().leak())), ..self }
    }

    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.student.drawn.difference()
    }

    pub(crate) fn set_student(&mut self, student: StudentAnswers) {
        self.student = student;
        self.output = None;
    }

    pub(crate) fn student(&self) -> &StudentAnswers {
        &self.student
    }

    /// Opens the scene again with other options. If that fails, the current scene stays, and the error is shown with
    /// `location`, such as the name of a file.
    fn reopen(&mut self, options: &E::Options, location: &str) {
        let mut time = scene_clock(0.0);
        match E::open(&self.gl, &mut time, options) {
            Ok(exercise) => {
                self.exercise = exercise;
                self.output = None;
                self.time = time;
                self.is_new_scene = true;
                self.rejected = None;
            }
            Err(error) => self.rejected = Some(Message::error(location, format!("{error:#}"))),
        }
    }
}

pub(crate) fn reports(app: &mut dyn App) -> Vec<String> {
    let messages = app.lesson().map(|lesson| lesson.messages()).unwrap_or_default();
    messages.into_iter().map(|message| message.text).collect()
}

/// Waits for everything that is being built or checked, and draws the scene without panels.
pub(crate) fn picture(app: &mut dyn App, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    if let Some(lesson) = app.lesson() {
        lesson.wait();
    }
    frame(app, gl, size)
}

/// Draws the scene, whatever is still being built or checked.
pub(crate) fn frame(app: &mut dyn App, gl: &Gl, size: (u32, u32)) -> Result<Picture> {
    let canvas = Canvas::new(gl, size)?;
    let mut view = draw_frame(app, &canvas)?;
    // Positions that answers draw outside of the picture are framed in a second one.
    if app.subject().take_actions().contains(&Action::Frame) {
        view = draw_frame(app, &canvas)?;
    }
    paint::picture_of_scene(gl, &canvas, |size| app.sheet(size, &view))
}

/// Draws a frame; returns how the scene was seen.
fn draw_frame(app: &mut dyn App, canvas: &Canvas) -> Result<View> {
    let seconds = seconds(app);
    let aspect = canvas.aspect();
    let subject = app.subject();
    let camera = subject.framing(seconds).map(|framing| framing.camera(aspect)).unwrap_or_default();
    let view = View { camera, aspect, size: canvas.size(), options: subject.display(), seconds };
    canvas.draw(|target| app.draw(target, &view))?;
    Ok(view)
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
        // It has not been moved yet.
        let values = if values.is_empty() { &figure.start(E::LESSON) } else { values };
        self.student.draw_figure(figure, values).ok()
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        update_scene(&mut self.time, input, seconds);
        if let Some(options) = self.exercise.reopen(None) {
            self.reopen(&options, "");
        }
        self.exercise.update(input, seconds);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let output = loop {
            let course = self.student.course();
            let (output, messages) = listen(|| attempt(|| self.exercise.evaluate(&course, view)));
            self.student.drawn.set_reports(&self.student.todos, &messages);
            match output {
                Ok(output) => break output,
                Err(error) => self.student.note_failed_call(error.downcast::<CallError>()?)?,
            }
        };
        self.exercise.draw(target, view, &output)?;
        self.right = None;
        if self.student.drawn.shows_difference() {
            let (right, _) = listen(|| self.exercise.evaluate(&E::LESSON.reference, view));
            let right = right?;
            let difference = self.exercise.draw_difference(target, view, &output, &right)?;
            if difference.at.is_none() {
                // Nothing is elsewhere: a ghost would only cover what is right.
                target.clear_color_srgb_and_depth(BACKGROUND, 1.0);
                self.exercise.draw(target, view, &output)?;
            }
            self.right = Some(right);
            self.student.drawn.set_difference(difference);
        }
        self.output = Some(output);
        Ok(())
    }

    fn sheet(&mut self, size: Vec2, view: &View) -> Option<Sheet> {
        let mut sheet = Sheet::over_scene(size);
        self.exercise.annotate(&mut sheet, view, self.output.as_ref()?);
        let Some(right) = &self.right else { return Some(sheet) };
        let mut ghost = Sheet::over_scene(size).as_ghost();
        self.exercise.annotate(&mut ghost, view, right);
        Some(sheet.over(ghost))
    }

    fn ui(&mut self, screen: &ui::Screen<'_>) {
        if let Some(output) = &self.output {
            let StudentAnswers { todos, drawn, .. } = &self.student;
            let earlier = drawn.earlier(todos);
            let screen = Screen { window: screen, earlier, todo: todos.open(), is_finished: todos.are_finished() };
            self.exercise.ui(&screen, &mut self.time, output);
        }
    }

    fn time(&mut self) -> Option<&mut Playback> {
        Some(&mut self.time)
    }

    fn lesson(&mut self) -> Option<&mut dyn LessonPanel> {
        self.given_away.is_none().then_some(&mut self.student)
    }

    fn messages(&self) -> Vec<Message> {
        self.rejected.clone().map_or_else(|| self.exercise.messages(), |message| vec![message])
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
        let time = self.time.is_playing();
        !self.exercise.actor().map_or(time, |actor| actor.player.is_playing())
    }

    fn describe(&mut self) -> String {
        let Some(output) = &self.output else { return String::new() };
        format!("{}\n", E::LESSON.about.title())
            + &self.exercise.describe(output)
            + &earlier::describe(self.student.drawn.earlier(&self.student.todos))
    }
}
