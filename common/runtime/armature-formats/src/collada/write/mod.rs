//! Writes any model as a Collada 1.4.1 document, for people to read.
//!
//! - A node has one `matrix`; ids and sids are made of the joints' names, safe and unique. Where no node is a joint
//!   of a skin, all are written as joints: then readers of joints alone see them.
//! - A geometry has all parts of the model with one name and one skin, a `triangles` for each part. Its node is its joint,
//!   or for a skin a node of its own.
//! - A clip has an `animation` for each joint that it moves: whole matrices, LINEAR, on a clock of its own that begins
//!   at 0. Those of one clip are in an `animation` of its name, where there are several: some readers (Assimp 5.2) do
//!   not read clips, and group channels by that. An `animation_clip` names the inner ones one by one: others (three.js)
//!   find no `animation` that only groups.
//! - A joint has keys where any of its tracks has one, at the clip's ends, and more until readers that interpolate
//!   rotations at constant speed (slerp) and readers that do not (nlerp) see the same motion (see [`keys`]). Linear keys
//!   of a clip's file need no more.
//! - Properties of a material that Collada does not have are in an `extra` of our own, which [`load`](super::load) reads.
//! - Coordinates: the unit stays. Where the up axis changes, the roots, their keys and the bind poses of skins are turned;
//!   meshes stay as they are.

mod animations;
mod keys;
mod lines;
mod materials;
mod meshes;
mod names;
mod nodes;
mod pictures;

use super::{
    UpAxis,
    limits::{MAX_FILE_BYTES, MAX_NODE_DEPTH, MAX_WRITTEN_KEYS},
    transforms::single,
};
use crate::loading::{Error, Reporter, Warning};
use armature::{
    animation::{Clip, JointTracks},
    math::Decomposition,
    model::{Model, Texture},
    skeleton::Pose,
};
use glam::{Affine3A, DAffine3, Mat3A, Vec3, Vec3A};
use keys::{Key, MotionRange};
use lines::{Lines, escaped};
use names::Names;
pub use pictures::Pictures;
use std::collections::{BTreeMap, HashMap};

/// The sid of each node's matrix.
const SID: &str = "transform";

/// Options for writing a model.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The file's upward axis.
    pub up: UpAxis,
    /// Keys at so many equal steps a second, and no others; by default at the frames of each clip, and at its keys.
    pub fps: Option<f32>,
    /// Address of each texture's picture, relative to the document's folder: [`Pictures::beside`] finds them. A
    /// material whose picture is not here is written without, so by default all are.
    pub pictures: HashMap<Texture, String>,
}

/// A model as a document.
#[derive(Clone, Debug)]
pub struct Written {
    /// The document, in UTF-8.
    pub text: String,
    /// Warnings about parts that could not be written as they are.
    pub warnings: Vec<Warning>,
}

