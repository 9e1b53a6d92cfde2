//! `inspect`: the summary of a Collada file as text.

use common::{
    animation::{Clip, RootAxes, RootMotion, root_joint},
    collada::{Document, Loaded, Scene, scene::SkinInstance},
    gltf,
    model::{Model, ModelInstance},
    text::counted,
};
use std::fmt::{Result, Write};

/// The largest indentation of the node tree, in columns.
const MAX_INDENT: usize = 60;

/// Entries of a list that are shown where not all are.
pub(super) const SHOWN: usize = 8;

/// The summary, then lists; of long ones only the beginning, unless `all` is wanted.
pub(super) fn report(document: &Document, scene: &Scene<'_>, loaded: &Loaded, all: bool) -> anyhow::Result<String> {
    let mut out = String::new();
    summary(&mut out, document, scene, loaded)?;
    let most = if all { usize::MAX } else { SHOWN };
    tree(&mut out, document, scene, most)?;
    skins(&mut out, document, scene, most)?;
    meshes(&mut out, &loaded.model, most)?;
    clips(&mut out, document, scene, &loaded.model, most)?;
    materials(&mut out, document, &loaded.model, most)?;
    warnings(&mut out, loaded, most)?;
    Ok(out)
}

/// The same of a glTF file.
pub(super) fn gltf_report(document: &gltf::Document, loaded: &Loaded, all: bool) -> anyhow::Result<String> {
    let (mut out, model) = (String::new(), &loaded.model);
    let joints = model.is_joint.iter().filter(|joint| **joint).count();
    model_summary(&mut out, &document.name, joints, document.skins.len(), loaded)?;
    writeln!(out, "  exporter  {}", stated(&document.generator))?;
    writeln!(out, "  version   2.0\n  up axis   Y_UP\n  unit      1 m")?;
    let most = if all { usize::MAX } else { SHOWN };
    let nodes = model.skeleton.joints();
    heading(&mut out, "nodes", nodes.len(), &format!("{joints} of them joints"))?;
    let mut joint = 0..;
    entries(&mut out, (nodes, most), "  ", |out, node| {
        let joint = joint.next().unwrap_or(0);
        let indent = (2 + 2 * model.skeleton.depth(joint)).min(MAX_INDENT);
        let what = if model.is_joint[joint] { "  joint" } else { "" };
        writeln!(out, "{:indent$}{}{what}", "", one_line(&node.name))
    })?;
    heading(&mut out, "skins", document.skins.len(), "")?;
    entries(&mut out, (&document.skins, most), "  ", |out, skin| {
        let name = if skin.name.is_empty() { "(no name)" } else { &skin.name };
        writeln!(out, "  {}: {}", one_line(name), counted(skin.joints.len(), "joint", "joints"))
    })?;
    meshes(&mut out, model, most)?;
    let channels = document.animations.iter().map(|animation| animation.channels.len()).sum();
    let channels = counted(channels, "channel moves", "channels move");
    heading(&mut out, "clips", model.clips.len(), &format!("{channels} nodes"))?;
    clip_entries(&mut out, model, most)?;
    heading(&mut out, "materials", model.materials.len(), "")?;
    entries(&mut out, (&model.materials, most), "  ", |out, material| {
        let [r, g, b, a] = material.diffuse.to_array();
        write!(out, "  {}: diffuse {r:.3} {g:.3} {b:.3} {a:.3}", one_line(&material.name))?;
        let picture = material.texture.as_ref().map(|texture| format!(", picture {texture}"));
        writeln!(out, "{}", picture.unwrap_or_default())
    })?;
    warnings(&mut out, loaded, most)?;
    Ok(out)
}

fn stated(text: &str) -> String {
    if text.is_empty() { "not stated".to_owned() } else { one_line(text) }
}

