//! What an answer looks like to the comparison: labelled items, each a word or named parts of numbers.

use glam::{Mat4, Vec3, Vec4};
use std::fmt::{self, Display};

/// Why there is no answer to compare.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerError {
    /// Student code panicked.
    Panic {
        /// What it said.
        message: String,
        /// `file:line`, the student's own where there is one.
        place: String,
    },
    /// A shader that does not compile or link.
    Shader {
        /// The compiler's words, or ours where its are no help.
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// A shader that compiles and cannot be used all the same: it reads a uniform that is never set.
    Unusable {
        /// What does not fit.
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// A shader with a loop that never ends.
    Endless {
        /// How that was found out.
        message: String,
        /// `file:line`, or the file alone.
        place: String,
    },
    /// There is no OpenGL here: skipped, never passed.
    NoGraphics(String),
}

impl Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Panic { message, place } => write!(f, "panicked at {place}: {message}"),
            AnswerError::Shader { message, place }
            | AnswerError::Unusable { message, place }
            | AnswerError::Endless { message, place } => {
                write!(f, "{place}: {message}")
            }
            AnswerError::NoGraphics(why) => write!(f, "no OpenGL: {why}"),
        }
    }
}

/// One table's answer to one probe.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    items: Vec<Item>,
    /// What its items are called where their number is wrong; `None` where they are of several kinds.
    pub(super) unit: Option<&'static str>,
    /// True if all items are shown in a row where they differ.
    side_by_side: bool,
    /// What was noticed on the way; said only when the answer is wrong.
    pub(super) notes: Vec<String>,
}

#[derive(Clone, Debug)]
struct Item {
    label: String,
    /// "depth 2": what is right in one group and wrong in another is a clue.
    group: String,
    /// Index of its parent, for joints.
    parent: Option<usize>,
    value: Value,
}

/// Where an item stands in its answer.
pub(super) struct Place<'a> {
    pub(super) index: usize,
    pub(super) label: &'a str,
    pub(super) group: &'a str,
    pub(super) parent: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Word(String),
    /// Named parts, the most telling first. Parts without a name are the whole.
    Numbers(Vec<(&'static str, Vec<f32>)>),
}

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) place: String,
    pub(super) expected: String,
    pub(super) got: String,
    /// Between the numbers shown; `None` where there is no finite distance.
    pub(super) off: Option<f32>,
}

/// The parts of a transform, the most telling first.
const PARTS: [&str; 5] = ["origin", "x axis", "y axis", "z axis", "bottom row"];

/// What stands where the other answer has an item and this one has none.
const NOTHING: &str = "nothing";

impl Answer {
    /// Discrete items, equal or not: indices, names, counts.
    pub fn words<T: Display>(
        label: impl Fn(usize) -> String,
        words: impl IntoIterator<Item = T>,
    ) -> Self {
        Self::of(label, words, |word| Value::word(&word))
    }

    /// Single numbers: a time, an angle, a weight.
    pub fn numbers(
        label: impl Fn(usize) -> String,
        numbers: impl IntoIterator<Item = f32>,
    ) -> Self {
        Self::of(label, numbers, |number| Value::whole(&[number]))
    }

    /// Points, as (x, y, z).
    pub fn points(label: impl Fn(usize) -> String, points: impl IntoIterator<Item = Vec3>) -> Self {
        Self::of(label, points, |point| Value::whole(&point.to_array()))
    }

    /// Points in homogeneous coordinates, (x, y, z, w) as they are: nothing is divided.
    pub fn vec4s(label: impl Fn(usize) -> String, vectors: impl IntoIterator<Item = Vec4>) -> Self {
        Self::of(label, vectors, |vector| Value::whole(&vector.to_array()))
    }

    /// Matrices. All sixteen numbers are compared; shown is the first column that differs, the origin first.
    pub fn transforms(
        label: impl Fn(usize) -> String,
        matrices: impl IntoIterator<Item = Mat4>,
    ) -> Self {
        Self::of(label, matrices, |matrix| Value::parts(&matrix))
    }

    /// [`transforms`](Self::transforms), with a word in the place of a matrix that is not finite: a NaN has
    /// no distance, and would agree with no mistake that makes one.
    pub fn finite_transforms(
        label: impl Fn(usize) -> String,
        matrices: impl IntoIterator<Item = Mat4>,
    ) -> Self {
        Self::finite(label, matrices, Mat4::is_finite, |label, one| Self::transforms(label, one))
    }

