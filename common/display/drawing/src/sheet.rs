//! The sheet of a figure: points, lines, arrows, cells, words, handles and readings.

use super::{Parameter, parameter::settings_text};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

/// The meaning of a mark: its colour is the same in every figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ink {
    /// Given things, and words.
    Given,
    /// Axes and rules, and earlier things.
    Faint,
    /// Results of the answers.
    Answer,
    /// One of four things beside each other. Name each: colour alone is not enough.
    Series(u8),
    /// The colour of a thing in the scene, sRGB, and the width of its lines.
    Own(u32, f32),
}

impl Ink {
    pub const PARENT: Ink = Ink::Series(0);
    pub const MODEL: Ink = Ink::Series(1);
    pub const WORLD: Ink = Ink::Series(2);
    /// The background's.
    pub const PAPER: Ink = Ink::Own(PAPER, 2.5);

    /// The colour of a thing in the scene, sRGB, from 0 to 1, and the width of its lines.
    pub fn own(color: Vec3, width: f32) -> Self {
        let [red, green, blue] =
            (color.clamp(Vec3::ZERO, Vec3::ONE) * 255.0).round().to_array().map(|part| part as u32);
        Ink::Own(red << 16 | green << 8 | blue, width)
    }

    /// sRGB. On the dark sheet they differ for those who do not see red or green, too.
    fn color(self) -> u32 {
        match self {
            Ink::Given => 0xe8_eaee,
            Ink::Faint => 0x6b_7583,
            Ink::Answer => 0xff_b547,
            Ink::Series(number) => [0x6c_b6ff, 0x5b_d69a, 0xe3_9bff, 0xff_e066][number as usize % 4],
            Ink::Own(color, _) => color,
        }
    }

    fn width(self) -> f32 {
        match self {
            Ink::Faint => 1.0,
            Ink::Given => 1.5,
            Ink::Answer | Ink::Series(_) => 2.5,
            Ink::Own(_, width) => width,
        }
    }
}

/// The background; sRGB.
pub const PAPER: u32 = 0x1b_2027;
/// The right results, below those of a student's answers.
const RIGHT: u32 = 0x7d_8796;
/// Additional width of the right results: one below an equal one shows on both sides.
const WIDER: f32 = 4.0;
/// Length of an arrow's head, and radius of a point and of a handle.
const HEAD: f32 = 8.0;
const POINT: f32 = 4.0;
pub const HANDLE: f32 = 6.0;
pub const TEXT: f32 = 13.0;
/// Heights of larger text, as the window's type has them; a title has Latin letters only.
pub const HEADING: f32 = 1.3 * TEXT;
pub const TITLE: f32 = 2.2 * TEXT;
/// Opacity of a thin area, and of the paper behind a graph over a scene.
const GLASS: f32 = 0.2;
const PANEL: f32 = 0.88;

/// The side of its position on which a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the right of it: the word begins there.
    Left,
    /// In its middle.
    Middle,
    /// Left of it: the word ends there.
    Right,
}

/// A thing on a sheet, with its colour, sRGB.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub shape: Shape,
    pub color: u32,
    /// The width of its lines; of a word, the height of text.
    pub width: f32,
    /// Whether it is a result of the answers.
    pub(super) is_answer: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Through these points; dashed or not.
    Line(Vec<Vec2>, bool),
    /// Convex, filled, with an opacity.
    Area(Vec<Vec2>, f32),
    Disc(Vec2, f32),
    Ring(Vec2, f32),
    Word(Vec2, Align, String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    pub at: Vec2,
    path: Path,
}

/// The path of a handle, which follows from parameters, given by their index.
#[derive(Clone, Debug, PartialEq)]
enum Path {
    Line(usize, [Vec2; 2]),
    Plane([usize; 2], [Vec2; 2]),
    /// The centre, and the direction in which the parameter is 0, in degrees.
    Circle(usize, Vec2, f32),
}

/// A number below a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its name in the text.
    pub name: &'static str,
    /// The value by the answers that draw.
    pub value: f32,
    /// The unit after the number; may be empty.
    pub unit: &'static str,
    /// The value by the finished answers, if others draw.
    pub right: Option<f32>,
}

