//! The questions that are made of a lesson's known mistakes.

use super::Exercise;
use crate::check::QuestionKind;
use crate::exercise::questions::{items, question, sheet};
use crate::figure;

/// From so many seeds, so many questions each.
const SEEDS: u64 = 2;
const COUNT: usize = 6;

/// In each question the true answer is the only one of the four whose picture is the one that is shown, or that is right;
/// and what is said of a mistake is said of no other.
///
/// # Panics
/// If not.
pub fn questions_have_one_answer<E: Exercise>() {
    for seed in 0..SEEDS {
        let items = items::<E>(COUNT, seed, &[]);
        for item in &items {
            let is_predict = item.kind == QuestionKind::Predict;
            let draw = |choice| sheet::<E>(item.figure, &item.values, choice).expect("a picture");
            let svg = |choice| figure::svg(&[draw(choice)]);
            let looks: Vec<_> = item.choices.iter().map(|choice| draw(*choice).look()).collect();
            let right = item.choices[item.right];
            assert_eq!(right.is_none(), is_predict, "{item:?}");
            let shown = svg(right);
            let is_it = |choice: &&Option<usize>| figure::differs(&svg(**choice), &shown).is_none();
            assert_eq!(item.choices.iter().filter(is_it).count(), 1, "{item:?}");
            for (place, look) in looks.iter().enumerate() {
                assert!(looks[place + 1..].iter().all(|other| look.is_apart(other)), "two look alike: {item:?}");
            }
            let is_seen = looks[item.right].is_apart(&draw(None).look());
            assert!(is_predict || is_seen, "nothing is to be seen: {item:?}");
            let words = question::<E>(item).expect("words");
            let said: std::collections::BTreeSet<&String> = words.choices.iter().collect();
            assert_eq!((words.choices.len(), said.len()), (4, 4), "{:?}", words.choices);
        }
    }
}