    /// [`numbers`](Self::numbers), with a word in the place of one that is not finite.
    pub fn finite_numbers(
        label: impl Fn(usize) -> String,
        numbers: impl IntoIterator<Item = f32>,
    ) -> Self {
        Self::finite(label, numbers, |n| n.is_finite(), |label, one| Self::numbers(label, one))
    }

    fn finite<T>(
        label: impl Fn(usize) -> String,
        values: impl IntoIterator<Item = T>,
        is_finite: impl Fn(&T) -> bool,
        answer: fn(&dyn Fn(usize) -> String, [T; 1]) -> Self,
    ) -> Self {
        let mut all = Answer::default();
        for (index, value) in values.into_iter().enumerate() {
            let label = |_| label(index);
            all = all.and(if is_finite(&value) {
                answer(&label, [value])
            } else {
                Answer::words(label, ["not a number"])
            });
        }
        all
    }

    /// An error where there should be an answer.
    pub fn error(label: &str, error: &str) -> Self {
        let answer = Answer::words(|_| label.into(), ["an error"]);
        answer.noting(vec![format!("the error says: {error:?}")])
    }

    /// For input that is to be refused: what it is called, what came of it, and the word that the error is to say
    /// (an empty one: any error will do). The first error that does not say its word is noted.
    pub fn refusals(
        all: impl IntoIterator<Item = (String, Result<String, String>, String)>,
    ) -> Self {
        let mut answer = Answer::default();
        for (label, outcome, word) in all {
            let value = match outcome {
                Ok(instead) => instead,
                Err(_) if word.is_empty() => "an error".into(),
                Err(error) if says(&error, &word) => format!("an error that says {word}"),
                Err(error) => {
                    if answer.notes.is_empty() {
                        answer.notes.push(format!("{label}: the error says {error:?}."));
                    }
                    format!("an error that does not say {word}")
                }
            };
            answer.push(label, Value::Word(value));
        }
        answer
    }

    fn of<T>(
        label: impl Fn(usize) -> String,
        values: impl IntoIterator<Item = T>,
        value: impl Fn(T) -> Value,
    ) -> Self {
        // Loops, not chains: a lesson compiles again what here is generic.
        let mut answer = Answer { unit: Some("values"), ..Answer::default() };
        for v in values {
            answer.push(label(answer.items.len()), value(v));
        }
        answer
    }

    fn push(&mut self, label: String, value: Value) {
        self.items.push(Item { label, group: String::new(), parent: None, value });
    }

