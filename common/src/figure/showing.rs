//! Which known mistakes show in a figure: three to five of them, at settings at which they are seen, no two alike.

use super::{Figure, Look, Parameter};
use crate::check::{Lesson, catch_panic};
use given::{Lost, endless};
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
    /// How much it differs from what is right.
    score: usize,
    /// Its picture at each setting that was tried; `None` where it panics.
    looks: Vec<Option<Look>>,
    setting: usize,
}

/// Those of the figure's TODO that show in it, in the order of `lesson.toml`.
pub(super) fn mistakes(figure: &Figure, lesson: &'static Lesson) -> Result<Vec<ShownMistake>, Lost> {
    let Some(todo) = lesson.about.find(figure.todo()) else { return Ok(Vec::new()) };
    let settings = settings(figure.parameters);
    let mut right: Vec<Look> = Vec::new();
    for values in &settings {
        right.push(figure.sheet(values, &lesson.reference)?.look());
    }
    let mut candidates = Vec::new();
    for (place, mistake) in lesson.about.toml.todos[todo].mistakes.iter().enumerate() {
        let Some(wrong) = lesson.with_mistake(todo, place) else { continue };
        let draw = |values: &Vec<f32>| {
            let before = endless::ended();
            let sheet = catch_panic::call_quickly(|| figure.sheet(values, &wrong)).ok()?;
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
            candidates.push(Candidate { shown, score, looks, setting });
        }
    }
    Ok(chosen(&candidates).into_iter().map(|number| candidates[number].shown.clone()).collect())
}

/// Chooses the first, and then each time the one that looks least like those that are chosen. Returns them in the order of
/// `lesson.toml`.
fn chosen(candidates: &[Candidate]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MOST {
        let mut best = None;
        for (number, candidate) in candidates.iter().enumerate() {
            let differences = chosen.iter().map(|&other| candidate.difference(&candidates[other]));
            let novelty = differences.min().unwrap_or(usize::MAX).min(candidate.score);
            // Nothing is unlike itself: a candidate that is chosen has no novelty.
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
        let candidate = |name, by: f32| {
            let shown = ShownMistake { name, says: "", asks: "", values: Vec::new() };
            let seen = look(|sheet| bump(sheet, by));
            let score = seen.difference(&look(|sheet| bump(sheet, 3.0)));
            Candidate { shown, score, looks: vec![Some(seen)], setting: 0 }
        };
        let all = [
            candidate("NONE", 0.0),
            candidate("HARDLY-ANY", 0.02),
            candidate("HALF", 1.5),
            candidate("TWO-THIRDS", 2.0),
        ];
        // Of the two that look alike the first.
        assert_eq!(chosen(&all), [0, 2, 3]);
    }
}
