//! What the window shows of the student's answers: its part of the left column, a line at the viewport's upper edge, the
//! verdicts, and the place of the largest difference.

use super::{StudentAnswers, TodoState, assist, choice::words, confetti, todo::Change};
use crate::check::{self, AnswerSource, Status, Verdict};
use crate::exercise::earlier::{in_runs, offer};
use crate::ui::{
    Action, Fonts,
    keys::shown,
    labels,
    layout::Area,
    screen,
    theme::{self, Color},
};
use crate::window::{Form, LessonAreas};
use imgui::{StyleColor, Ui, WindowFlags};

/// How high the part of the left column is, for so many pixels a line.
pub(super) fn height(student: &StudentAnswers, em: f32) -> f32 {
    let difference = if student.choice.difference { 6.2 } else { 0.0 };
    let earlier = if offer(&student.todos[student.own_count..]).is_some() { 1.8 } else { 0.0 };
    let rows: usize = parts(student)
        .map(|(name, todos, is_open)| usize::from(!name.is_empty()) + if is_open { todos.len() } else { 0 })
        .sum();
    let rows = rows + student.next_todo().map_or(0, |todo| student.todos[todo].steps().len());
    em * (6.6 + assist::height(student) + 1.5 * rows as f32 + difference + earlier)
}

/// Draws all of it, and says which buttons were clicked. Without `column` there are no buttons.
pub(super) fn draw_student_panel(
    ui: &Ui,
    fonts: Fonts,
    areas: &mut LessonAreas,
    student: &mut StudentAnswers,
) -> Vec<Action> {
    let LessonAreas { column, check, viewport } = *areas;
    let mut asks = Vec::new();
    if let Some(area) = column {
        screen::docked(ui, "##answers", area, WindowFlags::empty(), || {
            answers(ui, student, &mut asks);
        });
    }
    let top = corner(ui, fonts, viewport, student, column.is_none());
    areas.viewport.split_top(top - viewport.min.y);
    passed(ui, fonts, viewport, student, top);
    mark(ui, fonts, viewport, student);
    match check {
        Some(area) if student.assist.is_open() => assist::draw_assist(ui, fonts, area, student, &mut asks),
        Some(area) => report(ui, fonts, area, student, &mut asks),
        None => {}
    }
    asks
}

fn answers(ui: &Ui, student: &mut StudentAnswers, asks: &mut Vec<Action>) {
    ui.text_colored(theme::ACCENT, "Your answers");
    ui.separator();
    for (label, on, action) in [
        (format!("drawn: {}", words(student.source())), false, Action::Mine),
        ("difference".into(), student.choice.difference, Action::Difference),
        ("check".into(), student.report, Action::Check),
    ] {
        let color = ui.push_style_color(StyleColor::Text, if on { theme::ACCENT } else { theme::TEXT });
        if ui.button(format!("{label}  {}##{action:?}", shown(action))) {
            asks.push(action);
        }
        color.pop();
        if action == Action::Difference {
            ui.same_line();
        }
    }
    assist::buttons(ui, student, asks);
    let (mut first, mut clicked) = (0, None);
    for (name, todos, is_open) in parts(student) {
        if !name.is_empty() {
            let done = todos.iter().filter(|todo| todo.passes()).count();
            ui.text_colored(if is_open { theme::ACCENT } else { theme::TEXT }, name);
            at_the_right(ui, theme::DIM, &format!("{done} of {}", todos.len()));
        }
        for (number, todo) in (first..).zip(todos).filter(|_| is_open) {
            if row(ui, student, number, todo) {
                clicked = Some(number);
            }
            if student.next_todo() == Some(number) {
                steps(ui, todo);
            }
        }
        first += todos.len();
    }
    if let Some(number) = clicked {
        student.show_other_form(number);
    }
    if let Some(lessons) = offer(&student.todos[student.own_count..]) {
        ui.checkbox(format!("by your lesson {lessons}"), &mut student.earlier.calls_mine);
    }
    if let Some(found) = student.choice.found.as_ref().filter(|_| student.choice.difference) {
        ui.separator();
        ui.text_colored(theme::DIM, "largest difference");
        ui.text_wrapped(&found.text);
    }
}

/// The TODOs by milestone: its name, empty in most lessons, and whether each of its TODOs is listed. They are for the
/// milestone one is at.
fn parts(student: &StudentAnswers) -> impl Iterator<Item = (&'static str, &[TodoState], bool)> {
    let at = student.milestone();
    let milestones = student.own().chunk_by(|a, b| a.milestone == b.milestone);
    milestones.map(move |todos| (todos[0].milestone, todos, todos[0].milestone == at))
}