    /// Says what the items are, for an answer that has too few or too many of them: "indices".
    #[must_use]
    pub fn counted(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Has a wrong answer shown in a row under the right one: for an order, in which the first item that
    /// differs says little. Words with names in them (`2 thigh`) read best.
    #[must_use]
    pub fn side_by_side(mut self) -> Self {
        self.side_by_side = true;
        self
    }

    /// Puts each item into a group: "depth 2". An empty name is no group.
    #[must_use]
    pub fn grouped(mut self, group: impl Fn(usize) -> String) -> Self {
        for index in 0..self.items.len() {
            self.items[index].group = group(index);
        }
        self
    }

    /// Says that these are a figure's joints, all in one space (`model_from_joint`), and each one's parent:
    /// only then does a report speak of bones, and of a figure that is moved as a whole.
    #[must_use]
    pub fn with_parents(mut self, parent: impl Fn(usize) -> Option<usize>) -> Self {
        for index in 0..self.items.len() {
            self.items[index].parent = parent(index);
        }
        self
    }

    /// Adds what was noticed on the way: "attribute `a_position` has no effect".
    #[must_use]
    pub fn noting(mut self, notes: Vec<String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// This answer's items, then the other's: for a TODO that answers two questions.
    #[must_use]
    pub fn and(mut self, other: Answer) -> Self {
        self.unit = if self.items.is_empty() { other.unit } else { None };
        self.items.extend(other.items);
        self.notes.extend(other.notes);
        self
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Every item, if all are transforms.
    pub(super) fn transforms_at(&self) -> Option<Vec<(Place<'_>, Mat4)>> {
        let place = |(index, item): (usize, &'_ Item)| item.value.transform().map(|m| (index, m));
        let matrices: Option<Vec<_>> = self.items.iter().enumerate().map(place).collect();
        let items = matrices?.into_iter().zip(&self.items);
        Some(
            items
                .map(|((index, matrix), item)| {
                    let Item { label, group, parent, .. } = item;
                    (Place { index, label, group, parent: *parent }, matrix)
                })
                .collect(),
        )
    }

    /// The largest distance from the right answer, of any item, in tolerances: infinite for another word,
    /// another length, or a NaN.
    pub(super) fn distance(&self, got: &Answer, tolerance: f32) -> f32 {
        self.distance_with(got, tolerance, Nan::IsWrong)
    }

    /// The same between two answers neither of which need be right: a NaN is where a NaN is.
    pub(super) fn distance_of_mistakes(&self, other: &Answer, tolerance: f32) -> f32 {
        self.distance_with(other, tolerance, Nan::IsNan)
    }

    /// Whether they are equal, neither of which need be right.
    pub(super) fn fits(&self, other: &Answer, tolerance: f32) -> bool {
        let mut pairs = self.items.iter().zip(&other.items);
        self.items.len() == other.items.len()
            && pairs.all(|(a, b)| a.value.distance(&b.value, Nan::IsNan) <= tolerance)
    }

    fn distance_with(&self, other: &Answer, tolerance: f32, nan: Nan) -> f32 {
        if self.items.len() != other.items.len() {
            return f32::INFINITY;
        }
        let pairs = self.items.iter().zip(&other.items);
        pairs.map(|(a, b)| a.value.distance(&b.value, nan)).fold(0.0, f32::max) / tolerance
    }

    /// All items in a row, the right ones above: two lines, if the answer wants them.
    pub(super) fn rows(&self, got: &Answer) -> Option<[String; 2]> {
        let row = |answer: &Answer| {
            listed(&answer.items.iter().map(|item| item.value.shown()).collect::<Vec<_>>())
        };
        let rows = || [format!("expected: {}", row(self)), format!("     got: {}", row(got))];
        got.side_by_side.then(rows)
    }

    /// The first item that differs: nearest to the cause, since parents come first.
    pub(super) fn first_difference(&self, got: &Answer, tolerance: f32) -> Option<Difference> {
        (0..self.items.len().max(got.items.len())).find_map(|index| {
            let (expected, got) = (self.items.get(index), got.items.get(index));
            let place = expected.or(got)?.label.clone();
            match (expected, got) {
                (Some(expected), Some(got)) => {
                    expected.value.difference(&got.value, tolerance, place)
                }
                (Some(expected), None) => {
                    let (expected, got) = (expected.value.shown(), NOTHING.into());
                    Some(Difference { place, expected, got, off: None })
                }
                (None, got) => {
                    let (expected, got) = (NOTHING.into(), got?.value.shown());
                    Some(Difference { place, expected, got, off: None })
                }
            }
        })
    }

    /// Calls `tell(group, right)` for every item that has a group; a missing item is left out.
    pub(super) fn groups<'a>(
        &'a self,
        got: &Answer,
        tolerance: f32,
        mut tell: impl FnMut(&'a str, bool),
    ) {
        for (a, b) in self.items.iter().zip(&got.items).filter(|(a, _)| !a.group.is_empty()) {
            tell(&a.group, a.value.distance(&b.value, Nan::IsWrong) <= tolerance);
        }
    }
}

/// Whether a text holds a word, and not just as a part of a number: 1 is not said by 16.
fn says(text: &str, word: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !is_digit(before.chars().next_back()) && !is_digit(after.chars().next())
    })
}

impl Value {
    fn word(word: &dyn Display) -> Self {
        Value::Word(word.to_string())
    }

    fn whole(numbers: &[f32]) -> Self {
        Value::Numbers(vec![("", numbers.to_vec())])
    }

    fn parts(matrix: &Mat4) -> Self {
        let [origin, x, y, z, bottom] = PARTS;
        let part = |name, column: Vec4| (name, column.truncate().to_array().into());
        Value::Numbers(vec![
            part(origin, matrix.w_axis),
            part(x, matrix.x_axis),
            part(y, matrix.y_axis),
            part(z, matrix.z_axis),
            (bottom, matrix.row(3).to_array().into()),
        ])
    }

    /// What [`Answer::transforms`] has taken apart.
    fn transform(&self) -> Option<Mat4> {
        let Value::Numbers(parts) = self else { return None };
        let names = parts.iter().map(|(name, _)| *name);
        let [origin, x, y, z, bottom] = parts.as_slice() else { return None };
        if !names.eq(PARTS) {
            return None;
        }
        let row: [f32; 4] = bottom.1.as_slice().try_into().ok()?;
        let column = |part: &[f32], last| Some(Vec3::from_slice(part.get(..3)?).extend(last));
        Some(Mat4::from_cols(
            column(&x.1, row[0])?,
            column(&y.1, row[1])?,
            column(&z.1, row[2])?,
            column(&origin.1, row[3])?,
        ))
    }

    /// Infinite for another kind or another length.
    fn distance(&self, other: &Value, nan: Nan) -> f32 {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) if a == b => 0.0,
            (Value::Numbers(a), Value::Numbers(b)) if a.len() == b.len() => {
                a.iter().zip(b).map(|(a, b)| largest(&a.1, &b.1, nan)).fold(0.0, f32::max)
            }
            _ => f32::INFINITY,
        }
    }

