//! The questions that are made of a lesson's known mistakes.

use super::Exercise;
use crate::check::QuestionKind;
use crate::exercise::questions::{choose_items, draw_sheet, make_question};
use crate::figure;

/// Number of seeds, and of questions from each.
const SEEDS: u64 = 2;
const COUNT: usize = 6;

/// Asserts that exactly one of a question's four answers is true: the shown picture, or the right one, is that of one answer
/// only, and all answers have different texts.
pub fn questions_have_one_answer<E: Exercise>() {
    for seed in 0..SEEDS {
        let items = choose_items::<E>(COUNT, seed, &[]);
        for item in &items {
            let is_predict = item.kind == QuestionKind::Predict;
            let mut pictures = Vec::new();
            let mut looks = Vec::new();
            for choice in &item.choices {
                let sheet = draw_sheet::<E>(item.figure, &item.values, *choice).expect("a picture");
                looks.push(sheet.look());
                pictures.push(figure::svg(&[sheet]));
            }
            assert_eq!(item.choices[item.right].is_none(), is_predict, "{item:?}");
            let shown = &pictures[item.right];
            let same = pictures.iter().filter(|picture| figure::differs(picture, shown).is_none()).count();
            assert_eq!(same, 1, "{item:?}");
            for (index, look) in looks.iter().enumerate() {
                assert!(looks[index + 1..].iter().all(|other| look.is_apart(other)), "two look alike: {item:?}");
            }
            let right = draw_sheet::<E>(item.figure, &item.values, None).expect("a picture").look();
            assert!(is_predict || looks[item.right].is_apart(&right), "nothing is visible: {item:?}");
            let words = make_question::<E>(item).expect("words");
            let sentences: std::collections::BTreeSet<&String> = words.choices.iter().collect();
            assert_eq!((words.choices.len(), sentences.len()), (4, 4), "{:?}", words.choices);
        }
    }
}
