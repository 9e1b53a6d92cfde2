use crate::figure::{Figure, Pose};
use crate::lessons::Joint;
use crate::lessons::lesson_03::{index_pairs, matrices};
use glium::uniforms::DynamicUniforms;
use glium::{
    BackfaceCullingMode, Depth, DepthTest, DrawParameters, IndexBuffer, Program, Surface, VertexBuffer,
    implement_vertex, program, uniform,
};

struct Bones {
    /// One for each joint, at the joint's origin.
    ends: VertexBuffer<Corner>,
    /// Two ends for each bone.
    lines: IndexBuffer<u16>,
    program: Program,
}

pub struct Scene {
    floor: Floor,
    pub figure: Figure,
    bones: Bones,
}

impl Bones {
    fn new(display: &impl Facade, joints: &[Joint]) -> Result<Bones, Box<dyn Error>> {
        let program = program!(display, 330 => {
            vertex: include_str!("joints.vert"),
            fragment: include_str!("bones.frag"),
        })?;
        let (ends, lines) = bone_buffers(display, joints)?;
        Ok(Bones { ends, lines, program })
    }
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::new();
        Ok(Scene { floor: Floor::new(display)?, bones: Bones::new(display, &figure.joints)?, figure })
    }

    /// Draws the picture of a time, in seconds since the start.
    pub fn draw(&self, frame: &mut impl Surface, seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let eye = Vec3::new(1.2, 1.6, 4.2);
        let camera_from_world = look_at_mat4(eye, Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let pose = self.figure.pose(seconds);
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world, &pose)
    }

    /// Draws a line for each bone.
    fn draw_bones(&self, frame: &mut impl Surface, clip_from_world: Mat4, pose: &Pose) -> Result<(), Box<dyn Error>> {
        // BEGIN 19.4
        let clip_from_world = clip_from_world.to_cols_array_2d();
        let mut models = Vec::new();
        for matrix in matrices(&self.figure.joints, &pose.locals, pose.world_from_model) {
            models.push(matrix.to_cols_array_2d());
        }
        let names = element_names("u_model", models.len());
        let mut uniforms = DynamicUniforms::new();
        uniforms.add("u_clip_from_model", &clip_from_world);
        for (name, model) in names.iter().zip(&models) {
            uniforms.add(name, model);
        }
        frame.draw(&self.bones.ends, &self.bones.lines, &self.bones.program, &uniforms, &parameters())?;
        // STUB // TODO 19.4: 03.2's matrices, an element of u_model each; the camera; and the draw call.
        // STUB let uniforms = DynamicUniforms::new();
        // STUB let _ = (frame, clip_from_world, uniforms, matrices, element_names); // you will need them
        // STUB let _ = (&pose.locals, pose.world_from_model); // and these
        // STUB let _ = (&self.bones.ends, &self.bones.lines, &self.bones.program);
        // END 19.4
        Ok(())
    }
}

/// Returns what the GPU keeps of a skeleton: a vertex for each joint, and two indices for each bone.
///
/// Vertex i belongs to joint i. It is at the joint's origin, in the joint's own space.
pub fn bone_buffers(
    display: &impl Facade,
    joints: &[Joint],
) -> Result<(VertexBuffer<Corner>, IndexBuffer<u16>), Box<dyn Error>> {
    // BEGIN 19.3
    let corners = vec![Corner { a_position: [0.0; 3] }; joints.len()];
    let ends = VertexBuffer::new(display, &corners)?;
    let lines = IndexBuffer::new(display, PrimitiveType::LinesList, &index_pairs(joints))?;
    // STUB // TODO 19.3: a vertex for each joint, and 03.3's pairs as a list of lines.
    // STUB let _ = (joints, index_pairs); // you will need them
    // STUB let ends = VertexBuffer::new(display, &[])?;
    // STUB let lines = IndexBuffer::new(display, PrimitiveType::LinesList, &[])?;
    // END 19.3
    Ok((ends, lines))
}

/// Returns the names of an array's elements, as OpenGL calls them: `u_model[0]`, `u_model[1]` and so on.
fn element_names(array: &str, elements: usize) -> Vec<String> {
    (0..elements).map(|element| format!("{array}[{element}]")).collect()
}