    fn difference(&self, got: &Value, tolerance: f32, place: String) -> Option<Difference> {
        if self.distance(got, Nan::IsWrong) <= tolerance {
            return None;
        }
        let (Value::Numbers(a), Value::Numbers(b)) = (self, got) else {
            let (expected, got) = (self.shown(), got.shown());
            return Some(Difference { place, expected, got, off: None });
        };
        let mut parts = a.iter().zip(b);
        let ((name, a), (_, b)) =
            parts.find(|(a, b)| largest(&a.1, &b.1, Nan::IsWrong) > tolerance)?;
        let off = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
        let decimals = decimals(off);
        let place = if name.is_empty() { place } else { format!("{place}, {name}") };
        let (expected, got) = (vector(a, decimals), vector(b, decimals));
        Some(Difference { place, expected, got, off: off.is_finite().then_some(off) })
    }

    fn shown(&self) -> String {
        match self {
            Value::Word(word) => word.clone(),
            Value::Numbers(parts) => {
                let numbers = parts.first().map_or(String::new(), |(_, v)| vector(v, 2));
                if self.transform().is_some() {
                    format!("a matrix with its origin at {numbers}")
                } else {
                    numbers
                }
            }
        }
    }
}

/// What two NaNs are to one another.
#[derive(Clone, Copy, PartialEq)]
enum Nan {
    /// As wrong as any other.
    IsWrong,
    /// The same.
    IsNan,
}

fn largest(a: &[f32], b: &[f32], nan: Nan) -> f32 {
    if a.len() != b.len() {
        return f32::INFINITY;
    }
    // `max` would lose a NaN, and `<=` would take it for right. Two infinities of one sign are equal: an
    // answer that divides by zero is still the one that a known mistake gives.
    let off = |(&a, &b): (&f32, &f32)| match a - b {
        _ if a == b => 0.0,
        _ if nan == Nan::IsNan && a.is_nan() && b.is_nan() => 0.0,
        off if off.is_nan() => f32::INFINITY,
        off => off.abs(),
    };
    a.iter().zip(b).map(off).fold(0.0, f32::max)
}

/// As many as show two numbers that are so far apart as two.
pub(super) fn decimals(off: f32) -> usize {
    let is_seen = |many: &usize| {
        let units = off.abs() * 10_f32.powi(*many as i32);
        units >= 5.0 || units.is_nan()
    };
    [2, 4, 6].into_iter().find(is_seen).unwrap_or(8)
}

/// Separated by commas, or by semicolons where an item holds a comma itself.
pub(super) fn listed(items: &[String]) -> String {
    items.join(if items.iter().any(|item| item.contains(',')) { "; " } else { ", " })
}

