//! The interface of a file format: makes a model of a file, and reports its contents.

use super::{Error, LoadedModel, Warning};
use armature::{animation::Clip, model::ModelInstance};
use glam::{Affine3A, Mat4};
use std::any::Any;

/// A figure's file as written, of any format.
pub trait ModelFile: Any {
    /// The model of its scene, and warnings.
    fn loaded(&self) -> &LoadedModel;

    /// Returns the model and the warnings alone.
    fn into_loaded(self: Box<Self>) -> LoadedModel;

    /// Reports what the file says beside its model: no places, and nothing that depends on a time.
    fn facts(&self) -> Report;

    /// Returns the clip with an index in the model, with all keys of its channels. Without an index it is the one that the
    /// format plays by itself: a Collada file's whole timeline, a glTF file's first animation.
    ///
    /// # Errors
    /// If the clip would go beyond one of the [`limits`](super::limits).
    fn timeline(&self, clip: Option<usize>) -> Result<Clip, Error>;

    /// Returns the positions of the mesh of one of the report's skins in the pose of an instance.
    fn skinned(&self, skin: usize, instance: &ModelInstance) -> Vec<Point>;

    /// Reports what is in it, and where everything is at these times in seconds, in this [clip](Self::timeline) of its model.
    ///
    /// # Errors
    /// As [`timeline`](Self::timeline).
    fn report(&self, times: &[f32], clip: Option<usize>) -> Result<Report, Error> {
        let LoadedModel { model, warnings, .. } = self.loaded();
        let mut instance = ModelInstance::new(model);
        let mut report = self.facts();
        report.bind_world = world_of(&instance);
        for (index, skin) in report.skins.iter_mut().enumerate() {
            skin.bind = self.skinned(index, &instance);
            skin.positions = skin.bind.len();
        }
        if !times.is_empty() {
            let timeline = self.timeline(clip)?;
            for time in times {
                instance.sample(model, &timeline, *time);
                report.world.push(world_of(&instance));
                for (index, skin) in report.skins.iter_mut().enumerate() {
                    skin.skinned.push(self.skinned(index, &instance));
                }
            }
        }
        report.times = times.to_vec();
        report.clip = clip.map(|clip| model.clips[clip].name.clone()).or(report.clip);
        for clip in &model.clips {
            report.clips.push(ClipSpan { name: clip.name.clone(), start: clip.start, end: clip.end });
        }
        report.morph_sets = model.morph_sets.iter().map(morph_set).collect();
        report.warnings = warnings.iter().map(note).collect();
        Ok(report)
    }
}

/// Row by row, for column vectors.
pub type Matrix = [f32; 16];
/// x, y, z.
pub type Point = [f32; 3];

/// A file's scene, skins and animation as numbers, in the file's own axes and units; all influences, their weights
/// normalised; clip ranges not applied.
#[derive(Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// The file's name as it was given.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub file: String,
    /// The program that wrote it; empty where it does not say so.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub exporter: String,
    /// Version of the format; empty if the file does not say it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub version: String,
    /// `Y_UP`.
    pub up_axis: &'static str,
    /// The length of its unit in metres.
    pub unit_meter: f64,
    /// The nodes of its scene, parents before their children.
    pub nodes: Vec<Node>,
    /// `world_from_node` at rest.
    pub bind_world: Vec<Matrix>,
    /// The clip that is evaluated; nothing for all channels of the file.
    pub clip: Option<String>,
    /// Times in seconds.
    pub times: Vec<f32>,
    /// `world_from_node` at each of the times.
    pub world: Vec<Vec<Matrix>>,
    /// Clips of the model.
    pub clips: Vec<ClipSpan>,
    /// Morph sets of the model.
    pub morph_sets: Vec<MorphSet>,
    /// One for each node with a skinned mesh.
    pub skins: Vec<Skin>,
    /// All of the file.
    pub channels: Vec<Channel>,
    /// The address of each material's picture, where the file has one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pictures: Vec<Option<String>>,
    /// Assumptions and omissions.
    pub warnings: Vec<Note>,
}

/// A node of the scene.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Node {
    /// Collada's.
    pub id: Option<String>,
    /// Collada's.
    pub sid: Option<String>,
    /// Name for people.
    pub name: Option<String>,
    /// Whether it is one of a skin, or is said to be one.
    pub joint: bool,
    /// Its index, which is smaller.
    pub parent: Option<usize>,
    /// `parent_from_node` at rest.
    pub local: Matrix,
}

/// A clip of the model.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClipSpan {
    /// Unique in the model.
    pub name: String,
    /// Start in seconds.
    pub start: f32,
    /// End in seconds.
    pub end: f32,
}

/// The morph targets of a mesh at one place of the model.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MorphSet {
    /// The name of the mesh.
    pub mesh: String,
    /// Its targets.
    pub targets: Vec<MorphTarget>,
}

/// A morph target.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MorphTarget {
    /// Name for people.
    pub name: String,
    /// Weight at rest.
    pub weight: f32,
}

/// A mesh in a skin.
#[derive(Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Skin {
    /// The name of the skin.
    pub controller: String,
    /// The node with the mesh.
    pub node: usize,
    /// The node of each joint; nothing where it is not in the scene.
    pub joints: Vec<Option<usize>>,
    /// Number of the mesh's positions.
    pub positions: usize,
    /// The positions at rest.
    pub bind: Vec<Point>,
    /// The positions at each of the times.
    pub skinned: Vec<Vec<Point>>,
}

/// A curve of the file.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Channel {
    /// `tip/turn.ANGLE`.
    pub target: String,
    /// Number of keys.
    pub keys: usize,
    /// The time of the first in seconds.
    pub first: f32,
    /// Time of the last.
    pub last: f32,
}

/// A warning.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// Line in a text, from 1.
    pub line: Option<u32>,
    /// Column in a text, from 1.
    pub column: Option<u32>,
    /// The fault or oddity, and the assumption that was made.
    pub message: String,
}

impl Channel {
    /// Reports a curve with these key times, of which there is at least one.
    pub(crate) fn new(target: String, times: &[f32]) -> Self {
        Channel { target, keys: times.len(), first: times[0], last: times[times.len() - 1] }
    }
}

fn morph_set(set: &armature::model::MorphSet) -> MorphSet {
    let targets = set.targets.iter().zip(&set.at_rest);
    let targets = targets.map(|(name, weight)| MorphTarget { name: name.clone(), weight: *weight });
    MorphSet { mesh: set.name.clone(), targets: targets.collect() }
}

pub(crate) fn matrix_rows(matrix: &Affine3A) -> Matrix {
    Mat4::from(*matrix).transpose().to_cols_array()
}

fn world_of(instance: &ModelInstance) -> Vec<Matrix> {
    instance.model_from_joint().iter().map(matrix_rows).collect()
}

/// Reports a warning with its line, if it has one.
fn note(warning: &Warning) -> Note {
    let has_line = warning.line > 0;
    Note {
        line: has_line.then_some(warning.line),
        column: has_line.then_some(warning.column),
        message: warning.message.clone(),
    }
}
