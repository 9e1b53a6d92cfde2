//! What a figure is drawn on: points, lines, arrows, cells, words, handles and readings.

use super::Parameter;
use glam::Vec2;
use std::f32::consts::TAU;

/// What something means: the same colour in every figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// What is given, and words.
    Given,
    /// Axes and rules, and what was before.
    Faint,
    /// What the answers gave.
    Answer,
    /// One of four things beside each other. Name each: colour alone tells nobody.
    Series(u8),
}

impl Ink {
    /// In the parent's space.
    pub const PARENT: Ink = Ink::Series(0);
    /// In the model's space.
    pub const MODEL: Ink = Ink::Series(1);
    /// In the world's space.
    pub const WORLD: Ink = Ink::Series(2);

    /// sRGB. Told apart by those who do not see red or green too, on the dark sheet.
    fn color(self) -> u32 {
        match self {
            Ink::Given => 0xe8_eaee,
            Ink::Faint => 0x6b_7583,
            Ink::Answer => 0xff_b547,
            Ink::Series(number) => [0x6c_b6ff, 0x5b_d69a, 0xe3_9bff, 0xff_e066][number as usize % 4],
        }
    }

    fn width(self) -> f32 {
        match self {
            Ink::Faint => 1.0,
            Ink::Given => 1.5,
            Ink::Answer | Ink::Series(_) => 2.5,
        }
    }
}

/// Behind everything; sRGB.
pub(super) const PAPER: u32 = 0x1b_2027;
/// What is right, below what a student's answers give.
const RIGHT: u32 = 0x7d_8796;
/// How much wider it is: one that is hit shows on both sides.
const WIDER: f32 = 4.0;
/// Of an arrow's head; of a point; of a handle.
const HEAD: f32 = 8.0;
const POINT: f32 = 4.0;
pub(super) const HANDLE: f32 = 6.0;
/// How high a line of text is.
pub(super) const TEXT: f32 = 13.0;

/// Where a word stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the right of it.
    Left,
    /// In its middle.
    Middle,
    /// To the left of it.
    Right,
}

/// A thing on a sheet, with its colour, sRGB.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) shape: Shape,
    pub(super) color: u32,
    pub(super) width: f32,
    /// The student's or the finished answers gave it.
    pub(super) is_answer: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Through these points; dashed or not.
    Line(Vec<Vec2>, bool),
    /// Convex, filled; solid or thin as glass.
    Area(Vec<Vec2>, bool),
    Disc(Vec2, f32),
    Ring(Vec2, f32),
    Word(Vec2, Align, String),
}

/// A place that can be dragged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Handle {
    pub(super) at: Vec2,
    path: Path,
}

/// How a handle's place follows from parameters, which are given by their number.
#[derive(Clone, Debug, PartialEq)]
enum Path {
    Line(usize, [Vec2; 2]),
    Plane([usize; 2], [Vec2; 2]),
    /// The centre, and where the parameter is 0, in degrees.
    Circle(usize, Vec2, f32),
}

/// A number that the text says of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// As the text calls it.
    pub name: &'static str,
    /// By the answers that draw.
    pub value: f32,
    /// Behind the number; may be empty.
    pub unit: &'static str,
    /// By the finished ones, where others draw.
    pub right: Option<f32>,
}

/// A figure, drawn at a setting. (0, 0) is the lower left corner.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) name: &'static str,
    pub(super) size: Vec2,
    pub(super) parameters: &'static [Parameter],
    pub(super) values: Vec<f32>,
    pub(super) marks: Vec<Mark>,
    pub(super) handles: Vec<Handle>,
    readings: Vec<Reading>,
    /// What must be known of it; may be empty.
    pub(crate) note: &'static str,
    /// What is drawn now was given by the answers.
    is_answer: bool,
    /// The finished answers draw, below a student's.
    pub(super) is_ghost: bool,
}

impl Sheet {
    pub(super) fn new(name: &'static str, size: [f32; 2], parameters: &'static [Parameter], values: Vec<f32>) -> Self {
        let (marks, handles, readings) = (Vec::new(), Vec::new(), Vec::new());
        let size = size.into();
        Sheet { name, size, parameters, values, marks, handles, readings, note: "", is_answer: false, is_ghost: false }
    }

