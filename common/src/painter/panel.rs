//! The panel of a scene: its controls, its time, and its lines of text.

use crate::exercise::Screen;
use check::Lesson;
use drawing::{Control, ControlKind, Frame};
use player::SceneTime;

/// Draws the panel. A slider that is not set stands where the frame's scene chose.
pub(super) fn draw(
    screen: &Screen<'_>,
    lesson: &Lesson,
    controls: &[Control],
    values: &mut [f32],
    time: &mut SceneTime,
    frame: &Frame,
) {
    let ui = screen.ui;
    screen.panel(&lesson.about.toml.title, || {
        for (number, (Control { name, kind, .. }, value)) in controls.iter().zip(values).enumerate() {
            match *kind {
                ControlKind::Slider(range, start) => {
                    let width = ui.push_item_width(screen.fonts.em * 10.0);
                    let chosen =
                        frame.chosen.iter().find(|(control, _)| *control == number).map_or(0.0, |(_, value)| *value);
                    let mut shown = if value.is_nan() { chosen } else { *value };
                    let digits = if range[1] - range[0] >= 50.0 { 0 } else { 2 };
                    if screen.slider(name, range, &format!("{shown:.digits$}"), &mut shown) {
                        *value = shown;
                    }
                    width.end();
                    if start.is_nan() && !value.is_nan() {
                        ui.same_line();
                        if ui.button(format!("let it move##{name}")) {
                            *value = start;
                        }
                    }
                }
                ControlKind::Switch => {
                    let mut is_on = *value != 0.0;
                    ui.checkbox(name, &mut is_on);
                    *value = f32::from(u8::from(is_on));
                }
                ControlKind::Choice(names, _) => {
                    ui.text(name);
                    for (choice, name) in names.iter().enumerate() {
                        ui.same_line();
                        let mut now = *value as usize;
                        ui.radio_button(format!("{name}##{number}"), &mut now, choice);
                        *value = now as f32;
                    }
                }
                ControlKind::HeatMap => {}
            }
        }
        time.controls(screen);
        for line in &frame.words {
            ui.text_wrapped(line);
        }
    });
}
