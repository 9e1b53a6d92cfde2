//! Sky and hills behind the level.

use super::light::Light;
use common::graphics::LiveProgram;
use common::prelude::*;
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
        let middle = view.camera.target;
        let darks = light.darks(|dark| {
            let left = picture_point(view, Vec3::new(dark.x, middle.y, WALL)).x;
            let right = picture_point(view, Vec3::new(dark.y, middle.y, WALL)).x;
            let above = picture_point(view, Vec3::new(middle.x, dark.z, WALL)).y;
            Vec4::new(left, right, above, 0.0)
        });
        let uniforms = Uniforms::new()
            .vec2("u_camera", middle.truncate())
            .float("u_aspect", view.aspect)
            .float("u_meadow", picture_point(view, MEADOW.with_x(middle.x)).y)
            .vec4s("u_darks", &darks)
            .float("u_inside", 1.0 - light.daylight(middle))
            .vec2("u_size", size);
        let program = self.program.get();
        let depth = Depth { test: DepthTest::IfLessOrEqual, ..Depth::default() };
        let state = DrawParameters { depth, ..DrawParameters::default() };
        let corners = EmptyVertexAttributes { len: 3 };
        let list = NoIndices(PrimitiveType::TrianglesList);
        target.draw(corners, list, &program, &uniforms, &state)?;
        Ok(())
    }
}

/// Returns a point's position in the picture, in half heights from the middle.
fn picture_point(view: &View, point: Vec3) -> Vec2 {
    let fraction = view.on_sheet(Vec2::ONE, point).unwrap_or(Vec2::splat(1e3));
    (2.0 * fraction - 1.0) * Vec2::new(view.aspect, 1.0)
}
