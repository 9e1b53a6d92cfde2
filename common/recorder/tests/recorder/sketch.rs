//! A chain of six joints, as a program of one's own draws it, with all that one may get wrong.

use glam::{
    Mat4, Vec3,
    camera::rh::{proj::opengl::perspective, view::look_at_mat4},
};
use glium::{
    BackfaceCullingMode, Depth, DepthTest, DrawParameters, Frame, IndexBuffer, Program, Rect, Surface, VertexBuffer,
    backend::Facade,
    implement_vertex,
    index::PrimitiveType,
    program,
    uniforms::{UniformValue, Uniforms},
};

#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) a_position: [f32; 3],
}
implement_vertex!(Corner, a_position);

pub(crate) const PARENTS: [Option<usize>; 6] = [None, Some(0), Some(1), Some(2), Some(1), None];
pub(crate) const SIZE: (u32, u32) = (320, 240);
pub(crate) const GROUND: (f32, f32, f32, f32) = (0.2, 0.2, 0.2, 1.0);

pub(crate) const VERTEX: &str = "#version 330 core
uniform mat4 u_clip_from_world;
uniform mat4 u_model[96];
in vec3 a_position;
void main() { gl_Position = u_clip_from_world * u_model[gl_VertexID] * vec4(a_position, 1.0); }
";
pub(crate) const FRAGMENT: &str = "#version 330 core
out vec4 color;
void main() { color = vec4(0.95, 0.75, 0.3, 1.0); }
";

/// What is drawn. The default is right; tests change one field.
#[derive(Clone)]
pub(crate) struct Sketch {
    pub(crate) vertex: String,
    pub(crate) fragment: String,
    pub(crate) camera_name: &'static str,
    pub(crate) array_name: &'static str,
    pub(crate) camera_from_world: Mat4,
    pub(crate) clip_from_camera: Mat4,
    pub(crate) models: Vec<Mat4>,
    pub(crate) corners: usize,
    pub(crate) indices: Vec<u16>,
    pub(crate) primitive: PrimitiveType,
    pub(crate) cleared_color: bool,
    pub(crate) cleared_depth: Option<f32>,
    pub(crate) is_cleared_after: bool,
    pub(crate) is_drawn: bool,
    pub(crate) test: DepthTest,
    pub(crate) culling: BackfaceCullingMode,
    pub(crate) viewport: Option<Rect>,
}

impl Default for Sketch {
    fn default() -> Self {
        let mut indices = Vec::new();
        for (joint, parent) in PARENTS.iter().enumerate() {
            if let Some(parent) = parent {
                indices.extend([*parent as u16, joint as u16]);
            }
        }
        Self {
            vertex: VERTEX.into(),
            fragment: FRAGMENT.into(),
            camera_name: "u_clip_from_world",
            array_name: "u_model",
            camera_from_world: look_at_mat4(Vec3::new(0.0, 1.0, 5.0), Vec3::Y, Vec3::Y),
            clip_from_camera: perspective(0.8, 4.0 / 3.0, 0.1, 100.0),
            models: models(0.5, 0.6),
            corners: PARENTS.len(),
            indices,
            primitive: PrimitiveType::LinesList,
            cleared_color: true,
            cleared_depth: Some(1.0),
            is_cleared_after: false,
            is_drawn: true,
            test: DepthTest::IfLess,
            culling: BackfaceCullingMode::CullingDisabled,
            viewport: None,
        }
    }
}

/// Returns `world_from_joint` of all joints, and the identity up to 96.
pub(crate) fn models(seconds: f32, length: f32) -> Vec<Mat4> {
    let mut models: Vec<Mat4> = Vec::new();
    for (joint, parent) in PARENTS.iter().enumerate() {
        let side = Mat4::from_translation(Vec3::new(joint as f32 * 0.1, 0.0, 0.0));
        let bent = Mat4::from_rotation_z(0.3 + 0.2 * seconds.sin());
        models.push(match parent {
            Some(parent) => models[*parent] * side * bent * Mat4::from_translation(Vec3::Y * length),
            None => side,
        });
    }
    models.resize(96, Mat4::IDENTITY);
    models
}

/// A sketch in the GPU's memory.
pub(crate) struct Scene<'a> {
    sketch: &'a Sketch,
    vertices: VertexBuffer<Corner>,
    indices: IndexBuffer<u16>,
    program: Program,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(display: &impl Facade, sketch: &'a Sketch) -> Self {
        let corners = vec![Corner { a_position: [0.0; 3] }; sketch.corners];
        Self {
            sketch,
            vertices: VertexBuffer::new(display, &corners).unwrap(),
            indices: IndexBuffer::new(display, sketch.primitive, &sketch.indices).unwrap(),
            program: program!(display, 330 => { vertex: &sketch.vertex, fragment: &sketch.fragment }).unwrap(),
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame) {
        let sketch = self.sketch;
        self.clear(frame);
        if sketch.is_drawn {
            let depth = Depth { test: sketch.test, write: true, ..Depth::default() };
            let parameters = DrawParameters {
                depth,
                line_width: Some(3.0),
                backface_culling: sketch.culling,
                viewport: sketch.viewport,
                ..DrawParameters::default()
            };
            frame.draw(&self.vertices, &self.indices, &self.program, &Named(sketch), &parameters).unwrap();
        }
        if sketch.is_cleared_after {
            self.clear(frame);
        }
    }

    fn clear(&self, frame: &mut Frame) {
        let color = self.sketch.cleared_color.then_some(GROUND);
        if color.is_some() || self.sketch.cleared_depth.is_some() {
            frame.clear(None, color, true, self.sketch.cleared_depth, None);
        }
    }
}

struct Named<'a>(&'a Sketch);

impl Uniforms for Named<'_> {
    fn visit_values<'a, F: FnMut(&str, UniformValue<'a>)>(&'a self, mut set: F) {
        let Named(sketch) = self;
        let clip_from_world = sketch.clip_from_camera * sketch.camera_from_world;
        set(sketch.camera_name, UniformValue::Mat4(clip_from_world.to_cols_array_2d()));
        for (joint, model) in sketch.models.iter().enumerate() {
            set(&format!("{}[{joint}]", sketch.array_name), UniformValue::Mat4(model.to_cols_array_2d()));
        }
    }
}
