//! A [`FigureFile`] from a Collada file.

use crate::file::{LOW, LOW_BITS, add_static_joint};
use crate::{FigureFile, FileSkin, Joint, VertexWeights, rows};
use anyhow::{Result, bail};
use armature::model::Part;
use armature_formats::collada::document::SkinData;
use armature_formats::collada::{Document, Scene};
use common::workspace::lessons;
use given::xml;
use glam::{DAffine3, DMat4, Mat4};
use models::collada_file::ColladaFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The knight, and a figure whose file is as different from his as possible.
pub(crate) fn files() -> Vec<PathBuf> {
    vec![common::assets().join("knight.dae"), lessons().join("11-collada-skin/hose.dae")]
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
