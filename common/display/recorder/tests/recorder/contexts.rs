//! Several recorders at a time, and the bounds of a trace.

use crate::sketch::{Corner, FRAGMENT, SIZE, Scene, Sketch};
use glium::{
    DrawParameters, IndexBuffer, Surface, Texture2d, VertexBuffer,
    backend::{Backend, Context},
    debug::DebugCallbackBehavior,
    index::{NoIndices, PrimitiveType},
    program,
    uniforms::EmptyUniforms,
};
use headless::{Headless, testing::made_or_skip};
use recorder::{Display, MAX_EVENTS, MAX_INDICES, MAX_VERTICES, Trace};
use std::{cell::RefCell, thread};

/// Two contexts on a thread, used by turns. Their programs have the same numbers.
#[test]
#[allow(unsafe_code)]
fn two_by_turns() {
    let Some(first) = made_or_skip("two_by_turns", Display::offscreen(SIZE)) else { return };
    let second = Display::offscreen((40, 30)).unwrap();
    // SAFETY: the context has just been made.
    let plain = unsafe { Context::new(Headless::new().unwrap(), true, DebugCallbackBehavior::Ignore).unwrap() };
    let good = Sketch::default();
    let misspelt = Sketch { camera_name: "u_camera", ..Sketch::default() };
    let one = Scene::new(&first, &good);
    let other = Scene::new(&second, &misspelt);
    let side = Texture2d::empty(&plain, 4, 4).unwrap();
    for _ in 0..3 {
        let mut frame = second.draw();
        let (trace, ()) = first.record(|first_frame| {
            other.draw(&mut frame);
            one.draw(first_frame);
            side.as_surface().clear_color(0.0, 0.0, 0.0, 1.0);
        });
        frame.finish().unwrap();
        assert_eq!((trace.draws().len(), trace.clears().len(), trace.swaps), (1, 1, 1));
        assert_eq!(trace.draws()[0].unset(), [""; 0]);
        assert_eq!(trace.draws()[0].viewport, [0, 0, 320, 240]);
        let (trace, ()) = second.record(|frame| other.draw(frame));
        assert_eq!(trace.draws()[0].unset(), ["u_clip_from_world"]);
        assert_eq!(trace.draws()[0].viewport, [0, 0, 40, 30]);
    }
    drop(one);
    drop(first);
    let (trace, ()) = second.record(|frame| other.draw(frame));
    assert_eq!(trace.draws().len(), 1);
}

/// Returns the trace of a frame on a context of its own, which the thread drops at its end.
fn on_this_thread() -> Trace {
    thread_local! {
        static DISPLAY: RefCell<Option<Display<Headless>>> = const { RefCell::new(None) };
    }
    DISPLAY.with_borrow_mut(|display| {
        let display = display.get_or_insert_with(|| Display::offscreen(SIZE).unwrap());
        let sketch = Sketch::default();
        let scene = Scene::new(display, &sketch);
        for _ in 0..20 {
            display.record(|frame| scene.draw(frame));
        }
        display.record(|frame| scene.draw(frame)).0
    })
}

#[test]
fn one_for_each_thread() {
    if made_or_skip("one_for_each_thread", Display::offscreen(SIZE)).is_none() {
        return;
    }
    let threads: Vec<_> = (0..3).map(|_| thread::spawn(on_this_thread)).collect();
    let traces: Vec<Trace> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(traces[0].draws().len(), 1);
    assert_eq!(traces[0], traces[1]);
    assert_eq!(traces[0], traces[2]);
}

/// Returns the number of the context's programs.
#[allow(unsafe_code)]
fn count_programs(display: &Display<Headless>) -> usize {
    // SAFETY: the context is current on this thread, and the function has this signature.
    unsafe {
        display.recorder().make_current();
        let is_program = display.recorder().get_proc_address("glIsProgram");
        let is_program: extern "system" fn(u32) -> u8 = std::mem::transmute(is_program);
        (1..1000).filter(|number| is_program(*number) != 0).count()
    }
}

