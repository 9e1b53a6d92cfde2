//! One frame of a program: input, time, scene, panels; the same in the window and in a picture.

mod camera;
mod drawing;
mod joints;
mod state;

use crate::{App, AppInfo, LessonPanel, MakeApp, panels::PanelSet, seconds, stage::drawing::DrawnScene};
use anyhow::Result;
use camera::SceneCamera;
use glam::Vec2;
use graphics::{Canvas, Gl, GlInfo};
use joints::Dragged;
use player::{SubjectKeys, camera_control, clock::SCENE_ACTIONS};
use ui::{
    Action, DisplayOptions, Gui, GuiRenderer, Input, KeyCode, View,
    keys::{BINDINGS, Group, shown},
    layout::{Area, Layout, Open, text_scale},
};
use verdict::workspace;

/// A sixtieth of a second: a frame without a clock.
pub(crate) const STEP: f32 = 1.0 / 60.0;
/// Duration of a toast, in seconds.
const TOAST: f32 = 5.0;

/// The state of a program from frame to frame.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct Stage {
    pub app: Box<dyn App>,
    info: AppInfo,
    pub(crate) input: Input,
    pub(crate) gui: Gui,
    gl: Gl,
    /// Whether the processor draws.
    is_software: bool,
    renderer: GuiRenderer,
    drawn: DrawnScene,
    camera: SceneCamera,
    dragged: Option<Dragged>,
    options: DisplayOptions,
    /// Width and height of the whole picture, in pixels.
    size: Vec2,
    factor: f32,
    text_wish: f32,
    panels: PanelSet,
    layout: Layout,
    /// Whether input, or a check that has ended, may have changed the scene since the last frame.
    is_touched: bool,
    has_news: bool,
    /// Height of the app's own panel beside the scene with all its contents; 0 if it has none.
    own_height: f32,
    /// The last TODO has just passed.
    is_finale: bool,
    toast: (String, f32),
    /// Duration of the last frames in seconds, smoothed so that their rate can be read; 0 before the first.
    frame_seconds: f32,
    /// Actions that concern the window, which the stage does not own.
    pub(crate) window_actions: Vec<Action>,
}

/// sRGB-encoded: what is behind everything, should the app draw no background of its own.
pub const BACKGROUND: (f32, f32, f32, f32) = (0.16, 0.175, 0.205, 1.0);

impl Stage {
    /// Returns a stage of `size` pixels without a window, with the first panels open. Dear `ImGui` allows one at a time.
    ///
    /// # Errors
    /// If the app cannot be made, or the graphics card has no room.
    pub fn without_window(gl: &Gl, make: MakeApp, size: Vec2) -> Result<Self> {
        Self::new(gl, make, size, 1.0, true, false)
    }

    /// A stage of `size` pixels, `factor` times as dense as usual, with the first panels open or none. In a window
    /// a moving scene has fewer pixels where the processor draws.
    pub(crate) fn new(gl: &Gl, make: MakeApp, size: Vec2, factor: f32, panels: bool, is_window: bool) -> Result<Self> {
        let mut app = make(gl)?;
        let mut gui = Gui::new(text_scale(factor, size.y, 1.0));
        let renderer = GuiRenderer::new(&mut gui, gl)?;
        let is_software = GlInfo::new(gl).software;
        let options = app.subject().display();
        let is_editor = app.subject().editing().is_some();
        let has_answers = app.lesson().is_some();
        let info = app.info();
        let first = Open {
            card: has_answers,
            editor: is_editor,
            joints: is_editor && !has_answers, // there is not room for all three
            display: !is_editor && !has_answers && !info.is_given_away,
            timeline: true,
            bar: true,
            ..Open::default()
        };
        let is_alone = info.is_given_away && !app.subject().keys().steering.is_empty();
        let mut stage = Self {
            panels: PanelSet::new(info.readme, first, panels && !is_alone),
            app,
            info,
            input: Input::default(),
            gui,
            gl: gl.clone(),
            is_software,
            renderer,
            drawn: DrawnScene::new(gl, is_window && is_software)?,
            camera: SceneCamera::default(),
            dragged: None,
            options,
            size,
            factor,
            text_wish: 1.0,
            layout: Layout::default(),
            is_touched: true,
            has_news: false,
            own_height: 0.0,
            is_finale: false,
            toast: (String::new(), 0.0),
            frame_seconds: 0.0,
            window_actions: Vec::new(),
        };
        stage.input.set_steering(stage.app.subject().keys().steering);
        stage.lay_out()?;
        stage.frame_scene();
        Ok(stage)
    }

    /// The window has another size, or lies on a screen of another density.
    pub(crate) fn resize(&mut self, size: Vec2, factor: f32) -> Result<()> {
        self.size = size;
        self.factor = factor;
        let scale = text_scale(factor, size.y, self.text_wish);
        if (scale - self.gui.scale()).abs() > 1e-3 {
            self.renderer.set_scale(&mut self.gui, scale)?;
        }
        self.lay_out()
    }

