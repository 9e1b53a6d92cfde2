//! A parameter of a figure.

use super::Figure;
use anyhow::{Context, Result, ensure};
use serde::Serialize;

/// A number that a slider, a handle or time moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name in the text.
    pub name: &'static str,
    /// Whose it is, if that is not plain without the picture: `"joint 1"`, so that who hears the handle's name knows.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub of: &'static str,
    /// The unit after its number; may be empty.
    pub unit: &'static str,
    /// The lowest and the highest value.
    pub range: [f32; 2],
    /// Seconds from the lowest to the highest value when it plays; 0 if it does not.
    pub seconds: f32,
    /// Whether it has whole numbers only.
    pub is_whole: bool,
}

impl Parameter {
    /// A parameter without a unit, which does not play.
    pub const fn new(name: &'static str, range: [f32; 2]) -> Self {
        Parameter { name, of: "", unit: "", range, seconds: 0.0, is_whole: false }
    }

    #[must_use]
    pub const fn of(self, of: &'static str) -> Self {
        Parameter { of, ..self }
    }

    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Parameter { unit, ..self }
    }

    /// Makes it play, with so many seconds from the lowest to the highest value.
    #[must_use]
    pub const fn plays(self, seconds: f32) -> Self {
        Parameter { seconds, ..self }
    }

    /// Limits it to whole numbers.
    #[must_use]
    pub const fn whole(self) -> Self {
        Parameter { is_whole: true, ..self }
    }

    /// The possible value that is nearest to this one; the lowest for NaN.
    pub fn nearest(&self, value: f32) -> f32 {
        let value = value.max(self.range[0]).min(self.range[1]);
        if self.is_whole { value.round() } else { value }
    }

    /// `t = 1.17 s`.
    pub fn shown(&self, value: f32) -> String {
        let digits = if self.is_whole || self.range[1] - self.range[0] >= 50.0 { 0 } else { 2 };
        format!("{} = {value:.digits$}{}", self.name, spaced(self.unit))
    }
}

/// A unit with a space before it, except a degree sign.
pub(super) fn spaced(unit: &str) -> String {
    if unit.is_empty() || unit == "°" { unit.into() } else { format!(" {unit}") }
}

/// Returns parameters with their values: `R = 90°, S = 0°`.
pub fn settings_text(parameters: &[Parameter], values: &[f32]) -> String {
    let settings = parameters.iter().zip(values).map(|(parameter, value)| parameter.shown(*value));
    settings.collect::<Vec<_>>().join(", ")
}

/// Returns a value for each of a figure's parameters: the one that the command line sets (`t=1.3`), or else that at the start.
///
/// # Errors
/// If a setting names no parameter, or no number in the parameter's range.
pub fn settings(figure: &Figure, start: Vec<f32>, sets: &[String]) -> Result<Vec<f32>> {
    let parameters = figure.parameters;
    let mut values = start;
    for set in sets {
        let (name, value) = set.split_once('=').with_context(|| format!("{set}: a setting is NAME=NUMBER"))?;
        let index = parameters.iter().position(|parameter| parameter.name == name).with_context(|| {
            let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
            format!("figure {} has no {name}, only {}", figure.name, names.join(", "))
        })?;
        let [low, high] = parameters[index].range;
        let value = value.parse().with_context(|| format!("{set}: {value} is no number"))?;
        ensure!((low..=high).contains(&value), "{set}: {name} goes from {low} to {high}");
        values[index] = parameters[index].nearest(value);
    }
    Ok(values)
}
