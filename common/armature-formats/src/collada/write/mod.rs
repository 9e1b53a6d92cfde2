//! Writes any model as a Collada 1.4.1 document, for people to read.
//!
//! - A node has one `matrix`; ids and sids are made of the joints' names, safe and unique. Where no node is a joint
//!   of a skin, all are written as joints: then readers of joints alone see them.
//! - A geometry is what the model's parts of one name and one skin are together, a `triangles` for each part. It
//!   stands on its joint, or on a controller where there is a skin. A controller needs a node of its own: a root that
//!   has nothing else to do, or a new one.
//! - A clip has an `animation` for each joint that it moves: whole matrices, LINEAR, on a clock of its own that begins
//!   at 0. Those of one clip are in an `animation` of its name, where there are several: some readers (Assimp 5.2) do
//!   not read clips, and group channels by that. An `animation_clip` names the inner ones one by one: others (three.js)
//!   find no `animation` that only groups.
//! - A joint has keys where any of its tracks has one, at the clip's ends, and as many more as it takes that readers
//!   which interpolate rotations at constant speed (slerp) and those which do not (nlerp) see the same (see [`keys`]).
//!   Linear keys of the file that a clip is from stay alone.
//! - What Collada cannot say of a material is in an `extra` of our own, which [`load`](super::load) reads.
//! - Coordinates: the unit stays. Where the up axis changes, the roots, their keys and what skins are bound in are
//!   turned; meshes stay what they are.

mod animations;
mod keys;
mod lines;
mod materials;
mod meshes;
mod names;
mod nodes;
mod pictures;

use super::{
    document::{Asset, UpAxis},
    error::{Error, ErrorKind, Reporter, Warning},
    limits::{MAX_DEPTH, MAX_FILE_BYTES, MAX_WRITTEN_KEYS},
};
use crate::double::single;
use armature::text::counted;
use armature::{
    animation::{Clip, JointTracks},
    math::Decomposition,
    model::{Model, Texture},
    skeleton::Pose,
};
use glam::{Affine3A, DAffine3, Mat3A, Vec3, Vec3A};
use keys::{BOUND, Key, Motion};
use lines::{Lines, escaped, number};
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
    /// Keys at so many equal steps a second, in place of those that the clips have.
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

/// The levels that a document has above its nodes and in them.
const OTHER_LEVELS: usize = 10;

/// A model as a Collada 1.4.1 document. Messages call it by the model's name.
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
    write_with_progress(model, options, &|_| ())
}

/// Writes a model as [`write()`] does, and tells `progress` how much is done, from 0 to 1.
///
/// # Errors
/// As [`write()`].
///
/// # Panics
/// As [`write()`].
pub fn write_with_progress(model: &Model, options: &WriteOptions, progress: &dyn Fn(f32)) -> Result<Written, Error> {
    let mut reporter = Reporter::new(&model.name);
    let mut figure = WrittenModel::new(model, options.up);
    if figure.depth > MAX_DEPTH - OTHER_LEVELS {
        let message = format!("nodes nested more than {} deep", MAX_DEPTH - OTHER_LEVELS);
        return Err(reporter.error(ErrorKind::Limit, None, message));
    }
    let clips = figure.clips(options.fps, &mut reporter, &|part| progress(0.5 * part))?;
    if model.parts.iter().any(|part| !part.colors.is_empty()) {
        let message = "colours of vertices are written, but not read from Collada by this program";
        reporter.warn(None, message);
    }
    if !model.morph_sets.is_empty() {
        let message = "morph targets and their weights are left out: meshes have the shape at rest";
        reporter.warn(None, message);
    }
    if model.materials.iter().any(|material| material.emission_texture.is_some()) {
        let message = "pictures of what shines by itself are left out: those materials do not shine";
        reporter.warn(None, message);
    }

    let mut out = Lines::new();
    out.open("COLLADA", " xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"");
    asset(&mut out, figure.unit, options.up);
    let materials = materials::Materials::new(model, options);
    let meshes = meshes::Meshes::new(&figure);
    materials.write(&mut out);
    meshes.write(&mut out, &figure);
    animations::write(&mut out, &figure, &clips, &|part| progress(0.5 + 0.5 * part));
    nodes::write(&mut out, &mut figure, &meshes, &materials);
    out.close("COLLADA");

    if let Some(list) = out.not_finite {
        let message = format!("a number in the list with {list} is not finite");
        return Err(reporter.error(ErrorKind::Number, None, message));
    }
    if out.text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("more than {MAX_FILE_BYTES} bytes of text");
        return Err(reporter.error(ErrorKind::Limit, None, message));
    }
    Ok(Written { text: out.text, warnings: reporter.into_warnings() })
}

