//! What a file says, with the place of everything: numbers read, references not yet followed.

mod animations;
mod asset;
mod clips;
mod controllers;
mod cuts;
mod geometry;
mod lists;
mod materials;
mod nodes;
mod primitives;
mod reader;
mod sources;

pub use animations::{Animation, Channel, Curve, Interpolation, Tangents};
pub use asset::{Asset, UpAxis};
pub use clips::ClipData;
pub use controllers::{Controller, SkinData, affine};
pub use geometry::{Geometry, Input, Semantic};
pub use materials::{Look, MaterialData, Texture};
pub use nodes::{
    Content, Instance, MaterialBinding, Node, TransformElement, TransformKind, VisualScene,
};
pub use primitives::{NO_INDEX, Primitive, PrimitiveKind};
pub use lists::Names;
pub use sources::{Elements, Source, Values};

use super::{
    archive::{self, Archive, Pictures},
    decode,
    error::{Error, ErrorKind, Reporter, Warning},
    threads::Threads,
    xml,
};
use reader::Reader;
use std::collections::{HashMap, HashSet};

/// A Collada file as written. [`Scene`](super::Scene) says what it means.
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
    /// All animations, nested ones after the one they lie in.
    pub animations: Vec<Animation>,
    /// All keys.
    pub curves: Vec<Curve>,
    /// What the keys move.
    pub channels: Vec<Channel>,
    /// Named stretches of time.
    pub clips: Vec<ClipData>,
    /// All materials.
    pub materials: Vec<MaterialData>,
    /// Out of the archive that the document came in; `None` if it came as it is.
    pub(super) pictures: Option<Pictures>,
    pub(super) ids: Ids,
    /// Where work on a document of this size is done.
    pub(super) threads: Threads,
    pub(super) reporter: Reporter,
}

/// Where to find things by their id.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) nodes: HashMap<String, usize>,
    pub(super) geometries: HashMap<String, usize>,
    pub(super) controllers: HashMap<String, usize>,
    pub(super) materials: HashMap<String, usize>,
    /// Of what channels name, that which is there but is not a node.
    pub(super) others: HashSet<String>,
}

impl Document {
    /// Reads a whole document, or the one in an archive with the pictures that its materials ask for. `name`
    /// is what errors and warnings call the file; for a document in an archive its own name follows:
    /// `walk.zae/scene.dae`.
    ///
    /// # Errors
    /// If `bytes` are no text, no XML, no Collada, or hold numbers and indices that cannot be meant.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, Error> {
        let mut reporter = Reporter::new(name);
        if !archive::is_archive(bytes) {
            return Self::read_text(bytes, reporter);
        }
        let mut archive = Archive::open(bytes, &mut reporter)?;
        let text = archive.document(&reporter)?;
        let mut of_inside = Reporter::new(&format!("{name}/{}", archive.document_name()));
        of_inside.append(reporter);
        let mut document = Self::read_text(&text, of_inside)?;
        drop(text); // before pictures take its room
        let textures = document.materials.iter().filter_map(|material| material.look.texture.as_ref());
        let addresses = textures.map(|texture| texture.address.as_str());
        document.pictures = Some(archive.pictures(name, addresses));
        Ok(document)
    }

    fn read_text(bytes: &[u8], mut reporter: Reporter) -> Result<Self, Error> {
        let (whole, blanks) = decode::text(bytes, &mut reporter)?;
        let threads = Threads::for_file(whole.len());
        let tree = xml::read(&whole, blanks, threads, &reporter)?;
        let root = tree.root();
        if root.name() != "COLLADA" {
            let place = root.place();
            let message = "not a Collada file: <COLLADA> was expected here";
            return Err(reporter.error(ErrorKind::Structure, Some(&place), message));
        }
        let parts = Parts::read(&Reader::new(root, threads, &mut reporter))?;
        Ok(parts.into_document(threads, reporter))
    }

    /// What was odd in the file as written, in the order of the file.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }
}

/// The id that a channel's target begins with, if an element has it that is no node.
fn other(reader: &Reader<'_>, channel: &Channel) -> Option<String> {
    let id = channel.first_id();
    reader.by_id(id).filter(|element| !reader::is(*element, "node")).map(|_| id.into())
}

/// Everything but the reporter, which the reader still holds while reading.
struct Parts {
    asset: Asset,
    nodes: nodes::Nodes,
    scene: Option<Instance>,
    sources: sources::Sources,
    geometries: Vec<Geometry>,
    controllers: Vec<Controller>,
    animations: animations::Animations,
    clips: Vec<ClipData>,
    materials: Vec<MaterialData>,
    ids: Ids,
}

impl Parts {
    fn read(reader: &Reader<'_>) -> Result<Self, Error> {
        let asset = asset::read(reader);
        let mut nodes = nodes::read(reader)?;
        let called: HashSet<&str> = nodes
            .all
            .iter()
            .flat_map(|node| [node.id.as_str(), node.sid.as_str(), node.name.as_str()])
            .collect();
        let mut sources = sources::Sources::default();
        let (geometries, geometry_ids) = geometry::read(reader, &mut sources)?;
        let (controllers, controller_ids) =
            controllers::read(reader, &mut sources, &|name| called.contains(name))?;
        let animations = animations::read(reader, &mut sources)?;
        let clips = clips::read(reader, &animations.all)?;
        let (materials, material_ids) = materials::read(reader)?;
        let scene = reader::child(reader.root(), "scene")
            .and_then(|scene| reader::child(scene, "instance_visual_scene"))
            .map(|instance| Instance {
                place: instance.place(),
                target: reader.id_of(&reader::attribute(instance, "url")).into(),
                skeletons: Vec::new(),
                materials: Vec::new(),
            });
        let ids = Ids {
            nodes: std::mem::take(&mut nodes.by_id),
            geometries: geometry_ids,
            controllers: controller_ids,
            materials: material_ids,
            others: animations.channels.iter().filter_map(|c| other(reader, c)).collect(),
        };
        let (all, scene_list) = (geometries, scene);
        Ok(Self {
            asset,
            nodes,
            scene: scene_list,
            sources,
            geometries: all,
            controllers,
            animations,
            clips,
            materials,
            ids,
        })
    }

    fn into_document(self, threads: Threads, reporter: Reporter) -> Document {
        Document {
            name: reporter.file().into(),
            asset: self.asset,
            nodes: self.nodes.all,
            visual_scenes: self.nodes.scenes,
            scene: self.scene,
            sources: self.sources.all,
            geometries: self.geometries,
            controllers: self.controllers,
            animations: self.animations.all,
            curves: self.animations.curves,
            channels: self.animations.channels,
            clips: self.clips,
            materials: self.materials,
            pictures: None,
            ids: self.ids,
            threads,
            reporter,
        }
    }
}
