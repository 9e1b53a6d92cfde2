//! Numbers and lists in words.

use std::fmt::Display;

/// Returns "1 vertex" or "6 vertices".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "index") => format!("{count} indices"),
        (_, "vertex") => format!("{count} vertices"),
        _ => format!("{count} {noun}s"),
    }
}

/// Joins the first `shown` of a list with commas, and says how many follow.
pub(crate) fn shortened<T: Display>(list: &[T], shown: usize) -> String {
    let mut text = Vec::new();
    for item in list.iter().take(shown) {
        text.push(item.to_string());
    }
    if list.len() > shown {
        text.push(format!("and {} more", list.len() - shown));
    }
    if text.is_empty() { "none".into() } else { text.join(", ") }
}

pub(crate) fn tuple(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|x| number(*x)).collect();
    format!("({})", numbers.join(", "))
}

/// Returns a number with three decimals at most; very small ones with a power of ten.
pub(crate) fn number(x: f64) -> String {
    if x != 0.0 && (x.abs() < 0.001 || x.abs() >= 1e7) && x.is_finite() {
        return format!("{x:.1e}");
    }
    let text = format!("{x:.3}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.0, 1.0, 0.5, -12.345_67, 0.000_2, 1e9, f64::NAN, f64::INFINITY, 100.0];
        let texts = numbers.map(number);
        assert_eq!(texts, ["0", "0", "1", "0.5", "-12.346", "2.0e-4", "1.0e9", "NaN", "inf", "100"]);
    }

    #[test]
    fn lists_end() {
        assert_eq!(shortened(&["a", "b", "c"], 2), "a, b, and 1 more");
        assert_eq!(shortened(&["a", "b"], 2), "a, b");
        assert_eq!(shortened::<&str>(&[], 2), "none");
        assert_eq!(counted(1, "vertex") + &counted(2, "index") + &counted(0, "pixel"), "1 vertex2 indices0 pixels");
    }
}
