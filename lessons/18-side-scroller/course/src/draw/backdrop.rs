//! Sky and hills behind the level.

use super::light::Light;
use common::graphics::LiveProgram;
use common::prelude::*;
use common::scenes::flat;
use glam::{Vec2, Vec3, Vec4};
use glium::{
    Depth, DepthTest, DrawParameters, Surface,
    index::{NoIndices, PrimitiveType},
    vertex::EmptyVertexAttributes,
};

/// z of a dark passage's back wall, in metres.
const WALL: f32 = -1.2;
/// Position of the meadow's edge, on which trees stand.
const MEADOW: Vec3 = Vec3::new(0.0, 0.0, -13.0);

pub(super) struct Backdrop {
    program: LiveProgram,
}

impl Backdrop {
    pub(super) fn new(gl: &Gl) -> Result<Self> {
        let files = [ShaderFile("18-side-scroller/backdrop.vert"), ShaderFile("18-side-scroller/backdrop.frag")];
        Ok(Backdrop { program: LiveProgram::load(gl, files[0], files[1], &[])? })
    }

    /// Draws where nothing has been drawn yet.
    pub(super) fn draw(&self, target: &mut Target<'_>, view: &View, light: &Light) -> Result<()> {
        let (width, height) = target.get_dimensions();
        let size = Vec2::new(width as f32, height as f32);
        let clip_from_world = view.clip_from_world();
        let middle = view.camera.target;
        // In half heights of the picture, as it is seen at the wall.
        let seen = |at: Vec3| {
            let place = flat::pixel(clip_from_world, at, (width, height));
            let place = place.unwrap_or(Vec2::splat(1e6));
            (2.0 * place / size - 1.0) * Vec2::new(view.aspect, 1.0)
        };
        let dark = |dark: Vec4| {
            let [left, right] = [dark.x, dark.y].map(|x| seen(Vec3::new(x, middle.y, WALL)).x);
            Vec4::new(left, right, seen(Vec3::new(middle.x, dark.z, WALL)).y, 0.0)
        };
        let uniforms = Uniforms::new()
            .vec2("u_camera", middle.truncate())
            .float("u_aspect", view.aspect)
            .float("u_meadow", seen(MEADOW.with_x(middle.x)).y)
            .vec4s("u_darks", &light.darks(dark))
            .float("u_inside", 1.0 - light.daylight(middle))
            .vec2("u_size", size);
        // It compiled once, or there would be no backdrop.
        let Some(program) = self.program.get() else { return Ok(()) };
        let depth = Depth { test: DepthTest::IfLessOrEqual, ..Depth::default() };
        let state = DrawParameters { depth, ..DrawParameters::default() };
        let corners = EmptyVertexAttributes { len: 3 };
        let list = NoIndices(PrimitiveType::TrianglesList);
        target.draw(corners, list, &program, &uniforms, &state)?;
        Ok(())
    }
}
