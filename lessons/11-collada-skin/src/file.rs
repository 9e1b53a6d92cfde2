//! A Collada file as far as it is read without your answers: skeleton, meshes, materials, and its skins as
//! plain lists.

use crate::triangles::{Triangles, triangles};
use crate::{FileSkin, Joint, joints, read_skin};
use anyhow::{Context, Result, bail};
use common::collada::{self, Document};
use common::graphics::scene::world_points;
use common::math::Transform;
use common::mesh::Bounds;
use common::model::{Model, ModelInstance};
use common::scenes::xml;
use common::skeleton::{self, Skeleton};
use std::path::Path;
use std::sync::Arc;

/// A figure without its skin.
pub struct File {
    /// Skeleton, materials, axes and unit, by `common`'s own reader; no meshes. A joint that never moves is
    /// added to the skeleton's own.
    pub model: Model,
    /// What the file calls the joints; one for each but that last one.
    pub joints: Vec<Joint>,
    /// The skinned meshes, in the order of the scene.
    pub skins: Vec<MeshSkin>,
    /// Of the finished figure, at rest, in our axes, metres.
    pub bounds: Bounds,
}

/// A mesh with its skin.
#[derive(Clone)]
pub struct MeshSkin {
    /// The input of 11.1, 11.3 and 11.4.
    pub skin: Arc<FileSkin>,
    /// The input of 11.2: as `File::joints`, or by id where the skin lists ids.
    pub joints: Arc<Vec<Joint>>,
    /// The mesh's faces.
    pub triangles: Vec<Triangles>,
}

impl File {
    /// Reads it.
    ///
    /// # Errors
    /// If `common` refuses the file, or there is no skin in it.
    pub fn read(path: &Path) -> Result<File> {
        // First by `common`, which has limits: the file may be made to do harm.
        let document = collada::read(path)?;
        let scene = collada::Scene::new(&document)?;
        let mut model = collada::model(&document, &scene, path)?.model;
        let bounds = Bounds::of(world_points(&model, &ModelInstance::new(&model)));
        let bounds = bounds.with_context(|| format!("{}: no figure", path.display()))?;
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let xml = xml::parse(&text).ok();
        let mut skins = Vec::new();
        for instance in &scene.skins {
            let controller = &document.controllers[instance.controller];
            let (Some(data), Some(geometry)) = (&controller.skin, instance.geometry) else {
                continue;
            };
            // What is too much for this lesson's own reader `common` has read already.
            let read = xml.as_ref().and_then(|xml| read_skin(xml, &controller.place.id).ok());
            let skin = read.unwrap_or_else(|| FileSkin::of(data, &instance.inverse_binds));
            skins.push(MeshSkin {
                joints: Arc::new(joints(&document, &scene, skin.names_are_ids)),
                skin: Arc::new(skin),
                triangles: triangles(&document, geometry, instance.instance),
            });
        }
        if skins.is_empty() {
            bail!("{}: there is no skin in it", path.display());
        }
        let joints = joints(&document, &scene, false);
        remove_meshes(&mut model, &document)?;
        Ok(File { model, joints, skins, bounds })
    }

    /// The joint that never moves: what joint -1 follows.
    pub fn static_joint(&self) -> usize {
        self.joints.len()
    }
}

/// Removes meshes, skins and clips, and adds the joint that never moves.
fn remove_meshes(model: &mut Model, document: &Document) -> Result<()> {
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