fn summary(out: &mut String, document: &Document, scene: &Scene<'_>, loaded: &Loaded) -> Result {
    let asset = &document.asset;
    let joints = scene.nodes.iter().filter(|node| document.nodes[node.node].joint).count();
    model_summary(out, &document.name, joints, scene.skins.len(), loaded)?;
    writeln!(out, "  exporter  {}", stated(&asset.authoring_tool))?;
    writeln!(out, "  version   {}", stated(&asset.version))?;
    writeln!(out, "  up axis   {}", asset.up_axis.name())?;
    writeln!(out, "  unit      {} m", asset.unit_meter)
}

/// What the files of any format have in common.
fn model_summary(out: &mut String, file: &str, joints: usize, skins: usize, loaded: &Loaded) -> Result {
    let model = &loaded.model;
    writeln!(out, "{file}")?;
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
    writeln!(out, "  skins     {skins}")?;
    let triangles = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let triangles = counted(triangles, "triangle", "triangles");
    writeln!(out, "  meshes    {}, {triangles}", model.parts.len())?;
    let seconds = |clip: &Clip| format!("{} ({:.2} s)", one_line(&clip.name), clip.duration());
    let names: Vec<String> = model.clips.iter().take(SHOWN).map(seconds).collect();
    let colon = if names.is_empty() { "" } else { ": " };
    let dots = if model.clips.len() > SHOWN { ", ..." } else { "" };
    writeln!(out, "  clips     {}{colon}{}{dots}", model.clips.len(), names.join(", "))?;
    writeln!(out, "  warnings  {}", loaded.warnings.len())
}

/// Writes at most so many entries of a list, and how many there are more.
pub(super) fn entries<T>(
    out: &mut String,
    (entries, most): (&[T], usize),
    indent: &str,
    mut write: impl FnMut(&mut String, &T) -> Result,
) -> Result {
    entries.iter().take(most).try_for_each(|entry| write(out, entry))?;
    match entries.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "{indent}and {more} more: --all lists them"),
    }
}

fn tree(out: &mut String, document: &Document, scene: &Scene<'_>, most: usize) -> Result {
    let joints = scene.nodes.iter().filter(|node| document.nodes[node.node].joint).count();
    heading(out, "nodes", scene.nodes.len(), &format!("{joints} of them joints"))?;
    let mut depths: Vec<usize> = Vec::with_capacity(scene.nodes.len());
    entries(out, (&scene.nodes, most), "  ", |out, instance| {
        let depth = instance.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let node = &document.nodes[instance.node];
        let name = [&node.name, &node.id, &node.sid].into_iter().find(|name| !name.is_empty());
        let name = name.map_or("(no name)", String::as_str);
        let indent = (2 + 2 * depth).min(MAX_INDENT);
        write!(out, "{:indent$}{}", "", one_line(name))?;
        if node.joint {
            write!(out, "  joint")?;
        }
        for (what, key) in [("id", &node.id), ("sid", &node.sid)] {
            if !key.is_empty() && key != name {
                write!(out, "  {what} {}", one_line(key))?;
            }
        }
        writeln!(out)
    })
}

fn skins(out: &mut String, document: &Document, scene: &Scene<'_>, most: usize) -> Result {
    heading(out, "skins", scene.skins.len(), "")?;
    entries(out, (&scene.skins, most), "  ", |out, skin| self::skin(out, document, scene, skin, most))
}

