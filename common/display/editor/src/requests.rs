//! Changes that keys, buttons and the mouse request, made in one place, where the functions are known.

use super::{
    Document, EditTarget, Editor, Functions, KeyAt,
    document::{NEW_SECONDS, free_name},
    given,
    pointing::with_change,
};
use armature::animation::Interpolation;
use armature::attachment::{Attachment, Sphere, SphereKind};
use armature::math::Transform;
use armature::skeleton::Pose;
use armature_offline::edit::{EditableClip, SAME_TIME, key_at};
use glam::{Quat, Vec3};
use player::key_rows::KeyRequest;
use ui::Action;
use verdict::wording::counted;

/// A change that the editor makes when it next gets its [`Functions`]. A clip is the one that is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    NewClip,
    DuplicateClip,
    DeleteClip,
    Rename(String),
    /// Sets the end of the clip, in seconds.
    SetEnd(f32),
    SetKey(KeyAt, Transform),
    /// Sets keys of the selected joints as they are, and of all that are turned by hand.
    KeyPose,
    /// Changes keys as the mouse does in the timeline.
    Keys(KeyRequest),
    /// Sets the interpolation of the selected keys; without any, that of first keys.
    Interpolate(Interpolation),
    /// Deletes the selection: keys, or else an attachment or a sphere.
    Delete,
    /// Copies the selected keys, or else the pose.
    Copy,
    /// Pastes at the time that is shown, `mirrored` with left and right swapped.
    Paste {
        mirrored: bool,
    },
    Mirror,
    /// Attaches a model to the selected joint: a file beside the figure's, or one of the [given](super::GIVEN) models.
    Attach(String),
    AddSphere(SphereKind),
    Undo,
    Redo,
    Save,
    /// Opens the newest file that can be read.
    Open,
}

#[derive(Clone, Debug)]
pub(super) enum Copied {
    Keys(Vec<(KeyAt, Transform, Interpolation)>),
    Pose(Pose),
}

/// The largest difference between transforms that count as equal: no key is set for a joint that stays.
const SAME: f32 = 1e-5;

impl Request {
    /// The request that an action makes.
    pub(super) fn from_action(action: Action) -> Option<Self> {
        Some(match action {
            Action::SetKey => Self::KeyPose,
            Action::Delete => Self::Delete,
            Action::Copy => Self::Copy,
            Action::Paste => Self::Paste { mirrored: false },
            Action::PasteMirrored => Self::Paste { mirrored: true },
            Action::Mirror => Self::Mirror,
            Action::Undo => Self::Undo,
            Action::Redo => Self::Redo,
            Action::Save => Self::Save,
            _ => return None,
        })
    }
}

impl Editor {
    /// Carries out a request of the panel or of a key.
    pub(super) fn carry_out(&mut self, request: Request, functions: &mut dyn Functions) {
        if !matches!(request, Request::Keys(_)) {
            self.session.history.end_drag();
        }
        match request {
            Request::NewClip => self.add_clip(|document, skeleton| {
                let name = document.free_clip_name("new");
                EditableClip::empty(name, NEW_SECONDS, skeleton)
            }),
            Request::Interpolate(interpolation) => self.interpolate(interpolation),
            Request::DuplicateClip => {
                let Some(mut clip) = self.clip().cloned() else { return };
                self.add_clip(|document, _| {
                    clip.name = document.free_clip_name(&clip.name);
                    clip
                });
            }
            Request::DeleteClip => {
                if let Some(clip) = self.actor.clip
                    && clip < self.document().clips.len()
                {
                    self.session.history.edit(|document| drop(document.clips.remove(clip)));
                    self.session.say("the clip is deleted: undo brings it back");
                }
            }
            Request::Rename(name) => self.rename(&name),
            Request::SetEnd(end) => {
                if let Some(clip) = self.actor.clip {
                    self.session.history.edit(|editing| editing.clips[clip].set_end(end));
                }
            }
            Request::SetKey(at, local) => {
                // The first key that a program sets is linear, whatever the animator has chosen.
                let is_first = self.clip().is_some_and(|clip| clip.keys(at.joint).is_empty());
                let own = if is_first { &[Interpolation::Linear][..] } else { &[] };
                self.set_keys(&[(at, local)], own, functions);
            }
            Request::KeyPose => self.key_pose(functions),
            Request::Keys(request) => self.edit_keys(request, functions),
            Request::Delete => self.delete(),
            Request::Copy => self.copy(),
            Request::Paste { mirrored } => self.paste(mirrored, functions),
            Request::Mirror => {
                let mirrored = self.mirror.pose(&self.pose());
                self.key_difference(&mirrored, "left and right exchanged", functions);
            }
            Request::Attach(file) => self.attach(&file),
            Request::AddSphere(kind) => self.add_sphere(kind),
            Request::Undo => {
                self.session.undo();
                self.actor.held.locals.clear();
            }
            Request::Redo => self.session.redo(),
            Request::Save => {
                let bytes = self.to_bytes(functions);
                self.session.save(bytes);
            }
            Request::Open => self.open_newest(functions),
        }
    }

