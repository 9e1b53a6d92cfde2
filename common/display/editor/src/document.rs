//! The document that is edited: a value. Every edit makes another one, which the history keeps.

use super::{EditTarget, Functions};
use armature::{
    animation::{Clip, Interpolation},
    attachment::{Attachment, Sphere},
    math::Transform,
    skeleton::Skeleton,
};
use armature_offline::edit::{EditableClip, key_at};

/// All that is saved for a figure. Clones share what they have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub clips: Vec<EditableClip>,
    /// Models on its joints.
    pub attachments: Vec<Attachment>,
    /// Hit and hurt spheres on its joints.
    pub spheres: Vec<Sphere>,
}

/// A key by its joint and its time, in seconds: indices change when keys are moved past each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyAt {
    pub joint: usize,
    pub time: f32,
}

/// Length of a new clip, in seconds.
pub const NEW_SECONDS: f32 = 2.0;

impl Document {
    /// Returns a document with the clips of a loaded figure.
    pub fn new(clips: &[Clip], skeleton: &Skeleton) -> Self {
        let mut document = Self::default();
        for clip in clips {
            let mut clip = EditableClip::new(clip, skeleton);
            clip.name = document.free_clip_name(&clip.name); // a file may have two of one name
            document.clips.push(clip);
        }
        document
    }

    /// Sets a key of a joint.
    ///
    /// # Errors
    /// If the function gives keys that no track takes: nothing has changed then.
    pub fn set_key(
        &mut self,
        clip: usize,
        at: KeyAt,
        local: Transform,
        functions: &mut dyn Functions,
    ) -> Result<(), String> {
        let Some(clip) = self.clips.get_mut(clip) else { return Ok(()) };
        let edited = clip.edit_keys(at.joint, |keys| {
            *keys = functions.set_key(std::mem::take(keys), at.time, local);
        });
        edited.map_err(|error| format!("set_key: {error}"))
    }

    /// Sets the interpolation of keys.
    pub fn set_interpolation(&mut self, clip: usize, keys: &[KeyAt], interpolation: Interpolation) {
        let Some(clip) = self.clips.get_mut(clip) else { return };
        for KeyAt { joint, time } in keys {
            clip.set_interpolation(*joint, *time, interpolation);
        }
    }

    /// Moves keys by `seconds`, but not out of the clip, and returns their new places. With `copy` the originals stay.
    ///
    /// # Errors
    /// If a function gives keys that no track takes: nothing has changed then.
    pub fn move_keys(
        &mut self,
        clip: usize,
        selected: &[KeyAt],
        seconds: f32,
        copy: bool,
        functions: &mut dyn Functions,
    ) -> Result<Vec<KeyAt>, String> {
        let Some(before) = self.clips.get(clip) else { return Ok(Vec::new()) };
        let mut after = before.clone();
        let seconds = limit_shift(before, selected, seconds);
        // The foremost first, so that no key reaches one that has not moved yet.
        let mut order = selected.to_vec();
        order.sort_by(|a, b| (b.time * seconds.signum()).total_cmp(&(a.time * seconds.signum())));
        let mut moved = Vec::new();
        for KeyAt { joint, time } in order {
            let edited = after.edit_keys(joint, |keys| {
                let Some(key) = key_at(keys, time) else { return };
                let to = keys[key].time + seconds;
                *keys = if copy {
                    let local = keys[key].local;
                    functions.set_key(std::mem::take(keys), to, local)
                } else {
                    functions.move_key(std::mem::take(keys), key, to).0
                };
                moved.push(KeyAt { joint, time: to });
            });
            edited.map_err(|error| format!("move_key: {error}"))?;
            if let Some(moved) = moved.last().filter(|moved| moved.joint == joint) {
                after.set_interpolation(joint, moved.time, before.interpolation(joint, time));
            }
        }
        self.clips[clip] = after;
        Ok(moved)
    }

    pub fn delete_keys(&mut self, clip: usize, selected: &[KeyAt]) {
        let Some(clip) = self.clips.get_mut(clip) else { return };
        for KeyAt { joint, time } in selected {
            if let Some(key) = key_at(&clip.keys(*joint), *time) {
                clip.delete_key(*joint, key);
            }
        }
    }

    /// Returns a name that no clip has: `wanted`, if necessary with a number.
    pub fn free_clip_name(&self, wanted: &str) -> String {
        free_name(wanted, |name| self.clips.iter().any(|clip| clip.name == name))
    }

    /// The joint of an attachment or a sphere.
    pub(super) fn joint_of(&self, target: EditTarget) -> Option<usize> {
        match target {
            EditTarget::Joint => None,
            EditTarget::Attachment(index) => self.attachments.get(index).map(|it| it.joint),
            EditTarget::Sphere(index) => self.spheres.get(index).map(|it| it.joint),
        }
    }

    /// Number of joints of a clip that have keys.
    pub fn joints_keyed(&self, clip: usize) -> usize {
        let Some(clip) = self.clips.get(clip) else { return 0 };
        clip.joints().filter(|joint| !clip.keys(*joint).is_empty()).count()
    }
}

/// Returns a name that is not taken: `wanted`, if necessary with a number.
pub(super) fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Returns the shift nearest to `seconds` that leaves all selected keys in the clip.
fn limit_shift(clip: &EditableClip, selected: &[KeyAt], seconds: f32) -> f32 {
    let mut first = f32::MAX;
    let mut last = f32::MIN;
    for key in selected {
        first = first.min(key.time);
        last = last.max(key.time);
    }
    // Some keys may be outside of it already.
    seconds.max((clip.start() - first).min(0.0)).min((clip.end() - last).max(0.0))
}
