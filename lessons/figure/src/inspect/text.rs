//! `inspect`: the report on a figure's file as text.

use common::{
    animation::{RootAxes, RootMotion, root_joint},
    loading::model_file::{Report, Skin},
    model::{Model, ModelInstance},
    text::counted,
};
use std::fmt::{Result, Write};

/// The largest indentation of the node tree, in columns.
const MAX_INDENT: usize = 60;

/// Entries of a list that are shown where not all are.
pub(super) const SHOWN: usize = 8;

/// The summary, then lists; of long ones only the beginning, unless `all` is wanted.
pub(super) fn text(report: &Report, model: &Model, all: bool) -> anyhow::Result<String> {
    let mut out = String::new();
    let most = if all { usize::MAX } else { SHOWN };
    let joints = report.nodes.iter().filter(|node| node.joint).count();
    summary(&mut out, report, model, joints)?;
    heading(&mut out, "nodes", report.nodes.len(), &format!("{joints} of them joints"))?;
    tree(&mut out, report, most)?;
    heading(&mut out, "skins", report.skins.len(), "")?;
    entries(&mut out, &report.skins, most, "  ", |out, skin| self::skin(out, report, skin, most))?;
    meshes(&mut out, model, most)?;
    morph_sets(&mut out, model, most)?;
    clips(&mut out, report, model, most)?;
    materials(&mut out, report, model, most)?;
    warnings(&mut out, report, most)?;
    Ok(out)
}

fn stated(text: &str) -> String {
    if text.is_empty() { "not stated".to_owned() } else { one_line(text) }
}

fn summary(out: &mut String, report: &Report, model: &Model, joints: usize) -> Result {
    writeln!(out, "{}", report.file)?;
    match ModelInstance::new(model).bounds(model) {
        Some(bounds) => {
            let size = bounds.transformed(&model.world_from_model).size();
            let [wide, high, deep] = size.to_array().map(|side| format!("{side:.3}"));
            writeln!(out, "  size      {wide} m wide, {high} m high, {deep} m deep, at rest")?;
        }
        None => writeln!(out, "  size      nothing to see")?,
    }
    let nodes = counted(model.skeleton.len(), "node", "nodes");
    writeln!(out, "  joints    {joints}, of {nodes}")?;
    writeln!(out, "  skins     {}", report.skins.len())?;
    let triangles = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let triangles = counted(triangles, "triangle", "triangles");
    writeln!(out, "  meshes    {}, {triangles}", model.parts.len())?;
    let names: Vec<String> = model
        .clips
        .iter()
        .take(SHOWN)
        .map(|clip| format!("{} ({:.2} s)", one_line(&clip.name), clip.duration()))
        .collect();
    let colon = if names.is_empty() { "" } else { ": " };
    let dots = if model.clips.len() > SHOWN { ", ..." } else { "" };
    writeln!(out, "  clips     {}{colon}{}{dots}", model.clips.len(), names.join(", "))?;
    writeln!(out, "  warnings  {}", report.warnings.len())?;
    writeln!(out, "  exporter  {}", stated(&report.exporter))?;
    writeln!(out, "  version   {}", stated(&report.version))?;
    writeln!(out, "  up axis   {}", report.up_axis)?;
    writeln!(out, "  unit      {} m", report.unit_meter)
}

/// Writes at most so many entries of a list, and how many there are more.
pub(super) fn entries<T>(
    out: &mut String,
    entries: &[T],
    most: usize,
    indent: &str,
    mut write: impl FnMut(&mut String, &T) -> Result,
) -> Result {
    entries.iter().take(most).try_for_each(|entry| write(out, entry))?;
    match entries.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "{indent}and {more} more: --all lists them"),
    }
}

fn tree(out: &mut String, report: &Report, most: usize) -> Result {
    let mut depths: Vec<usize> = Vec::with_capacity(report.nodes.len());
    entries(out, &report.nodes, most, "  ", |out, node| {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let name = node.name.as_ref().or(node.id.as_ref()).or(node.sid.as_ref());
        let indent = (2 + 2 * depth).min(MAX_INDENT);
        write!(out, "{:indent$}{}", "", name.map_or("(no name)".into(), |name| one_line(name)))?;
        if node.joint {
            write!(out, "  joint")?;
        }
        for (what, key) in [("id", &node.id), ("sid", &node.sid)] {
            if let Some(key) = key.as_ref().filter(|key| Some(*key) != name) {
                write!(out, "  {what} {}", one_line(key))?;
            }
        }
        writeln!(out)
    })
}