/// True if it was clicked.
fn row(ui: &Ui, student: &StudentAnswers, number: usize, todo: &TodoState) -> bool {
    let (sign, color) = sign(todo);
    ui.text_colored(color, sign);
    ui.same_line();
    let is_next = student.next_todo() == Some(number);
    let color = ui.push_style_color(StyleColor::Text, if is_next { theme::ACCENT } else { theme::TEXT });
    let name = format!("{} {}", todo.id, todo.name());
    let is_clicked = ui.selectable(&name);
    let room = ui.item_rect_max()[0] - ui.item_rect_min()[0] - ui.calc_text_size(&name)[0];
    color.pop();
    if ui.is_item_hovered() {
        ui.tooltip_text(format!("as found / mine / finished  Ctrl+{}", number + 1));
    }
    let words = student.form_in_words(number);
    let color = match student.form(number) {
        _ if todo.chosen.is_some() => theme::ACCENT,
        Form::Mine | Form::AsFound => theme::TEXT,
        Form::Finished => theme::COOL,
    };
    if room > ui.calc_text_size(words)[0] {
        at_the_right(ui, color, words);
    }
    is_clicked
}

/// The steps of the TODO to do next, below it.
fn steps(ui: &Ui, todo: &TodoState) {
    for step in todo.steps() {
        let sign = todo.verdict.as_ref().map_or("○", |verdict| verdict.sign_of(step));
        let color = match step.right {
            Some(true) => theme::GOOD,
            Some(false) => theme::ACCENT,
            None => theme::DIM,
        };
        ui.text_colored(color, format!("    {sign} {}", step.name));
    }
}

fn at_the_right(ui: &Ui, color: Color, text: &str) {
    let [width, _] = ui.calc_text_size(text);
    ui.same_line_with_pos(ui.window_content_region_max()[0] - width);
    ui.text_colored(color, text);
}

fn sign(todo: &TodoState) -> (&'static str, Color) {
    if todo.verdict.as_ref().is_some_and(|v| v.steps_right() > 0 && v.status == Status::Fail) {
        return ("○", theme::ACCENT);
    }
    match todo.verdict.as_ref().map(|verdict| verdict.status) {
        None => ("…", theme::DIM),
        Some(Status::Pass | Status::Borrowed) => ("✓", theme::GOOD),
        Some(Status::NotStarted | Status::Skipped) => ("○", theme::DIM),
        Some(_) => ("✘", theme::BAD),
    }
}

/// The lines at the viewport's upper edge; where they end, in pixels down the window.
fn corner(ui: &Ui, fonts: Fonts, viewport: Area, student: &StudentAnswers, is_bare: bool) -> f32 {
    let em = fonts.em;
    let lines = upper_lines(student, is_bare);
    lines
        .iter()
        .fold(viewport.min.y + em * 0.6, |top, line| screen::plate_across(ui, em, viewport, top, line) + em * 0.3)
}

/// What is drawn and by whom, unless all panels are hidden; and what has become of the last save, which is said even
/// then.
fn upper_lines(student: &StudentAnswers, is_bare: bool) -> Vec<String> {
    let drawn = (!is_bare).then(|| summary(student));
    drawn.into_iter().chain([last_save(student)]).filter(|line| !line.is_empty()).collect()
}

/// What is right since the last save, a TODO or a step of one, large, each with the words of its own: below `top`, where
/// it covers the least of what it talks about.
fn passed(ui: &Ui, fonts: Fonts, viewport: Area, student: &StudentAnswers, mut top: f32) {
    for (name, words) in praise(student) {
        let font = ui.push_font(fonts.title);
        top = screen::plate_across(ui, fonts.em, viewport, top, &format!("✓ {name}"));
        font.pop();
        let font = ui.push_font(fonts.heading);
        top = screen::plate_across(ui, fonts.em, viewport, top, words) + fonts.em;
        font.pop();
    }
}

/// What is right since the last save, and what is said of it.
fn praise(student: &StudentAnswers) -> Vec<(String, &str)> {
    let mut praise = Vec::new();
    for todo in student.own() {
        match (todo.change, todo.last_right()) {
            (Some(Change::Passes), _) => {
                praise.push((format!("{} {}", todo.id, todo.name()), student.words_of(todo)));
            }
            (Some(Change::StepRight), Some(step)) => {
                praise.push((format!("{} {}: {}", todo.id, todo.name(), step.name), step.passes.as_str()));
            }
            _ => {}
        }
    }
    praise
}

