//! Which keys are selected, and the rows of the timeline that show them.

use super::{Editor, KeyAt};
use crate::player::key_rows::{KeyRow, KeyRows, Row, ShownKey};
use crate::{
    animation::Interpolation,
    edit::{SAME_TIME, key_at},
};

/// The keys of the clip that is shown, worked out when it changes.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyTimes {
    /// The clip that they are of.
    clip: Option<usize>,
    /// Joints with keys, in the skeleton's order: when these are, and how the joint goes on.
    joints: Vec<(usize, Vec<(f32, Interpolation)>)>,
    /// The keys and joints that were selected when the rows were made; none yet.
    shown: Option<(Vec<KeyAt>, Vec<usize>)>,
}

impl Editor {
    /// Works out the keys anew: the document, or the clip that is shown, is another.
    pub(super) fn renew_key_times(&mut self) {
        let Some((index, clip)) = self.actor.clip.zip(self.clip()) else {
            self.key_times = KeyTimes { clip: self.actor.clip, ..KeyTimes::default() };
            return;
        };
        let played = self.actor.model.clips.get(index);
        let linear = |time: f32| (time, Interpolation::Linear);
        let times = |joint: usize| match played {
            // The file's own: cheaper than the keys that they would become.
            Some(played) if !clip.is_edited(joint) => played.key_times(joint).into_iter().map(linear).collect(),
            _ => clip.key_times(joint).into_iter().map(|time| (time, clip.interpolation(joint, time))).collect(),
        };
        let mut joints: Vec<(usize, Vec<_>)> = clip.joints().map(|joint| (joint, times(joint))).collect();
        joints.sort_by_key(|(joint, _)| *joint);
        let has_key = |at: &KeyAt| key_at(&clip.keys(at.joint), at.time).is_some();
        let selected: Vec<KeyAt> = self.selected.iter().copied().filter(has_key).collect();
        self.key_times = KeyTimes { clip: Some(index), joints, shown: None };
        self.selected = selected;
    }

    /// The rows as they are now: all joints together, and each that has keys or is selected.
    pub(super) fn renew_rows(&mut self) {
        if self.key_times.clip != self.actor.clip {
            self.renew_key_times();
        }
        let selection = self.actor.selection();
        let is_as_before =
            self.key_times.shown.as_ref().is_some_and(|(keys, joints)| *keys == self.selected && *joints == selection);
        if is_as_before && self.actor.key_rows.is_some() {
            return;
        }
        let mut rows = Vec::new();
        for (joint, name) in self.actor.model.skeleton.joints().iter().map(|joint| &joint.name).enumerate() {
            let known = self.key_times.joints.iter().find(|(known, _)| *known == joint);
            let is_selected = selection.contains(&joint);
            let times = match known.zip(self.clip()) {
                // What a click selects: for the file's joints these may be more than the file's.
                Some((_, clip)) if is_selected && !clip.is_edited(joint) => {
                    clip.key_times(joint).into_iter().map(|time| (time, Interpolation::Linear)).collect()
                }
                Some(((_, times), _)) => times.clone(),
                None if is_selected => Vec::new(),
                None => continue,
            };
            let of_joint: Vec<f32> = self.selected.iter().filter(|at| at.joint == joint).map(|at| at.time).collect();
            let shown = |(time, interpolation): (f32, Interpolation)| {
                let selected = of_joint.iter().any(|other| (other - time).abs() < SAME_TIME);
                ShownKey { time, selected, interpolation }
            };
            let keys = times.into_iter().map(shown).collect();
            rows.push(KeyRow { row: Row::Joint(joint), name: name.clone(), selected: is_selected, keys });
        }
        let mut all: Vec<ShownKey> = rows.iter().flat_map(|row| &row.keys).copied().collect();
        all.sort_by(|a, b| a.time.total_cmp(&b.time));
        all.dedup_by(|later, key| {
            let is_same = (later.time - key.time).abs() < SAME_TIME;
            key.selected |= is_same && later.selected;
            is_same
        });
        for key in &mut all {
            key.interpolation = Interpolation::Linear; // of several joints
        }
        rows.insert(0, KeyRow { row: Row::All, name: String::new(), selected: false, keys: all });
        self.actor.key_rows.get_or_insert_with(KeyRows::default).rows = rows;
        self.key_times.shown = Some((self.selected.clone(), selection));
    }

    /// How the selected keys go on, if they agree; or else what a joint's first key will have.
    pub(super) fn interpolation(&self) -> Option<Interpolation> {
        let Some((first, clip)) = self.selected.first().zip(self.clip()) else { return Some(self.first_keys) };
        let of = |at: &KeyAt| clip.interpolation(at.joint, at.time);
        self.selected.iter().all(|at| of(at) == of(first)).then(|| of(first))
    }

    /// The one after it.
    pub(super) fn next_interpolation(&self) -> Interpolation {
        match self.interpolation() {
            Some(Interpolation::Smooth) => Interpolation::Linear,
            Some(Interpolation::Linear) => Interpolation::Held,
            Some(Interpolation::Held) | None => Interpolation::Smooth,
        }
    }

    /// The keys of a row at a time, or from one to another.
    fn keys_in(&self, row: Row, (from, to): (f32, f32)) -> Vec<KeyAt> {
        let Some(clip) = self.clip() else { return Vec::new() };
        let joints: Vec<usize> = match row {
            Row::Joint(joint) => vec![joint],
            Row::All => clip.joints().collect(),
        };
        let of_joint = |joint: usize| {
            let times = clip.key_times(joint).into_iter();
            let within = times.filter(move |time| (from..=to).contains(time));
            within.map(move |time| KeyAt { joint, time })
        };
        joints.into_iter().flat_map(of_joint).collect()
    }

    pub(super) fn select_key(&mut self, row: Row, time: f32, add: bool) {
        let keys = self.keys_in(row, (time - SAME_TIME, time + SAME_TIME));
        if !add {
            self.selected = keys;
            self.actor.player.pause();
            self.actor.seek(time);
            return;
        }
        let is_selected = keys.iter().all(|key| self.selected.contains(key));
        self.selected.retain(|key| !keys.contains(key));
        if !is_selected {
            self.selected.extend(keys);
        }
    }

    pub(super) fn select_box(&mut self, rows: &[Row], times: (f32, f32), add: bool) {
        if !add {
            self.selected.clear();
        }
        for key in rows.iter().flat_map(|row| self.keys_in(*row, times)).collect::<Vec<_>>() {
            // Each once, though it is in two rows.
            if !self.selected.contains(&key) {
                self.selected.push(key);
            }
        }
    }
}
