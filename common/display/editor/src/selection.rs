//! The selected keys, and the rows of the timeline that show them.

use super::{Editor, KeyAt, requests::Copied};
use armature::animation::Interpolation;
use armature_offline::edit::{SAME_TIME, key_at};
use player::{
    Selection,
    key_rows::{KeyRow, KeyRows, Row, ShownKey},
};

/// The keys in the timeline.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    pub(super) selected: Vec<KeyAt>,
    /// The keys that were selected when a drag began.
    pub(super) dragged: Option<Vec<KeyAt>>,
    pub(super) copied: Option<Copied>,
    /// The interpolation of a joint's first key.
    pub(super) first_interpolation: Interpolation,
    times: KeyTimes,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            selected: Vec::new(),
            dragged: None,
            copied: None,
            first_interpolation: Interpolation::Smooth,
            times: KeyTimes::default(),
        }
    }
}

/// The keys of the clip that is shown, found when it changes.
#[derive(Clone, Debug, Default)]
struct KeyTimes {
    clip: Option<usize>,
    /// Joints with keys, in the skeleton's order: times and interpolations of these.
    joints: Vec<(usize, Vec<(f32, Interpolation)>)>,
    /// The keys and joints that were selected when the rows were made.
    shown: Option<(Vec<KeyAt>, Selection)>,
}

impl Editor {
    /// Finds the keys again, after a change of the document or the clip.
    pub(super) fn renew_key_times(&mut self) {
        let Some((index, clip)) = self.actor.clip.zip(self.clip()) else {
            self.timeline.times = KeyTimes { clip: self.actor.clip, ..KeyTimes::default() };
            return;
        };
        let played = self.actor.model.clips.get(index);
        let mut joints = Vec::new();
        for joint in clip.joints() {
            let times: Vec<_> = match played {
                // The file's own: cheaper than the keys that they would become.
                Some(played) if !clip.is_edited(joint) => {
                    played.key_times(joint).into_iter().map(|time| (time, Interpolation::Linear)).collect()
                }
                _ => clip.key_times(joint).into_iter().map(|time| (time, clip.interpolation(joint, time))).collect(),
            };
            joints.push((joint, times));
        }
        joints.sort_by_key(|(joint, _)| *joint);
        let selected: Vec<KeyAt> = self
            .timeline
            .selected
            .iter()
            .copied()
            .filter(|at| key_at(&clip.keys(at.joint), at.time).is_some())
            .collect();
        self.timeline.times = KeyTimes { clip: Some(index), joints, shown: None };
        self.timeline.selected = selected;
    }

    /// Updates the rows: all joints together, and each that has keys or is selected.
    pub(super) fn renew_rows(&mut self) {
        if self.timeline.times.clip != self.actor.clip {
            self.renew_key_times();
        }
        let selection = self.actor.selection.clone();
        let is_as_before = self
            .timeline
            .times
            .shown
            .as_ref()
            .is_some_and(|(keys, joints)| *keys == self.timeline.selected && *joints == selection);
        if is_as_before && self.actor.key_rows.is_some() {
            return;
        }
        let mut rows = Vec::new();
        for (joint, name) in self.actor.model.skeleton.joints().iter().map(|joint| &joint.name).enumerate() {
            let known = self.timeline.times.joints.iter().find(|(known, _)| *known == joint);
            let is_selected = selection.joints().contains(&joint);
            let times = match known.zip(self.clip()) {
                // The keys that a click selects: for the file's joints these may be more than the file's.
                Some((_, clip)) if is_selected && !clip.is_edited(joint) => {
                    clip.key_times(joint).into_iter().map(|time| (time, Interpolation::Linear)).collect()
                }
                Some(((_, times), _)) => times.clone(),
                None if is_selected => Vec::new(),
                None => continue,
            };
            let selected_times: Vec<f32> =
                self.timeline.selected.iter().filter(|at| at.joint == joint).map(|at| at.time).collect();
            let keys = times
                .into_iter()
                .map(|(time, interpolation)| {
                    let selected = selected_times.iter().any(|other| (other - time).abs() < SAME_TIME);
                    ShownKey { time, selected, interpolation }
                })
                .collect();
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
        self.timeline.times.shown = Some((self.timeline.selected.clone(), selection));
    }

    /// Returns the interpolation of the selected keys if they agree, or without a selection that of new keys.
    pub(super) fn interpolation(&self) -> Option<Interpolation> {
        let Some((first, clip)) = self.timeline.selected.first().zip(self.clip()) else {
            return Some(self.timeline.first_interpolation);
        };
        let first = clip.interpolation(first.joint, first.time);
        self.timeline.selected.iter().all(|at| clip.interpolation(at.joint, at.time) == first).then_some(first)
    }

    /// Returns the interpolation that follows the current one when its key is pressed.
    pub(super) fn next_interpolation(&self) -> Interpolation {
        match self.interpolation() {
            Some(Interpolation::Smooth) => Interpolation::Linear,
            Some(Interpolation::Linear) => Interpolation::Held,
            Some(Interpolation::Held) | None => Interpolation::Smooth,
        }
    }

    /// The keys of a row between two times.
    fn keys_in(&self, row: Row, (from, to): (f32, f32)) -> Vec<KeyAt> {
        let Some(clip) = self.clip() else { return Vec::new() };
        let joints: Vec<usize> = match row {
            Row::Joint(joint) => vec![joint],
            Row::All => clip.joints().collect(),
        };
        let mut keys = Vec::new();
        for joint in joints {
            let times = clip.key_times(joint).into_iter().filter(|time| (from..=to).contains(time));
            keys.extend(times.map(|time| KeyAt { joint, time }));
        }
        keys
    }

    pub(super) fn select_key(&mut self, row: Row, time: f32, add: bool) {
        let keys = self.keys_in(row, (time - SAME_TIME, time + SAME_TIME));
        if !add {
            self.timeline.selected = keys;
            self.actor.player.pause();
            self.actor.seek(time);
            return;
        }
        let is_selected = keys.iter().all(|key| self.timeline.selected.contains(key));
        self.timeline.selected.retain(|key| !keys.contains(key));
        if !is_selected {
            self.timeline.selected.extend(keys);
        }
    }

    pub(super) fn select_box(&mut self, rows: &[Row], times: (f32, f32), add: bool) {
        if !add {
            self.timeline.selected.clear();
        }
        for key in rows.iter().flat_map(|row| self.keys_in(*row, times)).collect::<Vec<_>>() {
            // Each once, though it is in two rows.
            if !self.timeline.selected.contains(&key) {
                self.timeline.selected.push(key);
            }
        }
    }
}
