//! The dope sheet: rows of keys in the timeline that are selected and dragged with the mouse, first all joints' together,
//! then one for each joint.

use crate::ruler::{Ruler, diamond};
use armature::animation::Interpolation;
use glam::Vec2;
use imgui::{DrawListMut, MouseButton, Ui};
use ui::{layout::Area, theme};
use verdict::wording::counted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Every time at which any joint has a key.
    All,
    Joint(usize),
}

/// A key in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownKey {
    pub time: f32,
    /// Whether it is selected.
    pub selected: bool,
    /// The interpolation after it.
    pub interpolation: Interpolation,
}

/// A row and its keys, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRow {
    pub row: Row,
    /// The joint's name.
    pub name: String,
    /// Whether the joint is selected.
    pub selected: bool,
    pub keys: Vec<ShownKey>,
}

/// A request of the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyRequest {
    /// Select the key at this time, and no other, unless `add`.
    Select {
        row: Row,
        /// The key's time, in seconds.
        time: f32,
        /// Keep the selection; a key that is in it is removed.
        add: bool,
    },
    /// Select no key.
    SelectNone,
    /// Move the selected keys by `seconds` from where they were when the button went down.
    Drag {
        /// Later is positive.
        seconds: f32,
        /// Move copies instead.
        copy: bool,
    },
    /// The button has come up after a drag.
    Drop,
    /// A joint's name was clicked.
    SelectJoint {
        joint: usize,
        /// Keep the selection.
        add: bool,
    },
}

/// The rows, and the requests since the last frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyRows {
    /// The first is always visible, the others scroll below it.
    pub rows: Vec<KeyRow>,
    pub requests: Vec<KeyRequest>,
    /// Number of the others that are above those in view.
    scrolled: usize,
    /// The joint that was scrolled to last, and the number of rows then.
    followed: Option<(usize, usize)>,
    press: Option<Press>,
}

/// The button went down on a key.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    at: Vec2,
    row: Row,
    key: f32,
    has_travelled: bool,
}

/// The position of the rows on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowsOnScreen {
    pub(crate) ruler: Ruler,
    /// The upper edge of the first row, and the height of each, in pixels.
    pub(crate) top: f32,
    pub(crate) row: f32,
    /// Number of rows that fit: at least one.
    pub(crate) room: usize,
}

/// A press that travels further than this, in pixels, is a drag.
const TRAVEL: f32 = 3.0;

impl RowsOnScreen {
    fn line_at(&self, y: f32) -> Option<usize> {
        let line = ((y - self.top) / self.row).floor();
        (line >= 0.0 && line < self.room as f32).then_some(line as usize)
    }

    fn line_top(&self, line: usize) -> f32 {
        self.top + self.row * line as f32
    }

    fn key_at(&self, keys: &[ShownKey], x: f32) -> Option<ShownKey> {
        let reach = self.row * 0.4;
        let distances = keys.iter().map(|key| (key, (self.ruler.x(key.time) - x).abs()));
        let near = distances.filter(|(_, distance)| *distance <= reach);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(key, _)| *key)
    }
}

/// Lets the pointer select and drag keys in the item that was added last. Returns whether it does: else it changes the time.
pub(crate) fn interact(ui: &Ui, place: RowsOnScreen, rows: &mut KeyRows, frame_rate: f32) -> bool {
    let io = ui.io();
    let at = Vec2::from(io.mouse_pos);
    if ui.is_item_activated() && ui.is_mouse_down(MouseButton::Left) {
        rows.press(place, at, io.key_shift);
    }
    let Some(press) = &mut rows.press else { return false };
    press.has_travelled |= at.distance(press.at) > TRAVEL;
    let Press { row, key, has_travelled, .. } = *press;
    if !ui.is_item_active() {
        rows.press = None;
        if has_travelled {
            rows.requests.push(KeyRequest::Drop);
        } else if !io.key_shift {
            rows.requests.push(KeyRequest::Select { row, time: key, add: false });
        }
    } else if has_travelled {
        // Past the ruler's ends, too: a key may leave the part that is shown.
        let scale = (place.ruler.end - place.ruler.start) / place.ruler.width.max(1.0);
        let time = key + (at.x - press.at.x) * scale;
        let on_frame = (time * frame_rate).round() / frame_rate;
        let time = if io.key_alt { time } else { on_frame };
        rows.requests.push(KeyRequest::Drag { seconds: time - key, copy: io.key_ctrl });
    }
    true
}

/// Makes the last item react to the pointer: a click on a name selects the joint, and the wheel scrolls.
pub(crate) fn interact_with_names(ui: &Ui, place: RowsOnScreen, rows: &mut KeyRows) {
    let io = ui.io();
    if ui.is_item_hovered() && io.mouse_wheel != 0.0 {
        // A touchpad's wheel turns by parts of a click.
        let lines = io.mouse_wheel.abs().ceil() * io.mouse_wheel.signum();
        rows.scroll_to(rows.scrolled as f32 - lines, place);
    }
    if ui.is_item_activated()
        && let Some(row) = rows.at(place, io.mouse_pos[1])
        && let Row::Joint(joint) = rows.rows[row].row
    {
        rows.requests.push(KeyRequest::SelectJoint { joint, add: io.key_shift });
    }
}

