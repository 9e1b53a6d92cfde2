//! The editor's panel, and its writing over the scene.

use super::{
    Editor, Request, Thing,
    edits::{self, Item},
};
use crate::level::{CreatureKind, Layer, PieceKind};
use common::exercise::Screen;
use common::ui::{screen::button, theme};
use common::window::imgui::{Drag, StyleColor, Ui};
use glam::DVec2;

impl Editor {
    pub fn ui(&mut self, screen: &Screen<'_>) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        screen.panel("Set pieces", || {
            self.buttons(ui);
            ui.separator();
            self.palette(ui);
            ui.separator();
            self.fields(ui, em);
            ui.separator();
            self.show_problem(ui);
        });
        self.lines(screen);
    }

    fn buttons(&mut self, ui: &Ui) {
        if let Some(request) = self.session.buttons(ui).and_then(super::request_of) {
            self.carry_out(request);
        }
        for (label, request) in [("Play here  P", Request::Play), ("Open newest", Request::OpenNewest)] {
            if button(ui, label, false) {
                self.carry_out(request);
            }
        }
    }

    fn palette(&mut self, ui: &Ui) {
        ui.text_colored(theme::DIM, "Place:");
        let pieces = PieceKind::all().map(|kind| (kind.name(), Thing::piece(kind)));
        let others = [("token", Thing::Token(DVec2::ZERO)), ("hint", Thing::hint()), ("dark", Thing::dark())];
        let creatures = CreatureKind::ALL.map(|kind| (kind.name(), Thing::spawn(kind)));
        for (index, (name, what)) in pieces.into_iter().chain(others).chain(creatures).enumerate() {
            let color = if self.placing.as_ref() == Some(&what) { theme::ACCENT } else { theme::TEXT };
            let color = ui.push_style_color(StyleColor::Text, color);
            if button(ui, name, index == 0) {
                self.carry_out(Request::Place(what));
            }
            color.pop();
        }
    }

    fn fields(&mut self, ui: &Ui, em: f32) {
        let [item] = self.selected[..] else {
            match self.selected.len() {
                0 => ui.text_colored(theme::DIM, "Click something in the picture."),
                count => ui.text_colored(theme::DIM, format!("{count} things are selected.")),
            }
            if self.selected.len() > 1 {
                self.common_buttons(ui);
            }
            return;
        };
        ui.text_colored(theme::ACCENT, self.item_label(item));
        match item {
            Item::Piece(index) => self.piece_fields(ui, em, index),
            Item::Hint(index) => self.hint_field(ui, index),
            Item::Start | Item::Door | Item::Abyss => return,
            Item::Spawn(_) | Item::Token(_) | Item::Dark(_) => {}
        }
        self.common_buttons(ui);
    }

    fn common_buttons(&mut self, ui: &Ui) {
        for (index, (label, request)) in [
            ("Copy  ;", Request::Copy),
            ("Duplicate  D", Request::Duplicate),
            ("Flip  \\", Request::Flip),
            ("Delete", Request::Delete),
        ]
        .into_iter()
        .enumerate()
        {
            if button(ui, label, index == 0) {
                self.carry_out(request);
            }
        }
    }

    fn hint_field(&mut self, ui: &Ui, index: usize) {
        let mut text = self.level().hints[index].text.clone();
        if ui.input_text("words", &mut text).build() {
            self.session.history.drag(|level| level.hints[index].text = text);
            self.changed();
        }
        if ui.is_item_deactivated_after_edit() {
            self.session.history.end_drag();
        }
    }

    fn piece_fields(&mut self, ui: &Ui, em: f32, index: usize) {
        let piece = self.level().pieces[index];
        let mut numbers = edits::piece_numbers(&piece);
        let names = ["x", "y", "turn", "width", "height", "depth"];
        for at in 0..numbers.len() {
            ui.set_next_item_width(em * 5.0);
            if at % 2 == 1 {
                ui.same_line();
            }
            let (low, high, speed) = match at {
                0 | 1 => (-500.0, 500.0, 0.02),
                2 => (-180.0, 180.0, 0.5),
                _ => (0.1, 200.0, 0.02),
            };
            let field = Drag::new(names[at]).range(low, high).speed(speed).display_format("%.2f");
            if field.build(ui, &mut numbers[at]) && numbers[at].is_finite() {
                // What is typed is not kept within the range.
                numbers[at] = numbers[at].clamp(low, high);
                self.session.history.drag(|level| {
                    edits::set_piece_numbers(&mut level.pieces[index], numbers);
                    level.round();
                });
                self.changed();
            }
            if ui.is_item_deactivated_after_edit() {
                self.session.history.end_drag();
            }
        }
        for (at, layer) in Layer::ALL.into_iter().enumerate() {
            if at % 3 > 0 {
                ui.same_line(); // three in a row
            }
            if ui.radio_button_bool(layer.name(), piece.layer == layer) {
                self.edit(|level| level.pieces[index].layer = layer);
            }
        }
    }

    fn item_label(&self, item: Item) -> String {
        let level = self.level();
        match item {
            Item::Piece(index) => {
                let piece = level.pieces[index];
                let is_solid = if piece.colliders().is_empty() { "" } else { ", solid" };
                format!("{} (piece {}{is_solid})", piece.kind.name(), index + 1)
            }
            Item::Spawn(index) => {
                let spawn = level.spawns[index];
                let does = if spawn.sleeps() { "sleeps".into() } else { format!("walks {:.1} m", spawn.patrol) };
                format!("creature {}, {}, {does}", index + 1, spawn.kind.name())
            }
            Item::Token(index) => format!("token {}", index + 1),
            Item::Hint(index) => format!("hint {}", index + 1),
            Item::Dark(index) => format!("dark stretch {}", index + 1),
            Item::Start => "start".into(),
            Item::Door => "door".into(),
            Item::Abyss => "abyss: who falls below is lost".into(),
        }
    }

    fn show_problem(&self, ui: &Ui) {
        let (color, text) = match &self.problem {
            None => (theme::GOOD, "This level can be played."),
            Some(problem) => (theme::BAD, &**problem),
        };
        let color = ui.push_style_color(StyleColor::Text, color);
        ui.text_wrapped(text);
        color.pop();
    }

    fn lines(&self, screen: &Screen<'_>) {
        let hint = match (&self.placing, self.drag) {
            (Some(_), _) => "click where it should be",
            (_, Some(_)) => "Ctrl: without the grid",
            _ if self.selected.is_empty() => "click selects, right drag moves the picture, wheel zooms",
            _ => "drag moves, its handle turns; Shift adds; D: once more; Del deletes",
        };
        self.session.draw_status(screen, hint, "the level as it came");
    }
}
