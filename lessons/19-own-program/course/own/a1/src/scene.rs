//! What is drawn.

use glium::Surface;
use glium::backend::Facade;
use glium::winit::event::WindowEvent;
use std::error::Error;

/// What the program does about an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    None,
    Draw,
    /// The new width and height, in pixels.
    Resize(u32, u32),
    Close,
}

pub struct Scene {}

impl Scene {
    pub fn new(_display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        Ok(Scene {})
    }

    /// Draws the picture of a time, in seconds since the start.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        Ok(())
    }
}

/// Returns what the program does about an event.
///
/// It closes when that is requested, draws when a new picture is requested, and resizes the picture with the
/// window. It ignores all other events.
pub fn react(event: &WindowEvent) -> Reaction {
    // BEGIN 19.1
    match event {
        WindowEvent::CloseRequested => Reaction::Close,
        WindowEvent::Resized(size) => Reaction::Resize(size.width, size.height),
        WindowEvent::RedrawRequested => Reaction::Draw,
        _ => Reaction::None,
    }
    // STUB // TODO 19.1: which event is for which reaction? This one draws whatever happens.
    // STUB let _ = (Reaction::None, Reaction::Resize(800, 600)); // you will need them
    // STUB match event {
    // STUB     WindowEvent::CloseRequested => Reaction::Close,
    // STUB     _ => Reaction::Draw,
    // STUB }
    // END 19.1
}
