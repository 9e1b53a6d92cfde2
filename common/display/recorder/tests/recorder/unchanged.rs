//! Recording changes nothing: neither the picture nor the state of the driver.

use crate::sketch::{Corner, SIZE, Scene, Sketch};
use glium::{
    BackfaceCullingMode, Depth, DepthTest, DrawParameters, Frame, Program, Surface, Texture2d, VertexBuffer,
    backend::{Backend, Context, Facade},
    debug::DebugCallbackBehavior,
    draw_parameters::SamplesPassedQuery,
    framebuffer::{DepthRenderBuffer, SimpleFrameBuffer},
    implement_vertex,
    index::{NoIndices, PrimitiveType},
    program::{ProgramCreationInput, TransformFeedbackMode},
    texture::{DepthFormat, MipmapsOption, SrgbFormat, SrgbTexture2d},
    uniform,
    vertex::TransformFeedbackSession,
};
use headless::{Headless, testing::made_or_skip};
use recorder::{Display, Place, Target};

/// Returns the picture's rows from the upper one on, as a recorder does.
fn pixels(texture: &SrgbTexture2d) -> Vec<u8> {
    let rows: Vec<Vec<(u8, u8, u8, u8)>> = texture.read();
    rows.into_iter().rev().flatten().flat_map(|(r, g, b, a)| [r, g, b, a]).collect()
}

#[test]
#[allow(unsafe_code)]
fn the_picture_is_that_of_a_plain_context() {
    let test = "the_picture_is_that_of_a_plain_context";
    let Some(display) = made_or_skip(test, Display::offscreen(SIZE)) else { return };
    // SAFETY: the context has just been made.
    let plain = unsafe { Context::new(Headless::new().unwrap(), true, DebugCallbackBehavior::Ignore).unwrap() };
    let culling = BackfaceCullingMode::CullClockwise;
    let lines = Sketch::default();
    let triangles = Sketch { primitive: PrimitiveType::TriangleStrip, culling, ..Sketch::default() };
    let color = SrgbTexture2d::empty_with_format(&plain, SrgbFormat::U8U8U8U8, MipmapsOption::NoMipmap, SIZE.0, SIZE.1);
    let color = color.unwrap();
    let depth = DepthRenderBuffer::new(&plain, DepthFormat::I24, SIZE.0, SIZE.1).unwrap();
    let mut target = SimpleFrameBuffer::with_depth_buffer(&plain, &color, &depth).unwrap();
    for sketch in [&lines, &triangles] {
        Scene::new(&plain, sketch).draw(&mut target);
        let scene = Scene::new(&display, sketch);
        let mut frame = display.draw();
        scene.draw(&mut frame);
        frame.finish().unwrap();
        let unrecorded = display.picture();
        display.record(|frame| scene.draw(frame));
        assert!(unrecorded.chunks(4).any(|pixel| *pixel != unrecorded[..4]), "something is drawn");
        assert_eq!(unrecorded, pixels(&color));
        assert_eq!(display.picture(), unrecorded);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Captured {
    v_place: [f32; 2],
}
implement_vertex!(Captured, v_place);

/// What the program itself counts and captures.
struct Own<'a> {
    scene: Scene<'a>,
    capturing: Program,
    corners: VertexBuffer<Corner>,
    side: Texture2d,
    textures: [Texture2d; 2],
}

impl<'a> Own<'a> {
    fn new(display: &impl Facade, sketch: &'a Sketch) -> Self {
        let vertex = "#version 330 core
            in vec3 a_position; uniform float u_shift; out vec2 v_place;
            void main() { v_place = a_position.xy + u_shift; gl_Position = vec4(v_place, 0.0, 1.0); }";
        let input = ProgramCreationInput::SourceCode {
            vertex_shader: vertex,
            fragment_shader: "#version 330 core
                uniform sampler2D u_first; uniform sampler2D u_second; out vec4 color;
                void main() { color = texture(u_first, vec2(0.5)) + texture(u_second, vec2(0.5)); }",
            geometry_shader: None,
            tessellation_control_shader: None,
            tessellation_evaluation_shader: None,
            transform_feedback_varyings: Some((vec!["v_place".into()], TransformFeedbackMode::Interleaved)),
            outputs_srgb: true,
            uses_point_size: false,
        };
        let corners = [[0.1, 0.2, 0.0], [0.3, 0.4, 0.0], [0.5, 0.6, 0.0]].map(|a_position| Corner { a_position });
        Self {
            scene: Scene::new(display, sketch),
            capturing: Program::new(display, input).unwrap(),
            corners: VertexBuffer::new(display, &corners).unwrap(),
            side: Texture2d::empty(display, 16, 16).unwrap(),
            textures: [1, 2].map(|width| Texture2d::empty(display, width, 1).unwrap()),
        }
    }

    /// Draws, and returns what was counted and captured.
    fn draw(&self, frame: &mut Frame, display: &impl Facade) -> (u32, Vec<Captured>) {
        self.scene.draw(frame);
        let points = NoIndices(PrimitiveType::Points);
        // The first in the shader has the second unit.
        let [first, second] = &self.textures;
        let uniforms = uniform! { u_shift: 0.25f32, u_second: second, u_first: first };
        let mut captured = VertexBuffer::empty(display, 3).unwrap();
        let query = SamplesPassedQuery::new(display).unwrap();
        {
            let session = TransformFeedbackSession::new(display, &self.capturing, &mut captured).unwrap();
            let parameters = DrawParameters { transform_feedback: Some(&session), ..DrawParameters::default() };
            let mut side = self.side.as_surface();
            side.clear_color(0.0, 0.0, 0.0, 1.0);
            side.draw(&self.corners, points, &self.capturing, &uniforms, &parameters).unwrap();
        }
        let depth = Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() };
        let parameters =
            DrawParameters { samples_passed_query: Some((&query).into()), depth, ..DrawParameters::default() };
        frame.draw(&self.corners, points, &self.capturing, &uniforms, &parameters).unwrap();
        (query.get(), captured.read().unwrap())
    }
}

