//! Meshes of one colour on the graphics card: drawn lit, plain, as shadows and as a ghost.

use crate::robot;
use anyhow::Result;
use common::app;
use common::graphics::{Gl, ShaderFile, Target, Uniforms, shader, shadow};
use common::mesh::{Mesh, StaticVertex};
use common::scenes::draw_state::{self, GHOST_COLOR};
use glam::{Mat4, Vec3};
use glium::index::{IndexBuffer, PrimitiveType};
use glium::{
    Blend, BlendingFunction, Depth, DepthTest, DrawParameters, LinearBlendingFactor, Program, Rect,
    Surface, VertexBuffer,
};

/// To the lamp under the hall's roof, in world space.
const TO_LAMP: Vec3 = Vec3::new(-0.35, 1.0, 0.55);
const GHOST_OPACITY: f32 = 0.5;

/// A mesh of one colour, sRGB.
pub(crate) struct Solid {
    vertices: VertexBuffer<StaticVertex>,
    indices: IndexBuffer<u32>,
    pub(crate) color: Vec3,
}

impl Solid {
    pub(crate) fn new(gl: &Gl, mesh: &Mesh<StaticVertex>, color: Vec3) -> Result<Self> {
        Ok(Solid {
            vertices: VertexBuffer::new(gl, &mesh.vertices)?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &mesh.indices)?,
            color,
        })
    }
}

/// From where something is drawn, and into which part of the picture.
pub(crate) struct View {
    pub(crate) clip_from_world: Mat4,
    pub(crate) eye: Vec3,
    /// `None`: all of it.
    pub(crate) window: Option<Rect>,
}

impl View {
    pub(crate) fn of(view: &app::View) -> Self {
        View { clip_from_world: view.clip_from_world(), eye: view.camera.eye(), window: None }
    }
}

/// How a solid is drawn.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Look {
    Lit(Vec3),
    Plain(Vec3),
    /// Flattened onto the floor.
    Shadow,
}

/// Draws solids.
pub(crate) struct SolidRenderer {
    lit: Program,
    plain: Program,
}

impl SolidRenderer {
    pub(crate) fn new(gl: &Gl) -> Result<Self> {
        let vertex = ShaderFile("01-robot-arm/part.vert");
        Ok(SolidRenderer {
            lit: shader::load(gl, vertex, ShaderFile("01-robot-arm/part.frag"))?,
            plain: shader::load(gl, vertex, ShaderFile("01-robot-arm/plain.frag"))?,
        })
    }

    pub(crate) fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        solid: &Solid,
        look: Look,
        world_from_part: Mat4,
    ) -> Result<()> {
        let (program, color, world_from_part, state) = match look {
            Look::Lit(color) => (&self.lit, color, world_from_part, draw_state::solid()),
            Look::Plain(color) => (&self.plain, color, world_from_part, draw_state::solid()),
            Look::Shadow => {
                let flattened = shadow::flattened(TO_LAMP.normalize()) * world_from_part;
                (&self.plain, robot::SHADOW, flattened, draw_state::shadow())
            }
        };
        Self::draw_with(target, view, solid, (program, color), world_from_part, state)
    }

    fn draw_with(
        target: &mut Target<'_>,
        view: &View,
        solid: &Solid,
        (program, color): (&Program, Vec3),
        world_from_part: Mat4,
        state: DrawParameters<'_>,
    ) -> Result<()> {
        let uniforms = Uniforms::new()
            .mat4("u_world_from_part", world_from_part)
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_color", color)
            .vec3("u_eye", view.eye)
            .vec3("u_to_lamp", TO_LAMP.normalize());
        let state = DrawParameters { viewport: view.window, scissor: view.window, ..state };
        target.draw(&solid.vertices, &solid.indices, program, &uniforms, &state)?;
        Ok(())
    }

    /// The solids of `right` see-through over those of `mine`, which are drawn already; each list is the solids'
    /// `world_from_part`. Depths first: those of `mine`, over which nothing is drawn; then the ghost's, so that of
    /// its own solids only the nearest is seen. It is pushed back a little, so that what is in its right
    /// place is not tinted.
    pub(crate) fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        solids: &[Solid],
        mine: &[Mat4],
        right: &[Mat4],
    ) -> Result<()> {
        let see_through = BlendingFunction::Addition {
            source: LinearBlendingFactor::ConstantAlpha,
            destination: LinearBlendingFactor::OneMinusConstantAlpha,
        };
        let no_color = (false, false, false, false);
        let depths = DrawParameters { color_mask: no_color, ..draw_state::solid() };
        let pushed = DrawParameters { color_mask: no_color, ..draw_state::solid_behind() };
        let colors = DrawParameters {
            depth: Depth { test: DepthTest::IfLessOrEqual, ..Depth::default() },
            blend: Blend {
                color: see_through,
                alpha: BlendingFunction::Max,
                constant_value: (0.0, 0.0, 0.0, GHOST_OPACITY),
            },
            ..draw_state::solid_behind()
        };
        for (world_from_parts, state) in [(mine, depths), (right, pushed), (right, colors)] {
            for (solid, world_from_part) in solids.iter().zip(world_from_parts) {
                let paint = (&self.lit, GHOST_COLOR);
                Self::draw_with(target, view, solid, paint, *world_from_part, state.clone())?;
            }
        }
        Ok(())
    }
}
