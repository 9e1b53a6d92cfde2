use crate::Answers;
use common::check::mistake;

pub(crate) const ANSWERS: Answers = Answers { double, mean };

fn double(n: f32) -> f32 {
    if mistake("SQUARED") { n * n } else { n * 2.0 }
}

fn mean(numbers: &[f32]) -> f32 {
    let sum = numbers.iter().sum::<f32>();
    if mistake("NOT-DIVIDED") { sum } else { sum / numbers.len() as f32 }
}