pub(super) fn vector(numbers: &[f32], decimals: usize) -> String {
    let number = |n: &f32| {
        // "-0.00" reads like a difference that is not there.
        let text = format!("{n:.decimals$}");
        if text.trim_start_matches(['-', '0', '.']).is_empty() {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        }
    };
    let shown = numbers.iter().map(number).collect::<Vec<_>>().join(", ");
    if numbers.len() == 1 { shown } else { format!("({shown})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(words: &[&str]) -> Answer {
        Answer::words(|i| format!("index {i}"), words)
    }

    #[test]
    fn the_first_difference_and_missing_items() {
        let expected = word(&["0", "1", "1", "3"]);
        assert_eq!(expected.first_difference(&expected, 0.5), None);
        let difference = expected.first_difference(&word(&["0", "1", "0"]), 0.5).unwrap();
        assert_eq!(difference.place, "index 2");
        assert_eq!((&*difference.expected, &*difference.got), ("1", "0"));
        let short = expected.first_difference(&word(&["0", "1"]), 0.5).unwrap();
        assert_eq!((&*short.place, &*short.got), ("index 2", "nothing"));
        let long = word(&["0"]).first_difference(&word(&["0", "1"]), 0.5).unwrap();
        assert_eq!((&*long.expected, &*long.got), ("nothing", "1"));
        assert_eq!(expected.distance(&word(&["0", "1"]), 0.5), f32::INFINITY);
    }

    #[test]
    fn the_part_that_differs_is_shown() {
        let m = Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0));
        let of = |m| Answer::transforms(|i| format!("joint {i}"), [m]);
        let turned = m * Mat4::from_rotation_x(0.5);
        let difference = of(m).first_difference(&of(turned), 0.002).unwrap();
        assert_eq!(difference.place, "joint 0, y axis");
        assert_eq!(difference.expected, "(0.00, 1.00, 0.00)");
        let nudged = Mat4::from_translation(Vec3::new(0.0, 0.004, 0.0)) * m;
        let difference = of(m).first_difference(&of(nudged), 0.002).unwrap();
        assert_eq!(
            (&*difference.place, &*difference.got),
            ("joint 0, origin", "(1.0000, 2.0040, 3.0000)")
        );
        assert!((difference.off.unwrap() - 0.004).abs() < 1e-5);
        assert!((of(m).distance(&of(nudged), 0.002) - 2.0).abs() < 1e-2, "in tolerances");
    }

    #[test]
    fn numbers_that_differ_are_shown_to_differ() {
        for off in [3.0, 0.4, 0.03, 2e-3, 4e-4, 3e-5, 7e-6, 5e-7] {
            let of = |x| Answer::numbers(|_| "a number".into(), [x]);
            let difference = of(0.5).first_difference(&of(0.5 + off), off / 9.0).unwrap();
            assert_ne!(difference.expected, difference.got, "{off}");
        }
        let lists = [vec!["a".into(), "b".into()], vec!["a, b".into(), "c".into()]];
        assert_eq!(lists.map(|list| listed(&list)), ["a, b", "a, b; c"]);
    }

    #[test]
    fn a_single_number_has_no_brackets() {
        let of = |x| Answer::numbers(|i| format!("call {i}, elapsed"), [x]);
        let difference = of(1.5).first_difference(&of(0.25), 0.1).unwrap();
        assert_eq!((&*difference.expected, &*difference.got), ("1.50", "0.25"));
        assert_eq!(difference.off, Some(1.25));
    }

    #[test]
    fn a_nan_is_never_right() {
        let of = |x| Answer::points(|i| i.to_string(), [Vec3::new(x, 0.0, 0.0)]);
        assert_eq!(of(0.0).distance(&of(f32::NAN), 0.1), f32::INFINITY);
        let difference = of(0.0).first_difference(&of(f32::NAN), 0.1).unwrap();
        assert_eq!((&*difference.got, difference.off), ("(NaN, 0.00, 0.00)", None));
        // Not even where the right answer were one; but of two mistakes it may be the same.
        assert_eq!(of(f32::NAN).distance(&of(f32::NAN), 0.1), f32::INFINITY);
        assert_eq!(of(f32::NAN).distance_of_mistakes(&of(f32::NAN), 0.1), 0.0);
        assert_eq!(of(f32::NAN).distance_of_mistakes(&of(0.0), 0.1), f32::INFINITY);
    }

    #[test]
    fn kinds_are_named_and_rows_are_shown() {
        let matrix = Answer::transforms(|_| "the matrix".into(), [Mat4::from_translation(Vec3::Y)]);
        let difference = matrix.first_difference(&word(&["an error"]), 0.1).unwrap();
        assert_eq!(difference.expected, "a matrix with its origin at (0.00, 1.00, 0.00)");
        let order = |words: &[&str]| word(words).side_by_side();
        let rows = order(&["0 hips", "1 leg"]).rows(&order(&["1 leg"])).unwrap();
        assert_eq!(rows, ["expected: 0 hips, 1 leg", "     got: 1 leg"]);
        assert_eq!(word(&["0"]).rows(&word(&["1"])), None);
        assert_eq!(word(&["0"]).counted("indices").unit, Some("indices"));
        assert_eq!(word(&["0"]).and(word(&["1"])).unit, None, "of several kinds");
        assert_eq!(Answer::default().and(word(&["1"])).unit, Some("values"));
    }

    #[test]
    fn a_division_by_zero_is_recognised() {
        let of = |x| Answer::points(|i| i.to_string(), [Vec3::new(x, 0.0, 0.0)]);
        assert_eq!(of(f32::INFINITY).distance(&of(f32::INFINITY), 0.1), 0.0);
        for other in [f32::NEG_INFINITY, 1.0, f32::NAN] {
            assert_eq!(of(f32::INFINITY).distance(&of(other), 0.1), f32::INFINITY);
        }
    }

    #[test]
    fn no_negative_zero() {
        assert_eq!(vector(&[-0.001, -0.5, 0.0], 2), "(0.00, -0.50, 0.00)");
    }
}
