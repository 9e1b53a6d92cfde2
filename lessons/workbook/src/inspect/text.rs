//! `inspect`: the summary of a Collada file as text.

use common::{
    collada::{Document, Loaded, Scene, scene::SkinInstance},
    model::Model,
};
use std::fmt::{Result, Write};

/// The largest indentation of the node tree, in columns.
const MAX_INDENT: usize = 60;

/// The summary, paragraph by paragraph.
pub(super) fn report(
    document: &Document,
    scene: &Scene<'_>,
    loaded: &Loaded,
) -> anyhow::Result<String> {
    let mut out = String::new();
    file(&mut out, document)?;
    tree(&mut out, document, scene)?;
    skins(&mut out, document, scene)?;
    meshes(&mut out, &loaded.model)?;
    clips(&mut out, document, scene, &loaded.model)?;
    materials(&mut out, document, &loaded.model)?;
    warnings(&mut out, loaded)?;
    Ok(out)
}

fn file(out: &mut String, document: &Document) -> Result {
    let asset = &document.asset;
    let unknown =
        |text: &str| if text.is_empty() { "not stated".to_owned() } else { one_line(text) };
    writeln!(out, "{}", document.name)?;
    writeln!(out, "  exporter  {}", unknown(&asset.authoring_tool))?;
    writeln!(out, "  version   {}", unknown(&asset.version))?;
    writeln!(out, "  up axis   {}", asset.up_axis.name())?;
    writeln!(out, "  unit      {} m", asset.unit_meter)
}

fn tree(out: &mut String, document: &Document, scene: &Scene<'_>) -> Result {
    let joints = scene.nodes.iter().filter(|node| document.nodes[node.node].joint).count();
    heading(out, "nodes", scene.nodes.len(), &format!("{joints} of them joints"))?;
    let mut depths: Vec<usize> = Vec::with_capacity(scene.nodes.len());
    for instance in &scene.nodes {
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
        writeln!(out)?;
    }
    Ok(())
}

fn skins(out: &mut String, document: &Document, scene: &Scene<'_>) -> Result {
    heading(out, "skins", scene.skins.len(), "")?;
    scene.skins.iter().try_for_each(|skin| self::skin(out, document, scene, skin))
}

fn skin(
    out: &mut String,
    document: &Document,
    scene: &Scene<'_>,
    skin: &SkinInstance<'_>,
) -> Result {
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
    for (name, joint) in data.joints.iter().zip(&skin.joints) {
        let found = if joint.is_some() { "" } else { "  not in the scene" };
        writeln!(out, "    joint {}{found}", one_line(name))?;
    }
    Ok(())
}

fn meshes(out: &mut String, model: &Model) -> Result {
    heading(out, "meshes", model.parts.len(), "")?;
    for part in &model.parts {
        let material = part.material.map_or("no material", |place| &model.materials[place].name);
        writeln!(
            out,
            "  {}: {}, {}, {}",
            one_line(&part.name),
            counted(part.mesh.vertices.len(), "vertex", "vertices"),
            counted(part.mesh.triangle_count(), "triangle", "triangles"),
            one_line(material)
        )?;
    }
    Ok(())
}

fn clips(out: &mut String, document: &Document, scene: &Scene<'_>, model: &Model) -> Result {
    let keys: usize = document.channels.iter().map(|c| document.curves[c.curve].times.len()).sum();
    let found = scene.driven.len();
    let channels = format!(
        "{} with {} in the file, {found} of them move nodes",
        counted(document.channels.len(), "channel", "channels"),
        counted(keys, "key", "keys")
    );
    heading(out, "clips", model.clips.len(), &channels)?;
    for clip in &model.clips {
        let keys: usize = clip.tracks.iter().map(common::animation::JointTracks::key_count).sum();
        writeln!(
            out,
            "  {}: {} s to {} s, moves {} with {}",
            one_line(&clip.name),
            clip.start,
            clip.end,
            counted(clip.tracks.len(), "node", "nodes"),
            counted(keys, "key", "keys")
        )?;
    }
    Ok(())
}

fn materials(out: &mut String, document: &Document, model: &Model) -> Result {
    heading(out, "materials", model.materials.len(), "")?;
    for (material, data) in model.materials.iter().zip(&document.materials) {
        let [r, g, b, a] = material.diffuse.to_array();
        write!(out, "  {}: diffuse {r:.3} {g:.3} {b:.3} {a:.3}", one_line(&material.name))?;
        match (&data.effect.texture, &material.texture) {
            (Some(_), Some(texture)) => writeln!(out, ", picture {texture}")?,
            (Some(data), None) => writeln!(out, ", picture {:?} missing", data.address)?,
            (None, _) => writeln!(out)?,
        }
    }
    Ok(())
}

fn warnings(out: &mut String, loaded: &Loaded) -> Result {
    heading(out, "warnings", loaded.warnings.len(), "")?;
    for warning in &loaded.warnings {
        match &warning.place {
            Some(place) => write!(out, "  {}:{}: ", place.line, place.column)?,
            None => write!(out, "  ")?,
        }
        writeln!(out, "{}", one_line(&warning.text()))?;
    }
    Ok(())
}

/// `1 key`, `2 keys`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn heading(out: &mut String, what: &str, count: usize, more: &str) -> Result {
    let more = if more.is_empty() { String::new() } else { format!(" ({more})") };
    writeln!(out, "\n{what}: {count}{more}")
}

/// A file's text without line breaks and control characters, which could fake lines of the report.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
