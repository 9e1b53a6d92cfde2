//! Knight, sword and creatures in the world's light, by the finished shaders.

use super::light::{Lit, LitPrograms};
use armature::model::Model;
use armature::skin::Skin;
use common::graphics::LiveProgram;
use common::graphics::phong_materials::PhongMaterials;
use common::prelude::*;
use common::scenes::skinned_mesh::{SkinnedMesh, skinning_uniforms};
use drawing::WorldPose;
use glam::{Mat4, Vec3, Vec4};
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
    lit: LitPrograms,
    depth: LiveProgram,
    ghost: LiveProgram,
    models: Vec<DrawnModel>,
}

struct DrawnModel {
    parts: Vec<(SkinnedMesh, Option<usize>, usize)>,
    materials: PhongMaterials,
    skins: Vec<Skin>,
}

impl CharacterRenderer {
    pub(super) fn new(gl: &Gl, models: &[&Model]) -> Result<Self> {
        let vertex = ShaderFile("common/lit_skin.vert");
        Ok(CharacterRenderer {
            lit: LitPrograms::load(gl, "common/lit_skin.vert", "FIGURE")?,
            depth: LiveProgram::load(gl, vertex, ShaderFile("18-side-scroller/depth.frag"), &[])?,
            ghost: LiveProgram::load(gl, vertex, ShaderFile("12-playback/ghost.frag"), &[])?,
            models: models.iter().map(|model| DrawnModel::new(gl, model)).collect::<Result<_>>()?,
        })
    }

    pub(super) fn set_models(&mut self, gl: &Gl, models: &[&Model]) -> Result<()> {
        self.models = models.iter().map(|model| DrawnModel::new(gl, model)).collect::<Result<_>>()?;
        Ok(())
    }

    pub(super) fn draw(&self, target: &mut Target<'_>, lit: &Lit<'_>, figures: &[Character]) -> Result<()> {
        self.draw_lit(target, lit, figures, &draw_state::solid())
    }

    pub(super) fn draw_depth(
        &self,
        target: &mut Target<'_>,
        clip_from_world: Mat4,
        figures: &[Character],
    ) -> Result<()> {
        for figure in figures {
            let state = draw_state::solid();
            self.draw_with(target, &self.depth, &state, clip_from_world, figure, &Uniforms::new())?;
        }
        Ok(())
    }

    /// Draws figures see-through in one colour (sRGB), over what is drawn already.
    pub(super) fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        figures: &[Character],
        color: Vec4,
    ) -> Result<()> {
        let uniforms = Uniforms::new().vec4("u_color", color).vec3("u_to_light", Vec3::new(0.4, 0.7, 0.6));
        for state in draw_state::ghost() {
            for figure in figures {
                let clip_from_world = view.clip_from_world();
                self.draw_with(target, &self.ghost, &state, clip_from_world, figure, &uniforms)?;
            }
        }
        Ok(())
    }

    /// Draws figures see-through where something much nearer hides them.
    pub(super) fn draw_hidden(&self, target: &mut Target<'_>, lit: &Lit<'_>, figures: &[Character]) -> Result<()> {
        let polygon_offset = PolygonOffset { units: -MUCH_NEARER, fill: true, ..PolygonOffset::default() };
        let depth = Depth { test: DepthTest::IfMore, write: false, ..Depth::default() };
        let color = BlendingFunction::Addition {
            source: LinearBlendingFactor::ConstantAlpha,
            destination: LinearBlendingFactor::OneMinusConstantAlpha,
        };
        let blend = Blend { color, alpha: BlendingFunction::AlwaysReplace, constant_value: (0.0, 0.0, 0.0, HIDDEN) };
        let backface_culling = BackfaceCullingMode::CullClockwise;
        let state = DrawParameters { depth, polygon_offset, blend, backface_culling, ..DrawParameters::default() };
        self.draw_lit(target, lit, figures, &state)
    }

    fn draw_lit(
        &self,
        target: &mut Target<'_>,
        lit: &Lit<'_>,
        figures: &[Character],
        state: &DrawParameters<'_>,
    ) -> Result<()> {
        let program = self.lit.program_for(lit.light);
        for figure in figures {
            let uniforms = lit.uniforms.clone().float("u_hurt", figure.hurt).vec4("u_tint", figure.tint);
            self.draw_with(target, program, state, lit.view.clip_from_world(), figure, &uniforms)?;
        }
        Ok(())
    }

    fn draw_with(
        &self,
        target: &mut Target<'_>,
        program: &LiveProgram,
        state: &DrawParameters<'_>,
        clip_from_world: Mat4,
        figure: &Character,
        uniforms: &Uniforms<'_>,
    ) -> Result<()> {
        // It compiled once, or there would be no figures.
        let Some(program) = program.get() else { return Ok(()) };
        let model = &self.models[figure.kind.index()];
        for (mesh, material, skin) in &model.parts {
            let palette = world_palette(&model.skins[*skin], &figure.pose);
            let uniforms = uniforms
                .clone()
                .with(model.materials.uniforms(*material))
                .with(skinning_uniforms(clip_from_world, &palette));
            mesh.draw(target, &program, &uniforms, state)?;
        }
        Ok(())
    }
}

impl DrawnModel {
    fn new(gl: &Gl, model: &Model) -> Result<Self> {
        let mut parts = Vec::new();
        for part in &model.parts {
            parts.push((SkinnedMesh::new(gl, &part.mesh)?, part.material, part.skin));
        }
        Ok(DrawnModel {
            parts,
            materials: PhongMaterials::new(gl, &model.materials, pictures::decode).map_err(anyhow::Error::msg)?,
            skins: model.skins.clone(),
        })
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
