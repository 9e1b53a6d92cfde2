//! The panel of a scene: its buttons and controls, its time, and its lines of text.

use super::steering::KEYS;
use crate::exercise::Screen;
use check::Lesson;
use drawing::{Control, ControlKind, Frame, Scene, SceneInfo, Steering};
use player::SceneTime;
use ui::theme;

/// Buttons in a row.
const BUTTONS: usize = 4;

/// Draws the panel, without time and buttons where a timeline has both, and returns the button that is pressed. A slider that is not set stands where the frame's scene chose.
pub(super) fn draw(
    screen: &Screen<'_>,
    lesson: &Lesson,
    SceneInfo { controls, buttons, steering, .. }: &SceneInfo,
    values: &mut [f32],
    time: Option<&mut SceneTime>,
    frame: &Frame,
    scene: &dyn Scene,
) -> Option<usize> {
    let ui = screen.ui;
    let mut pressed = None;
    screen.panel(&lesson.about.toml.title, || {
        if let Some(Steering::Walk) = steering {
            for (key, does) in KEYS {
                ui.text(key);
                ui.same_line_with_pos(screen.fonts.em * 8.2);
                ui.text_colored(theme::DIM, does);
            }
        }
        for (number, name) in buttons.iter().enumerate().filter(|_| time.is_some()) {
            if number % BUTTONS > 0 {
                ui.same_line();
            }
            if ui.button(name) {
                pressed = Some(number);
            }
        }
        for (number, (Control { name, kind, .. }, value)) in controls.iter().zip(values).enumerate() {
            let chosen = frame.chosen.iter().find(|(control, _)| *control == number).map_or(0.0, |(_, value)| *value);
            match *kind {
                ControlKind::Slider(range, start) => {
                    let width = ui.push_item_width(screen.fonts.em * 10.0);
                    let mut shown = if value.is_nan() { chosen } else { *value };
                    let digits = if range[1] - range[0] >= 50.0 {
                        0
                    } else if range[1] > 0.2 {
                        2
                    } else {
                        3
                    };
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
                ControlKind::List => {
                    let names = scene.list(number);
                    let shown = if value.is_nan() { chosen } else { *value } as usize;
                    let width = ui.push_item_width(screen.fonts.em * 12.0);
                    if let Some(_open) = ui.begin_combo(name, names.get(shown).map_or("", String::as_str)) {
                        for (choice, name) in names.iter().enumerate() {
                            if ui.selectable_config(name).selected(choice == shown).build() {
                                *value = choice as f32;
                            }
                        }
                    }
                    width.end();
                }
                ControlKind::HeatMap | ControlKind::Ghosts => {}
            }
        }
        if let Some(time) = time {
            time.controls(screen);
        }
        for line in &frame.words {
            ui.text_wrapped(line);
        }
        if !lesson.earlier.is_empty() {
            screen.running_code();
        }
    });
    pressed
}
