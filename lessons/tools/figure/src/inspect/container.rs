//! `inspect FILE.armature`: the blobs of a container, and the clips, attachments and spheres in them.

use super::text::{SHOWN, one_line, write_entries, write_heading};
use crate::output::say_on;
use anyhow::{Context, Result};
use armature::attachment::SphereKind;
use armature_formats::container::{self, AnimationSet, Kind, store};
use serde::Serialize;
use std::{fmt::Write, path::Path};
use verdict::wording::counted;

#[derive(Serialize)]
struct ContainerReport {
    blobs: Vec<BlobLine>,
    /// Content; `None` if anything is damaged, or if it is about no figure, as a level.
    set: Option<SetLines>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct BlobLine {
    name: String,
    kind: String,
    version: u32,
    offset: u32,
    length: u32,
    checksum: u32,
    /// Whether its bytes have this checksum.
    good: bool,
}

#[derive(Serialize)]
struct SetLines {
    figure: String,
    joints: Vec<JointLine>,
    clips: Vec<ClipLine>,
    attachments: Vec<AttachmentLine>,
    spheres: Vec<SphereLine>,
}

#[derive(Serialize)]
struct JointLine {
    name: String,
    parent: Option<usize>,
}

#[derive(Serialize)]
struct ClipLine {
    name: String,
    start: f32,
    end: f32,
    joints: usize,
    keys: usize,
}

#[derive(Serialize)]
struct AttachmentLine {
    name: String,
    joint: usize,
    file: String,
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Serialize)]
struct SphereLine {
    name: String,
    kind: &'static str,
    joint: usize,
    center: [f32; 3],
    radius: f32,
}

/// Prints a container's table of contents, and all that is in its blobs unless one of them is damaged.
pub(super) fn print_container(path: &Path, json: bool, all: bool) -> Result<()> {
    let file = store::read_file(path).with_context(|| path.display().to_string())?;
    let table = container::table(&file).with_context(|| path.display().to_string())?;
    let blobs = table.into_iter().map(|entry| BlobLine {
        good: entry.content(&file).is_ok(),
        kind: entry.kind.to_string(),
        name: entry.name,
        version: entry.version,
        offset: entry.offset,
        length: entry.length,
        checksum: entry.checksum,
    });
    let blobs: Vec<BlobLine> = blobs.collect();
    let of_figures = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES];
    let is_set = blobs.iter().any(|blob| of_figures.iter().any(|it| it.to_string() == blob.kind));
    let read = if is_set || blobs.is_empty() {
        AnimationSet::from_bytes(&file).map(Some)
    } else {
        container::read(&file).map(|_| None) // a level, or what a later version keeps
    };
    let (read, error) = match read.with_context(|| path.display().to_string()) {
        Ok(read) => (read, None),
        Err(error) => (None, Some(error)),
    };
    let (set, warnings) = read.unzip();
    let set = set.map(set_lines);
    let report = ContainerReport { blobs, set, warnings: warnings.unwrap_or_default() };
    if json {
        say_on!("{}\n", serde_json::to_string(&report)?);
    } else {
        say_on!("{}", report_text(path, &report, file.len(), if all { usize::MAX } else { SHOWN })?);
    }
    error.map_or(Ok(()), Err)
}

/// Returns the parts of an animation set that the report shows.
fn set_lines(set: AnimationSet) -> SetLines {
    let joints = set.figure.joints.into_iter().map(|joint| JointLine { name: joint.name, parent: joint.parent });
    let clips = set.clips.into_iter().map(|clip| ClipLine {
        start: clip.start,
        end: clip.end,
        joints: clip.tracks.len(),
        keys: clip.key_count(),
        name: clip.name,
    });
    let attachments = set.attachments.into_iter().map(|attachment| AttachmentLine {
        translation: attachment.joint_from_attachment.translation.to_array(),
        rotation: attachment.joint_from_attachment.rotation.to_array(),
        scale: attachment.joint_from_attachment.scale.to_array(),
        name: attachment.name,
        joint: attachment.joint,
        file: attachment.file,
    });
    let spheres = set.spheres.into_iter().map(|sphere| SphereLine {
        kind: match sphere.kind {
            SphereKind::Hit => "hit",
            SphereKind::Hurt => "hurt",
        },
        center: sphere.center.to_array(),
        name: sphere.name,
        joint: sphere.joint,
        radius: sphere.radius,
    });
    SetLines {
        figure: set.figure.file,
        joints: joints.collect(),
        clips: clips.collect(),
        attachments: attachments.collect(),
        spheres: spheres.collect(),
    }
}

/// Returns the report: a summary if the container is about a figure, the table of blobs, then the lists.
fn report_text(path: &Path, report: &ContainerReport, bytes: usize, most: usize) -> Result<String> {
    let mut out = format!("{}\n", path.display());
    if let Some(set) = &report.set {
        let joints = counted(set.joints.len(), "joint", "joints");
        writeln!(out, "  figure       {}, {joints}", one_line(&set.figure))?;
        writeln!(out, "  clips        {}", set.clips.len())?;
        writeln!(out, "  attachments  {}", set.attachments.len())?;
        writeln!(out, "  spheres      {}", set.spheres.len())?;
        writeln!(out, "  warnings     {}", report.warnings.len())?;
    }
    write_heading(&mut out, "blobs", report.blobs.len(), &format!("{bytes} bytes in the file"))?;
    // Whole, even if long: a damaged one must not be among those that are left out.
    for blob in &report.blobs {
        let BlobLine { kind, version, offset, length, checksum, .. } = blob;
        let name = one_line(&blob.name);
        let state = if blob.good { "good" } else { "DAMAGED" };
        writeln!(
            out,
            "  {kind} {name}: layout {version}, from byte {offset}, {length} bytes, checksum {checksum:08x} {state}"
        )?;
    }
    if let Some(set) = &report.set {
        write_set_lists(&mut out, set, most)?;
    }
    write_heading(&mut out, "warnings", report.warnings.len(), "")?;
    write_entries(&mut out, &report.warnings, most, "  ", |out, warning| writeln!(out, "  {warning}"))?;
    Ok(out)
}

/// Writes the lists of clips, attachments and spheres, each cut to its first `most` entries.
fn write_set_lists(out: &mut String, set: &SetLines, most: usize) -> std::fmt::Result {
    write_heading(out, "clips", set.clips.len(), "")?;
    write_entries(out, &set.clips, most, "  ", |out, clip| {
        let joints = counted(clip.joints, "joint", "joints");
        let keys = counted(clip.keys, "key", "keys");
        let ClipLine { name, start, end, .. } = clip;
        writeln!(out, "  {}: {start} s to {end} s, moves {joints}, {keys}", one_line(name))
    })?;
    write_heading(out, "attachments", set.attachments.len(), "")?;
    write_entries(out, &set.attachments, most, "  ", |out, attachment| {
        let joint = one_line(&set.joints[attachment.joint].name);
        let file = if attachment.file.is_empty() { "no file" } else { &attachment.file };
        writeln!(out, "  {} on {joint}: {}", one_line(&attachment.name), one_line(file))
    })?;
    write_heading(out, "spheres", set.spheres.len(), "")?;
    write_entries(out, &set.spheres, most, "  ", |out, sphere| {
        let SphereLine { kind, radius, .. } = sphere;
        let joint = one_line(&set.joints[sphere.joint].name);
        writeln!(out, "  {} on {joint}: {kind}, radius {radius} m", one_line(&sphere.name))
    })
}
