//! The room that sliders and buttons take below a figure, so that a page keeps its height when they come. Lengths are in rems, as
//! in figures.css.

use serde_json::Value;

/// The panel of a figure on a screen: its width, the height of a button, and the lines of readings alone and with the button that
/// plays, which is beside them, or on a narrow screen above them.
struct Panel {
    width: f32,
    button: f32,
    readings: [f32; 2],
}

const WIDE: Panel = Panel { width: 33.9, button: 2.4, readings: [1.0, 1.0] };
const NARROW: Panel = Panel { width: 20.3, button: 2.75, readings: [2.0, 4.5] };
const LETTER: f32 = 0.395;
/// The room beside the text in a button.
const PADDING: f32 = 1.85;
const GAP: f32 = 0.4;
/// Letters of a button that leads to a state, such as `h = 0.35`.
const STATE: usize = 8;

/// Returns the style of a figure's element: the size of its drawing, and the room below it.
pub(super) fn style(figure: &Value) -> String {
    let [width, height] = [0, 1].map(|side| figure["size"][side].as_f64().unwrap_or_default());
    let [wide, narrow] = [WIDE, NARROW].map(|panel| panel.room(figure));
    format!("--width: {width}; --stage: {width} / {height}; --room: {wide:.1}rem; --narrow: {narrow:.1}rem")
}

impl Panel {
    fn room(&self, figure: &Value) -> f32 {
        let [parameters, handles, states, mistakes] = ["parameters", "handles", "states", "mistakes"]
            .map(|kind| figure[kind].as_array().map_or(&[][..], Vec::as_slice));
        let held: Vec<&str> = handles.iter().filter_map(Value::as_str).flat_map(|names| names.split(", ")).collect();
        let mut sliders = 0.0;
        let mut plays = false;
        for parameter in parameters {
            sliders += f32::from(!held.iter().any(|name| parameter["name"] == *name));
            plays |= parameter["seconds"].as_f64() > Some(0.0);
        }
        let lines = self.button * sliders + 1.19 * self.readings[usize::from(plays)];
        let mut room = 1.2 + lines.max(if plays { 2.75 } else { self.button });
        if states.len() > 1 {
            room += 0.5 + self.rows(0.0, &vec![STATE; states.len()]);
        }
        if !mistakes.is_empty() {
            let mut letters = Vec::new();
            for says in mistakes.iter().filter_map(|mistake| mistake["says"].as_str()) {
                letters.push(says.split([':', ',', '.', ';']).next().map_or(0, |clause| clause.chars().count()));
            }
            if letters.len() > 3 {
                letters.truncate(2);
                letters.push("2 more".len());
            }
            // After "What if".
            room += 0.75 + self.rows(3.3, &letters);
        }
        room
    }

    /// Returns the height of rows of buttons with so many letters each, after a word of the width `begun`.
    fn rows(&self, begun: f32, letters: &[usize]) -> f32 {
        let mut filled = begun;
        let mut row = if begun > 0.0 { 1.2 } else { 0.0 };
        let mut height = 0.0;
        for &count in letters {
            let text = LETTER * count as f32;
            let lines = (text / (self.width - PADDING)).ceil();
            let button = self.button.max(0.72 + 1.025 * lines);
            let width = (text + PADDING).min(self.width);
            if filled > 0.0 && filled + GAP + width > self.width {
                height += row + GAP;
                filled = width;
                row = button;
            } else {
                filled += GAP + width;
                row = row.max(button);
            }
        }
        height + row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn buttons_that_do_not_fit_begin_a_row() {
        assert_eq!(WIDE.rows(0.0, &[8, 8]), 2.4);
        assert_eq!(WIDE.rows(0.0, &[30, 30, 30]), 2.4 + GAP + 2.4);
        assert_eq!(NARROW.rows(3.3, &[40]), 1.2 + GAP + 2.75);
        // Two lines of text.
        assert_eq!(NARROW.rows(0.0, &[80]), 0.72 + 2.0 * 1.025);
        let figure = json!({ "size": [360.0, 185.0], "parameters": [{ "name": "h", "seconds": 4.0 }, { "name": "m" }],
            "handles": ["h"], "states": [[0.1, 0.2], [0.3, 0.2]], "mistakes": [] });
        // A slider and a line of readings beside the button that plays; below them the states.
        assert_eq!(WIDE.room(&figure), 1.2 + (2.4 + 1.19) + (0.5 + 2.4));
        assert!(
            style(&figure).starts_with("--width: 360; --stage: 360 / 185; --room: 7.7rem; --narrow: "),
            "{}",
            style(&figure)
        );
    }
}
