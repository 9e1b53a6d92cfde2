//! `inspect FILE`: what is in a Collada or glTF file, or in a container of the editor: a summary, or JSON.

use crate::output::say_on;
use anyhow::{Context, Result, ensure};
use armature::animation::{RootAxes, RootMotion, root_joint};
use armature::attachment::{Attachment, Sphere};
use armature::model::{Model, ModelInstance};
use armature_formats::container::{self, AnimationSet, Kind, ModelReference, is_container, store};
use armature_formats::loading::model_file::Report;
use armature_offline::retarget::{Retarget, Rig};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::wording::{counted, nearest_quoted, some_of};

/// Describe a Collada or glTF file, what was assumed and left out; or a container of the editor
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The Collada or glTF file, or a container (.armature)
    file: PathBuf,
    /// Print everything as JSON, in the file's own axes and units, for programs
    #[arg(long)]
    json: bool,
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
    /// Print a map of this figure's joints to those of another file's clips: to be edited, and given to --map of the viewer and
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

/// Prints what the options ask for: a map of joints, or what is in the file, even with warnings.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { file, json, times, clip, map } = arguments;
    if is_container(file) {
        ensure!(times.is_empty(), "--times: a container has no scene to evaluate");
        ensure!(map.is_none(), "--map: give the file of the figure, not what the editor saved");
        return print_container(file, *json);
    }
    if let Some(clips) = map {
        let [figure, clips] =
            [armature_formats::load(file)?, armature_formats::load(clips)?].map(|loaded| loaded.model);
        say_on!("{}", Retarget::new(Rig::from_model(&clips), Rig::from_model(&figure)).pairs_text());
        return Ok(ExitCode::SUCCESS);
    }
    let figure = armature_formats::read(file)?;
    let model = &figure.loaded().model;
    let clip = clip.as_deref().map(|name| clip_named(name, model)).transpose()?;
    let report = figure.report(times, clip)?;
    if *json {
        say_on!("{}\n", serde_json::to_string(&report)?);
    } else {
        say_on!("{}", summary(&report, model)?);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the index of the clip of this name.
fn clip_named(name: &str, model: &Model) -> Result<usize> {
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let index = names.iter().position(|known| *known == name);
    index.with_context(|| format!("no clip \"{name}\": there are {}", nearest_quoted(name, names)))
}

fn summary(report: &Report, model: &Model) -> Result<String> {
    let mut out = format!("{}\n", report.file);
    match ModelInstance::new(model).bounds(model) {
        Some(bounds) => {
            let size = bounds.transformed(&model.world_from_model).size();
            let [wide, high, deep] = size.to_array().map(|side| format!("{side:.3}"));
            writeln!(out, "  size       {wide} m wide, {high} m high, {deep} m deep, at rest")?;
        }
        None => writeln!(out, "  size       nothing to see")?,
    }
    let nodes = report.nodes.iter().filter(|node| node.joint);
    let names = nodes.clone().map(|node| node.name.as_ref().or(node.id.as_ref()).map_or("", String::as_str));
    let all = counted(model.skeleton.len(), "node", "nodes");
    writeln!(out, "  joints     {}, of {all}: {}", nodes.count(), names_of(names))?;
    let triangles = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let triangles = counted(triangles, "triangle", "triangles");
    let parts = model.parts.iter().map(|part| part.name.as_str());
    writeln!(out, "  meshes     {}, {triangles}, in {}: {}", parts.len(), skins(report), names_of(parts))?;
    let targets = model.morph_sets.iter().flat_map(|set| &set.targets).map(String::as_str);
    writeln!(out, "  targets    {}: {}", targets.clone().count(), names_of(targets))?;
    let materials = model.materials.iter().map(|material| material.name.as_str());
    let pictures = report.pictures.iter().flatten().count();
    writeln!(
        out,
        "  materials  {}, {}: {}",
        materials.len(),
        counted(pictures, "picture", "pictures"),
        names_of(materials)
    )?;
    writeln!(out, "  clips      {}", model.clips.len())?;
    for clip in &model.clips {
        let keys = counted(clip.key_count(), "key", "keys");
        let joints = counted(clip.tracks.len(), "node", "nodes");
        let mut motion = String::new();
        if let Some(joint) = root_joint(&model.skeleton, clip) {
            let root = RootMotion::new(&model.skeleton, clip, joint, model.up(), RootAxes::default());
            let name = one_line(&model.skeleton.joints()[joint].name);
            motion = format!("; {name} {}", root.words(model.metres_per_unit()));
        }
        let name = one_line(&clip.name);
        writeln!(out, "    {name}: {:.2} s, moves {joints}, with {keys}{motion}", clip.duration())?;
    }
    let [exporter, version] = [&report.exporter, &report.version]
        .map(|text| if text.is_empty() { "not stated".into() } else { one_line(text) });
    writeln!(out, "  exporter   {exporter}, version {version}")?;
    writeln!(out, "  axes       {}, a unit is {} m", report.up_axis, report.unit_meter)?;
    writeln!(out, "  warnings   {}", report.warnings.len())?;
    for warning in &report.warnings {
        let place = warning.line.zip(warning.column).map(|(line, column)| format!("{line}:{column}: "));
        writeln!(out, "    {}{}", place.unwrap_or_default(), one_line(&warning.message))?;
    }
    Ok(out)
}

fn skins(report: &Report) -> String {
    counted(report.skins.len(), "skin", "skins")
}

/// Returns the first names of a list, each on one line.
fn names_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    some_of(&names.map(one_line).collect::<Vec<_>>())
}

