//! Dear `ImGui`'s context and renderer with our fonts and colours.

use super::{
    fonts::{Fonts, add_fonts},
    theme,
};
use crate::graphics::Gl;
use anyhow::{Context as _, Result};
use glam::Vec2;
use imgui_glium_renderer::Renderer;
use std::time::Duration;

/// imgui's context, without anything that draws: all that a test of a panel needs.
///
/// There may be one at a time in a process; tests that make one wait for each other.
pub struct Gui {
    /// imgui's own.
    pub context: imgui::Context,
    /// The faces in its atlas.
    pub fonts: Fonts,
    scale: f32,
    plain: imgui::Style,
}

/// Dear `ImGui` keeps one global context.
#[cfg(test)]
pub(crate) static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());

impl Gui {
    /// Text `scale` times as large as usual.
    pub fn new(scale: f32) -> Self {
        let mut context = imgui::Context::create();
        context.set_ini_filename(None); // nothing is left behind in the working directory
        context.set_log_filename(None);
        // Panels have fixed positions, and the app handles keys itself.
        context.io_mut().config_windows_move_from_title_bar_only = true;
        let plain = *context.style();
        theme::apply(context.style_mut(), &plain, scale);
        let fonts = add_fonts(&mut context, scale);
        Self { context, fonts, scale, plain }
    }

    /// How large text is.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Another size of text: the renderer has to take over the new atlas.
    fn set_scale(&mut self, scale: f32) {
        self.scale = scale;
        theme::apply(self.context.style_mut(), &self.plain, scale);
        self.fonts = add_fonts(&mut self.context, scale);
    }

    /// Begins a frame of `size` pixels, `seconds` after the last one.
    pub fn begin(&mut self, size: Vec2, seconds: f32) {
        let io = self.context.io_mut();
        io.display_size = size.into();
        io.display_framebuffer_scale = [1.0, 1.0];
        // imgui refuses a frame of no length.
        io.update_delta_time(Duration::from_secs_f32(seconds.max(1e-4)));
    }
}

/// Draws the frames of a [`Gui`].
pub struct GuiRenderer(Renderer);

impl GuiRenderer {
    /// Uploads the atlas.
    ///
    /// # Errors
    /// If the driver refuses a texture or a shader.
    pub fn new(gui: &mut Gui, gl: &Gl) -> Result<Self> {
        let renderer = Renderer::new(&mut gui.context, gl);
        renderer.context("the panels cannot be drawn").map(Self)
    }

    /// Another size of text.
    ///
    /// # Errors
    /// If the driver refuses the new texture.
    pub fn set_scale(&mut self, gui: &mut Gui, scale: f32) -> Result<()> {
        gui.set_scale(scale);
        self.0.reload_font_texture(&mut gui.context).context("text of another size")
    }

    /// Draws what was built since the last frame began.
    ///
    /// # Errors
    /// If the driver refuses a buffer.
    pub fn draw(&mut self, gui: &mut Gui, target: &mut impl glium::Surface) -> Result<()> {
        let drawn = gui.context.render();
        if drawn.total_vtx_count == 0 {
            return Ok(()); // imgui-rs 0.12 panics on a frame without anything in it
        }
        self.0.render(target, drawn).context("the panels cannot be drawn")
    }
}
