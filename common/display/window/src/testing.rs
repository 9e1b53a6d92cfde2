//! Panels that are driven without a display.

use crate::panels::{FrameInfo, PanelSet};
use glam::Vec2;
use graphics::OrbitCamera;
use player::{Actor, testing::arm};
use std::sync::MutexGuard;
use ui::{
    Action, DisplayOptions, Gui, Message, View,
    gui::ONE_AT_A_TIME,
    keys::BINDINGS,
    layout::{Layout, Open},
};

/// Panels, an arm and a mouse, without a display.
pub(crate) struct PanelDriver {
    pub(crate) panels: PanelSet,
    pub(crate) actor: Actor,
    pub(crate) messages: Vec<Message>,
    view: View,
    gui: Gui,
    size: Vec2,
    _one_at_a_time: MutexGuard<'static, ()>,
}

impl PanelDriver {
    /// Panels in a window of 1280 x 800 pixels, with a Markdown text as help and the arm as figure.
    pub(crate) fn new(markdown: &str) -> Self {
        Self::with_scale(markdown, 1.0)
    }

    /// [`new`](Self::new) with text that is `scale` times as large.
    pub(crate) fn with_scale(markdown: &str, scale: f32) -> Self {
        // A test that failed while it held the lock does not affect the next.
        let lock = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut gui = Gui::new(scale);
        gui.context.fonts().build_rgba32_texture();
        let view = View {
            camera: OrbitCamera::default(),
            aspect: 1.6,
            size: (1280, 800),
            options: DisplayOptions { names: true, heat_map: true, ..DisplayOptions::default() },
            seconds: 0.0,
        };
        let first = Open { display: true, timeline: true, bar: true, ..Open::default() };
        let mut hand = Self {
            panels: PanelSet::new(markdown, first, true),
            actor: Actor::new(arm()),
            messages: Vec::new(),
            view,
            gui,
            size: Vec2::new(1280.0, 800.0),
            _one_at_a_time: lock,
        };
        hand.frame(None, false);
        hand
    }

    pub(crate) fn em(&self) -> f32 {
        self.gui.fonts.em
    }

    pub(crate) fn layout(&self) -> Layout {
        self.panels.layout(self.size, self.em(), Some(&self.actor))
    }

    pub(crate) fn resize(&mut self, size: Vec2) {
        self.size = size;
    }

    /// Returns imgui's queue, for events of the next frame.
    pub(crate) fn io(&mut self) -> &mut imgui::Io {
        self.gui.context.io_mut()
    }

    /// Draws a frame with the pointer at a position and the left button up or down. Returns the actions of buttons.
    pub(crate) fn frame(&mut self, at: Option<Vec2>, down: bool) -> Vec<Action> {
        let layout = self.layout();
        self.gui.begin(self.size, 0.016);
        let io = self.gui.context.io_mut();
        io.add_mouse_pos_event(at.map_or([-1e9; 2], |at| at.to_array()));
        io.add_mouse_button_event(imgui::MouseButton::Left, down);
        let fonts = self.gui.fonts;
        let offered: Vec<Action> = BINDINGS.iter().map(|binding| binding.action).collect();
        let info = FrameInfo {
            title: "arm",
            status: "60 fps",
            view: &self.view,
            offered: &offered,
            own_keys: &[],
            messages: self.messages.clone(),
            shows_ours: None,
        };
        let ui = self.gui.context.new_frame();
        let actions = self.panels.draw(ui, fonts, &layout, Some(&mut self.actor), info);
        for list in self.gui.context.render().draw_lists() {
            let mut places = list.vtx_buffer().iter().map(|vertex| Vec2::from(vertex.pos));
            assert!(places.all(Vec2::is_finite), "{layout:?}");
        }
        actions
    }

    /// A click: there, down, up. Returns the actions of all these frames.
    pub(crate) fn click(&mut self, at: Vec2) -> Vec<Action> {
        let mut actions = self.frame(Some(at), false);
        actions.extend(self.frame(Some(at), false)); // imgui knows what is under the pointer a frame later
        actions.extend(self.frame(Some(at), true));
        actions.extend(self.frame(Some(at), false));
        actions
    }

    /// Presses at a place, moves the pointer to another and releases it.
    pub(crate) fn drag(&mut self, from: Vec2, to: Vec2) {
        for (at, down) in
            [(from, false), (from, false), (from, true), (from.midpoint(to), true), (to, true), (to, false)]
        {
            self.frame(Some(at), down);
        }
    }

    /// Clicks every 12 pixels along a line, and returns the actions, each run of equal ones once.
    pub(crate) fn sweep(&mut self, from: Vec2, to: Vec2) -> Vec<Action> {
        let steps = (from.distance(to) / 12.0).ceil().max(1.0) as usize;
        let mut requested: Vec<Action> = Vec::new();
        for step in 0..=steps {
            for action in self.click(from.lerp(to, step as f32 / steps as f32)) {
                if requested.last() != Some(&action) {
                    requested.push(action);
                }
            }
        }
        requested
    }
}
