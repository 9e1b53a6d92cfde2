//! Comparison of two answers to one probe: their distance, and their first difference.

use super::{
    Answer,
    value::{Difference, Nan},
};
use crate::diagnose::MARGIN;

/// Stands for a missing item if the other answer has one.
const NOTHING: &str = "nothing";

/// Label of a panic that is compared as an answer.
pub(crate) const PANIC: &str = "a panic";

impl Answer {
    /// Returns the largest distance of any item of `got` from this answer, the right one, in tolerances; infinite for
    /// another word, another length, or a NaN.
    pub(crate) fn distance(&self, got: &Answer, tolerance: f32) -> f32 {
        self.distance_with(got, tolerance, Nan::IsWrong)
    }

    /// Returns the distance of two answers in tolerances, neither of which need be right: two NaNs are equal.
    pub(crate) fn distance_of_mistakes(&self, other: &Answer, tolerance: f32) -> f32 {
        self.distance_with(other, tolerance, Nan::IsNan)
    }

    pub(crate) fn is_panic(&self) -> bool {
        self.items.first().is_some_and(|item| &*item.label == PANIC)
    }

    /// Returns whether two answers are equal, neither of which need be right. The tolerance may be 0.
    pub(crate) fn fits(&self, other: &Answer, tolerance: f32) -> bool {
        self.is_as_long(other) && self.fits_up_to(u8::MAX, other, tolerance)
    }

    /// Returns whether two answers agree in the items of the steps up to `step`. The student may not have written the later
    /// steps.
    pub(crate) fn fits_up_to(&self, step: u8, other: &Answer, tolerance: f32) -> bool {
        let mut items = other.items.iter().enumerate().filter(|(_, item)| item.step <= step);
        items.all(|(index, b)| {
            self.items.get(index).is_some_and(|a| a.value.distance(&b.value, Nan::IsNan) <= tolerance)
        })
    }

    /// Calls `report(step, is_right)` for each item, with the number of its step. A missing item is wrong.
    pub(crate) fn steps(&self, got: &Answer, tolerance: f32, mut report: impl FnMut(u8, bool)) {
        for index in 0..self.items.len().max(got.items.len()) {
            let expected = self.items.get(index);
            let got = got.items.get(index);
            let distance = expected.zip(got).map(|(a, b)| a.value.distance(&b.value, Nan::IsWrong));
            let step = got.or(expected).map_or(0, |item| item.step);
            report(step, distance.is_some_and(|distance| distance <= tolerance));
        }
    }

    /// Returns how many items of `got` show the mistake that `mistaken` makes; `None` if an item is wrong in another way.
    /// `self` is the right answer. A word, a NaN, an identity or a zero shows nothing, because it has many causes.
    pub(crate) fn shows_in_part(&self, got: &Answer, mistaken: &Answer, tolerance: f32) -> Option<usize> {
        if self.len() != got.len() || self.len() != mistaken.len() {
            return None;
        }
        let mut count = 0;
        for ((right, got), mistaken) in self.items.iter().zip(&got.items).zip(&mistaken.items) {
            let right = &right.value;
            let got = &got.value;
            let mistaken = &mistaken.value;
            if right.distance(got, Nan::IsWrong) <= tolerance {
                continue;
            }
            if mistaken.distance(got, Nan::IsNan) > tolerance {
                return None;
            }
            let far = right.distance(mistaken, Nan::IsWrong);
            let is_plain = mistaken.numbers().iter().all(|number| number.fract() == 0.0);
            count += usize::from(far.is_finite() && far > MARGIN * tolerance && !is_plain);
        }
        Some(count)
    }

    fn distance_with(&self, other: &Answer, tolerance: f32, nan: Nan) -> f32 {
        if !self.is_as_long(other) {
            return f32::INFINITY;
        }
        let pairs = self.items.iter().zip(&other.items);
        pairs.map(|(a, b)| a.value.distance(&b.value, nan)).fold(0.0, f32::max) / tolerance
    }

