//! Values on a lesson's command line.

/// A share of something: `#[arg(value_parser = share)]`.
///
/// # Errors
/// In words, if it is no number from 0 to 1.
pub fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a number from 0 to 1".into()),
    }
}