/// A figure, drawn at a setting. (0, 0) is the lower left corner.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) name: &'static str,
    pub size: Vec2,
    pub parameters: &'static [Parameter],
    pub values: Vec<f32>,
    pub marks: Vec<Mark>,
    pub handles: Vec<Handle>,
    readings: Vec<Reading>,
    /// A note about it; may be empty.
    pub note: &'static str,
    /// Whether marks are now results of the answers.
    is_answer: bool,
    /// Whether the finished answers draw, below a student's.
    is_ghost: bool,
}

/// Returns the position of a point of the world on a sheet of `size` that lies over its picture; `None` behind the eye.
pub fn on_sheet(clip_from_world: Mat4, size: Vec2, point: Vec3) -> Option<Vec2> {
    let clip = clip_from_world * point.extend(1.0);
    (clip.w > 0.0).then(|| (clip.truncate().truncate() / clip.w * 0.5 + 0.5) * size)
}

impl Sheet {
    pub(super) fn new(name: &'static str, size: [f32; 2], parameters: &'static [Parameter], values: Vec<f32>) -> Self {
        let marks = Vec::new();
        let handles = Vec::new();
        let readings = Vec::new();
        let size = size.into();
        Sheet { name, size, parameters, values, marks, handles, readings, note: "", is_answer: false, is_ghost: false }
    }

    /// Returns an empty sheet that lies over the picture of a scene.
    pub fn over_scene(size: Vec2) -> Self {
        Sheet::new("", size.to_array(), &[], Vec::new())
    }

