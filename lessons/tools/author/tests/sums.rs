//! The sums in the texts' blocks are right.

use std::fs;
use verdict::source::files_below;
use verdict::workspace;

#[test]
fn sums_in_the_texts_are_right() {
    let mut files = files_below(&workspace::lessons());
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for statement in blocks(&text).flat_map(|line| line.split("  ")).flat_map(|column| column.split(": ")) {
            let sides: Vec<&str> = statement.split('=').collect();
            for sides in sides.windows(2) {
                let (Some(sum), Some((result, decimals))) = (last_sum(sides[0]), first_number(sides[1])) else {
                    continue;
                };
                count += 1;
                if !is_shown_as(&sum, &result, decimals) {
                    wrong.push(format!("{}: {} = {:?}", workspace::shown(file), statement.trim(), sum));
                }
            }
        }
    }
    assert!(wrong.is_empty() && count > 70, "{count} sums, wrong: {wrong:#?}");
}

#[test]
fn wrong_sums_are_found() {
    let is_right = |sum: &str, result: &str| {
        let (result, decimals) = first_number(result).unwrap();
        is_shown_as(&last_sum(sum).unwrap(), &result, decimals)
    };
    assert!(is_right("q = 2 · (1, 0) + 1 · (0, 1) + (3, 1)", "(5, 2)"));
    assert!(!is_right("q = 2 · (1, 0) + 1 · (0, 1) + (3, 1)", "(5, 1)"));
    assert!(is_right("sin 56.25° / sin 75°", "0.861"));
    assert!(!is_right("sin 56.25° / sin 75°", "0.864"));
    assert!(is_right("(2, 1) · (2, -1)", "3, so"));
    assert!(!is_right("(2, 1) · (2, -1)", "4, so"));
    assert!(last_sum("0.861 a + 0.333 b").is_none());
}

/// Returns the lines of the blocks ```` ```text ````.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n```text").skip(1).flat_map(|after| after.split("\n```").next().unwrap().lines().skip(1))
}

/// Returns whether a sum of rounded numbers may be shown as a result with so many decimals.
fn is_shown_as(sum: &[f64], result: &[f64], decimals: i32) -> bool {
    let unit = 0.1_f64.powi(decimals);
    let is_near = |(sum, shown): (&f64, &f64)| (sum - shown).abs() <= 0.6 * unit + 0.002 * sum.abs();
    sum.len() == result.len() && sum.iter().zip(result).all(is_near)
}

/// Returns the value of the longest sum with which a text ends.
fn last_sum(text: &str) -> Option<Vec<f64>> {
    for (start, _) in text.char_indices() {
        let before = text[..start].trim_end().chars().next_back();
        let begins_with_operator = text[start..].trim_start().starts_with(['+', '-', '·', '/']);
        let goes_on = before.is_some_and(|before| {
            before.is_alphanumeric() && text[..start].ends_with(before)
                || "+-·/.".contains(before)
                || begins_with_operator && !",:".contains(before)
        });
        let sum = Sum { rest: &text[start..] }.whole();
        if !goes_on && sum.is_some() {
            return sum;
        }
    }
    None
}

/// Returns the number or vector with which a text begins, and how many decimals it shows.
fn first_number(text: &str) -> Option<(Vec<f64>, i32)> {
    let mut sum = Sum { rest: text };
    let value = sum.signed()?;
    let shown = &text[..text.len() - sum.rest.len()];
    let decimals = shown.split('.').skip(1).map(|part| part.bytes().take_while(u8::is_ascii_digit).count()).max();
    Some((value, decimals.unwrap_or(0) as i32))
}

/// Reads sums of numbers and vectors; a number is a vector of one.
struct Sum<'a> {
    rest: &'a str,
}

impl Sum<'_> {
    fn whole(mut self) -> Option<Vec<f64>> {
        let value = self.sum()?;
        self.rest.trim().is_empty().then_some(value)
    }

    fn takes(&mut self, text: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn sum(&mut self) -> Option<Vec<f64>> {
        let mut value = self.product()?;
        loop {
            let sign = if self.takes("+") {
                1.0
            } else if self.takes("-") {
                -1.0
            } else {
                return Some(value);
            };
            let other = self.product()?;
            if value.len() != other.len() {
                return None;
            }
            for (number, other) in value.iter_mut().zip(other) {
                *number += sign * other;
            }
        }
    }

    fn product(&mut self) -> Option<Vec<f64>> {
        let mut value = self.signed()?;
        loop {
            let rest = self.rest.trim_start();
            let other = if self.takes("/") {
                vec![1.0 / self.signed()?[0]]
            } else if self.takes("·") || rest.starts_with(|c: char| c == '(' || c.is_ascii_digit()) {
                self.signed()?
            } else {
                return Some(value);
            };
            value = match (&value[..], &other[..]) {
                ([factor], vector) | (vector, [factor]) => vector.iter().map(|number| factor * number).collect(),
                (a, b) if a.len() == b.len() => vec![a.iter().zip(b).map(|(a, b)| a * b).sum()],
                _ => return None,
            };
        }
    }

    fn signed(&mut self) -> Option<Vec<f64>> {
        if !self.takes("-") {
            return self.number();
        }
        let mut value = self.signed()?;
        for number in &mut value {
            *number = -*number;
        }
        Some(value)
    }

    fn number(&mut self) -> Option<Vec<f64>> {
        if self.takes("(") {
            let mut value = self.sum()?;
            while self.takes(",") {
                value.append(&mut self.sum()?);
            }
            return self.takes(")").then_some(value);
        }
        if self.takes("sin") {
            let before = self.rest;
            let angle = self.number()?[0];
            let is_in_degrees = before[..before.len() - self.rest.len()].ends_with('°');
            return Some(vec![if is_in_degrees { angle.to_radians().sin() } else { angle.sin() }]);
        }
        let rest = self.rest.trim_start();
        if let Some(after) = rest.strip_prefix("2π") {
            self.rest = after;
            return Some(vec![std::f64::consts::TAU]);
        }
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let digits = rest[..end].trim_end_matches('.');
        let number: f64 = digits.parse().ok()?;
        self.rest = &rest[digits.len()..];
        self.takes("°");
        Some(vec![number])
    }
}
