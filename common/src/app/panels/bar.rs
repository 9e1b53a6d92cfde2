//! The bar at the top: buttons for the panels, title, frame rate.

use super::{at_right_end, docked, toggle};
use crate::app::{
    keys::{Action, shown},
    layout::{Area, Open},
};
use imgui::{Ui, WindowFlags};

/// What the bar says.
pub struct Bar<'a> {
    /// What is shown: a file's or a lesson's name.
    pub title: &'a str,
    /// At the right end: frames a second, resolution.
    pub status: &'a str,
    /// Which panels are open.
    pub open: Open,
    /// Whether the numbers are shown.
    pub statistics: bool,
    /// Whether there is a figure, without which some panels have nothing to say.
    pub has_actor: bool,
}

/// Draws it, and says which buttons were clicked.
pub fn draw(ui: &Ui, area: Area, bar: &Bar<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
    docked(ui, "##bar", area, flags, || {
        let open = bar.open;
        let mut button = |name: &str, on: bool, action: Action| {
            if toggle(ui, &format!("{name}  {}", shown(action)), on) {
                actions.push(action);
            }
            ui.same_line();
        };
        button("Help", open.help, Action::Help);
        button("Display", open.display, Action::Display);
        if bar.has_actor {
            button("Joints", open.joints, Action::Joints);
            button("Timeline", open.timeline, Action::Timeline);
        }
        button("Numbers", bar.statistics, Action::Statistics);
        button("Hide all", false, Action::Panels);
        // In a narrow window the buttons matter most.
        let room = ui.content_region_avail()[0] - ui.calc_text_size(bar.status)[0];
        let title = format!("   {}", bar.title);
        if room > ui.calc_text_size(&title)[0] {
            ui.text(title);
            at_right_end(ui, bar.status);
        }
    });
    actions
}
