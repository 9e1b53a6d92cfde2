//! Draws what is attached to joints: models, and spheres as three circles each.
//!
//! Placed by `model_from_joint`, never by a skinning matrix.

use super::{Document, EditTarget, given};
use anyhow::Result;
use armature::attachment::{Sphere, SphereKind};
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Vec3, Vec4};
use graphics::{
    Gl, Target,
    debug_draw::Shapes,
    renderer::{DrawMode, ModelRenderer, Skinning},
};
use models::pictures;
use player::Actor;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};
use ui::View;

/// The models that have been loaded, by file, or by name where they are given.
pub(super) struct Attached {
    gl: Gl,
    folder: PathBuf,
    loaded: HashMap<String, Option<LoadedAttachment>>,
    /// Files that could not be loaded, with the reason.
    pub(super) problems: Vec<(String, String)>,
}

struct LoadedAttachment {
    model: Model,
    world_from_model: Affine3A,
    instance: ModelInstance,
    renderer: ModelRenderer,
}

impl Attached {
    pub(super) fn new(gl: &Gl, folder: &Path) -> Self {
        let loaded = HashMap::new();
        let problems = Vec::new();
        Self { gl: gl.clone(), folder: folder.to_owned(), loaded, problems }
    }

    /// Draws all attachments, each carried by its joint of the actor.
    pub(super) fn draw(
        &mut self,
        target: &mut Target<'_>,
        document: &Document,
        actor: &Actor,
        view: &View,
    ) -> Result<()> {
        let viewpoint = view.viewpoint();
        for attachment in &document.attachments {
            let world_from_joint = actor.world_from_joint(attachment.joint);
            let placed = world_from_joint * attachment.joint_from_attachment.to_affine();
            let Some(loaded) = self.load_once(&attachment.name, &attachment.file) else { continue };
            loaded.model.world_from_model = placed * loaded.world_from_model;
            let LoadedAttachment { model, instance, renderer, .. } = loaded;
            renderer.pose(model, instance, Skinning::Linear)?;
            renderer.draw(target, &viewpoint, DrawMode::Material)?;
        }
        Ok(())
    }

    /// Returns an attachment's model, loaded at the first call; `None` if it cannot be loaded.
    fn load_once(&mut self, name: &str, file: &str) -> Option<&mut LoadedAttachment> {
        let key = if file.is_empty() { name } else { file };
        if !self.loaded.contains_key(key) {
            let model = load_attachment(name, file, &self.folder);
            let loaded = model.and_then(|model| LoadedAttachment::new(&self.gl, model));
            let loaded = loaded.map_err(|error| self.problems.push((key.to_owned(), error))).ok();
            self.loaded.insert(key.to_owned(), loaded);
        }
        self.loaded.get_mut(key)?.as_mut()
    }
}

/// Returns the model of an attachment: that of its file in `folder`, or the given one of its name.
///
/// # Errors
/// If the file cannot be loaded.
pub fn load_attachment(name: &str, file: &str, folder: &Path) -> Result<Model, String> {
    if file.is_empty() {
        return Ok(given::named(name).unwrap_or(given::box_model)());
    }
    armature_formats::load(folder.join(file)).map(|loaded| loaded.model).map_err(|error| error.to_string())
}

impl LoadedAttachment {
    fn new(gl: &Gl, model: Model) -> Result<Self, String> {
        let renderer = ModelRenderer::new(gl, &model, pictures::decode).map_err(|error| error.to_string())?;
        let instance = ModelInstance::new(&model);
        let world_from_model = model.world_from_model;
        Ok(Self { model, world_from_model, instance, renderer })
    }
}

/// Adds shapes for a document's spheres. The sphere that the handles hold has a white circle besides.
pub(super) fn sphere_shapes(document: &Document, actor: &Actor, target: EditTarget, shapes: &mut Shapes) {
    for (index, sphere) in document.spheres.iter().enumerate() {
        let color = match sphere.kind {
            SphereKind::Hit => given::SPHERES[0],
            SphereKind::Hurt => given::SPHERES[1],
        };
        let is_chosen = target == EditTarget::Sphere(index);
        let (center, radius) = world_sphere(sphere, actor);
        circles(center, radius, color, shapes);
        if is_chosen {
            circles(center, radius * 1.02, Vec4::ONE, shapes);
        }
    }
}

/// World position and radius of a sphere.
pub(super) fn world_sphere(sphere: &Sphere, actor: &Actor) -> (Vec3, f32) {
    let world_from_joint = actor.world_from_joint(sphere.joint);
    let only = Sphere { joint: 0, ..sphere.clone() };
    let placed = only.place(&[world_from_joint]);
    (placed.center, placed.radius)
}

fn circles(center: Vec3, radius: f32, color: Vec4, shapes: &mut Shapes) {
    const PIECES: usize = 40;
    for axes in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
        shapes.ring(center, axes, radius, PIECES, color);
    }
}
