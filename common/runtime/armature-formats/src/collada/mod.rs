//! Loads Collada files (.dae) as a [`Model`]; errors and warnings have file, line, column and element.
//!
//! ```no_run
//! let loaded = armature_formats::collada::load("walk.dae")?;
//! for warning in &loaded.warnings {
//!     eprintln!("{warning}"); // walk.dae:12:5: <unit>: meter="0,01" is written with a comma: read as 0.01
//! }
//! println!("{} clips", loaded.model.clips.len());
//! # Ok::<(), armature_formats::collada::Error>(())
//! ```
//!
//! [`armature_formats::load`](crate::load) takes this format and glTF, whichever a file is. A file is read in one pass from
//! its XML to a model. [`Document`] has beside the model what the file itself says of nodes, channels and skins.
//!
//! The model is for playing: four influences to a vertex; translation, rotation, scale and (where there is some)
//! shear for each joint. A warning reports each loss.
//!
//! The other way, [`write`](write()) makes a file of any model.
//!
//! # What is read
//! - **Text**: UTF-8 with or without byte order mark, UTF-16, windows-1252. Versions 1.4.0, 1.4.1, 1.5.0.
//!   No namespace, the default one, or a prefix.
//! - **Nodes**: `matrix`, `translate`, `rotate`, `scale`, `skew`, `lookat`, any number of each in
//!   document order (pivots, joint orients); `instance_node`, `library_nodes`. Every node instance is a
//!   joint of the skeleton, whether the file calls it a joint or not.
//! - **Geometry**: `triangles`, `polylist`, `polygons` and their holes, `tristrips`, `trifans`; any offsets,
//!   strides and input orders; normals; one set of texture coordinates, the one that the material asks for; the lowest set of
//!   colours, which count as encoded in sRGB.
//! - **Skins**: bind shape, `Name_array` and `IDREF_array` (names with blanks too), joints by sid, id or
//!   name, below the skeleton first and then anywhere; joint -1; several skins, several instances.
//! - **Animation**: channels on any transform element, whole, by member (`.X`, `.ANGLE`), by `(i)` or
//!   `(column)(row)`; LINEAR, STEP, BEZIER and HERMITE with one- or two-dimensional tangents; nested animations; clips with
//!   their ranges.
//! - **Materials**: Phong, Lambert, Blinn and constant; diffuse colour or picture, what shines by itself, opacity, wrapping. A
//!   picture is the file at its address, or one of the same name beside the model.
//!
//! # What is assumed
//! - Whole matrices are interpolated by translation, rotation (on the shortest arc), scale and shear.
//!   The last row of a matrix is 0 0 0 1; a warning says if the file says otherwise, and if the matrix looks transposed.
//! - No INTERPOLATION means LINEAR. Before its first key a channel holds the first value, after its
//!   last the last. Control points without times are at a third and two thirds of the interval.
//! - Clips begin and end where the file says. Channels that are in no clip make one that is named
//!   after the file.
//! - A vertex without weight follows the skin's first joint; one that follows a missing joint, or
//!   joint -1, stays in the bind shape. Weights that do not sum to 1 are normalised.
//! - A skin has as many joints as its accessor counts names, though there be more.
//! - Of several elements of one name with one id the first counts, except that a source or a sampler beside its user
//!   comes first. Elements of different names may have the same id.
//! - Faces that name no material take that of the instance, if it binds just one.
//! - A reference that names the file it stands in (`./walk.dae#hips`) means that file. Into another one none
//!   is followed: what it would bring is left out, with a warning.
//! - Polygons are cut by ears where a fan would not do. Index -1 leaves a face out.
//! - Decimal commas, `1.#QNAN` and the like, a count that is off, blanks before the declaration: read, with
//!   a warning.
//!
//! # How close the model is
//! What is played stays within 1/10000 of the model's size of what the file's curves say: every vertex, and every point
//! beside a joint that is not farther from it than 1/50 of the model's size (3 to 4 cm at a person). Whole matrices that
//! are LINEAR are joined as they are. Other curves (splines, Euler angles, matrices driven number by number) get as few keys
//! as that takes. A STEP is a jump. What a channel drives has a track, also where it stays at rest.
//!
//! # What is refused
//! Files that are no Collada, or whose numbers, indices or names make no sense, and everything beyond the [`limits`]. A DTD
//! is refused, so that no entity opens a file or grows. (Pictures that are not there, and damaged ones, are drawn in grey,
//! with a warning.) The only other files that are opened are pictures, in the model's own folder or below it.
//!
//! # What is left out
//! Morph targets (the base shape stands in), CARDINAL and BSPLINE (read as LINEAR), lines, splines, cameras, lights, physics,
//! effects beyond the common profile. Whatever else the file holds is in the model or has a warning: nodes, geometries and
//! controllers outside of the scene, primitives without a triangle, pictures that no material shows, clips in which nothing
//! moves. A curve whose times are not finite, a transform that is not of finite numbers, and inverse bind matrices that are too
//! few are left out, with a warning, and the rest is read.
#![allow(clippy::single_match_else)] // found and missing side by side read better than if and else

