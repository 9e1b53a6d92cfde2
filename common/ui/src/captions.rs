//! Text on a finished picture.

use crate::{Gui, GuiRenderer};
use anyhow::{Context as _, Result, ensure};
use glam::Vec2;
use graphics::{
    Gl, Picture,
    glium::texture::{MipmapsOption, Texture2d, UncompressedFloatFormat},
};

/// A line of text at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Distance from the left, in pixels.
    pub x: f32,
    /// Distance from the top, in pixels.
    pub y: f32,
    /// One line.
    pub text: String,
}

/// Writes labels over a picture, white with a dark edge.
///
/// # Errors
/// If the picture is larger than the driver allows, or the driver refuses.
pub fn write_on(gl: &Gl, picture: &mut Picture, labels: &[Label]) -> Result<()> {
    let width = picture.width;
    let height = picture.height;
    let most = gl.get_max_viewport_dimensions();
    ensure!(
        width <= most.0 && height <= most.1,
        "a picture of {width}x{height} pixels: this driver draws {}x{} at most",
        most.0,
        most.1
    );
    let plain = MipmapsOption::NoMipmap;
    let format = UncompressedFloatFormat::U8U8U8U8;
    let texture = Texture2d::with_format(gl, picture.bottom_up(), format, plain).context("labels")?;
    let mut gui = Gui::new(1.0);
    let mut renderer = GuiRenderer::new(&mut gui, gl)?;
    gui.begin(Vec2::new(width as f32, height as f32), 0.0);
    let ui = gui.context.new_frame();
    {
        let list = ui.get_background_draw_list();
        for Label { x, y, text } in labels {
            for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                list.add_text([x + right, y + down], [0.0, 0.0, 0.0, 0.7], text);
            }
            list.add_text([*x, *y], [1.0; 4], text);
        }
    }
    renderer.draw(&mut gui, &mut texture.as_surface())?;
    *picture = Picture::opaque(&texture);
    Ok(())
}
