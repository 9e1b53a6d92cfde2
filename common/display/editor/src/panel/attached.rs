//! Models, and hit and hurt spheres, that are attached to joints.

use super::{Editor, heading};
use crate::{EditTarget, GIVEN, Request};
use armature::attachment::SphereKind;
use glam::Vec3;
use imgui::{Drag, Ui};
use ui::{screen::button, theme};

impl Editor {
    /// Draws the tab that attaches models and spheres to the selected joint and lists them.
    pub(super) fn attached_tab(&mut self, ui: &Ui, em: f32) {
        let joints = self.actor.model.skeleton.joints();
        let joint = self.actor.selection.first().map_or("a joint", |joint| &joints[joint].name).to_owned();
        heading(ui, &format!("Add to {joint}:"));
        for (index, name) in GIVEN.iter().enumerate() {
            if button(ui, name, index == 0) {
                self.request(Request::Attach((*name).to_owned()));
            }
        }
        for (label, kind) in [("hit sphere", SphereKind::Hit), ("hurt sphere", SphereKind::Hurt)] {
            if button(ui, label, false) {
                self.request(Request::AddSphere(kind));
            }
        }
        ui.set_next_item_width(em * 9.0);
        let field = ui.input_text("##file", &mut self.panel.file).hint("model.glb");
        let is_entered = field.enter_returns_true(true).build();
        if (button(ui, "add file", false) || is_entered) && !self.panel.file.trim().is_empty() {
            self.request(Request::Attach(self.panel.file.trim().to_owned()));
        }
        ui.separator();
        self.list(ui);
        self.fields(ui, em);
    }

    /// Draws the list of attachments and spheres. A click gives the handles to one.
    fn list(&mut self, ui: &Ui) {
        let joints = self.actor.model.skeleton.joints();
        let document = self.document();
        let attachments = document
            .attachments
            .iter()
            .enumerate()
            .map(|(index, it)| (EditTarget::Attachment(index), &it.name, it.joint, theme::TEXT));
        let spheres = document.spheres.iter().enumerate().map(|(index, it)| {
            let color = if it.kind == SphereKind::Hit { theme::BAD } else { theme::COOL };
            (EditTarget::Sphere(index), &it.name, it.joint, color)
        });
        let mut chosen = None;
        for (target, name, joint, color) in attachments.chain(spheres) {
            let color = ui.push_style_color(imgui::StyleColor::Text, color);
            let label = format!("{name}  on {}##{target:?}", joints[joint].name);
            if ui.selectable_config(label).selected(self.target == target).build() {
                chosen = Some(target);
            }
            color.pop();
        }
        if let Some(target) = chosen {
            self.choose(target);
        }
    }

    fn fields(&mut self, ui: &Ui, em: f32) {
        let Some(frame) = self.frame().filter(|_| self.target != EditTarget::Joint) else { return };
        let (local, is_done) = self.transform_fields(ui, em, frame.local, self.target);
        if let Some(local) = local {
            self.move_target(local);
        }
        let document = self.document();
        let target = self.target;
        let (label, mut value, speed) = match target {
            EditTarget::Joint => return,
            EditTarget::Sphere(index) => ("radius", document.spheres[index].radius, 0.002),
            EditTarget::Attachment(index) => ("size", document.attachments[index].joint_from_attachment.scale.x, 0.005),
        };
        ui.set_next_item_width(em * 8.0);
        let field = Drag::new(label).range(1e-4, 1e4).speed(speed).display_format("%.3f");
        if field.build(ui, &mut value) && value.is_finite() {
            self.session.history.drag(|document| match target {
                EditTarget::Joint => {}
                EditTarget::Sphere(index) => document.spheres[index].radius = value,
                EditTarget::Attachment(index) => {
                    document.attachments[index].joint_from_attachment.scale = Vec3::splat(value);
                }
            });
            self.fresh = true;
        }
        let is_done = is_done | ui.is_item_deactivated_after_edit();
        if is_done {
            self.session.history.end_drag();
        }
        if ui.button("delete this") {
            self.request(Request::Delete);
        }
    }
}