    /// Returns imgui's queue, for events of the next frame: tests have no other keyboard and mouse.
    pub fn io(&mut self) -> &mut imgui::Io {
        self.gui.context.io_mut()
    }

    /// Returns the area of the scene, in pixels.
    pub(crate) fn viewport(&self) -> Area {
        self.layout.viewport
    }

    /// Advances the app by a frame: performs actions, moves camera and joints, and lets `seconds` pass.
    ///
    /// # Errors
    /// If the scene cannot be drawn any more.
    pub fn advance(&mut self, seconds: f32) -> Result<()> {
        if self.has_focus() {
            self.input.forget_press(KeyCode::Enter); // it is the button's
        }
        for action in self.input.actions().to_vec() {
            self.act(action)?;
        }
        let is_busy = self.input.is_busy() || self.gui.context.io().mouse_down.contains(&true);
        self.is_touched = self.app.lesson().is_some() && (self.has_news() || is_busy);
        self.has_news = false;
        if let Some(lesson) = self.app.lesson() {
            self.panels.help.turn_to(lesson.status().todo);
            let ends = self.input.is_busy();
            self.is_finale = lesson.finale(seconds, ends);
        }
        self.turn_in_finale(seconds);
        self.toast.1 -= seconds;
        self.lay_out()?;
        let viewport = self.layout.viewport;
        let view = self.view();
        let is_taken = self.app.subject().handles(&self.input, &view, viewport.size, self.gui.fonts.em);
        if !is_taken && !self.drag_joint() {
            camera_control::apply_input(&mut self.camera.orbit, &self.input, viewport.size, seconds);
        }
        if !is_taken {
            self.select_by_click();
        }
        if let Some(actor) = self.app.subject().actor() {
            actor.advance(seconds);
        }
        self.app.update(&self.input, seconds);
        for action in self.app.subject().take_actions() {
            self.act(action)?;
        }
        self.camera.follow(&mut *self.app);
        if self.app.take_new_scene() {
            self.panels.forget_model();
            self.drawn.last_state = None;
            self.frame_scene();
        }
        self.input.end_frame();
        let mut steering = self.app.subject().keys().steering.to_vec();
        if self.has_focus() {
            steering.retain(|key| *key != KeyCode::Enter);
        }
        self.input.set_steering(&steering);
        let old = self.frame_seconds;
        self.frame_seconds = if old == 0.0 { seconds } else { old * 0.9 + seconds * 0.1 };
        Ok(())
    }

    fn has_focus(&mut self) -> bool {
        self.app.lesson().is_some_and(|lesson| lesson.status().has_focus)
    }

    /// Turns the camera around a scene in which nothing moves by itself, when a lesson was just finished.
    fn turn_in_finale(&mut self, seconds: f32) {
        if self.is_finale && self.app.is_still() && self.app.time().is_none() && self.app.subject().actor().is_none() {
            self.camera.orbit.orbit(0.4 * seconds, 0.0);
        }
    }

    /// Whether the processor, which draws, is wanted for building or checking a save.
    pub(crate) fn makes_way(&mut self) -> bool {
        self.is_software && self.app.lesson().is_some_and(|lesson| lesson.status().is_taking_up)
    }

    /// Whether something has come in the background that the next frame shows.
    pub(crate) fn has_news(&mut self) -> bool {
        self.has_news |= self.app.lesson().is_some_and(LessonPanel::poll);
        self.has_news
    }

    /// Returns the actions that do something in this app, in the order of the table of keys.
    fn offered(&mut self) -> Vec<Action> {
        let is_lesson = self.app.lesson().is_some();
        let has_actor = self.app.subject().actor().is_some();
        let has_time = self.app.time().is_some();
        let SubjectKeys { idle, extra, .. } = self.app.subject().keys();
        let mut offered = Vec::new();
        for binding in BINDINGS {
            let works = match (binding.group, binding.action) {
                (_, action) if idle.contains(&action) => false,
                (_, action) if extra.contains(&action) => true,
                (Group::Edit, _) | (_, Action::Fade | Action::SkinningMethod | Action::Release) => false,
                (Group::Lesson, _) => is_lesson,
                (Group::Time, action) => has_actor || has_time && SCENE_ACTIONS.contains(&action),
                (Group::Show, _) | (_, Action::Joints | Action::Timeline) => has_actor,
                _ => true,
            };
            if works {
                offered.push(binding.action);
            }
        }
        offered
    }

    /// Shows a line for a few seconds.
    pub(crate) fn toast(&mut self, text: String) {
        self.toast = (text, TOAST);
    }

    /// Whether a panel lies over this place of the window.
    pub(crate) fn is_covered(&self, place: Vec2) -> bool {
        !self.layout.viewport.contains(place)
    }