/// What has become of the last save: a few words, or nothing.
fn last_save(student: &StudentAnswers) -> String {
    let mark = student.code.status.mark();
    if !mark.is_empty() {
        return format!("{mark} …");
    }
    if let Some((text, _)) = student.code.status.outdated(student.code.is_there()) {
        return format!("{text} {} shows every error.", shown(Action::Check));
    }
    let fails = |todo: &usize| student.todos[*todo].change == Some(Change::Fails);
    let fails: Vec<usize> = (0..student.own_count).filter(fails).collect();
    if fails.is_empty() { String::new() } else { format!("no longer passes: {}", ids(student, &fails)) }
}

fn summary(student: &StudentAnswers) -> String {
    if student.choice.difference {
        return format!("{}, the reference as a ghost", words(student.source()));
    }
    let is_chosen = |todo: &usize| student.todos[*todo].chosen.is_some();
    let by_reference = |todo: &usize| student.form(*todo) == Form::Finished && !is_chosen(todo);
    let by_reference: Vec<usize> = (0..student.own_count).filter(by_reference).collect();
    let mut text = words(student.source()).to_owned();
    if let Some(lessons) = offer(&student.todos[student.own_count..]).filter(|_| student.earlier.calls_mine) {
        text += &format!(", with your lesson {lessons}");
    }
    let checking = student.own().iter().any(|todo| todo.verdict.is_none());
    if student.source() != AnswerSource::Reference && !by_reference.is_empty() {
        text += &format!(": {} by the reference", ids(student, &by_reference));
        text += if checking { " (being checked)" } else { "" };
    }
    for todo in (0..student.own_count).filter(is_chosen) {
        text += &format!("   {} {}", student.todos[todo].id, student.form_in_words(todo));
    }
    if student.source() != AnswerSource::Reference && !student.choice.trusts && !checking {
        text += &format!("   {}", way_on(student));
    }
    text
}

/// "03.1, 03.2", or "18.2 to 18.9".
fn ids(student: &StudentAnswers, todos: &[usize]) -> String {
    in_runs(todos, |todo| student.todos[todo].id.to_owned())
}

/// What to do next: "next: 03.2, not started".
fn way_on(student: &StudentAnswers) -> String {
    if let Some(todo) = student.next_todo().map(|todo| &student.todos[todo]) {
        let is_begun = todo.verdict.as_ref().is_some_and(|v| v.status != Status::NotStarted);
        let state = match todo.steps().iter().find(|step| step.right == Some(false)) {
            Some(step) => format!("{} (F5 says more)", step.name),
            None if is_begun => "not right yet (F5 says why)".into(),
            None => "not started".into(),
        };
        let lead = if student.save_outcome.holds_picture() { "any key: on to" } else { "next:" };
        // As long as nothing is begun, F2 leads from the stubs to the reference.
        let is_untouched = student.choice.is_unchosen
            && student.own().iter().all(|todo| matches!(todo.status(), None | Some(Status::NotStarted)));
        let goal =
            if is_untouched { format!("   {} shows the finished scene", shown(Action::Mine)) } else { String::new() };
        return format!("{lead} {}, {state}{goal}", todo.id);
    }
    student.assist.way_on()
}

/// Over the finished scene alone: confetti, what was reached, and the way to the next lesson.
pub(super) fn finale(ui: &Ui, fonts: Fonts, viewport: Area, student: &StudentAnswers) {
    confetti::draw_confetti(ui, fonts.em, viewport, student.finale.seconds());
    let font = ui.push_font(fonts.title);
    let top = viewport.min.y + 0.06 * viewport.size.y;
    let top = screen::plate_across(ui, fonts.em, viewport, top, &format!("✓ {}: all of it is yours", student.title()));
    font.pop();
    let font = ui.push_font(fonts.heading);
    // Of the last TODO it is said here, where nothing else is shown.
    let passes = student.own().iter().filter(|todo| todo.change == Some(Change::Passes));
    let last = passes.map(|todo| student.words_of(todo));
    let lines = last.map(String::from).chain([way_on(student)]);
    lines.fold(top, |top, line| screen::plate_across(ui, fonts.em, viewport, top, &line));
    font.pop();
}

