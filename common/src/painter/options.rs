//! A scene's controls on the command line: `--set bend=30`.

use super::Shown;
use anyhow::{Context, Result, ensure};
use clap::Args;
use drawing::{Control, ControlKind};

/// A value for each [`Control`] of a lesson's scene, and the choice of its figure.
#[derive(Args)]
pub struct SceneOptions<L: Shown> {
    #[command(flatten)]
    pub figure: L::Choice,
    #[arg(skip = starts::<L>())]
    pub values: Vec<f32>,
    /// The time at the beginning, if it is not the scene's own: for tests.
    #[arg(skip)]
    pub time: Option<f32>,
}

fn starts<L: Shown>() -> Vec<f32> {
    L::SCENE.controls.iter().map(Control::start).collect()
}

impl<L: Shown> Clone for SceneOptions<L> {
    fn clone(&self) -> Self {
        SceneOptions { values: self.values.clone(), figure: self.figure.clone(), time: self.time }
    }
}

impl<L: Shown> Default for SceneOptions<L> {
    fn default() -> Self {
        SceneOptions { values: starts::<L>(), figure: L::Choice::default(), time: None }
    }
}

impl<L: Shown> SceneOptions<L> {
    /// Returns these options with other values of the controls that share a name.
    #[must_use]
    pub fn set(mut self, option: &str, values: &[f32]) -> Self {
        let controls = L::SCENE.controls.iter().zip(&mut self.values);
        let places = controls.filter(|(control, _)| control.option == option).map(|(_, place)| place);
        places.zip(values).for_each(|(place, value)| *place = *value);
        self
    }

    /// Sets the controls of a name, as the command line does: `bend=30`, `angles=60,-80`, `part=feet`, `heat=on`.
    pub(super) fn read(&mut self, set: &str) -> Result<()> {
        let (name, text) = set.split_once('=').with_context(|| format!("--set {set}: a setting is NAME=VALUE"))?;
        let groups = L::SCENE.controls.chunk_by(|a, b| a.option == b.option);
        let mut groups = groups.filter(|group| !matches!(group[0].kind, ControlKind::Ghosts | ControlKind::List));
        let names: Vec<&str> = groups.clone().map(|group| group[0].option).collect();
        let group = groups.find(|group| group[0].option == name);
        let group = group.with_context(|| format!("--set {set}: only {} can be set", names.join(", ")))?;
        let values = parse(group, text).with_context(|| format!("--set {set}"))?;
        *self = std::mem::take(self).set(name, &values);
        Ok(())
    }
}

/// Parses the values of controls that share a name.
fn parse(controls: &[Control], text: &str) -> Result<Vec<f32>> {
    match controls[0].kind {
        ControlKind::Choice(names, _) => {
            let chosen = names.iter().position(|name| *name == text);
            Ok(vec![chosen.with_context(|| format!("one of {}", names.join(", ")))? as f32])
        }
        ControlKind::Slider([low, high], _) => {
            let numbers: Vec<f32> = text.split(',').map(|word| word.trim().parse().unwrap_or(f32::NAN)).collect();
            let is_sound = numbers.len() == controls.len() && numbers.iter().all(|it| (low..=high).contains(it));
            ensure!(is_sound || controls.len() > 1, "a number from {low} to {high}");
            ensure!(is_sound, "{} numbers from {low} to {high}, with commas", controls.len());
            Ok(numbers)
        }
        _ => {
            ensure!(["on", "off"].contains(&text), "on or off");
            Ok(vec![f32::from(u8::from(text == "on"))])
        }
    }
}
