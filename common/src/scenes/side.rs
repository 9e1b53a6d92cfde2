//! The left and right side of a figure: told by the names of its joints, and the colours of their bones.

use glam::Vec3;

/// On which side of the figure a joint is, as far as its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Neither.
    Middle,
    /// `hand_l`, `Hand.L`, `left_hand`.
    Left,
    /// `hand_r`, `Hand.R`, `right_hand`.
    Right,
}

impl Side {
    /// The side by the customs of animators' names.
    pub fn from_name(name: &str) -> Side {
        let name = name.to_lowercase();
        let is = |word: &str, ends: [&str; 2]| name.contains(word) || ends.iter().any(|end| name.ends_with(end));
        match (is("left", ["_l", ".l"]), is("right", ["_r", ".r"])) {
            (true, false) => Side::Left,
            (false, true) => Side::Right,
            _ => Side::Middle,
        }
    }

    /// sRGB.
    pub const fn color(self) -> Vec3 {
        match self {
            Side::Middle => Vec3::new(1.0, 0.85, 0.20),
            Side::Left => Vec3::new(0.15, 0.95, 1.0),
            Side::Right => Vec3::new(1.0, 0.36, 0.72),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_right_by_name() {
        let sides = ["hand_l", "Hand.R", "left_foot", "foot_right_1", "tail", "left_right", "pearl"];
        let (left, right, middle) = (Side::Left, Side::Right, Side::Middle);
        assert_eq!(sides.map(Side::from_name), [left, right, left, right, middle, middle, middle]);
    }
}
