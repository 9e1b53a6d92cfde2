//! Knight, sword and creatures in the world's light, by the finished shaders.

use super::light::{Lit, LitPrograms, WORLD_SHADER};
use armature::math::Affine3x4;
use armature::model::Model;
use armature::skin::Skin;
use common::graphics::LiveProgram;
use common::graphics::renderer::{DrawMode, FIGURE_SHADER, FigureInstance, Look, ModelRenderer, Skinning, Viewpoint};
use common::prelude::*;
use drawing::WorldPose;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::{
    BackfaceCullingMode, Blend, BlendingFunction, Depth, DepthTest, DrawParameters, LinearBlendingFactor,
    draw_parameters::PolygonOffset,
};
use models::pictures;

/// Colour of the finished figures over the student's, sRGB.
pub const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
/// Opacity of figures behind something.
const HIDDEN: f32 = 0.45;
/// Distance to that, in steps of the depth buffer: about 0.7 m where he is.
const MUCH_NEARER: f32 = 50_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterKind {
    Knight,
    Creature,
    /// Model on a joint: the sword, the knight's others, the creatures'.
    Attached(usize),
}

impl CharacterKind {
    pub const SWORD: Self = Self::Attached(0);

    /// Returns the index of its model.
    pub fn index(self) -> usize {
        match self {
            Self::Knight => 0,
            Self::Creature => 1,
            Self::Attached(index) => 2 + index,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Character {
    pub kind: CharacterKind,
    pub pose: WorldPose,
    /// Red of a figure that has just been hurt, from 0 to 1.
    pub hurt: f32,
    /// Factor of its colours, and how grey they are before.
    pub tint: Vec4,
}

pub(super) struct CharacterRenderer {
    lit: LitPrograms<LiveProgram>,
    depth: LiveProgram,
    ghost: LiveProgram,
    models: Vec<DrawnModel>,
}

struct DrawnModel {
    skins: Vec<Skin>,
    renderer: ModelRenderer,
}

impl CharacterRenderer {
    pub(super) fn new(gl: &Gl, models: &[&Model]) -> Result<Self> {
        let mut drawn = Vec::new();
        for model in models {
            let renderer = ModelRenderer::new(gl, model, pictures::decode)?;
            drawn.push(DrawnModel { skins: model.skins.clone(), renderer });
        }
        let depth = ShaderFile("18-side-scroller/depth.frag");
        let ghost = ShaderFile("12-playback/ghost.frag");
        Ok(CharacterRenderer {
            lit: LitPrograms::new("FIGURE", |defines| LiveProgram::load(gl, FIGURE_SHADER, WORLD_SHADER, defines))?,
            depth: LiveProgram::load(gl, FIGURE_SHADER, depth, &["FIGURE"])?,
            ghost: LiveProgram::load(gl, FIGURE_SHADER, ghost, &[])?,
            models: drawn,
        })
    }

    /// Returns what is to be known about the models' pictures and meshes.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.models.iter().flat_map(|model| model.renderer.warnings())
    }

    /// Draws the figures' opaque parts, or their see-through ones over all that is drawn already.
    pub(super) fn draw(
        &mut self,
        target: &mut Target<'_>,
        lit: &Lit<'_>,
        figures: &[Character],
        see_through: bool,
    ) -> Result<()> {
        self.draw_lit(target, lit, figures, &draw_state::surface(see_through), Some(see_through))
    }

    pub(super) fn draw_depth(
        &mut self,
        target: &mut Target<'_>,
        clip_from_world: Mat4,
        figures: &[Character],
    ) -> Result<()> {
        let program = self.depth.get();
        let look = Look {
            mode: DrawMode::Fallen(Vec4::ONE),
            program: Some(&program),
            uniforms: &Uniforms::new(),
            parameters: &draw_state::solid(),
            see_through: None,
            moments: None,
        };
        figures.iter().try_for_each(|figure| self.draw_by(target, clip_from_world, figure, &look))
    }

    /// Draws figures see-through in one colour (sRGB), over what is drawn already.
    pub(super) fn draw_ghost(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        figures: &[Character],
        color: Vec4,
    ) -> Result<()> {
        let uniforms = &Uniforms::new().vec4("u_color", color).vec3("u_to_light", Vec3::new(0.4, 0.7, 0.6));
        let program = self.ghost.get();
        for parameters in &draw_state::ghost() {
            let mode = DrawMode::Ghost(color);
            let program = Some(&*program);
            let look = Look { mode, program, uniforms, parameters, see_through: None, moments: None };
            for figure in figures {
                self.draw_by(target, view.clip_from_world(), figure, &look)?;
            }
        }
        Ok(())
    }

    /// Draws figures see-through where something much nearer hides them.
    pub(super) fn draw_hidden(&mut self, target: &mut Target<'_>, lit: &Lit<'_>, figures: &[Character]) -> Result<()> {
        let polygon_offset = PolygonOffset { units: -MUCH_NEARER, fill: true, ..PolygonOffset::default() };
        let depth = Depth { test: DepthTest::IfMore, write: false, ..Depth::default() };
        let color = BlendingFunction::Addition {
            source: LinearBlendingFactor::ConstantAlpha,
            destination: LinearBlendingFactor::OneMinusConstantAlpha,
        };
        let blend = Blend { color, alpha: BlendingFunction::AlwaysReplace, constant_value: (0.0, 0.0, 0.0, HIDDEN) };
        let backface_culling = BackfaceCullingMode::CullClockwise;
        let state = DrawParameters { depth, polygon_offset, blend, backface_culling, ..DrawParameters::default() };
        self.draw_lit(target, lit, figures, &state, None)
    }

    fn draw_lit(
        &mut self,
        target: &mut Target<'_>,
        lit: &Lit<'_>,
        figures: &[Character],
        parameters: &DrawParameters<'_>,
        see_through: Option<bool>,
    ) -> Result<()> {
        let program = self.lit.program_for(lit.light).get();
        let mode = DrawMode::Material;
        for figure in figures {
            let uniforms = &lit.uniforms.clone().float("u_hurt", figure.hurt).vec4("u_tint", figure.tint);
            let program = Some(&*program);
            let look = Look { mode, program, uniforms, parameters, see_through, moments: None };
            self.draw_by(target, lit.view.clip_from_world(), figure, &look)?;
        }
        Ok(())
    }

    fn draw_by(
        &mut self,
        target: &mut Target<'_>,
        clip_from_world: Mat4,
        Character { kind, pose, .. }: &Character,
        look: &Look<'_>,
    ) -> Result<()> {
        let DrawnModel { skins, renderer } = &mut self.models[kind.index()];
        let mut palette = Vec::with_capacity(renderer.joints());
        for skin in &*skins {
            palette.extend(world_palette(skin, pose).into_iter().map(|m| Affine3x4::from(Affine3A::from_mat4(m))));
        }
        renderer.place(&[FigureInstance::new(Affine3A::IDENTITY, 0)])?;
        renderer.write_palettes(&palette, Skinning::Linear)?;
        let view = Viewpoint { clip_from_world, eye: Vec3::ZERO, to_light: Vec3::Y, area: None };
        Ok(renderer.draw_by(target, &view, look)?)
    }
}

/// Returns `world_from_mesh` for each entry of a skin's palette.
fn world_palette(skin: &Skin, pose: &WorldPose) -> Vec<Mat4> {
    let mut palette = Vec::new();
    for binding in &skin.bindings {
        let model_from_bind = match binding.joint.and_then(|joint| pose.model_from_joint.get(joint)) {
            Some(model_from_joint) => *model_from_joint * Mat4::from(binding.joint_from_bind),
            None => Mat4::IDENTITY,
        };
        palette.push(pose.world_from_model * model_from_bind * Mat4::from(skin.bind_from_mesh));
    }
    palette
}
