//! Rows of keys in the timeline that are selected and dragged with the mouse: the selected joint's, and all joints'.

use crate::player::ruler::{Ruler, diamond};
use crate::text::counted;
use crate::ui::{layout::Area, theme};
use glam::Vec2;
use imgui::{DrawListMut, MouseButton, Ui};

/// How many rows there are.
pub const ROWS: usize = 2;

/// One of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The keys of the joint that is selected.
    Joint,
    /// Every time at which any joint has a key.
    All,
}

/// A key in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownKey {
    /// In seconds.
    pub time: f32,
    /// Whether it is selected.
    pub selected: bool,
}

/// What the mouse asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyRequest {
    /// Select the key at this time, and no other, unless `add`.
    Select {
        /// Of which row.
        row: Row,
        /// The key's time, in seconds.
        time: f32,
        /// Keep what is selected; a key that is already is let go.
        add: bool,
    },
    /// Select the keys in a box.
    SelectBox {
        /// The first and the last row.
        rows: (Row, Row),
        /// From and to, in seconds.
        times: (f32, f32),
        /// Keep what is selected.
        add: bool,
    },
    /// Keys that are selected are so many seconds from where they were when the button went down.
    Drag {
        /// Later is positive.
        seconds: f32,
        /// Leave them where they are, and move copies.
        copy: bool,
    },
    /// The button has come up after a drag.
    Drop,
}

/// The rows, and what has been asked for since the last frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyRows {
    /// Keys in order of time.
    pub keys: [Vec<ShownKey>; ROWS],
    /// For the editor to carry out.
    pub requests: Vec<KeyRequest>,
    press: Option<Press>,
}

/// The button went down in the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    at: Vec2,
    row: Row,
    time: f32,
    /// The time of the key that is dragged; `None` for a box.
    key: Option<f32>,
    has_travelled: bool,
}

/// Where the rows are on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) ruler: Ruler,
    /// The upper edge of the first row, and the height of each, in pixels.
    pub(crate) top: f32,
    pub(crate) row: f32,
}

/// A press that travels further than this, in pixels, is a drag.
const TRAVEL: f32 = 3.0;

impl Place {
    fn row_at(&self, y: f32) -> Option<Row> {
        match ((y - self.top) / self.row).floor() {
            0.0 => Some(Row::Joint),
            1.0 => Some(Row::All),
            _ => None,
        }
    }

    fn nearest_row(&self, y: f32) -> Row {
        if y < self.top + self.row { Row::Joint } else { Row::All }
    }

    /// The key under the pointer.
    fn key_at(&self, keys: &[ShownKey], x: f32) -> Option<ShownKey> {
        let reach = self.row * 0.4;
        let distance = |key: &ShownKey| (self.ruler.x(key.time) - x).abs();
        let near = keys.iter().filter(|key| distance(key) <= reach);
        near.min_by(|a, b| distance(a).total_cmp(&distance(b))).copied()
    }
}

/// What the pointer does to the keys, for the item that was added last. True where it is theirs, and not the time's.
pub(crate) fn interact(ui: &Ui, place: Place, rows: &mut KeyRows, frame_rate: f32) -> bool {
    let io = ui.io();
    let at = Vec2::from(io.mouse_pos);
    if ui.is_item_activated()
        && ui.is_mouse_down(MouseButton::Left)
        && let Some(row) = place.row_at(at.y)
    {
        rows.press(place, at, row, io.key_shift);
    }
    let Some(mut press) = rows.press else { return false };
    if ui.is_item_active() {
        press.has_travelled |= at.distance(press.at) > TRAVEL;
        rows.press = Some(press);
        if let (Some(key), true) = (press.key, press.has_travelled) {
            // Beyond the ruler's ends, too: a key may leave the part that is shown.
            let scale = (place.ruler.end - place.ruler.start) / place.ruler.width.max(1.0);
            let time = key + (at.x - press.at.x) * scale;
            let on_frame = (time * frame_rate).round() / frame_rate;
            let time = if io.key_alt { time } else { on_frame };
            rows.requests.push(KeyRequest::Drag { seconds: time - key, copy: io.key_ctrl });
        }
        return true;
    }
    rows.press = None;
    rows.release(place, press, at, io.key_shift);
    true
}

impl KeyRows {
    /// The selected joint's keys, and all joints'.
    pub fn new(keys: [Vec<ShownKey>; ROWS]) -> Self {
        Self { keys, ..Self::default() }
    }

    fn press(&mut self, place: Place, at: Vec2, row: Row, shift: bool) {
        let key = place.key_at(&self.keys[row as usize], at.x);
        if let Some(ShownKey { time, selected }) = key {
            // A selection is dragged as a whole.
            if shift || !selected {
                self.requests.push(KeyRequest::Select { row, time, add: shift });
            }
        }
        let time = place.ruler.time(at.x);
        let key = key.map(|key| key.time);
        self.press = Some(Press { at, row, time, key, has_travelled: false });
    }

    fn release(&mut self, place: Place, press: Press, at: Vec2, add: bool) {
        match press.key {
            Some(_) if press.has_travelled => self.requests.push(KeyRequest::Drop),
            Some(time) if !add => {
                self.requests.push(KeyRequest::Select { row: press.row, time, add });
            }
            Some(_) => {}
            None => {
                let times = [press.time, place.ruler.time(at.x)];
                let last = place.nearest_row(at.y);
                self.requests.push(KeyRequest::SelectBox {
                    rows: (press.row.min(last), press.row.max(last)),
                    times: (times[0].min(times[1]), times[0].max(times[1])),
                    add,
                });
            }
        }
    }
}

/// Draws rows and box.
pub(crate) fn show(ui: &Ui, list: &DrawListMut<'_>, em: f32, area: Area, place: Place, joint: &str, rows: &KeyRows) {
    let (left, max) = (place.ruler.left - em * 0.6, area.max());
    let count = |row: Row| rows.keys[row as usize].len();
    let texts = [
        (format!("{joint}: {}", counted(count(Row::Joint), "key", "keys")), theme::ACCENT),
        (format!("all joints: {}", counted(count(Row::All), "time", "times")), theme::DIM),
    ];
    for (row, (text, color)) in texts.into_iter().enumerate() {
        let top = place.top + place.row * row as f32;
        list.with_clip_rect_intersect(area.min.to_array(), [left, max.y], || {
            list.add_text([area.min.x + em * 0.5, top], color, text);
        });
        list.with_clip_rect_intersect([left, area.min.y], max.to_array(), || {
            let bar = [[left, top + 1.0], [max.x, top + place.row - 1.0]];
            list.add_rect(bar[0], bar[1], [0.13, 0.145, 0.175, 1.0]).filled(true).build();
            for key in &rows.keys[row] {
                let at = [place.ruler.x(key.time), top + place.row * 0.5];
                let color = if row == 0 { theme::ACCENT } else { theme::DIM };
                if key.selected {
                    diamond(list, at, em * 0.42, theme::TEXT);
                }
                diamond(list, at, em * 0.28, if key.selected { theme::COOL } else { color });
            }
        });
    }
    if let Some(Press { at, key: None, has_travelled: true, .. }) = rows.press {
        let [low, high] = [at.to_array(), ui.io().mouse_pos];
        list.with_clip_rect_intersect([left, area.min.y], max.to_array(), || {
            list.add_rect(low, high, theme::COOL).build();
        });
    }
}
