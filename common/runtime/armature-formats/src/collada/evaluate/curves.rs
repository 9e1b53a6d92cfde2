//! Interpolation of curves while a file is loaded, BEZIER and HERMITE too, as the specification says (1.4.1, chapter 4,
//! "Interpolation methods"). What is played are tracks, fitted to them by [`loading`](crate::loading).

use crate::collada::document::{Curve, CurveInterpolation, Tangents, affine};
use crate::double::{blend, compose, try_decompose};
use crate::loading::Side;
use glam::{DAffine3, DVec4};

/// The position of a time among keys.
enum Position {
    /// The time is at a key, or past the first or the last key.
    Key(usize),
    /// The time is after the key, at this fraction (0 to 1) of the interval.
    After(usize, f64),
}

/// Returns the position of a time among key times, on one side of a jump.
fn find_position(times: &[f32], time: f32, side: Side) -> Position {
    let next = match side {
        Side::Before => times.partition_point(|key| *key < time),
        Side::After => times.partition_point(|key| *key <= time),
    };
    if next == 0 || next == times.len() {
        return Position::Key(next.saturating_sub(1));
    }
    let start = f64::from(times[next - 1]);
    let end = f64::from(times[next]);
    Position::After(next - 1, (f64::from(time) - start) / (end - start))
}

/// Returns a number of a curve at a time: before the first key the first key's, after the last key the last key's.
pub(super) fn sample_component(curve: &Curve, component: usize, time: f32, side: Side) -> f64 {
    match find_position(&curve.times, time, side) {
        Position::Key(key) => key_value(curve, key, component),
        Position::After(key, u) => segment(curve, key, component).sample(u),
    }
}

/// Returns the matrix of a curve of whole matrices at a time. LINEAR blends translation, rotation, scale and shear; all
/// others interpolate each number.
pub(super) fn sample_matrix(curve: &Curve, time: f32, side: Side) -> DAffine3 {
    match find_position(&curve.times, time, side) {
        Position::Key(key) => key_matrix(curve, key),
        Position::After(key, u) => match curve.interpolations[key] {
            // A B-spline does not pass through its keys.
            interpolation if u == 0.0 && interpolation != CurveInterpolation::Bspline => key_matrix(curve, key),
            CurveInterpolation::Step => key_matrix(curve, key),
            interpolation => {
                if interpolation == CurveInterpolation::Linear
                    && let Some(mut from) = try_decompose(&key_matrix(curve, key))
                    && let Some(mut to) = try_decompose(&key_matrix(curve, key + 1))
                {
                    // A key of zeros has neither a rotation nor a shear, and takes those of the other key.
                    for part in [1, 3] {
                        match [from, to].map(|key| key[2] == DVec4::ZERO) {
                            [true, false] => from[part] = to[part],
                            [false, true] => to[part] = from[part],
                            _ => {}
                        }
                    }
                    return compose(&blend(&from, &to, u));
                }
                let rows: [f64; 16] = std::array::from_fn(|component| segment(curve, key, component).sample(u));
                affine(&rows)
            }
        },
    }
}

pub(super) fn key_matrix(curve: &Curve, key: usize) -> DAffine3 {
    let rows: [f64; 16] = std::array::from_fn(|component| key_value(curve, key, component));
    affine(&rows)
}

/// Returns a number of a key.
pub(super) fn key_value(curve: &Curve, key: usize, component: usize) -> f64 {
    f64::from(curve.values[key * curve.dimensions + component])
}

/// The course of a number of a curve from a key to the next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Segment {
    Constant(f64),
    Linear {
        from: f64,
        to: f64,
    },
    Cubic {
        points: [f64; 4],
        /// The times of the middle control points, from 0 to 1; `None` for a third and two thirds.
        times: Option<(f64, f64)>,
    },
}

impl Segment {
    /// Returns the number at a fraction `u` (0 to 1) of the time.
    pub(super) fn sample(&self, u: f64) -> f64 {
        match *self {
            Segment::Constant(value) => value,
            Segment::Linear { from, to } => from + (to - from) * u,
            Segment::Cubic { points, times: None } => bezier(points, u),
            Segment::Cubic { points, times: Some((x1, x2)) } => bezier(points, solve_parameter(x1, x2, u)),
        }
    }
}

