//! The pointer in the picture: which handle it is on, dragging it, and clicks on attachments and spheres.

use super::{
    Editor, Request,
    handles::{self, Drag, Handle, HandleFrame, Kinds, ScreenProjection},
};
use armature::math::Transform;
use armature::skeleton::Skeleton;
use glam::{Vec2, Vec3};
use player::Pin;
use std::cmp::Reverse;
use ui::Input;

/// The thing that has the handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditTarget {
    /// The selected joint.
    #[default]
    Joint,
    /// An attachment, by its index.
    Attachment(usize),
    /// A sphere, by its index.
    Sphere(usize),
}

/// The handles that a joint has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Rings; a root has arrows, too.
    #[default]
    Turn,
    /// Arrows.
    Move,
    /// None.
    Off,
}
/// The pointer in the picture, and the handles there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pointer {
    pub(super) mode: Mode,
    pub(super) screen: Option<ScreenProjection>,
    /// The handle under the pointer.
    pub(super) hot: Option<Handle>,
    pub(super) drag: Option<Drag>,
    /// The amount of the current drag.
    pub(super) amount: f32,
    pub(super) reach: Option<Reach>,
    pub(super) is_shifted: bool,
}

/// A joint that is dragged, and its limb after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    joint: usize,
    /// Start of the drag, in world space: the joint moves in the plane of the view through it.
    from: Vec3,
    /// Offset of the joint from the pressed pixel, in pixels.
    beside: Vec2,
}

/// Joints that are nearer to each other on the screen than this, in pixels, are clicked in turn.
const SAME_PIXELS: f32 = 2.0;

impl Mode {
    pub(super) fn next(self) -> Self {
        match self {
            Self::Turn => Self::Move,
            Self::Move => Self::Off,
            Self::Off => Self::Turn,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Turn => "rings",
            Self::Move => "arrows",
            Self::Off => "no handles",
        }
    }
}

impl Editor {
    /// Handles the pointer before the camera does. True if it is used.
    pub(super) fn point(&mut self, input: &Input, screen: ScreenProjection) -> bool {
        self.pointer.screen = Some(screen);
        self.pointer.is_shifted = input.shift();
        if self.pointer.drag.is_some() {
            return self.continue_drag(input);
        }
        if let Some(reach) = self.pointer.reach {
            return self.continue_reach(reach, input, &screen);
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
            if handle == Handle::Origin {
                let joint = self.actor.selection.first();
                let from = frame.origin();
                let reach = joint.zip(screen.seen(from));
                self.pointer.reach = reach.map(|(joint, seen)| Reach { joint, from, beside: seen - press });
                return self.pointer.reach.is_some();
            }
            self.pointer.drag = Drag::new(frame, handle, &screen, press);
            return self.pointer.drag.is_some();
        }
        input.click.is_some_and(|click| self.pick(click, input.click_has_shift, &screen))
    }

    /// Moves the dragged handle with the pointer, and ends the drag when the button is released. A click that has not
    /// travelled is left to the rest of the window.
    fn continue_drag(&mut self, input: &Input) -> bool {
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
        if has_travelled && self.target == EditTarget::Joint {
            self.key_if_automatic();
        }
        has_travelled
    }

    /// Moves the dragged joint by inverse kinematics. When the button is released, the joints above it count as turned by
    /// hand. A click selects a joint.
    fn continue_reach(&mut self, reach: Reach, input: &Input, screen: &ScreenProjection) -> bool {
        if let Some(pointer) = input.pointer
            && input.has_travelled()
        {
            self.actor.pin(reach.joint, screen.in_plane_of(reach.from, pointer + reach.beside));
            self.fresh = true;
        }
        if input.is_left_down() {
            return true;
        }
        self.pointer.reach = None;
        let turned: Vec<usize> = self.actor.held.pins.iter().flat_map(|pin| pin.turning().to_vec()).collect();
        if turned.is_empty() {
            return input.click.is_some_and(|click| self.pick(click, input.click_has_shift, screen));
        }
        let turned: Vec<_> =
            turned.into_iter().map(|joint| (joint, self.actor.instance.pose().locals[joint])).collect();
        self.actor.release();
        for (joint, local) in turned {
            self.turn_by_hand(joint, local);
        }
        self.actor.pose();
        self.key_if_automatic();
        true
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
        if self.actor.player.is_playing() || self.pointer.mode == Mode::Off {
            return Kinds::default();
        }
        let moves = self.pointer.mode == Mode::Move || self.pointer.is_shifted;
        match self.target {
            EditTarget::Joint => {
                let is_root = self.actor.selection.first().is_some_and(|joint| self.is_root(joint));
                let arrows = moves || is_root;
                Kinds { rings: !moves, arrows, origin: !arrows && self.limb().is_some() }
            }
            EditTarget::Attachment(_) => Kinds { rings: !moves, arrows: true, origin: false },
            EditTarget::Sphere(_) => Kinds { rings: false, arrows: true, origin: false },
        }
    }

