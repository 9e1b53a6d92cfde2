//! A Collada file as this lesson plays it: joints, and channels of whole matrices, with times in ticks.

use crate::{Channel, Clip, Joint};
use anyhow::Result;
use armature::animation::{Clip as CoreClip, Cursors, JointTracks, RotationTrack, Track as CoreTrack};
use armature::model::Model;
use armature::skeleton::Pose;
use armature_formats::collada::document::{self, CurveInterpolation, Document, TransformKind};
use armature_formats::collada::scene::{Component, Scene};
use armature_formats::collada::{LoadedModel, Warning};
use glam::Mat4;
use models::collada_file::ColladaFile;
use models::posed_model::WorldPose;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Ticks a second if the keys suggest no other rate.
const TICKS_PER_SECOND: f32 = 24.0;

/// Keys closer than that were not set by an animator.
const MAX_TICKS: f32 = 120.0;

/// The input of the answers, and the model that is drawn.
#[derive(Clone)]
pub struct CharacterFile {
    /// The file's path; `None` for a figure that is in no file.
    pub path: Option<PathBuf>,
    /// Meshes, skins, materials, as `common` reads them, and its own clips to compare with.
    pub model: Model,
    /// Every node of the file, parents first.
    pub joints: Vec<Joint>,
    /// The clips, in the order of the model's.
    pub clips: Vec<FileClip>,
    /// The channels that animate the joints; clips that share their channels share one list.
    pub channels: Vec<Vec<Channel>>,
    /// True if the channels are the file's own; else `common` has evaluated its curves, and they are
    /// whole matrices at as many times as that takes.
    pub as_written: bool,
    pub warnings: Vec<Warning>,
    pub note: Option<String>,
}

/// A clip, and the list of channels that it is a range of.
#[derive(Clone, Debug)]
pub struct FileClip {
    pub clip: Clip,
    pub channels: usize,
}

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
        let scene = Scene::new(document)?;
        let loaded = file.model(&scene, path)?;
        let model = loaded.model;
        let rate = ticks_per_second(document);
        let joints = joints(document, &scene, &model);
        let (lists, of_clips) = channel_lists(document, model.clips.len());
        let as_written = !lists.is_empty() && lists.iter().all(|list| is_plain(document, &scene, list));
        let mut channels: Vec<Vec<Channel>> = Vec::new();
        if as_written {
            for list in &lists {
                channels.push(
                    list.iter().map(|&index| channel_in_ticks(document, &document.channels[index], rate)).collect(),
                );
            }
        }
        let mut clips = Vec::new();
        for (index, clip) in model.clips.iter().enumerate() {
            if !as_written {
                channels.push(sample_channels(clip, &model, &joints, rate));
            }
            let name = clip.name.clone();
            let [start, end] = [clip.start, clip.end].map(|seconds| seconds * rate);
            clips.push(FileClip {
                clip: Clip { name, start, end, ticks_per_second: rate },
                channels: if as_written { of_clips[index] } else { index },
            });
        }
        let warnings = loaded.warnings;
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
        let loaded = LoadedModel { model, warnings: Vec::new(), files: Vec::new() };
        lesson_11::FigureFile::from_document(ColladaFile::of(loaded, name)?, name.as_ref())
    }

    /// Describes the positions of the skin's joints, a line for each.
    pub fn describe(&self, pose: &WorldPose) -> String {
        let mut lines = String::new();
        for (joint, at) in self.joints.iter().zip(pose.positions()) {
            if joint.in_skin {
                lines += &format!("{}: ({:.3}, {:.3}, {:.3})\n", joint.name, at.x, at.y, at.z);
            }
        }
        lines
    }
}

/// The largest shear of a model's joints, as a tangent: translation, rotation and scale cannot represent it.
pub fn largest_shear(model: &Model) -> f32 {
    let keys = model.clips.iter().flat_map(|clip| &clip.tracks);
    let keys = keys.filter_map(|tracks| tracks.shear.as_ref()).flat_map(CoreTrack::values);
    let rest = model.skeleton.bind_pose().shears;
    keys.chain(&rest).map(|shear| shear.abs().max_element()).fold(0.0, f32::max)
}

/// Returns the number of ticks in a second. The shortest time between two keys of the file is a tick, if a second has two
/// to [`MAX_TICKS`] of them, whole within 2 %; else there are [`TICKS_PER_SECOND`].
fn ticks_per_second(document: &Document) -> f32 {
    let gaps = document.curves.iter().flat_map(|curve| curve.times.windows(2));
    let gaps = gaps.map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 1e-3);
    let rate = 1.0 / gaps.fold(f32::INFINITY, f32::min);
    let whole = rate.round();
    let is_whole = (2.0..=MAX_TICKS).contains(&whole) && (rate - whole).abs() < 0.02 * whole;
    if is_whole { whole } else { TICKS_PER_SECOND }
}

