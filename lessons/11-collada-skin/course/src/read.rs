//! A [`FigureFile`] from a Collada file.

use crate::file::{add_static_joint, knowing_positions};
use crate::{FigureFile, FileSkin, Joint, VertexWeights, rows};
use anyhow::{Result, bail};
use armature::model::Part;
use armature_formats::collada::Document;
use common::workspace::lessons;
use given::xml;
use glam::Mat4;
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
    /// If `common` refuses the file, it is glTF, or there is no skin in it.
    pub fn read(path: &Path) -> Result<FigureFile> {
        // First by `common`, which has limits: the file may be made to do harm.
        let document = &lesson_05::file::read_document(path)?;
        let mut model = document.loaded.model.clone();
        let xml = xml::parse(&document.text).ok();
        let mut skins = Vec::new();
        let mut parts = Vec::new();
        for data in &document.skins {
            for (part, positions) in model.parts.iter().zip(&document.part_positions) {
                if part.skin == data.skin {
                    let part = Part { skin: skins.len(), ..part.clone() };
                    parts.push(knowing_positions(part, positions.iter().copied()));
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
        Ok(FigureFile { model, joints, skins })
    }
}

/// Returns a joint for each node of the scene, parents first. The sid of a node without one is its id or else its name, as
/// in lesson 05; with `by_ids`, for the few skins that list ids, the id comes first.
fn joints(document: &Document, by_ids: bool) -> Vec<Joint> {
    let mut joints = Vec::new();
    for node in &document.nodes {
        let names = if by_ids { [&node.id, &node.sid, &node.name] } else { [&node.sid, &node.id, &node.name] };
        let called = names.into_iter().find(|name| !name.is_empty());
        joints.push(Joint { id: node.id.clone(), sid: called.cloned().unwrap_or_default() });
    }
    joints
}
