//! Which known mistakes show in a figure: three to five of them, at settings at which they are seen, no two alike.

use super::sheet::{Align, Mark, Shape, Sheet, TEXT};
use super::{Figure, Parameter, page};
use crate::check::{AnswerTable, Lesson, acting_out, catch_panic::call_quickly};
use given::endless;
use glam::Vec2;
use serde::Serialize;
use std::collections::BTreeSet;
use std::f32::consts::TAU;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many of a figure's mistakes are chosen.
const MOST: usize = 5;
/// A square of the raster, in units of the sheet.
const CELL: f32 = 4.0;
/// So many cells must differ before two pictures look different: a line of 50.
const SEEN: usize = 12;
/// How many cells a reading counts for. It alone is easily overlooked.
const READING: usize = 4;
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
    traces: Vec<Option<Trace>>,
    setting: usize,
}

/// Those of the figure's TODO that show in it, in the order of `lesson.toml`.
pub(super) fn mistakes<A: AnswerTable>(figure: &Figure<A>, lesson: &'static Lesson<A>) -> Vec<ShownMistake> {
    let Some(todo) = lesson.about.ids().iter().position(|id| id == figure.todo()) else { return Vec::new() };
    let wrong = page::one_wrong(figure, &lesson.reference, &lesson.mistaken);
    let settings = settings(figure.parameters);
    let right: Vec<Trace> = settings.iter().map(|values| Trace::of(&figure.sheet(values, &lesson.reference))).collect();
    let mut candidates = Vec::new();
    for mistake in &lesson.about.toml.todos[todo].mistakes {
        let draw = |values: &Vec<f32>| {
            let before = endless::ended();
            let sheet = call_quickly(|| acting_out(&mistake.name, || figure.sheet(values, &wrong)));
            // A page cannot end an answer as it can here.
            sheet.ok().filter(|_| endless::ended() == before).map(|sheet| Trace::of(&sheet))
        };
        let traces: Vec<Option<Trace>> = settings.iter().map(draw).collect();
        let score = |setting: usize| traces[setting].as_ref().map_or(0, |trace| trace.difference(&right[setting]));
        // The setting at rest is first, and it is kept where the mistake shows in it.
        let best = (0..settings.len()).rev().max_by_key(|&setting| score(setting)).unwrap_or(0);
        let setting = if score(0) >= SEEN { 0 } else { best };
        if score(setting) >= SEEN {
            let (says, asks) = (mistake.says.as_str(), mistake.asks.as_str());
            let shown = ShownMistake { name: &mistake.name, says, asks, values: settings[setting].clone() };
            let score = score(setting);
            candidates.push(Candidate { shown, aspect: &mistake.aspect, score, traces, setting });
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
        let at = |setting: usize| match (&self.traces[setting], &other.traces[setting]) {
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

/// What the answers leave on a sheet: cells, each with what is seen there.
#[derive(Debug, Default)]
struct Trace {
    cells: BTreeSet<(u64, i32, i32)>,
    readings: BTreeSet<String>,
}

impl Trace {
    fn of(sheet: &Sheet) -> Self {
        let mut trace = Trace::default();
        for mark in sheet.answers() {
            trace.add(mark, sheet.size);
        }
        trace.readings.extend(sheet.readings().iter().map(super::Reading::shown));
        trace
    }

    fn add(&mut self, Mark { shape, color, .. }: &Mark, size: Vec2) {
        let kind = u64::from(*color);
        let mut put = |kind: u64, at: Vec2| {
            if at.cmpge(Vec2::ZERO).all() && at.cmple(size).all() {
                let cell = (at / CELL).floor();
                self.cells.insert((kind, cell.x as i32, cell.y as i32));
            }
        };
        match shape {
            Shape::Line(points, _) => points.windows(2).for_each(|pair| along(pair[0], pair[1], |at| put(kind, at))),
            Shape::Area(corners, is_solid) => {
                let kind = kind << 1 | u64::from(*is_solid);
                for at in corners.iter().flat_map(|corner| corners.iter().map(move |other| [*corner, *other])) {
                    along(at[0], at[1], |at| put(kind, at));
                }
            }
            Shape::Disc(at, radius) => along(*at - Vec2::X * *radius, *at + Vec2::X * *radius, |at| put(kind, at)),
            Shape::Ring(at, radius) => {
                let steps = (TAU * radius / CELL).ceil().min(1000.0) as usize;
                let point = |step: usize| *at + *radius * Vec2::from_angle(TAU * step as f32 / steps as f32);
                (0..steps).for_each(|step| put(kind, point(step)));
            }
            Shape::Word(at, align, text) => {
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                let width = 0.6 * TEXT * text.chars().count() as f32;
                let from = match align {
                    Align::Left => 0.0,
                    Align::Middle => -width / 2.0,
                    Align::Right => -width,
                };
                along(*at + Vec2::X * from, *at + Vec2::X * (from + width), |at| put(hasher.finish(), at));
            }
        }
    }

    /// How many cells of one are far from all of the other that look so.
    fn difference(&self, other: &Trace) -> usize {
        let has = |cells: &BTreeSet<(u64, i32, i32)>, &(kind, x, y): &(u64, i32, i32)| {
            (-1..=1).any(|dx| (-1..=1).any(|dy| cells.contains(&(kind, x + dx, y + dy))))
        };
        let only = |ours: &Trace, theirs: &Trace| ours.cells.iter().filter(|cell| !has(&theirs.cells, cell)).count();
        let readings = self.readings.difference(&other.readings).count();
        only(self, other) + only(other, self) + READING * readings
    }
}

/// Calls `put` with points from one to the other, less than a cell apart.
fn along(from: Vec2, to: Vec2, mut put: impl FnMut(Vec2)) {
    let steps = (2.0 * from.distance(to) / CELL).ceil().clamp(1.0, 2000.0) as usize;
    (0..=steps).for_each(|step| put(from.lerp(to, step as f32 / steps as f32)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Ink, Plot};

    fn trace(draw: impl Fn(&mut Sheet)) -> Trace {
        let mut sheet = Sheet::new("05.2", [200.0, 100.0], &[], Vec::new());
        sheet.answered();
        draw(&mut sheet);
        Trace::of(&sheet)
    }

    fn bump(sheet: &mut Sheet, by: f32) {
        let plot = Plot::new([Vec2::new(10.0, 10.0), Vec2::new(190.0, 90.0)], [0.0, 1.0], [0.0, 1.0]);
        plot.curve(sheet, Ink::Answer, |x| by * x * (1.0 - x));
    }

    /// A hair's breadth is nothing; what is elsewhere, of another colour or another word is something.
    #[test]
    fn what_is_seen_counts() {
        let right = trace(|sheet| bump(sheet, 3.0));
        assert_eq!(right.difference(&trace(|sheet| bump(sheet, 3.03))), 0);
        assert!(right.difference(&trace(|sheet| bump(sheet, 1.0))) > SEEN);
        let line = |ink| trace(move |sheet: &mut Sheet| sheet.line(&[Vec2::ZERO, Vec2::new(99.0, 50.0)], ink));
        assert_eq!(line(Ink::Answer).difference(&line(Ink::Answer)), 0);
        assert!(line(Ink::Answer).difference(&line(Ink::MODEL)) > SEEN);
        let word = |text: &'static str| {
            trace(move |sheet: &mut Sheet| sheet.word(Vec2::new(50.0, 50.0), Align::Middle, text, Ink::Given))
        };
        assert!(word("a joint").difference(&word("a bone!")) >= SEEN);
        let reading = |value| trace(move |sheet: &mut Sheet| sheet.reading("x", value, ""));
        assert_eq!(reading(1.0).difference(&reading(1.5)), READING);
    }

    #[test]
    fn no_two_look_alike() {
        let candidate = |name, aspect, by: f32| {
            let shown = ShownMistake { name, says: "", asks: "", values: Vec::new() };
            let trace = trace(|sheet| bump(sheet, by));
            let score = trace.difference(&super::tests::trace(|sheet| bump(sheet, 3.0)));
            Candidate { shown, aspect, score, traces: vec![Some(trace)], setting: 0 }
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