/// Returns the segment from `key` to the next.
pub(super) fn segment(curve: &Curve, key: usize, component: usize) -> Segment {
    let a = key_value(curve, key, component);
    let b = key_value(curve, key + 1, component);
    match curve.interpolations[key] {
        CurveInterpolation::Step => return Segment::Constant(a),
        CurveInterpolation::Linear => return Segment::Linear { from: a, to: b },
        _ => {}
    }
    let start = f64::from(curve.times[key]);
    let end = f64::from(curve.times[key + 1]);
    let length = end - start;
    let leaving = curve.out_tangents.as_ref();
    let arriving = curve.in_tangents.as_ref();
    match (curve.interpolations[key], leaving, arriving) {
        (CurveInterpolation::Bezier, Some(leaving), Some(arriving)) => {
            let (x1, y1) = control_point(curve, leaving, key, component);
            let (x2, y2) = control_point(curve, arriving, key + 1, component);
            // Control points without a time are at a third and two thirds.
            let x1 = x1.map(|time| (time - start) / length);
            let x2 = x2.map(|time| (time - start) / length);
            Segment::Cubic { points: [a, y1, y2, b], times: control_times(x1, x2) }
        }
        (CurveInterpolation::Hermite, Some(leaving), Some(arriving)) => {
            let (x1, y1) = control_point(curve, leaving, key, component);
            let (x2, y2) = control_point(curve, arriving, key + 1, component);
            // The Bezier curve's control point is a third of the tangent away.
            let x1 = x1.map(|x| x / length / 3.0);
            let x2 = x2.map(|x| 1.0 - x / length / 3.0);
            Segment::Cubic { points: [a, a + y1 / 3.0, b - y2 / 3.0, b], times: control_times(x1, x2) }
        }
        (CurveInterpolation::Cardinal, ..) => {
            let [leaving, arriving] = [key, key + 1].map(|key| {
                let left = key.saturating_sub(1);
                let right = (key + 1).min(curve.times.len() - 1);
                let time = f64::from(curve.times[right]) - f64::from(curve.times[left]);
                let rise = key_value(curve, right, component) - key_value(curve, left, component);
                let slope = if time > 0.0 { rise / time } else { 0.0 };
                slope * length / 3.0
            });
            Segment::Cubic { points: [a, a + leaving, b - arriving, b], times: None }
        }
        (CurveInterpolation::Bspline, ..) => {
            // The ends are mirrored, so that the curve begins and ends on its first and last key.
            let last = curve.times.len() - 1;
            let before = if key > 0 { key_value(curve, key - 1, component) } else { 2.0 * a - b };
            let after = if key + 1 < last { key_value(curve, key + 2, component) } else { 2.0 * b - a };
            let first = (2.0 * a + b) / 3.0;
            let second = (a + 2.0 * b) / 3.0;
            let points = [(before + 4.0 * a + b) / 6.0, first, second, (a + 4.0 * b + after) / 6.0];
            Segment::Cubic { points, times: None }
        }
        _ => Segment::Linear { from: a, to: b },
    }
}

/// Returns the times of the middle control points of a cubic as fractions; `None` if the file gives neither time. They are
/// clamped to the segment, because time would run backwards with control points outside.
fn control_times(x1: Option<f64>, x2: Option<f64>) -> Option<(f64, f64)> {
    if x1.is_none() && x2.is_none() {
        return None;
    }
    let x1 = x1.unwrap_or(1.0 / 3.0);
    let x2 = x2.unwrap_or(2.0 / 3.0);
    Some((x1.clamp(0.0, 1.0), x2.clamp(0.0, 1.0)))
}

/// Returns the time, if the file gives times, and the value of a control point or tangent.
fn control_point(curve: &Curve, tangents: &Tangents, key: usize, component: usize) -> (Option<f64>, f64) {
    let index = key * curve.dimensions + component;
    if tangents.timed {
        (Some(f64::from(tangents.values[2 * index])), f64::from(tangents.values[2 * index + 1]))
    } else {
        (None, f64::from(tangents.values[index]))
    }
}

fn bezier([a, b, c, d]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d
}

/// Returns the parameter at which a Bezier curve from 0 to 1 with control points at `x1` and `x2`, both from 0 to 1, is `u`.
/// The curve is monotone, so that bisection always finds the parameter.
fn solve_parameter(x1: f64, x2: f64, u: f64) -> f64 {
    let mut low = 0.0;
    let mut high = 1.0;
    let mut s = u;
    for _ in 0..60 {
        let error = bezier([0.0, x1, x2, 1.0], s) - u;
        if error.abs() < 1e-15 {
            break;
        }
        if error > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let r = 1.0 - s;
        let derivative = 3.0 * (r * r * x1 + 2.0 * r * s * (x2 - x1) + s * s * (1.0 - x2));
        let newton = s - error / derivative;
        s = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loading::{Location, model_file::matrix_rows};
    use glam::{DMat3, DQuat, DVec3};
    use std::{f64::consts::FRAC_PI_2, sync::Arc};

    /// Returns a curve of two equal matrices.
    fn still_curve(matrix: &DAffine3) -> Curve {
        Curve {
            location: Location::default(),
            times: vec![0.0, 1.0],
            dimensions: 16,
            values: Arc::new(matrix_rows(matrix).repeat(2)),
            interpolations: vec![CurveInterpolation::Linear; 2],
            in_tangents: None,
            out_tangents: None,
        }
    }

    /// A transform between two equal keys equals the keys, whichever axes have no length.
    #[test]
    fn collapsed_axes_stay_as_they_are() {
        let turn = DMat3::from_quat(DQuat::from_rotation_z(FRAC_PI_2) * DQuat::from_rotation_x(0.5));
        for axes in 0..8u8 {
            let scale = DVec3::from([0u8, 1, 2].map(|axis| f64::from(axes >> axis & 1) * (2.0 + f64::from(axis))));
            let curve = still_curve(&DAffine3::from_mat3_translation(turn * DMat3::from_diagonal(scale), DVec3::ONE));
            let want = key_matrix(&curve, 0);
            let got = sample_matrix(&curve, 0.5, Side::After);
            assert!(got.abs_diff_eq(want, 1e-6), "{scale}: {got} {want}");
        }
    }

    /// A key of zeros, by which some exporters hide a node: the node grows without turning.
    #[test]
    fn a_key_of_zeros_has_its_neighbours_rotation() {
        let turn = DAffine3::from_quat(DQuat::from_rotation_z(FRAC_PI_2));
        let turned = still_curve(&turn).values[..16].to_vec();
        for keys in [[vec![0.0; 16], turned.clone()], [turned.clone(), vec![0.0; 16]]] {
            let curve = Curve { values: Arc::new(keys.concat()), ..still_curve(&turn) };
            let half = sample_matrix(&curve, 0.5, Side::After).matrix3;
            assert!(half.abs_diff_eq(turn.matrix3 * 0.5, 1e-6), "{half}");
        }
    }
}
