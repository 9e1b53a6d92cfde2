//! A chain of six joints, as a program of one's own draws it, with all that one may get wrong, and what the trace shows of it.

use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3, Vec4};
use glium::backend::Facade;
use glium::index::PrimitiveType;
use glium::uniforms::{UniformValue, Uniforms};
use glium::{
    Depth, DepthTest, DrawParameters, IndexBuffer, Program, Rect, Surface, VertexBuffer, implement_vertex, program,
};
use headless::testing::made_or_skip;
use recorder::{Display, Event, Place, Trace};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
}
implement_vertex!(Corner, a_position);

const PARENTS: [Option<usize>; 6] = [None, Some(0), Some(1), Some(2), Some(1), None];
const SIZE: (u32, u32) = (320, 240);

const VERTEX: &str = "#version 330 core
uniform mat4 u_clip_from_world;
uniform mat4 u_model[96];
in vec3 a_position;
void main() { gl_Position = u_clip_from_world * u_model[gl_VertexID] * vec4(a_position, 1.0); }
";
const FRAGMENT: &str = "#version 330 core
out vec4 color;
void main() { color = vec4(0.95, 0.75, 0.3, 1.0); }
";

/// A program that draws a triangle. The default is right.
#[allow(clippy::struct_excessive_bools)] // one for each slip
struct Sketch {
    vertex: String,
    fragment: String,
    array_name: &'static str,
    camera_from_world: Mat4,
    clip_from_camera: Mat4,
    models: Vec<Mat4>,
    corners: usize,
    indices: Vec<u16>,
    primitive: PrimitiveType,
    cleared_color: bool,
    cleared_depth: Option<f32>,
    is_cleared_after: bool,
    is_drawn: bool,
    test: DepthTest,
    writes_depth: bool,
    viewport: Option<Rect>,
}

impl Default for Sketch {
    fn default() -> Self {
        let mut indices = Vec::new();
        for (joint, parent) in PARENTS.iter().enumerate() {
            indices.extend(parent.iter().flat_map(|parent| [*parent as u16, joint as u16]));
        }
        Self {
            vertex: VERTEX.into(),
            fragment: FRAGMENT.into(),
            array_name: "u_model",
            camera_from_world: look_at_mat4(Vec3::new(0.0, 1.0, 5.0), Vec3::Y, Vec3::Y),
            clip_from_camera: perspective(0.8, 4.0 / 3.0, 0.1, 100.0),
            models: models(),
            corners: PARENTS.len(),
            indices,
            primitive: PrimitiveType::LinesList,
            cleared_color: true,
            cleared_depth: Some(1.0),
            is_cleared_after: false,
            is_drawn: true,
            test: DepthTest::IfLess,
            writes_depth: true,
            viewport: None,
        }
    }
}

/// Returns `world_from_joint` of all joints, and the identity up to 96.
fn models() -> Vec<Mat4> {
    let mut models: Vec<Mat4> = Vec::new();
    for (joint, parent) in PARENTS.iter().enumerate() {
        let side = Mat4::from_translation(Vec3::new(joint as f32 * 0.1, 0.0, 0.0));
        let bent = Mat4::from_rotation_z(0.4);
        models.push(match parent {
            Some(parent) => models[*parent] * side * bent * Mat4::from_translation(Vec3::Y * 0.6),
            None => side,
        });
    }
    models.resize(96, Mat4::IDENTITY);
    models
}

struct Scene<'a> {
    sketch: &'a Sketch,
    vertices: VertexBuffer<Corner>,
    indices: IndexBuffer<u16>,
    program: Program,
}

impl<'a> Scene<'a> {
    fn new(display: &impl Facade, sketch: &'a Sketch) -> Self {
        let corners = vec![Corner { a_position: [0.0; 3] }; sketch.corners];
        Self {
            sketch,
            vertices: VertexBuffer::new(display, &corners).unwrap(),
            indices: IndexBuffer::new(display, sketch.primitive, &sketch.indices).unwrap(),
            program: program!(display, 330 => { vertex: &sketch.vertex, fragment: &sketch.fragment }).unwrap(),
        }
    }

