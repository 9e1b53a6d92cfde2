//! The second half of a frame: the scene, if it looks otherwise than before, and the panels over it.

use crate::{
    App,
    pacing::LONGEST_STEP,
    panels::FrameInfo,
    stage::{BACKGROUND, STEP, Stage},
};
use anyhow::{Context as _, Result};
use glam::Vec2;
use glium::{
    BlitTarget, Surface,
    texture::{MipmapsOption, Texture2d, UncompressedFloatFormat},
};
use graphics::{Canvas, Gl, Picture, glium, reload};
use player::{Editing, Pin, display};
use ui::keys::{BINDINGS, Group};
use ui::{Message, Screen, View, layout::Layout, paint, screen, theme};

/// The card of a TODO has at least this fraction of the left column beside the app's own panel, and beside the display's.
const MIN_CARD: [f32; 2] = [0.62, 0.45];
/// The app's own panel has at least this fraction.
const MIN_OWN: f32 = 0.28;

/// Scale of a scene that moves while the processor draws: about a third of the pixels.
const MOVING_SCALE: f32 = 0.6;

/// The scene as it was drawn last.
pub(crate) struct DrawnScene {
    pub(super) canvas: Canvas,
    /// Whether a moving scene has fewer pixels than the window: the processor draws.
    is_reduced: bool,
    error: Option<String>,
    /// State from which it was drawn, if nothing moves by itself.
    pub(super) last_state: Option<SceneState>,
    pub(super) is_still: bool,
}

impl DrawnScene {
    pub(super) fn new(gl: &Gl, is_reduced: bool) -> Result<Self> {
        let canvas = Canvas::new(gl, (1, 1))?;
        Ok(DrawnScene { canvas, is_reduced, error: None, last_state: None, is_still: false })
    }

    /// Returns the fraction of the viewport's width and height that is drawn. Below 1 edges are not smooth.
    pub(super) fn scale(&self) -> f32 {
        if self.is_reduced && !self.is_still { MOVING_SCALE } else { 1.0 }
    }
}

/// Everything on which the picture of a paused scene depends. While it is equal, the scene is not drawn again.
#[derive(Clone, PartialEq)]
pub(crate) struct SceneState {
    view: View,
    time: f32,
    clip: Option<usize>,
    selected: Option<usize>,
    bind_pose: bool,
    pins: Vec<Pin>,
    weights: Vec<(usize, usize, f32)>,
}

impl SceneState {
    fn new(app: &mut dyn App, view: View) -> Self {
        let actor = app.subject().actor().map(|actor| &*actor);
        Self {
            view,
            time: actor.map_or(0.0, |actor| actor.player.time()),
            clip: actor.and_then(|actor| actor.clip),
            selected: actor.and_then(|actor| actor.selection.first()),
            bind_pose: actor.is_some_and(|actor| actor.bind_pose),
            pins: actor.map_or(Vec::new(), |actor| actor.held.pins.clone()),
            weights: actor.map_or(Vec::new(), |actor| actor.held.weights.clone()),
        }
    }
}

impl Stage {
    /// Draws scene and panels as a window would show them.
    ///
    /// # Errors
    /// If the graphics card has no room, or a shader does not compile.
    pub fn picture(&mut self) -> Result<Picture> {
        let format = UncompressedFloatFormat::U8U8U8U8;
        let [width, height] = self.size.to_array().map(|side| side as u32);
        let texture = Texture2d::empty_with_format(&self.gl, format, MipmapsOption::NoMipmap, width, height)
            .context("a picture of this size")?;
        self.toast.1 = 0.0; // about the picture before this one
        // imgui's windows need a frame to learn their sizes, and a card's figure one more for each height that depends on it.
        for _ in 0..5 {
            self.lay_out()?;
            self.draw(&mut texture.as_surface(), STEP)?;
        }
        Ok(Picture::opaque(&texture))
    }

