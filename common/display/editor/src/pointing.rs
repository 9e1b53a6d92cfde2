//! The pointer in the picture: which handle it is on, dragging it, and clicks on attachments and spheres.

use super::{
    Editor, Request,
    handles::{self, Drag, Handle, HandleFrame, Kinds, ScreenProjection},
};
use armature::math::Transform;
use glam::{Vec2, Vec3};
use graphics::bones::joint_above;
use ui::Input;

/// The thing that has the handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditTarget {
    /// The selected joint.
    #[default]
    Joint,
    Attachment(usize),
    Sphere(usize),
}

/// The pointer in the picture, and the handles there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pointer {
    /// Whether a joint has arrows instead of rings.
    pub(super) moves: bool,
    pub(super) screen: Option<ScreenProjection>,
    /// The handle under the pointer.
    pub(super) hot: Option<Handle>,
    pub(super) drag: Option<Drag>,
    /// The amount of the current drag.
    pub(super) amount: f32,
}

impl Editor {
    /// Turns from rings to arrows and back.
    pub(super) fn toggle_handles(&mut self) {
        self.pointer.moves = !self.pointer.moves;
        self.session.say(self.handle_name());
        self.fresh = true;
    }

    pub(super) fn handle_name(&self) -> &'static str {
        if self.pointer.moves { "arrows" } else { "rings" }
    }

    /// Handles the pointer before the camera does. True if it is used.
    pub(super) fn point(&mut self, input: &Input, screen: ScreenProjection) -> bool {
        self.pointer.screen = Some(screen);
        if self.pointer.drag.is_some() {
            return self.continue_drag(input, &screen);
        }
        let frame = self.frame();
        let hot = match (&frame, input.pointer) {
            (Some(frame), Some(pointer)) => handles::at(frame, self.kinds(), &screen, pointer),
            _ => None,
        };
        self.fresh |= hot != self.pointer.hot;
        self.pointer.hot = hot;
        if let (Some(frame), Some(press)) = (frame, input.left_press)
            && let Some(handle) = handles::at(&frame, self.kinds(), &screen, press)
        {
            self.pointer.amount = 0.0;
            self.actor.player.pause();
            self.pointer.drag = Drag::new(frame, handle, &screen, press);
            return self.pointer.drag.is_some();
        }
        input.click.is_some_and(|click| self.pick(click, input.click_has_shift, &screen))
    }

    /// Moves the dragged handle with the pointer, and ends the drag when the button is released. A click selects what is
    /// behind the handle.
    fn continue_drag(&mut self, input: &Input, screen: &ScreenProjection) -> bool {
        let Some(drag) = self.pointer.drag else { return false };
        let has_travelled = input.has_travelled() || self.pointer.amount != 0.0;
        if let Some(pointer) = input.pointer
            && has_travelled
        {
            self.pointer.amount = drag.amount(pointer, input.control());
            self.move_target(drag.result(self.pointer.amount));
        }
        if input.is_left_down() {
            return true;
        }
        self.pointer.drag = None;
        self.session.history.end_drag();
        if !has_travelled {
            return input.click.is_some_and(|click| self.pick(click, input.click_has_shift, screen));
        }
        if self.target == EditTarget::Joint {
            self.key_if_automatic();
        }
        true
    }

    /// Takes the joints of limbs that were dragged in the picture as turned by hand.
    pub(super) fn take_dragged_limbs(&mut self) {
        for pin in std::mem::take(&mut self.actor.held.pins) {
            for &joint in pin.turning() {
                self.turn_by_hand(joint, self.actor.instance.pose().locals[joint]);
            }
        }
        self.actor.pose();
        self.key_if_automatic();
    }

    /// Sets a key if keys are set automatically, and reports otherwise that the pose has none.
    pub(super) fn key_if_automatic(&mut self) {
        if self.auto_key {
            self.request(Request::KeyPose);
        } else {
            self.session.say("no key yet: Enter sets it, and another time lets go of it");
        }
    }

    /// The frame of the handles; `None` if no joint is selected.
    pub(super) fn frame(&self) -> Option<HandleFrame> {
        let actor = &self.actor;
        let (world_from_parent, local) = match self.target {
            EditTarget::Joint => {
                let joint = actor.selection.first()?;
                let parent = actor.model.skeleton.joints()[joint].parent;
                let world = actor.model.world_from_model;
                (parent.map_or(world, |parent| actor.world_from_joint(parent)), actor.instance.pose().locals[joint])
            }
            EditTarget::Attachment(index) => {
                let attachment = self.document().attachments.get(index)?;
                (actor.world_from_joint(attachment.joint), attachment.joint_from_attachment)
            }
            EditTarget::Sphere(index) => {
                let sphere = self.document().spheres.get(index)?;
                (actor.world_from_joint(sphere.joint), Transform::from_translation(sphere.center))
            }
        };
        Some(HandleFrame { world_from_parent, local })
    }

    /// The handles that are shown.
    pub(super) fn kinds(&self) -> Kinds {
        if self.actor.player.is_playing() {
            return Kinds::default();
        }
        let moves = self.pointer.moves;
        match self.target {
            EditTarget::Joint => {
                let model = &self.actor.model;
                let is_root = self.actor.selection.first().is_some_and(|joint| joint_above(model, joint).is_none());
                Kinds { rings: !moves, arrows: moves || is_root }
            }
            EditTarget::Attachment(_) => Kinds { rings: !moves, arrows: true },
            EditTarget::Sphere(_) => Kinds { rings: false, arrows: true },
        }
    }

    /// Holds a joint in another transform until it has a key or the time changes.
    fn turn_by_hand(&mut self, joint: usize, local: Transform) {
        self.actor.held.locals.retain(|(other, _)| *other != joint);
        self.actor.held.locals.push((joint, local));
    }

    /// Moves the target of the handles. Joints that are selected together turn and move by the same amount, each about its
    /// own axes.
    pub(super) fn move_target(&mut self, local: Transform) {
        self.fresh = true;
        match self.target {
            EditTarget::Joint => {
                let Some(joint) = self.actor.selection.first() else { return };
                let before = self.actor.instance.pose().locals[joint];
                let selection = self.actor.selection.clone();
                for &other in &selection.joints()[1..] {
                    let other_local = self.actor.instance.pose().locals[other];
                    self.turn_by_hand(other, with_change(other_local, before, local));
                }
                self.turn_by_hand(joint, local);
                self.actor.pose();
            }
            EditTarget::Attachment(index) => self.session.history.drag(|document| {
                document.attachments[index].joint_from_attachment = local;
            }),
            EditTarget::Sphere(index) => self.session.history.drag(|document| {
                document.spheres[index].center = local.translation;
            }),
        }
    }

    /// Selects the attachment, the sphere or the joint nearest to a click; false if there is none. What lies on a joint
    /// covers it until it is selected.
    fn pick(&mut self, click: Vec2, add: bool, screen: &ScreenProjection) -> bool {
        let document = self.document();
        let mut places = Vec::new();
        if self.shows_attached {
            for (index, it) in document.attachments.iter().enumerate() {
                let center = it.joint_from_attachment.translation;
                places.push((EditTarget::Attachment(index), it.joint, center));
            }
            for (index, it) in document.spheres.iter().enumerate() {
                places.push((EditTarget::Sphere(index), it.joint, it.center));
            }
            places.retain(|(target, ..)| *target != self.target);
        }
        for joint in 0..self.actor.model.skeleton.len() {
            places.push((EditTarget::Joint, joint, Vec3::ZERO));
        }
        let mut nearest: Option<(EditTarget, usize, f32)> = None;
        for (target, joint, center) in places {
            let Some(seen) = screen.seen(self.actor.world_from_joint(joint).transform_point3(center)) else { continue };
            let distance = seen.distance(click);
            if distance < nearest.map_or(screen.em, |(.., least)| least) {
                nearest = Some((target, joint, distance));
            }
        }
        let Some((target, joint, _)) = nearest else { return false };
        if target == EditTarget::Joint {
            self.actor.select(joint, add);
        }
        self.choose(target);
        true
    }

    /// Gives the handles to `target`, and selects the joint of an attachment or a sphere.
    pub(super) fn choose(&mut self, target: EditTarget) {
        if target != EditTarget::Joint {
            self.timeline.selected.clear();
            self.actor.selection.set(self.document().joint_of(target));
        }
        self.seen.joint = self.actor.selection.first();
        self.target = target;
        self.fresh = true;
    }
}

/// Applies to `other` the change from `before` to `after`: turns it about its own axes, moves it along its parent's.
pub(super) fn with_change(other: Transform, before: Transform, after: Transform) -> Transform {
    let turn = before.rotation.inverse() * after.rotation;
    Transform {
        translation: other.translation + (after.translation - before.translation),
        rotation: (other.rotation * turn).normalize(),
        ..other
    }
}
