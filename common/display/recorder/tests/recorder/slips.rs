//! Mistakes in such a program, and where the trace shows them.

use crate::sketch::{FRAGMENT, SIZE, Scene, Sketch, VERTEX, models};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3, Vec4};
use glium::index::PrimitiveType;
use glium::{DepthTest, Rect};
use headless::testing::made_or_skip;
use recorder::{Display, Draw, Event, Place, Trace};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the trace of the second frame, in which glium sets nothing anew, and its picture.
fn trace_of(display: &Display, sketch: &Sketch) -> (Trace, Vec<u8>) {
    let scene = Scene::new(display, sketch);
    // The depths of whatever was drawn before are the farthest.
    let before = Sketch { is_drawn: false, ..Sketch::default() };
    let mut trace = display.record(|frame| Scene::new(display, &before).draw(frame)).0;
    for _ in 0..2 {
        trace = display.record(|frame| scene.draw(frame)).0;
    }
    (trace, display.picture())
}

/// Returns the only draw call.
fn only(trace: &Trace) -> &Draw {
    let [draw] = trace.draws()[..] else { panic!("{trace:?}") };
    draw
}

/// Returns a matrix that the shader got.
fn matrix(draw: &Draw, name: &str, element: usize) -> Mat4 {
    let value = &draw.uniform(name).unwrap().elements[element];
    Mat4::from_cols_array(&std::array::from_fn(|number| value[number] as f32))
}

