//! A figure drawn by imgui: in the window, and as a picture without one.

use super::Sheet;
use super::sheet::{Align, HANDLE, Mark, PAPER, Shape, TEXT};
use crate::graphics::{
    Gl, Picture,
    glium::{
        Surface,
        texture::{MipmapsOption, Texture2d, UncompressedFloatFormat},
    },
};
use crate::ui::{Gui, GuiRenderer};
use anyhow::{Context as _, Result};
use glam::Vec2;
use imgui::{DrawListMut, Ui};

/// A picture at this many pixels a unit, with its readings below it.
///
/// # Errors
/// If the driver refuses.
pub fn picture(gl: &Gl, sheet: &Sheet, scale: f32) -> Result<Picture> {
    let mut gui = Gui::new(scale * TEXT / 15.0);
    let em = gui.fonts.em;
    let lines: Vec<String> =
        sheet.describe().lines().filter(|line| !line.starts_with("words in")).map(String::from).collect();
    let size = sheet.size * scale + Vec2::Y * em * (1.3 * lines.len() as f32 + 0.6);
    let (format, plain) = (UncompressedFloatFormat::U8U8U8U8, MipmapsOption::NoMipmap);
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

/// Paints a sheet whose upper left corner is at `corner`; the handle under the pointer stands out.
pub(super) fn paint(ui: &Ui, list: &DrawListMut<'_>, sheet: &Sheet, corner: Vec2, scale: f32, under: Option<usize>) {
    let place = |at: Vec2| (corner + Vec2::new(at.x, sheet.size.y - at.y) * scale).to_array();
    for mark in &sheet.marks {
        paint_mark(ui, list, mark, place, scale);
    }
    for (number, handle) in sheet.handles.iter().enumerate() {
        let radius = HANDLE * scale * if under == Some(number) { 1.35 } else { 1.0 };
        list.add_circle(place(handle.at), radius, rgba(PAPER, 1.0)).filled(true).build();
        list.add_circle(place(handle.at), radius, [1.0; 4]).thickness(2.0 * scale).build();
    }
}

fn paint_mark(ui: &Ui, list: &DrawListMut<'_>, mark: &Mark, place: impl Fn(Vec2) -> [f32; 2], scale: f32) {
    let color = rgba(mark.color, 1.0);
    let polyline = |points: &[Vec2]| {
        let points: Vec<[f32; 2]> = points.iter().map(|point| place(*point)).collect();
        list.add_polyline(points, color).thickness(mark.width * scale).build();
    };
    match &mark.shape {
        Shape::Line(points, false) => polyline(points),
        Shape::Line(points, true) => dashes(points).iter().for_each(|dash| polyline(dash)),
        Shape::Area(points, is_solid) => {
            let points: Vec<[f32; 2]> = points.iter().map(|point| place(*point)).collect();
            let color = rgba(mark.color, if *is_solid { 1.0 } else { 0.2 });
            list.add_polyline(points, color).filled(true).build();
        }
        Shape::Disc(at, radius) => list.add_circle(place(*at), radius * scale, color).filled(true).build(),
        Shape::Ring(at, radius) => {
            list.add_circle(place(*at), radius * scale, color).thickness(mark.width * scale).num_segments(72).build();
        }
        Shape::Word(at, align, text) => {
            let size = Vec2::from(ui.calc_text_size(text));
            let aside = match align {
                Align::Left => 0.0,
                Align::Middle => size.x / 2.0,
                Align::Right => size.x,
            };
            let [x, y] = place(*at);
            list.add_text([x - aside, y - size.y / 2.0], color, text);
        }
    }
}

/// The pieces of a dashed line: 5 long, 4 apart.
fn dashes(points: &[Vec2]) -> Vec<[Vec2; 2]> {
    let (mut dashes, mut gone) = (Vec::new(), 0.0);
    for pair in points.windows(2) {
        let (length, along) = (pair[0].distance(pair[1]), (pair[1] - pair[0]).normalize_or_zero());
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

/// As imgui takes it.
pub(super) fn rgba(color: u32, opacity: f32) -> [f32; 4] {
    let [_, red, green, blue] = color.to_be_bytes().map(|part| f32::from(part) / 255.0);
    [red, green, blue, opacity]
}