mod channels;
mod clips;
mod curves;
mod decode;
mod geometry;
pub mod limits;
mod materials;
mod meshes;
mod model_file;
mod motion;
mod numbers;
mod reader;
mod scene;
mod skins;
mod sources;
#[cfg(test)]
mod tests;
mod tracks;
mod transforms;
mod write;
mod xml;

pub use crate::loading::{Error, LoadedModel, Warning};
pub use write::{Pictures, WriteOptions, Written, write};

use crate::loading::{
    Reporter,
    files::{Files, read_model},
};
use armature::{
    animation::Clip,
    math::Decomposition,
    model::Model,
    skeleton::{Joint, Skeleton},
    skin::Influences,
};
use channels::Channels;
use clips::{plan_clips, whole_timeline};
use curves::Way;
use decode::decode_text;
use glam::{Affine3A, Mat3, Vec3};
use materials::Materials;
use meshes::MeshBuilder;
use numbers::parse_with_comma;
use reader::Reader;
use scene::Scene;
use sources::Sources;
use std::{path::Path, sync::Arc};
use tracks::{ClipBuilder, add_clips, rest_parts};
use xml::{Text, attribute, child, inside, name_of, text_of};

/// Symbol of faces without a material, in our own files.
const NO_MATERIAL: &str = "none";

/// Profile of the techniques in our own files that have properties beyond Collada: other programs skip them.
const PROFILE: &str = "ARMATURE";

/// The axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// Right is -y, up is x, towards the viewer is z.
    X,
    /// Right is x, up is y, towards the viewer is z: ours, and the default of files.
    #[default]
    Y,
    /// Right is x, up is z, towards the viewer is -y.
    Z,
}

impl UpAxis {
    /// Returns the name of the axis in files.
    pub fn name(self) -> &'static str {
        match self {
            UpAxis::X => "X_UP",
            UpAxis::Y => "Y_UP",
            UpAxis::Z => "Z_UP",
        }
    }

    /// Returns the transform from a file's axes and unit, in metres, to ours: y up, metres. It rotates and scales, and never
    /// mirrors.
    pub fn world_from_model(self, unit_meter: f64) -> Affine3A {
        let axes = match self {
            UpAxis::X => Mat3::from_cols(Vec3::Y, Vec3::NEG_X, Vec3::Z),
            UpAxis::Y => Mat3::IDENTITY,
            UpAxis::Z => Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y),
        };
        Affine3A::from_mat3(axes * unit_meter as f32)
    }
}

/// A file: its model, and what the file itself says of the model's parts.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file's name as it was given.
    pub name: String,
    /// Text of the file, without whitespace before its XML.
    pub text: String,
    /// The model of its scene, and warnings.
    pub loaded: LoadedModel,
    /// Version of Collada; empty if the file does not say it.
    pub version: String,
    /// Name of the program that wrote the file; empty if the file does not say it.
    pub authoring_tool: String,
    /// The upward axis.
    pub up_axis: UpAxis,
    /// Metres in one unit of length.
    pub unit_meter: f64,
    /// Node of each joint of the skeleton.
    pub nodes: Vec<NodeData>,
    /// Channels of all animations.
    pub channels: Vec<ChannelData>,
    /// Indices of the channels that each of the model's clips plays.
    pub clip_channels: Vec<Vec<usize>>,
    /// Skins at the nodes that instance them.
    pub skins: Vec<SkinData>,
    /// Index in the mesh's positions of each vertex, for each of the model's parts.
    pub part_positions: Vec<Vec<u32>>,
    /// Address of each material's picture, where the file has one.
    pub pictures: Vec<Option<String>>,
}

