//! The states in which a figure shows what is wrong: with an answer, and with the known mistakes.

use super::sheet::{Mark, Shape};
use super::{Figure, Sheet};
use check::{Lesson, catch_panic};
use given::{CallError, Course, endless};
use glam::Vec2;
use serde::Serialize;

/// Number of mistakes that a page offers at once.
const OFFERED: usize = 4;

/// Distances on a sheet that nobody sees, and the part of a number below it.
const HAIR: f32 = 2.0;
const NUMBER: f32 = 0.01;

/// A mistake that is visible in a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ShownMistake {
    name: &'static str,
    says: &'static str,
    asks: &'static str,
    /// The parameters at which it is visible.
    values: Vec<f32>,
}

/// Returns the first mistakes of the figure's TODO that the figure shows, in the order of `lesson.toml`, and then all others that it
/// shows.
pub(super) fn visible_mistakes(figure: &Figure, lesson: &'static Lesson) -> Result<[Vec<ShownMistake>; 2], CallError> {
    let Some(todo) = lesson.about.find(figure.todo()) else { return Ok([Vec::new(), Vec::new()]) };
    let mut states = figure.states(lesson);
    for case in lesson.checks[todo].by_hand() {
        if case.state.len() == figure.parameters.len() {
            states.push(case.state);
        }
    }
    let mut right = Vec::new();
    for values in &states {
        right.push(figure.sheet(values, &lesson.reference)?);
    }
    let mut shown = Vec::new();
    for (index, mistake) in lesson.about.toml.todos[todo].mistakes.iter().enumerate() {
        let Some(wrong) = lesson.with_mistake(todo, index) else { continue };
        let state = states.iter().zip(&right).find(|(values, right)| {
            mistaken_sheet(figure, values, &wrong).is_some_and(|sheet| !sheet.looks_like(right))
        });
        if let Some((values, _)) = state {
            let says = mistake.says.as_str();
            let asks = mistake.asks.as_str();
            shown.push(ShownMistake { name: &mistake.name, says, asks, values: values.clone() });
        }
    }
    let more = shown.split_off(OFFERED.min(shown.len()));
    Ok([shown, more])
}

/// Returns a figure by wrong answers, or `None` if one panics or does not return. A page could not end it.
fn mistaken_sheet(figure: &Figure, values: &[f32], wrong: &Course) -> Option<Sheet> {
    let before = endless::ended();
    let sheet = catch_panic::call_quickly(|| figure.sheet(values, wrong)).ok()?.ok()?;
    (endless::ended() == before).then_some(sheet)
}

/// A figure in a state: with a value for each of its parameters.
pub type FigureState = (&'static Figure, Vec<f32>);

/// Returns the first of `states` in which a wrong answer looks different from the right one. `sheets` returns the figure by the
/// answer and by the right one, or `None` if it cannot be drawn.
pub fn find_difference(
    states: &[FigureState],
    mut sheets: impl FnMut(&Figure, &[f32]) -> Option<[Sheet; 2]>,
) -> Option<FigureState> {
    let mut states = states.iter();
    states
        .find(|(figure, values)| sheets(figure, values).is_some_and(|[answer, right]| !answer.looks_like(&right)))
        .cloned()
}

/// Returns the states in which to look for what is wrong with the answer to a TODO: the wrong case first, if the figure shows
/// it, then those in which the TODO's figures open and their other cases, and then all others that the text shows.
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
    let starts = states.clone();
    let Some(&(first, _)) = states.first() else { return states };
    for (number, case) in lesson.checks[index].by_hand().into_iter().enumerate() {
        if !case.state.is_empty() {
            let place = if wrong_case == Some(number) { 0 } else { states.len() };
            states.insert(place, (first, case.state));
        }
    }
    for (figure, _) in starts {
        states.extend(figure.states(lesson).into_iter().skip(1).map(|state| (figure, state)));
    }
    states
}

impl Sheet {
    /// Returns whether the results of the answers look the same on two sheets: the same marks, none more than a hair beside the
    /// other, and the same numbers below.
    pub fn looks_like(&self, other: &Sheet) -> bool {
        self.answers().count() == other.answers().count()
            && self.answers().zip(other.answers()).all(|(a, b)| a.color == b.color && is_alike(a, b))
            && self.readings().len() == other.readings().len()
            && self.readings().iter().zip(other.readings()).all(|(a, b)| is_near(a.value, b.value))
    }
}

fn is_alike(a: &Mark, b: &Mark) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Line(a, dashed), Shape::Line(b, other)) => dashed == other && are_near(a, b),
        (Shape::Area(a, opacity), Shape::Area(b, other)) => opacity == other && are_near(a, b),
        (Shape::Disc(a, radius), Shape::Disc(b, other)) | (Shape::Ring(a, radius), Shape::Ring(b, other)) => {
            are_near(&[*a], &[*b]) && (radius - other).abs() <= HAIR
        }
        (Shape::Word(a, align, text), Shape::Word(b, other, word)) => {
            align == other && are_near(&[*a], &[*b]) && meaning(text) == meaning(word)
        }
        _ => false,
    }
}

fn are_near(a: &[Vec2], b: &[Vec2]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.distance(*b) <= HAIR)
}

fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() <= NUMBER * a.abs().max(1.0) || !a.is_finite() && !b.is_finite()
}

/// Returns what counts of a word: an [error](Sheet::error) may say what it says in any words.
fn meaning(word: &str) -> &str {
    match word.split_once(": ") {
        Some((kind, _)) if kind.starts_with("Err") => kind,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Align, Ink};

    /// Returns a sheet with these results of an answer.
    fn sheet(draw: impl Fn(&mut Sheet)) -> Sheet {
        let mut sheet = Sheet::new("06.2", [200.0, 100.0], &[], Vec::new());
        sheet.line(&[Vec2::ZERO, Vec2::new(100.0, 100.0)], Ink::Given);
        sheet.answered();
        draw(&mut sheet);
        sheet
    }

    fn upright(x: f32, number: f32) -> Sheet {
        sheet(|sheet| {
            sheet.line(&[Vec2::new(x, 0.0), Vec2::new(x, 100.0)], Ink::Answer);
            sheet.reading("n", number, "");
        })
    }

    /// Another position, colour, word or number makes a difference.
    #[test]
    fn what_is_seen_counts() {
        let first = upright(20.0, 1.0);
        for (x, number, is_alike) in [(21.0, 1.005, true), (24.0, 1.0, false), (20.0, 1.5, false), (20.0, 1.0, true)] {
            assert_eq!(first.looks_like(&upright(x, number)), is_alike, "{x} {number}");
        }
        assert!(!first.looks_like(&sheet(|sheet| {
            sheet.line(&[Vec2::new(20.0, 0.0), Vec2::new(20.0, 100.0)], Ink::MODEL);
            sheet.reading("n", 1.0, "");
        })));
        let [joint, bone] = ["a joint", "a bone"]
            .map(|text| sheet(|sheet| sheet.word(Vec2::new(50.0, 50.0), Align::Middle, text, Ink::Given)));
        assert!(!joint.looks_like(&bone));
        let [plain, other, wrong] = [("found 15", "15"), ("15 numbers are too few", "15"), ("too few", "15")]
            .map(|(error, word)| sheet(|sheet| sheet.error(Vec2::new(20.0, 50.0), error, word)));
        assert!(plain.looks_like(&other) && !plain.looks_like(&wrong));
    }
}
