//! The keys of all tracks of a clip in one list.

use crate::{
    animation::{RotationTrack, Track, nlerp_parts},
    math::slerp,
};
use glam::{Quat, Vec3};
use std::ops::Range;

/// Keys of up to four numbers; a vector's fourth is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<[f32; 4]>,
    /// Where each track's keys end.
    ends: Vec<usize>,
}

impl Keys {
    pub(super) fn push_vectors(&mut self, track: &Track<Vec3>) -> u32 {
        self.times.extend(track.times());
        self.values.extend(track.values().iter().map(|v| [v.x, v.y, v.z, 0.0]));
        self.close()
    }

    /// Rotations, and as many more between two as nlerp needs to stay within 0.0001 rad of slerp.
    pub(super) fn push_rotations(&mut self, track: &RotationTrack) -> u32 {
        let track = track.track();
        let (times, values) = (track.times(), track.values());
        for (times, values) in times.windows(2).zip(values.windows(2)) {
            let parts = nlerp_parts(values[0], values[1]);
            for part in 0..parts {
                let u = part as f32 / parts as f32;
                let value = if part == 0 { values[0] } else { slerp(values[0], values[1], u) };
                self.times.push(times[0] + (times[1] - times[0]) * u);
                self.values.push(value.to_array());
            }
        }
        self.times.extend(times.last());
        self.values.extend(values.last().map(Quat::to_array));
        self.close()
    }

    pub(super) fn push_constant(&mut self, value: [f32; 4]) -> u32 {
        self.times.push(0.0);
        self.values.push(value);
        self.close()
    }

    fn close(&mut self) -> u32 {
        self.ends.push(self.times.len());
        self.ends.len() as u32 - 1
    }

    pub(super) fn of(&self, track: u32) -> Range<usize> {
        let track = track as usize;
        let start = if track == 0 { 0 } else { self.ends[track - 1] };
        start..self.ends[track]
    }

    /// Whether its keys differ.
    pub(super) fn moves(&self, track: u32) -> bool {
        let values = &self.values[self.of(track)];
        values.iter().any(|value| *value != values[0])
    }

    pub(super) fn first(&self, track: u32) -> [f32; 4] {
        self.values[self.of(track).start]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.times) + size_of_val(&*self.values) + size_of_val(&*self.ends)
    }
}