/// A program that is deleted leaves nothing to the next one, which may get its number, and nothing to the driver.
#[test]
fn a_deleted_program_is_forgotten() {
    let Some(display) = made_or_skip("a_deleted_program_is_forgotten", Display::offscreen(SIZE)) else { return };
    let good = Sketch::default();
    let misspelt = Sketch { array_name: "u_models", ..Sketch::default() };
    for number in 1..4 {
        let scene = Scene::new(&display, &good);
        let (trace, ()) = display.record(|frame| scene.draw(frame));
        assert_eq!((trace.draws()[0].unset().len(), trace.draws()[0].program), (0, 2 * number - 1));
        drop(scene);
        let scene = Scene::new(&display, &misspelt);
        let (trace, ()) = display.record(|frame| scene.draw(frame));
        assert_eq!((trace.draws()[0].unset().len(), trace.draws()[0].program), (96, 2 * number));
        assert_eq!(count_programs(&display), 2); // and the one that gives clip positions
    }
    assert_eq!(count_programs(&display), 0);
}

#[test]
fn a_trace_is_bounded() {
    let Some(display) = made_or_skip("a_trace_is_bounded", Display::offscreen((8, 8))) else { return };
    let vertex = "#version 330 core\nin vec3 a_position;\nvoid main() { gl_Position = vec4(a_position, 1.0); }";
    let program = program!(&display, 330 => { vertex: vertex, fragment: FRAGMENT }).unwrap();
    let parameters = DrawParameters::default();
    let many: Vec<Corner> = (0..100_000).map(|i| Corner { a_position: [i as f32, 0.0, 0.0] }).collect();
    let corners = VertexBuffer::new(&display, &many).unwrap();
    let indices: Vec<u32> = (0..90_000).rev().collect();
    let indices = IndexBuffer::new(&display, PrimitiveType::Points, &indices).unwrap();
    let (trace, ()) = display.record(|frame| {
        let points = NoIndices(PrimitiveType::Points);
        frame.draw(&corners, points, &program, &EmptyUniforms, &parameters).unwrap();
        frame.draw(&corners, &indices, &program, &EmptyUniforms, &parameters).unwrap();
        for _ in 0..MAX_EVENTS {
            frame.clear_color(0.0, 0.0, 0.0, 1.0);
        }
    });
    assert_eq!((trace.events.len(), trace.left_out), (MAX_EVENTS, 2));
    let [all, by_indices] = trace.draws()[..] else { panic!("two draw calls") };
    assert_eq!((all.count, all.vertices.len(), all.buffer_vertices), (100_000, MAX_VERTICES, Some(100_000)));
    assert_eq!(all.clip.as_ref().unwrap()[MAX_VERTICES - 1][0], (MAX_VERTICES - 1) as f32);
    assert_eq!((by_indices.count, by_indices.indices.as_ref().unwrap().values.len()), (90_000, MAX_INDICES));
    // The noted indices fall from 89,999 to 24,464.
    assert_eq!((by_indices.vertices[0], by_indices.vertices.len()), (24_464, MAX_VERTICES));
    assert!(recorder::page(&trace).contains("2 more clears and draw calls followed."));

    // Draw calls whose numbers do not fit any more are noted without them.
    let (trace, ()) = display.record(|frame| {
        for _ in 0..400 {
            frame.draw(&corners, &indices, &program, &EmptyUniforms, &parameters).unwrap();
        }
    });
    assert_eq!(trace.draws().len(), 400);
    assert_eq!(trace.draws()[0].indices.as_ref().unwrap().values.len(), MAX_INDICES);
    let last = trace.draws()[399];
    assert_eq!((last.count, last.indices.as_ref().unwrap().values.len(), &last.clip), (90_000, 0, &None));
}