    fn add_clip(&mut self, make: impl FnOnce(&Document, &armature::skeleton::Skeleton) -> EditableClip) {
        let clip = make(self.document(), &self.actor.model.skeleton);
        self.session.say("type the clip's name, then pick a joint and turn it");
        let index = self.document().clips.len();
        self.session.history.edit(|editing| editing.clips.push(clip));
        self.show_clip = Some(index);
        self.panel.types_name = true;
    }

    fn rename(&mut self, name: &str) {
        let name = name.trim();
        let Some(clip) = self.actor.clip.filter(|_| !name.is_empty()) else { return };
        if self.document().clips[clip].name == name {
            return;
        }
        let free = self.document().free_clip_name(name);
        self.session.history.edit(|editing| editing.clips[clip].name = free);
    }

    /// Sets keys in the shown clip, as one step that can be undone. `own` has an interpolation for each; without it,
    /// the first key of a joint gets the one that is set for first keys, and others that of the key before them.
    pub(super) fn set_keys(
        &mut self,
        keys: &[(KeyAt, Transform)],
        own: &[Interpolation],
        functions: &mut dyn Functions,
    ) {
        let Some(clip) = self.actor.clip.filter(|clip| *clip < self.document().clips.len()) else {
            self.session.say("there is no clip: make one first");
            return;
        };
        let first = self.timeline.first_interpolation;
        let edited = self.session.history.edit(|document| {
            for (number, (at, local)) in keys.iter().enumerate() {
                let is_first = document.clips[clip].keys(at.joint).is_empty();
                document.set_key(clip, *at, *local, functions)?;
                if let Some(own) = own.get(number).copied().or(is_first.then_some(first)) {
                    document.set_interpolation(clip, &[*at], own);
                }
            }
            Ok(())
        });
        match edited {
            Ok(()) => {
                self.timeline.selected = keys.iter().map(|(at, _)| *at).collect();
                self.actor.held.locals.retain(|(joint, _)| keys.iter().all(|(at, _)| at.joint != *joint));
            }
            Err(error) => self.session.error(error),
        }
    }

    /// Sets keys at the current time for the joints that are selected or whose turn has no key yet.
    fn key_pose(&mut self, functions: &mut dyn Functions) {
        let mut joints: Vec<usize> = self.actor.held.locals.iter().map(|(joint, _)| *joint).collect();
        for &joint in self.actor.selection.joints() {
            if !joints.contains(&joint) {
                joints.push(joint);
            }
        }
        let time = self.actor.time_on_frame();
        let locals = &self.actor.instance.pose().locals;
        let mut keys: Vec<_> = joints.iter().map(|&joint| (KeyAt { joint, time }, locals[joint])).collect();
        if let Some(clip) = self.clip().filter(|_| self.turns_all) {
            for joint in joints {
                let before = clip.local(joint, time);
                for key in clip.keys(joint).iter().filter(|key| (key.time - time).abs() >= SAME_TIME) {
                    keys.push((KeyAt { joint, time: key.time }, with_change(key.local, before, locals[joint])));
                }
            }
        }
        self.actor.player.pause();
        self.set_keys(&keys, &[], functions);
        self.session.say(&format!("key at {time:.3} s"));
    }