/// A `<node>`.
#[derive(Clone, Debug)]
pub struct NodeData {
    /// Empty where it has none.
    pub id: String,
    /// Empty where it has none.
    pub sid: String,
    /// Empty where it has none.
    pub name: String,
    /// Element name and sid of each of its transforms: `("matrix", "transform")`.
    pub transforms: Vec<(&'static str, String)>,
}

/// A `<channel>`, and the keys of its curve.
#[derive(Clone, Debug)]
pub struct ChannelData {
    /// Target as written: `node/transform.MEMBER`.
    pub target: String,
    /// Joints that it moves: one for each instance of a node. Empty if it moves nothing in the scene.
    pub joints: Vec<usize>,
    /// Place in the node's transforms.
    pub transform: usize,
    /// Whether it replaces all numbers of the transform.
    pub is_whole: bool,
    /// Whether all its keys are LINEAR.
    pub is_linear: bool,
    /// Times of the keys in seconds, never going back.
    pub times: Vec<f32>,
    /// The same number of values for each key; of a matrix sixteen, row by row.
    pub values: Vec<f32>,
}

/// A `<skin>` at a node. Its bindings are those of the model's skin.
#[derive(Clone, Debug)]
pub struct SkinData {
    /// Id of its controller.
    pub controller: String,
    /// Joint that is the node with the mesh.
    pub node: usize,
    /// Index in the model's skins.
    pub skin: usize,
    /// Names of its joints, in the order of the skin's bindings.
    pub names: Arc<[String]>,
    /// Whether the names are ids (`IDREF_array`), not sids (`Name_array`).
    pub names_are_ids: bool,
    /// All influences of each position, as written. The slot after those of the names is joint -1.
    pub influences: Arc<Influences>,
    /// Positions of the mesh, as modelled.
    pub positions: Vec<Vec3>,
}

/// Reads a file. `name` in errors is the path as given, and pictures are looked for in the file's own folder and below.
///
/// # Errors
/// If the file cannot be opened, is larger than [`limits::MAX_FILE_BYTES`], or as [`parse`].
pub fn read(path: impl AsRef<Path>) -> Result<Document, Error> {
    let path = path.as_ref();
    let (bytes, name) = read_model(path)?;
    read_with(&bytes, &name, Files::of(path.parent()))
}

/// Reads bytes as a file. `name` is what errors and warnings call it; the model is named after it. No other file is opened.
///
/// # Errors
/// If `bytes` are not text, not XML or not Collada, contain invalid numbers or indices, or go beyond one of the [`limits`].
pub fn parse(bytes: &[u8], name: &str) -> Result<Document, Error> {
    read_with(bytes, name, Files::None)
}

/// Loads a file as a model. Pictures are looked for in the file's own folder and below.
///
/// # Errors
/// As [`read`].
pub fn load(path: impl AsRef<Path>) -> Result<LoadedModel, Error> {
    read(path).map(|document| document.loaded)
}

/// Reads bytes with the pictures among `files`.
pub(crate) fn read_with(bytes: &[u8], name: &str, files: Files<'_>) -> Result<Document, Error> {
    let mut reporter = Reporter::new(name);
    let (whole, blanks) = decode_text(bytes, &mut reporter)?;
    let text = Text { whole: &whole, blanks };
    let document = read_text(text, reporter, files, None)?;
    Ok(Document { text: text.body().to_owned(), ..document })
}

/// Reads a whole file, without its text. `timeline` becomes a clip with all keys of the channels of one clip, or of the file.
fn read_text(
    text: Text<'_>,
    reporter: Reporter,
    files: Files<'_>,
    timeline: Option<(&mut Clip, Option<usize>)>,
) -> Result<Document, Error> {
    let name = reporter.file().to_owned();
    let tree = text.parse(&reporter)?;
    let reader = Reader::new(tree.root_element(), text, reporter);
    let root = reader.root;
    if root.tag_name().name() != "COLLADA" {
        return Err(reader.error(root, "not a Collada file: <COLLADA> was expected here"));
    }
    let (up_axis, unit_meter) = read_axes(&reader);
    let scene = Scene::read(&reader)?;
    let rest: Vec<Decomposition> = scene.locals.iter().map(rest_parts).collect();
    let skeleton = build_skeleton(&reader, &scene, &rest)?;
    let stem = Path::new(&name).file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let mut model = Model {
        name: stem.clone().into(),
        world_from_model: up_axis.world_from_model(unit_meter),
        is_joint: scene.nodes.iter().map(|node| node.element.attribute("type") == Some("JOINT")).collect(),
        skeleton,
        ..Model::default()
    };
    let materials = Materials::read(&reader, files, &mut model)?;
    let sources = Sources::default();
    let meshes = MeshBuilder::new(&reader, &sources, &scene, &materials, &mut model).add_meshes()?;
    let channels = Channels::read(&reader, &sources, &scene)?;
    let plans = plan_clips(&reader, &channels, &stem)?;
    let mut builder = ClipBuilder::new(&reader, &scene, &channels, &rest, &model);
    add_clips(&mut builder, &plans, &mut model)?;
    if let Some((timeline, clip)) = timeline {
        *timeline = builder.build_exactly(&whole_timeline(&channels, &plans, clip))?;
    }
    let nodes = scene.nodes.iter().map(|node| NodeData {
        id: attribute(node.element, "id").into(),
        sid: attribute(node.element, "sid").into(),
        name: attribute(node.element, "name").into(),
        transforms: node.transforms.iter().map(|element| (element.kind, element.sid.into())).collect(),
    });
    let nodes = nodes.collect();
    let channels = channel_data(&scene, &channels);
    let tool = inside(root, &["asset", "contributor", "authoring_tool"]);
    Ok(Document {
        name,
        text: String::new(),
        version: attribute(root, "version").into(),
        authoring_tool: tool.map(text_of).unwrap_or_default(),
        up_axis,
        unit_meter,
        nodes,
        channels,
        clip_channels: plans.into_iter().map(|plan| plan.channels).collect(),
        skins: meshes.skins,
        part_positions: meshes.positions,
        pictures: materials.into_addresses(),
        loaded: LoadedModel::new(model, reader.into_reporter(), Vec::new()),
    })
}

/// Makes a joint of each node of the scene.
fn build_skeleton(reader: &Reader<'_>, scene: &Scene<'_>, rest: &[Decomposition]) -> Result<Skeleton, Error> {
    let mut joints = Vec::new();
    for (node, rest) in scene.nodes.iter().zip(rest) {
        if rest.transform.scale == Vec3::ZERO {
            reader.warn(node.element, "its scale is 0 at rest: what follows it is not to be seen there");
        }
        joints.push(Joint { name: name_of(node.element).into(), parent: node.parent, bind_local: rest.transform });
    }
    let is_sheared = rest.iter().any(|rest| rest.shear != Vec3::ZERO);
    let shears = if is_sheared { rest.iter().map(|rest| rest.shear).collect() } else { Vec::new() };
    Skeleton::sheared(joints, shears).map_err(|error| {
        let element = scene.nodes[error.joint()].element;
        reader.error(element, "its transform holds numbers too large to be drawn")
    })
}

/// Reads version, upward axis and unit. What is unknown is replaced, with a warning.
fn read_axes(reader: &Reader<'_>) -> (UpAxis, f64) {
    /// The versions whose meaning is known here.
    const VERSIONS: [&str; 3] = ["1.4.0", "1.4.1", "1.5.0"];
    let root = reader.root;
    let version = attribute(root, "version");
    if !VERSIONS.contains(&version) {
        reader.warn(root, format!("unknown version \"{version}\": it is read as 1.4.1"));
    }
    let mut unit_meter = 1.0;
    let unit = inside(root, &["asset", "unit"]);
    if let Some((unit, meter)) = unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) {
        match parse_with_comma(meter) {
            Some((value, has_comma)) if (value as f32).is_finite() && value as f32 > 0.0 => {
                unit_meter = value;
                if has_comma {
                    reader.warn(unit, format!("meter=\"{meter}\" is written with a comma: read as {value}"));
                }
            }
            _ => reader.warn(unit, format!("meter=\"{meter}\" is not a length: 1 is assumed")),
        }
    }
    let up = child(root, "asset").and_then(|asset| child(asset, "up_axis"));
    let Some(up) = up else { return (UpAxis::Y, unit_meter) };
    let name = text_of(up);
    let known = [UpAxis::X, UpAxis::Y, UpAxis::Z].into_iter().find(|axis| axis.name() == name);
    if known.is_none() {
        reader.warn(up, format!("unknown axis \"{name}\": Y_UP is assumed"));
    }
    (known.unwrap_or_default(), unit_meter)
}

/// Returns the channels as the file has them.
fn channel_data(scene: &Scene<'_>, channels: &Channels<'_>) -> Vec<ChannelData> {
    let mut all = Vec::new();
    for channel in &channels.all {
        let joints = channel.driven.and_then(|driven| scene.instances.get(&driven.node));
        all.push(ChannelData {
            target: channel.target.into(),
            joints: joints.cloned().unwrap_or_default(),
            transform: channel.driven.map_or(0, |driven| driven.transform),
            is_whole: channel.driven.is_some_and(|driven| driven.part.is_none()),
            is_linear: channel.curve.ways.iter().all(|way| *way == Way::Linear),
            times: channel.curve.times.clone(),
            values: channel.curve.values.clone(),
        });
    }
    all
}
