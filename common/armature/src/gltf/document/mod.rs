//! A glTF file as written: its objects, with references as checked indices.

mod animations;
mod materials;
mod meshes;
mod nodes;

pub use animations::{Animation, Channel, Curve, Interpolation, Property};
pub(super) use materials::encoded;
pub use materials::{Image, MaterialData, TextureUse};
pub use meshes::{MeshData, Mode, Primitive, Target};
pub(super) use nodes::unit;
pub use nodes::{Local, Node};

use super::{
    accessors::Accessors,
    buffers, container, extensions,
    json::{self, Item},
};
use crate::loading::{Error, ErrorKind, Place, Reporter, Warning, threads::Threads};
use glam::Affine3A;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A skin: the joints that vertices' joint numbers mean.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinData {
    /// What the file calls it; empty without a name.
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
    /// All animations.
    pub animations: Vec<Animation>,
    /// All materials.
    pub materials: Vec<MaterialData>,
    /// All pictures.
    pub images: Vec<Image>,
    pub(super) accessors: Accessors,
    /// Where pictures are looked for.
    pub(super) folder: Option<PathBuf>,
    /// For work on a document of this size.
    pub(super) threads: Threads,
    pub(super) reporter: Reporter,
}

impl Document {
    /// Reads a whole file. `name` is what errors and warnings call it; buffers in files of their own are looked for
    /// in `folder` and below, and nowhere without one.
    ///
    /// # Errors
    /// If `bytes` are no glTF 2.0, require an extension that is not read, or refer to what is not there.
    pub fn read(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<Self, Error> {
        let mut reporter = Reporter::new(name);
        let file: Arc<str> = name.into();
        let container = container::open(bytes, &mut reporter)?;
        let text = json::parse(container.json, &reporter)?;
        let root = Item::root(&text, &file)?;
        let generator = generator(&root)?;
        extensions::check(&root, &mut reporter)?;
        let buffers = buffers::read(&root, container.binary, folder)?;
        let accessors = Accessors::read(&root, buffers)?;
        let materials = materials::read(&root)?;
        let images = materials::images(&root)?;
        let meshes = meshes::read(&root, &accessors, materials.len())?;
        let skin_count = root.count("skins")?;
        let nodes = nodes::read(&root, meshes.len(), skin_count, &mut reporter)?;
        let skins =
            root.objects("skins", |_, item| skin(&item, nodes.len(), &accessors, &mut reporter))?;
        let animations = animations::read(&root, nodes.len(), &accessors, &mut reporter)?;
        let scene = nodes::scene(&root, &nodes, &mut reporter)?;
        Ok(Self {
            name: name.into(),
            generator,
            nodes,
            scene,
            meshes,
            skins,
            animations,
            materials,
            images,
            threads: Threads::for_file(bytes.len().max(accessors.bytes())),
            accessors,
            folder: folder.map(Path::to_owned),
            reporter,
        })
    }

    /// The warnings about the file as written.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }
}

/// The program that wrote the file, if its version is one that is read.
fn generator(root: &Item<'_>) -> Result<String, Error> {
    let asset = root.object("asset")?;
    let asset = asset.ok_or_else(|| {
        root.error(ErrorKind::Container, "not a glTF 2.0 file: \"asset\" is missing")
    })?;
    let version = asset.text("version")?;
    let version = asset.required("version", version)?;
    let least = asset.text("minVersion")?.unwrap_or("2.0");
    for (key, version) in [("version", version), ("minVersion", least)] {
        let major = version.split('.').next();
        if major != Some("2") || (key == "minVersion" && version != "2.0") {
            let version: String = version.chars().take(20).filter(|c| !c.is_control()).collect();
            let message = format!("glTF {version}: only 2.0 is read");
            return Err(asset.error_at(key, ErrorKind::Container, message));
        }
    }
    Ok(asset.text("generator")?.unwrap_or("").into())
}

fn skin(
    item: &Item<'_>,
    nodes: usize,
    accessors: &Accessors,
    reporter: &mut Reporter,
) -> Result<SkinData, Error> {
    let joints = item.indices("joints", nodes)?;
    item.index("skeleton", nodes)?; // says where the joints are, which they do themselves
    let matrices = item.index("inverseBindMatrices", accessors.len())?;
    let mut inverse_binds = vec![Affine3A::IDENTITY; joints.len()];
    if let Some(accessor) = matrices {
        let what = "a list of inverse bind matrices";
        let elements = accessors.elements(accessor, &["MAT4"], what, reporter)?;
        if elements.len() < joints.len() {
            let message = format!("{} matrices for {} joints", elements.len(), joints.len());
            return Err(item.error_at("inverseBindMatrices", ErrorKind::Skin, message));
        }
        for (at, matrix) in inverse_binds.iter_mut().enumerate() {
            *matrix = affine(&elements.numbers(at));
            if !matrix.is_finite() {
                let message = format!("matrix {at} is not finite: the identity is used");
                reporter.warn(Some(&item.place("inverseBindMatrices")), message);
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

/// The place of an item of one of the file's lists.
pub(super) fn place(list: &str, index: usize) -> Place {
    Place::at(format!("/{list}/{index}"))
}