    fn interpolate(&mut self, interpolation: Interpolation) {
        let name = interpolation_name(interpolation);
        let Some(clip) = self.actor.clip.filter(|_| !self.timeline.selected.is_empty()) else {
            self.timeline.first_interpolation = interpolation;
            return self.session.say(&format!("a joint's first key will be {name}; select keys to change them"));
        };
        let selected = self.timeline.selected.clone();
        self.session.history.edit(|editing| editing.set_interpolation(clip, &selected, interpolation));
        self.session.say(&format!("{}: {name}", counted(selected.len(), "key", "keys")));
    }

    /// Sets keys for all joints that `pose` has elsewhere.
    fn key_difference(&mut self, pose: &Pose, words: &str, functions: &mut dyn Functions) {
        let now = self.pose();
        let time = self.actor.time_on_frame();
        let keys: Vec<_> = (0..now.locals.len())
            .filter(|joint| differ(&now.locals[*joint], &pose.locals[*joint]))
            .map(|joint| (KeyAt { joint, time }, pose.locals[joint]))
            .collect();
        self.actor.player.pause();
        self.set_keys(&keys, &[], functions);
        self.session.say(&format!("{words}: {} keyed", counted(keys.len(), "joint", "joints")));
    }

    fn edit_keys(&mut self, request: KeyRequest, functions: &mut dyn Functions) {
        match request {
            KeyRequest::Drag { seconds, copy } => {
                let Some(clip) = self.actor.clip else { return };
                let selected = self.timeline.dragged.get_or_insert_with(|| self.timeline.selected.clone()).clone();
                let moved =
                    self.session.history.drag(|editing| editing.move_keys(clip, &selected, seconds, copy, functions));
                match moved {
                    Ok(moved) => self.timeline.selected = moved,
                    Err(error) => self.session.error(error),
                }
            }
            KeyRequest::Drop => {
                self.session.history.end_drag();
                self.timeline.dragged = None;
            }
            KeyRequest::SelectNone => self.timeline.selected.clear(),
            KeyRequest::Select { row, time, add } => self.select_key(row, time, add),
            KeyRequest::SelectJoint { joint, add } => {
                self.actor.select(joint, add);
                self.choose(EditTarget::Joint);
            }
        }
    }

    fn delete(&mut self) {
        match self.target {
            _ if !self.timeline.selected.is_empty() => {
                let clip = self.actor.clip;
                let selected = std::mem::take(&mut self.timeline.selected);
                let Some(clip) = clip else { return };
                self.session.history.edit(|editing| editing.delete_keys(clip, &selected));
                self.actor.player.pause();
            }
            EditTarget::Attachment(index) => {
                self.session.history.edit(|document| drop(document.attachments.remove(index)));
                self.target = EditTarget::Joint;
            }
            EditTarget::Sphere(index) => {
                self.session.history.edit(|document| drop(document.spheres.remove(index)));
                self.target = EditTarget::Joint;
            }
            EditTarget::Joint => self.session.say("nothing is selected: click a key in the timeline"),
        }
    }

    fn copy(&mut self) {
        let Some(clip) = self.clip() else { return };
        let copied = self.timeline.selected.iter().filter_map(|&KeyAt { joint, time }| {
            let keys = clip.keys(joint);
            let key = &keys[key_at(&keys, time)?];
            Some((KeyAt { joint, time: key.time }, key.local, clip.interpolation(joint, key.time)))
        });
        let copied: Vec<_> = copied.collect();
        if copied.is_empty() {
            self.timeline.copied = Some(Copied::Pose(self.pose()));
            self.session.say("the pose is copied");
        } else {
            self.session.say(&format!("{} copied", counted(self.timeline.selected.len(), "key", "keys")));
            self.timeline.copied = Some(Copied::Keys(copied));
        }
    }