    /// Draws the scene and the panels into `target`, which is as large as the window. `seconds` is the time since the last
    /// frame.
    pub(crate) fn draw(&mut self, target: &mut impl Surface, seconds: f32) -> Result<()> {
        self.draw_scene()?;
        // What no panel covers. Also says that what follows is sRGB-encoded already: a blit to a window would encode again.
        let [red, green, blue, opacity] = theme::PANEL;
        target.clear_color_srgb(red, green, blue, opacity);
        let (left, top, width, height) = self.layout.viewport.pixels();
        let bottom = (self.size.y as u32).saturating_sub(top + height);
        let place = BlitTarget { left, bottom, width: width as i32, height: height as i32 };
        self.drawn.canvas.show_in(target, &place);
        self.build_gui(seconds);
        self.renderer.draw(&mut self.gui, target)
    }

    /// Returns an error that a window would show: without a window nobody sees it.
    pub(crate) fn fail_on_errors(&self) -> Result<()> {
        if let Some(error) = reload::errors().into_iter().next() {
            return Err(error.into());
        }
        match &self.drawn.error {
            Some(text) => Err(anyhow::anyhow!("{text}")),
            None => Ok(()),
        }
    }

    /// Draws the scene into the canvas. A scene that does not move is drawn once more at full resolution, and then not again
    /// until something changes.
    fn draw_scene(&mut self) -> Result<()> {
        let changed = reload::poll();
        let view = self.view();
        let has_news = self.app.subject().editing().is_some_and(Editing::has_news);
        let is_still = self.app.is_still() && !has_news && !self.is_touched;
        let now = is_still.then(|| SceneState::new(&mut *self.app, view));
        self.drawn.is_still = !changed && now.is_some() && now == self.drawn.last_state;
        self.drawn.last_state = now;
        let was_whole = self.is_whole();
        self.fit_canvas()?;
        if self.drawn.is_still && was_whole {
            return Ok(());
        }
        let view = View { size: self.drawn.canvas.size(), ..view };
        let app = &mut self.app;
        let result = self.drawn.canvas.draw(|target| {
            target.clear_color_srgb_and_depth(BACKGROUND, 1.0);
            app.draw(target, &view)
        });
        self.drawn.error = result.err().map(|error| format!("{error:#}"));
        Ok(())
    }

    /// Whether the canvas has a pixel for each of the viewport's.
    fn is_whole(&self) -> bool {
        let all = Canvas::size_for(&self.gl, self.layout.viewport.pixel_size());
        self.drawn.canvas.size() == all && self.drawn.canvas.is_smooth()
    }

    /// Collects the messages. Those of a lesson are on its card while that is open.
    fn gather_messages(&mut self) -> Vec<Message> {
        let mut all = self.app.messages();
        let mut broken = reload::errors();
        if let Some(lesson) = self.app.lesson() {
            if self.layout.display.is_none() {
                all.extend(lesson.messages());
            } else {
                let shaders = format!("shaders/{}/", self.info.folder);
                broken.retain(|error| !error.place().contains(&shaders));
            }
        }
        // A broken shader is often also why drawing fails: reported once.
        if broken.is_empty() {
            all.extend(self.drawn.error.iter().map(|text| Message::error("", text)));
        }
        all.extend(broken.iter().map(|error| Message::error(error.place(), error.message())));
        all
    }