/// A ring around the largest difference, its size beside it.
fn mark(ui: &Ui, fonts: Fonts, viewport: Area, student: &StudentAnswers) {
    let Some(found) = student.choice.found.as_ref().filter(|_| student.choice.difference) else { return };
    let Some(at) = found.at.and_then(|at| labels::on_screen(found.clip_from_world, viewport, at)) else {
        return;
    };
    let radius = fonts.em * 0.55;
    // Let go of at once: imgui lends the list to one at a time, and the label wants it too.
    ui.get_background_draw_list().add_circle(at.to_array(), radius, theme::BAD).thickness(2.5).build();
    labels::draw_labels(ui, viewport, fonts, [(at, found.text.as_str(), theme::BAD)].into_iter());
}

/// The verdicts in words, as on the command line.
fn report(ui: &Ui, fonts: Fonts, area: Area, student: &mut StudentAnswers, asks: &mut Vec<Action>) {
    screen::docked(ui, "##check", area, WindowFlags::empty(), || {
        screen::heading(ui, "Check", Action::Close);
        if student.checker.is_running() {
            ui.text_colored(theme::DIM, "checking …");
        } else if ui.button(format!("again  {}", shown(Action::Check))) {
            asks.push(Action::Check);
        }
        ui.separator();
        let mono = ui.push_font(fonts.mono);
        if let Some(refused) = student.code.status.refused() {
            for verdict in &refused.verdicts {
                verdict_lines(ui, &here(student, checked_all_the_same(student, verdict)));
            }
            refused.warnings.iter().for_each(|words| ui.text_wrapped(words));
        } else {
            let checked = student.own().iter().filter_map(|todo| todo.verdict.as_ref());
            checked.for_each(|verdict| verdict_lines(ui, &here(student, verdict)));
            let warnings = student.code.loaded.iter().flat_map(|new| &new.warnings);
            warnings.for_each(|words| ui.text_wrapped(words));
        }
        mono.pop();
    });
}

/// A shader's own verdict where `verdict` says that it waits for the Rust code to compile: it is checked without that.
fn checked_all_the_same<'a>(student: &'a StudentAnswers, verdict: &'a Verdict) -> &'a Verdict {
    let todo = student.todos.iter().find(|todo| todo.id == verdict.id && todo.task.is_shader());
    let checked = todo.and_then(|todo| todo.verdict.as_ref());
    checked.filter(|_| verdict.status == Status::Waiting).unwrap_or(verdict)
}

/// With the window's way to a hint in the place of the command, and only where the key leads there.
fn here(student: &StudentAnswers, verdict: &Verdict) -> Verdict {
    let is_hint = verdict.next.as_ref().is_some_and(|next| next.starts_with("cargo workbook hint"));
    let is_at_hand = student.at_hand().is_some_and(|todo| student.todos[todo].id == verdict.id);
    let hint = || is_at_hand.then(|| format!("{} gives a hint", shown(Action::Hint)));
    Verdict { next: if is_hint { hint() } else { verdict.next.clone() }, ..verdict.clone() }
}

