//! A figure in the window: its handles, its sliders, and time.

use super::paint::{LEAST_SCALE, paint, rgba};
use crate::{Fonts, labels, screen, theme};
use drawing::sheet::{PAPER, TEXT};
use drawing::{Parameter, Sheet};
use glam::Vec2;
use imgui::{MouseButton, StyleColor, Ui};
use std::collections::HashMap;

/// The figures of a text, as they were moved.
#[derive(Clone, Debug, Default)]
pub struct Live {
    figures: HashMap<String, FigureState>,
    /// The keys that move a figure's parameter, shown beside it; empty if there are none.
    keys: &'static str,
}

#[derive(Clone, Debug, Default)]
struct FigureState {
    sheet: Option<Sheet>,
    /// Empty as long as no parameter was moved.
    values: Vec<f32>,
    held: Option<usize>,
    /// Index of the parameter that keys move.
    keyed: usize,
    /// Whether it goes back and forth, and for how many seconds it has.
    plays: bool,
    seconds: f32,
    is_seen: bool,
    /// Heights in the last frame, in pixels: of the drawing if it is as wide as there is room, and of what is below it.
    heights: [f32; 2],
}

/// A figure is never drawn smaller than this, whatever room there is.
const MIN_SCALE: f32 = 0.4;

impl Live {
    /// Figures of which keys move one parameter. Their caps are shown beside it.
    pub fn with_keys(keys: &'static str) -> Self {
        Live { keys, ..Live::default() }
    }

    /// Calls `draw` with name and values of each figure that was visible in the last frame, and keeps the new sheet. Values
    /// are empty while the figure is at its start. `seconds` is the time since the last frame.
    pub fn renew(&mut self, seconds: f32, mut draw: impl FnMut(&str, &[f32]) -> Option<Sheet>) {
        for (name, shown) in &mut self.figures {
            if std::mem::take(&mut shown.is_seen) {
                shown.play(seconds);
                shown.sheet = draw(name, &shown.values);
            }
        }
    }

    /// Draws a figure below the cursor, with its sliders and readings, and moves its parameters. A figure is as wide as the
    /// window, but at most `max_scale` times its own size, and at most `max_height` pixels high with all that is below it.
    /// Returns false if it has not been [renewed](Self::renew) yet.
    pub fn draw(&mut self, ui: &Ui, fonts: Fonts, name: &str, max_scale: f32, max_height: f32) -> bool {
        let shown = self.figures.entry(name.into()).or_default();
        let Some(sheet) = &shown.sheet else {
            shown.is_seen = true; // it is drawn in the next frame
            return false;
        };
        let wide = (ui.content_region_avail()[0] / sheet.size.x).min(max_scale * fonts.em / TEXT).max(LEAST_SCALE);
        let width = wide * sheet.size.x;
        let [_, below] = shown.heights;
        let scale = ((max_height - below) / sheet.size.y).max(MIN_SCALE * wide).min(wide);
        let size = sheet.size * scale;
        let corner = Vec2::from(ui.cursor_screen_pos());
        shown.is_seen |= ui.is_rect_visible(corner.to_array(), (corner + size + 4.0 * fonts.em).to_array());
        ui.invisible_button(format!("##{name}"), size.to_array());
        let pointer = Vec2::from(ui.io().mouse_pos);
        let at = Vec2::new(pointer.x - corner.x, corner.y + size.y - pointer.y) / scale;
        let under = handle_under(ui, sheet, &mut shown.held, at, fonts.em / scale);
        let list = ui.get_window_draw_list();
        list.add_rect(corner.to_array(), (corner + size).to_array(), rgba(PAPER, 1.0))
            .filled(true)
            .rounding(6.0)
            .build();
        ui.set_window_font_scale(scale * TEXT / fonts.em);
        list.with_clip_rect_intersect(corner.to_array(), (corner + size).to_array(), || {
            paint(ui, &list, fonts, sheet, corner, scale, under);
        });
        ui.set_window_font_scale(1.0);
        let mut moved = Vec::new();
        if let Some(handle) = shown.held.filter(|_| ui.is_mouse_dragging(MouseButton::Left)) {
            moved = sheet.dragged(handle, at);
        }
        let _id = ui.push_id(name);
        moved.extend(draw_sliders(ui, width, sheet, shown.keyed, self.keys));
        draw_readings(ui, fonts, sheet, corner.x + width);
        if !moved.is_empty() {
            shown.values.clone_from(&sheet.values);
            shown.plays = false;
        }
        for (number, value) in moved {
            shown.values[number] = value;
        }
        shown.heights = [wide * sheet.size.y, ui.cursor_screen_pos()[1] - corner.y - size.y];
        true
    }

