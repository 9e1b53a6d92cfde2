//! The panel at the bottom.

use super::{Assist, Open, comparison::Solution, next_lesson::NextLesson};
use crate::exercise::answers::buttons::Buttons;
use imgui::{StyleColor, Ui, WindowFlags};
use ui::{
    Action, Fonts,
    layout::Area,
    screen,
    theme::{self, Color},
};
use verdict::build::{Compared, Line, Side};

/// Draws the open panel at the bottom: the comparison with our code, why the next lesson could not be built, or the diary.
pub(in crate::exercise::answers) fn draw_assist(
    ui: &Ui,
    fonts: Fonts,
    area: Area,
    assist: &Assist,
    buttons: &mut Buttons,
) {
    let Some(open) = assist.open else { return };
    let title = match open {
        Open::NextLesson => &format!("Lesson {} could not be built", assist.next.number().unwrap_or_default()),
        Open::Solution => "Your code and ours",
        Open::Diary => "Your diary",
    };
    screen::docked(ui, "##assist", area, WindowFlags::empty(), || {
        screen::heading(ui, title, Action::Close);
        // Each scrolls by itself; code is not wrapped.
        let body = ui.child_window(format!("##{open:?}")).horizontal_scrollbar(open == Open::Solution);
        body.build(|| match open {
            Open::Solution => draw_solution(ui, fonts, &assist.solution, buttons),
            Open::NextLesson => draw_build_failure(ui, fonts, &assist.next, buttons),
            Open::Diary => draw_diary(ui, &assist.diary, buttons),
        });
    });
}

/// Draws the comparison of the student's files with ours, and what has still to be pressed or awaited for it.
fn draw_solution(ui: &Ui, fonts: Fonts, solution: &Solution, buttons: &mut Buttons) {
    if let Some(id) = solution.held_back() {
        let color = ui.push_style_color(StyleColor::Text, theme::ACCENT);
        ui.text_wrapped(format!("{id} does not pass yet. To see our code for it all the same, press again:"));
        color.pop();
        buttons.draw(ui, Action::Solution, "Our code", true);
    }
    if let Some(id) = solution.passed() {
        ui.text_colored(theme::GOOD, format!("Your {id} passes. Ours is another way to write it."));
    }
    if solution.is_comparing() {
        ui.text_colored(theme::DIM, "comparing … (the first time this takes a while)");
    }
    match solution.comparison() {
        Some(Ok(files)) if files.is_empty() => ui.text_wrapped("No line differs."),
        Some(Ok(files)) => files.iter().for_each(|file| draw_differences(ui, fonts, file)),
        Some(Err(why)) => ui.text_wrapped(why),
        None => {}
    }
}

/// Draws the differences of one file, each below the number of its first line.
fn draw_differences(ui: &Ui, fonts: Fonts, Compared { file, hunks, .. }: &Compared) {
    if hunks.is_empty() {
        ui.text_wrapped(format!("{file} is the same as ours, word for word."));
        return;
    }
    ui.text(file);
    for side in [Side::Mine, Side::Solution] {
        let (sign, color) = side_style(side);
        ui.same_line();
        ui.text_colored(color, format!("{sign} {}", if side == Side::Mine { "yours" } else { "ours" }));
    }
    let tight = screen::tight(ui, fonts.em);
    for hunk in hunks {
        ui.text_colored(theme::COOL, format!("line {}", hunk.line));
        let mono = ui.push_font(fonts.mono);
        hunk.lines.iter().for_each(|each| draw_line(ui, each));
        mono.pop();
    }
    tight.pop();
    ui.spacing();
}

/// Draws a line of a comparison with its sign. Words that differ from a similar line stand on a lighter ground.
fn draw_line(ui: &Ui, line: &Line) {
    let (sign, color) = side_style(line.side);
    ui.text_colored(color, sign);
    for piece in &line.pieces {
        ui.same_line_with_spacing(0.0, 0.0);
        if piece.differs {
            let [x, y] = ui.cursor_screen_pos();
            let [width, height] = ui.calc_text_size(&piece.text);
            let [red, green, blue, _] = color;
            let list = ui.get_window_draw_list();
            list.add_rect([x, y], [x + width, y + height], [red, green, blue, 0.3]).filled(true).build();
        }
        ui.text_colored(color, &piece.text);
    }
}

fn side_style(side: Side) -> (&'static str, Color) {
    match side {
        Side::Both => (" ", theme::DIM),
        Side::Mine => ("-", theme::BAD),
        Side::Solution => ("+", theme::GOOD),
    }
}

fn draw_diary(ui: &Ui, words: &str, buttons: &mut Buttons) {
    ui.text_wrapped(words);
    buttons.draw(ui, Action::Diary, "On / off", true);
}

fn draw_build_failure(ui: &Ui, fonts: Fonts, next: &NextLesson, buttons: &mut Buttons) {
    buttons.draw(ui, Action::NextLesson, "Try again", true);
    let mono = ui.push_font(fonts.mono);
    ui.text_wrapped(next.failed.as_deref().unwrap_or_default());
    mono.pop();
}
