//! A glTF file as written: its objects, with references as checked indices.

mod animations;
mod materials;
mod meshes;
mod nodes;

pub use animations::{Animation, Channel, Curve, Interpolation, Property, WeightChannel};
pub(super) use materials::encode_srgb;
pub use materials::{MaterialData, TextureUse};
pub use meshes::{Attributes, MeshData, Mode, Primitive};
pub use nodes::{Local, Node};
pub(super) use nodes::{unit, world_of_all};

use super::{
    accessors::Accessors,
    buffers,
    build::triangles::PlannedPart,
    container, extensions,
    json::{self, Item, Text},
};
use crate::double::single;
use crate::loading::{Error, ErrorKind, Reason, Reporter, Warning, files::Files, rest::odd_last_row};
use glam::{Affine3A, DAffine3};
use std::{
    cell::LazyCell,
    path::{Path, PathBuf},
};

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
    /// Whether the file is a VRM 0.x, whose figure looks along -z; that of a VRM 1.0 looks along z, as glTF says.
    pub(super) looks_back: bool,
    /// Nodes in VRM's table, with their names in a body.
    pub(super) humanoid: Vec<(usize, String)>,
    /// The number of scenes, and the one that is shown.
    pub(super) scenes: (usize, usize),
    /// Name of each picture, and why it is not in the model.
    pub(super) pictures: Vec<(String, Option<Reason>)>,
    /// Name of each extension, and why it is not in the model.
    pub(super) extensions: Vec<(String, Option<Reason>)>,
    pub(super) accessors: Accessors,
    /// The files that buffers were read from.
    pub(super) files: Vec<PathBuf>,
    /// Reporter for work on a document of this size.
    pub(super) reporter: Reporter,
}

