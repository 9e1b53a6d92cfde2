//! The live figure of a TODO's task, on the card.

use super::buttons::Buttons;
use check::{Lesson, Task};
use drawing::showing::{find_difference, states_of};
use drawing::{Figure, Sheet, settings_text};
use imgui::Ui;
use ui::{Action, Fonts, live::Live};
use verdict::{Status, Verdict};

/// The lesson's figures, and the state of the one on the card.
#[derive(Default)]
pub(crate) struct TaskFigure {
    figures: &'static [Figure],
    lesson: Option<&'static Lesson>,
    /// The state in which each figure opens.
    starts: Vec<Vec<f32>>,
    live: Live,
    /// The verdict that `wrong` belongs to.
    verdict: Option<Verdict>,
    wrong: Option<WrongState>,
}

/// The state in which a figure shows what is wrong.
struct WrongState {
    figure: &'static Figure,
    values: Vec<f32>,
    /// Whether the figure is on the card in place of its TODO's first.
    is_open: bool,
    /// Whether the state is that of the wrong case beside it, or there is no case.
    is_case: bool,
    /// The values that it had before.
    before: Vec<f32>,
}

/// What the card says below a wrong answer about the figure above.
pub(super) enum WrongCaseLine {
    /// The figure shows what is wrong, in the wrong case or in another; the button puts it back.
    Back { is_case: bool },
    /// The button sets the figure to these settings, in which it shows what is wrong.
    Show(String),
    /// Why the figure looks right.
    LooksRight(String),
}

impl TaskFigure {
    pub(super) fn new(figures: &'static [Figure], lesson: &'static Lesson) -> Self {
        let starts = figures.iter().map(|figure| figure.start(lesson)).collect();
        let live = Live::with_keys("Ctrl+← →");
        TaskFigure { figures, lesson: Some(lesson), starts, live, ..TaskFigure::default() }
    }

    /// Moves a parameter of the figure of the TODO with this id. Returns whether `action` does that.
    pub(super) fn act(&mut self, action: Action, id: &str) -> bool {
        let Some(figure) = self.find(id) else { return false };
        match action {
            Action::FigureBack => self.live.step(figure.name, -2.0),
            Action::FigureOn => self.live.step(figure.name, 2.0),
            Action::FigurePlay => self.live.switch_play(figure.name),
            Action::FigureParameter => self.live.key_next(figure.name),
            _ => return false,
        }
        true
    }

    /// Returns the figure on the card of the TODO with this id: the one that shows what is wrong, or else its first.
    fn find(&self, id: &str) -> Option<&'static Figure> {
        let wrong = self.wrong.as_ref().filter(|wrong| wrong.is_open && wrong.figure.todo() == id);
        wrong.map(|wrong| wrong.figure).or_else(|| self.figures.iter().find(|figure| figure.todo() == id))
    }

    /// Sets a figure so that it shows what is wrong, if this is a new verdict on a wrong answer. `sheets` returns the figure by
    /// the student's answers and by ours.
    pub(super) fn show_wrong(
        &mut self,
        verdict: Option<&Verdict>,
        sheets: impl FnMut(&Figure, &[f32]) -> Option<[Sheet; 2]>,
    ) {
        if self.verdict.as_ref() == verdict {
            return;
        }
        self.verdict = verdict.cloned();
        self.wrong = None;
        let (Some(verdict), Some(lesson)) = (verdict.filter(|verdict| verdict.is_wrong()), self.lesson) else {
            return;
        };
        let case = verdict.cases.wrong.as_ref().map(|wrong| wrong.index);
        let case_state = case.and_then(|case| state_of_case(lesson, &verdict.id, case));
        let states = states_of(self.figures, lesson, &verdict.id, case);
        let is_shader = lesson.about.find(&verdict.id).is_some_and(|todo| lesson.about.task(todo).is_shader());
        let found = match verdict.status {
            // Ours draws a shader's figure, which shows the case alone.
            Status::Fail if is_shader => {
                states.into_iter().next().filter(|(_, values)| case_state.as_ref() == Some(values))
            }
            Status::Fail => find_difference(&states, sheets),
            // Ours draws in place of an answer that was stopped.
            _ => states.into_iter().next(),
        };
        self.wrong = found.map(|(figure, values)| {
            let is_case = case_state.is_none_or(|state| state == values);
            WrongState { figure, values, is_open: false, is_case, before: Vec::new() }
        });
        self.switch_wrong();
    }

    /// Sets the figure so that it shows what is wrong, or puts it back if it does.
    pub(super) fn switch_wrong(&mut self) {
        let is_shown = self.shows_wrong();
        let Some(wrong) = &mut self.wrong else { return };
        if is_shown {
            self.live.set(wrong.figure.name, &wrong.before);
        } else {
            wrong.before = self.live.values(wrong.figure.name).to_vec();
            self.live.set(wrong.figure.name, &wrong.values);
        }
        wrong.is_open = !is_shown;
    }

    /// Returns whether the card's figure is in the state that shows what is wrong.
    pub(super) fn shows_wrong(&self) -> bool {
        self.wrong.as_ref().is_some_and(|wrong| wrong.is_open && self.live.values(wrong.figure.name) == wrong.values)
    }

    /// Returns what the card says about the figure below a wrong answer. Without a figure it says nothing.
    pub(super) fn wrong_case_line(&self, verdict: &Verdict) -> Option<WrongCaseLine> {
        match &self.wrong {
            Some(wrong) if self.shows_wrong() => Some(WrongCaseLine::Back { is_case: wrong.is_case }),
            Some(wrong) => Some(WrongCaseLine::Show(settings_text(wrong.figure.parameters, &wrong.values))),
            None => why_it_looks_right(self.lesson?, verdict, self.find(&verdict.id).is_some())
                .map(WrongCaseLine::LooksRight),
        }
    }

    /// Draws again, by `draw`, the figures that the last frame has shown.
    pub(super) fn renew(&mut self, seconds: f32, mut draw: impl FnMut(&Figure, &[f32]) -> Option<Sheet>) {
        self.live.renew(seconds, |name, values| {
            let (figure, start) = self.figures.iter().zip(&self.starts).find(|(figure, _)| figure.name == name)?;
            draw(figure, if values.is_empty() { start } else { values })
        });
    }

    /// Draws the figure of the TODO with this id into the open window, if it has one, at most `max_height` pixels high.
    pub(super) fn draw(&mut self, ui: &Ui, fonts: Fonts, id: &str, max_height: f32, buttons: &mut Buttons) {
        let Some(figure) = self.find(id) else { return };
        self.live.draw(ui, fonts, figure.name, 1.0, max_height);
        if let Some(plays) = self.live.plays(figure.name) {
            buttons.draw(ui, Action::FigurePlay, if plays { "pause" } else { "play" }, false);
        }
        ui.spacing();
    }
}