    /// The values of the parameters, in their order.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn values<const N: usize>(&self) -> [f32; N] {
        self.values[..].try_into().expect("a value for each parameter")
    }

    /// Marks the following as results of the answers: a student's lie over the finished ones, which are grey.
    pub fn answered(&mut self) {
        self.is_answer = true;
    }

    /// Makes this the sheet of the finished answers, which will lie below a student's.
    #[must_use]
    pub fn as_ghost(self) -> Self {
        Sheet { is_ghost: true, ..self }
    }

    /// Marks the following as given.
    pub fn given(&mut self) {
        self.is_answer = false;
    }

    /// Draws a line through these points, with a gap at one that is not finite.
    pub fn line(&mut self, points: &[Vec2], ink: Ink) {
        self.push_line(points, ink, false);
    }

    /// Draws a dashed line through these points.
    pub fn dashed(&mut self, points: &[Vec2], ink: Ink) {
        self.push_line(points, ink, true);
    }

    fn push_line(&mut self, points: &[Vec2], ink: Ink, is_dashed: bool) {
        for part in points.split(|point| !point.is_finite()).filter(|part| part.len() > 1) {
            self.push(Shape::Line(part.to_vec(), is_dashed), ink, ink.width());
        }
    }

    /// Draws an arrow that ends at `to`.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, ink: Ink) {
        let along = (to - from).normalize_or_zero() * HEAD;
        let back = to - along;
        let side = along.perp() * 0.4;
        self.line(&[from, back], ink);
        self.fill(&[to, back + side, back - side], ink, 1.0);
    }

    /// Draws a convex area, thin as glass.
    pub fn area(&mut self, corners: &[Vec2], ink: Ink) {
        self.fill(corners, ink, GLASS);
    }

    /// Draws a convex area with an opacity.
    pub fn fill(&mut self, corners: &[Vec2], ink: Ink, opacity: f32) {
        self.push(Shape::Area(corners.to_vec(), opacity), ink, 0.0);
    }

    /// Draws a rectangle between two opposite corners, with an opacity.
    pub fn rectangle(&mut self, low: Vec2, high: Vec2, ink: Ink, opacity: f32) {
        self.fill(&rectangle(low, high), ink, opacity);
    }

    /// Draws the paper of a graph over a scene.
    pub fn panel(&mut self, low: Vec2, high: Vec2) {
        self.rectangle(low, high, Ink::PAPER, PANEL);
    }

    pub fn point(&mut self, at: Vec2, ink: Ink) {
        self.disc(at, POINT, ink);
    }

    pub fn disc(&mut self, at: Vec2, radius: f32, ink: Ink) {
        self.push(Shape::Disc(at, radius), ink, 0.0);
    }

    /// Draws a square on its corner, as keys are drawn.
    pub fn key(&mut self, at: Vec2, ink: Ink) {
        let [x, y] = [Vec2::X, Vec2::Y].map(|axis| axis * 1.3 * POINT);
        self.fill(&[at - y, at + x, at + y, at - x], ink, 1.0);
    }

    pub fn circle(&mut self, at: Vec2, radius: f32, ink: Ink) {
        self.push(Shape::Ring(at, radius), ink, ink.width());
    }

    /// Draws part of a circle around `at`, between two directions in radians from the x axis.
    pub fn arc(&mut self, at: Vec2, radius: f32, [from, to]: [f32; 2], ink: Ink) {
        // A little more than a whole number comes from rounding, and is not the same in every browser.
        let steps = ((to - from).abs() / TAU * 72.0 - 1e-3).ceil().clamp(1.0, 720.0) as usize;
        let angles = (0..=steps).map(|step| from + (to - from) * step as f32 / steps as f32);
        let points: Vec<Vec2> = angles.map(|angle| at + radius * Vec2::from_angle(angle)).collect();
        self.line(&points, ink);
    }

    pub fn word(&mut self, at: Vec2, align: Align, text: impl Into<String>, ink: Ink) {
        self.sized_word(at, align, text, ink, TEXT);
    }

    /// Draws an error that an answer returns, to the right of `at`. It must say `word`, and may do so in any words. The word is
    /// empty where no error is right.
    pub fn error(&mut self, at: Vec2, error: &str, word: &str) {
        let kind = if error.contains(word) { "Err".into() } else { format!("Err without {word}") };
        let message: String = error.chars().take(45).collect();
        self.word(at, Align::Left, format!("{kind}: {message}"), Ink::Answer);
    }

    /// Draws a word of [`TEXT`]'s height, or over a scene of [`HEADING`]'s or [`TITLE`]'s.
    pub fn sized_word(&mut self, at: Vec2, align: Align, text: impl Into<String>, ink: Ink, height: f32) {
        self.push(Shape::Word(at, align, text.into()), ink, height);
    }

    /// Draws a word on paper, as the name of a thing in a scene, around `at`.
    pub fn plate(&mut self, at: Vec2, text: &str, ink: Ink) {
        let half = 0.5 * Vec2::new(word_width(text), TEXT) + Vec2::new(4.0, 1.0);
        self.panel(at - half, at + half);
        self.word(at, Align::Middle, text, ink);
    }

    /// Draws a box from its lower left corner, with a word in the middle.
    pub fn cell(&mut self, low: Vec2, size: Vec2, text: impl Into<String>, ink: Ink) {
        let corners = rectangle(low, low + size);
        self.area(&corners, ink);
        self.line(&[corners[0], corners[1], corners[2], corners[3], corners[0]], ink);
        self.word(low + size / 2.0, Align::Middle, text, Ink::Given);
    }

    /// Draws the axes of a coordinate frame that is turned by `turn` radians, and the frame's name at the origin.
    pub fn frame(&mut self, at: Vec2, turn: f32, length: f32, name: &str, ink: Ink) {
        let x = Vec2::from_angle(turn) * length;
        self.arrow(at, at + x, ink);
        self.arrow(at, at + x.perp(), ink);
        self.word(at - (x + x.perp()).normalize_or_zero() * 10.0, Align::Middle, name, ink);
    }

    /// Adds a number below the figure.
    pub fn reading(&mut self, name: &'static str, value: f32, unit: &'static str) {
        self.readings.push(Reading { name, value, unit, right: None });
    }

    /// Adds a handle for the parameter `name`, on a line from the lowest value to the highest. Returns the handle's position.
    pub fn slide(&mut self, name: &str, from: Vec2, to: Vec2) -> Vec2 {
        let number = self.number(name);
        let position = from.lerp(to, self.fraction(number));
        self.handles.push(Handle { at: position, path: Path::Line(number, [from, to]) });
        position
    }

    /// Adds a handle for two parameters, in a rectangle from the lowest values to the highest. Returns the handle's position.
    pub fn drag(&mut self, names: [&str; 2], low: Vec2, high: Vec2) -> Vec2 {
        let numbers = names.map(|name| self.number(name));
        let position = low + (high - low) * Vec2::from(numbers.map(|number| self.fraction(number)));
        self.handles.push(Handle { at: position, path: Path::Plane(numbers, [low, high]) });
        position
    }

    /// Adds a handle on a circle for the parameter `name`, in degrees from the x axis. Returns the handle's position.
    pub fn turn(&mut self, name: &str, centre: Vec2, radius: f32) -> Vec2 {
        self.turn_from(name, centre, radius, 0.0)
    }

    /// Adds a handle like [`turn`](Self::turn), whose parameter counts from `zero`, in degrees from the x axis.
    pub fn turn_from(&mut self, name: &str, centre: Vec2, radius: f32, zero: f32) -> Vec2 {
        let number = self.number(name);
        let position = centre + radius * Vec2::from_angle((self.values[number] + zero).to_radians());
        self.handles.push(Handle { at: position, path: Path::Circle(number, centre, zero) });
        position
    }

    fn number(&self, name: &str) -> usize {
        self.parameters.iter().position(|parameter| parameter.name == name).expect("a parameter of this figure")
    }

    fn fraction(&self, number: usize) -> f32 {
        let [low, high] = self.parameters[number].range;
        (self.values[number] - low) / (high - low)
    }

    /// Indices and values of the parameters after a handle was dragged to a position.
    pub fn dragged(&self, handle: usize, to: Vec2) -> Vec<(usize, f32)> {
        match self.handles[handle].path {
            Path::Line(number, [from, end]) => {
                let along = end - from;
                vec![(number, self.value_at(number, (to - from).dot(along) / along.length_squared()))]
            }
            Path::Plane(numbers, [low, high]) => {
                let fractions = (to - low) / (high - low);
                let [x, y] = numbers;
                vec![(x, self.value_at(x, fractions.x)), (y, self.value_at(y, fractions.y))]
            }
            Path::Circle(number, centre, zero) => {
                // The nearest turn to the one before: a handle may go round more than once.
                let before = self.values[number];
                let parameter = &self.parameters[number];
                let moved = (to - centre).to_angle().to_degrees() - zero - before;
                vec![(number, parameter.nearest(before + (moved + 180.0).rem_euclid(360.0) - 180.0))]
            }
        }
    }

    fn value_at(&self, number: usize, fraction: f32) -> f32 {
        let [low, high] = self.parameters[number].range;
        self.parameters[number].nearest(low + (high - low) * fraction)
    }

    /// Indices of the parameters that a handle moves.
    pub(super) fn moves(&self, handle: usize) -> Vec<usize> {
        match self.handles[handle].path {
            Path::Line(number, _) | Path::Circle(number, ..) => vec![number],
            Path::Plane(numbers, _) => numbers.to_vec(),
        }
    }

    /// Names of the parameters that a handle moves: `t`, or `x, y`.
    pub fn handle_name(&self, handle: usize) -> String {
        self.moves(handle).into_iter().map(|number| self.parameters[number].name).collect::<Vec<_>>().join(", ")
    }

    /// The numbers of the figure, in their order.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Draws another sheet on a part of this one, from its lower left corner on, without handles.
    pub fn place(&mut self, other: &Sheet, corner: Vec2, scale: f32) {
        let moved = |point: &Vec2| corner + scale * *point;
        for mark in &other.marks {
            self.is_answer = mark.is_answer;
            let shape = match &mark.shape {
                Shape::Line(points, is_dashed) => Shape::Line(points.iter().map(moved).collect(), *is_dashed),
                Shape::Area(points, opacity) => Shape::Area(points.iter().map(moved).collect(), *opacity),
                Shape::Disc(center, radius) => Shape::Disc(moved(center), scale * radius),
                Shape::Ring(center, radius) => Shape::Ring(moved(center), scale * radius),
                Shape::Word(position, align, text) => Shape::Word(moved(position), *align, text.clone()),
            };
            self.push(shape, Ink::Own(mark.color, mark.width), scale * mark.width);
        }
        self.is_answer = false;
    }

    /// Returns the texts on the sheet.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Word(.., text) => Some(text.as_str()),
            _ => None,
        })
    }

    pub(super) fn answers(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.is_answer)
    }

    /// Returns whether the results of the answers, and the readings, are the same on two sheets.
    pub fn answers_as(&self, other: &Sheet) -> bool {
        self.answers().eq(other.answers()) && self.readings == other.readings
    }

    /// Moves the results that are not on the sheet `right` to the end, so that they are drawn last, in the answers' colour.
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

    /// Lays the results on this sheet, if it has any, over all of `below`, the same figure by the finished answers. The readings of `below`
    /// become the right values.
    #[must_use]
    pub fn over(mut self, below: Sheet) -> Sheet {
        if self.answers().next().is_some() {
            let own = self.marks.into_iter().filter(|mark| mark.is_answer);
            self.marks = below.marks.into_iter().chain(own).collect();
        }
        for reading in &mut self.readings {
            let right = below.readings.iter().find(|right| right.name == reading.name);
            reading.right = right.map(|right| right.value);
        }
        self
    }

    /// The figure in words: its setting, and its readings.
    pub fn describe(&self) -> String {
        let words: Vec<&str> = self.words().collect();
        let mut text = format!("figure {}: {}\n", self.name, settings_text(self.parameters, &self.values));
        if !words.is_empty() {
            text += &format!("words in it: {}\n", words.join(", "));
        }
        let text = self.readings.iter().fold(text, |text, reading| text + &reading.shown() + "\n");
        if self.note.is_empty() { text } else { text + self.note + "\n" }
    }

    /// Adds a shape, if all of its numbers are finite. On the sheet of the finished answers a result is grey and wider.
    fn push(&mut self, shape: Shape, ink: Ink, width: f32) {
        // Positions far outside are as good as at the edge, and a driver never gets one a million kilometres away.
        let low = -2.0 * self.size;
        let high = 3.0 * self.size;
        let is_drawn = match &shape {
            Shape::Line(points, _) | Shape::Area(points, _) => points.iter().all(|point| point.is_finite()),
            Shape::Disc(center, _) => center.is_finite(),
            Shape::Word(position, _, text) => position.is_finite() && !text.is_empty(),
            Shape::Ring(center, radius) => center.is_finite() && radius.is_finite(),
        };
        if !is_drawn {
            return;
        }
        let shape = match shape {
            Shape::Line(points, is_dashed) => Shape::Line(clamped(points, low, high), is_dashed),
            Shape::Area(points, opacity) => Shape::Area(clamped(points, low, high), opacity),
            Shape::Disc(center, radius) => Shape::Disc(center.clamp(low, high), radius),
            Shape::Ring(center, radius) => Shape::Ring(center.clamp(low, high), radius.abs().min(high.length())),
            Shape::Word(position, align, text) => Shape::Word(position.clamp(low, high), align, text),
        };
        let is_answer = self.is_answer;
        let mark = match (self.is_ghost && is_answer, shape) {
            (false, shape) => Mark { shape, color: ink.color(), width, is_answer },
            // The words of the ghost would lie over the student's.
            (true, Shape::Word(..)) => return,
            (true, Shape::Disc(center, radius)) => {
                Mark { shape: Shape::Disc(center, radius + WIDER / 2.0), color: RIGHT, width, is_answer }
            }
            (true, shape) => Mark { shape, color: RIGHT, width: width + WIDER, is_answer },
        };
        self.marks.push(mark);
    }
}

