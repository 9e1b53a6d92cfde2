//! Meshes: primitives, and where their attributes are.

use crate::gltf::{accessors::Accessors, extensions, json::Item};
use crate::loading::{Error, ErrorKind};

/// What a primitive's vertices make.
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

/// A shape that the vertices can be moved towards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Target {
    /// Accessor of displacements.
    pub position: Option<usize>,
    /// Accessor of changes.
    pub normal: Option<usize>,
}

/// Faces of one material. Numbers are accessors.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// What the vertices make.
    pub mode: Mode,
    /// Vertices of the corners; without it corner and vertex are one.
    pub indices: Option<usize>,
    /// Without it nothing is drawn.
    pub position: Option<usize>,
    /// Made where it is missing.
    pub normal: Option<usize>,
    /// `COLOR_0`.
    pub color: Option<usize>,
    /// `TEXCOORD_0`, `TEXCOORD_1` and so on.
    pub texcoords: Vec<usize>,
    /// `JOINTS_0` with `WEIGHTS_0`, and so on.
    pub influences: Vec<(usize, usize)>,
    /// Index in the document's materials.
    pub material: Option<usize>,
    /// Morph targets.
    pub targets: Vec<Target>,
}

/// A mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// What the file calls it; empty without a name.
    pub name: String,
    /// Its faces.
    pub primitives: Vec<Primitive>,
    /// Weights of the morph targets.
    pub weights: Vec<f32>,
}

pub(super) fn read(
    root: &Item<'_>,
    accessors: &Accessors,
    materials: usize,
) -> Result<Vec<MeshData>, Error> {
    root.objects("meshes", |_, item| {
        Ok(MeshData {
            name: item.name()?,
            primitives: item.objects("primitives", |_, p| primitive(&p, accessors, materials))?,
            weights: item.numbers("weights")?,
        })
    })
}

fn primitive(item: &Item<'_>, accessors: &Accessors, materials: usize) -> Result<Primitive, Error> {
    let attributes = item.object("attributes")?;
    let attributes = item.required("attributes", attributes)?;
    let get = |key: &str| attributes.index(key, accessors.len());
    let mode = match item.whole("mode")?.unwrap_or(4) {
        0..=3 => Mode::NoTriangles,
        4 => Mode::Triangles,
        5 => Mode::Strip,
        6 => Mode::Fan,
        other => {
            let message = format!("no mode has number {other}: they are 0 to 6");
            return Err(item.error_at("mode", ErrorKind::Structure, message));
        }
    };
    let position = get("POSITION")?;
    if position.is_none()
        && let Some(name) = extensions::compression(item)?
    {
        return Err(extensions::refused(item, name));
    }
    let mut texcoords = Vec::new();
    while let Some(accessor) = get(&format!("TEXCOORD_{}", texcoords.len()))? {
        texcoords.push(accessor);
    }
    let mut influences = Vec::new();
    loop {
        let set = influences.len();
        let [joints, weights] = ["JOINTS", "WEIGHTS"].map(|key| get(&format!("{key}_{set}")));
        match (joints?, weights?) {
            (Some(joints), Some(weights)) => influences.push((joints, weights)),
            (None, None) => break,
            _ => {
                let message = format!("JOINTS_{set} and WEIGHTS_{set} belong together");
                return Err(attributes.error(ErrorKind::Skin, message));
            }
        }
    }
    let target = |_, target: Item<'_>| {
        Ok(Target {
            position: target.index("POSITION", accessors.len())?,
            normal: target.index("NORMAL", accessors.len())?,
        })
    };
    Ok(Primitive {
        mode,
        indices: item.index("indices", accessors.len())?,
        position,
        normal: get("NORMAL")?,
        color: get("COLOR_0")?,
        texcoords,
        influences,
        material: item.index("material", materials)?,
        targets: item.objects("targets", target)?,
    })
}
