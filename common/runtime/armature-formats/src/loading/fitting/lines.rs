//! Linear curves, which tracks play as the file says: their keys are the tracks', without sampling and reduction. Between
//! rotations that a track would join too unevenly, keys are added.

use super::{Behaviour, ErrorScale, joint_tracks, sampling::even_part_count};
use crate::double::{LARGE, Parts, same_hemisphere, slerp};
use armature::animation::JointTracks;
use glam::DVec4;

/// Keys of a part of a transform, with straight lines between them, or the shortest arcs.
pub(crate) struct Line {
    /// Times in seconds, in order, at least one.
    pub(crate) times: Vec<f32>,
    /// One value for each time; rotations of unit length. Unused components are 0.
    pub(crate) values: Vec<DVec4>,
}

/// Lines of translation, rotation and scale; `None` for a part that rests.
pub(crate) type Lines = [Option<Line>; 3];

/// Largest number of parts into which the turn between two keys of the file is divided: larger turns are sampled.
const MAX_PARTS: usize = 16;

/// Returns tracks that play linear curves, and the number of keys that were added to the curves' own; `None` for curves
/// that jump, have numbers too large for their squares, or turn too far between two keys.
pub(super) fn fit_lines(mut lines: Lines, scale: &ErrorScale, error_bound: f64) -> Option<(JointTracks, usize)> {
    for line in lines.iter().flatten() {
        let is_increasing = line.times.is_sorted_by(|a, b| a < b);
        if !is_increasing || !line.values.iter().all(|value| value.abs().max_element() < LARGE) {
            return None;
        }
    }
    let [_, rotation, scales] = &mut lines;
    let scales = scales.iter().flat_map(|line| &line.values);
    let scales: Vec<Parts> = scales.map(|value| [scale.rest[0], scale.rest[1], *value, scale.rest[3]]).collect();
    let scale = scale.bounded_by(scales.iter().chain([&scale.rest]));
    let mut added = 0;
    if let Some(line) = rotation {
        added = subdivide_turns(line, scale.nlerp_angle(error_bound / 2.0))?;
    }
    let tracks = joint_tracks(|part| {
        let Line { times, values } = lines.get(part as usize)?.as_ref()?;
        let keys = match Behaviour::new(&values.iter().copied(), part, &scale, error_bound / 16.0) {
            Behaviour::AtRest => return None,
            Behaviour::Constant => 1,
            Behaviour::Moving => times.len(),
        };
        Some((times[..keys].to_vec(), values[..keys].iter().map(|value| value.as_vec4()).collect()))
    });
    Some((tracks, added))
}

/// Adds keys to a curve of rotations where a track would turn too unevenly between two of them, and brings each key into
/// the hemisphere of the key before. Returns the number of added keys, or `None` if a turn takes too many.
fn subdivide_turns(line: &mut Line, max_nlerp_angle: f64) -> Option<usize> {
    let count_before = line.times.len();
    let pairs = line.values.windows(2);
    let parts: Vec<usize> = pairs.map(|pair| even_part_count(pair[0], pair[1], max_nlerp_angle)).collect();
    if parts.iter().any(|parts| *parts > MAX_PARTS) {
        return None;
    }
    if parts.iter().any(|parts| *parts > 1) {
        let file = Line { times: std::mem::take(&mut line.times), values: std::mem::take(&mut line.values) };
        for (key, (time, value)) in file.times.iter().zip(&file.values).enumerate() {
            line.times.push(*time);
            line.values.push(*value);
            let Some(&parts) = parts.get(key) else { break };
            let [start, end] = [*time, file.times[key + 1]].map(f64::from);
            for part in 1..parts {
                let between = (start + (end - start) * part as f64 / parts as f64) as f32;
                let u = (f64::from(between) - start) / (end - start);
                line.times.push(between);
                line.values.push(slerp(*value, file.values[key + 1], u));
            }
        }
        // No `f32` may lie between.
        if !line.times.is_sorted_by(|a, b| a < b) {
            return None;
        }
    }
    for key in 1..line.values.len() {
        line.values[key] = same_hemisphere(line.values[key - 1], line.values[key]);
    }
    Some(line.times.len() - count_before)
}
