//! The hints and the buttons, at the bottom of the card.

use super::Contents;
use crate::exercise::answers::{assist::NextLesson, buttons::Buttons};
use imgui::{StyleColor, Ui};
use ui::{Action, Fonts, theme};

/// Draws the hints of a TODO that were requested, and a button for the next one.
pub(super) fn draw_hints(ui: &Ui, fonts: Fonts, contents: &mut Contents<'_>, buttons: &mut Buttons) {
    let todo = contents.todo();
    let id = todo.id;
    let passes = todo.passes();
    let hints = &mut contents.assist.hints;
    if hints.shown(id).is_empty() {
        return;
    }
    ui.separator();
    if passes {
        ui.text_wrapped("Your answer passes. These are its hints all the same.");
    }
    for (hint, text) in hints.shown(id) {
        ui.text_colored(theme::COOL, format!("Hint: {}", hint.title));
        text.draw(ui, fonts);
    }
    match hints.next() {
        Some(next) => buttons.draw(ui, Action::Hint, &format!("More: {next}"), true),
        None => ui.text_wrapped(format!("That was the last hint. Our code beside yours: cargo workbook compare {id}")),
    }
    if hints.scrolls() {
        ui.set_scroll_here_y_with_ratio(1.0);
    }
}

/// Draws the card's buttons: on to the next TODO or lesson, if the current TODO passes, and those for help.
pub(super) fn draw_buttons(ui: &Ui, contents: &Contents<'_>, buttons: &mut Buttons) {
    let Contents { index, todos, saved, drawn, assist } = contents;
    match todos.current().filter(|next| *next != *index) {
        _ if saved.code.status.broken().is_some() => {} // the save comes first
        _ if todos.are_finished() => draw_end_buttons(ui, &assist.next, buttons),
        Some(next) if todos.open_passes() => {
            let color = ui.push_style_color(StyleColor::Text, theme::GOOD);
            buttons.draw(ui, Action::NextTodo, &format!("On to {}", todos.id_and_name(todos.all[next].id)), true);
            color.pop();
        }
        _ => {}
    }
    buttons.draw(ui, Action::Hint, "Hint", true);
    buttons.draw(ui, Action::Help, "Read the idea", false);
    let color = if drawn.shows_difference() { theme::ACCENT } else { theme::TEXT };
    let color = ui.push_style_color(StyleColor::Text, color);
    buttons.draw(ui, Action::Difference, "Difference", false);
    color.pop();
}

/// Draws the buttons of a finished lesson, below the part of one's own program that it leads to.
fn draw_end_buttons(ui: &Ui, next: &NextLesson, buttons: &mut Buttons) {
    if let Some(part) = next.own_part() {
        ui.text_colored(theme::GOOD, format!("Now draw it yourself: {part}"));
    }
    match (next.number(), next.building()) {
        (Some(_), Some(words)) => ui.text_colored(theme::COOL, words),
        (Some(number), None) => buttons.draw(ui, Action::NextTodo, &format!("On to lesson {number}"), true),
        (None, _) => ui.text_colored(theme::GOOD, "That was the last lesson."),
    }
}
