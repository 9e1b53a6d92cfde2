//! Dear ImGui in the window: it receives the window's events and draws a panel over the picture.

use crate::scene::Scene;
use glium::Frame;
use glium::backend::glutin::Display;
use glium::glutin::surface::WindowSurface;
use glium::winit::event::{Event, WindowEvent};
use glium::winit::window::Window;
use imgui::{Condition, Context};
use imgui_glium_renderer::Renderer;
use imgui_winit_support::{HiDpiMode, WinitPlatform};
use std::error::Error;
use std::time::Instant;

pub struct Gui {
    imgui: Context,
    platform: WinitPlatform,
    renderer: Renderer,
    drawn: Instant,
}

impl Gui {
    pub fn new(window: &Window, display: &Display<WindowSurface>) -> Result<Gui, Box<dyn Error>> {
        let mut imgui = Context::create();
        imgui.set_ini_filename(None); // do not save the panel's place in a file
        let mut platform = WinitPlatform::new(&mut imgui);
        platform.attach_window(imgui.io_mut(), window, HiDpiMode::Default);
        let renderer = Renderer::new(&mut imgui, display)?;
        Ok(Gui { imgui, platform, renderer, drawn: Instant::now() })
    }

    pub fn handle(&mut self, window: &Window, event: &WindowEvent) {
        let event: Event<()> = Event::WindowEvent { window_id: window.id(), event: event.clone() };
        self.platform.handle_event(self.imgui.io_mut(), window, &event);
    }

    pub fn draw(&mut self, window: &Window, frame: &mut Frame, scene: &mut Scene) -> Result<(), Box<dyn Error>> {
        let now = Instant::now();
        self.imgui.io_mut().update_delta_time(now - self.drawn);
        self.drawn = now;
        self.platform.prepare_frame(self.imgui.io_mut(), window)?;
        let ui = self.imgui.new_frame();
        let panel = ui.window("Playback").position([10.0, 10.0], Condition::FirstUseEver).always_auto_resize(true);
        panel.build(|| scene.panel(ui));
        let editor = ui.window("Edit").position([10.0, 140.0], Condition::FirstUseEver).always_auto_resize(true);
        let saved = editor.build(|| {
            scene.edit(ui);
            ui.button("save").then(|| scene.edit.save(&scene.figure))
        });
        saved.flatten().transpose()?;
        self.platform.prepare_render(ui, window);
        let shapes = self.imgui.render();
        if shapes.total_vtx_count > 0 {
            self.renderer.render(frame, shapes)?; // it cannot render an empty list, as in the first frame
        }
        Ok(())
    }
}
