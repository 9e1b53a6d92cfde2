use crate::Answers;

pub(crate) const ANSWERS: Answers =
    Answers { double: |n| n * 2.0, mean: |numbers| numbers.iter().sum::<f32>() / numbers.len() as f32 };
