//! `inspect FILE`: prints what is in a Collada or glTF file, or in a container, as text or as JSON.

mod container;
mod json;
mod text;

use crate::output::say_on;
use anyhow::{Result, bail};
use common::{
    collada::{self, Scene},
    container::store::EXTENSION,
    gltf,
};
use std::{fs::File, io::Read, path::PathBuf, process::ExitCode};

/// What is in a Collada or glTF file, what was assumed, what was left out; or what the editor saved
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The Collada or glTF file, or a container (.armature)
    file: PathBuf,
    /// For programs: everything as numbers, in the file's own axes and units
    #[arg(long)]
    json: bool,
    /// All of each list: every joint
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// With --json: the times to evaluate, in seconds, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = time,
        requires = "json",
        allow_hyphen_values = true
    )]
    times: Vec<f32>,
}

/// Bytes that are enough to tell the format, blanks before the text included.
const BEGIN: u64 = 4096;

/// A time in seconds: finite.
fn time(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(time) if time.is_finite() => Ok(time),
        _ => Err(format!("\"{text}\" is not a time in seconds")),
    }
}

/// 0 if there is a report, however many warnings are in it; 1 if the file cannot be read.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match print(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn print(arguments: &Arguments) -> Result<()> {
    if arguments.file.extension().is_some_and(|it| it.eq_ignore_ascii_case(EXTENSION)) {
        if !arguments.times.is_empty() {
            bail!("--times: a container has no scene to evaluate");
        }
        return container::print(&arguments.file, arguments.json, arguments.all);
    }
    if let Some(report) = of_gltf(arguments)? {
        say_on!("{report}");
        return Ok(());
    }
    let document = collada::read(&arguments.file)?;
    let scene = Scene::new(&document)?;
    let loaded = collada::model(&document, &scene, &arguments.file)?;
    let report = if arguments.json {
        json::report(&document, &scene, &loaded, &arguments.times)?
    } else {
        text::report(&document, &scene, &loaded, arguments.all)?
    };
    say_on!("{report}");
    // The program ends here, and all of its memory at once: piece by piece takes longer.
    std::mem::forget((scene, loaded));
    std::mem::forget(document);
    Ok(())
}

/// The report of a glTF file; `None` for a file of another format.
fn of_gltf(arguments: &Arguments) -> Result<Option<String>> {
    let mut begin = Vec::new();
    let file = File::open(&arguments.file);
    file.and_then(|file| file.take(BEGIN).read_to_end(&mut begin)).ok(); // the loader says what is wrong
    if !gltf::is_gltf(&begin) {
        return Ok(None);
    }
    let document = gltf::read(&arguments.file)?;
    let loaded = gltf::model(&document, &arguments.file)?;
    if arguments.json {
        return json::gltf_report(&document, &loaded, &arguments.times).map(Some);
    }
    text::gltf_report(&document, &loaded, arguments.all).map(Some)
}
