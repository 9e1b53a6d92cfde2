//! The difference between two pictures.

use super::Picture;
use std::fmt;

/// Side of the squares whose average colours are compared. Drivers place the pixels of an edge
/// differently; over 8 x 8 of them that evens out, while a part that is missing or another colour
/// does not.
const BLOCK: u32 = 8;

/// The difference between two pictures, in colour steps of 255; infinite where their sizes differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Mean over all squares of 8 x 8 pixels and their channels.
    pub mean: f32,
    /// Mean over the channels of the worst square.
    pub worst: f32,
    /// Upper left corner of the worst square.
    pub at: (u32, u32),
}

impl Picture {
    /// Compares `self` with what was `expected`.
    pub fn difference(&self, expected: &Picture) -> Difference {
        if (self.width, self.height) != (expected.width, expected.height) {
            return Difference { mean: f32::INFINITY, worst: f32::INFINITY, at: (0, 0) };
        }
        let mut difference = Difference { mean: 0.0, worst: 0.0, at: (0, 0) };
        let mut blocks = 0.0;
        for y in (0..self.height).step_by(BLOCK as usize) {
            for x in (0..self.width).step_by(BLOCK as usize) {
                let pairs = self.block_average(x, y).into_iter().zip(expected.block_average(x, y));
                let apart = pairs.map(|(a, b)| (a - b).abs()).sum::<f32>() / 4.0;
                difference.mean += apart;
                blocks += 1.0;
                if apart > difference.worst {
                    difference.worst = apart;
                    difference.at = (x, y);
                }
            }
        }
        difference.mean /= f32::max(blocks, 1.0);
        difference
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
    /// Returns whether the mean difference is at most `most_mean`, and that of any square at most `most_worst`.
    pub fn within(&self, most_mean: f32, most_worst: f32) -> bool {
        self.mean <= most_mean && self.worst <= most_worst
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, worst, at: (x, y) } = self;
        write!(f, "{mean:.2} of 255 apart on average, {worst:.1} in the worst square, at column {x}, row {y}")
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
        // 3 x 3 squares, one of them 30 apart.
        let difference = spot.difference(&plain);
        assert_eq!((difference.worst, difference.at), (30.0, (16, 16)));
        assert!(difference.within(3.4, 30.0));
        assert!(!difference.within(3.3, 30.0) && !difference.within(3.4, 29.0));
        assert!(plain.difference(&plain).within(0.0, 0.0));
        assert!(!plain.difference(&Picture::filled(21, 16, [100, 100, 100, 255])).within(255.0, 255.0));
    }
}
