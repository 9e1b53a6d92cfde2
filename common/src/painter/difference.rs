//! The difference between two frames, from the names of what they hold.

use crate::exercise::{Difference, Farthest};
use drawing::{Frame, Value, coordinates};
use std::fmt::Write;

const AGREES: &str = "all agrees";

impl Difference {
    /// Adds words about what differs, too.
    pub(super) fn add(&mut self, words: String) {
        self.text = if self.text == AGREES { words } else { format!("{}; {words}", self.text) };
    }
}

/// Returns the largest difference between the student's frame and the right one: the point that is farthest from where it
/// should be, and the first value that is another. A point or a value that only one of them has is a difference, too.
pub(super) fn between(mine: &Frame, right: &Frame) -> Difference {
    let mut found = Vec::new();
    let mut at = None;
    let mut pairs = Vec::new();
    for point in &right.points {
        match mine.points.iter().find(|known| known.name == point.name) {
            Some(known) => pairs.push((known.at, point)),
            None if at.is_none() => {
                at = Some(point.at);
                found.push(format!("{} is missing", point.name));
            }
            None => {}
        }
    }
    let [places, rights] =
        [pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), pairs.iter().map(|pair| pair.1.at).collect()];
    if let Some(farthest) = Farthest::between(places, rights) {
        at = Some(farthest.at);
        found.insert(0, format!("{} is {}", pairs[farthest.index].1.name, farthest.words()));
    }
    let beyond = mine.points.iter().find(|point| right.points.iter().all(|known| known.name != point.name));
    found.extend(beyond.map(|point| format!("{} should not be", point.name)));
    found.extend(first_other_value(&mine.values, &right.values));
    let text = if found.is_empty() { AGREES.into() } else { found.join("; ") };
    Difference { text, at, ..Difference::default() }
}

/// Describes the first value that is another, or that only one of two lists has.
fn first_other_value(mine: &[Value], right: &[Value]) -> Option<String> {
    let of =
        |values: &[Value], name: &str| values.iter().find(|value| &*value.name == name).map(|value| value.text.clone());
    let names = right.iter().chain(mine).map(|value| &*value.name);
    for name in names {
        match (of(mine, name), of(right, name)) {
            (Some(mine), Some(right)) if mine == right => {}
            (Some(mine), Some(right)) => return Some(format!("{name} is {mine}, should be {right}")),
            (None, Some(right)) => return Some(format!("{name} is missing, should be {right}")),
            (mine, None) => return Some(format!("{name} is {}, should not be", mine.unwrap_or_default())),
        }
    }
    None
}

/// Describes a frame: its words, its points and its values.
pub(super) fn describe(frame: &Frame) -> String {
    let mut words = String::new();
    for line in &frame.words {
        // Writing to a String cannot fail; so below.
        let _ = writeln!(words, "{line}");
    }
    for point in &frame.points {
        let _ = writeln!(words, "{} is at {}", point.name, coordinates(point.at));
    }
    for value in &frame.values {
        let _ = writeln!(words, "{}: {}", value.name, value.text);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::Point;
    use glam::Vec3;

    fn frame(points: &[(&str, Vec3)], values: &[(&str, &str)]) -> Frame {
        let point = |(name, at): &(&str, Vec3)| Point { name: (*name).into(), at: *at, color: Vec3::X, radius: 0.0 };
        let value = |(name, text): &(&str, &str)| Value { name: (*name).into(), text: (*text).into() };
        Frame {
            points: points.iter().map(point).collect(),
            values: values.iter().map(value).collect(),
            ..Frame::default()
        }
    }

    #[test]
    fn the_sentence_comes_from_the_name() {
        let right = frame(&[("the knee", Vec3::ZERO), ("the toe", Vec3::X)], &[("step 1", "hip"), ("step 2", "knee")]);
        assert_eq!(between(&right, &right), Difference { text: "all agrees".into(), ..Difference::default() });
        for (mine, text, at) in [
            (
                frame(
                    &[("the toe", Vec3::X * 1.5), ("the knee", Vec3::Y * 0.1)],
                    &[("step 1", "hip"), ("step 2", "knee")],
                ),
                "the toe is 0.50 m off",
                Some(Vec3::X),
            ),
            (
                frame(&[("the knee", Vec3::NAN)], &[("step 1", "hip"), ("step 2", "toe")]),
                "the knee is lost (no number); the toe is missing; step 2 is toe, should be knee",
                Some(Vec3::ZERO),
            ),
            (
                frame(
                    &[("the knee", Vec3::ZERO), ("the toe", Vec3::X), ("a wing", Vec3::Y)],
                    &[("step 1", "hip"), ("step 2", "knee"), ("step 3", "knee")],
                ),
                "a wing should not be; step 3 is knee, should not be",
                None,
            ),
            (frame(&[("the knee", Vec3::ZERO), ("the toe", Vec3::X)], &[]), "step 1 is missing, should be hip", None),
        ] {
            let difference = between(&mine, &right);
            assert_eq!((difference.text.as_str(), difference.at), (text, at));
        }
        assert_eq!(
            describe(&frame(&[("the toe", Vec3::X)], &[("step 1", "hip")])),
            "the toe is at (1.00, 0.00, 0.00)\nstep 1: hip\n"
        );
    }
}