    /// Builds all panels and the app's own controls. The actions of buttons that are clicked are performed in the next frame.
    pub(super) fn build_gui(&mut self, seconds: f32) {
        let view = self.view();
        let messages = self.gather_messages();
        let shows_ours = self.app.lesson().map(|lesson| lesson.status().shows_ours);
        let mut offered = self.offered();
        let own_keys = self.app.subject().keys().own.to_vec();
        if self.info.is_given_away && !own_keys.is_empty() {
            // A game's player needs its own keys, and those of the window.
            let is_of_window = |action| BINDINGS.iter().any(|it| it.action == action && it.group == Group::Window);
            offered.retain(|action| is_of_window(*action));
        }
        let layout = self.share_column();
        self.panels.help.renew(seconds, |name, values| self.app.figure(name, values));
        let info = FrameInfo {
            title: &self.app.title(),
            status: &self.status(),
            view: &view,
            offered: &offered,
            own_keys: &own_keys,
            messages,
            shows_ours,
        };
        self.gui.begin(self.size, seconds);
        let fonts = self.gui.fonts;
        let sheet = self.app.sheet(paint::size_over_scene(layout.viewport.size, fonts.em), &view);
        let ui = self.gui.context.new_frame();
        if let Some(sheet) = sheet {
            paint::paint_over_scene(ui, fonts, layout.viewport, &sheet);
        }
        let mut actions = self.panels.draw(ui, fonts, &layout, self.app.subject().actor(), info);
        if layout.display.is_none()
            && let Some(actor) = self.app.subject().actor()
        {
            display::legend_over(ui, fonts, layout.viewport, actor, self.options);
        }
        if let Some(lesson) = self.app.lesson() {
            actions.extend(lesson.draw(ui, fonts, &layout, seconds));
        }
        let (toast, seconds) = &self.toast;
        if *seconds > 0.0 {
            let width = ui.calc_text_size(toast)[0];
            let at = layout.viewport.min + (layout.viewport.size - width) * Vec2::new(0.5, 0.0);
            let low = layout.viewport.max().y - 2.4 * fonts.em;
            screen::plate(ui, fonts.em, Vec2::new(at.x, low), toast);
        }
        let mut screen = Screen::new(ui, fonts, layout.viewport, layout.own, layout.bar.is_none());
        screen.shows_display = self.panels.shows_display();
        self.app.ui(&screen);
        self.own_height = screen.height();
        for action in actions {
            self.input.request(action);
        }
    }

    /// Returns the layout in which a lesson's card, a panel of the app's own, as high as its contents, and the display options
    /// share the left column.
    fn share_column(&mut self) -> Layout {
        let mut layout = self.layout;
        let em = self.gui.fonts.em;
        let has_actor = self.app.subject().actor().is_some();
        let is_editor = self.app.subject().editing().is_some();
        let shows_display = self.panels.shows_display();
        let extra = self.app.subject().keys().extra.len();
        let lesson = self.app.lesson();
        let (Some(area), true) = (&mut layout.display, lesson.is_some() || is_editor) else { return layout };
        // Some lists are as high as there is room.
        let is_in_column = layout.own.is_none() && self.own_height > 0.0;
        let mut own = if is_in_column { self.own_height.max(area.size.y * MIN_OWN) } else { 0.0 };
        if lesson.is_some() {
            let display = match (shows_display, has_actor) {
                (false, _) => 0.0,
                (true, false) => display::height_alone(extra) * em,
                (true, true) => area.size.y * 0.5,
            };
            let card = (area.size.y - own - display).max(area.size.y * MIN_CARD[usize::from(shows_display)]);
            layout.card = Some(area.split_top(card));
        } else if !shows_display {
            own = area.size.y;
        }
        layout.own = layout.own.or(Some(area.split_top(own)));
        layout.display = layout.display.filter(|_| shows_display);
        layout
    }

    /// Returns the text at the right end of the bar: the frame rate, and the resolution if it is reduced.
    fn status(&self) -> String {
        // A slower frame counts as one of `LONGEST_STEP`.
        let least = LONGEST_STEP.recip().round();
        let rate = match self.frame_seconds {
            0.0 => "0 fps".to_owned(),
            seconds if seconds.recip().round() > least => format!("{:.0} fps", seconds.recip()),
            _ => format!("{least:.0} fps or fewer"),
        };
        match self.drawn.scale() {
            1.0 => rate,
            scale => format!("{rate}, {:.0}% of the pixels each way", scale * 100.0),
        }
    }
}
