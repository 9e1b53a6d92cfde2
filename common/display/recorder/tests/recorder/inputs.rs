//! Formats of buffers, instances, textures, blocks: what a draw call depends on.

use glium::{
    BackfaceCullingMode, Blend, DrawParameters, IndexBuffer, Program, Rect, Surface, Texture2d, VertexBuffer,
    implement_vertex,
    index::{NoIndices, PrimitiveType},
    program,
    program::BlockLayout,
    texture::{RawImage2d, SrgbTexture2d},
    uniform,
    uniforms::{EmptyUniforms, LayoutMismatchError, UniformBlock, UniformBuffer},
    vertex::EmptyVertexAttributes,
};
use headless::{Headless, testing::made_or_skip};
use recorder::{Display, Draw, Image, Place, Scalar, Target};

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

const MIXED: &str = "#version 330 core
in vec2 a_position; in uvec4 a_joints; in vec2 a_shade; in float a_weight;
void main() { gl_Position = vec4(a_position, a_weight, float(a_joints.x + a_joints.w) + a_shade.x); }
";

/// Draws by `draw` and returns the only draw call.
fn drawn(display: &Display<Headless>, draw: impl FnOnce(&mut glium::Frame)) -> Draw {
    let (trace, ()) = display.record(draw);
    let [draw] = trace.draws()[..] else { panic!("{trace:?}") };
    draw.clone()
}

fn program(display: &Display<Headless>, vertex: &str) -> Program {
    program!(display, 330 => { vertex: vertex, fragment: FRAGMENT }).unwrap()
}

fn mixed(joint: u8) -> Mixed {
    Mixed { a_position: [0.5, f32::from(joint)], a_joints: [joint, 1, 2, 3], a_shade: [32767, -1], a_weight: 0.25 }
}

#[test]
fn attributes_of_several_formats() {
    let Some(display) = made_or_skip("attributes_of_several_formats", Display::offscreen(SIZE)) else { return };
    let program = program(&display, MIXED);
    let corners: Vec<Mixed> = (0..6).map(mixed).collect();
    let buffer = VertexBuffer::new(&display, &corners).unwrap();
    let points = NoIndices(PrimitiveType::Points);
    let parameters = DrawParameters::default();
    let draw = drawn(&display, |frame| frame.draw(&buffer, points, &program, &EmptyUniforms, &parameters).unwrap());
    assert_eq!((draw.count, draw.first, draw.vertices.as_slice()), (6, 0, [0, 1, 2, 3, 4, 5].as_slice()));
    let joints = draw.attribute("a_joints").unwrap();
    assert_eq!((joints.glsl.name, joints.glsl.scalar, joints.components), ("uvec4", Scalar::Uint, 4));
    let source = joints.source.unwrap();
    assert_eq!((source.number, source.is_integer, source.is_normalized), ("u8", true, false));
    assert_eq!((source.stride, source.offset, source.buffer_bytes), (20, 8, 120));
    assert_eq!(joints.value(5).unwrap(), [5.0, 1.0, 2.0, 3.0]);
    let shade = draw.attribute("a_shade").unwrap();
    let source = shade.source.unwrap();
    assert_eq!((source.number, source.is_integer, source.is_normalized), ("i16", false, true));
    assert_eq!(shade.value(0).unwrap(), [32767.0, -1.0]);
    assert_eq!(draw.attribute("a_weight").unwrap().value(3).unwrap(), [0.25]);
    assert_eq!(draw.clip.unwrap()[2], [0.5, 2.0, 0.25, 6.0]);

    // A part of the buffer, by its first vertex.
    let part = 2..5;
    let draw = drawn(&display, |frame| {
        frame.draw(buffer.slice(part.clone()).unwrap(), points, &program, &EmptyUniforms, &parameters).unwrap();
    });
    assert_eq!((draw.count, draw.first, draw.vertices.as_slice()), (3, 2, [2, 3, 4].as_slice()));
    assert_eq!(draw.attribute("a_joints").unwrap().value(0).unwrap(), [2.0, 1.0, 2.0, 3.0]);
    assert_eq!(draw.clip.unwrap()[0], [0.5, 2.0, 0.25, 6.0]);

    // The same with an index buffer: each index means the part's vertex.
    let indices = IndexBuffer::new(&display, PrimitiveType::Points, &[2u8, 0]).unwrap();
    let draw = drawn(&display, |frame| {
        frame.draw(buffer.slice(part.clone()).unwrap(), &indices, &program, &EmptyUniforms, &parameters).unwrap();
    });
    let noted = draw.indices.as_ref().unwrap();
    assert_eq!((noted.size, noted.base_vertex, noted.values.as_slice()), (1, 2, [2, 0].as_slice()));
    assert_eq!((draw.vertices.as_slice(), draw.order()), ([2, 4].as_slice(), vec![4, 2]));
    assert_eq!(draw.clip.as_ref().unwrap()[1], [0.5, 4.0, 0.25, 8.0]);
    // A part of the index buffer, of larger numbers.
    let indices = IndexBuffer::new(&display, PrimitiveType::Points, &[9u32, 1, 5, 9]).unwrap();
    let part = indices.slice(1..3).unwrap();
    let draw = drawn(&display, |frame| frame.draw(&buffer, part, &program, &EmptyUniforms, &parameters).unwrap());
    let noted = draw.indices.as_ref().unwrap();
    assert_eq!((noted.size, noted.values.as_slice()), (4, [1, 5].as_slice()));
}