/// Returns the figure's state of a TODO's case by hand; it is empty if the figure cannot show the case.
fn state_of_case(lesson: &Lesson, todo: &str, case: usize) -> Option<Vec<f32>> {
    let index = lesson.about.find(todo)?;
    lesson.checks[index].by_hand().into_iter().nth(case).map(|case| case.state)
}

/// Returns a sentence that says why the picture looks right although the answer is wrong.
fn why_it_looks_right(lesson: &Lesson, verdict: &Verdict, has_figure: bool) -> Option<String> {
    let index = lesson.about.find(&verdict.id)?;
    let known = &lesson.about.toml.todos[index].mistakes;
    let mut named = known.iter().filter(|known| verdict.mistakes.iter().any(|named| named.name == known.name));
    if let Some(reason) = named.find_map(|known| known.unseen.as_deref()) {
        return Some(format!("The picture looks right: {reason}"));
    }
    let case = verdict.cases.wrong.as_ref().and_then(|wrong| state_of_case(lesson, &verdict.id, wrong.index));
    let reason = match lesson.about.task(index) {
        Task::Shader(_) if verdict.status == Status::Fail && verdict.mistakes.is_empty() => {
            "If the scene looks right, it has no case like this."
        }
        Task::Function(_) if has_figure && case.is_some_and(|state| !state.is_empty()) => {
            "The figure shows this case, but what differs is not in it, or too small to see."
        }
        Task::Function(_) if has_figure => {
            "The figure cannot show this case, and looks right in every state that was tried."
        }
        _ => return None,
    };
    Some(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::{Parameter, Shown};

    const PARAMETERS: &[Parameter] = &[Parameter::new("h", [0.0, 9.0])];

    const fn figure(name: &'static str) -> Figure {
        Figure { name, size: [10.0, 10.0], parameters: PARAMETERS, shown: Shown::At(&[&[1.0]]), draw: |_, _| Ok(()) }
    }

    #[test]
    fn the_figure_that_shows_what_is_wrong_is_put_back() {
        static FIGURES: [Figure; 2] = [figure("03.1"), figure("03.1-seam")];
        let mut card = TaskFigure {
            figures: &FIGURES,
            wrong: Some(WrongState {
                figure: &FIGURES[1],
                values: vec![3.0],
                is_open: false,
                is_case: false,
                before: Vec::new(),
            }),
            ..TaskFigure::default()
        };
        let verdict = Verdict::new("03.1", "blend", Status::Fail, 1);
        card.live.set("03.1-seam", &[2.0]);
        card.switch_wrong();
        assert_eq!(card.find("03.1").map(|figure| figure.name), Some("03.1-seam"));
        assert_eq!(card.live.values("03.1-seam"), [3.0]);
        assert!(matches!(card.wrong_case_line(&verdict), Some(WrongCaseLine::Back { is_case: false })));
        card.switch_wrong();
        assert_eq!(card.find("03.1").map(|figure| figure.name), Some("03.1"));
        assert_eq!(card.live.values("03.1-seam"), [2.0]);
        let line = card.wrong_case_line(&verdict);
        assert!(matches!(line, Some(WrongCaseLine::Show(settings)) if settings == "h = 3.00"));
        // A right answer goes nowhere.
        card.show_wrong(Some(&Verdict::new("03.1", "blend", Status::Pass, 1)), |_, _| None);
        assert!(card.wrong.is_none() && card.live.values("03.1-seam") == [2.0]);
    }
}
