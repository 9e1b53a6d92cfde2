//! Formats, instances, textures and draw parameters.

use glium::index::{NoIndices, PrimitiveType};
use glium::texture::{RawImage2d, SrgbTexture2d};
use glium::uniforms::{EmptyUniforms, Uniforms};
use glium::vertex::{EmptyVertexAttributes, MultiVerticesSource};
use glium::{
    Blend, DrawParameters, IndexBuffer, PolygonMode, Program, Rect, Surface, Texture2d, VertexBuffer, implement_vertex,
    program, uniform,
};
use headless::testing::made_or_skip;
use recorder::{Display, Draw, Texture, page};

const SIZE: (u32, u32) = (64, 48);

const FRAGMENT: &str = "#version 330 core
out vec4 color;
void main() { color = vec4(1.0); }
";

#[derive(Clone, Copy)]
#[allow(clippy::struct_field_names)] // the names in the shader
struct Mixed {
    a_position: [f32; 2],
    a_joints: [u8; 4],
    a_shade: [i16; 2],
    a_weight: f32,
}
implement_vertex!(Mixed, a_position normalize(false), a_joints normalize(false), a_shade normalize(true), a_weight normalize(false));

#[derive(Clone, Copy)]
struct Offset {
    i_offset: [f32; 2],
}
implement_vertex!(Offset, i_offset);

fn program(display: &Display, vertex: &str) -> Program {
    let vertex = format!("#version 330 core\n{vertex}");
    program!(display, 330 => { vertex: &*vertex, fragment: FRAGMENT }).unwrap()
}

fn mixed(joint: u8) -> Mixed {
    Mixed { a_position: [0.5, f32::from(joint)], a_joints: [joint, 1, 2, 3], a_shade: [32767, -32767], a_weight: 0.25 }
}

fn drawn<'a>(
    display: &Display,
    vertices: impl MultiVerticesSource<'a>,
    program: &Program,
    uniforms: &impl Uniforms,
    parameters: &DrawParameters<'_>,
) -> Draw {
    let points = NoIndices(PrimitiveType::Points);
    let (trace, ()) = display.record(|frame| frame.draw(vertices, points, program, uniforms, parameters).unwrap());
    let [draw] = trace.draws()[..] else { panic!("{trace:?}") };
    draw.clone()
}

#[test]
fn attributes_of_several_formats() {
    let Some(display) = made_or_skip("attributes_of_several_formats", Display::offscreen(SIZE)) else { return };
    let vertex = "in vec2 a_position; in uvec4 a_joints; in vec2 a_shade; in float a_weight;
        void main() { gl_Position = vec4(a_position, a_weight, float(a_joints.x + a_joints.w) + a_shade.x); }";
    let program = program(&display, vertex);
    let corners: Vec<Mixed> = (0..6).map(mixed).collect();
    let buffer = VertexBuffer::new(&display, &corners).unwrap();
    let draw = drawn(&display, &buffer, &program, &EmptyUniforms, &DrawParameters::default());
    let joints = draw.attribute("a_joints").unwrap();
    assert_eq!((joints.format.as_str(), joints.is_normalized), ("U8U8U8U8", false));
    assert_eq!(joints.values[5], [5.0, 1.0, 2.0, 3.0]);
    let shade = draw.attribute("a_shade").unwrap();
    assert_eq!((shade.is_normalized, shade.values[0].as_slice()), (true, [1.0, -1.0].as_slice()));
    assert_eq!(draw.attribute("a_weight").unwrap().values[3], [0.25]);
    assert_eq!(draw.clip.unwrap()[2], [0.5, 2.0, 0.25, 6.0]);
    // A part of the buffer.
    let part = buffer.slice(2..5).unwrap();
    let draw = drawn(&display, part, &program, &EmptyUniforms, &DrawParameters::default());
    assert_eq!((draw.buffer_vertices, draw.clip.unwrap()[0]), (3, [0.5, 2.0, 0.25, 6.0]));
}

#[test]
fn instances() {
    let Some(display) = made_or_skip("instances", Display::offscreen(SIZE)) else { return };
    let vertex = "in vec2 a_position; in vec2 i_offset; in float a_weight;
        void main() { gl_Position = vec4(a_position + i_offset, float(gl_InstanceID), a_weight); }";
    let program = program(&display, vertex);
    let corners = VertexBuffer::new(&display, &[mixed(0), mixed(1)]).unwrap();
    let offsets = [[10.0, 20.0], [30.0, 40.0], [5.0, 5.0]].map(|i_offset| Offset { i_offset });
    let offsets = VertexBuffer::new(&display, &offsets).unwrap();
    let indices = IndexBuffer::new(&display, PrimitiveType::LinesList, &[0u16, 1]).unwrap();
    let (trace, ()) = display.record(|frame| {
        let vertices = (&corners, offsets.per_instance().unwrap());
        frame.draw(vertices, &indices, &program, &EmptyUniforms, &DrawParameters::default()).unwrap();
    });
    let draw = trace.draws()[0];
    assert_eq!(
        (draw.buffer_vertices, draw.attribute("i_offset").unwrap().values[1].as_slice()),
        (2, &[10.0, 20.0][..])
    );
    assert_eq!(draw.clip.as_ref().unwrap()[..], [[10.5, 20.0, 0.0, 0.25], [10.5, 21.0, 0.0, 0.25]]);
}