/// Attributes that do not matter for the position are none of the program that gives clip positions.
#[test]
fn attributes_keep_their_locations() {
    let Some(display) = made_or_skip("attributes_keep_their_locations", Display::offscreen(SIZE)) else { return };
    let vertex = "#version 330 core
        in uvec4 a_joints; in vec2 a_shade; in vec2 a_position; in float a_weight; out vec4 v_color;
        void main() { v_color = vec4(a_joints) + a_shade.xyxy; gl_Position = vec4(a_position, a_weight, 1.0); }";
    let fragment = "#version 330 core
        in vec4 v_color; out vec4 color;
        void main() { color = v_color; }";
    let program = program!(&display, 330 => { vertex: vertex, fragment: fragment }).unwrap();
    let buffer = VertexBuffer::new(&display, &[mixed(3)]).unwrap();
    let draw = drawn(&display, |frame| {
        let points = NoIndices(PrimitiveType::Points);
        frame.draw(&buffer, points, &program, &EmptyUniforms, &DrawParameters::default()).unwrap();
    });
    assert_eq!(draw.attributes.len(), 4);
    assert_eq!(draw.clip.unwrap(), [[0.5, 3.0, 0.25, 1.0]]);
}

#[test]
fn buffers_that_are_written_later() {
    let Some(display) = made_or_skip("buffers_that_are_written_later", Display::offscreen(SIZE)) else { return };
    let program = program(&display, MIXED);
    let points = NoIndices(PrimitiveType::Points);
    let parameters = DrawParameters::default();
    let persistent = VertexBuffer::empty_persistent(&display, 3).unwrap();
    let dynamic = VertexBuffer::empty_dynamic(&display, 3).unwrap();
    for mut buffer in [VertexBuffer::new(&display, &[mixed(7); 3]).unwrap(), persistent, dynamic] {
        buffer.write(&[mixed(1), mixed(2), mixed(3)]);
        buffer.slice(1..2).unwrap().write(&[mixed(20)]);
        buffer.map().last_mut().unwrap().a_joints[0] = 30;
        let draw = drawn(&display, |frame| frame.draw(&buffer, points, &program, &EmptyUniforms, &parameters).unwrap());
        let joints = draw.attribute("a_joints").unwrap();
        let firsts: Vec<f64> = (0..3).map(|vertex| joints.value(vertex).unwrap()[0]).collect();
        assert_eq!(firsts, [1.0, 20.0, 30.0]);
        assert_eq!(draw.clip.unwrap()[1], [0.5, 20.0, 0.25, 24.0]);
    }
}

#[derive(Clone, Copy)]
struct Offset {
    i_offset: [f32; 2],
}
implement_vertex!(Offset, i_offset);

