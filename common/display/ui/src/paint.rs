//! A sheet drawn by imgui, as a figure or over a scene: in the window, and as a picture without one.

use crate::{
    Fonts, Gui, GuiRenderer,
    fonts::TEXT_SIZE,
    gui::ONE_AT_A_TIME,
    layout::{Area, text_scale},
};
use anyhow::{Context as _, Result};
use drawing::Sheet;
use drawing::sheet::{Align, HANDLE, HEADING, Mark, PAPER, Shape, TEXT};
use glam::Vec2;
use graphics::{
    Canvas, Gl, Picture,
    glium::{
        BlitTarget, Surface,
        texture::{MipmapsOption, Texture2d, UncompressedFloatFormat},
    },
};
use imgui::{DrawListMut, Ui, WindowFlags};
use std::sync::PoisonError;

/// The least size of a sheet over a scene: in a smaller viewport its text is smaller than that of panels.
const LEAST_OVER_SCENE: Vec2 = Vec2::new(320.0, 240.0);

/// Draws a sheet as a picture with `scale` pixels for a unit of the sheet. Settings and readings stand below the figure.
///
/// # Errors
/// If the driver reports an error.
pub fn picture(gl: &Gl, sheet: &Sheet, scale: f32) -> Result<Picture> {
    let em = (scale * TEXT).round();
    let lines: Vec<String> =
        sheet.describe().lines().filter(|line| !line.starts_with("words in")).map(String::from).collect();
    let size = sheet.size * scale + Vec2::Y * em * (1.3 * lines.len() as f32 + 0.6);
    let texture = empty_texture(gl, (size.x as u32, size.y as u32))?;
    let [red, green, blue, opacity] = rgba(PAPER, 1.0);
    texture.as_surface().clear_color_srgb(red, green, blue, opacity);
    draw_on(gl, &texture, scale * TEXT / TEXT_SIZE, |ui, fonts| {
        let list = ui.get_background_draw_list();
        paint(ui, &list, fonts, sheet, Vec2::ZERO, scale, None);
        for (number, line) in lines.iter().enumerate() {
            let y = sheet.size.y * scale + em * 1.3 * number as f32;
            list.add_text([10.0 * scale, y], rgba(0xe8_eaee, 1.0), line);
        }
    })
}

/// Returns the size of the sheet that lies over a viewport of `size` pixels, in which text is `em` pixels high.
pub fn size_over_scene(size: Vec2, em: f32) -> Vec2 {
    let size = size.max(Vec2::ONE) * TEXT / em;
    size * (LEAST_OVER_SCENE / size).max_element().max(1.0)
}

/// The scale where there is no room at all: imgui has no text of size 0.
pub(crate) const LEAST_SCALE: f32 = 0.01;

/// Paints a sheet over the picture of a scene, below all panels.
pub fn paint_over_scene(ui: &Ui, fonts: Fonts, viewport: Area, sheet: &Sheet) {
    let scale = (viewport.size.y / sheet.size.y).max(LEAST_SCALE);
    let flags = WindowFlags::NO_DECORATION | WindowFlags::NO_BACKGROUND | WindowFlags::NO_INPUTS;
    // An empty window, for the size of its text.
    ui.window("##sheet").flags(flags | WindowFlags::NO_SAVED_SETTINGS).build(|| {
        ui.set_window_font_scale(scale * TEXT / fonts.em);
        let list = ui.get_background_draw_list();
        list.with_clip_rect_intersect(viewport.min.to_array(), viewport.max().to_array(), || {
            paint(ui, &list, fonts, sheet, viewport.min, scale, None);
        });
    });
}

/// Returns the picture on a canvas with the sheet over it that `draw` makes for its size, as a window of that size has it.
///
/// # Errors
/// If the driver reports an error.
pub fn picture_of_scene(gl: &Gl, canvas: &Canvas, draw: impl FnOnce(Vec2) -> Option<Sheet>) -> Result<Picture> {
    let (width, height) = canvas.size();
    let viewport = Area { min: Vec2::ZERO, size: Vec2::new(width as f32, height as f32) };
    let text_scale = text_scale(1.0, viewport.size.y, 1.0);
    let sheet = draw(size_over_scene(viewport.size, text_scale * TEXT_SIZE));
    let Some(sheet) = sheet.filter(|sheet| !sheet.marks.is_empty()) else { return Ok(canvas.picture()) };
    let texture = empty_texture(gl, (width, height))?;
    let all = BlitTarget { left: 0, bottom: 0, width: width as i32, height: height as i32 };
    canvas.show_in(&texture.as_surface(), &all);
    draw_on(gl, &texture, text_scale, |ui, fonts| paint_over_scene(ui, fonts, viewport, &sheet))
}

fn empty_texture(gl: &Gl, (width, height): (u32, u32)) -> Result<Texture2d> {
    let format = UncompressedFloatFormat::U8U8U8U8;
    Texture2d::empty_with_format(gl, format, MipmapsOption::NoMipmap, width, height).context("a sheet")
}