impl Document {
    /// Reads a whole file. `name` is the file's name in errors and warnings. Buffers in other files are searched in `folder`
    /// and below, or nowhere.
    ///
    /// # Errors
    /// If `bytes` are no glTF 2.0, require an extension that is not read, or refer to what is not there.
    pub fn read(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<Self, Error> {
        Self::read_with(bytes, name, Files::of(folder))
    }

    /// Reads a whole file as [`read`](Self::read) does, with the files of its buffers among `others`.
    pub(crate) fn read_with(bytes: &[u8], name: &str, others: Files<'_>) -> Result<Self, Error> {
        let mut reporter = Reporter::new(name);
        let container = container::split_container(bytes, &mut reporter)?;
        let value = json::parse(container.json, &reporter)?;
        let text = Text::new(&value, reporter)?;
        let root = &text.root();
        let generator = read_generator(root)?;
        extensions::check_required(root)?;
        let buffers = buffers::read_buffers(root, container.binary, others)?;
        let files = buffers.iter().filter_map(|buffer| buffer.file.clone()).collect();
        let accessors = Accessors::read(root, buffers, Reporter::new(name))?;
        let (materials, pictures) = materials::read_materials(root, &accessors, name, others)?;
        let meshes = meshes::read_meshes(root, &accessors)?;
        let mut nodes = nodes::read_nodes(root)?;
        let (scene, scenes) = nodes::order_scene(root, &mut nodes)?;
        let rest = LazyCell::new(|| nodes::rest_world(&nodes, &scene));
        let skins = root.objects("skins", |item| read_skin(&item, &accessors, &|node| rest[node]))?;
        let animations = animations::read_animations(root, &accessors)?;
        let humanoid = read_humanoid(root).unwrap_or_else(|error| {
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
            scenes,
            pictures,
            extensions: extensions::used(root)?,
            accessors,
            files,
            reporter: text.into_reporter(),
        })
    }

    /// Returns an attribute that a [`Model`](armature::model::Model) does not have, such as `TANGENT`, `TEXCOORD_1` or
    /// `_HEAT`: a list for each of the model's parts, with four numbers for each of its vertices, as the file has them, 0 where
    /// an element has fewer. The list is empty where the file has no such attribute.
    ///
    /// # Errors
    /// As [`model`](super::model), and if an element has more than four numbers.
    pub fn attribute(&self, name: &str) -> Result<Vec<Vec<[f32; 4]>>, Error> {
        let mut parts = Vec::new();
        for node in &self.scene {
            let Some(mesh) = self.nodes[*node].mesh else { continue };
            for (number, primitive) in self.meshes[mesh].primitives.iter().enumerate() {
                let part = PlannedPart { mesh, number, primitive, morphs: &[], skin: None };
                parts.extend(part.attribute(self, name)?);
            }
        }
        Ok(parts)
    }

    /// Returns the weights of a node's morph targets at rest.
    pub(super) fn morph_weights<'a>(&'a self, node: &'a Node) -> &'a [f32] {
        let of_mesh = node.mesh.map_or(&[][..], |mesh| &self.meshes[mesh].weights);
        if node.weights.is_empty() { of_mesh } else { &node.weights }
    }

    /// Returns the warnings about the file as written.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }
}

/// Checks the file's version, and returns the name of the program that wrote the file.
fn read_generator(root: &Item<'_>) -> Result<String, Error> {
    let asset = root
        .object("asset")?
        .ok_or_else(|| root.error("", ErrorKind::Container, "not a glTF 2.0 file: \"asset\" is missing"))?;
    let version: &str = asset.need("version")?;
    let least = asset.get("minVersion")?.unwrap_or("2.0");
    let is_2 = version.split('.').next() == Some("2");
    for (key, version, is_read) in [("version", version, is_2), ("minVersion", least, least == "2.0")] {
        if !is_read {
            let version: String = version.chars().take(20).filter(|c| !c.is_control()).collect();
            return Err(asset.error(key, ErrorKind::Container, format!("glTF {version}: only 2.0 is read")));
        }
    }
    Ok(asset.get("generator")?.unwrap_or("").into())
}

/// Reads a skin. A joint without a finite inverse bind matrix among others is bound where it rests, by `rest`.
fn read_skin(item: &Item<'_>, accessors: &Accessors, rest: &dyn Fn(usize) -> DAffine3) -> Result<SkinData, Error> {
    let joints = item.indices("joints", "nodes")?;
    item.part(("skeleton's root", ""), item.index("skeleton", "nodes"))?; // is not needed
    let mut inverse_binds = vec![Affine3A::IDENTITY; joints.len()];
    if let Some(accessor) = item.index("inverseBindMatrices", "accessors")? {
        let elements = accessors.elements(accessor, &["MAT4"], "a list of inverse bind matrices")?;
        let mut missing = Vec::new();
        let mut odd = None;
        for (joint, matrix) in inverse_binds.iter_mut().enumerate() {
            let columns = elements.numbers(joint);
            *matrix = affine(&columns);
            if joint >= elements.len() || !matrix.is_finite() {
                *matrix = single(&inverse(&rest(joints[joint])));
                missing.push(joint);
            } else if odd.is_none() {
                odd = odd_row(&columns).map(|message| format!("matrix {joint}: {message}"));
            }
        }
        if let Some(first) = missing.first() {
            let missing = missing.len();
            let message = format!(
                "{missing} of {} matrices, from number {first} on, are missing or not finite: the joints' rest places are used",
                joints.len()
            );
            item.warn("inverseBindMatrices", message);
        }
        if let Some(message) = odd {
            item.warn("inverseBindMatrices", message);
        }
    }
    Ok(SkinData { name: item.name()?, joints, inverse_binds })
}

/// Reads VRM's table of human bones: nodes with their names in a body, in which fingers are numbered from the palm. A table
/// of VRM 1.0 is preferred to one of VRM 0.x.
fn read_humanoid(root: &Item<'_>) -> Result<Vec<(usize, String)>, Error> {
    if let Some(vrm) = root.extension("VRMC_vrm")?
        && let Some(humanoid) = vrm.object("humanoid")?
    {
        let mut bones = Vec::new();
        for (name, bone) in humanoid.named_objects("humanBones")? {
            bones.push((bone.need_index("node", "nodes")?, name.to_owned()));
        }
        return Ok(number_fingers(bones));
    }
    if let Some(vrm) = root.extension("VRM")?
        && let Some(humanoid) = vrm.object("humanoid")?
    {
        let bones = humanoid.objects("humanBones", |bone| {
            Ok((bone.need_index("node", "nodes")?, bone.get("bone")?.unwrap_or("").to_owned()))
        });
        return bones.map(number_fingers);
    }
    Ok(Vec::new())
}

/// Renames the joints of fingers: `leftIndexProximal` becomes `leftIndex1`. A thumb's metacarpal, if named, is its first.
fn number_fingers(mut bones: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let has_metacarpals = bones.iter().any(|(_, name)| name.ends_with("ThumbMetacarpal"));
    for (_, name) in &mut bones {
        let after_metacarpal = usize::from(has_metacarpals && name.contains("Thumb"));
        let parts = [("Metacarpal", 1), ("Proximal", 1 + after_metacarpal), ("Intermediate", 2), ("Distal", 3)];
        let numbered = parts.iter().find_map(|(part, number)| Some((name.strip_suffix(part)?.to_owned(), number)));
        if let Some((finger, number)) = numbered {
            *name = format!("{finger}{number}");
        }
    }
    bones
}

/// Returns the inverse, or the identity for a singular matrix.
fn inverse(matrix: &DAffine3) -> DAffine3 {
    let inverse = matrix.inverse();
    if inverse.is_finite() { inverse } else { DAffine3::IDENTITY }
}

/// Returns what is wrong with the last row of a matrix of sixteen numbers in column order.
fn odd_row(columns: &[f32; 16]) -> Option<String> {
    let number = |index: usize| f64::from(columns[index]);
    odd_last_row([3, 7, 11, 15].map(number), [12, 13, 14].map(number))
}

/// Returns the matrix of sixteen numbers in column order. The last row is taken as 0 0 0 1.
pub(super) fn affine(columns: &[f32; 16]) -> Affine3A {
    let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = *columns;
    Affine3A::from_cols_array(&[a, b, c, d, e, f, g, h, i, x, y, z])
}
