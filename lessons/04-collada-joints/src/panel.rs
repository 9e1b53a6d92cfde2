//! The joint tree as the answers read it, beside the scene.

use crate::{Joint, model_poses};
use common::app::{Screen, theme};
use glam::{Mat4, Vec3};

/// A line for each joint, as deep as it lies; its place in its chain at the right. Under the pointer: where it
/// is and what hangs on it.
pub(crate) fn draw(screen: &Screen<'_>, joints: &[Joint]) {
    let ui = screen.ui;
    let chains = joints.iter().filter(|joint| joint.parent.is_none()).count();
    let some =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let counts = format!("{}, {}", some(joints.len(), "joint"), some(chains, "chain"));
    ui.text_colored(theme::DIM, counts);
    if joints.is_empty() {
        ui.text_wrapped("None yet: 04.3 adds them.");
    }
    // Lesson 02's walk needs parents first.
    let in_order = joints.iter().enumerate().all(|(at, joint)| joint.parent.is_none_or(|p| p < at));
    let poses = if in_order { model_poses(joints) } else { Vec::new() };
    let mut depths: Vec<usize> = Vec::new();
    for (number, joint) in joints.iter().enumerate() {
        let above = joint.parent.and_then(|parent| depths.get(parent));
        depths.push(above.map_or(0, |depth| depth + 1));
        let left = ui.cursor_pos()[0] + screen.fonts.em * 0.7 * depths[number] as f32;
        ui.set_cursor_pos([left, ui.cursor_pos()[1]]);
        if joint.name.is_empty() {
            ui.text_colored(theme::DIM, "(no name)");
        } else {
            ui.text(&joint.name);
        }
        if ui.is_item_hovered() {
            ui.tooltip_text(about(joint, joints, poses.get(number)));
        }
        let place = joint.index_in_chain.to_string();
        let [width, _] = ui.calc_text_size(&place);
        ui.same_line_with_pos(ui.window_content_region_max()[0] - width);
        ui.text_colored(theme::DIM, place);
    }
}

fn about(joint: &Joint, joints: &[Joint], model_from_joint: Option<&Mat4>) -> String {
    let name = |&joint: &usize| joints.get(joint).map_or("(no such joint)", |j| j.name.as_str());
    let below: Vec<&str> = joint.children.iter().map(name).collect();
    let mut text = format!("{} in its chain", joint.index_in_chain);
    if let Some(at) = model_from_joint.map(|matrix| matrix.transform_point3(Vec3::ZERO)) {
        text += &format!("\nat ({:.3}, {:.3}, {:.3}) m", at.x, at.y, at.z);
    }
    if below.is_empty() {
        return text + "\nno children";
    }
    text + "\nchildren: " + &below.join(", ")
}
