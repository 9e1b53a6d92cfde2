//! The lesson's panel: which joint is shown and bent, and what the answers read about it.

use crate::file::FigureFile;
use crate::skinned::SkinAnswers;
use common::exercise::Screen;
use common::ui::theme;
use glam::{Quat, Vec3};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPose {
    pub joint: usize,
    pub axis: Axis,
    /// Angle from the pose in the file.
    pub degrees: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Axis {
    X,
    /// The second: in many files along the bone.
    Y,
    Z,
}

impl JointPose {
    pub fn rotation(self) -> Quat {
        Quat::from_axis_angle(Vec3::AXES[self.axis as usize], self.degrees.to_radians())
    }
}

/// Draws the choice of a file's joint, its bend, and what the answers read of that joint.
pub(crate) fn draw_file_panel(screen: &Screen<'_>, file: &FigureFile, pose: &mut JointPose, found: &[SkinAnswers]) {
    let ui = screen.ui;
    let em = screen.fonts.em;
    let _id = ui.push_id(&file.model.name);
    ui.text_colored(theme::ACCENT, &file.model.name);
    let width = ui.push_item_width(em * 11.0);
    if let Some(_open) = ui.begin_combo("joint", file.joint_name(pose.joint)) {
        for joint in (0..file.joints.len()).filter(|joint| file.model.is_joint[*joint]) {
            if ui.selectable_config(file.joint_name(joint)).selected(joint == pose.joint).build() {
                pose.joint = joint;
            }
        }
    }
    let degrees = &mut pose.degrees;
    screen.slider("bent", [-90.0, 90.0], &format!("{degrees:.0}°"), degrees);
    width.end();
    for (number, (label, axis)) in [("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)].iter().enumerate() {
        if number > 0 {
            ui.same_line();
        }
        ui.radio_button(label, &mut pose.axis, *axis);
    }
    for line in skin_lines(*pose, found) {
        ui.text(line);
    }
}

/// Returns two lines for each skin: its positions, and the slot and the vertices of the posed joint.
pub(crate) fn skin_lines(pose: JointPose, found: &[SkinAnswers]) -> Vec<String> {
    let mut lines = Vec::new();
    for found in found {
        let most = found.influences.iter().map(Vec::len).max().unwrap_or(0);
        lines.push(format!("{} positions, up to {most} joints", found.influences.len()));
        match found.joints.iter().position(|joint| *joint == pose.joint) {
            Some(slot) => {
                let count = found.four.iter().filter(|list| list.iter().any(|i| i.slot == slot)).count();
                lines.push(format!("joint {} is slot {slot}: {count} follow", pose.joint));
            }
            None => lines.push(format!("joint {} has no slot", pose.joint)),
        }
    }
    lines
}
