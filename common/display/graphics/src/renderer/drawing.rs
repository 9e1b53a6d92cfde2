//! Drawing a model's meshes in a pose.

use super::{
    colors::{Programs, colors_beside},
    culling::{Mirroring, culling},
    model::{DrawnBatch, DrawnPart, ModelRenderer, unsupported},
    palette::{Matrices, PaletteEntry},
    texture,
};
use crate::{
    ShaderError, Target, Uniforms,
    canvas::blend_over,
    color::{linear, linear_with_opacity},
    draw_state,
};
use armature::math::Affine3x4;
use armature::model::{Material, Model, ModelInstance, Opacity};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::{
    BackfaceCullingMode, DrawParameters, Rect, Surface, draw_parameters::TimeElapsedQuery, texture::SrgbTexture2d,
};

/// The camera and the light of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    pub clip_from_world: Mat4,
    /// World space.
    pub eye: Vec3,
    /// Unit length, in world space.
    pub to_light: Vec3,
    /// The part of the picture that it fills; `None` is all of it.
    pub area: Option<Rect>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawMode {
    /// The surface as the file has it.
    Material,
    /// The surface, coloured by how strongly it follows this joint of the skeleton.
    Weights(usize),
    /// The edges of its triangles in one colour, sRGB-encoded, over a surface that is there already.
    Wireframe(Vec4),
    /// A see-through shape in one colour, sRGB-encoded: a pose of another time.
    Ghost(Vec4),
    /// A see-through shape of a figure that lies flat, all at one depth.
    Shadow(Vec4),
    /// The shape of a figure that is flattened onto the ground, in one colour, sRGB-encoded: overlapping shadows are no darker.
    Fallen(Vec4),
}

/// Programs and draw parameters other than the renderer's own, for [`ModelRenderer::draw_in`].
pub struct Look<'a> {
    /// Programs with the vertex shader [`ROWS_SHADER`](super::ROWS_SHADER).
    pub programs: &'a Programs,
    /// Uniforms besides those of the surface, which these replace.
    pub uniforms: &'a Uniforms<'a>,
    /// A culling that it names replaces the materials'.
    pub parameters: &'a DrawParameters<'a>,
    /// The parts that are drawn: see-through ones, or the others; `None` draws all.
    pub see_through: Option<bool>,
}

/// Alpha below this is a hole in a surface that is opaque otherwise: leaves, hair.
const CUTOUT: f32 = 0.5;

/// The broadest highlight. Some exporters write an exponent of 0 or 1 and mean "no highlight": as
/// the formula has it that would be a veil over the whole figure.
const MIN_SHININESS: f32 = 4.0;