    fn paste(&mut self, mirrored: bool, functions: &mut dyn Functions) {
        let now = self.actor.time_on_frame();
        match self.timeline.copied.clone() {
            None => self.session.say("nothing was copied"),
            Some(Copied::Pose(pose)) => {
                let pose = if mirrored { self.mirror.pose(&pose) } else { pose };
                self.key_difference(&pose, "the pose is pasted", functions);
            }
            Some(Copied::Keys(copied)) => {
                let first = copied.iter().map(|(at, ..)| at.time).fold(f32::INFINITY, f32::min);
                let end = self.clip().map_or(0.0, EditableClip::end);
                let mut keys = Vec::new();
                for (KeyAt { joint, time }, local, interpolation) in copied {
                    let (joint, local) = if mirrored { self.mirrored_key(joint, local) } else { (joint, local) };
                    keys.push((KeyAt { joint, time: time + (now - first) }, local, interpolation));
                }
                let all = keys.len();
                keys.retain(|(at, ..)| at.time <= end + 1e-4);
                self.actor.player.pause();
                let plain: Vec<_> = keys.iter().map(|(at, local, _)| (*at, *local)).collect();
                let own: Vec<_> = keys.iter().map(|(.., interpolation)| *interpolation).collect();
                self.set_keys(&plain, &own, functions);
                if keys.len() < all {
                    self.session.say(&format!("{} would be after the clip's end", all - keys.len()));
                }
            }
        }
    }

    /// Returns a joint's partner on the other side, and the partner's transform that mirrors `local` in the current
    /// pose.
    fn mirrored_key(&self, joint: usize, local: Transform) -> (usize, Transform) {
        let mut pose = self.pose();
        pose.locals[joint] = local;
        let other = self.mirror.partner(joint);
        (other, self.mirror.pose(&pose).locals[other])
    }

    fn attach(&mut self, file: &str) {
        let Some(joint) = self.actor.selection.first() else { return };
        let stem = std::path::Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let name = free_name(&stem, |name| self.document().attachments.iter().any(|other| other.name == name));
        let is_given = given::named(file).is_some();
        let file = if is_given { String::new() } else { file.to_owned() };
        // A metre of the model is a metre of the world, however the figure is scaled.
        let scale = self.actor.world_from_joint(joint).matrix3.x_axis.length().max(1e-6).recip();
        let joint_from_attachment = Transform { scale: Vec3::splat(scale), ..Transform::from_rotation(Quat::IDENTITY) };
        let attachment = Attachment { name, joint, joint_from_attachment, file };
        self.target = EditTarget::Attachment(self.document().attachments.len());
        self.timeline.selected.clear();
        self.session.history.edit(|editing| editing.attachments.push(attachment));
    }

    fn add_sphere(&mut self, kind: SphereKind) {
        let Some(joint) = self.actor.selection.first() else { return };
        let joint_name = &self.actor.model.skeleton.joints()[joint].name;
        let word = if kind == SphereKind::Hit { "hit" } else { "hurt" };
        let name = free_name(&format!("{word} {joint_name}"), |name| {
            self.document().spheres.iter().any(|other| other.name == name)
        });
        let scale = self.actor.world_from_joint(joint).matrix3.x_axis.length().max(1e-6);
        let radius = super::SPHERE_RADIUS / scale;
        let sphere = Sphere { name, kind, joint, center: Vec3::ZERO, radius };
        self.target = EditTarget::Sphere(self.document().spheres.len());
        self.timeline.selected.clear();
        self.session.history.edit(|editing| editing.spheres.push(sphere));
    }
}

pub(super) fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Linear => "linear",
        Interpolation::Smooth => "smooth",
        Interpolation::Held => "held",
    }
}

fn differ(a: &Transform, b: &Transform) -> bool {
    let turned = 1.0 - a.rotation.dot(b.rotation).abs() > SAME * SAME;
    turned || are_apart(a.translation, b.translation) || are_apart(a.scale, b.scale)
}

fn are_apart(a: Vec3, b: Vec3) -> bool {
    (a - b).abs().max_element() > SAME
}