#[test]
fn instances() {
    let Some(display) = made_or_skip("instances", Display::offscreen(SIZE)) else { return };
    let vertex = "#version 330 core
        in vec2 a_position; in vec2 i_offset; in float a_weight;
        void main() { gl_Position = vec4(a_position + i_offset, float(gl_InstanceID), a_weight); }";
    let program = program(&display, vertex);
    let corners = VertexBuffer::new(&display, &[mixed(0), mixed(1)]).unwrap();
    let offsets =
        VertexBuffer::new(&display, &[[10.0, 20.0], [30.0, 40.0], [5.0, 5.0]].map(|i_offset| Offset { i_offset }));
    let offsets = offsets.unwrap();
    let indices = IndexBuffer::new(&display, PrimitiveType::LinesList, &[0u16, 1]).unwrap();
    let draw = drawn(&display, |frame| {
        let vertices = (&corners, offsets.per_instance().unwrap());
        frame.draw(vertices, &indices, &program, &EmptyUniforms, &DrawParameters::default()).unwrap();
    });
    assert_eq!((draw.instances, draw.count, draw.buffer_vertices), (3, 2, Some(2)));
    let offset = draw.attribute("i_offset").unwrap();
    assert_eq!((offset.source.unwrap().divisor, offset.value(1).unwrap()), (1, [10.0, 20.0].as_slice()));
    assert_eq!(draw.clip.unwrap(), [[10.5, 20.0, 0.0, 0.25], [10.5, 21.0, 0.0, 0.25]]);
}

#[derive(Clone, Copy)]
#[allow(dead_code)] // the GPU reads them
struct Light {
    direction: [f32; 4],
    tint: [f32; 4],
}

/// glium's own macro for this reads a null pointer, which a build with debug assertions refuses.
impl UniformBlock for Light {
    fn matches(_: &BlockLayout, _: usize) -> Result<(), LayoutMismatchError> {
        Ok(())
    }

    fn build_layout(_: usize) -> BlockLayout {
        BlockLayout::Struct { members: Vec::new() }
    }
}

#[test]
fn uniforms_textures_and_blocks() {
    let Some(display) = made_or_skip("uniforms_textures_and_blocks", Display::offscreen(SIZE)) else { return };
    let vertex = "#version 330 core
        uniform mat3 u_turn; uniform uint u_count; uniform bvec2 u_flags; uniform ivec3 u_steps;
        uniform Light { vec4 direction; vec4 tint; };
        uniform Other { vec4 other; };
        void main() {
            vec2 turned = (u_turn * vec3(u_steps)).xy;
            gl_Position = vec4(turned, u_flags.y ? direction.x : tint.y + other.x, u_count);
        }";
    let fragment = "#version 330 core
        uniform sampler2D u_picture; uniform sampler2D u_plain; uniform sampler2D u_forgotten;
        out vec4 color;
        void main() { color = texture(u_picture, vec2(0.0)) + texture(u_plain, vec2(0.0)) + texture(u_forgotten, vec2(0.0)); }";
    let program = program!(&display, 330 => { vertex: vertex, fragment: fragment }).unwrap();
    let image = RawImage2d::from_raw_rgba(vec![255u8; 4 * 2 * 4], (4, 2));
    let picture = SrgbTexture2d::new(&display, image).unwrap();
    let plain = Texture2d::empty(&display, 3, 5).unwrap();
    let light = Light { direction: [3.0, 0.0, 0.0, 0.0], tint: [0.0, 4.0, 0.0, 0.0] };
    let block = UniformBuffer::new(&display, light).unwrap();
    let other = UniformBuffer::new(&display, Light { direction: [0.5; 4], ..light }).unwrap();
    let parameters = DrawParameters::default();
    let point = EmptyVertexAttributes { len: 1 };
    let points = NoIndices(PrimitiveType::Points);
    let uniforms = uniform! {
        u_count: 7u32, u_flags: [false, false], u_steps: [1, -2, 3], Other: &other, Light: &block,
        u_turn: [[1.0f32, 2.0, 9.0], [3.0, 4.0, 9.0], [5.0, 6.0, 9.0]],
        u_picture: picture.sampled(), u_plain: &plain,
    };
    let draw = drawn(&display, |frame| {
        frame.draw(point, points, &program, &uniforms, &parameters).unwrap();
    });
    assert_eq!(draw.uniform("u_count").unwrap().values, [7.0]);
    assert_eq!(draw.uniform("u_flags").unwrap().values, [0.0, 0.0]);
    assert_eq!(draw.uniform("u_steps").unwrap().values, [1.0, -2.0, 3.0]);
    let [block, other] = &draw.blocks[..] else { panic!("{:?}", draw.blocks) };
    assert_eq!((block.name.as_str(), block.bytes, block.buffer_bytes), ("Light", 32, Some(32)));
    assert_eq!((other.name.as_str(), other.bytes, other.buffer_bytes), ("Other", 16, Some(32)));
    let image = |name: &str| draw.textures.iter().find(|texture| texture.uniform == name).unwrap().image.clone();
    let srgb = Image { width: 4, height: 2, format: "SRGB8_ALPHA8".into(), is_srgb: true };
    assert_eq!(image("u_picture"), Some(srgb));
    let linear = Image { width: 3, height: 5, format: "RGBA8".into(), is_srgb: false };
    assert_eq!(image("u_plain"), Some(linear));
    assert_eq!(draw.unset(), ["u_forgotten"]);
    assert_eq!(draw.clip.unwrap(), [[10.0, 12.0, 4.5, 7.0]]);
}

