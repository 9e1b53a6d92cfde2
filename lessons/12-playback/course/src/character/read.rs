//! A [`CharacterFile`] from a file.

use super::file::{CharacterFile, ClipKeys, ticks_per_second};
use crate::{Channel, Joint};
use anyhow::{Context, Result};
use armature_formats::collada::{ChannelData, Document, LoadedModel, NodeData};
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::path::Path;

impl CharacterFile {
    /// Reads a file. One that is Collada has its own channels, if 12.1 can read them.
    ///
    /// # Errors
    /// If `common` cannot: with the place in the file.
    pub fn read(path: &Path) -> Result<Self> {
        let figure: Box<dyn Any> = armature_formats::read(path)?;
        if let Ok(document) = figure.downcast::<Document>() {
            return Ok(Self::of_document(&document, path));
        }
        let LoadedModel { model, warnings, .. } = armature_formats::load(path)?;
        let warnings = warnings.iter().map(ToString::to_string).collect();
        Ok(CharacterFile { warnings, ..Self::of_model(model) })
    }

    fn of_document(document: &Document, path: &Path) -> Self {
        let rate = ticks_per_second(document.channels.iter().map(|channel| &*channel.times));
        let mut file = Self::with_rate(document.loaded.model.clone(), rate);
        file.collada = Some(path.into());
        file.warnings = document.loaded.warnings.iter().map(ToString::to_string).collect();
        name_joints(&mut file.joints, &document.nodes);
        let (lists, of_clips) = channel_lists(document);
        if lists.iter().all(|list| is_plain(document, list)) {
            file.keys.clear();
            for list in lists {
                let channels = list.iter().map(|index| channel_in_ticks(&document.channels[*index], rate));
                file.keys.push(ClipKeys::Channels(channels.collect()));
            }
            for (clip, keys) in file.clips.iter_mut().zip(of_clips) {
                clip.keys = keys;
            }
        }
        file
    }

    /// Returns the figure's skins as the answers of lesson 11 take them.
    ///
    /// # Errors
    /// Those of [`lesson_11::FigureFile::read`].
    pub fn skins(&self) -> Result<lesson_11::FigureFile> {
        match &self.collada {
            Some(path) => lesson_11::FigureFile::read(path),
            None => lesson_11::FigureFile::of_model(self.model.clone()).context("there is no skin in it"),
        }
    }
}

/// Gives joints the names of their nodes. Ids that the file lacks or repeats are replaced by unique ones.
fn name_joints(joints: &mut [Joint], nodes: &[NodeData]) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, (joint, node)) in joints.iter_mut().zip(nodes).enumerate() {
        let id = if node.id.is_empty() { format!("node {index}") } else { node.id.clone() };
        let times = known.entry(id.clone()).or_default();
        *times += 1;
        joint.id = if *times == 1 { id } else { format!("{id} ({times})") };
        // As lesson 05's `joint_name`: what a skin says.
        if let Some(name) = [&node.sid, &node.id, &node.name].into_iter().find(|name| !name.is_empty()) {
            joint.name.clone_from(name);
        }
        if let Some((_, sid)) = node.transforms.first().filter(|(_, sid)| !sid.is_empty()) {
            joint.matrix_sid.clone_from(sid);
        }
    }
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
