//! `convert IN OUT.dae`: any figure as a Collada file that the lessons read.

use crate::{new_file, output::say};
use anyhow::{Context, Result, anyhow, bail, ensure};
use armature::model::Model;
use armature_formats::{
    collada::{self, Pictures, UpAxis, WriteOptions},
    container,
};
use armature_offline::{
    merge::{MergeError, MergeOptions, merge_clips},
    retarget::read_pairs,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};
use verdict::wording::{counted, map_advice, nearest_quoted};

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
    /// The figure of the clips in a T pose, for clips that rest in the middle of a step
    #[arg(long, value_name = "FILE", requires = "clips")]
    rest: Option<PathBuf>,
    /// Map of the figure's joints to those of the clips: a line for each, as `inspect --map` writes it
    #[arg(long, value_name = "FILE", requires = "clips")]
    map: Option<PathBuf>,
    /// Replace the file if it is there; pictures are never replaced
    #[arg(long)]
    force: bool,
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| (0.1..=1000.0).contains(rate));
    rate.ok_or_else(|| "a number from 0.1 to 1000 is expected".into())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// Converts the figure, merges clips of other figures into it, and writes the document.
///
/// # Errors
/// If the figure cannot be read, or a file cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { file, output, force, .. } = arguments;
    ensure!(has_ending(output, "dae"), "{}: the name of a Collada file ends in .dae", output.display());
    new_file::ensure_other(file, output)?;
    new_file::ensure_free(output, *force)?;
    let (mut model, warnings) = if has_ending(file, "armature") {
        let opened = container::load(file)?;
        new_file::ensure_other(&opened.file, output)?;
        let mut warnings = opened.warnings.clone();
        warnings.extend(opened.extras().map(|extras| format!("{extras}: left out")));
        (opened.model(), warnings)
    } else {
        let loaded = armature_formats::load(file)?;
        (loaded.model, loaded.warnings.iter().map(ToString::to_string).collect())
    };
    for text in warnings {
        eprintln!("warning: {text}");
    }
    add_clips(&mut model, arguments)?;
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

/// Adds the clips of the files of `--clips` to the model, retargeted to its skeleton.
fn add_clips(model: &mut Model, arguments: &Arguments) -> Result<()> {
    let rest = arguments.rest.as_ref().map(armature_formats::load).transpose()?;
    let map = arguments.map.as_ref().map(|path| fs::read_to_string(path).with_context(|| path.display().to_string()));
    let map = map.transpose()?.unwrap_or_default();
    let pairs =
        read_pairs(&map).map_err(|(line, found)| anyhow!("--map: line {line}, \"{found}\", is no pair of joints"))?;
    for file in &arguments.clips {
        new_file::ensure_other(file, &arguments.output)?;
        let other = armature_formats::load(file)?;
        other.warnings.iter().for_each(|text| eprintln!("warning: {text}"));
        ensure!(!other.model.clips.is_empty(), "there is no clip in {}", file.display());
        let rest = rest.as_ref().map(|rest| &rest.model);
        let options = MergeOptions { rest, pairs: &pairs };
        let merged = merge_clips(model, &other.model, &options);
        let clips = file.display().to_string();
        let report = match merged {
            Ok(report) => report,
            Err(MergeError::Pairs(error)) => bail!("{clips}: {error}"),
            Err(error) => bail!("{clips}: {error}. {}", map_advice(&arguments.file.display().to_string(), &clips)),
        };
        let advice = if report.clips_stand { "" } else { ". --rest names a file of the same joints that rests in one" };
        if report.is_whole() {
            say!("{clips}: {report}");
        } else {
            eprintln!("warning: {clips}: {report}{advice}");
        }
    }
    Ok(())
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
        new_file::write(&picture, bytes, false)?;
        added.push(picture);
    }
    new_file::write(output, text, force)
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
