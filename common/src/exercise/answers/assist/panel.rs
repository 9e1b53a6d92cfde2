//! What the window shows of it: buttons in the left column, and a panel in the place of the check's report.

use super::{Assist, Open, comparison::Solution, hints::Hints, next_lesson::NextLesson, quiz::Quiz};
use crate::build::{Compared, Line, Side};
use crate::check::Hint;
use crate::exercise::answers::StudentAnswers;
use crate::figure::still;
use crate::ui::{
    Action, Fonts,
    keys::shown,
    layout::Area,
    screen,
    theme::{self, Color},
};
use imgui::{StyleColor, Ui, WindowFlags};

/// How high the buttons are, in multiples of the font's size.
pub(in crate::exercise::answers) fn height(student: &StudentAnswers) -> f32 {
    match (student.is_finished(), student.assist.quiz.is_there()) {
        (true, true) => 4.7,
        (true, false) => 3.1,
        (false, _) => 1.8,
    }
}

/// The buttons in the left column; those that were clicked are added to `asks`.
pub(in crate::exercise::answers) fn buttons(ui: &Ui, student: &StudentAnswers, asks: &mut Vec<Action>) {
    let next = &student.assist.next;
    let on = match (student.is_finished(), next.number()) {
        (false, _) => Some((Action::Hint, "hint".to_owned())),
        (true, number) => {
            let building = if next.is_building() {
                format!("Building lesson {} …", number.unwrap_or_default())
            } else {
                String::new()
            };
            ui.text_colored(theme::GOOD, format!("All is right. {building}"));
            number.map(|number| (Action::NextLesson, format!("lesson {number}")))
        }
    };
    let is_first = on.is_none();
    if let Some((action, label)) = on {
        ask(ui, action, &label, true, asks);
    }
    ask(ui, Action::Solution, "solution", is_first, asks);
    if student.is_finished() && student.assist.quiz.is_there() {
        ask(ui, Action::Questions, "what has he done?", true, asks);
    }
}

fn ask(ui: &Ui, action: Action, label: &str, is_first: bool, asks: &mut Vec<Action>) {
    if screen::button(ui, &format!("{label}  {}##{action:?}", shown(action)), is_first) {
        asks.push(action);
    }
}

/// The panel, if it is open.
pub(in crate::exercise::answers) fn draw_assist(
    ui: &Ui,
    fonts: Fonts,
    area: Area,
    student: &mut StudentAnswers,
    asks: &mut Vec<Action>,
) {
    let Some(open) = student.assist.open else { return };
    let at = student.at_hand().map(|todo| student.todos[todo].id);
    let assist = &mut student.assist;
    screen::docked(ui, "##assist", area, WindowFlags::empty(), || {
        screen::heading(ui, &title(open, assist), Action::Close);
        // Each scrolls by itself; code is not wrapped.
        let body = ui.child_window(format!("##{open:?}")).horizontal_scrollbar(open == Open::Solution);
        body.build(|| match open {
            Open::Hints => hints(ui, &mut assist.hints, at, asks),
            Open::Solution => solution(ui, fonts, &assist.solution, asks),
            Open::NextLesson => failure(ui, fonts, &assist.next, asks),
            Open::Questions => questions(ui, fonts, area, &mut assist.quiz, asks),
        });
    });
}

fn title(open: Open, assist: &Assist) -> String {
    match (open, assist.hints.shown().first()) {
        (Open::Questions, _) => "What has he done?".into(),
        (Open::Hints, Some(first)) => format!("Hint for {} {}", first.todo, first.name),
        (Open::NextLesson, _) => format!("Lesson {} could not be built", assist.next.number().unwrap_or_default()),
        _ => "Your answers and the solution".into(),
    }
}

fn hints(ui: &Ui, hints: &mut Hints, at: Option<&str>, asks: &mut Vec<Action>) {
    let Some(first) = hints.shown().first() else { return };
    for hint in hints.shown() {
        ui.text_colored(theme::COOL, &hint.title);
        ui.text_wrapped(&hint.text);
    }
    ui.spacing();
    match (at, hints.next_level()) {
        (Some(id), _) if id != first.todo => ask(ui, Action::Hint, &format!("a hint for {id}"), true, asks),
        (Some(_), Some(level)) => ask(ui, Action::Hint, &format!("more: {}", Hint::title(level)), true, asks),
        (Some(_), None) => {
            let [check, solution] = [Action::Check, Action::Solution].map(shown);
            ui.text_wrapped(format!(
                "That is the last hint. {check} says what is not right yet; {solution}, twice, shows the solution."
            ));
        }
        (None, _) => ui.text_colored(theme::GOOD, "All is right."),
    }
    if hints.scrolls() {
        ui.set_scroll_here_y_with_ratio(1.0);
    }
}