/// Returns a joint for each node. Ids that the file lacks or repeats are replaced by unique ones.
fn joints(document: &Document, scene: &Scene<'_>, model: &Model) -> Vec<Joint> {
    let bind = model.skeleton.bind_pose();
    let followed: HashSet<usize> = model
        .skins
        .iter()
        .filter(|skin| skin.bindings.len() > 1)
        .flat_map(|skin| skin.bindings.iter().filter_map(|binding| binding.joint))
        .collect();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut joints = Vec::new();
    for (index, core) in model.skeleton.joints().iter().enumerate() {
        let node = scene.nodes.get(index).map(|at| &document.nodes[at.node]);
        let id = node.map_or("", |node| node.id.as_str());
        let id = if id.is_empty() { format!("node {index}") } else { id.to_owned() };
        let times = known.entry(id.clone()).or_default();
        *times += 1;
        // As lesson 04's `joint_name`: what a skin says.
        let names = node.map(|node| [&node.sid, &node.id, &node.name]);
        let name = names.and_then(|names| names.into_iter().find(|name| !name.is_empty()));
        let sid = node.and_then(|node| node.transforms.first()).map_or("", |t| t.sid.as_str());
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
fn channel_lists(document: &Document, clips: usize) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut lists: Vec<Vec<usize>> = Vec::new();
    let mut of_clips = Vec::new();
    for clip in 0..clips {
        let all = document.channels.iter().enumerate();
        let own = all.filter(|(_, channel)| document.is_in_clip(clip, channel));
        let list: Vec<usize> = own.map(|(index, _)| index).collect();
        let known = lists.iter().position(|known| *known == list);
        of_clips.push(known.unwrap_or(lists.len()));
        if known.is_none() {
            lists.push(list);
        }
    }
    (lists, of_clips)
}

/// Returns whether 12.1 can read every channel of a list: whole matrices, interpolated linearly, one channel for a node.
fn is_plain(document: &Document, scene: &Scene<'_>, list: &[usize]) -> bool {
    let mut instances: HashMap<usize, usize> = HashMap::new();
    for node in &scene.nodes {
        *instances.entry(node.node).or_default() += 1;
    }
    let mut taken = HashSet::new();
    let mut driven = scene.driven.iter().filter(|it| list.binary_search(&it.channel).is_ok());
    driven.all(|driven| {
        let node = &document.nodes[driven.node];
        let channel = &document.channels[driven.channel];
        let curve = &document.curves[channel.curve];
        let element = &node.transforms[driven.transform];
        driven.component == Component::Whole
            && element.kind == TransformKind::Matrix
            && node.transforms.len() == 1
            && instances.get(&driven.node) == Some(&1)
            && channel.target == format!("{}/{}", node.id, element.sid)
            && curve.interpolations.iter().all(|i| *i == CurveInterpolation::Linear)
            && taken.insert(driven.node)
    })
}

/// Returns a channel of the file with its times in ticks.
fn channel_in_ticks(document: &Document, channel: &document::Channel, rate: f32) -> Channel {
    let curve = &document.curves[channel.curve];
    Channel {
        target: channel.target.clone(),
        times: curve.times.iter().map(|seconds| seconds * rate).collect(),
        floats: curve.values.to_vec(),
    }
}

/// Samples `common`'s tracks of a clip, which may hold curves, angles and steps, as channels of whole matrices.
pub(super) fn sample_channels(clip: &CoreClip, model: &Model, joints: &[Joint], rate: f32) -> Vec<Channel> {
    let bind = model.skeleton.bind_pose();
    let mut cursors = Cursors::default();
    let mut pose = Pose::default();
    let mut channels = Vec::new();
    for tracks in &clip.tracks {
        let Some(joint) = joints.get(tracks.joint) else { continue };
        let alone = CoreClip { tracks: vec![tracks.clone()], ..clip.clone() };
        let mut channel =
            Channel { target: format!("{}/{}", joint.id, joint.matrix_sid), times: Vec::new(), floats: Vec::new() };
        for seconds in key_times(tracks) {
            alone.sample(seconds, &bind, &mut cursors, &mut pose);
            channel.times.push(seconds * rate);
            let matrix = Mat4::from(pose.local(tracks.joint));
            channel.floats.extend(matrix.transpose().to_cols_array());
        }
        channels.push(channel);
    }
    channels
}

/// Returns the times of all keys of a joint, sorted, and for a step also the time right before the step.
fn key_times(tracks: &JointTracks) -> Vec<f32> {
    let lists = [
        tracks.translation.as_ref().map(CoreTrack::times),
        tracks.rotation.as_ref().map(RotationTrack::times),
        tracks.scale.as_ref().map(CoreTrack::times),
        tracks.shear.as_ref().map(CoreTrack::times),
    ];
    let mut all = Vec::new();
    for times in lists.into_iter().flatten() {
        all.extend_from_slice(times);
        let jumps = times.windows(2).filter(|pair| pair[0] == pair[1]);
        all.extend(jumps.map(|pair| pair[0] - 1e-5 * pair[0].abs().max(1.0)));
    }
    all.sort_by(f32::total_cmp);
    all.dedup();
    all
}