#[test]
fn the_right_one_in_numbers() {
    let Some(display) = made_or_skip("the_right_one_in_numbers", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();
    let (right, right_picture) = trace_of(&display, &good);
    let right = only(&right);
    let right_clip = right.clip.as_ref().unwrap();
    let clip_from_world = good.clip_from_camera * good.camera_from_world;

    assert_eq!(right.primitive, PrimitiveType::LinesList);
    assert_eq!(right.indices.as_ref().unwrap()[..], [0, 1, 1, 2, 2, 3, 1, 4]);
    assert_eq!(right.unset(), [""; 0]);
    assert_eq!((right.vertices.as_slice(), right.buffer_vertices), ([0, 1, 2, 3, 4].as_slice(), 6));
    assert_eq!((right.count_at(Place::Inside), right.depth_test), (5, DepthTest::IfLess));
    assert_eq!(matrix(right, "u_clip_from_world", 0), clip_from_world);
    for (vertex, clip) in right_clip.iter().enumerate() {
        let expected = clip_from_world * good.models[vertex] * Vec4::W;
        assert!((Vec4::from(*clip) - expected).length() < 1e-5, "{clip:?} {expected}");
    }
    let right_samples = right.samples.unwrap();
    let colored = right_picture.chunks(4).filter(|pixel| **pixel != right_picture[..4]).count();
    assert!(colored > 100);
    assert!(right_samples as usize >= colored, "{right_samples} samples, some of them over others, {colored} pixels");
}

#[test]
fn names_of_uniforms() {
    let Some(display) = made_or_skip("names_of_uniforms", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();

    let draw = trace_of(&display, &Sketch { array_name: "u_models", ..good.clone() }).0;
    assert_eq!(only(&draw).unset().len(), 96);
    assert_eq!(only(&draw).unset()[10], "u_model[10]");
    let draw = trace_of(&display, &Sketch { camera_name: "u_clip_from_model", ..good.clone() }).0;
    assert_eq!(only(&draw).unset(), ["u_clip_from_world"]);
    let draw = trace_of(&display, &Sketch { models: models(0.5, 0.6)[..3].to_vec(), ..good.clone() }).0;
    assert_eq!(only(&draw).unset().len(), 93);
}

#[test]
fn the_vertex_shader() {
    let Some(display) = made_or_skip("the_vertex_shader", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();

    let vertex = VERTEX.replace("vec4(a_position, 1.0)", "vec4(a_position, 0.0)");
    assert_eq!(only(&trace_of(&display, &Sketch { vertex, ..good.clone() }).0).count_at(Place::ZeroW), 5);
    let vertex = VERTEX.replace("u_clip_from_world * u", "u");
    let trace = trace_of(&display, &Sketch { vertex, ..good.clone() }).0;
    assert!(only(&trace).uniform("u_clip_from_world").is_none());
    assert_eq!(only(&trace).clip.as_ref().unwrap()[1][3], 1.0);
    for vertex in [VERTEX.replace("u_model[gl_VertexID] * ", ""), VERTEX.replace("gl_VertexID", "gl_InstanceID")] {
        let trace = trace_of(&display, &Sketch { vertex, ..good.clone() }).0;
        let clip = only(&trace).clip.clone().unwrap();
        assert!(clip.iter().all(|position| *position == clip[0]), "all at one place");
        assert_eq!(only(&trace).samples, Some(0));
    }
}

#[test]
fn indices_and_primitives() {
    let Some(display) = made_or_skip("indices_and_primitives", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();

    let trace = trace_of(&display, &Sketch { indices: Vec::new(), ..good.clone() }).0;
    assert_eq!((only(&trace).vertices.len(), only(&trace).samples), (0, Some(0)));
    let trace = trace_of(&display, &Sketch { indices: vec![1, 2, 3, 4], ..good.clone() }).0;
    assert_eq!(only(&trace).indices.as_ref().unwrap()[..], [1, 2, 3, 4]);
    let trace = trace_of(&display, &Sketch { primitive: PrimitiveType::TrianglesList, ..good.clone() }).0;
    assert_eq!(only(&trace).primitive, PrimitiveType::TrianglesList);
    let trace = trace_of(&display, &Sketch { primitive: PrimitiveType::LineStrip, ..good.clone() }).0;
    assert_eq!(only(&trace).primitive, PrimitiveType::LineStrip);
    let trace = trace_of(&display, &Sketch { corners: 3, ..good.clone() }).0;
    assert_eq!(only(&trace).buffer_vertices, 3);
    assert_eq!(only(&trace).missing_vertices(), [3, 4]);
    assert_eq!(only(&trace).vertices, [0, 1, 2]);
}

#[test]
fn clearing() {
    let Some(display) = made_or_skip("clearing", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();

    let trace = trace_of(&display, &Sketch { is_cleared_after: true, ..good.clone() }).0;
    assert!(matches!(trace.events[..], [Event::Clear(_), Event::Draw(_), Event::Clear(_)]));
    let trace = trace_of(&display, &Sketch { cleared_depth: None, ..good.clone() }).0;
    assert_eq!(trace.clears()[0].depth, None);
    assert_eq!(only(&trace).samples, Some(0), "nothing is nearer than the frame before");
    let trace = trace_of(&display, &Sketch { cleared_depth: Some(0.0), ..good.clone() }).0;
    assert_eq!((trace.clears()[0].depth, only(&trace).samples), (Some(0.0), Some(0)));
    let trace = trace_of(&display, &Sketch { cleared_depth: None, cleared_color: false, ..good.clone() }).0;
    assert_eq!(trace.clears().len(), 0);
    let trace = trace_of(&display, &Sketch { is_drawn: false, ..good.clone() }).0;
    assert_eq!((trace.draws().len(), trace.clears().len()), (0, 1));
}

#[test]
fn matrices() {
    let Some(display) = made_or_skip("matrices", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();
    let (right, _) = trace_of(&display, &good);
    let right = only(&right);
    let right_clip = right.clip.as_ref().unwrap();

    let trace = trace_of(&display, &Sketch { models: models(0.5, 60.0), ..good.clone() }).0;
    assert_eq!(only(&trace).count_at(Place::Inside), 1);
    let mut small = good.clone();
    for model in &mut small.models {
        *model = Mat4::from_scale(Vec3::splat(0.01)) * *model;
    }
    let trace = trace_of(&display, &small).0;
    assert!(only(&trace).samples.unwrap() * 10 < right.samples.unwrap());
    let swapped =
        Sketch { clip_from_camera: good.camera_from_world, camera_from_world: good.clip_from_camera, ..good.clone() };
    // All joints lie in the plane z = 0.
    assert_eq!(only(&trace_of(&display, &swapped).0).count_at(Place::ZeroW), 5);
    let mut transposed = good.clone();
    for model in &mut transposed.models {
        *model = model.transpose();
    }
    let trace = trace_of(&display, &transposed).0;
    assert_ne!(matrix(only(&trace), "u_model", 1).row(3), Vec4::W);
    let no_projection = Sketch { clip_from_camera: Mat4::IDENTITY, ..good.clone() };
    let trace = trace_of(&display, &no_projection).0;
    assert_eq!((only(&trace).count_at(Place::Inside), only(&trace).clip.as_ref().unwrap()[0][3]), (0, 1.0));
    let away = look_at_mat4(Vec3::new(0.0, 1.0, 5.0), Vec3::new(0.0, 1.0, 10.0), Vec3::Y);
    let trace = trace_of(&display, &Sketch { camera_from_world: away, ..good.clone() }).0;
    assert_eq!(only(&trace).count_at(Place::BehindEye), 5);
    let too_near = perspective(0.8, 4.0 / 3.0, 0.1, 3.0);
    let trace = trace_of(&display, &Sketch { clip_from_camera: too_near, ..good.clone() }).0;
    assert_eq!(only(&trace).count_at(Place::BeyondFar), 5);
    let exchanged = perspective(0.8, 4.0 / 3.0, 100.0, 0.1);
    let trace = trace_of(&display, &Sketch { clip_from_camera: exchanged, ..good.clone() }).0;
    let depth = only(&trace).clip.as_ref().unwrap()[0];
    assert!(depth[2] / depth[3] < -0.9 && right_clip[0][2] / right_clip[0][3] > 0.9, "{depth:?}");
    let degrees = perspective(45.0, 4.0 / 3.0, 0.1, 100.0);
    let trace = trace_of(&display, &Sketch { clip_from_camera: degrees, ..good.clone() }).0;
    assert!(matrix(only(&trace), "u_clip_from_world", 0).x_axis.x < 1.5);
    let whole_aspect = perspective(0.8, 1.0, 0.1, 100.0);
    let trace = trace_of(&display, &Sketch { clip_from_camera: whole_aspect, ..good.clone() }).0;
    let x = only(&trace).clip.as_ref().unwrap()[1][0];
    assert!((x / right_clip[1][0] - 4.0 / 3.0).abs() < 1e-4);
    let trace = trace_of(&display, &Sketch { models: models(1.5, 0.6), ..good.clone() }).0;
    assert_ne!(only(&trace).clip.as_ref().unwrap(), right_clip, "one second later");
    let not_finite = Sketch { models: vec![Mat4::from_scale(Vec3::splat(f32::NAN)); 96], ..good.clone() };
    assert_eq!(only(&trace_of(&display, &not_finite).0).count_at(Place::NotFinite), 5);
}

#[test]
fn pixels() {
    let Some(display) = made_or_skip("pixels", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();
    let (right, _) = trace_of(&display, &good);
    let right = only(&right);

    let trace = trace_of(&display, &Sketch { test: DepthTest::IfMore, ..good.clone() }).0;
    assert_eq!((only(&trace).depth_test, only(&trace).samples), (DepthTest::IfMore, Some(0)));
    let fragment = FRAGMENT.replace("0.95, 0.75, 0.3", "0.2, 0.2, 0.2");
    let (trace, picture) = trace_of(&display, &Sketch { fragment, ..good.clone() });
    assert_eq!(only(&trace).samples, right.samples, "covered, in the ground's color");
    assert!(picture.chunks(4).all(|pixel| *pixel == picture[..4]));
    let fragment = FRAGMENT.replace("{ color", "{ if (gl_FragCoord.x > 0.0) discard; color");
    assert_eq!(only(&trace_of(&display, &Sketch { fragment, ..good.clone() }).0).samples, Some(0));
    let viewport = Some(Rect { left: 0, bottom: 0, width: 40, height: 30 });
    let trace = trace_of(&display, &Sketch { viewport, ..good.clone() }).0;
    let whole = Rect { left: 0, bottom: 0, width: 320, height: 240 };
    assert_eq!((Some(only(&trace).viewport), right.viewport), (viewport, whole));
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
