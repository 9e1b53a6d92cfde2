//! A joint that is turned at one key of a sampled clip: it pops there, unless all of its keys are turned by the same.

use super::{Editor, Functions, KeyAt, pointing::with_change, requests::differ};
use armature::math::Transform;
use armature::skeleton::Joint;
use armature_offline::edit::{EditableClip, SAME_TIME};
use verdict::wording::counted;

/// Joints that were turned at one key of many: the others can follow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turned {
    clip: usize,
    time: f32,
    /// Each with its transform before and after.
    joints: Vec<(usize, Transform, Transform)>,
}

/// Keys that are no further apart than this, in frames, were sampled: one that is turned alone is visible as a pop.
const SAMPLED: f32 = 1.5;

impl Turned {
    pub(super) fn words(&self, joints: &[Joint]) -> String {
        let name = &joints[self.joints[0].0].name;
        format!("{name} has a key in each frame, and pops at this one: Pose, \"Turn all keys by the same\"")
    }
}

impl Editor {
    /// Returns the keys for a joint of a sampled clip that is turned at one frame only.
    pub(super) fn turned_alone(&self, keys: &[(KeyAt, Transform)]) -> Option<Turned> {
        let clip = self.clip()?;
        let mut joints = Vec::new();
        for (at, after) in keys {
            let before = clip.local(at.joint, at.time);
            if differ(&before, after) && is_sampled(clip, *at, SAMPLED / self.actor.frame_rate) {
                joints.push((at.joint, before, *after));
            }
        }
        let time = keys.first()?.0.time;
        (!joints.is_empty()).then_some(Turned { clip: self.actor.clip?, time, joints })
    }

    /// Turns the other keys of a joint like the one that was turned last.
    pub(super) fn turn_all(&mut self, turned: Option<Turned>, functions: &mut dyn Functions) {
        let Some(Turned { clip, time, joints }) = turned.filter(|turned| Some(turned.clip) == self.actor.clip) else {
            return self.session.say("nothing was turned just now");
        };
        let Some(edited) = self.document().clips.get(clip) else { return };
        let mut keys = Vec::new();
        for (joint, before, after) in joints {
            let others = edited.keys(joint);
            let others = others.iter().filter(|key| (key.time - time).abs() >= SAME_TIME);
            keys.extend(others.map(|key| (KeyAt { joint, time: key.time }, with_change(key.local, before, after))));
        }
        self.set_keys(&keys, &[], functions);
        self.session.say(&format!("{} turned by the same", counted(keys.len(), "more key", "more keys")));
        self.timeline.selected.clear();
    }
}

/// Returns whether the keys next to a joint's key are at most `near` seconds away.
fn is_sampled(clip: &EditableClip, at: KeyAt, near: f32) -> bool {
    let times = clip.key_times(at.joint);
    let around = times.iter().filter(|other| (**other - at.time).abs() < near).count();
    let same = times.iter().find(|other| (*other - at.time).abs() < SAME_TIME);
    let is_at_end = [times.first(), times.last()].contains(&same);
    times.len() > 3 && around >= if is_at_end { 2 } else { 3 }
}