    /// Returns the height of a figure in pixels, with all that is below it, if it is drawn at `scale` times its largest size.
    /// 0 for one that has not been drawn yet.
    pub fn height(&self, name: &str, scale: f32) -> f32 {
        self.figures.get(name).map_or(0.0, |shown| scale * shown.heights[0] + shown.heights[1])
    }

    /// Returns whether a figure plays, or `None` if it has nothing that plays.
    pub fn plays(&self, name: &str) -> Option<bool> {
        let shown = self.figures.get(name)?;
        let parameters = shown.sheet.as_ref()?.parameters;
        parameters.iter().any(|parameter| parameter.seconds > 0.0).then_some(shown.plays)
    }

    /// Plays a figure, or pauses it.
    pub fn switch_play(&mut self, name: &str) {
        if let Some(shown) = self.figures.get_mut(name) {
            shown.plays = !shown.plays;
        }
    }

    /// Lets keys move a figure's next parameter, or the first one after the last.
    pub fn key_next(&mut self, name: &str) {
        let Some(shown) = self.figures.get_mut(name) else { return };
        let count = shown.sheet.as_ref().map_or(1, |sheet| sheet.parameters.len());
        shown.keyed = (shown.keyed + 1) % count.max(1);
    }

    /// Returns the values of a figure's parameters; none as long as it is at its start.
    pub fn values(&self, name: &str) -> &[f32] {
        self.figures.get(name).map_or(&[], |shown| &shown.values)
    }

    /// Sets all parameters of a figure, to its start if there are no values.
    pub fn set(&mut self, name: &str, values: &[f32]) {
        let shown = self.figures.entry(name.into()).or_default();
        *shown = FigureState {
            values: values.to_vec(),
            is_seen: true,
            sheet: shown.sheet.take(),
            heights: shown.heights,
            keyed: shown.keyed,
            ..FigureState::default()
        };
    }

    /// Moves the parameter of a figure that keys move, by hundredths of its range. One with whole numbers moves by 1.
    pub fn step(&mut self, name: &str, hundredths: f32) {
        let Some(shown) = self.figures.get_mut(name) else { return };
        let Some(sheet) = &shown.sheet else { return };
        let Some(moved) = sheet.parameters.get(shown.keyed) else { return };
        let [low, high] = moved.range;
        let step = if moved.is_whole { hundredths.signum() } else { hundredths * (high - low) / 100.0 };
        // Several steps in one frame add up.
        if shown.values.is_empty() {
            shown.values.clone_from(&sheet.values);
        }
        shown.values[shown.keyed] = moved.nearest(shown.values[shown.keyed] + step);
        shown.plays = false;
    }
}

impl FigureState {
    /// Moves the parameters that play, if the figure plays: `seconds` have passed since the last frame.
    fn play(&mut self, seconds: f32) {
        let Some(sheet) = self.sheet.as_ref().filter(|_| self.plays) else { return };
        self.seconds += seconds;
        self.values.clone_from(&sheet.values);
        for (value, parameter) in self.values.iter_mut().zip(sheet.parameters).filter(|(_, p)| p.seconds > 0.0) {
            // Forth, half a second's rest, and from the beginning.
            let fraction = (self.seconds % (parameter.seconds + 0.5)) / parameter.seconds;
            let [low, high] = parameter.range;
            *value = parameter.nearest(low + (high - low) * fraction);
        }
    }
}

