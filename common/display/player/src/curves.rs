//! Curves of one joint's local transform over time.

use crate::{
    Actor,
    ruler::{LINE, Ruler},
};
use armature::animation::{Clip, RotationTrack, Track};
use armature::math::Transform;
use glam::{EulerRot, Vec3};
use imgui::DrawListMut;
use serde::{Deserialize, Serialize};
use std::f32::consts::{PI, TAU};
use ui::{Fonts, layout::Area, theme};
use verdict::wording::{counted, without_negative_zero};

/// The part of a joint's local transform that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CurveKind {
    /// Translation along x, y, z.
    Position,
    /// Turns about x, y, z, in degrees.
    Angles,
    /// Scale along x, y, z.
    Scale,
}

impl CurveKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Angles => "angles",
            Self::Scale => "scale",
        }
    }

    fn unit(self) -> &'static str {
        if self == Self::Angles { "°" } else { "" }
    }
}

/// Returns the times at which a joint's curves are sampled.
fn sample_times(clip: &Clip, keys: &[f32], count: usize) -> Vec<f32> {
    let apart = clip.duration() / (count - 1).max(1) as f32;
    let even = (0..count).map(|index| clip.start + apart * index as f32);
    let on_keys = keys.iter().flat_map(|key| [key.next_down(), *key]);
    let mut times: Vec<f32> = even.chain(on_keys.filter(|time| (clip.start..=clip.end).contains(time))).collect();
    times.sort_by(f32::total_cmp);
    times
}

/// Returns a joint's local transforms at `times`.
fn sample_locals(clip: &Clip, bind: &Transform, joint: usize, times: &[f32]) -> Vec<Transform> {
    let mut moves = vec![*bind; times.len()];
    for tracks in clip.tracks.iter().filter(|tracks| tracks.joint == joint) {
        let mut cursors = [0u32; 3];
        for (local, &time) in moves.iter_mut().zip(times) {
            if let Some(track) = &tracks.translation {
                local.translation = track.sample_vector(time, &mut cursors[0]);
            }
            if let Some(track) = &tracks.rotation {
                local.rotation = track.sample(time, &mut cursors[1]);
            }
            if let Some(track) = &tracks.scale {
                local.scale = track.sample_vector(time, &mut cursors[2]);
            }
        }
    }
    moves
}

/// Three numbers at each time. Angles continue past half a turn instead of jumping to the other side.
fn values(moves: &[Transform], kind: CurveKind) -> Vec<Vec3> {
    let mut before = Vec3::ZERO;
    moves
        .iter()
        .enumerate()
        .map(|(index, local)| match kind {
            CurveKind::Position => local.translation,
            CurveKind::Scale => local.scale,
            CurveKind::Angles => {
                let (z, y, x) = local.rotation.to_euler(EulerRot::ZYX);
                let angles = Vec3::new(x, y, z);
                before = if index == 0 { angles } else { continued(before, angles) };
                before * (180.0 / PI)
            }
        })
        .collect()
}

/// The angles nearest to those before that mean the same.
fn continued(before: Vec3, angles: Vec3) -> Vec3 {
    angles + TAU * ((before - angles) / TAU).round()
}

/// Least and most of a curve.
fn range(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 0.0) }
}

/// Times of the joint's keys: those of the editor, or else those of the track that is drawn, which may differ from the file's.
fn shown_keys(clip: &Clip, joint: usize, kind: CurveKind) -> (Vec<f32>, &'static str) {
    let own = clip.file_keys.iter().find(|keys| keys.joint == joint && !keys.interpolations.is_empty());
    if let Some(own) = own {
        return (own.times.to_vec(), "");
    }
    let Some(tracks) = clip.tracks.iter().find(|tracks| tracks.joint == joint) else {
        return (Vec::new(), "");
    };
    let times = match kind {
        CurveKind::Position => tracks.translation.as_ref().map(Track::times),
        CurveKind::Angles => tracks.rotation.as_ref().map(RotationTrack::times),
        CurveKind::Scale => tracks.scale.as_ref().map(Track::times),
    };
    (times.unwrap_or_default().to_vec(), " as played")
}

/// Returns the range of a curve in words, with as many digits as its ends need.
fn range_label(name: &str, (low, high): (f32, f32), is_flat: bool, unit: &str) -> String {
    let digits = if high.abs().max(low.abs()) < 1.0 { 3 } else { 2 };
    let [low, high] = [low, high].map(|value| without_negative_zero(value, digits));
    if is_flat {
        format!("{name}  {low:.digits$}{unit}")
    } else {
        format!("{name}  {low:.digits$} to {high:.digits$}{unit}")
    }
}

/// More samples than this, for the whole clip, take too long.
const MAX_SAMPLES: f32 = 6000.0;

