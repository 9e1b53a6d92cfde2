//! Fingerprints of answers, by which equal ones are found among many.

use super::{Answer, value::Value};
use crate::Random;
use std::hash::{DefaultHasher, Hash, Hasher};
use verdict::Outputs;

/// Number of sums: two answers that differ clearly agree in one of them with a chance of about a third.
const SUMS: usize = 24;

/// Returns the fingerprint of the answers to all probes: see [`Outputs`].
pub(crate) fn outputs(answers: &[Answer], tolerance: f32) -> Outputs {
    let mut words = DefaultHasher::new();
    let mut sums = vec![0.0; SUMS];
    let mut signs = Random::new(0);
    for answer in answers {
        answer.len().hash(&mut words);
        for item in &answer.items {
            if let Value::Word(word) = &item.value {
                word.hash(&mut words);
            }
            for number in item.value.numbers() {
                let signs = signs.below(1 << SUMS);
                if number.is_finite() {
                    let tolerances = f64::from(*number) / f64::from(tolerance);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        *sum += if signs >> index & 1 == 1 { tolerances } else { -tolerances };
                    }
                } else {
                    (number.is_nan(), *number > 0.0).hash(&mut words);
                }
            }
            item.value.numbers().len().hash(&mut words);
        }
    }
    Outputs::new(words.finish(), sums)
}

#[cfg(test)]
mod tests {
    use super::super::numbered;
    use super::*;

    #[test]
    fn the_same_but_for_rounding_and_nothing_else() {
        let numbers: Vec<f32> = (0..500).map(|n| (n as f32).sin() * 9.0).collect();
        let rounded: Vec<f32> = numbers.iter().map(|n| n * 1.000_000_2).collect();
        assert!(fingerprint(&numbers).equals(&fingerprint(&rounded)));
        let mut other = numbers.clone();
        other[250] += 0.011;
        assert!(!fingerprint(&numbers).equals(&fingerprint(&other)), "a tolerance in one place");
        other[250] = f32::NAN;
        assert!(fingerprint(&other).equals(&fingerprint(&other)), "NaN is as good as NaN");
        other[251] = f32::NAN;
        other[250] = 0.0;
        assert!(!fingerprint(&numbers).equals(&fingerprint(&other)));
        assert!(!fingerprint(&numbers).equals(&fingerprint(&numbers[1..])));
        let [left, right] = ["left", "right"].map(|word| outputs(&[numbered("word", [word])], 0.1));
        assert!(left.equals(&left) && !left.equals(&right));
    }

    fn fingerprint(numbers: &[f32]) -> Outputs {
        let mut answer = numbered("number", numbers.iter().copied());
        answer.compare("word", "a");
        outputs(&[answer], 0.01)
    }
}
