//! The selected keys, and the rows of the timeline that show them.

use super::{Editor, KeyAt, requests::Copied};
use armature::{animation::Interpolation, skeleton::Joint};
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
    /// The clip, the selected keys and the joints of which the rows are; `None` once the document has changed.
    pub(super) rows_of: Option<(Option<usize>, Vec<KeyAt>, Selection)>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            selected: Vec::new(),
            dragged: None,
            copied: None,
            first_interpolation: Interpolation::Smooth,
            rows_of: None,
        }
    }
}

impl Editor {
    /// Updates the rows: all joints together, and each that has keys or is selected. Keys that are gone are not selected
    /// any more.
    pub(super) fn renew_rows(&mut self) {
        let selection = self.actor.selection.clone();
        if let Some((clip, keys, joints)) = &self.timeline.rows_of
            && *clip == self.actor.clip
            && *keys == self.timeline.selected
            && *joints == selection
        {
            return;
        }
        let mut selected = std::mem::take(&mut self.timeline.selected);
        let mut rows = Vec::new();
        let mut all: Vec<ShownKey> = Vec::new();
        if let Some(clip) = self.clip() {
            selected.retain(|at| key_at(&clip.keys(at.joint), at.time).is_some());
            let keyed: Vec<usize> = clip.joints().collect();
            for (joint, Joint { name, .. }) in self.actor.model.skeleton.joints().iter().enumerate() {
                let is_selected = selection.joints().contains(&joint);
                if !is_selected && !keyed.contains(&joint) {
                    continue;
                }
                let mut keys = Vec::new();
                for time in clip.key_times(joint) {
                    let is_marked = selected.iter().any(|at| at.joint == joint && (at.time - time).abs() < SAME_TIME);
                    keys.push(ShownKey { time, selected: is_marked, interpolation: clip.interpolation(joint, time) });
                }
                all.extend(&keys);
                rows.push(KeyRow { row: Row::Joint(joint), name: name.clone(), selected: is_selected, keys });
            }
        }
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
        self.timeline.rows_of = Some((self.actor.clip, selected.clone(), selection));
        self.timeline.selected = selected;
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
}
