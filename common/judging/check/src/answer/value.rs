//! One item of an answer: a word, or numbers.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use serde::{Deserialize, Serialize};
use std::slice;
use verdict::card::decimals;

/// A value that is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub enum Value {
    /// Equal or not: an index, a name, a count.
    Word(String),
    /// A time, an angle, a weight.
    Number(f32),
    /// (x, y).
    Point2(Vec2),
    /// (x, y, z).
    Point(Vec3),
    /// Homogeneous coordinates, (x, y, z, w) as they are: nothing is divided. Or a quaternion.
    Vec4(Vec4),
    /// All sixteen numbers are compared. The report shows the first column that differs, the origin first.
    Transform(Mat4),
}

/// A value as it is sent between processes. JSON has no NaN, so numbers are written as their bits.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Word(String),
    Bits(Vec<u32>),
}

impl From<Value> for Written {
    fn from(value: Value) -> Self {
        match value {
            Value::Word(word) => Written::Word(word),
            value => Written::Bits(value.numbers().iter().map(|number| number.to_bits()).collect()),
        }
    }
}

impl TryFrom<Written> for Value {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let bits = match written {
            Written::Word(word) => return Ok(Value::Word(word)),
            Written::Bits(bits) => bits,
        };
        let numbers: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
        match *numbers {
            [number] => Ok(Value::Number(number)),
            [x, y] => Ok(Value::Point2(Vec2::new(x, y))),
            [x, y, z] => Ok(Value::Point(Vec3::new(x, y, z))),
            [x, y, z, w] => Ok(Value::Vec4(Vec4::new(x, y, z, w))),
            _ if numbers.len() == 16 => Ok(Value::Transform(Mat4::from_cols_slice(&numbers))),
            _ => Err("1, 2, 3, 4 or 16 numbers"),
        }
    }
}

/// Returns the value, or a word if it is not finite: a word can equal the result of a mistake, and a NaN equals nothing.
pub fn finite(value: impl Into<Value>) -> Value {
    let value = value.into();
    let is_finite = value.numbers().iter().all(|number| number.is_finite());
    if is_finite { value } else { Value::Word("not a number".into()) }
}

macro_rules! impl_from {
    ($($type:ty: $value:expr),+ $(,)?) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                $value(value)
            }
        })+
    };
}

impl_from! {
    &str: |word: &str| Value::Word(word.into()),
    String: Value::Word,
    usize: |number: usize| Value::Word(number.to_string()),
    f32: Value::Number,
    Vec2: Value::Point2,
    Vec3: Value::Point,
    Vec4: Value::Vec4,
    Quat: |rotation: Quat| Value::Vec4(rotation.into()),
    Mat4: Value::Transform,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    pub(crate) place: String,
    pub(crate) expected: String,
    pub(crate) got: String,
    /// Distance of the numbers shown; `None` if infinite or NaN.
    pub(crate) off: Option<f32>,
}

impl Value {
    /// Returns the numbers; a word has none.
    pub(super) fn numbers(&self) -> &[f32] {
        match self {
            Value::Word(_) => &[],
            Value::Number(number) => slice::from_ref(number),
            Value::Point2(point) => AsRef::<[f32; 2]>::as_ref(point),
            Value::Point(point) => AsRef::<[f32; 3]>::as_ref(point),
            Value::Vec4(vector) => AsRef::<[f32; 4]>::as_ref(vector),
            Value::Transform(matrix) => AsRef::<[f32; 16]>::as_ref(matrix),
        }
    }

    /// Returns the parts of a matrix, each with its name, in the order in which the report looks for a difference. Any other
    /// value is one part without a name.
    fn parts(&self) -> Vec<(&'static str, Vec<f32>)> {
        let Value::Transform(matrix) = self else { return vec![("", self.numbers().to_vec())] };
        let mut parts = Vec::new();
        for (name, column) in [("origin", 3), ("x axis", 0), ("y axis", 1), ("z axis", 2)] {
            parts.push((name, matrix.col(column).truncate().to_array().to_vec()));
        }
        parts.push(("bottom row", matrix.row(3).to_array().to_vec()));
        parts
    }

    /// Returns the largest distance of any number; infinite for another word, another kind or another length.
    pub(super) fn distance(&self, other: &Value, nan: Nan) -> f32 {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) if a == b => 0.0,
            (Value::Word(_), Value::Word(_)) => f32::INFINITY,
            _ => largest_distance(self.numbers(), other.numbers(), nan),
        }
    }

    /// Returns the first part in which `got` differs by more than the tolerance from this value, the right one.
    pub(super) fn difference(&self, got: &Value, tolerance: f32, place: String) -> Option<Difference> {
        if self.distance(got, Nan::IsWrong) <= tolerance {
            return None;
        }
        if matches!(self, Value::Word(_)) || self.numbers().len() != got.numbers().len() {
            return Some(Difference { place, expected: self.in_short(), got: got.in_short(), off: None });
        }
        let mut pairs = self.parts().into_iter().zip(got.parts());
        let ((name, expected), (_, got)) =
            pairs.find(|((_, a), (_, b))| largest_distance(a, b, Nan::IsWrong) > tolerance)?;
        let off = expected.iter().zip(&got).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
        let decimals = decimals(off);
        Some(Difference {
            place: if name.is_empty() { place } else { format!("{place}, {name}") },
            expected: vector(&expected, decimals),
            got: vector(&got, decimals),
            off: off.is_finite().then_some(off),
        })
    }

    /// Returns the value as text with two decimals, of a matrix only its origin.
    pub(super) fn in_short(&self) -> String {
        match self {
            Value::Word(word) => word.clone(),
            Value::Transform(matrix) => {
                let origin = matrix.w_axis.truncate().to_array();
                format!("a matrix with its origin at {}", vector(&origin, 2))
            }
            _ => vector(self.numbers(), 2),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Nan {
    IsWrong,
    IsNan,
}

fn largest_distance(a: &[f32], b: &[f32], nan: Nan) -> f32 {
    if a.len() != b.len() {
        return f32::INFINITY;
    }
    // `max` would lose a NaN, and `<=` would take it for right. Two infinities of one sign are equal: an
    // answer that divides by zero is still the one that a known mistake gives.
    let mut largest = 0.0_f32;
    for (&a, &b) in a.iter().zip(b) {
        largest = largest.max(match a - b {
            _ if a == b => 0.0,
            _ if nan == Nan::IsNan && a.is_nan() && b.is_nan() => 0.0,
            off if off.is_nan() => f32::INFINITY,
            off => off.abs(),
        });
    }
    largest
}

/// Returns numbers as text, `(1, 0.5, 0)`, without zeros at the end. A single number has no brackets.
pub fn vector(numbers: &[f32], decimals: usize) -> String {
    let mut texts = Vec::new();
    for number in numbers {
        let text = format!("{number:.decimals$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        // "-0" reads like a difference that is not there.
        texts.push(if text == "-0" { "0".to_owned() } else { text.to_owned() });
    }
    let text = texts.join(", ");
    if numbers.len() == 1 { text } else { format!("({text})") }
}
