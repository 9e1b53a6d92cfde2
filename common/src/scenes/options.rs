//! Values on a lesson's command line.

/// A number in a range: `#[arg(value_parser = number(0.0, 1.0))]`. The error says the range.
pub fn number(low: f32, high: f32) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("a number from {low} to {high}")),
    }
}

/// A fraction of something: `#[arg(value_parser = fraction)]`.
///
/// # Errors
/// In words, if it is no number from 0 to 1.
pub fn fraction(text: &str) -> Result<f32, String> {
    number(0.0, 1.0)(text)
}
