//! Which known mistakes show in a figure: three to five of them, at settings at which they are seen, no two alike.

use super::{Figure, Look, Parameter, page};
use crate::check::{AnswerTable, Lesson, acting_out, catch_panic::call_quickly};
use given::endless;
use serde::Serialize;

/// How many of a figure's mistakes are chosen.
const MOST: usize = 5;
/// So many cells must differ before two pictures look different: a line of 50.
const SEEN: usize = 12;
/// Where each parameter is tried, as a fraction of its range.
const TRIED: [f32; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

/// A mistake that shows in a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ShownMistake {
    /// As the code has it.
    pub(super) name: &'static str,
    /// What it does, and the question that leads out.
    pub(super) says: &'static str,
    /// The question.
    pub(super) asks: &'static str,
    /// Where the parameters are when it shows.
    pub(super) values: Vec<f32>,
}

/// One that may be chosen.
struct Candidate {
    shown: ShownMistake,
    aspect: &'static str,
    /// How much it differs from what is right.
    score: usize,
    /// Its picture at each setting that was tried; `None` where it panics.
    looks: Vec<Option<Look>>,
    setting: usize,
}

/// Those of the figure's TODO that show in it, in the order of `lesson.toml`.
pub(super) fn mistakes<A: AnswerTable>(figure: &Figure<A>, lesson: &'static Lesson<A>) -> Vec<ShownMistake> {
    let Some(todo) = lesson.about.ids().iter().position(|id| id == figure.todo()) else { return Vec::new() };
    let wrong = page::one_wrong(figure, &lesson.reference, &lesson.mistaken);
    let settings = settings(figure.parameters);
    let right: Vec<Look> = settings.iter().map(|values| figure.sheet(values, &lesson.reference).look()).collect();
    let mut candidates = Vec::new();
    for mistake in &lesson.about.toml.todos[todo].mistakes {
        let draw = |values: &Vec<f32>| {
            let before = endless::ended();
            let sheet = call_quickly(|| acting_out(&mistake.name, || figure.sheet(values, &wrong)));
            // A page cannot end an answer as it can here.
            sheet.ok().filter(|_| endless::ended() == before).map(|sheet| sheet.look())
        };
        let looks: Vec<Option<Look>> = settings.iter().map(draw).collect();
        let score = |setting: usize| looks[setting].as_ref().map_or(0, |look| look.difference(&right[setting]));
        // The setting at rest is first, and it is kept where the mistake shows in it.
        let best = (0..settings.len()).rev().max_by_key(|&setting| score(setting)).unwrap_or(0);
        let setting = if score(0) >= SEEN { 0 } else { best };
        if score(setting) >= SEEN {
            let (says, asks) = (mistake.says.as_str(), mistake.asks.as_str());
            let shown = ShownMistake { name: &mistake.name, says, asks, values: settings[setting].clone() };
            let score = score(setting);
            candidates.push(Candidate { shown, aspect: &mistake.aspect, score, looks, setting });
        }
    }
    let mut chosen = chosen(&candidates);
    chosen.sort_unstable();
    chosen.into_iter().map(|number| candidates[number].shown.clone()).collect()
}

/// First the one that differs most from what is right, and then always the one that is most unlike those before.
fn chosen(candidates: &[Candidate]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MOST {
        let novelty = |number: usize| {
            let candidate = &candidates[number];
            let is_known = chosen.iter().any(|&other| candidates[other].aspect == candidate.aspect);
            let apart = chosen.iter().map(|&other| candidate.difference(&candidates[other])).min();
            let apart = apart.unwrap_or(usize::MAX).min(candidate.score);
            // Another decision that goes wrong is worth more than the same one in another way.
            (apart >= SEEN).then_some(if is_known { apart / 3 } else { apart })
        };
        let left = (0..candidates.len()).rev().filter(|number| !chosen.contains(number));
        let Some((_, next)) =
            left.filter_map(|number| Some((novelty(number)?, number))).max_by_key(|(worth, _)| *worth)
        else {
            break;
        };
        chosen.push(next);
    }
    chosen
}

impl Candidate {
    /// Between the pictures of two, at one's setting or at the other's.
    fn difference(&self, other: &Candidate) -> usize {
        let at = |setting: usize| match (&self.looks[setting], &other.looks[setting]) {
            (Some(ours), Some(theirs)) => ours.difference(theirs),
            _ => 0,
        };
        at(self.setting).max(at(other.setting))
    }
}

/// At rest; and one parameter after the other through its range.
fn settings(parameters: &[Parameter]) -> Vec<Vec<f32>> {
    let rest: Vec<f32> = parameters.iter().map(|parameter| parameter.start).collect();
    let moved = |number: usize| {
        let (rest, [low, high]) = (rest.clone(), parameters[number].range);
        TRIED.map(move |fraction| {
            let mut values = rest.clone();
            values[number] = parameters[number].nearest(low + (high - low) * fraction);
            values
        })
    };
    std::iter::once(rest.clone()).chain((0..parameters.len()).flat_map(moved)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Ink, Plot, Sheet};
    use glam::Vec2;

    fn look(draw: impl Fn(&mut Sheet)) -> Look {
        let mut sheet = Sheet::new("05.2", [200.0, 100.0], &[], Vec::new());
        sheet.answered();
        draw(&mut sheet);
        sheet.look()
    }

    fn bump(sheet: &mut Sheet, by: f32) {
        let plot = Plot::new([Vec2::new(10.0, 10.0), Vec2::new(190.0, 90.0)], [0.0, 1.0], [0.0, 1.0]);
        plot.curve(sheet, Ink::Answer, |x| by * x * (1.0 - x));
    }

    #[test]
    fn no_two_look_alike() {
        let candidate = |name, aspect, by: f32| {
            let shown = ShownMistake { name, says: "", asks: "", values: Vec::new() };
            let seen = look(|sheet| bump(sheet, by));
            let score = seen.difference(&look(|sheet| bump(sheet, 3.0)));
            Candidate { shown, aspect, score, looks: vec![Some(seen)], setting: 0 }
        };
        let all = [
            candidate("NONE", "a", 0.0),
            candidate("HARDLY-ANY", "a", 0.02),
            candidate("HALF", "a", 1.5),
            candidate("TWO-THIRDS", "b", 2.0),
        ];
        // Of the two that look alike the first; the one of another aspect before the one of the same.
        assert_eq!(chosen(&all), [0, 3, 2]);
    }
}
