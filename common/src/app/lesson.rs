//! What a program of the workbook is.

use super::{
    actor::Actor, answers::StudentAnswers, input::Input, options::DisplayOptions, panels::Screen,
    panels::messages::Message,
};
use crate::{
    graphics::{Gl, OrbitCamera, Target, scene::to_light},
    mesh::Bounds,
};
use anyhow::Result;
use glam::{Mat4, Vec3};
use std::path::Path;

/// A lesson, or the viewer: what it shows and how it moves. Windows, pictures, input, panels and
/// the camera are looked after.
pub trait Lesson: Sized + 'static {
    /// What it is called, in the window's title.
    const TITLE: &'static str;

    /// Its README, for the help: `include_str!("../README.md")`.
    const README: &'static str = "";

    /// Whether there are a student's answers to check: the keys for that are shown only then.
    const HAS_ANSWERS: bool = false;

    /// Makes what it draws with.
    ///
    /// # Errors
    /// If that cannot be made: no window opens, and the error is shown.
    fn new(gl: &Gl) -> Result<Self>;

    /// `seconds` have passed since the last frame. Keys that the app knows have done their work
    /// already; an [`actor`](Self::actor) has moved.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// Draws a frame. The target comes cleared to the background.
    ///
    /// # Errors
    /// Shown on the screen; the next frame is drawn all the same.
    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()>;

    /// The lesson's own controls.
    fn ui(&mut self, _screen: &Screen<'_>) {}

    /// The figure that timeline, joint tree and display options are about.
    fn actor(&mut self) -> Option<&mut Actor> {
        None
    }

    /// The student's answers: whose code draws, and the check.
    fn student_answers(&mut self) -> Option<&mut StudentAnswers> {
        None
    }

    /// Where the camera stands at the start, and when F is pressed; `None`: where it sees all
    /// [`bounds`](Self::bounds).
    fn camera(&mut self, _aspect: f32) -> Option<OrbitCamera> {
        None
    }

    /// What the camera should show, in world space; asked for at the start and when F is pressed.
    /// Where there is an actor, it is that by default.
    fn bounds(&mut self) -> Option<Bounds> {
        self.actor()?.bounds()
    }

    /// What the camera goes along with, in world space, so that a figure that walks does not leave the
    /// picture; `None`: the camera stays where the hands put it.
    fn followed(&mut self) -> Option<Vec3> {
        None
    }

    /// What is drawn of a figure at the start; keys and switches change it.
    fn options(&self) -> DisplayOptions {
        DisplayOptions::default()
    }

    /// What it shows at this moment, in the bar at the top.
    fn title(&self) -> String {
        Self::TITLE.into()
    }

    /// What is wrong, or was assumed. Errors of shaders and of drawing are shown without this.
    fn messages(&self) -> Vec<Message> {
        Vec::new()
    }

    /// A file was dropped on the window.
    fn dropped(&mut self, _file: &Path) {}

    /// Whether nothing moves unless the hands do: then a frame that looks like the one before it is
    /// not drawn again. By default a figure that is paused.
    fn is_still(&mut self) -> bool {
        self.actor().is_some_and(|actor| !actor.player.is_playing())
    }

    /// Waits for what is under way in the background: for pictures, which have no second chance.
    fn wait(&mut self) {
        if let Some(student) = self.student_answers() {
            student.wait();
        }
    }

    /// Whether the view should start afresh, since something else is shown now. Asked once a frame.
    fn take_new_scene(&mut self) -> bool {
        false
    }

    /// The picture in words.
    fn describe(&mut self) -> String {
        let title = self.title();
        self.actor().map_or(title, |actor| super::describe::describe(actor))
    }
}

/// A lesson of any kind. What a window does is compiled once, with this crate, and not again with each
/// lesson's program: that would be most of what a student waits for after each save.
pub(super) trait AnyLesson {
    fn readme(&self) -> &'static str;
    fn has_answers(&self) -> bool;
    fn update(&mut self, input: &Input, seconds: f32);
    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()>;
    fn ui(&mut self, screen: &Screen<'_>);
    fn actor(&mut self) -> Option<&mut Actor>;
    fn student_answers(&mut self) -> Option<&mut StudentAnswers>;
    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera>;
    fn bounds(&mut self) -> Option<Bounds>;
    fn followed(&mut self) -> Option<Vec3>;
    fn options(&self) -> DisplayOptions;
    fn title(&self) -> String;
    fn messages(&self) -> Vec<Message>;
    fn dropped(&mut self, file: &Path);
    fn is_still(&mut self) -> bool;
    fn wait(&mut self);
    fn take_new_scene(&mut self) -> bool;
    fn describe(&mut self) -> String;
}

/// Makes what is run.
pub(super) type Make = Box<dyn FnOnce(&Gl) -> Result<Box<dyn AnyLesson>>>;

impl<L: Lesson> AnyLesson for L {
    fn readme(&self) -> &'static str {
        L::README
    }
    fn has_answers(&self) -> bool {
        L::HAS_ANSWERS
    }
    fn update(&mut self, input: &Input, seconds: f32) {
        Lesson::update(self, input, seconds);
    }
    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        Lesson::draw(self, target, view)
    }
    fn ui(&mut self, screen: &Screen<'_>) {
        Lesson::ui(self, screen);
    }
    fn actor(&mut self) -> Option<&mut Actor> {
        Lesson::actor(self)
    }
    fn student_answers(&mut self) -> Option<&mut StudentAnswers> {
        Lesson::student_answers(self)
    }
    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Lesson::camera(self, aspect)
    }
    fn bounds(&mut self) -> Option<Bounds> {
        Lesson::bounds(self)
    }
    fn followed(&mut self) -> Option<Vec3> {
        Lesson::followed(self)
    }
    fn options(&self) -> DisplayOptions {
        Lesson::options(self)
    }
    fn title(&self) -> String {
        Lesson::title(self)
    }
    fn messages(&self) -> Vec<Message> {
        Lesson::messages(self)
    }
    fn dropped(&mut self, file: &Path) {
        Lesson::dropped(self, file);
    }
    fn is_still(&mut self) -> bool {
        Lesson::is_still(self)
    }
    fn wait(&mut self) {
        Lesson::wait(self);
    }
    fn take_new_scene(&mut self) -> bool {
        Lesson::take_new_scene(self)
    }
    fn describe(&mut self) -> String {
        Lesson::describe(self)
    }
}

/// How a frame is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where from.
    pub camera: OrbitCamera,
    /// The scene's width over its height.
    pub aspect: f32,
    /// The scene's width and height, in the pixels that are drawn.
    pub size: (u32, u32),
    /// What is drawn.
    pub options: DisplayOptions,
}

impl View {
    /// From world space to OpenGL's clip space.
    pub fn clip_from_world(&self) -> Mat4 {
        self.camera.clip_from_world(self.aspect)
    }

    /// Unit length, world space: to the light above the viewer's shoulder, or to the eye itself
    /// where that carries a torch.
    pub fn to_light(&self) -> Vec3 {
        if self.options.flashlight { self.camera.backward() } else { to_light(&self.camera) }
    }
}
