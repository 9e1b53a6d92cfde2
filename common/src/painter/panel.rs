//! The panel of a scene: its buttons and controls, its time, and its lines of text.

use super::steering::KEYS;
use crate::exercise::Screen;
use check::Lesson;
use drawing::{ControlKind, Frame, Scene, SceneInfo, Steering};
use player::{Playback, clock::scene_controls};
use ui::theme;

const BUTTONS: usize = 4;

/// Draws the panel, and returns the button that is pressed. Without `time`, a timeline has both time and buttons. A slider
/// that is not set stands where the scene chose in this frame.
pub(super) fn draw(
    screen: &Screen<'_>,
    lesson: &Lesson,
    info: &SceneInfo,
    values: &mut [f32],
    time: Option<&mut Playback>,
    frame: &Frame,
    scene: &dyn Scene,
) -> Option<usize> {
    let mut pressed = None;
    screen.panel(&lesson.about.toml.title, || {
        if let Some(Steering::Walk) = info.steering {
            draw_keys(screen);
        }
        if time.is_some() {
            pressed = draw_buttons(screen, info.buttons);
        }
        for (number, (control, value)) in info.controls.iter().zip(values).enumerate() {
            let mut shown = *value;
            if shown.is_nan() {
                let chosen = frame.chosen.iter().find(|(control, _)| *control == number);
                shown = chosen.map_or(0.0, |(_, value)| *value);
            }
            match control.kind {
                ControlKind::Slider(range, start) => draw_slider(screen, control.name, range, start, shown, value),
                ControlKind::Switch => {
                    let mut is_on = *value != 0.0;
                    screen.ui.checkbox(control.name, &mut is_on);
                    *value = f32::from(u8::from(is_on));
                }
                ControlKind::Choice(names, _) => draw_choice(screen, number, control.name, names, value),
                ControlKind::List => draw_list(screen, control.name, &scene.list(number), shown as usize, value),
                ControlKind::HeatMap | ControlKind::Ghosts => {}
            }
        }
        if let Some(time) = time {
            scene_controls(time, screen);
        }
        for line in &frame.words {
            screen.ui.text_wrapped(line);
        }
        if !lesson.earlier.is_empty() {
            screen.running_code();
        }
    });
    pressed
}

fn draw_keys(screen: &Screen<'_>) {
    for (key, does) in KEYS {
        screen.ui.text(key);
        screen.ui.same_line_with_pos(screen.fonts.em * 8.2);
        screen.ui.text_colored(theme::DIM, does);
    }
}

fn draw_buttons(screen: &Screen<'_>, names: &[&str]) -> Option<usize> {
    let mut pressed = None;
    for (number, name) in names.iter().enumerate() {
        if number % BUTTONS > 0 {
            screen.ui.same_line();
        }
        if screen.ui.button(name) {
            pressed = Some(number);
        }
    }
    pressed
}

/// Draws a slider at `shown`. If it is set, and moves until then, a button beside it lets it move again.
fn draw_slider(screen: &Screen<'_>, name: &str, range: [f32; 2], start: f32, mut shown: f32, value: &mut f32) {
    let ui = screen.ui;
    let width = ui.push_item_width(screen.fonts.em * 10.0);
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

fn draw_choice(screen: &Screen<'_>, number: usize, name: &str, choices: &[&str], value: &mut f32) {
    screen.ui.text(name);
    let mut chosen = *value as usize;
    for (choice, name) in choices.iter().enumerate() {
        screen.ui.same_line();
        screen.ui.radio_button(format!("{name}##{number}"), &mut chosen, choice);
    }
    *value = chosen as f32;
}

fn draw_list(screen: &Screen<'_>, name: &str, choices: &[String], shown: usize, value: &mut f32) {
    let ui = screen.ui;
    let width = ui.push_item_width(screen.fonts.em * 12.0);
    if let Some(_open) = ui.begin_combo(name, choices.get(shown).map_or("", String::as_str)) {
        for (choice, name) in choices.iter().enumerate() {
            if ui.selectable_config(name).selected(choice == shown).build() {
                *value = choice as f32;
            }
        }
    }
    width.end();
}
