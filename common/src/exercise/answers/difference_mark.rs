//! The ring around the largest difference.

use crate::exercise::Difference;
use imgui::Ui;
use ui::{Fonts, labels, layout::Area, theme};

/// Draws a ring around the largest difference between the student's scene and ours, and how large it is.
pub(super) fn draw_difference_mark(ui: &Ui, fonts: Fonts, viewport: Area, difference: &Difference) {
    let Some(position) = difference.at.and_then(|at| labels::on_screen(difference.clip_from_world, viewport, at))
    else {
        return;
    };
    let radius = fonts.em * 0.55;
    // Released at once: imgui lends the list to one borrower at a time, and the label needs it too.
    ui.get_background_draw_list().add_circle(position.to_array(), radius, theme::BAD).thickness(2.5).build();
    labels::draw_labels(ui, viewport, fonts, [(position, difference.text.as_str(), theme::BAD)].into_iter());
}