impl ModelRenderer {
    /// Draws a pose of the renderer's model: opaque parts first, see-through parts over them.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    ///
    /// # Panics
    /// If `model` and `figure` are not of the renderer's model.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        figure: &ModelInstance,
        view: &Viewpoint,
        mode: DrawMode,
    ) -> Result<(), ShaderError> {
        let figure = DrawnInstance {
            matrices: &|skin, place| Affine3x4::from(figure.palette(skin)[place]),
            morphed: Some(figure),
            world_from_model: model.world_from_model,
            tint: Vec3::ONE,
        };
        let pass = Pass { model, figure, view, mode, look: None };
        match mode {
            DrawMode::Material | DrawMode::Weights(_) => {
                for see_through in [false, true] {
                    let parameters = draw_state::surface(see_through);
                    self.draw_parts(target, &pass, &parameters, |part| {
                        (part.is_see_through() && mode == DrawMode::Material) == see_through
                    })?;
                }
                Ok(())
            }
            DrawMode::Wireframe(_) => self.draw_parts(target, &pass, &draw_state::outline(), |_| true),
            DrawMode::Shadow(_) => {
                let once = DrawParameters { blend: blend_over(), ..draw_state::solid() };
                self.draw_parts(target, &pass, &once, |_| true)
            }
            DrawMode::Fallen(_) => self.draw_parts(target, &pass, &draw_state::shadow(), |_| true),
            DrawMode::Ghost(_) => draw_state::ghost()
                .iter()
                .try_for_each(|parameters| self.draw_parts(target, &pass, parameters, |_| true)),
        }
    }

    /// Draws many instances of the model, each with its own draw calls: the opaque parts of all instances first. `places`
    /// has each instance's `world_from_model` and the factor of its colours, in linear light. `matrix` returns the skinning
    /// matrix of an instance, a skin and one of its bindings.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw_each(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        view: &Viewpoint,
        places: &(impl Iterator<Item = (Affine3A, Vec3)> + Clone),
        matrix: impl Fn(usize, usize, usize) -> Affine3x4,
        query: Option<&TimeElapsedQuery>,
    ) -> Result<(), ShaderError> {
        for see_through in [false, true] {
            let parameters = DrawParameters { time_elapsed_query: query, ..draw_state::surface(see_through) };
            for (instance, (world_from_model, tint)) in places.clone().enumerate() {
                let figure = DrawnInstance {
                    matrices: &|skin, place| matrix(instance, skin, place),
                    morphed: None,
                    world_from_model,
                    tint,
                };
                let pass = Pass { model, figure, view, mode: DrawMode::Material, look: None };
                self.draw_parts(target, &pass, &parameters, |part| part.is_see_through() == see_through)?;
            }
        }
        Ok(())
    }

    /// Draws parts of a figure by other programs than the renderer's own, from where `clip_from_world` looks. `matrix`
    /// returns the skinning matrix of a skin and one of its bindings, from the mesh to the world. The renderer has palettes
    /// in rows.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw_in(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        clip_from_world: Mat4,
        matrix: impl Fn(usize, usize) -> Affine3x4,
        mode: DrawMode,
        look: &Look<'_>,
    ) -> Result<(), ShaderError> {
        let figure =
            DrawnInstance { matrices: &matrix, morphed: None, world_from_model: Affine3A::IDENTITY, tint: Vec3::ONE };
        let view = &Viewpoint { clip_from_world, eye: Vec3::ZERO, to_light: Vec3::Y, area: None };
        let pass = Pass { model, figure, view, mode, look: Some(look) };
        self.draw_parts(target, &pass, look.parameters, |part| {
            look.see_through.is_none_or(|see_through| see_through == part.is_see_through())
        })
    }

    /// Draws the parts of a figure for which `is_drawn` returns true, with the same draw parameters.
    fn draw_parts(
        &self,
        target: &mut Target<'_>,
        pass: &Pass<'_>,
        parameters: &DrawParameters<'_>,
        is_drawn: impl Fn(&DrawnPart) -> bool,
    ) -> Result<(), ShaderError> {
        let Pass { model, figure, view, mode, look } = pass;
        let dual = self.dual();
        let own = dual.map_or(&self.programs, |dual| &dual.programs);
        let programs = look.map_or(own, |look| look.programs);
        let mut written = None;
        for part in self.parts.iter().filter(|part| is_drawn(part)) {
            let winding = part.winding(model, figure);
            let backface_culling = match mode {
                DrawMode::Shadow(_) | DrawMode::Fallen(_) => BackfaceCullingMode::CullingDisabled, // it lies flat, either way round
                _ if parameters.backface_culling != BackfaceCullingMode::CullingDisabled => parameters.backface_culling,
                _ => culling(&part.material, winding),
            };
            let parameters =
                DrawParameters { backface_culling, viewport: view.area, scissor: view.area, ..parameters.clone() };
            for batch in &part.batches {
                let Some(program) = programs.get(batch.colors.is_some()) else { continue };
                if written != Some(batch.palette) {
                    let palette = &self.palettes[batch.palette];
                    match dual {
                        Some(dual) => {
                            dual.write(palette.iter().map(|entry| entry.matrix(figure.matrices)));
                        }
                        None => self.upload.write(figure.matrices, palette),
                    }
                    written = Some(batch.palette);
                }
                if let (Some(morphs), Some(set)) = (&batch.morphs, part.morph_set) {
                    let changes = figure.morphed.map(|figure| figure.weight_changes(model, set));
                    morphs.write(changes.into_iter().flatten(), &batch.vertices);
                }
                let mut uniforms = self.uniforms(pass, part, batch).int("u_winding", winding);
                if let Some(look) = look {
                    uniforms = uniforms.with(look.uniforms.clone());
                }
                let vertices = (&batch.vertices, colors_beside(&batch.vertices, batch.colors.as_ref()));
                target
                    .draw(vertices, &batch.indices, &program, &uniforms, &parameters)
                    .map_err(|error| unsupported(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// Returns the uniforms of both shaders, for a batch of a part.
    fn uniforms(&self, pass: &Pass<'_>, part: &DrawnPart, batch: &DrawnBatch) -> Uniforms<'_> {
        let &Pass { model, ref figure, view, mode, .. } = pass;
        let places = &self.palettes[batch.palette];
        let heat = if let DrawMode::Weights(joint) = mode { Some(joint) } else { None };
        let plain = match mode {
            DrawMode::Ghost(color) | DrawMode::Shadow(color) | DrawMode::Fallen(color) | DrawMode::Wireframe(color) => {
                Some(color)
            }
            DrawMode::Material | DrawMode::Weights(_) => None,
        };
        let bindings = &model.skins[part.skin].bindings;
        let heat_place = heat.and_then(|_| {
            places.iter().position(|PaletteEntry { skin, place }| {
                usize::from(*skin) == part.skin && bindings[usize::from(*place)].joint == heat
            })
        });
        let uniforms = self
            .surface(part, plain, figure.tint, view)
            .mat4("u_world_from_model", Mat4::from(figure.world_from_model))
            .int("u_heat_place", heat_place.map_or(-1, |place| place as i32))
            .flag("u_show_heat", heat.is_some());
        match self.dual() {
            Some(dual) => dual.add_to(uniforms),
            None => self.upload.add_to(uniforms, figure.matrices, places),
        }
    }

    /// Returns the uniforms of `lit.frag`: camera, light and material. A `plain` colour replaces the material; only its
    /// cut-out holes stay.
    fn surface(&self, part: &DrawnPart, plain: Option<Vec4>, tint: Vec3, view: &Viewpoint) -> Uniforms<'_> {
        let cutout = match part.material.opacity {
            Opacity::Mask(cutoff) => Some(cutoff),
            Opacity::OfColor if plain.is_none() && part.material.diffuse.w >= 1.0 => Some(CUTOUT),
            _ => None,
        };
        let solid = matches!(part.material.opacity, Opacity::Opaque | Opacity::Mask(_));
        let texture = part.texture.filter(|_| plain.is_none() || cutout.is_some());
        let plain_material = plain.map(|diffuse| Material { diffuse, ..Material::default() });
        let sampler = texture::sampler(part.material.sampling);
        let material = plain_material.as_ref().unwrap_or(&part.material);
        Uniforms::new()
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_eye", view.eye)
            .vec3("u_to_light", view.to_light)
            .vec3s("u_ramp", &drawing::weight_ramp().map(linear))
            .vec4("u_diffuse", linear_with_opacity(material.diffuse) * tint.extend(1.0))
            .vec3("u_specular", linear(material.specular))
            .float("u_shininess", material.shininess.max(MIN_SHININESS))
            .vec3("u_emission", linear(material.emission))
            .texture("u_emission_texture", self.texture_or_white(part.emission_texture), sampler)
            .texture("u_texture", self.texture_or_white(texture), sampler)
            .float("u_cutout", cutout.unwrap_or(0.0))
            .flag("u_solid", solid)
            .flag("u_plain", plain.is_some())
            .flag("u_unlit", material.unlit)
    }

    fn texture_or_white(&self, index: Option<usize>) -> &SrgbTexture2d {
        index.map_or(&self.white, |index| &self.textures[index])
    }

    /// Returns the uniforms of `lit.frag` for one of [`drawn_parts`](super::drawn_parts), its material, and whether it is see-through.
    pub fn surface_of(&self, part: usize, view: &Viewpoint) -> (Uniforms<'_>, &Material, bool) {
        let part = &self.parts[part];
        let surface = self.surface(part, None, Vec3::ONE, view);
        (surface.flag("u_show_heat", false), &part.material, part.is_see_through())
    }
}

/// What a call draws: a figure, from where, and how.
struct Pass<'a> {
    model: &'a Model,
    figure: DrawnInstance<'a>,
    view: &'a Viewpoint,
    mode: DrawMode,
    look: Option<&'a Look<'a>>,
}

/// One of a model's figures.
struct DrawnInstance<'a> {
    matrices: &'a Matrices<'a>,
    /// Has the weights of the morph targets; without it they are at rest.
    morphed: Option<&'a ModelInstance>,
    world_from_model: Affine3A,
    /// Factor of its colours, in linear light.
    tint: Vec3,
}

impl DrawnPart {
    fn is_see_through(&self) -> bool {
        self.material.diffuse.w < 1.0 || self.material.opacity == Opacity::Blend
    }

    /// Returns the [winding](Mirroring::winding) of the part's front faces in this pose.
    fn winding(&self, model: &Model, figure: &DrawnInstance<'_>) -> i32 {
        let world = figure.world_from_model.matrix3.determinant();
        let determinants = (0..model.skins[self.skin].bindings.len()).map(|place| {
            let matrix = Affine3A::from((figure.matrices)(self.skin, place));
            world * matrix.matrix3.determinant()
        });
        Mirroring::from_determinants(determinants).winding()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{renderer::Skinning, testing::headless_or_skip, uniforms::check};
    use armature::{
        mesh::{Mesh, SkinnedVertex},
        model::Part,
        skin::Skin,
    };

    /// The uniforms that the renderer sets are those that the two shaders read.
    #[test]
    fn every_uniform_is_set_and_read() {
        let Some(gl) = headless_or_skip("every_uniform_is_set_and_read") else { return };
        let joint = armature::skeleton::Joint {
            name: "base".into(),
            parent: None,
            bind_local: armature::math::Transform::IDENTITY,
        };
        let mesh = Mesh { vertices: vec![SkinnedVertex::default(); 3], indices: vec![0, 1, 2] };
        let part = Part { name: "part".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
        let model = Model {
            skeleton: armature::skeleton::Skeleton::new(vec![joint]).unwrap(),
            skins: vec![Skin::rigid(0)],
            parts: vec![part],
            ..Model::default()
        };
        // One matrix of a palette of 96: this mesh does not use the rest.
        let palette = "uniform u_palette has 96 elements in the shader; 1 are set";
        assert_eq!(uniform_notes(&model, &ModelRenderer::new(&gl, &model, super::texture::png).unwrap()), [palette]);
        let mut with_rows = ModelRenderer::with_rows(&gl, &model, super::texture::png).unwrap();
        assert_eq!(uniform_notes(&model, &with_rows), [""; 0]);
        with_rows.set_skinning(&gl, Skinning::DualQuaternion).unwrap();
        assert_eq!(uniform_notes(&model, &with_rows), [""; 0]);
    }

    /// Returns the notes of comparing the uniforms that `renderer` sets with those that its shaders read.
    fn uniform_notes(model: &Model, renderer: &ModelRenderer) -> Vec<String> {
        let instance = ModelInstance::new(model);
        let figure = DrawnInstance {
            matrices: &|skin, place| Affine3x4::from(instance.palette(skin)[place]),
            morphed: None,
            world_from_model: model.world_from_model,
            tint: Vec3::ONE,
        };
        let view = Viewpoint { clip_from_world: Mat4::IDENTITY, eye: Vec3::Z, to_light: Vec3::Y, area: None };
        let part = &renderer.parts[0];
        let pass = Pass { model, figure, view: &view, mode: DrawMode::Weights(0), look: None };
        let uniforms = renderer.uniforms(&pass, part, &part.batches[0]);
        let programs = renderer.dual().map_or(&renderer.programs, |dual| &dual.programs);
        check(&programs.get(false).unwrap(), &uniforms.int("u_winding", 1)).unwrap()
    }
}
