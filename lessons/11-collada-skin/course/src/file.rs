//! A Collada file as far as it is read without your answers: skeleton, meshes, materials, and its skins as
//! plain lists.

use crate::{Joint, VertexWeights, rows};
use anyhow::{Result, bail};
use armature::math::Transform;
use armature::mesh::SkinnedVertex;
use armature::model::{Model, Part};
use armature::skeleton::{self, Skeleton};
use armature_formats::collada::document::SkinData;
use armature_formats::collada::{Document, Scene};
use common::workspace::lessons;
use given::xml;
use glam::{DAffine3, DMat4, Mat4};
use models::collada_file::ColladaFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The knight, and a figure whose file is as different from his as possible.
pub fn files() -> Vec<PathBuf> {
    vec![common::assets().join("knight.dae"), lessons().join("11-collada-skin/hose.dae")]
}

/// A figure without its skins.
pub struct FigureFile {
    /// Skeleton, materials, axes and unit, by `common`'s own reader. A joint that never moves is added to the
    /// skeleton's own. Its parts are the skinned meshes, `skin` counts in `FigureFile::skins`; their vertices
    /// follow nothing yet, but know their position: see [`FigureFile::position_of`].
    pub model: Model,
    /// The file's names of the joints; one for each but that last one.
    pub joints: Vec<Joint>,
    pub skins: Vec<Arc<FileSkin>>,
    pub note: Option<String>,
}

/// A `<skin>` as plain lists, in the order of the file.
#[derive(Clone, Debug)]
pub struct FileSkin {
    /// The bind shape matrix: from the mesh's own space to the space in which it was bound.
    pub bind_from_mesh: Mat4,
    pub names: Vec<String>,
    /// 16 numbers for each joint, row by row.
    pub inverse_binds: Vec<f32>,
    pub weights: VertexWeights,
    /// The input of 11.2: as `FigureFile::joints`, or by id where the skin lists ids.
    pub joints: Vec<Joint>,
}

impl FigureFile {
    /// Reads the file.
    ///
    /// # Errors
    /// If `common` refuses the file, or there is no skin in it.
    pub fn read(path: &Path) -> Result<FigureFile> {
        // First by `common`, which has limits: the file may be made to do harm.
        Self::from_document(ColladaFile::read(path)?, path)
    }

    /// Takes the skins of a document as plain lists; `path` is named in errors.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_document(mut file: ColladaFile, path: &Path) -> Result<FigureFile> {
        let document = &mut file.document;
        let data: Vec<Option<SkinData>> =
            document.controllers.iter().map(|controller| controller.skin.clone()).collect();
        write_positions(document);
        let document = &file.document;
        let scene = Scene::new(document)?;
        let mut model = file.model(&scene, path)?.model;
        let xml = xml::parse(&file.text).ok();
        let rigid = model.skins.len() - scene.skins.len(); // these come first
        let mut skins = Vec::new();
        let mut parts = Vec::new();
        for (index, instance) in scene.skins.iter().enumerate() {
            let Some(data) = data[instance.controller].as_ref().filter(|_| instance.geometry.is_some()) else {
                continue;
            };
            for part in model.parts.iter().filter(|part| part.skin == rigid + index) {
                parts.push(Part { skin: skins.len(), ..part.clone() });
            }
            let id = &document.controllers[instance.controller].location.id;
            let inverse_binds: Vec<Mat4> = instance.inverse_binds.iter().map(single_precision).collect();
            skins.push(Arc::new(FileSkin {
                bind_from_mesh: single_precision(&data.bind_from_mesh),
                names: data.joints.clone(),
                inverse_binds: rows(&inverse_binds),
                weights: xml
                    .as_ref()
                    .and_then(|xml| VertexWeights::read(xml, id, data.joints.len()))
                    .unwrap_or_else(|| VertexWeights::new(data)),
                joints: joints(document, &scene, data.joints_are_ids),
            }));
        }
        if skins.is_empty() {
            bail!("{}: there is no skin in it", path.display());
        }
        model.parts = parts;
        model.skins.clear();
        model.clips.clear();
        add_static_joint(&mut model)?;
        let joints = joints(document, &scene, false);
        Ok(FigureFile { model, joints, skins, note: file.note })
    }

    /// Returns the index of the position from which a vertex of `model` was made; `vcount` counts positions.
    pub fn position_of(vertex: &SkinnedVertex) -> usize {
        let [low, high] = [vertex.joints[0], vertex.joints[1]].map(u32::from);
        (low | (high & LOW) << LOW_BITS) as usize
    }

    /// Returns the sid of a joint; nothing for the one that never moves.
    pub(crate) fn joint_name(&self, joint: usize) -> &str {
        self.joints.get(joint).map_or("", |joint| joint.sid.as_str())
    }

    /// Returns the index of the joint that never moves, which stands for joint -1.
    pub fn static_joint(&self) -> usize {
        self.joints.len()
    }
}

fn single_precision(matrix: &DAffine3) -> Mat4 {
    DMat4::from(*matrix).as_mat4()
}

/// Returns a joint for each node of the scene, parents first. The sid of a node without one is its id or else its name, as
/// in lesson 04; with `by_ids`, for the few skins that list ids, the id comes first.
fn joints(document: &Document, scene: &Scene<'_>, by_ids: bool) -> Vec<Joint> {
    scene
        .nodes
        .iter()
        .map(|node| {
            let node = &document.nodes[node.node];
            let names = if by_ids { [&node.id, &node.sid, &node.name] } else { [&node.sid, &node.id, &node.name] };
            let called = names.into_iter().find(|name| !name.is_empty());
            Joint { id: node.id.clone(), sid: called.cloned().unwrap_or_default() }
        })
        .collect()
}

/// Bits of a position's index in the first slot of a vertex; the others are in the second.
const LOW_BITS: u32 = 15;
const LOW: u32 = (1 << LOW_BITS) - 1;

/// Replaces the influences of each position by the position's own index, so that the vertices that `common` makes know
/// their positions. See [`FigureFile::position_of`].
fn write_positions(document: &mut Document) {
    let positions = document.sources.iter().map(|source| source.count).max().unwrap_or(0) as u32;
    for data in document.controllers.iter_mut().filter_map(|controller| controller.skin.as_mut()) {
        data.ends = (1..=positions).map(|position| 2 * position).collect();
        data.influence_joints.clear();
        data.influence_weights.clear();
        for position in 0..positions {
            data.influence_joints.extend([(position & LOW) as i32, ((position >> LOW_BITS) + LOW + 1) as i32]);
            // The first is the stronger, and stays the first.
            data.influence_weights.extend([0.75, 0.25]);
        }
    }
}

fn add_static_joint(model: &mut Model) -> Result<()> {
    let mut joints = model.skeleton.joints().to_vec();
    joints.push(skeleton::Joint { name: String::new(), parent: None, bind_local: Transform::IDENTITY });
    model.skeleton = Skeleton::new(joints)?;
    model.is_joint.push(false);
    Ok(())
}
