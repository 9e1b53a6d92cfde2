//! A figure as this lesson plays it: joints, and the keys of its clips, with times in ticks.

use super::Tracks;
use crate::{Channel, Clip, Joint, KeyList, Track};
use armature::animation::{Clip as CoreClip, RotationTrack, Track as CoreTrack};
use armature::model::Model;
use drawing::Cast;
use glam::Mat4;
use std::collections::HashSet;
use std::path::PathBuf;

/// Ticks a second if the keys suggest no other rate.
const TICKS_PER_SECOND: f32 = 24.0;
/// Keys closer than that were not set by an animator.
const MAX_TICKS: f32 = 120.0;
/// Time by which the first of two keys at the same time is earlier, in seconds, or as a fraction of the time after the
/// first second.
const JUMP: f32 = 1e-5;

/// The input of the answers, and the model that is drawn.
#[derive(Clone)]
pub struct CharacterFile {
    /// The Collada file that it was read from; `None` for any other figure.
    pub collada: Option<PathBuf>,
    /// Meshes, skins, materials, as `common` reads them, and its own clips to compare with.
    pub model: Model,
    /// Every node of the file, parents first.
    pub joints: Vec<Joint>,
    /// The clips, in the order of the model's.
    pub clips: Vec<FileClip>,
    /// The keys that clips play; clips that share their channels share an element.
    pub keys: Vec<ClipKeys>,
    pub warnings: Vec<String>,
}

/// Keys that one clip or several play.
#[derive(Clone, Debug)]
pub enum ClipKeys {
    /// Channels of a Collada file, of which 12.1 makes tracks.
    Channels(Vec<Channel>),
    /// Tracks of the loader.
    Tracks(Tracks),
}

/// A clip, and the index of the keys that it is a range of.
#[derive(Clone, Debug)]
pub struct FileClip {
    pub clip: Clip,
    pub keys: usize,
}

impl FileClip {
    pub(super) fn new(clip: &CoreClip, rate: f32, keys: usize) -> Self {
        let name = clip.name.clone();
        let [start, end] = [clip.start, clip.end].map(|seconds| seconds * rate);
        FileClip { clip: Clip { name, start, end, ticks_per_second: rate }, keys }
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

    /// Returns a figure with the tracks of its loader.
    pub fn of_model(model: Model) -> Self {
        let mut lists: Vec<&[f32]> = Vec::new();
        for tracks in model.clips.iter().flat_map(|clip| &clip.tracks) {
            lists.extend(tracks.translation.iter().chain(&tracks.scale).map(CoreTrack::times));
            lists.extend(tracks.rotation.iter().map(RotationTrack::times));
        }
        let rate = ticks_per_second(lists);
        Self::with_rate(model, rate)
    }

    /// Returns a figure with the tracks of its loader, and `rate` ticks in a second.
    pub(super) fn with_rate(model: Model, rate: f32) -> Self {
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
        let mut keys = Vec::new();
        let mut clips = Vec::new();
        for clip in &model.clips {
            clips.push(FileClip::new(clip, rate, keys.len()));
            keys.push(ClipKeys::Tracks(copied_tracks(clip, &model, rate)));
        }
        CharacterFile { collada: None, model, joints, clips, keys, warnings: Vec::new() }
    }

    /// Returns whether a clip plays tracks of the loader, without 12.1.
    pub fn has_loaded_tracks(&self, clip: usize) -> bool {
        matches!(self.keys[self.clips[clip].keys], ClipKeys::Tracks(_))
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
fn followed(model: &Model) -> HashSet<usize> {
    let skins = model.skins.iter().filter(|skin| skin.bindings.len() > 1);
    skins.flat_map(|skin| skin.bindings.iter().filter_map(|binding| binding.joint)).collect()
}

/// Returns the number of ticks in a second. The shortest time between two keys is a tick, if a second has two to
/// [`MAX_TICKS`] of them, whole within 2 %; else there are [`TICKS_PER_SECOND`]. `lists` has times in seconds.
pub(super) fn ticks_per_second<'a>(lists: impl IntoIterator<Item = &'a [f32]>) -> f32 {
    let mut shortest = f32::INFINITY;
    for pair in lists.into_iter().flat_map(|times| times.windows(2)) {
        let gap = pair[1] - pair[0];
        if gap > 1e-3 {
            shortest = shortest.min(gap);
        }
    }
    let rate = 1.0 / shortest;
    let whole = rate.round();
    let is_whole = (2.0..=MAX_TICKS).contains(&whole) && (rate - whole).abs() < 0.02 * whole;
    if is_whole { whole } else { TICKS_PER_SECOND }
}

/// Copies `common`'s tracks of a clip, list by list. Shear is left out.
pub(super) fn copied_tracks(clip: &CoreClip, model: &Model, rate: f32) -> Tracks {
    let rest = model.skeleton.bind_pose().locals;
    let mut copies = vec![None; rest.len()];
    for tracks in &clip.tracks {
        copies[tracks.joint] = Some(Track {
            rest: rest[tracks.joint],
            translations: copied_keys(tracks.translation.as_ref(), rate),
            rotations: copied_keys(tracks.rotation.as_ref().map(RotationTrack::track), rate),
            scales: copied_keys(tracks.scale.as_ref(), rate),
        });
    }
    copies
}

/// Copies the keys of a track. The first of two keys at the same time is moved back a little: times increase.
fn copied_keys<T: Copy>(track: Option<&CoreTrack<T>>, rate: f32) -> KeyList<T> {
    let Some(track) = track else { return KeyList { times: Vec::new(), values: Vec::new() } };
    let mut times: Vec<f32> = Vec::new();
    for (index, time) in track.times().iter().enumerate() {
        let is_jump = track.times().get(index + 1) == Some(time);
        let seconds = if is_jump { time - JUMP * time.abs().max(1.0) } else { *time };
        let before = times.last().copied().unwrap_or(f32::NEG_INFINITY);
        times.push(before.max(seconds * rate));
    }
    KeyList { times, values: track.values().to_vec() }
}