#[test]
fn uniforms_and_textures() {
    let Some(display) = made_or_skip("uniforms_and_textures", Display::offscreen(SIZE)) else { return };
    let vertex = "#version 330 core
        uniform mat3 u_turn; uniform uint u_count; uniform bvec2 u_flags; uniform ivec3 u_steps;
        void main() {
            vec2 turned = (u_turn * vec3(u_steps)).xy;
            gl_Position = vec4(turned, u_flags.y ? 3.0 : 4.0, u_count);
        }";
    let fragment = "#version 330 core
        uniform sampler2D u_picture; uniform sampler2D u_plain; uniform sampler2D u_forgotten;
        out vec4 color;
        void main() { color = texture(u_picture, vec2(0.0)) + texture(u_plain, vec2(0.0)) + texture(u_forgotten, vec2(0.0)); }";
    let program = program!(&display, 330 => { vertex: vertex, fragment: fragment }).unwrap();
    let image = RawImage2d::from_raw_rgba(vec![255u8; 4 * 2 * 4], (4, 2));
    let picture = SrgbTexture2d::new(&display, image).unwrap();
    let plain = Texture2d::empty(&display, 3, 5).unwrap();
    let uniforms = uniform! {
        u_count: 7u32, u_flags: [false, false], u_steps: [1, -2, 3],
        u_turn: [[1.0f32, 2.0, 9.0], [3.0, 4.0, 9.0], [5.0, 6.0, 9.0]],
        u_picture: picture.sampled(), u_plain: &plain,
    };
    let point = EmptyVertexAttributes { len: 1 };
    let draw = drawn(&display, point, &program, &uniforms, &DrawParameters::default());
    assert_eq!(draw.uniform("u_count").unwrap().elements[0], [7.0]);
    assert_eq!(draw.uniform("u_flags").unwrap().elements[0], [0.0, 0.0]);
    assert_eq!(draw.uniform("u_steps").unwrap().elements[0], [1.0, -2.0, 3.0]);
    let srgb = Texture { uniform: "u_picture".into(), size: (4, 2), is_srgb: true };
    let linear = Texture { uniform: "u_plain".into(), size: (3, 5), is_srgb: false };
    assert!(draw.textures.contains(&srgb) && draw.textures.contains(&linear), "{:?}", draw.textures);
    assert_eq!(draw.unset(), ["u_forgotten"]);
    assert_eq!(draw.clip.unwrap(), [[10.0, 12.0, 4.0, 7.0]]);
}

/// The draw parameters, and their lines of the page.
#[test]
fn draw_parameters() {
    let Some(display) = made_or_skip("draw_parameters", Display::offscreen(SIZE)) else { return };
    let program = program(&display, "void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }");
    let scissor = Some(Rect { left: 1, bottom: 2, width: 0, height: 40 });
    let parameters = DrawParameters {
        blend: Blend::alpha_blending(),
        color_mask: (true, false, true, true),
        polygon_mode: PolygonMode::Line,
        scissor,
        ..DrawParameters::default()
    };
    let point = EmptyVertexAttributes { len: 1 };
    let points = NoIndices(PrimitiveType::Points);
    let (trace, ()) = display.record(|frame| frame.draw(point, points, &program, &EmptyUniforms, &parameters).unwrap());
    let draw = trace.draws()[0];
    assert_eq!((draw.blend, draw.polygon_mode), (Blend::alpha_blending(), PolygonMode::Line));
    assert_eq!((draw.color_mask, draw.scissor, draw.samples), ([true, false, true, true], scissor, Some(0)));
    let page = page(&trace);
    for line in [
        "   Of 1 vertices: 1 in the picture.\n",
        "   Polygon mode: Line.\n",
        "   Of the colour only this is written: red, blue, opacity.\n",
        "   Viewport: 64 x 48 pixels from (0, 0) on. Line width: 1.\n   Scissor: 0 x 40 pixels from (1, 2) on.\n",
        "   Covered pixels: 0.\n",
    ] {
        assert!(page.contains(line), "{line}{page}");
    }
}