    /// Returns the first difference in the items of a step. Parents come first, so it is nearest to the cause.
    pub(crate) fn first_difference(&self, got: &Answer, tolerance: f32, step: u8) -> Option<Difference> {
        (0..self.items.len().max(got.items.len())).find_map(|index| {
            let expected = self.items.get(index);
            let got = got.items.get(index);
            let place = expected.or(got)?.label.to_string();
            if got.or(expected)?.step != step {
                return None;
            }
            if let (Some(expected), Some(got)) = (expected, got) {
                return expected.value.difference(&got.value, tolerance, place);
            }
            let [expected, got] =
                [expected, got].map(|item| item.map_or_else(|| NOTHING.into(), |item| item.value.in_short()));
            Some(Difference { place, expected, got, off: None })
        })
    }

    /// Returns the note of the first wrong item that has a note.
    pub(crate) fn note<'a>(&self, got: &'a Answer, tolerance: f32) -> Option<&'a str> {
        let mut pairs = self.items.iter().zip(&got.items);
        pairs.find_map(|(a, b)| b.note.as_deref().filter(|_| a.value.distance(&b.value, Nan::IsWrong) > tolerance))
    }

    /// Calls `report(group, is_right)` for each item in a group, of the steps up to `step`. Missing items are left out.
    pub(crate) fn groups<'a>(&'a self, got: &Answer, tolerance: f32, step: u8, mut report: impl FnMut(&'a str, bool)) {
        let pairs = self.items.iter().zip(&got.items);
        for (a, b) in pairs.filter(|(a, b)| !a.group.is_empty() && b.step <= step) {
            report(&a.group, a.value.distance(&b.value, Nan::IsWrong) <= tolerance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{finite, numbered};
    use super::*;
    use glam::{Mat4, Vec3};

    fn words(words: &[&str]) -> Answer {
        numbered("index", words.iter().copied())
    }

    #[test]
    fn a_mistake_in_part() {
        let mistaken = [9.0, 8.5, 7.5];
        assert_eq!(shows_in_part([1.0, 8.5, 3.0], mistaken), Some(1));
        assert_eq!(shows_in_part([9.0, 8.5, 3.0], mistaken), Some(1), "neither a word nor the plain number 9 counts");
        assert_eq!(shows_in_part([1.0, 8.5, 4.0], mistaken), None, "something else is wrong, too");
        assert_eq!(shows_in_part([1.0, f32::NAN, 3.0], [1.0, f32::NAN, 4.0]), Some(0));
    }

    /// Compares an answer of three numbers and a word with a mistake's. The right numbers are 1, 2 and 3.
    fn shows_in_part(got: [f32; 3], mistaken: [f32; 3]) -> Option<usize> {
        let [right, got, mistaken] = [[1.0, 2.0, 3.0], got, mistaken].map(|numbers| {
            let mut answer = numbered("number", numbers);
            answer.compare("a word", if numbers[0] == 1.0 { "yes" } else { "no" });
            answer
        });
        right.shows_in_part(&got, &mistaken, 0.1)
    }

    #[test]
    fn steps_are_compared_one_after_the_other() {
        let [right, got, mistaken] = [[2.0, 1.0, 3.0], [9.0, 1.0, 9.0], [9.0, 1.0, 3.0]].map(|numbers: [f32; 3]| {
            let mut answer = Answer::default();
            for (number, step) in numbers.into_iter().zip([2, 1, 3]) {
                answer.compare(format!("of step {step}"), number).step(step);
            }
            answer
        });
        let mut steps = Vec::new();
        right.steps(&got, 0.1, |step, is_right| steps.push((step, is_right)));
        assert_eq!(steps, [(2, false), (1, true), (3, false)]);
        assert_eq!(right.first_difference(&got, 0.1, 3).unwrap().place, "of step 3");
        assert_eq!(right.first_difference(&got, 0.1, 1), None);
        assert!(mistaken.fits_up_to(2, &got, 0.1) && !mistaken.fits_up_to(3, &got, 0.1));
        assert!(!numbered("number", [9.0]).fits_up_to(2, &got, 0.1), "one is missing");
    }

    #[test]
    fn the_first_difference_and_missing_items() {
        let expected = words(&["0", "1", "1", "3"]);
        assert_eq!(expected.first_difference(&expected, 0.5, 0), None);
        let difference = expected.first_difference(&words(&["0", "1", "0"]), 0.5, 0).unwrap();
        assert_eq!(difference.place, "index 2");
        assert_eq!((&*difference.expected, &*difference.got), ("1", "0"));
        let short = expected.first_difference(&words(&["0", "1"]), 0.5, 0).unwrap();
        assert_eq!((&*short.place, &*short.got), ("index 2", "nothing"));
        let long = words(&["0"]).first_difference(&words(&["0", "1"]), 0.5, 0).unwrap();
        assert_eq!((&*long.expected, &*long.got), ("nothing", "1"));
        assert_eq!(expected.distance(&words(&["0", "1"]), 0.5), f32::INFINITY);
    }

    #[test]
    fn the_part_that_differs_is_shown() {
        let m = Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0));
        let nudged = Mat4::from_translation(Vec3::new(0.0, 0.004, 0.0)) * m;
        let [right, turned, nudged] =
            [m, m * Mat4::from_rotation_x(0.5), nudged].map(|matrix| numbered("joint", [matrix]));
        let difference = right.first_difference(&turned, 0.002, 0).unwrap();
        assert_eq!(difference.place, "joint 0, y axis");
        assert_eq!(difference.expected, "(0, 1, 0)");
        let difference = right.first_difference(&nudged, 0.002, 0).unwrap();
        assert_eq!((&*difference.place, &*difference.got), ("joint 0, origin", "(1, 2.004, 3)"));
        assert!((difference.off.unwrap() - 0.004).abs() < 1e-5);
        assert!((right.distance(&nudged, 0.002) - 2.0).abs() < 1e-2, "in tolerances");
    }

    #[test]
    fn numbers_that_differ_are_shown_to_differ() {
        for off in [3.0, 0.4, 0.03, 2e-3, 4e-4, 3e-5, 7e-6, 5e-7] {
            let [expected, got] = [0.5_f32, 0.5 + off].map(|x| numbered("number", [x]));
            let difference = expected.first_difference(&got, off / 9.0, 0).unwrap();
            assert_ne!(difference.expected, difference.got, "{off}");
        }
    }

    fn point(x: f32) -> Answer {
        numbered("point", [Vec3::new(x, 0.0, 0.0)])
    }

    #[test]
    fn a_nan_is_never_right() {
        assert_eq!(point(0.0).distance(&point(f32::NAN), 0.1), f32::INFINITY);
        let difference = point(0.0).first_difference(&point(f32::NAN), 0.1, 0).unwrap();
        assert_eq!((&*difference.got, difference.off), ("(NaN, 0, 0)", None));
        // A right answer that is a NaN equals none, but two mistakes may be equal.
        assert_eq!(point(f32::NAN).distance(&point(f32::NAN), 0.1), f32::INFINITY);
        assert_eq!(point(f32::NAN).distance_of_mistakes(&point(f32::NAN), 0.1), 0.0);
        assert_eq!(point(f32::NAN).distance_of_mistakes(&point(0.0), 0.1), f32::INFINITY);
        // A division by zero gives the same as a mistake that divides by zero.
        assert_eq!(point(f32::INFINITY).distance(&point(f32::INFINITY), 0.1), 0.0);
        for other in [f32::NEG_INFINITY, 1.0, f32::NAN] {
            assert_eq!(point(f32::INFINITY).distance(&point(other), 0.1), f32::INFINITY);
        }
    }

    #[test]
    fn what_is_not_finite_is_a_word() {
        let difference = numbered("n", [1.0]).first_difference(&numbered("n", [finite(f32::NAN)]), 0.1, 0).unwrap();
        assert_eq!((&*difference.expected, &*difference.got), ("1", "not a number"));
        assert_eq!(finite(2.0), 2.0.into());
        let far = Vec3::new(0.0, f32::INFINITY, 0.0);
        assert_eq!([finite(far), finite(Mat4::NAN)], ["not a number", "not a number"].map(Into::into));
    }

    #[test]
    fn the_first_wrong_item_that_has_a_note_says_it() {
        let right = ["0", "1", "2", "3"];
        let no_note = ["0", "9", "2", "3"];
        let two = ["0", "9", "9", "9"];
        for (words, note) in [(right, None), (no_note, None), (two, Some("of 2"))] {
            let [right, got] = [right, words].map(|words| {
                let mut answer = Answer::default();
                for (index, word) in words.into_iter().enumerate() {
                    let item = answer.compare("an item", word);
                    if index != 1 {
                        item.note(format!("of {index}"));
                    }
                }
                answer
            });
            assert_eq!(right.note(&got, 0.5), note, "{words:?}");
        }
    }
}