    fn draw(&self, frame: &mut impl Surface) {
        let sketch = self.sketch;
        self.clear(frame);
        if sketch.is_drawn {
            let depth = Depth { test: sketch.test, write: sketch.writes_depth, ..Depth::default() };
            let parameters =
                DrawParameters { depth, line_width: Some(3.0), viewport: sketch.viewport, ..DrawParameters::default() };
            frame.draw(&self.vertices, &self.indices, &self.program, &Named(sketch), &parameters).unwrap();
        }
        if sketch.is_cleared_after {
            self.clear(frame);
        }
    }

    fn clear(&self, frame: &mut impl Surface) {
        let color = self.sketch.cleared_color.then_some((0.2, 0.2, 0.2, 1.0));
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
        set("u_clip_from_world", UniformValue::Mat4(clip_from_world.to_cols_array_2d()));
        for (joint, model) in sketch.models.iter().enumerate() {
            set(&format!("{}[{joint}]", sketch.array_name), UniformValue::Mat4(model.to_cols_array_2d()));
        }
    }
}

type Slip = fn(&mut Sketch);

/// Changes that are easily made by mistake, each seen in another part of the trace.
const SLIPS: [(&str, Slip); 21] = [
    ("right", |_| {}),
    ("u_models", |sketch| sketch.array_name = "u_models"),
    ("three matrices", |sketch| sketch.models.truncate(3)),
    ("no camera in the shader", |sketch| sketch.vertex = VERTEX.replace("u_clip_from_world * u", "u")),
    ("gl_InstanceID", |sketch| sketch.vertex = VERTEX.replace("gl_VertexID", "gl_InstanceID")),
    ("no indices", |sketch| sketch.indices.clear()),
    ("a strip", |sketch| sketch.primitive = PrimitiveType::LineStrip),
    ("three vertices", |sketch| sketch.corners = 3),
    ("cleared afterwards", |sketch| sketch.is_cleared_after = true),
    ("depth is cleared to 0", |sketch| sketch.cleared_depth = Some(0.0)),
    ("nothing is cleared", |sketch| (sketch.cleared_depth, sketch.cleared_color) = (None, false)),
    ("nothing is drawn", |sketch| sketch.is_drawn = false),
    ("w = 0", |sketch| sketch.vertex = VERTEX.replace("vec4(a_position, 1.0)", "vec4(a_position, 0.0)")),
    ("no projection", |sketch| sketch.clip_from_camera = Mat4::IDENTITY),
    ("looks away", |sketch| {
        sketch.camera_from_world = look_at_mat4(Vec3::new(0.0, 1.0, 5.0), Vec3::new(0.0, 1.0, 10.0), Vec3::Y);
    }),
    ("far plane too near", |sketch| sketch.clip_from_camera = perspective(0.8, 4.0 / 3.0, 0.1, 3.0)),
    ("no numbers", |sketch| sketch.models = vec![Mat4::from_scale(Vec3::splat(f32::NAN)); 96]),
    ("farther wins", |sketch| sketch.test = DepthTest::IfMore),
    ("depths are not written", |sketch| sketch.writes_depth = false),
    ("all pixels discarded", |sketch| {
        sketch.fragment = FRAGMENT.replace("{ color", "{ if (gl_FragCoord.x > 0.0) discard; color");
    }),
    ("a small viewport", |sketch| sketch.viewport = Some(Rect { left: 0, bottom: 0, width: 40, height: 30 })),
];

/// Returns the trace of the second frame, in which glium sets nothing anew.
fn trace_of(display: &Display, sketch: &Sketch) -> Trace {
    let scene = Scene::new(display, sketch);
    // The depths of whatever was drawn before are the farthest.
    let before = Sketch { is_drawn: false, ..Sketch::default() };
    display.record(|frame| Scene::new(display, &before).draw(frame));
    display.record(|frame| scene.draw(frame));
    display.record(|frame| scene.draw(frame)).0
}

