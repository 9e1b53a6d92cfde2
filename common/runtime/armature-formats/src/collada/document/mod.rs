//! A Collada document as written, with the place of every element: numbers are read, references not resolved yet.

mod animations;
mod asset;
mod clips;
mod controllers;
mod geometry;
mod materials;
mod nodes;
mod primitives;
mod reader;
mod sources;
mod triangulation;

pub use animations::{Animation, Channel, Curve, CurveInterpolation, Tangents};
pub use asset::{Asset, UpAxis};
pub use clips::ClipData;
pub use controllers::{Controller, SkinData, affine};
pub use geometry::Geometry;
pub use materials::{Effect, MaterialData, TextureUse};
pub use nodes::{Content, Instance, MaterialBinding, Node, TransformElement, TransformKind, VisualScene};
pub use primitives::{Input, NO_INDEX, Primitive, PrimitiveKind, Semantic};
pub(super) use sources::Elements;
pub use sources::{Names, Source, Values};

use super::{
    decode::decode_text,
    error::{Error, ErrorKind, Location, Reporter, Warning},
    xml,
};
use reader::Reader;
use sources::Sources;
use std::{
    cell::LazyCell,
    collections::{HashMap, HashSet},
};

/// A Collada file as written. [`Scene`](super::Scene) resolves its references.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file's name as it was given.
    pub name: String,
    /// Axes, unit, exporter.
    pub asset: Asset,
    /// All nodes of all scenes and of `library_nodes`.
    pub nodes: Vec<Node>,
    /// The scenes, of which a file normally has one.
    pub visual_scenes: Vec<VisualScene>,
    /// The scene that `<scene>` names, without the `#`.
    pub scene: Option<Instance>,
    /// The arrays of geometries and controllers. Those of animations are in their curves.
    pub sources: Vec<Source>,
    /// All meshes.
    pub geometries: Vec<Geometry>,
    /// All skins and morphs.
    pub controllers: Vec<Controller>,
    /// All animations, nested ones after their parent.
    pub animations: Vec<Animation>,
    /// All keys.
    pub curves: Vec<Curve>,
    /// The targets of curves.
    pub channels: Vec<Channel>,
    /// Named intervals of time.
    pub clips: Vec<ClipData>,
    /// All materials.
    pub materials: Vec<MaterialData>,
    /// The address of each `<image>`, with its place.
    pub(super) images: Vec<(Location, String)>,
    pub(super) ids: Ids,
    pub(super) reporter: Reporter,
}

/// Indices by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) nodes: HashMap<String, usize>,
    pub(super) geometries: HashMap<String, usize>,
    pub(super) controllers: HashMap<String, usize>,
    pub(super) materials: HashMap<String, usize>,
    /// Ids in channels' targets of elements other than nodes.
    pub(super) others: HashSet<String>,
}

impl Document {
    /// Reads a whole document. `name` is the file's name in errors and warnings.
    ///
    /// # Errors
    /// If `bytes` are not text, not XML or not Collada, or contain invalid numbers or indices.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, Error> {
        let reporter = Reporter::new(name);
        Self::read_text(bytes, reporter)
    }

    /// Decodes a document as UTF-8 without whitespace before its XML.
    ///
    /// # Errors
    /// If `bytes` are not text.
    pub fn text(bytes: &[u8], name: &str) -> Result<String, Error> {
        let mut reporter = Reporter::new(name);
        let (text, blanks) = decode_text(bytes, &mut reporter)?;
        Ok(text[blanks..].to_owned())
    }

    fn read_text(bytes: &[u8], mut reporter: Reporter) -> Result<Self, Error> {
        let (whole, blanks) = decode_text(bytes, &mut reporter)?;
        let tree = xml::parse(&whole, blanks, &reporter)?;
        let root = tree.root();
        if root.name() != "COLLADA" {
            let location = root.location();
            let message = "not a Collada file: <COLLADA> was expected here";
            return Err(reporter.error(ErrorKind::Structure, Some(&location), message));
        }
        let document = Self::read_elements(&Reader::new(root, &mut reporter))?;
        Ok(Self { name: reporter.file().into(), reporter, ..document })
    }

    /// Reads all elements. The caller sets the document's name and its reporter.
    fn read_elements(reader: &Reader<'_>) -> Result<Self, Error> {
        let asset = asset::read_asset(reader);
        let nodes = nodes::read_nodes(reader)?;
        let names = LazyCell::new(|| -> HashSet<&str> {
            nodes.all.iter().flat_map(|node| [&*node.id, &*node.sid, &*node.name]).collect()
        });
        let mut sources = Sources::new();
        let (geometries, geometry_ids) = geometry::read_geometries(reader, &mut sources)?;
        let (controllers, controller_ids) =
            controllers::read_controllers(reader, &mut sources, &|name| names.contains(name))?;
        let animations = animations::read_animations(reader, &mut sources)?;
        let clips = clips::read_clips(reader, &animations.all)?;
        let (materials, material_ids) = materials::read_materials(reader)?;
        let scene = reader::child(reader.root(), "scene")
            .and_then(|scene| reader::child(scene, "instance_visual_scene"))
            .map(|instance| Instance {
                location: instance.location(),
                target: reader.id_of(reader::attribute(instance, "url")).into(),
                skeletons: Vec::new(),
                materials: Vec::new(),
            });
        let ids = Ids {
            nodes: nodes.by_id,
            geometries: geometry_ids,
            controllers: controller_ids,
            materials: material_ids,
            others: animations.channels.iter().filter_map(|c| other_target(reader, c)).collect(),
        };
        Ok(Self {
            name: String::new(),
            asset,
            nodes: nodes.all,
            visual_scenes: nodes.scenes,
            scene,
            sources: sources.all,
            geometries,
            controllers,
            animations: animations.all,
            curves: animations.curves,
            channels: animations.channels,
            clips,
            materials,
            images: materials::read_images(reader)?,
            ids,
            reporter: Reporter::new(""),
        })
    }

    /// Whether a clip plays a channel. `clip` is the clip's index in the model, where a clip of all channels that are in no
    /// clip follows those of the file.
    pub fn is_in_clip(&self, clip: usize, channel: &Channel) -> bool {
        match self.clips.get(clip) {
            Some(data) => data.has(self, channel),
            None => !self.clips.iter().any(|data| data.has(self, channel)),
        }
    }

    /// Returns the warnings about the file as written, in the order of the file.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }
}

/// Returns the id that a channel's target begins with, if an element other than a node has that id.
fn other_target(reader: &Reader<'_>, channel: &Channel) -> Option<String> {
    let id = channel.first_id();
    reader.by_id(id).filter(|element| !element.is("node")).map(|_| id.into())
}
