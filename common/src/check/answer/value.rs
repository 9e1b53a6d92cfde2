//! One item of an answer: a word, or numbers.

use crate::check::card::decimals;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use serde::{Deserialize, Serialize};
use std::slice;

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
    /// All sixteen numbers are compared; shown is the first column that differs, the origin first.
    Transform(Mat4),
}

/// A value between processes. JSON has no NaN, so that numbers are written as their bits.
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

/// The value, or a word in the place of one that is not finite: a NaN has no distance, and would agree with no mistake
/// that makes one.
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

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::check) struct Difference {
    pub(in crate::check) place: String,
    pub(in crate::check) expected: String,
    pub(in crate::check) got: String,
    /// Distance of the numbers shown; `None` if it is not finite.
    pub(in crate::check) off: Option<f32>,
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

    /// Returns the parts that are shown, the most telling first. A whole has no name.
    fn parts(&self) -> Vec<(&'static str, Vec<f32>)> {
        let Value::Transform(matrix) = self else { return vec![("", self.numbers().to_vec())] };
        let mut parts = Vec::new();
        for (name, column) in [("origin", 3), ("x axis", 0), ("y axis", 1), ("z axis", 2)] {
            parts.push((name, matrix.col(column).truncate().to_array().to_vec()));
        }
        parts.push(("bottom row", matrix.row(3).to_array().to_vec()));
        parts
    }

    /// Infinite for another word, another kind or another length.
    pub(super) fn distance(&self, other: &Value, nan: Nan) -> f32 {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) if a == b => 0.0,
            (Value::Word(_), Value::Word(_)) => f32::INFINITY,
            _ => largest(self.numbers(), other.numbers(), nan),
        }
    }

    pub(super) fn difference(&self, got: &Value, tolerance: f32, place: String) -> Option<Difference> {
        if self.distance(got, Nan::IsWrong) <= tolerance {
            return None;
        }
        if matches!(self, Value::Word(_)) || self.numbers().len() != got.numbers().len() {
            let expected = self.shown();
            let got = got.shown();
            return Some(Difference { place, expected, got, off: None });
        }
        let pairs = self.parts().into_iter().zip(got.parts());
        let mut wrong = pairs.filter(|((_, a), (_, b))| largest(a, b, Nan::IsWrong) > tolerance);
        let ((name, a), (_, b)) = wrong.next()?;
        let off = a.iter().zip(&b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
        let decimals = decimals(off);
        let place = if name.is_empty() { place } else { format!("{place}, {name}") };
        let expected = vector(&a, decimals);
        let got = vector(&b, decimals);
        Some(Difference { place, expected, got, off: off.is_finite().then_some(off) })
    }

    pub(super) fn shown(&self) -> String {
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

/// The comparison of two NaNs.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Nan {
    IsWrong,
    IsNan,
}

fn largest(a: &[f32], b: &[f32], nan: Nan) -> f32 {
    if a.len() != b.len() {
        return f32::INFINITY;
    }
    // `max` would lose a NaN, and `<=` would take it for right. Two infinities of one sign are equal: an
    // answer that divides by zero is still the one that a known mistake gives.
    a.iter()
        .zip(b)
        .map(|(&a, &b)| match a - b {
            _ if a == b => 0.0,
            _ if nan == Nan::IsNan && a.is_nan() && b.is_nan() => 0.0,
            off if off.is_nan() => f32::INFINITY,
            off => off.abs(),
        })
        .fold(0.0, f32::max)
}

pub(in crate::check) fn vector(numbers: &[f32], decimals: usize) -> String {
    let shown = numbers
        .iter()
        .map(|n| {
            let text = format!("{n:.decimals$}");
            let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            // "-0" reads like a difference that is not there.
            if text == "-0" { "0".to_owned() } else { text.to_owned() }
        })
        .collect::<Vec<_>>()
        .join(", ");
    if numbers.len() == 1 { shown } else { format!("({shown})") }
}
