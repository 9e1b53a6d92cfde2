//! The clips: choose, make, rename, duplicate, delete, and how long one is.

use super::Editor;
use crate::Request;
use imgui::{Drag, Ui};
use ui::{screen::button, theme};

impl Editor {
    /// Draws the tab of the clips: buttons to add, duplicate and delete, and the fields of the shown clip.
    pub(super) fn clips_tab(&mut self, ui: &Ui, em: f32) {
        let requests =
            [("New", Request::NewClip), ("Duplicate", Request::DuplicateClip), ("Delete clip", Request::DeleteClip)];
        for (index, (label, request)) in requests.into_iter().enumerate() {
            if button(ui, label, index == 0) {
                self.request(request);
            }
        }
        if let Some((index, name, end)) =
            self.actor.clip.zip(self.clip()).map(|(index, clip)| (index, clip.name.clone(), clip.end()))
        {
            let named = Some((index, name));
            if self.panel.named != named {
                self.panel.name = named.as_ref().map_or(String::new(), |(_, name)| name.clone());
                self.panel.named = named;
            }
            ui.set_next_item_width(em * 11.0);
            if std::mem::take(&mut self.panel.types_name) {
                ui.set_keyboard_focus_here();
            }
            ui.input_text("name", &mut self.panel.name).auto_select_all(true).build();
            if ui.is_item_deactivated_after_edit() {
                self.request(Request::Rename(self.panel.name.clone()));
                self.panel.named = None; // taken or empty, it is as before
            }
            let mut value = end;
            ui.set_next_item_width(em * 11.0);
            let field = Drag::new("end").range(0.0, 600.0).speed(0.01).display_format("%.3f s");
            let has_changed = field.build(ui, &mut value);
            if has_changed && value.is_finite() {
                self.session.history.drag(|document| document.clips[index].set_end(value));
                self.follow_document();
            }
            if ui.is_item_deactivated_after_edit() {
                self.session.history.end_drag();
            }
        }
        ui.separator();
        let mut chosen = None;
        for (index, clip) in self.document().clips.iter().enumerate() {
            let label = format!("{}##{index}", clip.name);
            if ui.selectable_config(label).selected(self.actor.clip == Some(index)).build() {
                chosen = Some(index);
            }
            let length = format!("{:.2} s", clip.end() - clip.start());
            let right = ui.window_content_region_max()[0] - ui.calc_text_size(&length)[0];
            ui.same_line_with_pos(right);
            ui.text_colored(theme::DIM, length);
        }
        if let Some(index) = chosen {
            self.actor.select_clip(index);
            self.fresh = true;
        }
    }
}
