//! The pointer in the picture: which handle it is on, dragging it, and clicks on attachments and spheres.

use super::{
    Editor, Request,
    handles::{self, Drag, Frame, Handle, Kinds, ScreenProjection},
};
use crate::math::Transform;
use crate::player::Pin;
use crate::ui::Input;
use glam::{Vec2, Vec3};

/// What the handles are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The selected joint.
    #[default]
    Joint,
    /// An attachment, by its index.
    Attachment(usize),
    /// A sphere, by its index.
    Sphere(usize),
}

/// Which handles a joint has.
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

/// A joint that is dragged, and its limb after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    joint: usize,
    /// Where it was, in world space: it is dragged in the plane of the view through that.
    from: Vec3,
    /// Where it was seen, less where the button went down, in pixels.
    beside: Vec2,
}

/// Joints that are seen nearer to each other than this, in pixels, are at one place.
const SAME_PLACE: f32 = 2.0;

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
    /// Looks at the pointer before the camera does. True if it is taken.
    pub(super) fn point(&mut self, input: &Input, screen: ScreenProjection) -> bool {
        self.screen = Some(screen);
        self.is_shifted = input.shift();
        if self.drag.is_some() {
            return self.drag_on(input);
        }
        if let Some(reach) = self.reach {
            return self.reach_on(reach, input, &screen);
        }
        let frame = self.frame();
        let under = |pointer: Vec2, editor: &Self| handles::at(&frame?, editor.kinds(), &screen, pointer);
        let hot = input.pointer.and_then(|pointer| under(pointer, self));
        self.fresh |= hot != self.hot;
        self.hot = hot;
        if let Some(press) = input.left_press
            && let (Some(frame), Some(handle)) = (frame, under(press, self))
        {
            self.amount = 0.0;
            self.actor.player.pause();
            if handle == Handle::Origin {
                let (joint, from) = (self.actor.selected, frame.origin());
                let reach = joint.zip(screen.seen(from));
                self.reach = reach.map(|(joint, seen)| Reach { joint, from, beside: seen - press });
                return self.reach.is_some();
            }
            self.drag = Drag::new(frame, handle, &screen, press);
            return self.drag.is_some();
        }
        input.click.is_some_and(|click| self.pick(click, input.click_has_shift, &screen))
    }

    /// The drag that is under way goes on, or ends. A click that did not travel is left to what lies below.
    fn drag_on(&mut self, input: &Input) -> bool {
        let Some(drag) = self.drag else { return false };
        let has_travelled = input.has_travelled() || self.amount != 0.0;
        if let Some(pointer) = input.pointer
            && has_travelled
        {
            self.amount = drag.amount(pointer, input.control());
            self.place(drag.result(self.amount));
        }
        if input.is_left_down() {
            return true;
        }
        self.drag = None;
        self.session.history.end_drag();
        if has_travelled && self.target == Target::Joint {
            self.key_if_automatic();
        }
        has_travelled
    }

    /// A joint that is dragged is held by inverse kinematics; when the button comes up, the joints above it are as if they
    /// had been turned by hand. A click is a click on a joint.
    fn reach_on(&mut self, reach: Reach, input: &Input, screen: &ScreenProjection) -> bool {
        if let Some(pointer) = input.pointer
            && input.has_travelled()
        {
            self.actor.pin(reach.joint, screen.in_plane_of(reach.from, pointer + reach.beside));
            self.fresh = true;
        }
        if input.is_left_down() {
            return true;
        }
        self.reach = None;
        let turned: Vec<usize> = self.actor.held.pins.iter().flat_map(|pin| pin.turning().to_vec()).collect();
        if turned.is_empty() {
            return input.click.is_some_and(|click| self.pick(click, input.click_has_shift, screen));
        }
        let turned: Vec<_> = turned.into_iter().map(|joint| (joint, self.actor.instance.pose.locals[joint])).collect();
        self.actor.release();
        for (joint, local) in turned {
            self.turn_by_hand(joint, local);
        }
        self.actor.pose();
        self.key_if_automatic();
        true
    }

    /// Sets a key where that is switched on; else says that there is none.
    pub(super) fn key_if_automatic(&mut self) {
        if self.auto_key {
            self.request(Request::KeyPose);
        } else {
            self.session.say("no key yet: Enter sets it, and another time lets go of it");
        }
    }

    /// The handles' frame; `None` without a figure.
    pub(super) fn frame(&self) -> Option<Frame> {
        let actor = &self.actor;
        let (world_from_parent, local) = match self.target {
            Target::Joint => {
                let joint = actor.selected?;
                let parent = actor.model.skeleton.joints()[joint].parent;
                let world = actor.model.world_from_model;
                (parent.map_or(world, |parent| actor.world_from_joint(parent)), actor.instance.pose.locals[joint])
            }
            Target::Attachment(index) => {
                let attachment = self.document().attachments.get(index)?;
                (actor.world_from_joint(attachment.joint), attachment.joint_from_attachment)
            }
            Target::Sphere(index) => {
                let sphere = self.document().spheres.get(index)?;
                (actor.world_from_joint(sphere.joint), Transform::from_translation(sphere.center))
            }
        };
        Some(Frame { world_from_parent, local })
    }

    /// Which handles there are now.
    pub(super) fn kinds(&self) -> Kinds {
        if self.actor.player.is_playing() || self.mode == Mode::Off {
            return Kinds::default();
        }
        let moves = self.mode == Mode::Move || self.is_shifted;
        match self.target {
            Target::Joint => {
                let is_root = self.actor.selected.is_some_and(|joint| self.is_root(joint));
                let arrows = moves || is_root;
                Kinds { rings: !moves, arrows, origin: !arrows && self.limb().is_some() }
            }
            Target::Attachment(_) => Kinds { rings: !moves, arrows: true, origin: false },
            Target::Sphere(_) => Kinds { rings: false, arrows: true, origin: false },
        }
    }

    /// The limb that the selected joint is the end of.
    pub(super) fn limb(&self) -> Option<Pin> {
        Pin::new(&self.actor.model, self.actor.selected?, Vec3::ZERO)
    }

    /// Whether nothing that is called a joint is above it.
    fn is_root(&self, joint: usize) -> bool {
        let model = &self.actor.model;
        let parent = |joint: usize| model.skeleton.joints()[joint].parent;
        let mut above = std::iter::successors(parent(joint), |joint| parent(*joint));
        !above.any(|joint| model.is_joint.get(joint) == Some(&true))
    }

    /// A joint is elsewhere, until it has a key or the time is another.
    fn turn_by_hand(&mut self, joint: usize, local: Transform) {
        self.actor.held.locals.retain(|(other, _)| *other != joint);
        self.actor.held.locals.push((joint, local));
    }

    /// Puts what has the handles elsewhere. Joints that are selected together turn and move by as much, each about its own
    /// axes.
    pub(super) fn place(&mut self, local: Transform) {
        self.fresh = true;
        match self.target {
            Target::Joint => {
                let Some(joint) = self.actor.selected else { return };
                let before = self.actor.instance.pose.locals[joint];
                for other in self.actor.selection().into_iter().filter(|other| *other != joint) {
                    let with = self.actor.instance.pose.locals[other];
                    self.turn_by_hand(other, with_change(with, before, local));
                }
                self.turn_by_hand(joint, local);
                self.actor.pose();
            }
            Target::Attachment(index) => self.session.history.drag(|document| {
                document.attachments[index].joint_from_attachment = local;
            }),
            Target::Sphere(index) => self.session.history.drag(|document| {
                document.spheres[index].center = local.translation;
            }),
        }
    }

    /// Chooses the attachment or the sphere that was clicked. True if it is nearer than every joint.
    fn pick(&mut self, click: Vec2, add: bool, screen: &ScreenProjection) -> bool {
        let distance = |point: Vec3| {
            let distance = screen.seen(point)?.distance(click);
            (distance < screen.em).then_some(distance)
        };
        let joints = 0..self.actor.model.skeleton.len();
        let joints: Vec<Option<f32>> = joints.map(|joint| distance(self.actor.joint_position(joint))).collect();
        let to_joint = joints.iter().flatten().copied().fold(f32::INFINITY, f32::min);
        let document = self.document();
        let attachments = document.attachments.iter().enumerate();
        let attachments =
            attachments.map(|(index, it)| (Target::Attachment(index), it.joint, it.joint_from_attachment.translation));
        let spheres = document.spheres.iter().enumerate();
        let spheres = spheres.map(|(index, it)| (Target::Sphere(index), it.joint, it.center));
        let near = attachments.chain(spheres).filter_map(|(target, joint, point)| {
            let point = self.actor.world_from_joint(joint).transform_point3(point);
            Some((target, distance(point)?))
        });
        match near.min_by(|a, b| a.1.total_cmp(&b.1)) {
            // What is in the middle of its joint would never be clicked: pressed again, it is the joint's turn.
            Some((target, distance)) if distance <= to_joint && target != self.target => {
                self.choose(target);
                true
            }
            _ => self.pick_joint(add, |joint| joints[joint]),
        }
    }

    /// Selects the joint that was clicked, with `add` beside others, by the distance of each in pixels where that is near. Of several at one place
    /// it is the one that carries most; clicked again, the next. False if there is none.
    fn pick_joint(&mut self, add: bool, distance: impl Fn(usize) -> Option<f32>) -> bool {
        let skeleton = &self.actor.model.skeleton;
        let near = (0..skeleton.len()).filter_map(|joint| Some((joint, distance(joint)?)));
        let near: Vec<(usize, f32)> = near.collect();
        let nearest = near.iter().map(|(_, distance)| *distance).fold(f32::INFINITY, f32::min);
        let is_there = |(_, distance): &&(usize, f32)| *distance <= nearest + SAME_PLACE;
        let mut there: Vec<usize> = near.iter().filter(is_there).map(|(joint, _)| *joint).collect();
        let carried = |joint: usize| {
            let parent = |joint: usize| skeleton.joints()[joint].parent;
            let above = |other: usize| std::iter::successors(Some(other), |at| parent(*at));
            (0..skeleton.len()).filter(|other| above(*other).any(|at| at == joint)).count()
        };
        there.sort_by_key(|joint| std::cmp::Reverse(carried(*joint)));
        let before = there.iter().position(|joint| Some(*joint) == self.actor.selected);
        let next = match (before, self.target) {
            (Some(before), Target::Joint) => there.get((before + 1) % there.len()),
            (Some(before), _) => there.get(before),
            (None, _) => there.first(),
        };
        let Some(&joint) = next else { return false };
        self.actor.select(joint, add);
        self.choose(Target::Joint);
        true
    }

    /// Gives the handles to something; for an attachment or a sphere its joint is selected, too.
    pub(super) fn choose(&mut self, target: Target) {
        if target != Target::Joint {
            self.selected.clear();
            self.actor.selected = self.document().joint_of(target);
        }
        self.seen_joint = self.actor.selected;
        self.target = target;
        self.fresh = true;
    }
}

/// Another transform after what led from `before` to `after`: turned about its own axes, moved along its parent's.
pub(super) fn with_change(other: Transform, before: Transform, after: Transform) -> Transform {
    let turn = before.rotation.inverse() * after.rotation;
    Transform {
        translation: other.translation + (after.translation - before.translation),
        rotation: (other.rotation * turn).normalize(),
        ..other
    }
}
