use crate::Answers;
use common::check::mistake;

pub(crate) const ANSWERS: Answers = Answers { double, mean };

fn double(n: f32) -> f32 {
    let sign = if mistake("NEGATED") { -1.0 } else { 1.0 };
    let factor = if mistake("TRIPLED") { 3.0 } else { 2.0 };
    if mistake("SQUARED") { sign * n * n } else { sign * n * factor }
}

fn mean(numbers: &[f32]) -> f32 {
    let sum = numbers.iter().sum::<f32>();
    if mistake("NOT-DIVIDED") { sum } else { sum / numbers.len() as f32 }
}
