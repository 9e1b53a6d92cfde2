//! Joints under the pointer: selected by a click, and dragged.

use super::Stage;
use crate::player::Pin;
use crate::ui::{Action, labels, layout::Area};
use glam::{Vec2, Vec3};

/// A joint that is dragged in the plane of the view.
#[derive(Clone, Copy)]
pub(super) struct Dragged {
    joint: usize,
    /// Position of the joint in world space when the button went down. The plane goes through it.
    from: Vec3,
    /// Offset of the joint from the pointer on the screen, in pixels.
    beside: Vec2,
}

impl Stage {
    /// The selected joint is the one that was clicked, if one is near.
    pub(super) fn select_by_click(&mut self) {
        let near = self.input.click.and_then(|click| self.joint_near(click));
        if let (Some(joint), Some(actor)) = (near, self.app.subject().actor()) {
            actor.selected = Some(joint);
        }
    }

    /// The joint of the figure that is seen near this place of the viewport.
    fn joint_near(&mut self, place: Vec2) -> Option<usize> {
        let reach = self.gui.fonts.em;
        let joints = (0..self.app.subject().actor()?.model.skeleton.len())
            .filter_map(|joint| Some((joint, self.seen(joint)?)))
            .collect::<Vec<_>>();
        labels::nearest(joints.into_iter(), place, reach)
    }

    /// Returns a joint's position on the screen, in pixels of the viewport.
    pub(super) fn seen(&mut self, joint: usize) -> Option<Vec2> {
        let clip_from_world = self.view().clip_from_world();
        let local = Area::new(Vec2::ZERO, self.layout.viewport.size);
        labels::on_screen(clip_from_world, local, self.app.subject().actor()?.joint_position(joint))
    }

    /// Drags a joint along with the pointer, in the plane of the view; false where none is dragged. One is where bones
    /// are shown and the button went down on a joint that can be.
    pub(super) fn drag_joint(&mut self) -> bool {
        if let Some(press) = self.input.left_press {
            self.dragged = self.draggable(press);
        }
        let Some(Dragged { joint, from, beside }) = self.dragged else { return false };
        if let Some(pointer) = self.input.pointer
            && self.input.has_travelled()
        {
            let place = (pointer + beside) / self.layout.viewport.size;
            let at = self.view().in_plane_of(from, place);
            if let Some(actor) = self.app.subject().actor() {
                actor.pin(joint, at);
                actor.selected = Some(joint);
            }
        }
        if !self.input.is_left_down() {
            self.dragged = None;
        }
        true
    }

    fn draggable(&mut self, press: Vec2) -> Option<Dragged> {
        if self.input.shift() || !self.offered().contains(&Action::Release) {
            return None;
        }
        let joint = self.joint_near(press)?;
        let beside = self.seen(joint)? - press;
        let actor = self.app.subject().actor()?;
        if !(self.options.bones || actor.model.parts.is_empty()) {
            return None;
        }
        let from = actor.joint_position(joint);
        Pin::new(&actor.model, joint, from).map(|_| Dragged { joint, from, beside })
    }
}