fn skin(out: &mut String, document: &Document, scene: &Scene<'_>, skin: &SkinInstance<'_>, most: usize) -> Result {
    let controller = &document.controllers[skin.controller];
    let node = &document.nodes[scene.nodes[skin.node].node];
    let Some(data) = &controller.skin else { return Ok(()) };
    writeln!(
        out,
        "  {} on node {}: {}, {} with weights",
        one_line(&controller.place.id),
        one_line(&node.id),
        counted(skin.joints.len(), "joint", "joints"),
        counted(data.ends.len(), "vertex", "vertices")
    )?;
    let mut histogram = Vec::new();
    for position in 0..data.ends.len() {
        let count = data.influences(position).filter(|(_, weight)| *weight != 0.0).count();
        if histogram.len() <= count {
            histogram.resize(count + 1, 0);
        }
        histogram[count] += 1;
    }
    writeln!(out, "    influences  vertices")?;
    for (count, vertices) in histogram.iter().enumerate().filter(|(_, vertices)| **vertices > 0) {
        writeln!(out, "    {count:10}  {vertices:8}")?;
    }
    let joints: Vec<_> = data.joints.iter().zip(&skin.joints).collect();
    entries(out, (&joints, most), "    ", |out, (name, joint)| {
        let found = if joint.is_some() { "" } else { "  not in the scene" };
        writeln!(out, "    joint {}{found}", one_line(name))
    })
}

fn meshes(out: &mut String, model: &Model, most: usize) -> Result {
    heading(out, "meshes", model.parts.len(), "")?;
    entries(out, (&model.parts, most), "  ", |out, part| {
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

fn clips(out: &mut String, document: &Document, scene: &Scene<'_>, model: &Model, most: usize) -> Result {
    let keys: usize = document.channels.iter().map(|c| document.curves[c.curve].times.len()).sum();
    let found = scene.driven.len();
    let channels = format!(
        "{} with {} in the file, {found} of them move nodes",
        counted(document.channels.len(), "channel", "channels"),
        counted(keys, "key", "keys")
    );
    heading(out, "clips", model.clips.len(), &channels)?;
    clip_entries(out, model, most)
}

fn clip_entries(out: &mut String, model: &Model, most: usize) -> Result {
    entries(out, (&model.clips, most), "  ", |out, clip| {
        writeln!(
            out,
            "  {}: {} s to {} s, {} frames a second, moves {}, is played with {}",
            one_line(&clip.name),
            clip.start,
            clip.end,
            (clip.frame_rate() * 100.0).round() / 100.0,
            counted(clip.tracks.len(), "node", "nodes"),
            counted(clip.key_count(), "key", "keys")
        )?;
        let Some(joint) = root_joint(&model.skeleton, clip) else { return Ok(()) };
        let motion = RootMotion::new(&model.skeleton, clip, joint, model.up(), RootAxes::default());
        let name = one_line(&model.skeleton.joints()[joint].name);
        writeln!(out, "    {name} {}", motion.words(model.metres_per_unit()))
    })
}

fn materials(out: &mut String, document: &Document, model: &Model, most: usize) -> Result {
    heading(out, "materials", model.materials.len(), "")?;
    let materials: Vec<_> = model.materials.iter().zip(&document.materials).collect();
    entries(out, (&materials, most), "  ", |out, (material, data)| {
        let [r, g, b, a] = material.diffuse.to_array();
        write!(out, "  {}: diffuse {r:.3} {g:.3} {b:.3} {a:.3}", one_line(&material.name))?;
        match (&data.effect.texture, &material.texture) {
            (Some(_), Some(texture)) => writeln!(out, ", picture {texture}"),
            (Some(data), None) => writeln!(out, ", picture {:?} missing", data.address),
            (None, _) => writeln!(out),
        }
    })
}

fn warnings(out: &mut String, loaded: &Loaded, most: usize) -> Result {
    heading(out, "warnings", loaded.warnings.len(), "")?;
    entries(out, (&loaded.warnings, most), "  ", |out, warning| {
        match &warning.place {
            Some(place) if place.line > 0 => write!(out, "  {}:{}: ", place.line, place.column)?,
            _ => write!(out, "  ")?,
        }
        writeln!(out, "{}", one_line(&warning.text()))
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

/// A file's text without line breaks and control characters, which could fake lines of the report, and only the
/// beginning of one that is longer than any name.
pub(super) fn one_line(text: &str) -> String {
    const MOST: usize = 500;
    let shown = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c });
    let dots = if text.chars().nth(MOST).is_some() { "..." } else { "" };
    shown.chain(dots.chars()).collect()
}
