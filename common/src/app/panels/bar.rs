//! The bar at the top: buttons for the panels, title, frame rate.

use super::{FrameInfo, at_right_end, docked, toggle};
use crate::app::{
    keys::{Action, shown},
    layout::{Area, Open},
};
use imgui::{Ui, WindowFlags};

/// Draws it, and says which buttons were clicked. `numbers`: whether they are shown; without a figure (`has_actor`)
/// some panels have nothing to say.
pub(super) fn draw(
    ui: &Ui,
    area: Area,
    info: &FrameInfo<'_>,
    (open, numbers, has_actor): (Open, bool, bool),
) -> Vec<Action> {
    let mut actions = Vec::new();
    let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
    docked(ui, "##bar", area, flags, || {
        let mut button = |name: &str, on: bool, action: Action| {
            if toggle(ui, &format!("{name}  {}", shown(action)), on) {
                actions.push(action);
            }
            ui.same_line();
        };
        button("Help", open.help, Action::Help);
        button("Display", open.display, Action::Display);
        if has_actor {
            button("Joints", open.joints, Action::Joints);
            button("Timeline", open.timeline, Action::Timeline);
        }
        button("Numbers", numbers, Action::Statistics);
        button("Hide all", false, Action::Panels);
        // In a narrow window the buttons matter most.
        let room = ui.content_region_avail()[0] - ui.calc_text_size(info.status)[0];
        let title = format!("   {}", info.title);
        if room > ui.calc_text_size(&title)[0] {
            ui.text(title);
            at_right_end(ui, info.status);
        }
    });
    actions
}