fn skin(out: &mut String, report: &Report, skin: &Skin, most: usize) -> Result {
    let name = if skin.controller.is_empty() { "(no name)" } else { &skin.controller };
    let node = &report.nodes[skin.node];
    let node = node.id.as_ref().or(node.name.as_ref()).map_or("", String::as_str);
    let joints = counted(skin.joints.len(), "joint", "joints");
    write!(out, "  {} on node {}: {joints}", one_line(name), one_line(node))?;
    let Some(weights) = &skin.weights else { return writeln!(out) };
    writeln!(out, ", {} with weights", counted(weights.histogram.iter().sum(), "vertex", "vertices"))?;
    writeln!(out, "    influences  vertices")?;
    for (count, vertices) in weights.histogram.iter().enumerate().filter(|(_, vertices)| **vertices > 0) {
        writeln!(out, "    {count:10}  {vertices:8}")?;
    }
    let joints: Vec<_> = weights.joints.iter().zip(&skin.joints).collect();
    entries(out, &joints, most, "    ", |out, (name, joint)| {
        let found = if joint.is_some() { "" } else { "  not in the scene" };
        writeln!(out, "    joint {}{found}", one_line(name))
    })
}

fn meshes(out: &mut String, model: &Model, most: usize) -> Result {
    heading(out, "meshes", model.parts.len(), "")?;
    entries(out, &model.parts, most, "  ", |out, part| {
        let material = part.material.map_or("no material", |place| &model.materials[place].name);
        writeln!(
            out,
            "  {}: {}, {}, {}",
            one_line(&part.name),
            counted(part.mesh.vertices.len(), "vertex", "vertices"),
            counted(part.mesh.triangle_count(), "triangle", "triangles"),
            one_line(material)
        )
    })
}

/// Each set, and what its targets are called, with their weights at rest.
fn morph_sets(out: &mut String, model: &Model, most: usize) -> Result {
    if model.morph_sets.is_empty() {
        return Ok(());
    }
    heading(out, "morph targets", model.morph_sets.iter().map(|set| set.targets.len()).sum(), "")?;
    entries(out, &model.morph_sets, most, "  ", |out, set| {
        writeln!(out, "  {}: {}", one_line(&set.name), counted(set.targets.len(), "target", "targets"))?;
        let targets: Vec<_> = set.targets.iter().zip(&set.at_rest).collect();
        entries(out, &targets, most, "    ", |out, (name, weight)| {
            writeln!(out, "    {}: weight {weight} at rest", one_line(name))
        })
    })
}

fn clips(out: &mut String, report: &Report, model: &Model, most: usize) -> Result {
    let channels = format!(
        "{} with {} in the file, {} of them move nodes",
        counted(report.channels.len(), "channel", "channels"),
        counted(report.channels.iter().map(|channel| channel.keys).sum(), "key", "keys"),
        report.driven
    );
    heading(out, "clips", model.clips.len(), &channels)?;
    entries(out, &model.clips, most, "  ", |out, clip| {
        writeln!(
            out,
            "  {}: {} s to {} s, {} frames a second, moves {}{}, is played with {}",
            one_line(&clip.name),
            clip.start,
            clip.end,
            (clip.frame_rate() * 100.0).round() / 100.0,
            counted(clip.tracks.len(), "node", "nodes"),
            match clip.weights.len() {
                0 => String::new(),
                weights => format!(" and {}", counted(weights, "morph target", "morph targets")),
            },
            counted(clip.key_count(), "key", "keys")
        )?;
        let Some(joint) = root_joint(&model.skeleton, clip) else { return Ok(()) };
        let motion = RootMotion::new(&model.skeleton, clip, joint, model.up(), RootAxes::default());
        let name = one_line(&model.skeleton.joints()[joint].name);
        writeln!(out, "    {name} {}", motion.words(model.metres_per_unit()))
    })
}

fn materials(out: &mut String, report: &Report, model: &Model, most: usize) -> Result {
    heading(out, "materials", model.materials.len(), "")?;
    let mut addresses = report.pictures.iter();
    entries(out, &model.materials, most, "  ", |out, material| {
        let [r, g, b, a] = material.diffuse.to_array();
        write!(out, "  {}: diffuse {r:.3} {g:.3} {b:.3} {a:.3}", one_line(&material.name))?;
        match (addresses.next().and_then(Option::as_ref), &material.texture) {
            (_, Some(texture)) => writeln!(out, ", picture {texture}"),
            (Some(address), None) => writeln!(out, ", picture {address:?} missing"),
            (None, None) => writeln!(out),
        }
    })
}

fn warnings(out: &mut String, report: &Report, most: usize) -> Result {
    heading(out, "warnings", report.warnings.len(), "")?;
    entries(out, &report.warnings, most, "  ", |out, warning| {
        write!(out, "  ")?;
        if let Some((line, column)) = warning.line.zip(warning.column) {
            write!(out, "{line}:{column}: ")?;
        }
        writeln!(out, "{}", one_line(&warning.message))
    })
}

/// The heading of a list, if there is anything in it.
pub(super) fn heading(out: &mut String, what: &str, count: usize, more: &str) -> Result {
    if count == 0 {
        return Ok(());
    }
    let more = if more.is_empty() { String::new() } else { format!(" ({more})") };
    writeln!(out, "\n{what}: {count}{more}")
}

/// Returns a file's text without line breaks and control characters, which could fake lines of the report, and only the
/// beginning of one that is longer than any name.
pub(super) fn one_line(text: &str) -> String {
    const MOST: usize = 500;
    let shown = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c });
    let dots = if text.chars().nth(MOST).is_some() { "..." } else { "" };
    shown.chain(dots.chars()).collect()
}
