//! Joints under the pointer: selected by a click, and dragged.

use super::Stage;
use glam::{Vec2, Vec3};
use player::Pin;
use ui::{Action, labels, layout::Area};

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
    /// Selects the joint nearest to a click, if there was a click near a joint.
    pub(super) fn select_by_click(&mut self) {
        let near = self.input.click.and_then(|click| self.joint_near(click));
        if let (Some(joint), Some(actor)) = (near, self.app.subject().actor()) {
            actor.selection.set(joint);
        }
    }

    /// Returns the joint nearest to a position in the viewport, in pixels, if it is nearer than the height of text.
    fn joint_near(&mut self, position: Vec2) -> Option<usize> {
        let reach = self.gui.fonts.em;
        let mut joints = Vec::new();
        for joint in 0..self.app.subject().actor()?.model.skeleton.len() {
            joints.extend(self.on_screen(joint).map(|position| (joint, position)));
        }
        labels::nearest(joints.into_iter(), position, reach)
    }

    /// Returns a joint's position on the screen, in pixels of the viewport, or `None` if it is not in the picture.
    pub(super) fn on_screen(&mut self, joint: usize) -> Option<Vec2> {
        let clip_from_world = self.view().clip_from_world();
        let local = Area::new(Vec2::ZERO, self.layout.viewport.size);
        labels::on_screen(clip_from_world, local, self.app.subject().actor()?.joint_position(joint))
    }

    /// Drags a joint with the pointer, in the plane that faces the viewer. A drag begins where the button goes down on a joint,
    /// while bones are shown, or a figure is edited. Returns whether a joint is dragged.
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
                actor.selection.set(joint);
            }
        }
        if !self.input.is_left_down() {
            self.dragged = None;
        }
        true
    }

    /// Begins to drag the joint on which the button went down, or returns `None` if that joint cannot be dragged.
    fn draggable(&mut self, press: Vec2) -> Option<Dragged> {
        if self.input.shift() || !self.offered().contains(&Action::Release) {
            return None;
        }
        let joint = self.joint_near(press)?;
        let beside = self.on_screen(joint)? - press;
        let shows_joints = self.options.bones || self.app.subject().editing().is_some();
        let actor = self.app.subject().actor()?;
        if !shows_joints && !actor.model.parts.is_empty() {
            return None;
        }
        let from = actor.joint_position(joint);
        Pin::new(&actor.model, joint, from).map(|_| Dragged { joint, from, beside })
    }
}