/// The two pictures, beside them what may be said to him: a click, or a number.
fn questions(ui: &Ui, fonts: Fonts, area: Area, quiz: &mut Quiz, asks: &mut Vec<Action>) {
    let mut answer = None;
    if let Some((asked, ..)) = quiz.shown() {
        let size = [0.27 * area.size.x, ui.content_region_avail()[1] - 1.6 * fonts.em];
        for (name, sheet) in ["right", "his"].into_iter().zip(&asked.pictures) {
            ui.group(|| {
                ui.text_colored(theme::COOL, format!("{}, {name}", asked.todo));
                still(ui, fonts.em, sheet, size);
            });
            ui.same_line();
        }
    }
    ui.group(|| {
        if let Some((asked, number, count)) = quiz.shown() {
            ui.text_wrapped(format!("{number} of {count}: what is said to him? A number or a click answers."));
            for (choice, says) in asked.says.iter().enumerate() {
                let color = match (quiz.was_taken(choice), choice == asked.right) {
                    (true, true) => theme::GOOD,
                    (true, false) => theme::DIM,
                    _ => theme::TEXT,
                };
                let color = ui.push_style_color(StyleColor::Text, color);
                if ui.small_button(format!("{}##{choice}", choice + 1)) {
                    answer = Some(choice + 1);
                }
                ui.same_line();
                ui.text_wrapped(says);
                color.pop();
            }
        }
        ui.text_wrapped(quiz.says());
        if quiz.is_told() && ui.button("on  1") {
            answer = Some(1);
        }
        ask(ui, Action::Questions, "no more", !quiz.is_told(), asks);
    });
    if let Some(number) = answer {
        quiz.answer(number);
    }
}

fn solution(ui: &Ui, fonts: Fonts, solution: &Solution, asks: &mut Vec<Action>) {
    if let Some(id) = solution.held_back() {
        let color = ui.push_style_color(StyleColor::Text, theme::ACCENT);
        ui.text_wrapped(format!("{id} does not pass yet. To see its solution all the same, press again:"));
        color.pop();
        ask(ui, Action::Solution, "solution", true, asks);
    }
    if solution.is_comparing() {
        ui.text_colored(theme::DIM, "comparing … (the first time this takes a while)");
    }
    match solution.found() {
        Some(Ok(files)) if files.is_empty() => ui.text_wrapped("No other line differs."),
        Some(Ok(files)) => files.iter().for_each(|file| differences(ui, fonts, file)),
        Some(Err(why)) => ui.text_wrapped(why),
        None => {}
    }
}

fn differences(ui: &Ui, fonts: Fonts, Compared { file, hunks, .. }: &Compared) {
    if hunks.is_empty() {
        ui.text_wrapped(format!("{file} is word for word the solution's."));
        return;
    }
    ui.text(file);
    for side in [Side::Mine, Side::Solution] {
        let (sign, color) = look(side);
        ui.same_line();
        ui.text_colored(color, format!("{sign} {}", if side == Side::Mine { "yours" } else { "the solution's" }));
    }
    let tight = screen::tight(ui, fonts.em);
    for hunk in hunks {
        ui.text_colored(theme::COOL, format!("line {}", hunk.line));
        let mono = ui.push_font(fonts.mono);
        hunk.lines.iter().for_each(|each| line(ui, each));
        mono.pop();
    }
    tight.pop();
    ui.spacing();
}

fn line(ui: &Ui, line: &Line) {
    let (sign, color) = look(line.whose);
    ui.text_colored(color, sign);
    for piece in &line.pieces {
        ui.same_line_with_spacing(0.0, 0.0);
        if piece.differs {
            let ([x, y], [width, height]) = (ui.cursor_screen_pos(), ui.calc_text_size(&piece.text));
            let [red, green, blue, _] = color;
            let list = ui.get_window_draw_list();
            list.add_rect([x, y], [x + width, y + height], [red, green, blue, 0.3]).filled(true).build();
        }
        ui.text_colored(color, &piece.text);
    }
}

fn look(side: Side) -> (&'static str, Color) {
    match side {
        Side::Both => (" ", theme::DIM),
        Side::Mine => ("-", theme::BAD),
        Side::Solution => ("+", theme::GOOD),
    }
}

fn failure(ui: &Ui, fonts: Fonts, next: &NextLesson, asks: &mut Vec<Action>) {
    ask(ui, Action::NextLesson, "again", true, asks);
    let mono = ui.push_font(fonts.mono);
    ui.text_wrapped(next.failed.as_deref().unwrap_or_default());
    mono.pop();
}
