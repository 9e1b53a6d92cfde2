//! The meshes of a scene on the graphics card, each as a model whose joints are the matrices that a frame gives.

use anyhow::Result;
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Material, Model, ModelInstance, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::{Binding, Skin};
use drawing::{Draw, Painted};
use glam::{Affine3A, Mat4, Vec4};
use graphics::{
    Gl, Target,
    draw_state::SHADOW_COLOR,
    renderer::{DrawMode, ModelRenderer, png},
};
use ui::View;

/// Colours of the right scene over the student's, and of the edges of triangles.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const EDGES: Vec4 = Vec4::new(0.05, 0.05, 0.08, 1.0);

pub(super) struct Meshes(Vec<Drawn>);

struct Drawn {
    model: Model,
    instance: ModelInstance,
    renderer: ModelRenderer,
}

impl Meshes {
    /// # Errors
    /// If the graphics card has no room.
    pub(super) fn new(gl: &Gl, meshes: Vec<Painted>) -> Result<Self> {
        let mut drawn = Vec::new();
        for painted in meshes {
            let model = model(painted)?;
            let renderer = ModelRenderer::with_rows(gl, &model, png)?;
            drawn.push(Drawn { instance: ModelInstance::new(&model), renderer, model });
        }
        Ok(Meshes(drawn))
    }

    /// Draws the shadows, and the meshes over them.
    pub(super) fn draw(&mut self, target: &mut Target<'_>, view: &View, draws: &[Draw]) -> Result<()> {
        self.draw_by(target, view, draws, DrawMode::Fallen(SHADOW_COLOR.extend(1.0)), |matrix| {
            super::shadow(view, matrix)
        })?;
        self.draw_by(target, view, draws, DrawMode::Material, |matrix| matrix)?;
        if view.options.wireframe {
            self.draw_by(target, view, draws, DrawMode::Wireframe(EDGES), |matrix| matrix)?;
        }
        Ok(())
    }

    pub(super) fn draw_ghosts(&mut self, target: &mut Target<'_>, view: &View, draws: &[Draw]) -> Result<()> {
        self.draw_by(target, view, draws, DrawMode::Ghost(GHOST), |matrix| matrix)
    }

    /// Draws meshes, each by its palette, of which each matrix is changed by `place`. A matrix that is missing is the identity,
    /// and a mesh that there is not is not drawn.
    fn draw_by(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        draws: &[Draw],
        mode: DrawMode,
        place: impl Fn(Mat4) -> Mat4,
    ) -> Result<()> {
        for Draw { mesh, palette } in draws {
            let Some(Drawn { model, instance, renderer }) = self.0.get_mut(*mesh) else { continue };
            let mut matrices = Vec::with_capacity(model.skeleton.len());
            for joint in 0..model.skeleton.len() {
                let matrix = palette.get(joint).copied().unwrap_or(Mat4::IDENTITY);
                matrices.push(Affine3A::from_mat4(place(matrix)));
            }
            instance.set_model_from_joint(model, &matrices);
            renderer.draw(target, model, instance, &view.viewpoint(), mode)?;
        }
        Ok(())
    }
}

/// Returns a mesh as a model: a part for each paint, on joints without parents.
fn model(Painted { mesh, paints }: Painted) -> Result<Model> {
    let count = mesh.vertices.iter().flat_map(|vertex| vertex.joints).max().map_or(1, |last| usize::from(last) + 1);
    let joint = Joint { name: String::new(), parent: None, bind_local: Transform::IDENTITY };
    let bindings = (0..count).map(|joint| Binding { joint: Some(joint), joint_from_bind: Affine3A::IDENTITY });
    let mut model = Model {
        skins: vec![Skin { bindings: bindings.collect(), bind_from_mesh: Affine3A::IDENTITY }],
        is_joint: vec![true; count],
        skeleton: Skeleton::new(vec![joint; count])?,
        ..Model::default()
    };
    for (paint, color) in paints.iter().enumerate() {
        model.materials.push(Material { diffuse: color.extend(1.0), ..Material::default() });
        model.parts.push(Part {
            name: String::new(),
            mesh: of_paint(&mesh, paint),
            colors: Vec::new(),
            skin: 0,
            material: Some(paint),
            morphs: None,
        });
    }
    Ok(model)
}

/// Returns the triangles of a mesh that have this paint.
fn of_paint(mesh: &Mesh<SkinnedVertex>, paint: usize) -> Mesh<SkinnedVertex> {
    let is_of = |index: &u32| mesh.vertices[*index as usize].texcoord.y as usize == paint;
    let triangles = mesh.indices.chunks(3).filter(|triangle| is_of(&triangle[0]));
    Mesh { vertices: mesh.vertices.clone(), indices: triangles.flatten().copied().collect() }
}
