//! A Collada file as far as it is read without your answers: skeleton, meshes, materials, and its skins in
//! plain lists.

use crate::{Corners, FileSkin, Joint, corners, joints, read_skin};
use anyhow::{Context, Result, bail};
use common::collada::{self, Document};
use common::math::Transform;
use common::mesh::Bounds;
use common::model::{Model, ModelInstance};
use common::skeleton::{self, Skeleton};
use std::path::Path;
use std::sync::Arc;

/// A figure without its skin.
pub struct File {
    /// Skeleton, materials, axes and unit, by `common`'s own reader; no meshes. Behind the skeleton's own
    /// joints stands one that never moves.
    pub model: Model,
    /// What the file calls the joints; one for each but that last one.
    pub joints: Vec<Joint>,
    /// In the order of the scene.
    pub skins: Vec<Tied>,
    /// Around the finished figure, at rest, in our axes, metres.
    pub bounds: Bounds,
}

/// A mesh, and what ties it to joints.
#[derive(Clone)]
pub struct Tied {
    /// What 11.1, 11.3 and 11.4 are asked about.
    pub skin: Arc<FileSkin>,
    /// What 11.2 is asked about: as `File::joints`, or by id where the skin lists ids.
    pub joints: Arc<Vec<Joint>>,
    /// The mesh's faces.
    pub corners: Vec<Corners>,
}

impl File {
    /// Reads it.
    ///
    /// # Errors
    /// If `common` refuses the file, or there is no skin in it.
    pub fn read(path: &Path) -> Result<File> {
        // First by `common`, which has limits: the file may have been made to do harm.
        let document = collada::read(path)?;
        let scene = collada::Scene::new(&document)?;
        let mut model = collada::model(&document, &scene, path)?.model;
        let bounds = bounds(&model).with_context(|| format!("{}: no figure", path.display()))?;
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let xml = roxmltree::Document::parse(text.trim_start_matches('\u{feff}')).ok();
        let mut skins = Vec::new();
        for instance in &scene.skins {
            let controller = &document.controllers[instance.controller];
            let (Some(data), Some(geometry)) = (&controller.skin, instance.geometry) else {
                continue;
            };
            // What is too much for this lesson's own reader `common` has read already.
            let read = xml.as_ref().and_then(|xml| read_skin(xml, &controller.place.id).ok());
            let skin = read.unwrap_or_else(|| FileSkin::of(data, &instance.inverse_binds));
            skins.push(Tied {
                joints: Arc::new(joints(&document, &scene, skin.names_are_ids)),
                skin: Arc::new(skin),
                corners: corners(&document, geometry, instance.instance),
            });
        }
        if skins.is_empty() {
            bail!("{}: there is no skin in it", path.display());
        }
        let joints = joints(&document, &scene, false);
        bare(&mut model, &document)?;
        Ok(File { model, joints, skins, bounds })
    }

    /// The joint that never moves: what joint -1 follows.
    pub fn still_joint(&self) -> usize {
        self.joints.len()
    }
}

/// Takes the meshes off, and adds the joint that never moves.
fn bare(model: &mut Model, document: &Document) -> Result<()> {
    model.parts.clear();
    model.skins.clear();
    model.clips.clear();
    let mut joints = model.skeleton.joints().to_vec();
    joints.push(skeleton::Joint {
        name: String::new(),
        parent: None,
        bind_local: Transform::IDENTITY,
    });
    model.skeleton = Skeleton::new(joints).with_context(|| document.name.clone())?;
    model.is_joint.push(false);
    Ok(())
}

fn bounds(model: &Model) -> Option<Bounds> {
    Bounds::of(common::graphics::scene::world_points(model, &ModelInstance::new(model)))
}