#[test]
fn what_the_program_counts_and_captures_is_its_own() {
    let test = "what_the_program_counts_and_captures_is_its_own";
    let Some(display) = made_or_skip(test, Display::offscreen(SIZE)) else { return };
    let sketch = Sketch::default();
    let own = Own::new(&display, &sketch);
    let places = [[0.35, 0.45], [0.55, 0.65], [0.75, 0.85]];
    let mut frame = display.draw();
    let unrecorded = own.draw(&mut frame, &display);
    frame.finish().unwrap();
    assert_eq!(unrecorded, (3, places.map(|v_place| Captured { v_place }).to_vec()));
    let picture = display.picture();
    let (trace, recorded) = display.record(|frame| own.draw(frame, &display));
    assert_eq!(recorded, unrecorded);
    assert_eq!(display.picture(), picture);
    let [lines, captured, counted] = trace.draws()[..] else { panic!("{trace:?}") };
    assert_eq!((lines.samples.is_some(), lines.clip.is_some()), (true, true));
    assert_eq!((captured.target, captured.samples, &captured.clip), (Target::Texture, Some(3), &None));
    assert_eq!((counted.samples, counted.count_at(Place::Inside)), (None, 3));
    assert_eq!(trace.draws().iter().flat_map(|draw| &draw.problems).count(), 0);
}