/// What is in a container.
#[derive(Serialize)]
struct ContainerReport {
    blobs: Vec<BlobLine>,
    /// Content; `None` if anything is damaged, or if it is about no figure, as a level.
    set: Option<SetReport>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct BlobLine {
    name: String,
    kind: String,
    version: u32,
    length: u32,
    /// Whether its bytes have their checksum.
    good: bool,
}

#[derive(Serialize)]
struct SetReport {
    figure: ModelReference,
    clips: Vec<String>,
    attachments: Vec<Attachment>,
    spheres: Vec<Sphere>,
}

/// Prints a container's table of contents, and all that is in its blobs unless one of them is damaged.
fn print_container(path: &Path, json: bool) -> Result<ExitCode> {
    let file = store::read_file(path).with_context(|| path.display().to_string())?;
    let mut blobs = Vec::new();
    for entry in container::table(&file).with_context(|| path.display().to_string())? {
        let good = entry.content(&file).is_ok();
        let kind = entry.kind.to_string();
        blobs.push(BlobLine { name: entry.name, kind, version: entry.version, length: entry.length, good });
    }
    let of_figures =
        [Kind::FIGURE, Kind::CLIP, Kind::KEYS, Kind::ATTACHMENTS, Kind::SPHERES].map(|kind| kind.to_string());
    let is_set = blobs.is_empty() || blobs.iter().any(|blob| of_figures.contains(&blob.kind));
    let read = if is_set {
        AnimationSet::from_bytes(&file).map(|(set, warnings)| (Some(set), warnings))
    } else {
        container::read(&file).map(|_| (None, Vec::new())) // a level, or what a later version keeps
    };
    let mut report = ContainerReport { blobs, set: None, warnings: Vec::new() };
    let mut error = None;
    match read.with_context(|| path.display().to_string()) {
        Ok((set, warnings)) => {
            report.set = set.map(|set| SetReport {
                figure: set.figure,
                clips: set.clips.into_iter().map(|clip| clip.name).collect(),
                attachments: set.attachments,
                spheres: set.spheres,
            });
            report.warnings = warnings;
        }
        Err(why) => error = Some(why),
    }
    if json {
        say_on!("{}\n", serde_json::to_string(&report)?);
    } else {
        say_on!("{}", container_summary(path, &report)?);
    }
    error.map_or(Ok(ExitCode::SUCCESS), Err)
}

fn container_summary(path: &Path, report: &ContainerReport) -> Result<String> {
    let mut out = format!("{}\n", path.display());
    for BlobLine { name, kind, version, length, good } in &report.blobs {
        let state = if *good { "good" } else { "DAMAGED" };
        writeln!(out, "  {kind} {}: layout {version}, {length} bytes, {state}", one_line(name))?;
    }
    if let Some(SetReport { figure, clips, attachments, spheres }) = &report.set {
        let file = if figure.file.is_empty() { "no file".into() } else { one_line(&figure.file) };
        writeln!(out, "figure       {file}, {}", counted(figure.joints.len(), "joint", "joints"))?;
        writeln!(out, "clips        {}", names_of(clips.iter().map(String::as_str)))?;
        writeln!(out, "attachments  {}", names_of(attachments.iter().map(|attachment| attachment.name.as_str())))?;
        writeln!(out, "spheres      {}", names_of(spheres.iter().map(|sphere| sphere.name.as_str())))?;
    }
    for warning in &report.warnings {
        writeln!(out, "warning      {}", one_line(warning))?;
    }
    Ok(out)
}

/// Returns the first 500 characters of a file's text, with spaces for control characters: a line break in a name could
/// otherwise fake a line of the report.
fn one_line(text: &str) -> String {
    const MOST: usize = 500;
    let shown = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c });
    let dots = if text.chars().nth(MOST).is_some() { "..." } else { "" };
    shown.chain(dots.chars()).collect()
}
