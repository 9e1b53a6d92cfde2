//! Which keys are selected, and the rows of the timeline that show them.

use super::{Editor, KeyAt};
use crate::animation::edit::{SAME_TIME, key_at};
use crate::player::key_rows::{KeyRows, Row, ShownKey};

/// The keys of the clip that is shown, worked out when it changes.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyTimes {
    /// The clip that they are of.
    clip: Option<usize>,
    /// All times at which any joint has a key.
    all: Vec<f32>,
    /// The selected joint, and its keys' times.
    joint: Option<usize>,
    of_joint: Vec<f32>,
}

impl Editor {
    /// Works out the keys anew: the document, or the clip that is shown, is another.
    pub(super) fn renew_key_times(&mut self) {
        self.key_times.joint = None;
        let Some((index, clip)) = self.actor.clip.zip(self.clip()) else {
            self.key_times = KeyTimes { clip: self.actor.clip, ..KeyTimes::default() };
            return;
        };
        let played = self.actor.model.clips.get(index);
        let mut all = Vec::new();
        for joint in clip.joints() {
            match played {
                // The file's own: cheaper than the keys that they would become.
                Some(played) if !clip.is_edited(joint) => all.extend(played.key_times(joint)),
                _ => all.extend(clip.key_times(joint)),
            }
        }
        all.sort_by(f32::total_cmp);
        all.dedup_by(|later, time| (*later - *time).abs() < SAME_TIME);
        let has_key = |at: &KeyAt| key_at(&clip.keys(at.joint), at.time).is_some();
        let selected: Vec<KeyAt> = self.selected.iter().copied().filter(has_key).collect();
        (self.key_times.all, self.key_times.clip) = (all, Some(index));
        self.selected = selected;
    }

    /// The rows as they are now.
    pub(super) fn renew_rows(&mut self) {
        if self.key_times.clip != self.actor.clip {
            self.renew_key_times();
        }
        let joint = self.actor.selected;
        if self.key_times.joint != joint {
            self.key_times.joint = joint;
            let times = self.clip().zip(joint).map(|(clip, joint)| clip.key_times(joint));
            self.key_times.of_joint = times.unwrap_or_default();
        }
        let same = |at: &KeyAt, time: f32| (at.time - time).abs() < SAME_TIME;
        let shown = |time: f32, joint: Option<usize>| {
            let is_it = |at: &KeyAt| same(at, time) && joint.is_none_or(|joint| at.joint == joint);
            ShownKey { time, selected: self.selected.iter().any(is_it) }
        };
        let of_joint = self.key_times.of_joint.iter().map(|time| shown(*time, joint)).collect();
        let all = self.key_times.all.iter().map(|time| shown(*time, None)).collect();
        self.actor.key_rows.get_or_insert_with(KeyRows::default).keys = [of_joint, all];
    }

    /// The keys of a row at a time, or from one to another.
    fn keys_in(&self, row: Row, (from, to): (f32, f32)) -> Vec<KeyAt> {
        let Some(clip) = self.clip() else { return Vec::new() };
        let joints: Vec<usize> = match row {
            Row::Joint => self.actor.selected.into_iter().collect(),
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

    pub(super) fn select_box(&mut self, (first, last): (Row, Row), times: (f32, f32), add: bool) {
        if !add {
            self.selected.clear();
        }
        for key in [first, last].into_iter().flat_map(|row| self.keys_in(row, times)).collect::<Vec<_>>() {
            // Each once, though it is in both rows.
            if !self.selected.contains(&key) {
                self.selected.push(key);
            }
        }
    }
}