/// Returns a line on what does not depend on the driver.
fn summary(trace: &Trace) -> String {
    let mut words = Vec::new();
    for event in &trace.events {
        let draw = match event {
            Event::Clear(clear) => {
                words.push(format!("clear {:?} {:?}", clear.color.is_some(), clear.depth));
                continue;
            }
            Event::Draw(draw) => draw,
        };
        words.push(format!("{:?} {:?}", draw.primitive, draw.indices.as_deref().unwrap_or_default()));
        let unset = draw.unset();
        words.extend(unset.first().map(|first| format!("{} unset, {first} first", unset.len())));
        let missing = draw.missing_vertices();
        if !missing.is_empty() {
            words.push(format!("of {} vertices none is {missing:?}", draw.buffer_vertices));
        }
        for (place, name) in Place::ALL.into_iter().filter(|(place, _)| draw.count_at(*place) > 0) {
            words.push(format!("{} {name}", draw.count_at(place)));
        }
        if let Some([x, y, z, w]) = draw.clip.as_ref().and_then(|clip| clip.get(1)) {
            words.push(format!("vertex 1 at ({:.2}, {:.2}, {:.2}, {:.2})", x + 0.0, y + 0.0, z + 0.0, w + 0.0));
        }
        words.push(if draw.samples == Some(0) { "covers nothing" } else { "is seen" }.into());
        let writes = if draw.depth_write { "written" } else { "not written" };
        words.push(format!("{:?}, {writes}; {}", draw.depth_test, draw.viewport.width));
    }
    words.join("; ")
}

/// After a change that is meant, `INSTA_UPDATE=always cargo test -p recorder slips` writes them. Review them.
#[test]
fn slips() {
    let Some(display) = made_or_skip("slips", Display::offscreen(SIZE)) else { return };
    let mut shown = String::new();
    for (name, slip) in SLIPS {
        let mut sketch = Sketch::default();
        slip(&mut sketch);
        shown += &format!("{name}: {}\n", summary(&trace_of(&display, &sketch)));
    }
    insta::with_settings!({ snapshot_path => ".", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("slips", shown);
    });
}

#[test]
fn the_right_one_in_numbers() {
    let Some(display) = made_or_skip("the_right_one_in_numbers", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();
    let right = trace_of(&display, &good);
    let draw = right.draws()[0];
    let clip_from_world = good.clip_from_camera * good.camera_from_world;
    let camera = &draw.uniform("u_clip_from_world").unwrap().elements[0];
    assert_eq!(Mat4::from_cols_array(&std::array::from_fn(|number| camera[number] as f32)), clip_from_world);
    for (vertex, clip) in draw.clip.iter().flatten().enumerate() {
        let expected = clip_from_world * good.models[vertex] * Vec4::W;
        assert!((Vec4::from(*clip) - expected).length() < 1e-5, "{clip:?} {expected}");
    }
    let picture = display.picture();
    let colored = picture.chunks(4).filter(|pixel| **pixel != picture[..4]).count();
    let samples = draw.samples.unwrap() as usize;
    assert!(colored > 100 && samples >= colored, "{samples} samples, some of them over others, {colored} pixels");
    // In the ground's colour it covers as many.
    let hidden = Sketch { fragment: FRAGMENT.replace("0.95, 0.75, 0.3", "0.2, 0.2, 0.2"), ..good };
    assert_eq!(trace_of(&display, &hidden).draws()[0].samples, draw.samples);
    let picture = display.picture();
    assert!(picture.chunks(4).all(|pixel| *pixel == picture[..4]));
}

/// glium panics before anything is drawn.
#[test]
fn a_missing_attribute_leaves_the_trace_before_it() {
    let test = "a_missing_attribute_leaves_the_trace_before_it";
    let Some(display) = made_or_skip(test, Display::offscreen(SIZE)) else { return };
    let misspelt = Sketch { vertex: VERTEX.replace("a_position", "a_pos"), ..Sketch::default() };
    let scene = Scene::new(&display, &misspelt);
    let panic = catch_unwind(AssertUnwindSafe(|| display.record(|frame| scene.draw(frame)))).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("`a_pos` is missing in the vertex bindings"), "{message}");
    let trace = display.take();
    assert_eq!((trace.clears().len(), trace.draws().len()), (1, 0));
    let (trace, ()) = display.record(|frame| Scene::new(&display, &Sketch::default()).draw(frame));
    assert_eq!(trace.draws().len(), 1);
}