    /// The values of the parameters, in their order.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn values<const N: usize>(&self) -> [f32; N] {
        self.values[..].try_into().expect("a value for each parameter")
    }

    /// From here on the answers gave what is drawn: a student's lies over the finished one, which is grey.
    pub fn answered(&mut self) {
        self.is_answer = true;
    }

    /// From here on what is drawn is given again.
    pub fn given(&mut self) {
        self.is_answer = false;
    }

    /// A line through these points; a gap where one is not finite.
    pub fn line(&mut self, points: &[Vec2], ink: Ink) {
        self.push_line(points, ink, false);
    }

    /// The same, dashed.
    pub fn dashed(&mut self, points: &[Vec2], ink: Ink) {
        self.push_line(points, ink, true);
    }

    fn push_line(&mut self, points: &[Vec2], ink: Ink, is_dashed: bool) {
        for part in points.split(|point| !point.is_finite()).filter(|part| part.len() > 1) {
            self.push(Shape::Line(part.to_vec(), is_dashed), ink, ink.width());
        }
    }

    /// An arrow that ends at `to`.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, ink: Ink) {
        let along = (to - from).normalize_or_zero() * HEAD;
        let (back, side) = (to - along, along.perp() * 0.4);
        self.line(&[from, back], ink);
        self.fill(&[to, back + side, back - side], ink, true);
    }

    /// A convex area, thin as glass.
    pub fn area(&mut self, corners: &[Vec2], ink: Ink) {
        self.fill(corners, ink, false);
    }

    fn fill(&mut self, corners: &[Vec2], ink: Ink, is_solid: bool) {
        self.push(Shape::Area(corners.to_vec(), is_solid), ink, 0.0);
    }

    /// A point.
    pub fn point(&mut self, at: Vec2, ink: Ink) {
        self.push(Shape::Disc(at, POINT), ink, 0.0);
    }

    /// A square on its corner, as keys are drawn.
    pub fn key(&mut self, at: Vec2, ink: Ink) {
        let [x, y] = [Vec2::X, Vec2::Y].map(|axis| axis * 1.3 * POINT);
        self.fill(&[at - y, at + x, at + y, at - x], ink, true);
    }

    /// A circle.
    pub fn circle(&mut self, at: Vec2, radius: f32, ink: Ink) {
        self.push(Shape::Ring(at, radius), ink, ink.width());
    }

    /// Part of a circle, from one direction to another: radians from the x axis.
    pub fn arc(&mut self, at: Vec2, radius: f32, [from, to]: [f32; 2], ink: Ink) {
        // What is hardly more than a whole number is rounding, and not the same in every browser.
        let steps = ((to - from).abs() / TAU * 72.0 - 1e-3).ceil().clamp(1.0, 720.0) as usize;
        let point = |step| at + radius * Vec2::from_angle(from + (to - from) * step as f32 / steps as f32);
        self.line(&(0..=steps).map(point).collect::<Vec<_>>(), ink);
    }

    /// A line of text.
    pub fn word(&mut self, at: Vec2, align: Align, text: impl Into<String>, ink: Ink) {
        self.push(Shape::Word(at, align, text.into()), ink, 0.0);
    }

    /// A box with a word in it.
    pub fn cell(&mut self, low: Vec2, size: Vec2, text: impl Into<String>, ink: Ink) {
        let corners = [low, low.with_x(low.x + size.x), low + size, low.with_y(low.y + size.y)];
        self.area(&corners, ink);
        self.line(&[corners[0], corners[1], corners[2], corners[3], corners[0]], ink);
        self.word(low + size / 2.0, Align::Middle, text, Ink::Given);
    }

    /// The x and y axis of a frame that is turned by so many radians, and its name.
    pub fn frame(&mut self, at: Vec2, turn: f32, length: f32, name: &str, ink: Ink) {
        let x = Vec2::from_angle(turn) * length;
        self.arrow(at, at + x, ink);
        self.arrow(at, at + x.perp(), ink);
        self.word(at - (x + x.perp()).normalize_or_zero() * 10.0, Align::Middle, name, ink);
    }

    /// A number of the figure, shown below it.
    pub fn reading(&mut self, name: &'static str, value: f32, unit: &'static str) {
        self.readings.push(Reading { name, value, unit, right: None });
    }

    /// A handle that moves this parameter from one place to another. Returns where it is.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn slide(&mut self, name: &str, from: Vec2, to: Vec2) -> Vec2 {
        let number = self.number(name);
        let at = from.lerp(to, self.fraction(number));
        self.handles.push(Handle { at, path: Path::Line(number, [from, to]) });
        at
    }

    /// A handle that moves two parameters between two corners. Returns where it is.
    ///
    /// # Panics
    /// If there are no such parameters.
    pub fn drag(&mut self, names: [&str; 2], low: Vec2, high: Vec2) -> Vec2 {
        let numbers = names.map(|name| self.number(name));
        let at = low + (high - low) * Vec2::from(numbers.map(|number| self.fraction(number)));
        self.handles.push(Handle { at, path: Path::Plane(numbers, [low, high]) });
        at
    }

    /// A handle on a circle, which turns this parameter, in degrees from the x axis. Returns where it is.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn turn(&mut self, name: &str, centre: Vec2, radius: f32) -> Vec2 {
        self.turn_from(name, centre, radius, 0.0)
    }

    /// The same, where the parameter counts from this direction, in degrees from the x axis.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn turn_from(&mut self, name: &str, centre: Vec2, radius: f32, zero: f32) -> Vec2 {
        let number = self.number(name);
        let at = centre + radius * Vec2::from_angle((self.values[number] + zero).to_radians());
        self.handles.push(Handle { at, path: Path::Circle(number, centre, zero) });
        at
    }

    fn number(&self, name: &str) -> usize {
        self.parameters.iter().position(|parameter| parameter.name == name).expect("a parameter of this figure")
    }

    /// Of the way from the lowest to the highest.
    fn fraction(&self, number: usize) -> f32 {
        let [low, high] = self.parameters[number].range;
        (self.values[number] - low) / (high - low)
    }

    /// The parameters, by their numbers, and their values where this handle is dragged to a place.
    pub(super) fn dragged(&self, handle: usize, to: Vec2) -> Vec<(usize, f32)> {
        let value = |number: usize, fraction: f32| {
            let parameter = &self.parameters[number];
            let [low, high] = parameter.range;
            (number, parameter.nearest(low + (high - low) * fraction))
        };
        match self.handles[handle].path {
            Path::Line(number, [from, end]) => {
                let along = end - from;
                vec![value(number, (to - from).dot(along) / along.length_squared())]
            }
            Path::Plane(numbers, [low, high]) => {
                let fractions = (to - low) / (high - low);
                vec![value(numbers[0], fractions.x), value(numbers[1], fractions.y)]
            }
            Path::Circle(number, centre, zero) => {
                // The nearest turn to the one before: a handle may go round more than once.
                let (before, parameter) = (self.values[number], &self.parameters[number]);
                let moved = (to - centre).to_angle().to_degrees() - zero - before;
                vec![(number, parameter.nearest(before + (moved + 180.0).rem_euclid(360.0) - 180.0))]
            }
        }
    }

    /// The parameters that a handle moves, by their numbers.
    pub(super) fn moves(&self, handle: usize) -> Vec<usize> {
        match self.handles[handle].path {
            Path::Line(number, _) | Path::Circle(number, ..) => vec![number],
            Path::Plane(numbers, _) => numbers.to_vec(),
        }
    }

    /// What a handle moves: `t`, or `x, y`.
    pub(super) fn handle_name(&self, handle: usize) -> String {
        self.moves(handle).into_iter().map(|number| self.parameters[number].name).collect::<Vec<_>>().join(", ")
    }

    /// The numbers of the figure, in their order.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Every word in it.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Word(.., text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// What the answers gave.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.is_answer)
    }

    /// Whether the answers gave the same in both.
    pub fn answers_as(&self, other: &Sheet) -> bool {
        self.answers().eq(other.answers()) && self.readings == other.readings
    }

    /// Puts what the answers gave otherwise than in `right` above the rest, in one colour.
    pub(super) fn stress_what_differs(&mut self, right: &Sheet) {
        let mut differing = Vec::new();
        for mark in std::mem::take(&mut self.marks) {
            if mark.is_answer && !right.marks.contains(&mark) {
                differing.push(Mark { color: Ink::Answer.color(), ..mark });
            } else {
                self.marks.push(mark);
            }
        }
        self.marks.append(&mut differing);
    }

    /// What is given of `below`, and what its answers gave; over it what these answers gave.
    pub(super) fn over(mut self, below: Sheet) -> Sheet {
        let own = self.marks.into_iter().filter(|mark| mark.is_answer);
        self.marks = below.marks.into_iter().chain(own).collect();
        for reading in &mut self.readings {
            let right = below.readings.iter().find(|right| right.name == reading.name);
            reading.right = right.map(|right| right.value);
        }
        self
    }

    /// The figure in words: its setting, and its readings.
    pub fn describe(&self) -> String {
        let settings = self.parameters.iter().zip(&self.values).map(|(parameter, value)| parameter.shown(*value));
        let words: Vec<&str> = self.words().collect();
        let mut text = format!("figure {}: {}\n", self.name, settings.collect::<Vec<_>>().join(", "));
        if !words.is_empty() {
            text += &format!("words in it: {}\n", words.join(", "));
        }
        let text = self.readings.iter().fold(text, |text, reading| text + &reading.shown() + "\n");
        if self.note.is_empty() { text } else { text + self.note + "\n" }
    }

    fn push(&mut self, shape: Shape, ink: Ink, width: f32) {
        // Far outside is as good as at the edge, and a driver is not asked about a million kilometres.
        let (low, high) = (-2.0 * self.size, 3.0 * self.size);
        let near = |at: Vec2| at.clamp(low, high);
        let is_drawn = match &shape {
            Shape::Line(points, _) | Shape::Area(points, _) => points.iter().all(|point| point.is_finite()),
            Shape::Disc(at, _) => at.is_finite(),
            Shape::Word(at, _, text) => at.is_finite() && !text.is_empty(),
            Shape::Ring(at, radius) => at.is_finite() && radius.is_finite(),
        };
        if !is_drawn {
            return;
        }
        let shape = match shape {
            Shape::Line(points, is_dashed) => Shape::Line(points.into_iter().map(near).collect(), is_dashed),
            Shape::Area(points, is_solid) => Shape::Area(points.into_iter().map(near).collect(), is_solid),
            Shape::Disc(at, radius) => Shape::Disc(near(at), radius),
            Shape::Ring(at, radius) => Shape::Ring(near(at), radius.abs().min(high.length())),
            Shape::Word(at, align, text) => Shape::Word(near(at), align, text),
        };
        let is_answer = self.is_answer;
        let mark = match (self.is_ghost && is_answer, shape) {
            (false, shape) => Mark { shape, color: ink.color(), width, is_answer },
            // Its words would lie over the student's.
            (true, Shape::Word(..)) => return,
            (true, Shape::Disc(at, radius)) => {
                Mark { shape: Shape::Disc(at, radius + WIDER / 2.0), color: RIGHT, width, is_answer }
            }
            (true, shape) => Mark { shape, color: RIGHT, width: width + WIDER, is_answer },
        };
        self.marks.push(mark);
    }
}

impl Reading {
    /// Whether something else is right, as far as it is shown.
    pub fn is_wrong(&self) -> bool {
        let Reading { value, unit, right, .. } = self;
        right.is_some_and(|right| number(right, unit) != number(*value, unit))
    }

    /// `alpha = 0.51`, and what is right where that is something else: `alpha = 0.51 (right: 0.49)`.
    pub fn shown(&self) -> String {
        let Reading { name, value, unit, right } = self;
        let shown = format!("{name} = {}", number(*value, unit));
        match right.filter(|_| self.is_wrong()) {
            Some(right) => format!("{shown} (right: {})", number(right, unit)),
            None => shown,
        }
    }
}

/// Three digits at most, and the unit.
fn number(value: f32, unit: &str) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    format!("{text}{}", super::parameter::spaced(unit))
}
