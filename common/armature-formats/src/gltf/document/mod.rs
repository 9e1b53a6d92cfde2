//! A glTF file as written: its objects, with references as checked indices.

mod animations;
mod humanoid;
mod materials;
mod meshes;
mod nodes;

pub use animations::{Animation, Channel, Curve, Interpolation, Property, WeightChannel};
pub(super) use materials::encoded;
pub use materials::{MaterialData, TextureUse};
pub use meshes::{Attributes, MeshData, Mode, Primitive};
pub(super) use nodes::unit;
pub use nodes::{Local, Node};

use super::{
    accessors::Accessors,
    buffers, container, extensions,
    json::{self, Item, Text},
};
use crate::loading::{Error, ErrorKind, Reporter, Warning, files::Files};
use glam::Affine3A;
use std::path::{Path, PathBuf};

/// A skin: the joints that vertices' joint numbers mean.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinData {
    /// Name in the file; empty without a name.
    pub name: String,
    /// Nodes.
    pub joints: Vec<usize>,
    /// `joint_from_bind` of each joint.
    pub inverse_binds: Vec<Affine3A>,
}

/// A glTF file as written.
#[derive(Debug)]
pub struct Document {
    /// The file's name as it was given.
    pub name: String,
    /// The program that wrote it; empty where it does not say so.
    pub generator: String,
    /// All nodes, whether the scene has them or not.
    pub nodes: Vec<Node>,
    /// The nodes of the scene, depth first: parents before their children.
    pub scene: Vec<usize>,
    /// All meshes.
    pub meshes: Vec<MeshData>,
    /// All skins.
    pub skins: Vec<SkinData>,
    /// All animations. Where no two move the same node, one that plays them all is the first, or, if their names do not
    /// tell them apart, the only one.
    pub animations: Vec<Animation>,
    /// All materials.
    pub materials: Vec<MaterialData>,
    /// Whether it is a VRM 0.x, whose figure looks along -z; that of a VRM 1.0 looks along z, as glTF says.
    pub(super) looks_back: bool,
    /// Nodes that VRM's table names, and what they are in a body.
    pub(super) humanoid: Vec<(usize, String)>,
    pub(super) accessors: Accessors,
    /// The files that buffers were read from.
    pub(super) files: Vec<PathBuf>,
    /// Reporter for work on a document of this size.
    pub(super) reporter: Reporter,
}

impl Document {
    /// Reads a whole file. `name` is what errors and warnings call it; buffers in files of their own are looked for
    /// in `folder` and below, and nowhere without one.
    ///
    /// # Errors
    /// If `bytes` are no glTF 2.0, require an extension that is not read, or refer to what is not there.
    pub fn read(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<Self, Error> {
        Self::read_with(bytes, name, Files::of(folder))
    }

    pub(crate) fn read_with(bytes: &[u8], name: &str, others: Files<'_>) -> Result<Self, Error> {
        let mut reporter = Reporter::new(name);
        let container = container::split(bytes, &mut reporter)?;
        let value = json::parse(container.json, &reporter)?;
        let text = Text::new(&value, reporter)?;
        let root = &text.root();
        let generator = generator(root)?;
        extensions::check(root)?;
        let buffers = buffers::read(root, container.binary, others)?;
        let files = buffers.iter().filter_map(|buffer| buffer.file.clone()).collect();
        let accessors = Accessors::read(root, buffers, Reporter::new(name))?;
        let materials = materials::read(root, &accessors, name, others)?;
        let meshes = meshes::read(root, &accessors)?;
        let nodes = nodes::read(root)?;
        let skins = root.objects("skins", |item| skin(&item, &accessors))?;
        let animations = animations::read(root, &accessors)?;
        let scene = nodes::scene(root, &nodes)?;
        let humanoid = humanoid::read(root).unwrap_or_else(|error| {
            root.warn("extensions", format!("its table of human bones is left out: {error}"));
            Vec::new()
        });
        let looks_back = root.extension("VRM")?.is_some() && root.extension("VRMC_vrm")?.is_none();
        Ok(Self {
            name: name.into(),
            generator,
            nodes,
            scene,
            meshes,
            skins,
            animations,
            materials,
            looks_back,
            humanoid,
            accessors,
            files,
            reporter: text.into_reporter(),
        })
    }

    pub(super) fn morph_weights<'a>(&'a self, node: &'a Node) -> &'a [f32] {
        let of_mesh = node.mesh.map_or(&[][..], |mesh| &self.meshes[mesh].weights);
        if node.weights.is_empty() { of_mesh } else { &node.weights }
    }

    /// The warnings about the file as written.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }
}

/// The program that wrote the file, if its version is one that is read.
fn generator(root: &Item<'_>) -> Result<String, Error> {
    let asset = root.object("asset")?.ok_or_else(|| {
        let message = "not a glTF 2.0 file: \"asset\" is missing";
        root.error("", ErrorKind::Container, message)
    })?;
    let version: &str = asset.need("version")?;
    let least = asset.get("minVersion")?.unwrap_or("2.0");
    let second = version.split('.').next() == Some("2");
    for (key, version, read) in [("version", version, second), ("minVersion", least, least == "2.0")] {
        if !read {
            let version: String = version.chars().take(20).filter(|c| !c.is_control()).collect();
            let message = format!("glTF {version}: only 2.0 is read");
            return Err(asset.error(key, ErrorKind::Container, message));
        }
    }
    Ok(asset.get("generator")?.unwrap_or("").into())
}

fn skin(item: &Item<'_>, accessors: &Accessors) -> Result<SkinData, Error> {
    let joints = item.indices("joints", "nodes")?;
    // Says where the joints are, which they do themselves.
    if let Err(error) = item.index("skeleton", "nodes") {
        item.leave_out("skeleton's root", error)?;
    }
    let mut inverse_binds = vec![Affine3A::IDENTITY; joints.len()];
    if let Some(accessor) = item.index("inverseBindMatrices", "accessors")? {
        let elements = accessors.elements(accessor, &["MAT4"], "a list of inverse bind matrices")?;
        if elements.len() < joints.len() {
            let message = format!("{} matrices for {} joints", elements.len(), joints.len());
            return Err(item.error("inverseBindMatrices", ErrorKind::Skin, message));
        }
        for (at, matrix) in inverse_binds.iter_mut().enumerate() {
            *matrix = affine(&elements.numbers(at));
            if !matrix.is_finite() {
                let message = format!("matrix {at} is not finite: the identity is used");
                item.warn("inverseBindMatrices", message);
                *matrix = Affine3A::IDENTITY;
            }
        }
    }
    Ok(SkinData { name: item.name()?, joints, inverse_binds })
}

/// A matrix in column order. Its last row is 0 0 0 1, whatever the file says.
pub(super) fn affine(columns: &[f32; 16]) -> Affine3A {
    let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = *columns;
    Affine3A::from_cols_array(&[a, b, c, d, e, f, g, h, i, x, y, z])
}
