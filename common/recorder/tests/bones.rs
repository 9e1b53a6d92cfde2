//! A chain of joints, as lesson 03 draws it: the trace in numbers.

use glium::{
    Depth, DepthTest, DrawParameters, IndexBuffer, Surface, VertexBuffer, implement_vertex, index::PrimitiveType,
    program, uniforms::UniformsStorage,
};
use headless::testing::made_or_skip;
use recorder::{Compare, Display, Primitive};

#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
}
implement_vertex!(Corner, a_position);

const VERTEX: &str = "#version 330 core
uniform mat4 u_clip; uniform vec3 u_model[12]; in vec3 a_position;
void main() { gl_Position = u_clip * vec4(a_position + u_model[gl_VertexID], 1.0); }";

const FRAGMENT: &str = "#version 330 core
out vec4 color; void main() { color = vec4(1.0, 0.5, 0.25, 1.0); }";

#[test]
fn a_frame_in_numbers() {
    let Some(display) = made_or_skip("a_frame_in_numbers", Display::offscreen((320, 240))) else { return };
    let corners = VertexBuffer::new(&display, &[Corner { a_position: [0.0; 3] }; 6]).unwrap();
    let indices = IndexBuffer::new(&display, PrimitiveType::LinesList, &[0u16, 1, 1, 2, 2, 3, 1, 4]).unwrap();
    let program = program!(&display, 330 => { vertex: VERTEX, fragment: FRAGMENT }).unwrap();
    let clip = [[0.5f32, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let depth = Depth { test: DepthTest::IfLess, write: true, ..Depth::default() };
    let parameters = DrawParameters { depth, line_width: Some(3.0), ..DrawParameters::default() };
    let uniforms = UniformsStorage::new("u_clip", clip).add("u_model[1]", [1.0f32, 0.5, 0.25]);
    // glium sets nothing anew in the second frame.
    for _ in 0..2 {
        let (trace, drawn) = display.record(|frame| {
            frame.clear_color_srgb_and_depth((0.2, 0.4, 0.6, 1.0), 1.0);
            frame.draw(&corners, &indices, &program, &uniforms, &parameters)
        });
        drawn.unwrap();
        assert_eq!(trace.clears()[0].color, Some([0.2, 0.4, 0.6, 1.0]));
        assert_eq!(trace.clears()[0].depth, Some(1.0));
        assert_eq!(trace.swaps, 1);
        let [draw] = trace.draws()[..] else { panic!("{trace:?}") };
        assert_eq!((draw.primitive, draw.count), (Primitive::Lines, 8));
        assert_eq!(draw.indices.as_ref().unwrap().values, [0, 1, 1, 2, 2, 3, 1, 4]);
        assert_eq!((draw.depth_test, draw.depth_write, draw.line_width), (Some(Compare::Less), true, 3.0));
        assert_eq!(draw.uniform("u_model").unwrap().element(1).unwrap(), [1.0, 0.5, 0.25]);
        assert_eq!(draw.unset().len(), 11);
        assert_eq!(draw.vertices, [0, 1, 2, 3, 4]);
        assert_eq!(draw.clip.as_ref().unwrap()[1], [0.5, 0.5, 0.25, 1.0]);
        assert_eq!(display.picture()[..4], [51, 102, 153, 255]);
    }
}
