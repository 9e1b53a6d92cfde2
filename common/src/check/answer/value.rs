//! One item of an answer: a word, or numbers in named parts.

use super::compare::Difference;
use glam::{Mat4, Vec3, Vec4};
use std::fmt::Display;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Word(String),
    /// Named parts, the most telling first. Parts without a name are the whole.
    Numbers(Vec<(&'static str, Vec<f32>)>),
}
/// The parts of a transform, the most telling first.
const PARTS: [&str; 5] = ["origin", "x axis", "y axis", "z axis", "bottom row"];
impl Value {
    pub(super) fn word(word: &dyn Display) -> Self {
        Value::Word(word.to_string())
    }

    pub(super) fn whole(numbers: &[f32]) -> Self {
        Value::Numbers(vec![("", numbers.to_vec())])
    }

    pub(super) fn parts(matrix: &Mat4) -> Self {
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
    pub(super) fn transform(&self) -> Option<Mat4> {
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
    pub(super) fn distance(&self, other: &Value, nan: Nan) -> f32 {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) if a == b => 0.0,
            (Value::Numbers(a), Value::Numbers(b)) if a.len() == b.len() => {
                a.iter().zip(b).map(|(a, b)| largest(&a.1, &b.1, nan)).fold(0.0, f32::max)
            }
            _ => f32::INFINITY,
        }
    }

    pub(super) fn difference(
        &self,
        got: &Value,
        tolerance: f32,
        place: String,
    ) -> Option<Difference> {
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

    pub(super) fn shown(&self) -> String {
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
pub(super) enum Nan {
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
pub(in crate::check) fn decimals(off: f32) -> usize {
    let is_seen = |many: &usize| {
        let units = off.abs() * 10_f32.powi(*many as i32);
        units >= 5.0 || units.is_nan()
    };
    [2, 4, 6].into_iter().find(is_seen).unwrap_or(8)
}
pub(in crate::check) fn vector(numbers: &[f32], decimals: usize) -> String {
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