#[test]
fn settings_of_the_context() {
    let Some(display) = made_or_skip("settings_of_the_context", Display::offscreen(SIZE)) else { return };
    let program = program(&display, "#version 330 core\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }");
    let parameters = DrawParameters {
        blend: Blend::alpha_blending(),
        color_mask: (true, false, true, true),
        scissor: Some(Rect { left: 1, bottom: 2, width: 60, height: 40 }),
        backface_culling: BackfaceCullingMode::CullCounterClockwise,
        ..DrawParameters::default()
    };
    let texture = Texture2d::empty(&display, 8, 8).unwrap();
    let (trace, ()) = display.record(|frame| {
        frame.clear_color(0.5, 0.5, 0.5, 1.0);
        let points = NoIndices(PrimitiveType::Points);
        texture
            .as_surface()
            .draw(EmptyVertexAttributes { len: 1 }, points, &program, &EmptyUniforms, &DrawParameters::default())
            .unwrap();
        frame.draw(EmptyVertexAttributes { len: 1 }, points, &program, &EmptyUniforms, &parameters).unwrap();
    });
    assert_eq!((trace.clears()[0].is_srgb, trace.clears()[0].target), (false, Target::Frame));
    let [first, second] = trace.draws()[..] else { panic!("{trace:?}") };
    assert_eq!((first.target, second.target), (Target::Texture, Target::Frame));
    assert_eq!((first.viewport, second.viewport), ([0, 0, 8, 8], [0, 0, 64, 48]));
    assert_eq!((&first.blend, first.color_mask, first.scissor), (&None, [true; 4], None));
    assert_eq!(second.blend.as_ref().unwrap().color, ["sum", "source alpha", "one minus source alpha"]);
    assert_eq!(second.color_mask, [true, false, true, true]);
    assert_eq!(second.scissor, Some([1, 2, 60, 40]));
    assert_eq!(second.culling, Some(recorder::Face::Front));
    assert_eq!((first.depth_test, first.samples, second.samples), (None, Some(1), Some(1)));
    assert_eq!(second.count_at(Place::Inside), 1);
}

#[derive(Clone, Copy)]
struct Floats {
    a_joints: [f32; 4],
}
implement_vertex!(Floats, a_joints);

/// Floats for an attribute that the shader declares as integers: the driver refuses the format.
#[test]
fn errors_belong_to_their_draw_call() {
    let Some(display) = made_or_skip("errors_belong_to_their_draw_call", Display::offscreen(SIZE)) else { return };
    let good = program(&display, "#version 330 core\nin vec4 a_joints;\nvoid main() { gl_Position = a_joints; }");
    let wrong =
        program(&display, "#version 330 core\nin ivec4 a_joints;\nvoid main() { gl_Position = vec4(a_joints); }");
    let buffer = VertexBuffer::new(&display, &[Floats { a_joints: [0.0, 0.0, 0.0, 1.0] }; 3]).unwrap();
    let points = NoIndices(PrimitiveType::Points);
    let (trace, ()) = display.record(|frame| {
        for program in [&good, &wrong, &good] {
            frame.draw(&buffer, points, program, &EmptyUniforms, &DrawParameters::default()).unwrap();
        }
    });
    let [first, second, third] = trace.draws()[..] else { panic!("{trace:?}") };
    assert_eq!((first.samples, first.problems.len(), third.problems.len()), (Some(3), 0, 0));
    assert!(second.problems[0].contains("GL_INVALID_ENUM"), "{:?}", second.problems);
    assert!(recorder::page(&trace).contains(&second.problems[0]));
    assert_eq!(trace.problems, [""; 0]);
}
