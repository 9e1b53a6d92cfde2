//! The bar at the top: buttons for the panels, title, frame rate.

use imgui::{Ui, WindowFlags};
use ui::{
    Action,
    keys::shown,
    layout::{Area, Open},
    screen::{at_right_end, docked, toggle},
};

pub(crate) struct Bar<'a> {
    pub(crate) title: &'a str,
    /// Text at the right end.
    pub(crate) status: &'a str,
    pub(crate) open: Open,
    /// Whether there is a figure, about which some panels tell.
    pub(crate) has_actor: bool,
    /// Whether our answers draw the whole scene of a lesson.
    pub(crate) shows_ours: Option<bool>,
}

/// Draws the bar at the top of the window, and returns the actions of buttons that were clicked in this frame.
pub(crate) fn draw_bar(ui: &Ui, area: Area, bar: &Bar<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
    docked(ui, "##bar", area, flags, || {
        let mut buttons = vec![("Help", bar.open.help, Action::Help)];
        if let Some(shows_ours) = bar.shows_ours {
            buttons.push(("Our scene", shows_ours, Action::Mine));
        }
        buttons.push(("Display", bar.open.display, Action::Display));
        if bar.has_actor {
            buttons.push(("Joints", bar.open.joints, Action::Joints));
            buttons.push(("Timeline", bar.open.timeline, Action::Timeline));
        }
        buttons.push(("Hide all", false, Action::Panels));
        for (name, is_on, action) in buttons {
            if toggle(ui, &format!("{name}  {}", shown(action)), is_on) {
                actions.push(action);
            }
            ui.same_line();
        }
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