/// Returns the handle that is held, or the one at the pointer, and names it. It is held from the press of a button to its
/// release. `at` is the pointer's place in the figure, `reach` how far from it a handle may be, in the figure's units.
fn handle_under(ui: &Ui, sheet: &Sheet, held: &mut Option<usize>, at: Vec2, reach: f32) -> Option<usize> {
    let handles = sheet.handles.iter().map(|handle| handle.at).enumerate();
    let nearest = labels::nearest(handles, at, reach).filter(|_| ui.is_item_hovered());
    let under = held.or(nearest);
    if ui.is_item_activated() {
        *held = under;
    } else if !ui.is_mouse_down(MouseButton::Left) {
        *held = None;
    }
    if let Some(handle) = under.filter(|_| held.is_none()) {
        ui.tooltip_text(format!("drag: {}", sheet.handle_name(handle)));
    }
    under
}

/// Draws the sliders of a figure `width` pixels wide. Keys move the one whose index is `keyed`. Returns index and new value of
/// each that was moved.
fn draw_sliders(ui: &Ui, width: f32, sheet: &Sheet, keyed: usize, keys: &str) -> Vec<(usize, f32)> {
    let length = slider_length(ui, width, sheet.parameters, keys);
    let mut moved = Vec::new();
    for (number, parameter) in sheet.parameters.iter().enumerate() {
        let keys = if number == keyed { keys } else { "" };
        moved.extend(slider(ui, length, parameter, sheet.values[number], keys).map(|value| (number, value)));
    }
    moved
}

/// Writes the readings of a figure, those beside each other that end left of `right`, and its note.
fn draw_readings(ui: &Ui, fonts: Fonts, sheet: &Sheet, right: f32) {
    for (number, reading) in sheet.readings().iter().enumerate() {
        let text = reading.shown();
        let end = ui.item_rect_max()[0] + 2.0 * fonts.em + ui.calc_text_size(&text)[0];
        if number > 0 && end < right {
            ui.same_line_with_spacing(0.0, 2.0 * fonts.em);
        }
        ui.text_colored(if reading.is_wrong() { theme::ACCENT } else { theme::TEXT }, text);
    }
    if !sheet.note.is_empty() {
        let _color = ui.push_style_color(StyleColor::Text, theme::DIM);
        ui.text_wrapped(sheet.note);
    }
}

/// Returns the length of the sliders of a figure `width` pixels wide, in pixels. Beside each there is room for any of its
/// values, and for the keys that move it.
fn slider_length(ui: &Ui, width: f32, parameters: &[Parameter], keys: &str) -> f32 {
    let style = ui.clone_style();
    let mut beside = 0.0_f32;
    for parameter in parameters {
        for value in parameter.range {
            beside = beside.max(ui.calc_text_size(parameter.shown(value))[0]);
        }
    }
    let keys = if keys.is_empty() { 0.0 } else { ui.calc_text_size(keys)[0] + style.item_spacing[0] };
    (width - style.item_inner_spacing[0] - beside - keys).clamp(0.3 * width, 0.6 * width)
}

/// Draws a slider for a parameter of a figure, `length` pixels long, with the keys that move it where there is room. Returns
/// the new value if it was moved.
fn slider(ui: &Ui, length: f32, parameter: &Parameter, value: f32, keys: &str) -> Option<f32> {
    let mut moved = value;
    ui.set_next_item_width(length);
    let label = format!("{}###{}", parameter.shown(value), parameter.name);
    let [low, high] = parameter.range;
    let color = ui.push_style_color(StyleColor::Text, if keys.is_empty() { theme::TEXT } else { theme::COOL });
    let is_moved = ui.slider_config(label, low, high).display_format(" ").build(&mut moved);
    color.pop();
    if !keys.is_empty() {
        screen::text_if_room(ui, theme::COOL, keys);
    }
    is_moved.then(|| parameter.nearest(moved))
}