/// Draws on a texture with imgui, with text `scale` times as large as usual. Returns its pixels.
fn draw_on(gl: &Gl, texture: &Texture2d, scale: f32, draw: impl FnOnce(&Ui, Fonts)) -> Result<Picture> {
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gui = Gui::new(scale);
    let mut renderer = GuiRenderer::new(&mut gui, gl)?;
    gui.begin(Vec2::new(texture.width() as f32, texture.height() as f32), 0.0);
    let fonts = gui.fonts;
    draw(gui.context.new_frame(), fonts);
    renderer.draw(&mut gui, &mut texture.as_surface())?;
    Ok(Picture::opaque(texture))
}

/// Paints a sheet. `corner` is its upper left corner in pixels, and `under` the index of the handle under the pointer, which
/// is drawn larger.
pub(super) fn paint(
    ui: &Ui,
    list: &DrawListMut<'_>,
    fonts: Fonts,
    sheet: &Sheet,
    corner: Vec2,
    scale: f32,
    under: Option<usize>,
) {
    let page = PaintedSheet { corner, height: sheet.size.y, scale };
    for mark in &sheet.marks {
        paint_mark(ui, list, fonts, mark, &page);
    }
    for (number, handle) in sheet.handles.iter().enumerate() {
        let radius = HANDLE * scale * if under == Some(number) { 1.35 } else { 1.0 };
        list.add_circle(page.pixel(handle.at), radius, rgba(PAPER, 1.0)).filled(true).build();
        list.add_circle(page.pixel(handle.at), radius, [1.0; 4]).thickness(2.0 * scale).build();
    }
}

/// The position of a sheet on the screen, in pixels.
struct PaintedSheet {
    corner: Vec2,
    height: f32,
    scale: f32,
}

impl PaintedSheet {
    fn pixel(&self, position: Vec2) -> [f32; 2] {
        (self.corner + Vec2::new(position.x, self.height - position.y) * self.scale).to_array()
    }

    fn pixels(&self, positions: &[Vec2]) -> Vec<[f32; 2]> {
        positions.iter().map(|position| self.pixel(*position)).collect()
    }
}

fn paint_mark(ui: &Ui, list: &DrawListMut<'_>, fonts: Fonts, mark: &Mark, sheet: &PaintedSheet) {
    let scale = sheet.scale;
    let color = rgba(mark.color, 1.0);
    match &mark.shape {
        Shape::Line(points, false) => {
            list.add_polyline(sheet.pixels(points), color).thickness(mark.width * scale).build();
        }
        Shape::Line(points, true) => {
            for dash in dashes(points) {
                list.add_polyline(sheet.pixels(&dash), color).thickness(mark.width * scale).build();
            }
        }
        Shape::Area(points, opacity) => {
            list.add_polyline(sheet.pixels(points), rgba(mark.color, *opacity)).filled(true).build();
        }
        Shape::Disc(center, radius) => {
            list.add_circle(sheet.pixel(*center), radius * scale, color).filled(true).build();
        }
        Shape::Ring(center, radius) => {
            list.add_circle(sheet.pixel(*center), radius * scale, color)
                .thickness(mark.width * scale)
                .num_segments(72)
                .build();
        }
        Shape::Word(position, align, text) => {
            let font = if mark.width > HEADING { fonts.title } else { fonts.heading };
            let _large = (mark.width > TEXT).then(|| ui.push_font(font));
            let is_small = mark.width < TEXT; // on a sheet that lies on a part of another
            if is_small {
                ui.set_window_font_scale(scale * mark.width / fonts.em);
            }
            let size = Vec2::from(ui.calc_text_size(text));
            let aside = match align {
                Align::Left => 0.0,
                Align::Middle => size.x / 2.0,
                Align::Right => size.x,
            };
            let [x, y] = sheet.pixel(*position);
            list.add_text([x - aside, y - size.y / 2.0].map(f32::round), color, text);
            if is_small {
                ui.set_window_font_scale(scale * TEXT / fonts.em);
            }
        }
    }
}

/// Returns the dashes of a dashed line, 5 units long and 4 apart.
fn dashes(points: &[Vec2]) -> Vec<[Vec2; 2]> {
    let mut dashes = Vec::new();
    let mut gone = 0.0;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let along = (pair[1] - pair[0]).normalize_or_zero();
        let mut from = -(gone % 9.0);
        while from < length && dashes.len() < 10_000 {
            let [start, end] = [from, from + 5.0].map(|at| at.clamp(0.0, length));
            if end > start {
                dashes.push([pair[0] + along * start, pair[0] + along * end]);
            }
            from += 9.0;
        }
        gone += length;
    }
    dashes
}

/// Converts a colour for imgui.
pub(super) fn rgba(color: u32, opacity: f32) -> [f32; 4] {
    let [_, red, green, blue] = color.to_be_bytes().map(|part| f32::from(part) / 255.0);
    [red, green, blue, opacity]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_over_a_scene_is_as_high_as_panels_text_where_there_is_room() {
        let wide = size_over_scene(Vec2::new(1300.0, 600.0), 26.0);
        assert_eq!(wide, Vec2::new(650.0, 300.0));
        let narrow = size_over_scene(Vec2::new(160.0, 480.0), 13.0);
        assert_eq!(narrow, Vec2::new(320.0, 960.0));
        assert!(size_over_scene(Vec2::ZERO, 13.0).cmpge(LEAST_OVER_SCENE).all());
    }
}
