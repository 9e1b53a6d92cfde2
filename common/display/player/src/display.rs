//! The display options and the camera's buttons.

use crate::Actor;
use drawing::weight_ramp;
use glam::Vec2;
use graphics::camera::Projection;
use imgui::{Ui, WindowFlags};
use ui::{
    Action, DisplayOptions, Fonts, SkinningMethod, View,
    keys::shown,
    layout::Area,
    screen::{docked, heading, switch, toggle},
    theme,
};

/// Height of the panel without a figure, with `extra` more switches, in multiples of the font's size.
pub fn height_alone(extra: usize) -> f32 {
    8.2 + 1.9 * extra as f32
}

/// Draws the panel and returns the actions that were clicked. Without a figure fewer switches make sense.
pub fn draw_display_panel(
    ui: &Ui,
    area: Area,
    fonts: Fonts,
    actor: Option<&Actor>,
    view: &View,
    offered: &[Action],
) -> Vec<Action> {
    let mut actions = Vec::new();
    docked(ui, "##display", area, WindowFlags::empty(), || {
        heading(ui, "Display", Action::Display);
        if let Some(actor) = actor {
            figure_options(ui, fonts, view.options, offered, actor, &mut actions);
            ui.separator();
        }
        scene_options(ui, view, offered, actor.is_some(), &mut actions);
    });
    actions
}

/// Draws the switches of the figure, and the legend of the colours that are shown.
fn figure_options(
    ui: &Ui,
    fonts: Fonts,
    options: DisplayOptions,
    offered: &[Action],
    actor: &Actor,
    actions: &mut Vec<Action>,
) {
    let rows = [
        ("skinning", options.skinning, Action::Skinning),
        ("bind pose", actor.bind_pose, Action::BindPose),
        ("bones", options.bones, Action::Bones),
        ("axes", options.axes, Action::Axes),
        ("names", options.names, Action::Names),
        ("wireframe", options.wireframe, Action::Wireframe),
        ("normals", options.normals, Action::Normals),
        ("onion skins", options.onion_skins, Action::OnionSkins),
        ("weights", options.heat_map, Action::HeatMap),
    ];
    switches(ui, &rows, actions);
    if options.heat_map {
        legend(ui, fonts.em);
    }
    if offered.contains(&Action::SkinningMethod) {
        method(ui, options.method, actions);
    }
    if offered.contains(&Action::Release) {
        limb_controls(ui, options, actor, actions);
    }
}

fn method(ui: &Ui, method: SkinningMethod, actions: &mut Vec<Action>) {
    let key = shown(Action::SkinningMethod);
    let name = match method {
        SkinningMethod::Linear => "linear blending",
        SkinningMethod::Dual => "dual quaternions",
    };
    if toggle(ui, &format!("{name}  {key}##method"), method != SkinningMethod::Linear) {
        actions.push(Action::SkinningMethod);
    }
}

/// Labels of the legend, one for each colour of the ramp.
const WEIGHTS: [&str; 5] = ["0", "0.25", "0.50", "0.75", "1"];

/// Draws the meaning of the colours on a figure in a corner of the viewport, for when the panel is closed.
pub fn legend_over(ui: &Ui, fonts: Fonts, viewport: Area, actor: &Actor, options: DisplayOptions) {
    if !options.heat_map || actor.selection.first().is_none() {
        return;
    }
    let size = Vec2::new(15.0, 3.2) * fonts.em;
    let corner = Area::new(Vec2::new(viewport.max().x - size.x, viewport.min.y), size);
    docked(ui, "##legend", corner, WindowFlags::NO_INPUTS, || legend(ui, fonts.em));
}

fn limb_controls(ui: &Ui, options: DisplayOptions, actor: &Actor, actions: &mut Vec<Action>) {
    if !actor.held.pins.is_empty() {
        if ui.button(format!("let go of dragged joints  {}", shown(Action::Release))) {
            actions.push(Action::Release);
        }
    } else if options.bones || actor.model.parts.is_empty() {
        ui.text_colored(theme::DIM, "drag a joint: its limb follows");
    } else {
        ui.text_colored(theme::DIM, "with bones: drag a hand or a foot");
    }
}

fn scene_options(ui: &Ui, view: &View, offered: &[Action], has_actor: bool, actions: &mut Vec<Action>) {
    let options = view.options;
    let orthographic = matches!(view.camera.projection, Projection::Orthographic { .. });
    let rows = [
        ("grid", options.grid, Action::Grid),
        ("flashlight", options.flashlight, Action::Flashlight),
        ("orthographic view", orthographic, Action::Orthographic),
    ];
    let mut rows: Vec<_> = rows.into_iter().filter(|(.., action)| offered.contains(action)).collect();
    if !has_actor {
        let extra = [
            ("weights", options.heat_map, Action::HeatMap),
            ("onion skins", options.onion_skins, Action::OnionSkins),
            ("bones", options.bones, Action::Bones),
        ];
        let before_long_names = rows.len().saturating_sub(1);
        let extra = extra.into_iter().filter(|(.., action)| offered.contains(action));
        rows.splice(before_long_names..before_long_names, extra);
    }
    switches(ui, &rows, actions);
    for (label, action) in
        [("figure", Action::Frame), ("front", Action::ViewFront), ("side", Action::ViewSide), ("top", Action::ViewTop)]
    {
        if offered.contains(&action) {
            if ui.button(format!("{label} {}", shown(action))) {
                actions.push(action);
            }
            ui.same_line();
        }
    }
    ui.new_line();
}

fn switches(ui: &Ui, rows: &[(&str, bool, Action)], actions: &mut Vec<Action>) {
    let half = ui.window_content_region_max()[0] * 0.52;
    let mut is_left = true;
    for (label, on, action) in rows {
        // A long one has a row to itself.
        is_left |= label.len() > 12;
        if !is_left {
            ui.same_line_with_pos(half);
        }
        is_left = !is_left;
        if switch(ui, label, *on, *action) {
            actions.push(*action);
        }
    }
}

fn legend(ui: &Ui, em: f32) {
    let ramp = weight_ramp();
    let [x, y] = ui.cursor_screen_pos();
    let width = ui.content_region_avail()[0] - em;
    let height = em * 0.8;
    let left = x + em * 0.5;
    let list = ui.get_window_draw_list();
    let steps = ramp.len() - 1;
    for step in 0..steps {
        let [from_x, to_x] = [step, step + 1].map(|step| left + width * step as f32 / steps as f32);
        let [from, to] = [ramp[step], ramp[step + 1]].map(|color| color.extend(1.0).to_array());
        list.add_rect_filled_multicolor([from_x, y], [to_x, y + height], from, to, to, from);
    }
    for (index, label) in WEIGHTS.into_iter().enumerate() {
        let [wide, _] = ui.calc_text_size(label);
        let middle = left + width * index as f32 / steps as f32;
        // The first and the last may be longer than half a step.
        let from = (middle - wide / 2.0).clamp(x, (left + width + em * 0.5 - wide).max(x));
        list.add_text([from, y + height + em * 0.1], theme::DIM, label);
    }
    ui.dummy([width, height + em * 1.3]);
}