    /// The limb that the selected joint is the end of.
    pub(super) fn limb(&self) -> Option<Pin> {
        Pin::new(&self.actor.model, self.actor.selection.first()?, Vec3::ZERO)
    }

    /// Whether no ancestor of a joint is marked as a joint.
    fn is_root(&self, joint: usize) -> bool {
        let model = &self.actor.model;
        let mut ancestor = model.skeleton.joints()[joint].parent;
        while let Some(parent) = ancestor {
            if model.is_joint.get(parent) == Some(&true) {
                return false;
            }
            ancestor = model.skeleton.joints()[parent].parent;
        }
        true
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

    /// Chooses the attachment or the sphere that was clicked. True if it is nearer than every joint.
    fn pick(&mut self, click: Vec2, add: bool, screen: &ScreenProjection) -> bool {
        let skeleton = &self.actor.model.skeleton;
        let joints: Vec<Option<f32>> =
            (0..skeleton.len()).map(|joint| click_distance(self.actor.joint_position(joint), click, screen)).collect();
        let to_joint = joints.iter().flatten().copied().fold(f32::INFINITY, f32::min);
        let document = self.document();
        let mut centers = Vec::new();
        for (index, it) in document.attachments.iter().enumerate() {
            centers.push((EditTarget::Attachment(index), it.joint, it.joint_from_attachment.translation));
        }
        for (index, it) in document.spheres.iter().enumerate() {
            centers.push((EditTarget::Sphere(index), it.joint, it.center));
        }
        let near = centers.into_iter().filter_map(|(target, joint, center)| {
            let center = self.actor.world_from_joint(joint).transform_point3(center);
            Some((target, click_distance(center, click, screen)?))
        });
        match near.min_by(|a, b| a.1.total_cmp(&b.1)) {
            // A second click selects the joint, which something at its middle would cover for ever.
            Some((target, distance)) if self.shows_attached && distance <= to_joint && target != self.target => {
                self.choose(target);
                true
            }
            _ => self.pick_joint(add, &joints),
        }
    }

    /// Selects the joint that was clicked, with `add` beside others. `distances` has those of the joints that are near, in
    /// pixels. Of several at one pixel it is the one with most descendants; clicked again, the next. False if there is none.
    fn pick_joint(&mut self, add: bool, distances: &[Option<f32>]) -> bool {
        let nearest = distances.iter().flatten().copied().fold(f32::INFINITY, f32::min);
        let mut joints = Vec::new();
        for (joint, distance) in distances.iter().enumerate() {
            if distance.is_some_and(|distance| distance <= nearest + SAME_PIXELS) {
                joints.push(joint);
            }
        }
        joints.sort_by_key(|joint| Reverse(count_descendants(&self.actor.model.skeleton, *joint)));
        let selected = joints.iter().position(|joint| Some(*joint) == self.actor.selection.first());
        let next = match (selected, self.target) {
            (Some(index), EditTarget::Joint) => joints.get((index + 1) % joints.len()),
            (Some(index), _) => joints.get(index),
            (None, _) => joints.first(),
        };
        let Some(&joint) = next else { return false };
        self.actor.select(joint, add);
        self.choose(EditTarget::Joint);
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

/// Distance of a click from a point in world space, in pixels, if it is near.
fn click_distance(point: Vec3, click: Vec2, screen: &ScreenProjection) -> Option<f32> {
    let distance = screen.seen(point)?.distance(click);
    (distance < screen.em).then_some(distance)
}

fn count_descendants(skeleton: &Skeleton, ancestor: usize) -> usize {
    let mut is_below = vec![false; skeleton.len()];
    for (joint, it) in skeleton.joints().iter().enumerate() {
        is_below[joint] = it.parent.is_some_and(|parent| parent == ancestor || is_below[parent]);
    }
    is_below.into_iter().filter(|is_below| *is_below).count()
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
