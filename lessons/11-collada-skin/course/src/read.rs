//! A [`FigureFile`] from a Collada file.

use crate::file::{LOW, LOW_BITS, add_static_joint};
use crate::{FigureFile, FileSkin, Joint, VertexWeights, rows};
use anyhow::{Result, bail};
use armature::model::Part;
use armature_formats::collada::Document;
use common::workspace::lessons;
use given::xml;
use glam::Mat4;
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
    pub fn from_document(file: ColladaFile, path: &Path) -> Result<FigureFile> {
        let document = &file.document;
        let mut model = document.loaded.model.clone();
        let xml = xml::parse(&document.text).ok();
        let mut skins = Vec::new();
        let mut parts = Vec::new();
        for data in &document.skins {
            for (part, positions) in model.parts.iter().zip(&document.part_positions) {
                if part.skin == data.skin {
                    parts.push(knowing_positions(Part { skin: skins.len(), ..part.clone() }, positions));
                }
            }
            let skin = &model.skins[data.skin];
            let bindings = skin.bindings.iter().take(data.names.len());
            let inverse_binds: Vec<Mat4> = bindings.map(|binding| binding.joint_from_bind.into()).collect();
            let weights = xml.as_ref().and_then(|xml| VertexWeights::read(xml, &data.controller, data.names.len()));
            skins.push(Arc::new(FileSkin {
                bind_from_mesh: skin.bind_from_mesh.into(),
                names: data.names.to_vec(),
                inverse_binds: rows(&inverse_binds),
                weights: weights.unwrap_or_else(|| VertexWeights::new(data)),
                joints: joints(document, data.names_are_ids),
            }));
        }
        if skins.is_empty() {
            bail!("{}: there is no skin in it", path.display());
        }
        model.parts = parts;
        model.skins.clear();
        model.clips.clear();
        add_static_joint(&mut model)?;
        let joints = joints(document, false);
        Ok(FigureFile { model, joints, skins, note: file.note })
    }
}

/// Returns a joint for each node of the scene, parents first. The sid of a node without one is its id or else its name, as
/// in lesson 04; with `by_ids`, for the few skins that list ids, the id comes first.
fn joints(document: &Document, by_ids: bool) -> Vec<Joint> {
    let mut joints = Vec::new();
    for node in &document.nodes {
        let names = if by_ids { [&node.id, &node.sid, &node.name] } else { [&node.sid, &node.id, &node.name] };
        let called = names.into_iter().find(|name| !name.is_empty());
        joints.push(Joint { id: node.id.clone(), sid: called.cloned().unwrap_or_default() });
    }
    joints
}

/// Replaces the joints of each vertex by the index of the position from which it was made. See
/// [`FigureFile::position_of`].
fn knowing_positions(mut part: Part, positions: &[u32]) -> Part {
    for (vertex, position) in part.mesh.vertices.iter_mut().zip(positions) {
        vertex.joints = [(position & LOW) as u16, (position >> LOW_BITS) as u16, 0, 0];
    }
    part
}