fn asset(out: &mut Lines, unit: f32, up: UpAxis) {
    out.open("asset", "");
    out.open("contributor", "");
    out.line("authoring_tool", "", "Armature");
    out.close("contributor");
    // The schema asks for both. The same model is the same text at any time.
    out.line("created", "", "2005-01-01T00:00:00Z");
    out.line("modified", "", "2005-01-01T00:00:00Z");
    out.comment("How many metres the unit of all coordinates is, and which of the axes points up.");
    let name = if unit == 1.0 { "meter" } else { "unit" };
    out.empty("unit", &format!(" name=\"{name}\" meter=\"{}\"", number(unit)));
    out.line("up_axis", "", up.name());
    out.close("asset");
}

/// A clip's keys for each joint that it moves.
struct ClipKeys<'a> {
    clip: &'a Clip,
    joints: BTreeMap<usize, Vec<Key>>,
}

/// A model, and what the file calls its joints.
struct WrittenModel<'a> {
    model: &'a Model,
    bind: Pose,
    /// `world_from_joint` at rest, in the file's axes.
    rest: Vec<DAffine3>,
    /// Metres in the file's unit.
    unit: f32,
    /// Transform from the model's axes to the file's.
    file_from_model: DAffine3,
    /// Names by which skins refer to the joints.
    sids: Vec<String>,
    /// Names by which channels refer to them.
    ids: Vec<String>,
    names: Names,
    own: Names,
    /// Joints that are in a skin, or carry a mesh.
    bound: Vec<bool>,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
    /// Depth of the deepest joint; 1 for a root.
    depth: usize,
    moved: Vec<bool>,
    /// Whether any node is a joint of a skin.
    has_joints: bool,
}

impl<'a> WrittenModel<'a> {
    fn new(model: &'a Model, up: UpAxis) -> Self {
        let joints = model.skeleton.joints();
        let (unit, file_from_model) = axes(&model.world_from_model, up);
        let mut names = Names::default();
        let mut own = Names::default();
        let figure = names::safe(&model.name, "WrittenModel", 24);
        let sids: Vec<String> = joints.iter().map(|joint| own.unique(&joint.name, "node")).collect();
        let ids = sids.iter().map(|sid| names.take(format!("{figure}_{sid}"))).collect();
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
        let mut moved = vec![false; joints.len()];
        for tracks in model.clips.iter().flat_map(|clip| &clip.tracks) {
            moved[tracks.joint] = true;
        }
        let mut bound = model.is_joint.clone();
        bound.resize(joints.len(), false);
        for joint in model.skins.iter().flat_map(|skin| &skin.bindings).filter_map(|it| it.joint) {
            bound[joint] = true;
        }
        let bind = model.skeleton.bind_pose();
        let depth = depths.into_iter().max().unwrap_or(0);
        let rest = Vec::with_capacity(joints.len());
        let mut figure = Self {
            model,
            bind,
            rest,
            unit,
            file_from_model,
            sids,
            ids,
            names,
            own,
            bound,
            children,
            roots,
            depth,
            moved,
            has_joints: model.is_joint.contains(&true),
        };
        for (index, joint) in joints.iter().enumerate() {
            let local = wide(&figure.local(index));
            let world = joint.parent.map_or(local, |parent| figure.rest[parent] * local);
            figure.rest.push(world);
        }
        figure
    }

