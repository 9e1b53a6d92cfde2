use crate::lessons::lesson_00::clip_from_camera;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::{
    BackfaceCullingMode, Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer, implement_vertex, program,
    uniform,
};

/// What the GPU gets for each corner of a shape.
#[derive(Clone, Copy)]
pub struct Corner {
    pub a_position: [f32; 3],
}

implement_vertex!(Corner, a_position);

struct Floor {
    corners: VertexBuffer<Corner>,
    program: Program,
}

pub struct Scene {
    floor: Floor,
}

impl Floor {
    fn new(display: &impl Facade) -> Result<Floor, Box<dyn Error>> {
        let program = program!(display, 330 => {
            vertex: include_str!("floor.vert"),
            fragment: include_str!("floor.frag"),
        })?;
        Ok(Floor { corners: VertexBuffer::new(display, &floor_corners())?, program })
    }
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        Ok(Scene { floor: Floor::new(display)? })
    }

    /// Draws the picture of a time, in seconds since the start.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let eye = Vec3::new(1.2, 1.6, 4.2);
        let camera_from_world = look_at_mat4(eye, Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)
    }

    fn draw_floor(&self, frame: &mut impl Surface, clip_from_world: Mat4) -> Result<(), Box<dyn Error>> {
        let uniforms = uniform! { u_clip_from_world: clip_from_world.to_cols_array_2d() };
        let triangles = NoIndices(PrimitiveType::TrianglesList);
        frame.draw(&self.floor.corners, triangles, &self.floor.program, &uniforms, &parameters())?;
        Ok(())
    }
}

/// Returns the corners of the floor: a square about the origin, 6 metres wide, of two triangles.
///
/// Every three corners are a triangle. Seen from above they are in counterclockwise order.
pub fn floor_corners() -> Vec<Corner> {
    // BEGIN 19.2
    let back_left = Corner { a_position: [-3.0, 0.0, -3.0] };
    let back_right = Corner { a_position: [3.0, 0.0, -3.0] };
    let front_left = Corner { a_position: [-3.0, 0.0, 3.0] };
    let front_right = Corner { a_position: [3.0, 0.0, 3.0] };
    vec![front_left, front_right, back_left, back_left, front_right, back_right]
    // STUB // TODO 19.2: first one triangle, three corners; then the other one.
    // STUB Vec::new()
    // END 19.2
}

/// Returns the parameters of every draw call: near surfaces hide those behind them, and a triangle is drawn only
/// where its corners appear in counterclockwise order.
fn parameters() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Default::default() },
        backface_culling: BackfaceCullingMode::CullClockwise,
        ..Default::default()
    }
}
