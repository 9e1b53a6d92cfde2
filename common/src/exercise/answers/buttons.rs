//! The buttons of the card, and the one that has the keyboard's focus.

use glam::Vec2;
use imgui::Ui;
use ui::{Action, keys::shown, screen, theme};

#[derive(Default)]
pub(crate) struct Buttons {
    /// Actions of the buttons of this frame, in their order, and of those of the last frame.
    drawn: Vec<Action>,
    last: Vec<Action>,
    focus: Option<Action>,
    /// Whether the window has still to scroll to the focus.
    scrolls: bool,
    clicked: Vec<Action>,
}

impl Buttons {
    /// Draws a button with the key of `action` on it. A button that is not the first stands beside the one before.
    pub(super) fn draw(&mut self, ui: &Ui, action: Action, label: &str, is_first: bool) {
        let is_clicked = screen::button(ui, &format!("{label}  {}##{action:?}", shown(action)), is_first);
        self.note(ui, action, is_clicked);
    }

    pub(super) fn draw_switch(&mut self, ui: &Ui, action: Action, label: &str, on: bool) {
        let is_clicked = screen::switch(ui, label, on, action);
        self.note(ui, action, is_clicked);
    }

    /// Notes the button that was just drawn, and draws a frame around it if it has the focus.
    fn note(&mut self, ui: &Ui, action: Action, is_clicked: bool) {
        if !self.drawn.contains(&action) {
            self.drawn.push(action); // a hint has two buttons
        }
        if is_clicked {
            self.clicked.push(action);
        }
        if self.focus == Some(action) {
            let [low, high] = [Vec2::from(ui.item_rect_min()) - 1.0, Vec2::from(ui.item_rect_max()) + 1.0];
            let list = ui.get_window_draw_list();
            list.add_rect(low.to_array(), high.to_array(), theme::ACCENT).thickness(2.0).rounding(4.0).build();
            if std::mem::take(&mut self.scrolls) {
                ui.set_scroll_here_y();
            }
        }
    }

    /// Moves the focus to the next button, or to the one before. The first button comes after the last.
    pub(super) fn move_focus(&mut self, is_back: bool) {
        let count = self.last.len();
        let place = self.last.iter().position(|action| Some(*action) == self.focus);
        let next = match (place, is_back) {
            (None, false) => 0,
            (None, true) => count.saturating_sub(1),
            (Some(place), false) => (place + 1) % count,
            (Some(place), true) => (place + count - 1) % count,
        };
        self.focus = self.last.get(next).copied();
        self.scrolls = true;
    }

    /// Presses the button with the focus. Returns false if there is none, or if it is the one that Enter is for.
    pub(super) fn press(&mut self) -> bool {
        let pressed = self.focus.filter(|focus| *focus != Action::NextTodo && self.last.contains(focus));
        self.clicked.extend(pressed);
        pressed.is_some()
    }

    pub(super) fn has_focus(&self) -> bool {
        self.focus.is_some()
    }

    /// Takes the focus from its button. Returns false if none has it.
    pub(super) fn leave(&mut self) -> bool {
        self.focus.take().is_some()
    }

    /// Ends a frame. Returns the actions of the buttons that were pressed in it.
    pub(super) fn take_clicked(&mut self) -> Vec<Action> {
        self.last = std::mem::take(&mut self.drawn);
        std::mem::take(&mut self.clicked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Details, Help, Hint};

    #[test]
    fn the_focus_goes_round_and_skips_what_is_gone() {
        let mut buttons = Buttons { drawn: vec![Details, Hint, Help], ..Buttons::default() };
        assert!(buttons.take_clicked().is_empty() && !buttons.press());
        let mut visited = Vec::new();
        for is_back in [false, false, false, false, true, true] {
            buttons.move_focus(is_back);
            visited.extend(buttons.focus);
        }
        assert_eq!(visited, [Details, Hint, Help, Details, Help, Hint]);
        assert!(buttons.press());
        buttons.drawn = vec![Help];
        assert_eq!(buttons.take_clicked(), [Hint]);
        assert!(!buttons.press(), "it is not there any more");
        buttons.move_focus(false);
        assert!(buttons.press() && buttons.leave() && !buttons.leave());
        buttons.drawn = vec![Action::NextTodo];
        buttons.take_clicked();
        buttons.move_focus(false);
        assert!(!buttons.press(), "Enter is its own action, which would come back in every frame");
    }
}
