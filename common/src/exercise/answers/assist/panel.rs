//! The panel at the bottom, which says why the next lesson could not be built.

use super::Assist;
use crate::exercise::answers::buttons::Buttons;
use imgui::{Ui, WindowFlags};
use ui::{Action, Fonts, layout::Area, screen};

/// Draws the panel if it is open.
pub(in crate::exercise::answers) fn draw_assist(
    ui: &Ui,
    fonts: Fonts,
    area: Area,
    assist: &Assist,
    buttons: &mut Buttons,
) {
    if !assist.is_open {
        return;
    }
    screen::docked(ui, "##assist", area, WindowFlags::empty(), || {
        let number = assist.next.number().unwrap_or_default();
        screen::heading(ui, &format!("Lesson {number} could not be built"), Action::Close);
        ui.child_window("##why").build(|| {
            buttons.draw(ui, Action::NextLesson, "Try again", true);
            let mono = ui.push_font(fonts.mono);
            ui.text_wrapped(assist.next.failed.as_deref().unwrap_or_default());
            mono.pop();
        });
    });
}