    /// Performs the action of a key or a button, if this app offers it. The first of help, camera, actor, lesson and panels that
    /// knows the action takes it.
    fn act(&mut self, action: Action) -> Result<()> {
        // The keys of another clip turn the page of an open help, where there is no clip too.
        let page = [(KeyCode::PageUp, -1.0), (KeyCode::PageDown, 1.0)];
        if let Some((_, pages)) = page.into_iter().find(|(key, _)| self.input.pressed().contains(key))
            && matches!(action, Action::ClipBefore | Action::ClipAfter)
            && self.panels.shows_help()
        {
            self.panels.help.scroll(pages);
            return Ok(());
        }
        // Where nothing is edited there is no key to set.
        let is_editor = self.app.subject().editing().is_some();
        let action = match action {
            Action::SetKey if !is_editor => Action::NextTodo,
            Action::FocusOn if self.input.shift() => Action::FocusBack,
            _ => action,
        };
        if !self.offered().contains(&action) {
            return Ok(());
        }
        if matches!(action, Action::ViewFront | Action::ViewSide | Action::ViewTop) {
            camera_control::act(&mut self.camera.orbit, action);
            self.frame_from_here();
            return Ok(());
        }
        if action == Action::Close {
            if !self.app.lesson().is_some_and(|lesson| lesson.act(action, None)) {
                self.panels.close();
            }
            return Ok(());
        }
        let number = self.input.number();
        if self.options.act(action)
            || camera_control::act(&mut self.camera.orbit, action)
            || self.app.subject().actor().is_some_and(|actor| actor.act(action))
            || self.app.lesson().is_some_and(|lesson| lesson.act(action, number))
        {
            return Ok(());
        }
        if self.panels.act(action) {
            let way_back = format!("{} brings the panels back", shown(Action::Panels));
            if self.panels.are_hidden() {
                self.toast(way_back);
            } else if self.toast.0 == way_back {
                self.toast = (String::new(), 0.0);
            }
            self.load_help();
            return self.lay_out();
        }
        match action {
            Action::Frame => self.camera.frame_joint_or_scene(&mut *self.app, self.layout.viewport.aspect()),
            Action::LargerText | Action::SmallerText => {
                let step = if action == Action::LargerText { 1.1 } else { 1.0 / 1.1 };
                self.text_wish = (self.text_wish * step).clamp(0.6, 2.5);
                self.resize(self.size, self.factor)?;
            }
            Action::FullScreen | Action::Picture => self.window_actions.push(action),
            _ => {}
        }
        Ok(())
    }

    fn load_help(&mut self) {
        if self.panels.shows_help() {
            let folder = workspace::lessons().join(self.info.folder);
            let renderer = &mut self.renderer;
            let gl = &self.gl;
            self.panels.help.load(|file| renderer.picture(gl, &folder.join(file)));
        }
    }

    fn lay_out(&mut self) -> Result<()> {
        let em = self.gui.fonts.em;
        let before = (self.layout.viewport.size.y > 0.0).then(|| self.layout.viewport.aspect());
        self.layout = self.panels.layout(self.size, em, self.app.subject().actor().map(|actor| &*actor));
        if self.layout.display.is_some() && self.app.lesson().is_some() {
            let is_editor = self.app.subject().editing().is_some();
            if is_editor && self.app.subject().actor().is_some() {
                self.layout.split_editor(em);
            } else {
                self.layout.split_own(self.own_height);
            }
        }
        if let Some(before) = before {
            self.camera.fit_scene(&mut *self.app, before, self.layout.viewport.aspect());
        }
        self.fit_canvas()
    }

    /// A canvas of the viewport's size, or of what the machine can draw in time.
    fn fit_canvas(&mut self) -> Result<()> {
        let all = Canvas::size_for(&self.gl, self.layout.viewport.pixel_size());
        let scale = self.drawn.scale();
        let is_smooth = scale == 1.0;
        let size = <[u32; 2]>::from(all).map(|pixels| ((pixels as f32 * scale).round() as u32).max(1)).into();
        if (self.drawn.canvas.size(), self.drawn.canvas.is_smooth()) != (size, is_smooth) {
            let new = if is_smooth { Canvas::new } else { Canvas::plain };
            self.drawn.canvas = new(&self.gl, size)?;
        }
        Ok(())
    }

    fn frame_scene(&mut self) {
        self.camera.frame_scene(&mut *self.app, self.layout.viewport.aspect());
    }

    fn frame_from_here(&mut self) {
        self.camera.frame_from_here(&mut *self.app, self.layout.viewport.aspect());
    }

    fn view(&mut self) -> View {
        let viewport = self.layout.viewport;
        let size = viewport.pixel_size();
        let seconds = seconds(&mut *self.app);
        View { camera: self.camera.orbit, aspect: viewport.aspect(), size, options: self.options, seconds }
    }
}

#[cfg(test)]
mod tests;
