//! Quartic fit: the polynomial through five samples, and how dense the keys of a piecewise linear approximation
//! must be along it.

use glam::{DVec4, Vec4};

/// A polynomial of the fourth degree through values at -2, -1, 0, 1 and 2.
pub(super) struct Quartic([Vec4; 5]);

/// The density of line segments that all have the same error.
pub(super) struct KeyDensity {
    /// Segments per unit, at -2, -1, 0, 1 and 2.
    at: [f32; 5],
    /// Segments from -2 to 2.
    pub(super) total: f32,
}

impl Quartic {
    /// Through the values at -2, -1, 0, 1 and 2.
    pub(super) fn through([a, b, c, d, e]: [DVec4; 5]) -> Self {
        // Even and odd differences from the middle.
        let (near, far) = ((b + d) * 0.5 - c, (a + e) * 0.5 - c);
        let (rise, long_rise) = ((d - b) * 0.5, (e - a) * 0.5);
        let fourth = (far - near * 4.0) / 12.0;
        let third = (long_rise - rise * 2.0) / 6.0;
        Self([c, rise - third, near - fourth, third, fourth].map(DVec4::as_vec4))
    }

    #[inline]
    pub(super) fn at(&self, x: f32) -> Vec4 {
        let Self([a, b, c, d, e]) = self;
        *a + (*b + (*c + (*d + *e * x) * x) * x) * x
    }

    /// The second derivative.
    #[inline]
    fn second_derivative(&self, x: f32) -> Vec4 {
        let Self([_, _, c, d, e]) = self;
        *c * 2.0 + (*d * 6.0 + *e * (12.0 * x)) * x
    }

    #[inline]
    fn derivative(&self, x: f32) -> Vec4 {
        let Self([_, b, c, d, e]) = self;
        *b + (*c * 2.0 + (*d * 3.0 + *e * (4.0 * x)) * x) * x
    }

    /// The error of a line of length h is h^2 / 8 times the second derivative: `curvature_weight` is 1 / 8 for an
    /// error of 1.
    pub(super) fn key_density(&self, curvature_weight: f32) -> KeyDensity {
        KeyDensity::of(|x| curvature_weight * self.second_derivative(x).length())
    }

    /// The same for quaternions, which stay on the sphere however they are interpolated. `speed_weight` is the
    /// inverse square of the longest distance there may be between two keys.
    pub(super) fn rotation_key_density(&self, curvature_weight: f32, speed_weight: f32) -> KeyDensity {
        KeyDensity::of(|x| {
            let (at, second) = (self.at(x), self.second_derivative(x));
            let tangential = second - at * at.dot(second);
            curvature_weight * tangential.length() + speed_weight * self.derivative(x).length_squared()
        })
    }
}

impl KeyDensity {
    /// From the square of the density at a position.
    #[inline]
    fn of(square: impl Fn(f32) -> f32) -> Self {
        let [a, b, c, d, e] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| square(x).sqrt());
        // Near an inflection the key density falls as a square root; a third of a neighbour's is the lower bound.
        // Never quite 0, so that it can be divided by.
        let least = |at: f32, beside: f32| at.max(beside / 3.0) + 1e-9;
        let at = [least(a, b), least(b, a.max(c)), least(c, b.max(d)), least(d, c.max(e)), least(e, d)];
        Self { at, total: 0.5 * (at[0] + at[4]) + at[1] + at[2] + at[3] }
    }

    /// The position at which so many segments from -2 on end.
    pub(super) fn position_after(&self, mut segments: f32) -> f32 {
        let mut x = -2.0;
        for pair in self.at.windows(2) {
            let here = 0.5 * (pair[0] + pair[1]);
            if segments <= here {
                // Between two positions the density is linear.
                let rise = pair[1] - pair[0];
                let root = (pair[0] * pair[0] + 2.0 * rise * segments).max(0.0).sqrt();
                return x + 2.0 * segments / (pair[0] + root);
            }
            segments -= here;
            x += 1.0;
        }
        2.0
    }
}