fn verdict_lines(ui: &Ui, verdict: &Verdict) {
    let text = check::text(verdict);
    for (number, line) in text.lines().enumerate() {
        let color = match (number, verdict.status) {
            (0, Status::Pass | Status::Borrowed) => theme::GOOD,
            (0, Status::NotStarted | Status::Skipped) => theme::DIM,
            (0, _) if verdict.steps_right() > 0 => theme::ACCENT,
            (0, _) => theme::BAD,
            _ => theme::TEXT,
        };
        let color = ui.push_style_color(StyleColor::Text, color);
        // Moved as a whole, so that wrapped lines begin where the first does.
        let text = line.trim_start();
        let indent = ui.calc_text_size(&line[..line.len() - text.len()])[0];
        ui.set_cursor_pos([ui.cursor_pos()[0] + indent, ui.cursor_pos()[1]]);
        ui.text_wrapped(text);
        color.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Task;
    use crate::exercise::library::Outcome;
    use crate::window::LessonPanel;

    #[test]
    fn a_shader_does_not_wait_for_rust() {
        let verdict = |name: &str, status| Verdict::new("03.1", name, status, 1);
        let tasks = [(Task::Shader("joints.vert"), Status::Pass), (Task::Function("matrices"), Status::Waiting)];
        for (task, shown) in tasks {
            let name = task.name();
            let todo = TodoState { verdict: Some(verdict(name, Status::Pass)), ..TodoState::new("03.1", task) };
            let student = StudentAnswers::with(vec![todo], AnswerSource::Mine);
            let waits = verdict(name, Status::Waiting);
            assert_eq!(checked_all_the_same(&student, &waits).status, shown);
        }
    }

    #[test]
    fn only_the_milestone_one_is_at_is_listed() {
        let todo = |id, milestone, status| TodoState {
            milestone,
            verdict: Some(Verdict::new(id, "x", status, 1)),
            ..TodoState::new(id, Task::Function("x"))
        };
        let (pass, not) = (Status::Pass, Status::NotStarted);
        let mut student = StudentAnswers::with(
            ["18.1", "18.2"]
                .map(|id| todo(id, "A One", pass))
                .into_iter()
                .chain(["18.3", "18.4", "18.5", "18.6", "18.7", "18.9"].map(|id| todo(id, "B Two", not)))
                .collect(),
            AnswerSource::MineCompleted,
        );
        let open = |student: &StudentAnswers| parts(student).map(|part| part.2).collect::<Vec<_>>();
        assert_eq!((student.milestone(), open(&student)), ("B Two", vec![false, true]));
        assert!((height(&student, 1.0) - 20.4).abs() < 1e-4, "two names and six TODOs");
        assert_eq!(ids(&student, &[0, 2, 3, 4, 5, 7]), "18.1, 18.3 to 18.6, 18.9");
        student.todos[0].verdict = None;
        student.todos.truncate(2);
        student.own_count = 2;
        assert_eq!(student.milestone(), "A One", "it is being checked");
        student.todos[0].verdict = Some(Verdict::new("18.1", "x", pass, 1));
        assert_eq!((student.milestone(), open(&student)), ("", vec![false]), "all is done");
    }

    #[test]
    fn a_hint_is_a_key_away_from_the_todo_at_hand() {
        let cases = [("07.1", Status::Skipped), ("07.2", Status::Fail), ("07.3", Status::NotStarted)];
        let verdicts = cases.map(|(id, status)| Verdict::new(id, "x", status, 1));
        let todo = |(id, status)| TodoState {
            verdict: Some(Verdict::new(id, "x", status, 1)),
            ..TodoState::new(id, Task::Function("x"))
        };
        let student = StudentAnswers::with(cases.map(todo).into(), AnswerSource::MineCompleted);
        let next = verdicts.map(|verdict| here(&student, &verdict).next);
        let words = ["cargo workbook doctor", "F9 Ctrl+H gives a hint"];
        assert_eq!(next, [Some(words[0].into()), Some(words[1].into()), None]);
    }

    #[test]
    fn with_the_panels_hidden_only_a_save_is_spoken_of() {
        let todo = |status| TodoState {
            verdict: Some(Verdict::new("07.1", "x", status, 1)),
            ..TodoState::new("07.1", Task::Function("x"))
        };
        let mut student = StudentAnswers::with(vec![todo(Status::NotStarted)], AnswerSource::MineCompleted);
        assert_eq!((upper_lines(&student, false).len(), upper_lines(&student, true)), (1, Vec::new()));
        student.code.status.note(Outcome::Failed("no cargo".into()));
        let [line] = &*upper_lines(&student, true) else { panic!("one line") };
        assert!(line.starts_with("For 0 s your code could not be built: what ran before runs on."), "{line}");
    }

    #[test]
    fn the_corner_names_what_is_filled() {
        let todo = |id, status| TodoState {
            verdict: Some(Verdict::new(id, "x", status, 1)),
            ..TodoState::new(id, Task::Function("x"))
        };
        let todos =
            vec![todo("07.1", Status::Pass), todo("07.2", Status::NotStarted), todo("07.3", Status::NotStarted)];
        let mut student = StudentAnswers::with(todos, AnswerSource::MineCompleted);
        assert_eq!(summary(&student), "mine, completed: 07.3 by the reference   next: 07.2, not started");
        student.act(Action::Mine, None);
        assert_eq!(summary(&student), "mine only   next: 07.2, not started");
        let mut untouched = StudentAnswers::with(vec![todo("07.1", Status::NotStarted)], AnswerSource::Mine);
        untouched.choice.is_unchosen = true;
        let goal = "F2 M shows the finished scene";
        assert_eq!(summary(&untouched), format!("mine only   next: 07.1, not started   {goal}"));
        student.todos[1].verdict = Some(Verdict::new("07.2", "x", Status::Fail, 1));
        let ending = "next: 07.2, not right yet (F5 says why)";
        assert!(summary(&student).ends_with(ending));
        student.todos[1].verdict = None;
        assert_eq!(summary(&student), "mine only: 07.2 by the reference (being checked)");
        student.act(Action::Difference, None);
        assert!(summary(&student).contains("ghost"));
    }
}
