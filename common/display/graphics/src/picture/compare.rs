//! The difference between two pictures.

use super::Picture;
use std::fmt;

/// Side of the squares whose average colours are compared. Drivers place the pixels of an edge
/// differently; over 8 x 8 of them that evens out, while a part that is missing or another colour
/// does not.
const BLOCK: u32 = 8;

/// The difference between two pictures, in colour steps of 255.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// They cannot be compared.
    Size {
        /// Width and height of the one.
        got: (u32, u32),
        /// Width and height of the other.
        expected: (u32, u32),
    },
    /// Average colours of squares of 8 x 8 pixels, compared.
    Blocks {
        /// Mean over all squares and channels.
        mean: f32,
        /// Mean over the channels of the worst square.
        worst: f32,
        /// Upper left corner of the worst square.
        at: (u32, u32),
    },
}

impl Picture {
    /// Compares `self` with what was `expected`.
    pub fn difference(&self, expected: &Picture) -> Difference {
        let got = (self.width, self.height);
        let expected_size = (expected.width, expected.height);
        if got != expected_size {
            return Difference::Size { got, expected: expected_size };
        }
        let mut sum = 0.0;
        let mut blocks = 0;
        let mut worst = 0.0;
        let mut at = (0, 0);
        for y in (0..self.height).step_by(BLOCK as usize) {
            for x in (0..self.width).step_by(BLOCK as usize) {
                let pairs = self.block_average(x, y).into_iter().zip(expected.block_average(x, y));
                let apart = pairs.map(|(a, b)| (a - b).abs()).sum::<f32>() / 4.0;
                sum += apart;
                blocks += 1;
                if apart > worst {
                    worst = apart;
                    at = (x, y);
                }
            }
        }
        Difference::Blocks { mean: sum / blocks.max(1) as f32, worst, at }
    }

    /// Returns the average colour of the square of [`BLOCK`] pixels a side whose first corner is (x, y). A square that
    /// crosses the picture's edge has fewer pixels.
    fn block_average(&self, x: u32, y: u32) -> [f32; 4] {
        let mut sum = [0.0; 4];
        let mut count = 0.0;
        for y in y..(y + BLOCK).min(self.height) {
            for x in x..(x + BLOCK).min(self.width) {
                for (sum, channel) in sum.iter_mut().zip(self.pixel(x, y)) {
                    *sum += f32::from(channel);
                }
                count += 1.0;
            }
        }
        sum.map(|channel| channel / count)
    }
}

impl Difference {
    /// Returns whether the pictures agree: of equal size, their mean difference at most `most_mean`, and the difference of
    /// any square at most `most_worst`.
    pub fn within(&self, most_mean: f32, most_worst: f32) -> bool {
        match *self {
            Difference::Size { .. } => false,
            Difference::Blocks { mean, worst, .. } => mean <= most_mean && worst <= most_worst,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Difference::Size { got: (width, height), expected: (x, y) } => {
                write!(f, "the picture is {width}x{height}, expected {x}x{y}")
            }
            Difference::Blocks { worst: 0.0, .. } => write!(f, "the pictures are the same"),
            Difference::Blocks { mean, worst, at: (x, y) } => write!(
                f,
                "the pictures are {mean:.2} of 255 apart on average, and {worst:.1} in the worst \
                 square of {BLOCK}x{BLOCK} pixels, at column {x}, row {y}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_square_is_found() {
        let plain = Picture::filled(21, 17, [100, 100, 100, 255]);
        let mut spot = plain.clone();
        // All of the last square, 5 x 1 pixels, 40 steps darker in three of four channels.
        for x in 16..21 {
            let first = ((16 * 21 + x) * 4) as usize;
            spot.rgba[first..first + 3].fill(60);
        }
        let difference = spot.difference(&plain);
        // 3 x 3 squares, one of them 30 apart.
        let Difference::Blocks { mean, worst, at } = difference else { panic!("{difference}") };
        assert_eq!((worst, at), (30.0, (16, 16)));
        assert!((mean - 30.0 / 9.0).abs() < 1e-5, "{mean}");
        assert!(difference.within(3.4, 30.0));
        assert!(!difference.within(3.3, 30.0) && !difference.within(3.4, 29.0));
        assert!(difference.to_string().ends_with("at column 16, row 16"), "{difference}");
    }

    #[test]
    fn same_or_not_comparable() {
        let plain = Picture::filled(9, 9, [1, 2, 3, 4]);
        assert_eq!(plain.difference(&plain).to_string(), "the pictures are the same");
        let other = Picture::filled(9, 8, [1, 2, 3, 4]);
        let message = other.difference(&plain);
        assert_eq!(message.to_string(), "the picture is 9x8, expected 9x9");
        assert!(!message.within(255.0, 255.0));
    }
}
