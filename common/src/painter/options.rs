//! A scene's controls on the command line.

use super::Shown;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use drawing::{Control, ControlKind};

/// A value for each [`Control`] of a lesson's scene, and the choice of its figure.
pub struct SceneOptions<L: Shown> {
    pub values: Vec<f32>,
    pub figure: L::Choice,
    /// The time at the beginning, if it is not the scene's own: for tests.
    pub time: Option<f32>,
}

impl<L: Shown> Clone for SceneOptions<L> {
    fn clone(&self) -> Self {
        SceneOptions { values: self.values.clone(), figure: self.figure.clone(), time: self.time }
    }
}

impl<L: Shown> Default for SceneOptions<L> {
    fn default() -> Self {
        let values = L::SCENE.controls.iter().map(Control::start).collect();
        SceneOptions { values, figure: L::Choice::default(), time: None }
    }
}

impl<L: Shown> SceneOptions<L> {
    /// Returns the options at the beginning, but for controls of these options: for tests.
    #[must_use]
    pub fn set(mut self, option: &str, values: &[f32]) -> Self {
        let controls = L::SCENE.controls.iter().zip(&mut self.values);
        let places = controls.filter(|(control, _)| control.option == option).map(|(_, place)| place);
        places.zip(values).for_each(|(place, value)| *place = *value);
        self
    }
}

/// Returns controls in groups, each of which is set by one option; ghosts and lists have none.
fn groups<L: Shown>() -> impl Iterator<Item = &'static [Control]> {
    let groups = L::SCENE.controls.chunk_by(|a, b| a.option == b.option);
    groups.filter(|controls| !matches!(controls[0].kind, ControlKind::Ghosts | ControlKind::List))
}

fn is_switch(control: &Control) -> bool {
    matches!(control.kind, ControlKind::Switch | ControlKind::HeatMap)
}

/// Reads the values of a group from the text of its option.
fn values(controls: &[Control], text: &str) -> Result<Vec<f32>, String> {
    match controls[0].kind {
        ControlKind::Choice(names, _) => {
            let chosen = names.iter().position(|name| *name == text);
            Ok(vec![chosen.ok_or_else(|| format!("one of {}", names.join(", ")))? as f32])
        }
        ControlKind::Slider([low, high], _) => {
            let numbers: Vec<f32> = text.split(',').map(|word| word.trim().parse().unwrap_or(f32::NAN)).collect();
            if numbers.len() == controls.len() && numbers.iter().all(|number| (low..=high).contains(number)) {
                return Ok(numbers);
            }
            Err(match controls.len() {
                1 => format!("a number from {low} to {high}"),
                count => format!("{count} numbers from {low} to {high}, with commas"),
            })
        }
        ControlKind::Switch | ControlKind::HeatMap | ControlKind::Ghosts | ControlKind::List => Ok(vec![1.0]),
    }
}

impl<L: Shown> FromArgMatches for SceneOptions<L> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = SceneOptions { figure: L::Choice::from_arg_matches(matches)?, ..SceneOptions::default() };
        for controls in groups::<L>() {
            let option = controls[0].option;
            let values = if is_switch(&controls[0]) {
                if !matches.get_flag(option) {
                    continue;
                }
                vec![1.0]
            } else {
                let Some(text) = matches.get_one::<String>(option) else { continue };
                // It was looked at before.
                values(controls, text).map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?
            };
            options = options.set(option, &values);
        }
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<L: Shown> Args for SceneOptions<L> {
    fn augment_args(command: Command) -> Command {
        let mut command = L::Choice::augment_args(command);
        for controls in groups::<L>() {
            let Control { option, help, .. } = controls[0];
            let arg = Arg::new(option).long(option).help(help);
            command = command.arg(if is_switch(&controls[0]) {
                arg.action(ArgAction::SetTrue)
            } else {
                let parse = move |text: &str| values(controls, text).map(|_| text.to_owned());
                arg.allow_hyphen_values(true).value_parser(parse)
            });
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
