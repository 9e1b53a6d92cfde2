//! The states in which a figure shows what is wrong: with an answer, and with the known mistakes, of which a page offers three
//! to five, no two alike.

use super::{Figure, Look, Parameter, look::READING};
use check::{Lesson, catch_panic};
use given::{CallError, Course, endless};
use glam::FloatExt;
use serde::Serialize;

const MOST: usize = 5;
/// Number of cells that must differ before two pictures look different: a line of 50.
const SEEN: usize = 12;
/// Values at which each parameter is tried, as fractions of its range.
const TRIED: [f32; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

/// A mistake that is visible in a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ShownMistake {
    pub(super) name: &'static str,
    pub(super) says: &'static str,
    pub(super) asks: &'static str,
    /// The parameters at which it is visible.
    pub(super) values: Vec<f32>,
}

/// A mistake that may be chosen.
struct Candidate {
    shown: ShownMistake,
    /// Its difference from the right picture.
    score: usize,
    /// Its picture at each setting that was tried; `None` if it panics there.
    looks: Vec<Option<Look>>,
    setting: usize,
}

/// Returns up to [`MOST`] mistakes of the figure's TODO that the figure shows, no two alike, and then all others that it shows;
/// both in the order of `lesson.toml`.
pub(super) fn visible_mistakes(figure: &Figure, lesson: &'static Lesson) -> Result<[Vec<ShownMistake>; 2], CallError> {
    let Some(todo) = lesson.about.find(figure.todo()) else { return Ok([Vec::new(), Vec::new()]) };
    let settings = settings_to_try(&figure.start(lesson), figure.parameters);
    let mut right: Vec<Look> = Vec::new();
    for values in &settings {
        right.push(figure.sheet(values, &lesson.reference)?.look());
    }
    let mut candidates = Vec::new();
    for (index, mistake) in lesson.about.toml.todos[todo].mistakes.iter().enumerate() {
        let Some(wrong) = lesson.with_mistake(todo, index) else { continue };
        let mut looks = Vec::new();
        let mut scores = Vec::new();
        for (values, right) in settings.iter().zip(&right) {
            let look = mistaken_look(figure, values, &wrong);
            scores.push(look.as_ref().map_or(0, |look| look.difference(right)));
            looks.push(look);
        }
        // The setting at rest is first, and it is kept if the mistake is visible in it almost as well as anywhere.
        let best = (0..settings.len()).rev().max_by_key(|&setting| scores[setting]).unwrap_or(0);
        let setting = if scores[0] >= SEEN && 4 * scores[0] >= 3 * scores[best] { 0 } else { best };
        if scores[setting] >= SEEN {
            let says = mistake.says.as_str();
            let asks = mistake.asks.as_str();
            let shown = ShownMistake { name: &mistake.name, says, asks, values: settings[setting].clone() };
            candidates.push(Candidate { shown, score: scores[setting], looks, setting });
        }
    }
    let chosen = choose_unlike(&candidates);
    let mut mistakes = [Vec::new(), Vec::new()];
    for (number, candidate) in candidates.into_iter().enumerate() {
        mistakes[usize::from(!chosen.contains(&number))].push(candidate.shown);
    }
    Ok(mistakes)
}

