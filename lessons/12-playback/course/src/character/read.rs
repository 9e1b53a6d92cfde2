//! A [`CharacterFile`] from a Collada file.

use super::file::{CharacterFile, FileClip, TICKS_PER_SECOND, followed, sample_channels};
use crate::{Channel, Joint};
use anyhow::Result;
use armature::model::Model;
use armature_formats::collada::{ChannelData, Document, LoadedModel};
use glam::Mat4;
use models::collada_file::ColladaFile;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Keys closer than that were not set by an animator.
const MAX_TICKS: f32 = 120.0;

impl CharacterFile {
    /// Reads the file.
    ///
    /// # Errors
    /// If `common` cannot: with the place in the file.
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_document(ColladaFile::read(path)?, path)
    }

    /// Takes joints, channels and clips from a document; `path` is named in errors.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_document(file: ColladaFile, path: &Path) -> Result<Self> {
        let document = &file.document;
        let model = document.loaded.model.clone();
        let rate = ticks_per_second(document);
        let joints = joints(document, &model);
        let (lists, of_clips) = channel_lists(document);
        let as_written = !lists.is_empty() && lists.iter().all(|list| is_plain(document, list));
        let mut channels: Vec<Vec<Channel>> = Vec::new();
        if as_written {
            for list in &lists {
                let own = list.iter().map(|index| channel_in_ticks(&document.channels[*index], rate));
                channels.push(own.collect());
            }
        }
        let mut clips = Vec::new();
        for (index, clip) in model.clips.iter().enumerate() {
            if !as_written {
                channels.push(sample_channels(clip, &model, &joints, rate));
            }
            clips.push(FileClip::new(clip, rate, if as_written { of_clips[index] } else { index }));
        }
        let warnings = document.loaded.warnings.iter().map(ToString::to_string).collect();
        let note = file.note;
        Ok(CharacterFile { path: Some(path.into()), model, joints, clips, channels, as_written, warnings, note })
    }

    /// Returns the figure's skins as lesson 11 reads them.
    ///
    /// # Errors
    /// Those of [`lesson_11::FigureFile::read`].
    pub fn skins(&self) -> Result<lesson_11::FigureFile> {
        if let Some(path) = &self.path {
            return lesson_11::FigureFile::read(path);
        }
        let model = self.model.clone();
        let name = &self.model.name;
        let loaded = LoadedModel { model, ..LoadedModel::default() };
        lesson_11::FigureFile::from_document(ColladaFile::of(loaded, name)?, name.as_ref())
    }
}

/// Returns the number of ticks in a second. The shortest time between two keys of the file is a tick, if a second has two
/// to [`MAX_TICKS`] of them, whole within 2 %; else there are [`TICKS_PER_SECOND`].
fn ticks_per_second(document: &Document) -> f32 {
    let gaps = document.channels.iter().flat_map(|channel| channel.times.windows(2));
    let gaps = gaps.map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 1e-3);
    let rate = 1.0 / gaps.fold(f32::INFINITY, f32::min);
    let whole = rate.round();
    let is_whole = (2.0..=MAX_TICKS).contains(&whole) && (rate - whole).abs() < 0.02 * whole;
    if is_whole { whole } else { TICKS_PER_SECOND }
}

/// Returns a joint for each node. Ids that the file lacks or repeats are replaced by unique ones.
fn joints(document: &Document, model: &Model) -> Vec<Joint> {
    let bind = model.skeleton.bind_pose();
    let followed = followed(model);
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut joints = Vec::new();
    for (index, (core, node)) in model.skeleton.joints().iter().zip(&document.nodes).enumerate() {
        let id = if node.id.is_empty() { format!("node {index}") } else { node.id.clone() };
        let times = known.entry(id.clone()).or_default();
        *times += 1;
        // As lesson 04's `joint_name`: what a skin says.
        let name = [&node.sid, &node.id, &node.name].into_iter().find(|name| !name.is_empty());
        let sid = node.transforms.first().map_or("", |(_, sid)| sid);
        joints.push(Joint {
            name: name.map_or_else(|| core.name.clone(), String::clone),
            id: if *times == 1 { id } else { format!("{id} ({times})") },
            matrix_sid: if sid.is_empty() { "transform".into() } else { sid.into() },
            parent: core.parent,
            parent_from_joint: Mat4::from(bind.local(index)),
            in_skin: followed.contains(&index),
        });
    }
    joints
}

/// Returns the lists of channels that clips play, each list once, and for each clip the index of its list.
fn channel_lists(document: &Document) -> (Vec<&Vec<usize>>, Vec<usize>) {
    let mut lists: Vec<&Vec<usize>> = Vec::new();
    let mut of_clips = Vec::new();
    for list in &document.clip_channels {
        let known = lists.iter().position(|known| *known == list);
        of_clips.push(known.unwrap_or(lists.len()));
        if known.is_none() {
            lists.push(list);
        }
    }
    (lists, of_clips)
}

/// Returns whether 12.1 can read every channel of a list: whole matrices, interpolated linearly, one channel for a node.
fn is_plain(document: &Document, list: &[usize]) -> bool {
    let mut taken = HashSet::new();
    list.iter().all(|index| {
        let channel = &document.channels[*index];
        let [joint] = *channel.joints else { return false };
        let node = &document.nodes[joint];
        let [("matrix", sid)] = &*node.transforms else { return false };
        channel.is_whole && channel.is_linear && channel.target == format!("{}/{sid}", node.id) && taken.insert(joint)
    })
}

/// Returns a channel of the file with its times in ticks.
fn channel_in_ticks(channel: &ChannelData, rate: f32) -> Channel {
    Channel {
        target: channel.target.clone(),
        times: channel.times.iter().map(|seconds| seconds * rate).collect(),
        floats: channel.values.clone(),
    }
}