/// Integers of the context's state: bindings and switches.
const STATE: [(&str, u32); 26] = [
    ("GL_CULL_FACE", 0x0B44),
    ("GL_DEPTH_TEST", 0x0B71),
    ("GL_SCISSOR_TEST", 0x0C11),
    ("GL_PACK_ROW_LENGTH", 0x0D02),
    ("GL_PACK_ALIGNMENT", 0x0D05),
    ("GL_TEXTURE_BINDING_2D", 0x8069),
    ("GL_ACTIVE_TEXTURE", 0x84E0),
    ("GL_VERTEX_ARRAY_BINDING", 0x85B5),
    ("GL_ARRAY_BUFFER_BINDING", 0x8894),
    ("GL_ELEMENT_ARRAY_BUFFER_BINDING", 0x8895),
    ("GL_PIXEL_PACK_BUFFER_BINDING", 0x88ED),
    ("GL_PIXEL_UNPACK_BUFFER_BINDING", 0x88EF),
    ("GL_SAMPLER_BINDING", 0x8919),
    ("GL_UNIFORM_BUFFER_BINDING", 0x8A28),
    ("GL_CURRENT_PROGRAM", 0x8B8D),
    ("GL_RASTERIZER_DISCARD", 0x8C89),
    ("GL_TRANSFORM_FEEDBACK_BUFFER_BINDING", 0x8C8F),
    ("GL_DRAW_FRAMEBUFFER_BINDING", 0x8CA6),
    ("GL_RENDERBUFFER_BINDING", 0x8CA7),
    ("GL_READ_FRAMEBUFFER_BINDING", 0x8CAA),
    ("GL_FRAMEBUFFER_SRGB", 0x8DB9),
    ("GL_TRANSFORM_FEEDBACK_BINDING", 0x8E25),
    ("GL_COPY_READ_BUFFER_BINDING", 0x8F36),
    ("GL_COPY_WRITE_BUFFER_BINDING", 0x8F37),
    ("GL_DRAW_INDIRECT_BUFFER_BINDING", 0x8F43),
    ("GL_TRANSFORM_FEEDBACK_ACTIVE", 0x8E24),
];