/// Writes a model as a Collada 1.4.1 document. Messages have the model's name.
///
/// ```no_run
/// use armature_formats::collada::{self, Pictures, WriteOptions};
///
/// let model = armature_formats::load("fox.glb")?.model;
/// let pictures = Pictures::beside(&model, "fox.dae"); // those of a .glb have no files yet
/// let options = WriteOptions { pictures: pictures.addresses, ..WriteOptions::default() };
/// let written = collada::write(&model, &options)?;
/// std::fs::write("fox.dae", written.text)?;
/// for (name, bytes) in pictures.new {
///     std::fs::write(name, bytes)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Materials and clips keep their order. Parts do not: those on one joint come first, then those on skins.
///
/// # Errors
/// If a number is not finite, or the document would go beyond one of the [`limits`](super::limits).
///
/// # Panics
/// If a clip or a skin names a joint beyond the skeleton, or a part a skin or a material that the model has not.
pub fn write(model: &Model, options: &WriteOptions) -> Result<Written, Error> {
    let mut reporter = Reporter::new(&model.name);
    let mut figure = WrittenModel::new(model, options.up);
    if figure.depth > MAX_NODE_DEPTH {
        let message = format!("nodes nested more than {MAX_NODE_DEPTH} deep");
        return Err(reporter.error(None, message));
    }
    let clips = figure.clip_keys(options.fps, &reporter)?;
    if !model.morph_sets.is_empty() {
        reporter.warn(None, "morph targets and their weights are left out: meshes have the shape at rest");
    }
    if model.materials.iter().any(|material| material.emission_texture.is_some()) {
        reporter.warn(None, "pictures of what shines by itself are left out: those materials do not shine");
    }

    let mut out = Lines::new();
    out.open("COLLADA", " xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"");
    write_asset(&mut out, figure.unit, options.up);
    let materials = materials::Materials::new(model, options);
    let meshes = meshes::Meshes::new(&figure);
    materials.write(&mut out);
    meshes.write(&mut out, &figure);
    animations::write_animations(&mut out, &figure, &clips);
    nodes::write_scene(&mut out, &mut figure, &meshes, &materials);
    out.close("COLLADA");

    if let Some(list) = out.not_finite {
        let message = format!("a number in the list with {list} is not finite");
        return Err(reporter.error(None, message));
    }
    if out.is_full() {
        return Err(reporter.error(None, format!("more than {MAX_FILE_BYTES} bytes of text")));
    }
    Ok(Written { text: out.text, warnings: reporter.into_warnings() })
}

/// Writes `<asset>`. `unit` is the length of the file's unit in metres.
fn write_asset(out: &mut Lines, unit: f32, up: UpAxis) {
    out.open("asset", "");
    out.enclose("contributor", "", |out| out.line("authoring_tool", "", "Armature"));
    // The schema asks for both. The same model is the same text at any time.
    out.line("created", "", "2005-01-01T00:00:00Z");
    out.line("modified", "", "2005-01-01T00:00:00Z");
    out.comment("How many metres the unit of all coordinates is, and which of the axes points up.");
    let name = if unit == 1.0 { "meter" } else { "unit" };
    out.empty("unit", &format!(" name=\"{name}\" meter=\"{unit}\""));
    out.line("up_axis", "", up.name());
    out.close("asset");
}

/// A clip's keys for each joint that it moves.
struct ClipKeys<'a> {
    clip: &'a Clip,
    joints: BTreeMap<usize, Vec<Key>>,
}

/// A model, and the names of its joints in the file.
struct WrittenModel<'a> {
    model: &'a Model,
    bind: Pose,
    /// Metres in the file's unit.
    unit: f32,
    /// Transform from the model's axes to the file's.
    file_from_model: DAffine3,
    /// Names by which skins refer to the joints.
    sids: Vec<String>,
    /// Names by which channels refer to the joints.
    ids: Vec<String>,
    taken_ids: Names,
    taken_sids: Names,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
    /// Depth of the deepest joint; 1 for a root.
    depth: usize,
    /// Whether any node is a joint of a skin.
    has_joints: bool,
}

impl<'a> WrittenModel<'a> {
    /// Chooses names, axes and unit for a model, and computes the tree that its joints form.
    fn new(model: &'a Model, up: UpAxis) -> Self {
        let joints = model.skeleton.joints();
        let (unit, file_from_model) = file_axes(&model.world_from_model, up);
        let mut taken_ids = Names::default();
        let mut taken_sids = Names::default();
        let id_prefix = names::safe_name(&model.name, "Figure", 24);
        let sids: Vec<String> = joints.iter().map(|joint| taken_sids.unique(&joint.name, "node")).collect();
        let ids = sids.iter().map(|sid| taken_ids.take(format!("{id_prefix}_{sid}"))).collect();
        let mut children = vec![Vec::new(); joints.len()];
        let mut roots = Vec::new();
        let mut depths = vec![1usize; joints.len()];
        for (index, joint) in joints.iter().enumerate() {
            match joint.parent {
                Some(parent) => {
                    children[parent].push(index);
                    depths[index] = depths[parent] + 1;
                }
                None => roots.push(index),
            }
        }
        Self {
            model,
            bind: model.skeleton.bind_pose(),
            unit,
            file_from_model,
            sids,
            ids,
            taken_ids,
            taken_sids,
            children,
            roots,
            depth: depths.into_iter().max().unwrap_or(0),
            has_joints: model.is_joint.contains(&true),
        }
    }

