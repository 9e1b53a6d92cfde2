//! Meshes: primitives, and where their attributes are.

use crate::gltf::{accessors::Accessors, extensions, json::Item};
use crate::loading::{Error, ErrorKind, balance::Kind};
use std::collections::HashMap;

/// Kind of primitive that the vertices make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Points or lines, which are not drawn.
    NoTriangles,
    /// Three corners each.
    Triangles,
    /// Each corner makes one with the two before it.
    Strip,
    /// Each corner makes one with the corner before it and the first.
    Fan,
}

/// Accessors by name: `POSITION`, `TEXCOORD_1` and so on.
pub type Attributes = HashMap<String, usize>;

/// Faces of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// Kind of primitive.
    pub mode: Mode,
    /// Accessor of the corners' vertices; without it corner and vertex are one.
    pub indices: Option<usize>,
    /// Attributes of the vertices.
    pub attributes: Attributes,
    /// Index in the document's materials.
    pub material: Option<usize>,
    /// Morph targets: displacements of attributes.
    pub targets: Vec<Attributes>,
}

impl Primitive {
    /// Returns the accessors of `JOINTS_0` and `WEIGHTS_0`, of `JOINTS_1` and `WEIGHTS_1`, and of further sets.
    pub fn influences(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..).map_while(|set| {
            let joints = self.attributes.get(&format!("JOINTS_{set}"))?;
            Some((*joints, *self.attributes.get(&format!("WEIGHTS_{set}"))?))
        })
    }
}

/// A mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// Name in the file; empty without a name.
    pub name: String,
    /// Its faces.
    pub primitives: Vec<Primitive>,
    /// Weights of the morph targets.
    pub weights: Vec<f32>,
    /// Names of the morph targets, as exporters agree to write them: fewer than there are, or none.
    pub target_names: Vec<String>,
}

/// Reads all meshes.
pub(super) fn read_meshes(root: &Item<'_>, accessors: &Accessors) -> Result<Vec<MeshData>, Error> {
    root.objects("meshes", |item| {
        Ok(MeshData {
            target_names: read_target_names(&item)?,
            name: item.name()?,
            primitives: item.objects("primitives", |item| read_primitive(&item, accessors))?,
            weights: item.list("weights")?,
        })
    })
}

/// Reads the names of a mesh's morph targets, which VRM 0 writes in the first primitive.
fn read_target_names(mesh: &Item<'_>) -> Result<Vec<String>, Error> {
    let names = mesh.texts_in_extras("targetNames");
    if !names.is_empty() {
        return Ok(names);
    }
    let of_primitives = mesh.objects("primitives", |primitive| Ok(primitive.texts_in_extras("targetNames")))?;
    Ok(of_primitives.into_iter().find(|names| !names.is_empty()).unwrap_or_default())
}

const WEIGHTS: Kind = ("set of weights", "");
const REFERENCE: Kind = ("reference to a material", "");

/// Reads a primitive. Its positions must not be compressed. Sets of joints and weights that are not complete, or not numbered
/// from 0 on, are left out.
fn read_primitive(item: &Item<'_>, accessors: &Accessors) -> Result<Primitive, Error> {
    let mode = match item.get("mode")?.unwrap_or(4) {
        0..=3 => Mode::NoTriangles,
        4 => Mode::Triangles,
        5 => Mode::Strip,
        6 => Mode::Fan,
        other => {
            let message = format!("no mode has number {other}: they are 0 to 6");
            return Err(item.error("mode", ErrorKind::Structure, message));
        }
    };
    let names = item.need_object("attributes")?;
    let attributes = names.attributes()?;
    if !attributes.get("POSITION").is_some_and(|accessor| accessors.has_data(*accessor))
        && let Some(name) = extensions::compression(item)?
    {
        return Err(extensions::required_error(item, name));
    }
    let mut primitive = Primitive {
        mode,
        indices: item.index("indices", "accessors")?,
        attributes,
        material: item.part(REFERENCE, item.index("material", "materials"))?.flatten(),
        targets: item.objects("targets", |target| target.attributes())?,
    };
    let sets = primitive.influences().count();
    let is_of_set = |name: &str| {
        let number = name.strip_prefix("JOINTS_").or(name.strip_prefix("WEIGHTS_"));
        number.is_none_or(|number| number.parse().is_ok_and(|number: usize| number < sets))
    };
    let mut alone: Vec<String> = primitive.attributes.keys().filter(|name| !is_of_set(name)).cloned().collect();
    alone.sort();
    for name in alone {
        primitive.attributes.remove(&name);
        names.leave_out(WEIGHTS, 1, &name, "without its joints or weights, or those of the sets before it: left out");
    }
    Ok(primitive)
}