    /// A joint's motion in a range of time, in the file.
    fn motion<'t>(&self, joint: usize, tracks: Option<&'t JointTracks>, (start, end): (f32, f32)) -> Motion<'t> {
        let shear = self.bind.shears.get(joint).copied().unwrap_or(Vec3::ZERO);
        let rest = Decomposition { transform: self.bind.locals[joint], shear };
        let is_root = self.model.skeleton.joints()[joint].parent.is_none();
        let above = if is_root { self.file_from_model } else { DAffine3::IDENTITY };
        // The errors of a chain add up; below the last number they are rounding.
        let bound = (4.0 * BOUND / self.depth as f64).clamp(5e-7, BOUND);
        Motion { rest, above, bound, tracks, start, end }
    }

    fn local(&self, joint: usize) -> Affine3A {
        self.motion(joint, None, (0.0, 0.0)).rest()
    }

    fn is_joint(&self, joint: usize) -> bool {
        self.model.is_joint.get(joint) == Some(&true) || !self.has_joints
    }

    /// The keys of all clips.
    fn clips(
        &self,
        fps: Option<f32>,
        reporter: &mut Reporter,
        progress: &dyn Fn(f32),
    ) -> Result<Vec<ClipKeys<'a>>, Error> {
        let steps = |clip: &Clip| Some((clip.duration() * fps?).round().max(1.0) as usize);
        let motion =
            |tracks: &'a JointTracks, clip: &Clip| self.motion(tracks.joint, Some(tracks), (clip.start, clip.end));
        let check = |keys: usize, clip: &Clip, reporter: &Reporter| {
            if keys <= MAX_WRITTEN_KEYS {
                return Ok(());
            }
            let message = format!("clip \"{}\": more than {MAX_WRITTEN_KEYS} keys in all", clip.name);
            Err(reporter.error(ErrorKind::Limit, None, message))
        };
        // Too many are refused before the first is computed.
        let mut least = 0usize;
        for clip in &self.model.clips {
            for tracks in &clip.tracks {
                least = least.saturating_add(steps(clip).unwrap_or_else(|| motion(tracks, clip).times().len()));
                check(least, clip, reporter)?;
            }
        }
        let count = self.model.clips.iter().map(|clip| clip.tracks.len()).sum::<usize>();
        let mut done = 0;
        let mut written = 0;
        let mut all = Vec::with_capacity(self.model.clips.len());
        for clip in &self.model.clips {
            let mut joints = BTreeMap::new();
            let mut lost = Vec::new();
            for tracks in &clip.tracks {
                let motion = motion(tracks, clip);
                let (keys, followed) = match steps(clip) {
                    Some(steps) => (motion.baked(steps), true),
                    None => {
                        let file = clip.file_keys.iter().find(|keys| keys.joint == tracks.joint);
                        let linear = file.filter(|keys| keys.interpolations.is_empty());
                        motion.keys(linear.map_or(&[], |keys| &keys.times))
                    }
                };
                written += keys.len();
                check(written, clip, reporter)?;
                if !keys.iter().all(Key::is_finite) {
                    let message = format!("clip \"{}\" moves \"{}\" beyond an f32", clip.name, self.sids[tracks.joint]);
                    return Err(reporter.error(ErrorKind::Number, None, message));
                }
                if !followed {
                    lost.push(self.sids[tracks.joint].as_str());
                }
                joints.insert(tracks.joint, keys);
                done += 1;
                progress(done as f32 / count as f32);
            }
            if let Some(first) = lost.first() {
                let message = format!(
                    "clip \"{}\" scales or mirrors {} so that keys of matrices do not follow \
                     (\"{first}\" is the first)",
                    clip.name,
                    counted(lost.len(), "joint", "joints"),
                );
                reporter.warn(None, message);
            }
            all.push(ClipKeys { clip, joints });
        }
        self.keep_company(&mut all);
        Ok(all)
    }

    /// Gives a clip that moves one joint, or none, another one that stays at rest: of clips with one channel each
    /// Assimp makes one.
    fn keep_company(&self, all: &mut [ClipKeys<'_>]) {
        let wanted = if all.len() > 1 { 2 } else { 1 };
        let moved = all.iter().flat_map(|clip| clip.joints.keys().copied());
        // Of any two joints a clip lacks one, if it has only one.
        let mut company = Vec::with_capacity(2);
        for joint in moved.chain(0..self.sids.len()) {
            if !company.contains(&joint) {
                company.push(joint);
            }
            if company.len() == 2 {
                break;
            }
        }
        for ClipKeys { clip, joints } in all {
            for &joint in &company {
                if joints.len() < wanted {
                    joints.entry(joint).or_insert_with(|| self.motion(joint, None, (clip.start, clip.end)).keys(&[]).0);
                }
            }
        }
    }
}

/// Metres in the file's unit, and the matrix from the model's axes to the file's. The model's unit stays, if it came
/// from a file.
fn axes(world_from_model: &Affine3A, up: UpAxis) -> (f32, DAffine3) {
    let unit = world_from_model.matrix3.x_axis.abs().max_element();
    let is_of_a_file = [UpAxis::X, UpAxis::Y, UpAxis::Z]
        .into_iter()
        .any(|up| Affine3A::from_mat3(glam::Mat3::from(world_from_axes(up) * unit)) == *world_from_model);
    if is_of_a_file && unit > 0.0 {
        let matrix3 = world_from_axes(up).transpose() * (world_from_model.matrix3 * unit.recip());
        let matrix3 = Mat3A::from_cols(matrix3.x_axis.round(), matrix3.y_axis.round(), matrix3.z_axis.round());
        return (unit, wide(&Affine3A { matrix3, translation: Vec3A::ZERO }));
    }
    let turned = Affine3A { matrix3: world_from_axes(up).transpose(), translation: Vec3A::ZERO };
    (1.0, wide(&turned) * wide(world_from_model))
}

fn world_from_axes(up_axis: UpAxis) -> Mat3A {
    let version = String::new();
    let authoring_tool = String::new();
    Asset { version, authoring_tool, up_axis, unit_meter: 1.0 }.world_from_model().matrix3
}

fn wide(matrix: &Affine3A) -> DAffine3 {
    DAffine3::from_cols_array(&matrix.to_cols_array().map(f64::from))
}

/// ` name="..."`, with what the model calls something: any text; nothing for none.
fn name_of(name: &str) -> String {
    const MOST: usize = 1000;
    if name.is_empty() {
        return String::new();
    }
    let name: String = name.chars().take(MOST).collect();
    format!(" name=\"{}\"", escaped(&name))
}