/// Returns the state, and the error that the program would get.
#[allow(unsafe_code)]
fn state_of(display: &Display<Headless>) -> (Vec<(&'static str, i32)>, u32) {
    let mut state = Vec::new();
    // SAFETY: the context is current on this thread, the functions have these signatures, and each of the states is
    // one integer.
    unsafe {
        display.recorder().make_current();
        let get = display.recorder().get_proc_address("glGetIntegerv");
        let get: extern "system" fn(u32, *mut i32) = std::mem::transmute(get);
        let error = display.recorder().get_proc_address("glGetError");
        let error: extern "system" fn() -> u32 = std::mem::transmute(error);
        for (name, number) in STATE {
            let mut value = 0;
            get(number, &raw mut value);
            state.push((name, value));
        }
        (state, error())
    }
}

#[test]
fn the_state_is_as_before() {
    let Some(display) = made_or_skip("the_state_is_as_before", Display::offscreen(SIZE)) else { return };
    let sketch = Sketch { culling: BackfaceCullingMode::CullClockwise, ..Sketch::default() };
    let own = Own::new(&display, &sketch);
    let mut states = Vec::new();
    for is_recorded in [false, true, false, true] {
        if is_recorded {
            let (trace, _) = display.record(|frame| own.draw(frame, &display));
            assert_eq!(trace.draws().len(), 3);
        } else {
            let mut frame = display.draw();
            own.draw(&mut frame, &display);
            frame.finish().unwrap();
        }
        states.push(state_of(&display));
    }
    for state in &states {
        assert_eq!(state, &states[0]);
    }
    assert_eq!(states[0].1, 0, "no error of OpenGL");
    // With another framebuffer to read from.
    let _: Vec<Vec<(u8, u8, u8, u8)>> = own.side.read();
    let before = state_of(&display);
    assert_eq!(display.picture().len(), 320 * 240 * 4);
    assert_eq!(state_of(&display), before);
}

/// The driver's error is still there for the program that asks for it.
#[test]
#[allow(unsafe_code)]
fn an_error_is_kept_for_the_program() {
    let Some(display) = made_or_skip("an_error_is_kept_for_the_program", Display::offscreen(SIZE)) else { return };
    let (trace, ()) = display.record(|frame| {
        // SAFETY: there is neither such a switch nor such a buffer, which is an error and nothing else.
        unsafe {
            let enable = display.recorder().get_proc_address("glEnable");
            let enable: extern "system" fn(u32) = std::mem::transmute(enable);
            enable(0xFFFF);
            let clear = display.recorder().get_proc_address("glClear");
            let clear: extern "system" fn(u32) = std::mem::transmute(clear);
            frame.clear_color(0.0, 0.0, 0.0, 1.0);
            clear(0x8000_0000);
        }
        frame.clear_color(0.0, 0.0, 0.0, 1.0);
    });
    let [first, second, third] = trace.clears()[..] else { panic!("{trace:?}") };
    assert!(first.problems[0].contains("GL_INVALID_ENUM"), "what came before it: {first:?}");
    assert!(second.problems[0].contains("GL_INVALID_VALUE"), "{second:?}");
    assert_eq!((&third.problems, &trace.problems), (&Vec::new(), &Vec::new()));
    assert_eq!(state_of(&display).1, 0x0500);
    assert_eq!(state_of(&display).1, 0);
}

#[test]
fn a_frame_of_another_size() {
    let Some(display) = made_or_skip("a_frame_of_another_size", Display::offscreen((8, 4))) else { return };
    assert!(state_of(&display).0.contains(&("GL_RENDERBUFFER_BINDING", 0)));
    for size in [(8, 4), (20, 10), (0, 3), (500, 300)] {
        let before = state_of(&display);
        display.resize(size);
        assert_eq!(state_of(&display), before);
        let size = (size.0.max(1), size.1);
        assert_eq!(display.get_framebuffer_dimensions(), size);
        let (_, found) = display.record(|frame| {
            frame.clear_color_srgb_and_depth((0.2, 0.4, 0.6, 1.0), 1.0);
            (frame.get_dimensions(), frame.get_depth_buffer_bits())
        });
        assert_eq!(found, (size, Some(24)));
        assert_eq!(display.picture(), [51, 102, 153, 255].repeat((size.0 * size.1) as usize));
    }
    // Linear light is encoded: half as much light is 188 of 255.
    display.record(|frame| frame.clear_color(0.5, 0.0, 1.0, 1.0));
    assert_eq!(display.picture()[..4], [188, 0, 255, 255]);
}

/// glium's own ways to read and to copy the default framebuffer.
#[test]
fn reading_and_copying_the_frame() {
    let Some(display) = made_or_skip("reading_and_copying_the_frame", Display::offscreen((4, 2))) else { return };
    let texture = Texture2d::empty(&display, 4, 2).unwrap();
    texture.as_surface().clear_color_srgb(1.0, 0.0, 0.0, 1.0);
    let (_, ()) = display.record(|frame| {
        frame.clear_color_srgb(0.0, 0.0, 1.0, 1.0);
        texture.as_surface().fill(frame, glium::uniforms::MagnifySamplerFilter::Nearest);
    });
    assert_eq!(display.picture(), [255, 0, 0, 255].repeat(8));
    let read: Vec<Vec<(u8, u8, u8, u8)>> = display.get_context().read_front_buffer().unwrap();
    assert_eq!(read, vec![vec![(255, 0, 0, 255); 4]; 2]);
    assert_eq!(state_of(&display).1, 0, "no error of OpenGL");
    // With a texture's framebuffer bound, which goes with its texture.
    texture.as_surface().clear_color_srgb(0.0, 1.0, 0.0, 1.0);
    drop(texture);
    let (trace, ()) = display.record(|frame| frame.clear_color_srgb(0.0, 0.0, 1.0, 1.0));
    assert_eq!(trace.clears()[0].target, Target::Frame);
    assert_eq!(display.picture(), [0, 0, 255, 255].repeat(8));
}
