//! A figure drawn by imgui: in the window, and as a picture without one.

use crate::{Gui, GuiRenderer};
use anyhow::{Context as _, Result};
use drawing::Sheet;
use drawing::sheet::{Align, HANDLE, Mark, PAPER, Shape, TEXT};
use glam::Vec2;
use graphics::{
    Gl, Picture,
    glium::{
        Surface,
        texture::{MipmapsOption, Texture2d, UncompressedFloatFormat},
    },
};
use imgui::{DrawListMut, Ui};

/// Draws a sheet as a picture with `scale` pixels for a unit of the sheet. Settings and readings stand below the figure.
///
/// # Errors
/// If the driver reports an error.
pub fn picture(gl: &Gl, sheet: &Sheet, scale: f32) -> Result<Picture> {
    let mut gui = Gui::new(scale * TEXT / 15.0);
    let em = gui.fonts.em;
    let lines: Vec<String> =
        sheet.describe().lines().filter(|line| !line.starts_with("words in")).map(String::from).collect();
    let size = sheet.size * scale + Vec2::Y * em * (1.3 * lines.len() as f32 + 0.6);
    let format = UncompressedFloatFormat::U8U8U8U8;
    let plain = MipmapsOption::NoMipmap;
    let texture = Texture2d::empty_with_format(gl, format, plain, size.x as u32, size.y as u32).context("a figure")?;
    let mut renderer = GuiRenderer::new(&mut gui, gl)?;
    let mut surface = texture.as_surface();
    surface.clear_color_srgb(0.0, 0.0, 0.0, 1.0);
    gui.begin(size, 0.0);
    let ui = gui.context.new_frame();
    {
        let list = ui.get_background_draw_list();
        list.add_rect([0.0, 0.0], size.to_array(), rgba(PAPER, 1.0)).filled(true).build();
        paint(ui, &list, sheet, Vec2::ZERO, scale, None);
        for (number, line) in lines.iter().enumerate() {
            let y = sheet.size.y * scale + em * 1.3 * number as f32;
            list.add_text([10.0 * scale, y], rgba(0xe8_eaee, 1.0), line);
        }
    }
    renderer.draw(&mut gui, &mut surface)?;
    Ok(Picture::opaque(&texture))
}

/// Paints a sheet. `corner` is its upper left corner in pixels, and `under` the index of the handle under the pointer, which
/// is drawn larger.
pub(super) fn paint(ui: &Ui, list: &DrawListMut<'_>, sheet: &Sheet, corner: Vec2, scale: f32, under: Option<usize>) {
    let page = PaintedSheet { corner, height: sheet.size.y, scale };
    for mark in &sheet.marks {
        paint_mark(ui, list, mark, &page);
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

fn paint_mark(ui: &Ui, list: &DrawListMut<'_>, mark: &Mark, sheet: &PaintedSheet) {
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
        Shape::Area(points, is_solid) => {
            let color = rgba(mark.color, if *is_solid { 1.0 } else { 0.2 });
            list.add_polyline(sheet.pixels(points), color).filled(true).build();
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
            let size = Vec2::from(ui.calc_text_size(text));
            let aside = match align {
                Align::Left => 0.0,
                Align::Middle => size.x / 2.0,
                Align::Right => size.x,
            };
            let [x, y] = sheet.pixel(*position);
            list.add_text([x - aside, y - size.y / 2.0], color, text);
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