/// A figure in a state: with a value for each of its parameters.
pub type FigureState = (&'static Figure, Vec<f32>);

/// Returns a state in which a wrong answer looks different from the right one, or `None` if it looks right wherever it was tried:
/// in `states`, and with other values of their parameters. It is the first of `states` if that shows anything wrong, or else the
/// nearest to one of them in which the answer looks at least half as different as anywhere.
///
/// `looks` returns the figure's look by the answer and by the right one, or `None` if it cannot be drawn.
pub fn find_difference(
    states: &[FigureState],
    mut looks: impl FnMut(&Figure, &[f32]) -> Option<[Look; 2]>,
) -> Option<FigureState> {
    let mut difference =
        |figure: &Figure, values: &[f32]| looks(figure, values).map_or(0, |[answer, right]| answer.difference(&right));
    if let Some((figure, values)) = states.first().filter(|(figure, values)| difference(figure, values) >= READING) {
        return Some((figure, values.clone()));
    }
    let mut tried = Vec::new();
    for (figure, state) in states {
        for values in settings_to_try(state, figure.parameters) {
            let changed = values.iter().zip(state).filter(|(value, at)| value != at).count();
            tried.push((changed, difference(figure, &values), (*figure, values)));
        }
    }
    let most = tried.iter().map(|(_, difference, _)| *difference).max().filter(|most| *most >= READING)?;
    let plain = tried.into_iter().filter(|(_, difference, _)| 2 * difference >= most);
    plain.min_by_key(|(changed, ..)| *changed).map(|(.., state)| state)
}

/// Returns the states in which to look for what is wrong with the answer to a TODO: the wrong case first, if the figure shows
/// it, and then those in which the TODO's figures open and their other cases.
pub fn states_of(
    figures: &'static [Figure],
    lesson: &Lesson,
    todo: &str,
    wrong_case: Option<usize>,
) -> Vec<FigureState> {
    let mut states = Vec::new();
    let Some(index) = lesson.about.find(todo) else { return states };
    for figure in figures.iter().filter(|figure| figure.todo() == todo) {
        states.push((figure, figure.start(lesson)));
    }
    let Some(&(first, _)) = states.first() else { return states };
    for (number, case) in lesson.checks[index].by_hand().into_iter().enumerate() {
        if !case.state.is_empty() {
            let place = if wrong_case == Some(number) { 0 } else { states.len() };
            states.insert(place, (first, case.state));
        }
    }
    states
}

/// Returns the look of a figure by wrong answers, or `None` if one panics or does not return. A page could not end it.
fn mistaken_look(figure: &Figure, values: &[f32], wrong: &Course) -> Option<Look> {
    let before = endless::ended();
    let sheet = catch_panic::call_quickly(|| figure.sheet(values, wrong)).ok()?.ok()?;
    (endless::ended() == before).then(|| sheet.look())
}

/// Returns the indices of candidates that look unlike each other, in ascending order. The candidate that differs most from the
/// right picture is chosen first, and then each time the one that differs most from all chosen ones.
fn choose_unlike(candidates: &[Candidate]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MOST {
        let mut best = None;
        for (number, candidate) in candidates.iter().enumerate() {
            let differences = chosen.iter().map(|&other| candidate.difference(&candidates[other]));
            let novelty = differences.min().unwrap_or(usize::MAX).min(candidate.score);
            // A candidate that is chosen has no novelty.
            if novelty >= SEEN && best.is_none_or(|(most, _)| novelty > most) {
                best = Some((novelty, number));
            }
        }
        let Some((_, number)) = best else { break };
        chosen.push(number);
    }
    chosen.sort_unstable();
    chosen
}

impl Candidate {
    /// Returns the largest difference between the pictures of two candidates, at the setting of either.
    fn difference(&self, other: &Candidate) -> usize {
        let mut greatest = 0;
        for setting in [self.setting, other.setting] {
            if let (Some(look), Some(other)) = (&self.looks[setting], &other.looks[setting]) {
                greatest = greatest.max(look.difference(other));
            }
        }
        greatest
    }
}

/// Returns settings to try: `rest`, those in which all parameters are at the same fraction of their ranges, and for each
/// parameter those in which it alone moves through its range.
fn settings_to_try(rest: &[f32], parameters: &[Parameter]) -> Vec<Vec<f32>> {
    let mut settings = vec![rest.to_vec()];
    for fraction in TRIED {
        let at = |parameter: &Parameter| parameter.nearest(parameter.range[0].lerp(parameter.range[1], fraction));
        settings.push(parameters.iter().map(at).collect());
    }
    for (number, parameter) in parameters.iter().enumerate() {
        let [low, high] = parameter.range;
        for fraction in TRIED {
            let mut values = rest.to_vec();
            values[number] = parameter.nearest(low.lerp(high, fraction));
            settings.push(values);
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Plot, Shown, look::tests::look_of};
    use glam::Vec2;

    /// Returns the look of a curve with a bump of this height.
    fn bump(height: f32) -> Look {
        let plot = Plot::new([Vec2::new(10.0, 10.0), Vec2::new(190.0, 90.0)], [0.0, 1.0], [0.0, 1.0]);
        look_of(|sheet| plot.curve(sheet, Ink::Answer, |x| height * x * (1.0 - x)))
    }

    #[test]
    fn no_two_look_alike() {
        let all = [("NONE", 0.0), ("HARDLY-ANY", 0.02), ("HALF", 1.5), ("TWO-THIRDS", 2.0)].map(|(name, height)| {
            let shown = ShownMistake { name, says: "", asks: "", values: Vec::new() };
            let look = bump(height);
            Candidate { shown, score: look.difference(&bump(3.0)), looks: vec![Some(look)], setting: 0 }
        });
        // Of the two that look alike, the first is chosen.
        assert_eq!(choose_unlike(&all), [0, 2, 3]);
    }

    #[test]
    fn what_is_wrong_is_shown_in_its_case_or_where_it_is_plainest() {
        static FIGURES: [Figure; 2] = {
            const FIGURE: Figure = Figure {
                name: "07.1",
                size: [200.0, 100.0],
                parameters: &[Parameter::new("h", [0.0, 10.0])],
                shown: Shown::At(&[&[0.0]]),
                draw: |_, _| Ok(()),
            };
            [FIGURE, Figure { name: "07.1-seam", ..FIGURE }]
        };
        let [first, second] = [&FIGURES[0], &FIGURES[1]];
        let states = [(first, vec![4.0]), (first, vec![0.0]), (second, vec![0.0])];
        // Each figure is wrong in a place of its own.
        let find = |wrong: [(&str, f32); 2]| {
            let found = find_difference(&states, |figure, values| {
                let (name, from) = wrong.into_iter().find(|(name, _)| *name == figure.name)?;
                let height = if name == "07.1" { 0.45 } else { 3.0 };
                Some([bump(if values[0] >= from { height } else { 0.0 }), bump(0.0)])
            });
            found.map(|(figure, values)| (figure.name, values))
        };
        assert_eq!(find([("07.1", 2.0), ("07.1-seam", 2.0)]), Some(("07.1", vec![4.0])), "the case comes first");
        assert_eq!(find([("07.1", 8.0), ("07.1-seam", 99.0)]), Some(("07.1", vec![9.0])));
        assert_eq!(find([("07.1", 8.0), ("07.1-seam", 8.0)]), Some(("07.1-seam", vec![9.0])));
        assert_eq!(find([("07.1", 99.0), ("07.1-seam", 99.0)]), None);
    }
}
