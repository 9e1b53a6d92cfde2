//! The live figure of a TODO's task, on the card.

use crate::exercise::answers::buttons::Buttons;
use check::{ByHand, Lesson};
use drawing::{Figure, Sheet, settings_text};
use imgui::Ui;
use ui::{Action, Fonts, live::Live};
use verdict::Verdict;

/// The lesson's figures, and the state of the one on the card.
#[derive(Default)]
pub(crate) struct TaskFigure {
    figures: &'static [Figure],
    /// The cases by hand that a figure can show, each with the id of its TODO.
    cases: Vec<(&'static str, ByHand)>,
    /// The state in which each figure opens.
    starts: Vec<Vec<f32>>,
    live: Live,
}

impl TaskFigure {
    pub(super) fn new(figures: &'static [Figure], lesson: &'static Lesson) -> Self {
        let mut cases = Vec::new();
        for (todo, check) in lesson.checks.iter().enumerate() {
            let shown = check.by_hand().into_iter().filter(|case| !case.state.is_empty());
            cases.extend(shown.map(|case| (lesson.about.id(todo), case)));
        }
        let starts = figures.iter().map(|figure| figure.start(lesson)).collect();
        let live = Live::with_keys("Ctrl+← →");
        TaskFigure { figures, cases, starts, live }
    }

    /// Moves a parameter of the figure of the TODO with this id. Returns whether `action` does that.
    pub(in crate::exercise::answers) fn act(&mut self, action: Action, id: &str) -> bool {
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

    fn find(&self, id: &str) -> Option<&'static Figure> {
        self.figures.iter().find(|figure| figure.todo() == id)
    }

    /// Returns the figure that can show the verdict's wrong case, and the values of its parameters that show the case.
    fn of_case(&self, verdict: &Verdict) -> Option<(&'static Figure, &[f32])> {
        let wrong = verdict.cases.wrong.as_ref()?;
        let (id, case) = self.cases.iter().find(|(id, case)| *id == verdict.id && case.words == wrong.input)?;
        Some((self.find(id)?, &case.state))
    }

    /// Returns the settings of the figure that show the verdict's wrong case, in words.
    ///
    /// # Errors
    /// If the figure cannot show the case: a sentence that says so.
    pub(super) fn settings_of_case(&self, verdict: &Verdict) -> Result<String, &'static str> {
        match self.of_case(verdict) {
            Some((figure, values)) => Ok(settings_text(figure.parameters, values)),
            None => Err("The figure cannot show this input."),
        }
    }

    /// Sets the figure's parameters so that it shows the verdict's wrong case.
    pub(super) fn show_case_of(&mut self, verdict: Option<&Verdict>) {
        let Some((figure, values)) = verdict.and_then(|verdict| self.of_case(verdict)) else { return };
        let values = values.to_vec();
        self.live.set(figure.name, &values);
    }

    /// Returns the height of the TODO's figure at `scale` times its largest size, in pixels; 0 if it has none.
    pub(super) fn height(&self, ui: &Ui, id: &str, scale: f32) -> f32 {
        self.find(id).map_or(0.0, |figure| self.live.height(figure.name, scale) + self.play_height(ui, figure))
    }

    /// Returns the height of the button that plays a figure; 0 for a figure without one.
    fn play_height(&self, ui: &Ui, figure: &Figure) -> f32 {
        self.live.plays(figure.name).map_or(0.0, |_| ui.frame_height_with_spacing())
    }

    /// Draws again, by `draw`, the figures that the last frame has shown.
    pub(in crate::exercise::answers) fn renew(
        &mut self,
        seconds: f32,
        mut draw: impl FnMut(&Figure, &[f32]) -> Option<Sheet>,
    ) {
        self.live.renew(seconds, |name, values| {
            let (figure, start) = self.figures.iter().zip(&self.starts).find(|(figure, _)| figure.name == name)?;
            draw(figure, if values.is_empty() { start } else { values })
        });
    }

    /// Draws the figure of the TODO with this id into the open window, if it has one, at most `max_height` pixels high.
    pub(super) fn draw(&mut self, ui: &Ui, fonts: Fonts, id: &str, max_height: f32, buttons: &mut Buttons) {
        let Some(figure) = self.find(id) else { return };
        let max_height = max_height - self.play_height(ui, figure);
        self.live.draw(ui, fonts, figure.name, 1.0, max_height);
        if let Some(plays) = self.live.plays(figure.name) {
            buttons.draw(ui, Action::FigurePlay, if plays { "pause" } else { "play" }, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::{Parameter, Shown};
    use verdict::{Status, WrongCase};

    #[test]
    fn a_case_sets_the_figure_of_its_todo() {
        const FIGURE: Figure = Figure {
            name: "07.1",
            size: [10.0, 10.0],
            parameters: &[Parameter::new("h", [0.0, 9.0])],
            shown: Shown::At(&[&[1.0]]),
            draw: |_, _| Ok(()),
        };
        let case = ByHand { words: "height 3".into(), state: vec![3.0] };
        let mut figure = TaskFigure {
            figures: &[FIGURE],
            cases: vec![("07.1", case)],
            starts: vec![vec![1.0]],
            ..TaskFigure::default()
        };
        let mut verdict = Verdict::new("07.1", "blend", Status::Fail, 1);
        for (input, settings) in
            [("height 4", Err("The figure cannot show this input.")), ("height 3", Ok("h = 3.00".to_owned()))]
        {
            verdict.cases.wrong = Some(WrongCase { index: 0, input: input.into(), outcome: String::new() });
            assert_eq!(figure.settings_of_case(&verdict), settings);
        }
        figure.show_case_of(Some(&verdict));
        let mut drawn = Vec::new();
        figure.live.renew(0.0, |name, values| {
            drawn.push((name.to_owned(), values.to_vec()));
            None
        });
        assert_eq!(drawn, [("07.1".to_owned(), vec![3.0])]);
    }
}