    /// Returns the motion of a joint in a range of time, in the file's axes.
    fn motion<'t>(&self, joint: usize, tracks: Option<&'t JointTracks>, (start, end): (f32, f32)) -> MotionRange<'t> {
        let shear = self.bind.shears.get(joint).copied().unwrap_or(Vec3::ZERO);
        let rest = Decomposition { transform: self.bind.locals[joint], shear };
        let is_root = self.model.skeleton.joints()[joint].parent.is_none();
        let above = if is_root { self.file_from_model } else { DAffine3::IDENTITY };
        MotionRange { rest, above, tracks, start, end }
    }

    fn rest_matrix(&self, joint: usize) -> Affine3A {
        self.motion(joint, None, (0.0, 0.0)).rest()
    }

    fn is_joint(&self, joint: usize) -> bool {
        self.model.is_joint.get(joint) == Some(&true) || !self.has_joints
    }

    /// Computes the keys of all clips.
    fn clip_keys(&self, fps: Option<f32>, reporter: &Reporter) -> Result<Vec<ClipKeys<'a>>, Error> {
        let mut written = 0usize;
        let mut all = Vec::with_capacity(self.model.clips.len());
        for clip in &self.model.clips {
            let rate = fps.unwrap_or_else(|| clip.frame_rate());
            let frames = (clip.duration() * rate).round().max(1.0) as usize;
            let mut joints = BTreeMap::new();
            for tracks in &clip.tracks {
                let motion = self.motion(tracks.joint, Some(tracks), (clip.start, clip.end));
                // Too many keys are rejected before they are computed.
                let frames = if tracks.moves() { frames } else { 1 };
                check_key_count(written.saturating_add(frames).saturating_add(tracks.key_count()), clip, reporter)?;
                let keys = motion.keys(frames, fps.is_some());
                written += keys.len();
                if !keys.iter().all(Key::is_finite) {
                    let message = format!("clip \"{}\" moves \"{}\" beyond an f32", clip.name, self.sids[tracks.joint]);
                    return Err(reporter.error(None, message));
                }
                joints.insert(tracks.joint, keys);
            }
            // A clip in which nothing moves needs an animation, too.
            if joints.is_empty() && !self.sids.is_empty() {
                joints.insert(0, self.motion(0, None, (clip.start, clip.end)).keys(1, true));
            }
            all.push(ClipKeys { clip, joints });
        }
        Ok(all)
    }
}

fn check_key_count(keys: usize, clip: &Clip, reporter: &Reporter) -> Result<(), Error> {
    if keys <= MAX_WRITTEN_KEYS {
        return Ok(());
    }
    let message = format!("clip \"{}\": more than {MAX_WRITTEN_KEYS} keys in all", clip.name);
    Err(reporter.error(None, message))
}

/// Returns the length of the file's unit in metres, and the matrix from the model's axes to the file's. The model's unit
/// stays if it came from a file.
fn file_axes(world_from_model: &Affine3A, up: UpAxis) -> (f32, DAffine3) {
    let unit = world_from_model.matrix3.x_axis.abs().max_element();
    let came_from_file = [UpAxis::X, UpAxis::Y, UpAxis::Z]
        .into_iter()
        .any(|up| Affine3A::from_mat3(glam::Mat3::from(world_from_axes(up) * unit)) == *world_from_model);
    if came_from_file && unit > 0.0 {
        let matrix3 = world_from_axes(up).transpose() * (world_from_model.matrix3 * unit.recip());
        let matrix3 = Mat3A::from_cols(matrix3.x_axis.round(), matrix3.y_axis.round(), matrix3.z_axis.round());
        return (unit, wide(&Affine3A { matrix3, translation: Vec3A::ZERO }));
    }
    let turned = Affine3A { matrix3: world_from_axes(up).transpose(), translation: Vec3A::ZERO };
    (1.0, wide(&turned) * wide(world_from_model))
}

fn world_from_axes(up_axis: UpAxis) -> Mat3A {
    up_axis.world_from_model(1.0).matrix3
}

fn wide(matrix: &Affine3A) -> DAffine3 {
    DAffine3::from_cols_array(&matrix.to_cols_array().map(f64::from))
}

/// Returns the attribute ` name="..."` with a name of the model, or nothing for an empty name.
fn name_attribute(name: &str) -> String {
    const MAX_CHARS: usize = 1000;
    if name.is_empty() {
        return String::new();
    }
    let name: String = name.chars().take(MAX_CHARS).collect();
    format!(" name=\"{}\"", escaped(&name))
}
