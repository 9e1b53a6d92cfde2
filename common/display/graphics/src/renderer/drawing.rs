//! Drawing a model's figures.

use super::{
    culling::culling,
    model::{DrawnPart, ModelRenderer, drawing_error},
    texture,
};
use crate::{
    Attributes, ShaderError, Target, Uniforms,
    canvas::blend_over,
    color::{linear, linear_with_opacity},
    draw_state,
};
use armature::animation::Moment;
use armature::model::{Material, Opacity};
use glam::{Mat4, Vec3, Vec4};
use glium::{BackfaceCullingMode, DrawParameters, Program, Rect, Surface, VertexBuffer, vertex::VerticesSource};

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

/// A program, uniforms and draw parameters other than the renderer's own, for [`ModelRenderer::draw_by`].
pub struct Look<'a> {
    pub mode: DrawMode,
    /// A program that reads some of the attributes and uniforms of [`FIGURE_SHADER`](super::FIGURE_SHADER); `None` is the
    /// renderer's own.
    pub program: Option<&'a Program>,
    /// Uniforms besides those of the surface, which these replace.
    pub uniforms: &'a Uniforms<'a>,
    /// A culling that it names replaces the materials'.
    pub parameters: &'a DrawParameters<'a>,
    /// The parts that are drawn: see-through ones, or the others; `None` draws all.
    pub see_through: Option<bool>,
    /// The frames between which each figure is, for a program that reads baked frames.
    pub moments: Option<&'a VertexBuffer<Attributes<Moment>>>,
}

/// Alpha below this is a hole in a surface that is opaque otherwise: leaves, hair.
const CUTOUT: f32 = 0.5;

/// The broadest highlight. Some exporters write an exponent of 0 or 1 and mean "no highlight": as
/// the formula has it that would be a veil over the whole figure.
const MIN_SHININESS: f32 = 4.0;

impl ModelRenderer {
    /// Draws the figures in the poses that were written last: opaque parts first, see-through parts over them.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw(&self, target: &mut Target<'_>, view: &Viewpoint, mode: DrawMode) -> Result<(), ShaderError> {
        let passes = match mode {
            DrawMode::Material => {
                vec![(draw_state::surface(false), Some(false)), (draw_state::surface(true), Some(true))]
            }
            DrawMode::Weights(_) => vec![(draw_state::solid(), None)],
            DrawMode::Wireframe(_) => vec![(draw_state::outline(), None)],
            DrawMode::Shadow(_) => vec![(DrawParameters { blend: blend_over(), ..draw_state::solid() }, None)],
            DrawMode::Fallen(_) => vec![(draw_state::shadow(), None)],
            DrawMode::Ghost(_) => draw_state::ghost().map(|parameters| (parameters, None)).into(),
        };
        for (parameters, see_through) in &passes {
            let look = Look {
                mode,
                program: None,
                uniforms: &Uniforms::new(),
                parameters,
                see_through: *see_through,
                moments: None,
            };
            self.draw_by(target, view, &look)?;
        }
        Ok(())
    }

    /// Draws parts of the figures in another way. Figures of a see-through part are drawn in their order in the list,
    /// not by their distance from the eye.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw_by(&self, target: &mut Target<'_>, view: &Viewpoint, look: &Look<'_>) -> Result<(), ShaderError> {
        let Some(instances) = &self.instances else { return Ok(()) };
        let own = self.palettes.as_ref().map(|_| self.program().get());
        let Some(program) = look.program.or(own.as_deref()) else { return Ok(()) };
        for part in &self.parts {
            if look.see_through.is_some_and(|see_through| see_through != part.is_see_through()) {
                continue;
            }
            let backface_culling = match look.mode {
                DrawMode::Shadow(_) | DrawMode::Fallen(_) => BackfaceCullingMode::CullingDisabled, // it lies flat, either way round
                _ if look.parameters.backface_culling != BackfaceCullingMode::CullingDisabled => {
                    look.parameters.backface_culling
                }
                _ => culling(&part.material, self.winding(part)),
            };
            let parameters =
                DrawParameters { backface_culling, viewport: view.area, scissor: view.area, ..look.parameters.clone() };
            let figures = instances.per_instance().map_err(|_| drawing_error("it has no instanced drawing"))?;
            let moments = match look.moments {
                Some(moments) => {
                    moments.per_instance().map_err(|_| drawing_error("it has no instanced drawing"))?.into()
                }
                None => VerticesSource::Marker { len: instances.len(), per_instance: true },
            };
            let vertices = (&part.vertices, &part.colors, figures, moments);
            let uniforms = self.uniforms(part, view, look.mode).with(look.uniforms.clone());
            target.draw(vertices, &part.indices, program, &uniforms, &parameters).map_err(drawing_error)?;
        }
        Ok(())
    }

    /// Returns the uniforms of both shaders: camera, light, material and palettes. A mode of one colour replaces the
    /// material; only its cut-out holes stay.
    pub(super) fn uniforms(&self, part: &DrawnPart, view: &Viewpoint, mode: DrawMode) -> Uniforms<'_> {
        let heat = if let DrawMode::Weights(joint) = mode { Some(joint) } else { None };
        let plain = match mode {
            DrawMode::Ghost(color) | DrawMode::Shadow(color) | DrawMode::Fallen(color) | DrawMode::Wireframe(color) => {
                Some(color)
            }
            DrawMode::Material | DrawMode::Weights(_) => None,
        };
        let start = self.starts[part.skin];
        let end = self.starts.get(part.skin + 1).copied().unwrap_or(self.joints.len());
        let heat_place = heat.and_then(|_| (start..end).find(|place| self.joints[*place] == heat));
        let cutout = match part.material.opacity {
            Opacity::Mask(cutoff) => Some(cutoff),
            Opacity::OfColor if plain.is_none() && part.material.diffuse.w >= 1.0 => Some(CUTOUT),
            _ => None,
        };
        let solid = matches!(part.material.opacity, Opacity::Opaque | Opacity::Mask(_));
        let texture = if plain.is_none() || cutout.is_some() { part.texture } else { 0 };
        let plain_material = plain.map(|diffuse| Material { diffuse, ..Material::default() });
        let sampler = texture::sampler(part.material.sampling);
        let material = plain_material.as_ref().unwrap_or(&part.material);
        let uniforms = Uniforms::new()
            .mat4("u_clip_from_world", view.clip_from_world)
            .int("u_joints", self.joints.len() as i32)
            .int("u_heat_place", heat_place.map_or(-1, |place| place as i32))
            .flag("u_show_heat", heat.is_some())
            .int("u_winding", self.winding(part))
            .vec3("u_eye", view.eye)
            .vec3("u_to_light", view.to_light)
            .vec3s("u_ramp", &drawing::weight_ramp().map(linear))
            .vec4("u_diffuse", linear_with_opacity(material.diffuse))
            .vec3("u_specular", linear(material.specular))
            .float("u_shininess", material.shininess.max(MIN_SHININESS))
            .vec3("u_emission", linear(material.emission))
            .texture("u_emission_texture", &self.textures[part.emission_texture], sampler)
            .texture("u_texture", &self.textures[texture], sampler)
            .float("u_cutout", cutout.unwrap_or(0.0))
            .flag("u_solid", solid)
            .flag("u_plain", plain.is_some())
            .flag("u_unlit", material.unlit);
        match &self.palettes {
            Some(palettes) => uniforms.value("u_palettes", palettes.value()),
            None => uniforms,
        }
    }
}
