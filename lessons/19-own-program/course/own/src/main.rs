//! My own program: a window, its events, and a picture for each frame.

use glium::backend::glutin::{Display, SimpleWindowBuilder};
use glium::glutin::surface::WindowSurface;
use glium::winit::application::ApplicationHandler;
use glium::winit::event::WindowEvent;
use glium::winit::event_loop::{ActiveEventLoop, EventLoop};
use glium::winit::window::{Window, WindowId};
use gui::Gui;
use keys::Keys;
use scene::{Reaction, Scene, react};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

mod collada;
mod edit;
mod figure;
mod files;
mod gltf;
mod gui;
mod keys;
mod lessons;
mod picture;
mod scene;

struct App {
    window: Window,
    display: Display<WindowSurface>,
    gui: Gui,
    scene: Scene,
    keys: Keys,
    started: Instant,
    /// The time at which the clock stands still, if it does.
    stopped: Option<f32>,
    /// The time of the last picture.
    drawn_at: f32,
    /// What became of the last picture. An error ends the program.
    outcome: Result<(), Box<dyn Error>>,
}

impl ApplicationHandler for App {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        self.gui.handle(&self.window, &event);
        match &event {
            WindowEvent::KeyboardInput { event, .. } => self.keys.set(event.physical_key, event.state.is_pressed()),
            WindowEvent::Focused(false) => self.keys = Keys::default(), // their release is not reported any more
            _ => {}
        }
        match react(&event) {
            Reaction::None => {}
            Reaction::Draw => {
                self.outcome = self.draw();
                if self.outcome.is_err() {
                    event_loop.exit();
                }
                self.window.request_redraw();
            }
            Reaction::Resize(width, height) => self.display.resize((width, height)),
            Reaction::Close => event_loop.exit(),
        }
    }
}

impl App {
    /// Returns the seconds since the start.
    fn seconds(&self) -> f32 {
        self.stopped.unwrap_or(self.started.elapsed().as_secs_f32())
    }

    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        let seconds = self.seconds();
        self.scene.step(&self.keys, seconds - self.drawn_at);
        self.drawn_at = seconds;
        let mut frame = self.display.draw();
        let drawn = self.scene.draw(&mut frame, seconds);
        let drawn = drawn.and_then(|()| self.gui.draw(&self.window, &mut frame, &mut self.scene));
        frame.finish()?;
        drawn
    }
}

fn main() -> ExitCode {
    if let Err(error) = run() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run() -> Result<(), Box<dyn Error>> {
    let stopped = std::env::args().nth(1).map(|word| word.parse()).transpose()?;
    let event_loop = EventLoop::new()?;
    let (window, display) = SimpleWindowBuilder::new().with_title("Own").with_inner_size(800, 600).build(&event_loop);
    let gui = Gui::new(&window, &display)?;
    let scene = Scene::new(&display)?;
    let keys = Keys::default();
    let started = Instant::now();
    let mut app = App { window, display, gui, scene, keys, started, stopped, drawn_at: 0.0, outcome: Ok(()) };
    event_loop.run_app(&mut app)?;
    app.outcome
}
