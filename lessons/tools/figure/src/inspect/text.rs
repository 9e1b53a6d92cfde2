//! `inspect`: the report on a figure's file as text.

use armature::{
    animation::{RootAxes, RootMotion, root_joint},
    model::{Model, ModelInstance},
};
use armature_formats::loading::model_file::{Report, Skin};
use std::fmt::{Result, Write};
use verdict::wording::counted;

/// The largest indentation of the node tree, in columns.
const MAX_INDENT: usize = 60;

/// Entries of a list that are shown where not all are.
pub(super) const SHOWN: usize = 8;

/// Returns the report on a file: a summary, then lists. Without `all`, long lists are cut to their first entries.
pub(super) fn report_text(report: &Report, model: &Model, all: bool) -> anyhow::Result<String> {
    let mut out = String::new();
    let most = if all { usize::MAX } else { SHOWN };
    let joints = report.nodes.iter().filter(|node| node.joint).count();
    write_summary(&mut out, report, model, joints)?;
    write_heading(&mut out, "nodes", report.nodes.len(), &format!("{joints} of them joints"))?;
    write_node_tree(&mut out, report, most)?;
    write_heading(&mut out, "skins", report.skins.len(), "")?;
    write_entries(&mut out, &report.skins, most, "  ", |out, skin| write_skin(out, report, skin, most))?;
    write_meshes(&mut out, model, most)?;
    write_morph_sets(&mut out, model, most)?;
    write_clips(&mut out, report, model, most)?;
    write_materials(&mut out, report, model, most)?;
    write_warnings(&mut out, report, most)?;
    Ok(out)
}

fn text_or_not_stated(text: &str) -> String {
    if text.is_empty() { "not stated".to_owned() } else { one_line(text) }
}

/// Writes the file's name and the lines of the summary: size, numbers of joints, skins, meshes, clips and warnings, exporter, axes.
fn write_summary(out: &mut String, report: &Report, model: &Model, joints: usize) -> Result {
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
    writeln!(out, "  exporter  {}", text_or_not_stated(&report.exporter))?;
    writeln!(out, "  version   {}", text_or_not_stated(&report.version))?;
    writeln!(out, "  up axis   {}", report.up_axis)?;
    writeln!(out, "  unit      {} m", report.unit_meter)
}

/// Writes the first `most` entries of a list, and a line with the number of entries left out.
pub(super) fn write_entries<T>(
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

/// Writes the tree of nodes: each node's name, whether it is a joint, and its id and sid where they differ from the name.
fn write_node_tree(out: &mut String, report: &Report, most: usize) -> Result {
    let mut depths: Vec<usize> = Vec::with_capacity(report.nodes.len());
    write_entries(out, &report.nodes, most, "  ", |out, node| {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let name = node.name.as_ref().or(node.id.as_ref()).or(node.sid.as_ref());
        let indent = (2 + 2 * depth).min(MAX_INDENT);
        write!(out, "{:indent$}{}", "", name.map_or("(no name)".into(), |name| one_line(name)))?;
        if node.joint {
            write!(out, "  joint")?;
        }
        for (attribute, key) in [("id", &node.id), ("sid", &node.sid)] {
            if let Some(key) = key.as_ref().filter(|key| Some(*key) != name) {
                write!(out, "  {attribute} {}", one_line(key))?;
            }
        }
        writeln!(out)
    })
}

/// Writes a skin's node and joints, and a table of how many vertices have how many influences.
fn write_skin(out: &mut String, report: &Report, skin: &Skin, most: usize) -> Result {
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
    write_entries(out, &joints, most, "    ", |out, (name, joint)| {
        let missing = if joint.is_some() { "" } else { "  not in the scene" };
        writeln!(out, "    joint {}{missing}", one_line(name))
    })
}

fn write_meshes(out: &mut String, model: &Model, most: usize) -> Result {
    write_heading(out, "meshes", model.parts.len(), "")?;
    write_entries(out, &model.parts, most, "  ", |out, part| {
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

/// Writes each set of morph targets, with the targets' names and weights at rest.
fn write_morph_sets(out: &mut String, model: &Model, most: usize) -> Result {
    write_heading(out, "morph targets", model.morph_sets.iter().map(|set| set.targets.len()).sum(), "")?;
    write_entries(out, &model.morph_sets, most, "  ", |out, set| {
        writeln!(out, "  {}: {}", one_line(&set.name), counted(set.targets.len(), "target", "targets"))?;
        let targets: Vec<_> = set.targets.iter().zip(&set.at_rest).collect();
        write_entries(out, &targets, most, "    ", |out, (name, weight)| {
            writeln!(out, "    {}: weight {weight} at rest", one_line(name))
        })
    })
}

/// Writes the file's channels, and each clip with its times, its keys and the motion of its root joint.
fn write_clips(out: &mut String, report: &Report, model: &Model, most: usize) -> Result {
    let channels = format!(
        "{} with {} in the file, {} of them move nodes",
        counted(report.channels.len(), "channel", "channels"),
        counted(report.channels.iter().map(|channel| channel.keys).sum(), "key", "keys"),
        report.driven
    );
    write_heading(out, "clips", model.clips.len(), &channels)?;
    write_entries(out, &model.clips, most, "  ", |out, clip| {
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

fn write_materials(out: &mut String, report: &Report, model: &Model, most: usize) -> Result {
    write_heading(out, "materials", model.materials.len(), "")?;
    let mut addresses = report.pictures.iter();
    write_entries(out, &model.materials, most, "  ", |out, material| {
        let [r, g, b, a] = material.diffuse.to_array();
        write!(out, "  {}: diffuse {r:.3} {g:.3} {b:.3} {a:.3}", one_line(&material.name))?;
        match (addresses.next().and_then(Option::as_ref), &material.texture) {
            (_, Some(texture)) => writeln!(out, ", picture {texture}"),
            (Some(address), None) => writeln!(out, ", picture {address:?} missing"),
            (None, None) => writeln!(out),
        }
    })
}

fn write_warnings(out: &mut String, report: &Report, most: usize) -> Result {
    write_heading(out, "warnings", report.warnings.len(), "")?;
    write_entries(out, &report.warnings, most, "  ", |out, warning| {
        write!(out, "  ")?;
        if let Some((line, column)) = warning.line.zip(warning.column) {
            write!(out, "{line}:{column}: ")?;
        }
        writeln!(out, "{}", one_line(&warning.message))
    })
}

/// Writes the heading of a list of `count` entries, with a remark in parentheses. Writes nothing if the list is empty.
pub(super) fn write_heading(out: &mut String, title: &str, count: usize, remark: &str) -> Result {
    match (count, remark) {
        (0, _) => Ok(()),
        (_, "") => writeln!(out, "\n{title}: {count}"),
        _ => writeln!(out, "\n{title}: {count} ({remark})"),
    }
}

/// Returns the first 500 characters of a file's text, with spaces for control characters: a line break in a name could
/// otherwise fake a line of the report.
pub(super) fn one_line(text: &str) -> String {
    const MOST: usize = 500;
    let shown = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c });
    let dots = if text.chars().nth(MOST).is_some() { "..." } else { "" };
    shown.chain(dots.chars()).collect()
}
