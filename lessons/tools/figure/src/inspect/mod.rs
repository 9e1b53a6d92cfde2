//! `inspect FILE`: prints what is in a Collada or glTF file, or in a container, as text or as JSON.

mod container;
mod text;

use crate::output::say_on;
use anyhow::{Context, Result, bail};
use armature::model::Model;
use armature_formats::container::is_container;
use armature_offline::retarget::{Retarget, Rig};
use std::{path::PathBuf, process::ExitCode};
use verdict::wording::nearest_quoted;

/// Describe a Collada or glTF file, what was assumed and left out; or a container of the editor
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The Collada or glTF file, or a container (.armature)
    file: PathBuf,
    /// Print everything as JSON, in the file's own axes and units, for programs
    #[arg(long)]
    json: bool,
    /// All of each list: every joint
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// Times to evaluate with --json, in seconds, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = parse_time,
        requires = "json",
        allow_hyphen_values = true
    )]
    times: Vec<f32>,
    /// Name of the clip to evaluate with --json; by default a Collada file's whole timeline, or a glTF file's first
    #[arg(long, value_name = "NAME", requires = "json")]
    clip: Option<String>,
    /// Print a map of this figure's joints to those of another file's clips: to be edited, and given to --map of `view` and
    /// `convert`
    #[arg(long, value_name = "CLIPS", conflicts_with = "json")]
    map: Option<PathBuf>,
}

/// Returns the finite time in seconds that a text states.
fn parse_time(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(time) if time.is_finite() => Ok(time),
        _ => Err(format!("\"{text}\" is not a time in seconds")),
    }
}

/// Prints the report and returns the exit code: 0, even with warnings in the report, or 1 if the file cannot be read.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match print_report(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints what the options ask for: the report on a container, a map of joints, or the report on a figure.
fn print_report(arguments: &Arguments) -> Result<()> {
    if is_container(&arguments.file) {
        if !arguments.times.is_empty() {
            bail!("--times: a container has no scene to evaluate");
        }
        if arguments.map.is_some() {
            bail!("--map: give the file of the figure, not what the editor saved");
        }
        return container::print_container(&arguments.file, arguments.json, arguments.all);
    }
    if let Some(clips) = &arguments.map {
        let [figure, clips] =
            [armature_formats::load(&arguments.file)?, armature_formats::load(clips)?].map(|loaded| loaded.model);
        say_on!("{}", Retarget::new(Rig::from_model(&clips), Rig::from_model(&figure)).pairs_text());
        return Ok(());
    }
    let figure = armature_formats::read(&arguments.file)?;
    let loaded = figure.model(&arguments.file)?;
    let clip = clip_index(arguments, &loaded.model)?;
    let report = figure.report(&loaded, &arguments.times, clip)?;
    if arguments.json {
        say_on!("{}\n", serde_json::to_string(&report)?);
    } else {
        say_on!("{}", text::report_text(&report, &loaded.model, arguments.all)?);
    }
    Ok(())
}

/// Returns the index of the clip that `--clip` names.
fn clip_index(arguments: &Arguments, model: &Model) -> Result<Option<usize>> {
    let Some(name) = &arguments.clip else { return Ok(None) };
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let index = names.iter().position(|known| known == name);
    Ok(Some(index.with_context(|| format!("no clip \"{name}\": there are {}", nearest_quoted(name, names)))?))
}
