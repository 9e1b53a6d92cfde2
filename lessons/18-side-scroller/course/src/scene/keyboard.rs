//! The panel's lines in which keys are chosen.

use super::keys::{Bindings, Control, FIXED, name};
use common::ui::{Input, KeyCode, theme};
use common::window::imgui::Ui;

pub(super) struct Keyboard {
    pub(super) bindings: Bindings,
    /// Keys that the scene takes for itself.
    pub(super) steering: Vec<KeyCode>,
    /// Names of the keys and what they do, for the list of all keys.
    pub(super) listed: Vec<(String, &'static str)>,
    /// Whether signs show other keys now.
    pub(super) is_changed: bool,
    choosing: Option<Control>,
    /// Error of the last choice, or of writing the file.
    refused: String,
}

impl Keyboard {
    pub(super) fn standard() -> Self {
        let bindings = Bindings::default();
        let steering = bindings.keys_of_scene(false);
        let listed = bindings.listed();
        Keyboard { bindings, steering, listed, is_changed: false, choosing: None, refused: String::new() }
    }

    pub(super) fn read(&mut self) {
        self.bindings = Bindings::read(&Bindings::file());
        self.choose_for(None);
    }

    /// Takes the key that is chosen; false where none is.
    pub(super) fn update(&mut self, input: &Input) -> bool {
        let Some(control) = self.choosing else { return false };
        if let Some(key) = input.pressed().first() {
            self.refused.clear();
            match self.bindings.choose(control, *key) {
                Ok(()) => self.keep(),
                Err(_) if *key == KeyCode::Escape => self.choose_for(None),
                Err(why) => self.refused = why,
            }
        }
        true
    }

    fn choose_for(&mut self, control: Option<Control>) {
        self.choosing = control;
        self.is_changed = true;
        self.steering = self.bindings.keys_of_scene(control.is_some());
        self.listed = self.bindings.listed();
    }

    fn keep(&mut self) {
        self.refused = self.bindings.write(&Bindings::file()).err().unwrap_or_default();
        self.choose_for(None);
    }

    /// Returns the distance from the left at which descriptions begin: beside the widest keys.
    pub(super) fn column(&self, ui: &Ui, em: f32) -> f32 {
        let mut widest = 6.3 * em;
        for control in Control::ALL {
            widest = widest.max(ui.calc_text_size(self.bindings.caps(control))[0]);
        }
        widest + 2.2 * em
    }

    /// Draws the keys of each control, two controls in a line: after a click on them the next key is chosen. Below them are
    /// other keys.
    pub(super) fn panel(&mut self, ui: &Ui, column: f32) {
        let second = column + 9.0 * ui.current_font_size();
        for (index, control) in Control::ALL.into_iter().enumerate() {
            let left = if index % 2 == 0 { 0.0 } else { second };
            if left > 0.0 {
                ui.same_line_with_pos(left);
            }
            let is_asked = self.choosing == Some(control);
            let caps = if is_asked { "press a key".into() } else { self.bindings.caps(control) };
            if ui.small_button(format!("{caps}##{control:?}")) {
                self.refused.clear();
                self.choose_for((!is_asked).then_some(control));
            }
            if ui.is_item_hovered() && !is_asked {
                ui.tooltip_text("click, then press another key");
            }
            ui.same_line_with_pos(left + column);
            ui.text_colored(theme::DIM, if is_asked { "Esc: as before" } else { control.does() });
        }
        if !self.refused.is_empty() {
            ui.text_wrapped(&self.refused);
        }
        if self.bindings != Bindings::default() && ui.small_button("standard keys") {
            self.bindings = Bindings::default();
            self.keep();
        }
        // The others have a checkbox.
        for (index, (key, does)) in FIXED[..4].iter().enumerate() {
            let left = if index % 2 == 0 { 0.0 } else { second };
            if left > 0.0 {
                ui.same_line_with_pos(left);
            }
            ui.text(name(*key));
            ui.same_line_with_pos(left + column);
            ui.text_colored(theme::DIM, does);
        }
    }
}