impl KeyRows {
    fn at(&self, place: RowsOnScreen, y: f32) -> Option<usize> {
        let line = place.line_at(y)?;
        let row = if line == 0 { 0 } else { line + self.scrolled };
        (row < self.rows.len()).then_some(row)
    }

    /// The visible lines, and the row of each.
    fn in_sight(&self, room: usize) -> impl Iterator<Item = (usize, &KeyRow)> {
        let others = self.rows.iter().skip(1 + self.scrolled).take(room - 1);
        self.rows.iter().take(1).chain(others).enumerate()
    }

    fn scroll_to(&mut self, first: f32, place: RowsOnScreen) {
        let most = self.rows.len().saturating_sub(place.room);
        self.scrolled = (first.max(0.0) as usize).min(most);
    }

    /// Scrolls to the selected joint if the joint or the number of rows has changed, at most to the last row.
    pub(crate) fn scroll_to_selected(&mut self, place: RowsOnScreen, selected: Option<usize>) {
        self.scroll_to(self.scrolled as f32, place);
        let now = selected.map(|joint| (joint, self.rows.len()));
        if now == self.followed {
            return;
        }
        self.followed = now;
        if let Some(row) =
            self.rows.iter().skip(1).position(|row| selected.is_some_and(|joint| row.row == Row::Joint(joint)))
        {
            let last = (row + 2).saturating_sub(place.room);
            self.scroll_to(self.scrolled.clamp(last, row.max(last)) as f32, place);
        }
    }

    /// Selects the key under the pointer, and begins to drag what is selected.
    fn press(&mut self, place: RowsOnScreen, at: Vec2, shift: bool) {
        let Some(KeyRow { row, keys, .. }) = self.at(place, at.y).map(|row| &self.rows[row]) else { return };
        let row = *row;
        let Some(ShownKey { time, selected, .. }) = place.key_at(keys, at.x) else {
            self.requests.push(KeyRequest::SelectNone);
            return;
        };
        // A selection is dragged as a whole.
        if shift || !selected {
            self.requests.push(KeyRequest::Select { row, time, add: shift });
        }
        self.press = Some(Press { at, row, key: time, has_travelled: false });
    }
}

/// Draws the rows.
pub(crate) fn show(list: &DrawListMut<'_>, em: f32, area: Area, place: RowsOnScreen, rows: &KeyRows) {
    let left = place.ruler.left - em * 0.6;
    let max = area.max();
    for (line, row) in rows.in_sight(place.room) {
        let top = place.line_top(line);
        let count = row.keys.len();
        let (text, color) = match row.row {
            Row::All => (format!("all joints: {}", counted(count, "time", "times")), theme::DIM),
            Row::Joint(_) if row.selected => {
                (format!("{}: {}", row.name, counted(count, "key", "keys")), theme::ACCENT)
            }
            Row::Joint(_) => (format!("{}: {}", row.name, counted(count, "key", "keys")), theme::TEXT),
        };
        list.with_clip_rect_intersect(area.min.to_array(), [left - em * 0.4, max.y], || {
            list.add_text([area.min.x + em * 0.5, top], color, text);
        });
        list.with_clip_rect_intersect([left, area.min.y], max.to_array(), || {
            let bar = [[left, top + 1.0], [max.x, top + place.row - 1.0]];
            list.add_rect(bar[0], bar[1], [0.13, 0.145, 0.175, 1.0]).filled(true).build();
            for key in &row.keys {
                let at = [place.ruler.x(key.time), top + place.row * 0.5];
                if key.selected {
                    mark(list, at, em * 0.42, theme::TEXT, key.interpolation);
                }
                let color = if key.selected { theme::COOL } else { color };
                mark(list, at, em * 0.28, color, key.interpolation);
            }
        });
    }
    let hidden = rows.rows.len().saturating_sub(place.room);
    if hidden > 0 && place.room > 1 {
        let top = place.line_top(1);
        let height = place.row * (place.room - 1) as f32;
        let fraction = height / (rows.rows.len() - 1) as f32;
        let from = top + fraction * rows.scrolled as f32;
        let to = from + fraction * (place.room - 1) as f32;
        list.add_rect([left - em * 0.35, from], [left - em * 0.1, to], theme::DIM).filled(true).build();
    }
}

/// Draws a key: round if it is smooth, a diamond if it is linear, a square if it is held.
fn mark(list: &DrawListMut<'_>, [x, y]: [f32; 2], size: f32, color: theme::Color, interpolation: Interpolation) {
    match interpolation {
        Interpolation::Linear => diamond(list, [x, y], size, color),
        Interpolation::Smooth => list.add_circle([x, y], size * 0.9, color).filled(true).build(),
        Interpolation::Held => {
            let half = size * 0.8;
            list.add_rect([x - half, y - half], [x + half, y + half], color).filled(true).build();
        }
    }
}
