//! A figure as this lesson plays it: joints, and channels of whole matrices, with times in ticks.

use crate::{Channel, Clip, Joint};
use armature::animation::{Clip as CoreClip, Cursors, JointTracks, RotationTrack, Track as CoreTrack};
use armature::model::Model;
use armature::skeleton::Pose;
use drawing::{Cast, WorldPose};
use glam::Mat4;
use std::collections::HashSet;
use std::path::PathBuf;

/// Ticks a second if the keys suggest no other rate.
pub(super) const TICKS_PER_SECOND: f32 = 24.0;

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
    pub warnings: Vec<String>,
    pub note: Option<String>,
}

/// A clip, and the list of channels that it is a range of.
#[derive(Clone, Debug)]
pub struct FileClip {
    pub clip: Clip,
    pub channels: usize,
}

impl FileClip {
    pub(super) fn new(clip: &CoreClip, rate: f32, channels: usize) -> Self {
        let name = clip.name.clone();
        let [start, end] = [clip.start, clip.end].map(|seconds| seconds * rate);
        FileClip { clip: Clip { name, start, end, ticks_per_second: rate }, channels }
    }
}

impl CharacterFile {
    /// Returns the figure that plays in a scene; `None` if there is none.
    pub fn of_cast(cast: Cast) -> Option<Self> {
        match cast {
            Cast::Own(file) => file.downcast().ok().map(|file| *file),
            cast => cast.model().map(Self::of_model),
        }
    }

    /// Returns a figure that is in no file: its clips are sampled.
    pub fn of_model(model: Model) -> Self {
        let bind = model.skeleton.bind_pose();
        let followed = followed(&model);
        let mut joints = Vec::new();
        for (index, joint) in model.skeleton.joints().iter().enumerate() {
            joints.push(Joint {
                name: joint.name.clone(),
                id: joint.name.clone(),
                matrix_sid: "transform".into(),
                parent: joint.parent,
                parent_from_joint: Mat4::from(bind.local(index)),
                in_skin: followed.contains(&index),
            });
        }
        let rate = TICKS_PER_SECOND;
        let mut channels = Vec::new();
        let mut clips = Vec::new();
        for (index, clip) in model.clips.iter().enumerate() {
            channels.push(sample_channels(clip, &model, &joints, rate));
            clips.push(FileClip::new(clip, rate, index));
        }
        CharacterFile {
            path: None,
            model,
            joints,
            clips,
            channels,
            as_written: false,
            warnings: Vec::new(),
            note: None,
        }
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

/// Returns the joints that skins of several joints follow.
pub(super) fn followed(model: &Model) -> HashSet<usize> {
    let skins = model.skins.iter().filter(|skin| skin.bindings.len() > 1);
    skins.flat_map(|skin| skin.bindings.iter().filter_map(|binding| binding.joint)).collect()
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