/// Returns the corners of a rectangle between two opposite ones, in their order around it.
fn rectangle(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, low.with_x(high.x), high, low.with_y(high.y)]
}

/// Returns about how wide a word is.
pub fn word_width(text: &str) -> f32 {
    0.5 * TEXT * text.chars().count() as f32
}

fn clamped(points: Vec<Vec2>, low: Vec2, high: Vec2) -> Vec<Vec2> {
    points.into_iter().map(|point| point.clamp(low, high)).collect()
}

impl Reading {
    /// Returns whether the right value differs in the first three decimals.
    pub fn is_wrong(&self) -> bool {
        let Reading { value, unit, right, .. } = self;
        right.is_some_and(|right| number(right, unit, 3) != number(*value, unit, 3))
    }

    /// Returns the reading as text: `angle = 28.9°`. Beside a wrong one is the right value: `alpha = 0.514 (right: 0.512)`.
    pub fn shown(&self) -> String {
        let Reading { name, value, unit, right } = self;
        let right = right.filter(|_| self.is_wrong());
        let few = if value.abs() < 10.0 { 3 } else { 1 };
        let is_enough = right.is_none_or(|right| number(right, unit, few) != number(*value, unit, few));
        let decimals = if is_enough { few } else { 3 };
        let shown = format!("{name} = {}", number(*value, unit, decimals));
        match right {
            Some(right) => format!("{shown} (right: {})", number(right, unit, decimals)),
            None => shown,
        }
    }
}

/// Returns a number as text, with at most so many decimals and its unit.
fn number(value: f32, unit: &str, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    format!("{text}{}", super::parameter::spaced(unit))
}
