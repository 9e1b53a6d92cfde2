//! `convert IN OUT.dae`: any figure as a Collada file that the lessons read.

use crate::files::{self, LoadedModel, Retargeting};
use crate::output::say;
use anyhow::{Context, Result, bail, ensure};
use armature::model::Model;
use armature_formats::collada::{self, Pictures, UpAxis, WriteOptions};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use ui::Level;
use verdict::file;
use verdict::wording::{counted, nearest_quoted};

/// Write a figure (.glb, .gltf, .dae, .armature) as a Collada file that all lessons read
///
/// Its skeleton, meshes, skins, materials and clips come out as text to read, with comments that say what the numbers
/// are. Pictures out of a .glb, and those that lie elsewhere, are put beside it.
///
/// `cargo figure convert fox.glb fox.dae`, then `cargo run -p lesson-12 -- fox.dae`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The figure
    #[arg(value_name = "IN")]
    file: PathBuf,
    /// The Collada file to write (.dae)
    #[arg(value_name = "OUT.dae")]
    output: PathBuf,
    /// The axis that points up in the file: what `to_our_axes` turns in lesson 05
    #[arg(long, value_parser = ["x", "y", "z"], default_value = "y")]
    up: String,
    /// Keys per second, evenly spaced, in place of as few as the motion needs
    #[arg(long, value_name = "N", value_parser = parse_rate)]
    fps: Option<f32>,
    /// This clip alone; several times for several
    #[arg(long, value_name = "NAME")]
    clip: Vec<String>,
    /// Clips of another figure as well, retargeted to this one; several times for several
    #[arg(long, value_name = "FILE")]
    clips: Vec<PathBuf>,
    #[command(flatten)]
    retargeting: Retargeting,
    /// Replace the file if it is there; pictures are never replaced
    #[arg(long)]
    force: bool,
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| (0.1..=1000.0).contains(rate));
    rate.ok_or_else(|| "a number from 0.1 to 1000 is expected".into())
}

/// Loads the figure with the clips of other files, and writes the document.
///
/// # Errors
/// If a file cannot be read, clips do not fit the figure, or a file cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { file, output, clips, retargeting, force, .. } = arguments;
    let shown = output.display();
    let is_collada = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("dae"));
    ensure!(is_collada, "{shown}: the name of a Collada file ends in .dae");
    ensure!(*force || !output.exists(), "{shown} is there already: name another file, or replace it with --force");
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "{shown}: its folder is not there: create it first");
    let paths = [std::slice::from_ref(file), clips].concat();
    let LoadedModel { mut model, messages, sources, .. } = files::load(&paths, retargeting)?;
    for source in &sources {
        let same = source.canonicalize().ok().zip(output.canonicalize().ok());
        ensure!(same.is_none_or(|(a, b)| a != b), "{shown} is the figure itself, or a part of it: name another file");
    }
    for message in messages {
        match message.level {
            Level::Note => say!("{}", message.text),
            Level::Warning => eprintln!("{message}"),
            Level::Error => bail!("{}", message.to_string().trim_start_matches("error: ")),
        }
    }
    keep_clips(&mut model, &arguments.clip)?;
    let up = match arguments.up.as_str() {
        "x" => UpAxis::X,
        "z" => UpAxis::Z,
        _ => UpAxis::Y,
    };
    let options = WriteOptions { up, fps: arguments.fps, ..WriteOptions::default() };
    write_collada(&model, &options, output, *force)?;
    Ok(ExitCode::SUCCESS)
}

/// Removes all clips but the named ones. Without names, every clip stays.
fn keep_clips(model: &mut Model, names: &[String]) -> Result<()> {
    let mut kept = Vec::new();
    for name in names {
        let Some(clip) = model.clip(name) else {
            let there = nearest_quoted(name, model.clips.iter().map(|clip| clip.name.as_str()));
            bail!("no clip \"{name}\": there are {there}");
        };
        kept.push(clip.name.clone());
    }
    model.clips.retain(|clip| names.is_empty() || kept.contains(&clip.name));
    Ok(())
}

/// Writes pictures, then the document. The path of each picture written is added to `added`: the caller removes these
/// pictures if a later file fails.
fn write_files(
    pictures: &[(String, Vec<u8>)],
    output: &Path,
    text: &[u8],
    force: bool,
    added: &mut Vec<PathBuf>,
) -> Result<()> {
    for (name, bytes) in pictures {
        let picture = output.with_file_name(name);
        let written = file::create_by(&picture, file::synced(bytes));
        written.with_context(|| format!("{} cannot be written", picture.display()))?;
        added.push(picture);
    }
    let write = file::synced(text);
    let written = if force { file::replace_by(output, write) } else { file::create_by(output, write) };
    written.with_context(|| format!("{} cannot be written", output.display()))
}

/// Clips whose names are shown.
const MAX_NAMES: usize = 8;

/// Writes a model as Collada, with its pictures beside it, and prints what was written.
///
/// # Errors
/// If it cannot be written as Collada, or a file cannot be written.
fn write_collada(model: &Model, options: &WriteOptions, output: &Path, force: bool) -> Result<()> {
    let pictures = Pictures::beside(model, output);
    for text in &pictures.left_out {
        eprintln!("warning: {text}");
    }
    let options = WriteOptions { pictures: pictures.addresses, ..options.clone() };
    let written = collada::write(model, &options)?;
    for text in &written.warnings {
        eprintln!("warning: {text}");
    }
    let mut added = Vec::new();
    let result = write_files(&pictures.new, output, written.text.as_bytes(), force, &mut added);
    if result.is_err() {
        for picture in &added {
            let _ = fs::remove_file(picture); // it was not there before
        }
    }
    result?;

    let triangles: usize = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let count = model.clips.len();
    let mut names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).take(MAX_NAMES).collect();
    if count > MAX_NAMES {
        names.push("...");
    }
    say!(
        "{}: {}, {}, {}{}",
        output.display(),
        counted(model.skeleton.len(), "node", "nodes"),
        counted(triangles, "triangle", "triangles"),
        counted(count, "clip", "clips"),
        if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
    );
    if !model.is_joint.contains(&true) && !model.skeleton.is_empty() {
        say!("no skin in it: all nodes are written as joints, so that lesson 05 shows them");
    }
    if model.clips.iter().flat_map(|clip| &clip.file_keys).any(|keys| !keys.interpolations.is_empty()) {
        say!("smooth and held keys are written as the linear ones that they are played as");
    }
    for (name, _) in &pictures.new {
        say!("{}: a picture", output.with_file_name(name).display());
    }
    Ok(())
}
