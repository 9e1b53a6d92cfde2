//! Rigid meshes of one colour: drawn lit by a lamp, plain, as shadows on the ground and as a see-through ghost.
//!
//! The vertex shader reads `a_position`, `a_normal`, `u_world_from_part` and `u_clip_from_world`; the
//! fragment shader of lit solids `u_color` (sRGB), and in world space `u_eye` and `u_to_lamp`.

use anyhow::Result;
use armature::mesh::{Mesh, StaticVertex};
use glam::{Mat4, Vec3};
use glium::{
    Blend, BlendingFunction, Depth, DepthTest, DrawParameters, LinearBlendingFactor, Program, Rect, Surface,
    VertexBuffer,
    index::{IndexBuffer, PrimitiveType},
};
use graphics::draw_state::{self, GHOST_COLOR};
use graphics::{Attributes, Gl, ShaderError, ShaderFile, Target, Uniforms, attributes, shader, shadow};
use ui::View;

const GHOST_OPACITY: f32 = 0.5;

/// A mesh on the graphics card.
pub struct Solid {
    vertices: VertexBuffer<Attributes<StaticVertex>>,
    indices: IndexBuffer<u32>,
    /// Its own colour; sRGB.
    pub color: Vec3,
}

impl Solid {
    /// # Errors
    /// If the graphics card has no room.
    pub fn new(gl: &Gl, mesh: &Mesh<StaticVertex>, color: Vec3) -> Result<Self> {
        Ok(Solid {
            vertices: VertexBuffer::new(gl, attributes(&mesh.vertices))?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &mesh.indices)?,
            color,
        })
    }
}

/// Camera, lamp and part of the picture with which solids are drawn.
pub struct SolidView {
    pub clip_from_world: Mat4,
    /// The viewer's place in world space, for highlights.
    pub eye: Vec3,
    /// Unit length, world space.
    pub to_lamp: Vec3,
    /// `None`: all of the picture.
    pub window: Option<Rect>,
}

impl SolidView {
    /// The whole picture, as the window shows it.
    pub fn new(view: &View, to_lamp: Vec3) -> Self {
        let clip_from_world = view.clip_from_world();
        let eye = view.camera.eye();
        SolidView { clip_from_world, eye, to_lamp, window: None }
    }
}

/// Way of drawing a solid, with its colour; sRGB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidMode {
    /// Lit by the lamp.
    Lit(Vec3),
    /// Drawn without light.
    Plain(Vec3),
    /// Flattened onto the ground, y = 0.
    Shadow(Vec3),
}

pub struct SolidRenderer {
    lit: Program,
    plain: Program,
}

impl SolidRenderer {
    /// `fragment` lights.
    ///
    /// # Errors
    /// If a shader cannot be read or compiled, or the two do not fit together.
    pub fn new(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile) -> Result<Self, ShaderError> {
        let lit = shader::load(gl, vertex, fragment)?;
        let plain = shader::load(gl, vertex, ShaderFile("common/one_color.frag"))?;
        Ok(SolidRenderer { lit, plain })
    }

    /// Draws a solid.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        view: &SolidView,
        solid: &Solid,
        mode: SolidMode,
        world_from_part: Mat4,
    ) -> Result<()> {
        let (SolidMode::Lit(color) | SolidMode::Plain(color) | SolidMode::Shadow(color)) = mode;
        if let SolidMode::Shadow(_) = mode {
            let flattened = shadow::flattened(view.to_lamp) * world_from_part;
            return Self::draw_with(target, view, solid, &self.plain, color, flattened, draw_state::shadow());
        }
        let program = if let SolidMode::Lit(_) = mode { &self.lit } else { &self.plain };
        Self::draw_with(target, view, solid, program, color, world_from_part, draw_state::solid())
    }

    /// Draws a solid with the uniforms of both shaders.
    fn draw_with(
        target: &mut Target<'_>,
        view: &SolidView,
        solid: &Solid,
        program: &Program,
        color: Vec3,
        world_from_part: Mat4,
        state: DrawParameters<'_>,
    ) -> Result<()> {
        let uniforms = Uniforms::new()
            .mat4("u_world_from_part", world_from_part)
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_color", color)
            .vec3("u_eye", view.eye)
            .vec3("u_to_lamp", view.to_lamp);
        let state = DrawParameters { viewport: view.window, scissor: view.window, ..state };
        target.draw(&solid.vertices, &solid.indices, program, &uniforms, &state)?;
        Ok(())
    }

    /// Draws a translucent ghost of `solids` at `right` over the same solids at `mine`, which are drawn already. Both lists
    /// have the `world_from_part` of each solid. The depths of `mine` are drawn first, which hide the ghost behind them, and
    /// then those of the ghost, of which only the nearest surface is drawn. The ghost is pushed back a little, so that a
    /// solid in its right place keeps its colour.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &SolidView,
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
                Self::draw_with(target, view, solid, &self.lit, GHOST_COLOR, *world_from_part, state.clone())?;
            }
        }
        Ok(())
    }
}
