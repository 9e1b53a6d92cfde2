//! A polynomial through five values, and where along it straight lines have to be short.

use glam::{DVec4, Vec4};

/// A polynomial of the fourth degree, from -2 to 2: the values were at -2, -1, 0, 1 and 2.
pub(super) struct Quartic([Vec4; 5]);

/// How many straight lines it takes to follow a polynomial, so that all stray alike.
pub(super) struct Rates {
    /// For a length of 1, at -2, -1, 0, 1 and 2.
    at: [f32; 5],
    /// From -2 to 2.
    pub(super) total: f32,
}

impl Quartic {
    pub(super) fn through([a, b, c, d, e]: [DVec4; 5]) -> Self {
        // What is alike on both sides of the middle, and what is opposite.
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
    fn bend(&self, x: f32) -> Vec4 {
        let Self([_, _, c, d, e]) = self;
        *c * 2.0 + (*d * 6.0 + *e * (12.0 * x)) * x
    }

    #[inline]
    fn speed(&self, x: f32) -> Vec4 {
        let Self([_, b, c, d, e]) = self;
        *b + (*c * 2.0 + (*d * 3.0 + *e * (4.0 * x)) * x) * x
    }

    /// A line of length h strays by h^2 / 8 times the second derivative: `bend` is 1 / 8 for a line
    /// that strays by 1.
    pub(super) fn rates(&self, bend: f32) -> Rates {
        Rates::of(|x| bend * self.bend(x).length())
    }

    /// The same for quaternions, which stay on the sphere whichever way they are blended, and where
    /// `speed` is the inverse square of the longest way there may be between two.
    pub(super) fn rates_of_a_rotation(&self, bend: f32, speed: f32) -> Rates {
        Rates::of(|x| {
            let (at, bends) = (self.at(x), self.bend(x));
            let along = bends - at * at.dot(bends);
            bend * along.length() + speed * self.speed(x).length_squared()
        })
    }
}

impl Rates {
    /// From the square of the rate at a place.
    #[inline]
    fn of(square: impl Fn(f32) -> f32) -> Self {
        let [a, b, c, d, e] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| square(x).sqrt());
        // Where it stops bending, it does so with the root of the distance, which is more than a straight
        // line says: as much as one from a third does. Never quite 0, so that there is always a way on.
        let least = |at: f32, beside: f32| at.max(beside / 3.0) + 1e-9;
        let at =
            [least(a, b), least(b, a.max(c)), least(c, b.max(d)), least(d, c.max(e)), least(e, d)];
        Self { at, total: 0.5 * (at[0] + at[4]) + at[1] + at[2] + at[3] }
    }

    /// Where so many lines end that begin at -2.
    pub(super) fn reach(&self, mut lines: f32) -> f32 {
        let mut x = -2.0;
        for pair in self.at.windows(2) {
            let here = 0.5 * (pair[0] + pair[1]);
            if lines <= here {
                // Between two places the rate runs straight.
                let rise = pair[1] - pair[0];
                let root = (pair[0] * pair[0] + 2.0 * rise * lines).max(0.0).sqrt();
                return x + 2.0 * lines / (pair[0] + root);
            }
            lines -= here;
            x += 1.0;
        }
        2.0
    }
}