/// Draws three curves below each other, each scaled to its own range. The ranges are written left of the ruler.
pub(crate) fn draw_curves(
    list: &DrawListMut<'_>,
    area: Area,
    fonts: Fonts,
    ruler: &Ruler,
    (clip, actor, joint): (&Clip, &Actor, usize),
    kind: CurveKind,
) {
    let em = fonts.em;
    let lane = (area.size.y - em * 1.3) / 3.0;
    if lane < em {
        return;
    }
    let samples = ruler.width / 3.0 * clip.duration() / (ruler.end - ruler.start);
    let count = (samples.min(MAX_SAMPLES) as usize).max(2);
    let bind = &actor.model.skeleton.joints()[joint].bind_local;
    let (keys, played) = shown_keys(clip, joint, kind);
    let times = sample_times(clip, &keys, count);
    let values = values(&sample_locals(clip, bind, joint, &times), kind);
    let apart = clip.duration() / (count - 1) as f32;
    let shown = ruler.start - apart..=ruler.end + apart;
    let subject = match kind {
        CurveKind::Position => "position in its parent's space",
        CurveKind::Angles => "angles about x, y, z in its parent's space",
        CurveKind::Scale => "scale",
    };
    let dots = match keys.len() {
        0 => "no track".to_owned(),
        count => format!("dots: {}{played}", counted(count, "key", "keys")),
    };
    let text = format!("{subject}, each scaled to its own range; {dots}");
    list.add_text([ruler.left, area.min.y], theme::DIM, text);
    for axis in 0..3 {
        let top = area.min.y + em * 1.3 + lane * axis as f32;
        let color = theme::AXES[axis];
        let (low, high) = range(values.iter().map(|value| value[axis]));
        let least = if kind == CurveKind::Angles { 0.1 } else { 1e-4 * high.abs().max(0.1) };
        let is_flat = high - low < least;
        let y = |value: f32| {
            let fraction = if is_flat { 0.5 } else { (value - low) / (high - low) };
            top + lane - em * 0.3 - fraction * (lane - em * 0.6)
        };
        list.add_line([area.min.x, top], [area.max().x, top], LINE).build();
        let label = range_label(["x", "y", "z"][axis], (low, high), is_flat, kind.unit());
        list.add_text([area.min.x + em * 0.5, top + (lane - em) / 2.0], color, label);
        list.with_clip_rect_intersect([ruler.left - em * 0.6, top], area.max().to_array(), || {
            let points = times.iter().zip(&values).filter(|(time, _)| shown.contains(time));
            let points: Vec<[f32; 2]> = points.map(|(time, value)| [ruler.x(*time), y(value[axis])]).collect();
            list.add_polyline(points, color).thickness(em * 0.11).build();
            for time in keys.iter().filter(|time| shown.contains(time)) {
                let index = times.partition_point(|other| other < time).min(times.len() - 1);
                list.add_circle([ruler.x(*time), y(values[index][axis])], em * 0.2, color).filled(true).build();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::animation::{Interpolation, JointKeys, JointTracks};
    use glam::Quat;

    #[test]
    fn angles_go_on_past_half_a_turn() {
        let degrees = [0.0f32, 90.0, 180.0, 270.0, 360.0];
        let keys = degrees.map(|d| Quat::from_rotation_z(d.to_radians()));
        let rotation = RotationTrack::new(vec![0.0, 1.0, 2.0, 3.0, 4.0], keys.to_vec()).unwrap();
        let tracks = JointTracks { joint: 0, translation: None, rotation: Some(rotation), ..JointTracks::default() };
        let clip = Clip::of_tracks("turn", vec![tracks]);
        let even = sample_times(&clip, &[], 41);
        let moves = sample_locals(&clip, &Transform::IDENTITY, 0, &even);
        let values = values(&moves, CurveKind::Angles);
        for pair in values.windows(2) {
            assert!((pair[1].z - pair[0].z - 9.0).abs() < 0.1, "{pair:?}");
        }
        assert!((values[40].z - 360.0).abs() < 0.1);
        let still = sample_locals(&clip, &Transform::IDENTITY, 7, &even[..2]);
        assert_eq!(still, [Transform::IDENTITY; 2], "a joint without tracks");
    }

    /// Keys between two samples are drawn, held keys as steps, and no label is "-0".
    #[test]
    fn labels_say_what_keys_have() {
        let [held, rest] = [Interpolation::Held, Interpolation::Linear];
        let translation = Track::new(vec![0.0, 0.333, 0.333, 1.0], vec![Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::ZERO]);
        let tracks = JointTracks { joint: 0, translation: translation.ok(), ..JointTracks::default() };
        let mut clip = Clip::of_tracks("hold", vec![tracks]);
        let interpolations = vec![held, rest, rest];
        clip.file_keys = vec![JointKeys { interpolations, ..JointKeys::linear(0, [0.0, 0.333, 1.0]) }];
        let (keys, _) = shown_keys(&clip, 0, CurveKind::Position);
        assert_eq!(keys, [0.0, 0.333, 1.0], "not those of the track");
        let values =
            values(&sample_locals(&clip, &Transform::IDENTITY, 0, &sample_times(&clip, &keys, 5)), CurveKind::Position);
        let range = range(values.iter().map(|value| value.x));
        assert_eq!(range_label("x", range, false, "°"), "x  0.00 to 1.00°");
        let steepest = values.windows(2).map(|pair| pair[1].x - pair[0].x).fold(0.0, f32::max);
        assert_eq!(steepest, 1.0, "straight up");
        assert_eq!(range_label("y", (-0.0004, -0.0), true, ""), "y  0.000");
        assert_eq!(range_label("z", (-3.0, -0.004), false, ""), "z  -3.00 to 0.00");
    }

    #[test]
    fn ranges_are_finite() {
        assert_eq!(range([2.0, -1.0, 1.5].into_iter()), (-1.0, 2.0));
        assert_eq!(range([].into_iter()), (0.0, 0.0));
        assert_eq!(range([f32::INFINITY].into_iter()), (0.0, 0.0));
    }
}
