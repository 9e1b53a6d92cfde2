//! What is drawn behind and around a figure: background, ground and the direction of the light.

use super::{
    Gl, OrbitCamera, ShaderError, ShaderFile, Target, Uniforms,
    debug_draw::{DebugRenderer, Overlay, Shapes, grid_step},
    reload::LiveProgram,
};
use glam::{Vec2, Vec3, Vec4};
use glium::{
    Depth, DepthTest, DrawParameters, Surface,
    index::{NoIndices, PrimitiveType},
    vertex::EmptyVertexAttributes,
};

/// sRGB-encoded colours of the picture's upper and lower edge.
const BACKGROUND: [Vec3; 2] = [Vec3::new(0.70, 0.76, 0.82), Vec3::new(0.40, 0.45, 0.51)];

const GRID: Vec4 = Vec4::new(0.93, 0.96, 1.0, 0.55);

/// Background and ground of a scene.
pub struct Backdrop {
    pub debug: DebugRenderer,
    background: LiveProgram,
}

impl Backdrop {
    /// # Errors
    /// If a shader of `shaders/common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self, ShaderError> {
        let [vertex, fragment] = [ShaderFile("common/background.vert"), ShaderFile("common/background.frag")];
        Ok(Self { debug: DebugRenderer::new(gl)?, background: LiveProgram::load(gl, vertex, fragment, &[])? })
    }

    /// Clears the target, and draws the background and the grid. `ground` is the height of the grid; `None` draws none.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw(&self, target: &mut Target<'_>, camera: &OrbitCamera, ground: Option<f32>) -> Result<(), ShaderError> {
        let [top, bottom] = BACKGROUND;
        target.clear_color_srgb_and_depth((bottom.x, bottom.y, bottom.z, 1.0), 1.0);
        let uniforms = Uniforms::new().vec3("u_top", top).vec3("u_bottom", bottom);
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            ..DrawParameters::default()
        };
        let corners = EmptyVertexAttributes { len: 3 };
        let list = NoIndices(PrimitiveType::TrianglesList);
        target
            .draw(corners, list, &self.background.get(), &uniforms, &parameters)
            .map_err(|error| ShaderError::drawing(ShaderFile("common/background.vert"), error.to_string()))?;
        let Some(ground) = ground else { return Ok(()) };
        let (width, height) = target.get_dimensions();
        let clip_from_world = camera.clip_from_world(width as f32 / height as f32);
        self.debug.draw(target, &ground_shapes(camera, ground), clip_from_world, Overlay::InScene)
    }
}

/// The direction of the light: above the left shoulder of the viewer, so that shapes are clear from every side.
pub fn to_light(camera: &OrbitCamera) -> Vec3 {
    (0.75 * camera.backward() - 0.55 * camera.right() + 0.85 * camera.up()).normalize()
}

fn ground_shapes(camera: &OrbitCamera, ground: f32) -> Shapes {
    let mut shapes = Shapes::new();
    let radius = camera.scene_radius;
    let center = Vec2::new(camera.target.x, camera.target.z);
    shapes.grid(center, ground, grid_step(radius), 4.0 * radius, GRID);
    shapes
}
