//! The selected joint: its angles and its place by typing, keys, mirror, copies.

use super::{Angles, Editor, heading};
use crate::{EditTarget, Request, requests::interpolation_name};
use armature::animation::Interpolation;
use armature::math::Transform;
use armature_offline::edit::EulerEntry;
use glam::{Quat, Vec3};
use imgui::{Drag, Ui};
use ui::{
    Action,
    keys::shown,
    screen::{button, button_width, same_line_if_room, toggle},
    theme,
};
use verdict::wording::{counted, without_negative_zero};

/// The largest angle that can be typed: a hundred turns.
const MAX_DEGREES: f32 = 36_000.0;

/// The result of three fields.
pub(super) struct Typed {
    /// The axis, and its new value, if one has changed.
    pub(super) axis: Option<(usize, f32)>,
    /// A field was left after a change.
    pub(super) is_done: bool,
}

/// Draws three fields in a row, x, y and z, with digits and a unit: dragged, or typed in after a double click.
fn three(ui: &Ui, em: f32, name: &str, values: [f32; 3], speed: f32, (digits, unit): (usize, &str)) -> Typed {
    let mut typed = Typed { axis: None, is_done: false };
    let room = ui.content_region_avail()[0] - 3.2 * em;
    for (axis, value) in values.into_iter().enumerate() {
        let mut value = without_negative_zero(value, digits);
        let color = ui.push_style_color(imgui::StyleColor::Text, theme::AXES[axis]);
        ui.set_next_item_width((room / 3.0 - 0.3 * em).max(2.0 * em));
        let field = Drag::new(format!("##{name}{axis}")).speed(speed).display_format(format!("%.{digits}f{unit}"));
        if field.build(ui, &mut value) {
            typed.axis = Some((axis, value));
        }
        color.pop();
        typed.is_done |= ui.is_item_deactivated_after_edit();
        ui.same_line_with_spacing(0.0, 0.3 * em);
    }
    ui.text_colored(theme::DIM, name);
    typed
}

impl Editor {
    /// Draws the tab of the pose: the transform of the selected joint, and buttons for keys and poses.
    pub(super) fn pose_tab(&mut self, ui: &Ui, em: f32) {
        let Some(joint) = self.actor.selection.first() else {
            ui.text_wrapped("Click a joint in the picture or in the tree.");
            return;
        };
        ui.text_colored(theme::ACCENT, &self.actor.model.skeleton.joints()[joint].name);
        ui.same_line();
        let others = self.actor.selection.joints().len().saturating_sub(1);
        heading(ui, &if others > 0 { format!("and {others} more") } else { "on its parent".into() });
        let local = self.actor.instance.pose().locals[joint];
        let (local, is_done) = self.transform_fields(ui, em, local, EditTarget::Joint);
        if let Some(local) = local {
            self.choose(EditTarget::Joint);
            self.actor.player.pause();
            self.move_target(local);
        }
        if is_done && !self.actor.held.locals.is_empty() {
            self.key_if_automatic();
        }
        let mut auto_key = self.auto_key;
        if ui.checkbox("set a key after each turn", &mut auto_key) {
            self.auto_key = auto_key;
        }
        let mut turns_all = self.turns_all;
        if ui.checkbox("turn all keys by the same", &mut turns_all) {
            self.turns_all = turns_all;
        }
        self.interpolation_buttons(ui);
        let actions = [
            ("Set key", Action::SetKey),
            ("Delete", Action::Delete),
            ("Copy", Action::Copy),
            ("Paste", Action::Paste),
            ("Paste mirrored", Action::PasteMirrored),
            ("Mirror the pose", Action::Mirror),
        ];
        for (index, (name, action)) in actions.into_iter().enumerate() {
            let label = format!("{name} {}", shown(action).split(' ').next().unwrap_or_default());
            if button(ui, &label, index == 0) {
                self.requests.extend(Request::from_action(action));
            }
        }
        if button(ui, &format!("{} {}", self.handle_name(), shown(Action::Handles)), false) {
            self.toggle_handles();
        }
    }

    fn interpolation_buttons(&mut self, ui: &Ui) {
        let key = shown(Action::Interpolation);
        let words = match self.timeline.selected.len() {
            0 => format!("a joint's first key  {key}"),
            count => format!("{} selected  {key}", counted(count, "key", "keys")),
        };
        heading(ui, &words);
        let now = self.interpolation();
        for (index, kind) in [Interpolation::Smooth, Interpolation::Linear, Interpolation::Held].into_iter().enumerate()
        {
            let name = interpolation_name(kind);
            if index > 0 {
                same_line_if_room(ui, button_width(ui, name));
            }
            if toggle(ui, name, now == Some(kind)) {
                self.request(Request::Interpolate(kind));
            }
        }
    }

    /// The angles that the fields show. They begin again for another joint, or for another target on it.
    pub(crate) fn angles_of(&mut self, target: EditTarget, rotation: Quat) -> [f32; 3] {
        let owner = self.actor.selection.first().map(|joint| (joint, target));
        if self.angles.owner != owner {
            self.angles = Angles { entry: EulerEntry::default(), owner };
        }
        self.angles.entry.show(rotation)
    }

    /// The rotation after an angle was typed, of at most a hundred turns.
    pub(crate) fn type_angle(&mut self, rotation: Quat, axis: usize, degrees: f32) -> Quat {
        self.angles.entry.enter(rotation, axis, degrees.clamp(-MAX_DEGREES, MAX_DEGREES))
    }

    /// Draws the fields of a transform. After an edit it returns the new transform, and whether the edit is complete.
    pub(super) fn transform_fields(
        &mut self,
        ui: &Ui,
        em: f32,
        local: Transform,
        target: EditTarget,
    ) -> (Option<Transform>, bool) {
        let mut changed = None;
        let mut is_done = false;
        if !matches!(target, EditTarget::Sphere(_)) {
            let angles = self.angles_of(target, local.rotation);
            let typed = three(ui, em, "turn", angles, 0.5, (1, "°"));
            is_done |= typed.is_done;
            if let Some((axis, degrees)) = typed.axis {
                let rotation = self.type_angle(local.rotation, axis, degrees);
                changed = Some(Transform { rotation, ..local });
            }
        }
        let typed = three(ui, em, "place", local.translation.to_array(), 0.002, (3, ""));
        is_done |= typed.is_done;
        if let Some((axis, value)) = typed.axis.filter(|(_, value)| value.is_finite()) {
            let mut translation: Vec3 = local.translation;
            translation[axis] = value;
            changed = Some(Transform { translation, ..changed.unwrap_or(local) });
        }
        (changed, is_done)
    }
}
