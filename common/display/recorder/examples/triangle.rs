//! A window with a triangle. Space prints what the GPU was told for the next frame.

use glium::{
    DrawParameters, Program, Surface, VertexBuffer,
    backend::glutin::SimpleWindowBuilder,
    implement_vertex,
    index::{NoIndices, PrimitiveType},
    program, uniform,
    winit::{
        application::ApplicationHandler,
        event::WindowEvent,
        event_loop::{ActiveEventLoop, EventLoop},
        keyboard::{Key, NamedKey},
        window::{Window, WindowId},
    },
};
use recorder::{Display, Windowed};
use std::error::Error;

#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 2],
}
implement_vertex!(Corner, a_position);

struct App {
    corners: VertexBuffer<Corner>,
    program: Program,
    is_wanted: bool,
    display: Display<Windowed>,
    window: Window,
}

fn main() -> Result<(), Box<dyn Error>> {
    let event_loop = EventLoop::new()?;
    let builder = SimpleWindowBuilder::new().with_title("Space: what was the GPU told?");
    let (window, display) = Display::open(builder, &event_loop)?;
    let corners = [[-0.5, -0.4], [0.5, -0.4], [0.0, 0.5]].map(|a_position| Corner { a_position });
    let mut app = App {
        corners: VertexBuffer::new(&display, &corners)?,
        program: program!(&display, 330 => {
            vertex: "#version 330 core
                in vec2 a_position;
                void main() { gl_Position = vec4(a_position, 0.0, 1.0); }",
            fragment: "#version 330 core
                uniform vec3 u_color;
                out vec4 color;
                void main() { color = vec4(u_color, 1.0); }",
        })?,
        is_wanted: false,
        display,
        window,
    };
    event_loop.run_app(&mut app)?;
    Ok(())
}

impl ApplicationHandler for App {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => self.display.resize(size.into()),
            WindowEvent::KeyboardInput { event, .. } if event.logical_key == Key::Named(NamedKey::Space) => {
                self.is_wanted |= event.state.is_pressed();
            }
            WindowEvent::RedrawRequested => {
                self.draw().expect("the picture can be drawn");
                self.window.request_redraw();
            }
            _ => {}
        }
    }
}

impl App {
    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        if self.is_wanted {
            let (trace, drawn) = self.display.record(|frame| self.draw_in(frame));
            println!("{}", recorder::page(&trace));
            self.is_wanted = false;
            drawn
        } else {
            let mut frame = self.display.draw();
            let drawn = self.draw_in(&mut frame);
            frame.finish()?;
            drawn
        }
    }

    fn draw_in(&self, frame: &mut impl Surface) -> Result<(), Box<dyn Error>> {
        let triangles = NoIndices(PrimitiveType::TrianglesList);
        let uniforms = uniform! { u_color: [0.9f32, 0.6, 0.2] };
        frame.clear_color_srgb(0.16, 0.18, 0.21, 1.0);
        frame.draw(&self.corners, triangles, &self.program, &uniforms, &DrawParameters::default())?;
        Ok(())
    }
}
