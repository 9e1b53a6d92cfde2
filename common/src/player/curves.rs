//! Curves of one joint's local transform over time.

use crate::animation::{Clip, RotationTrack, Track};
use crate::math::Transform;
use crate::player::{
    Actor,
    ruler::{LINE, Ruler},
};
use crate::text::counted;
use crate::ui::{Fonts, layout::Area, theme};
use glam::{EulerRot, Vec3};
use imgui::DrawListMut;
use serde::{Deserialize, Serialize};
use std::f32::consts::{PI, TAU};

/// What is drawn of the joint's local transform.
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
    /// What the button says.
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

/// A joint's local transform at `count` even times from the clip's start to its end.
fn sample(clip: &Clip, bind: &Transform, joint: usize, count: usize) -> Vec<Transform> {
    let mut moves = vec![*bind; count];
    for tracks in clip.tracks.iter().filter(|tracks| tracks.joint == joint) {
        let mut cursors = [0u32; 3];
        for (index, local) in moves.iter_mut().enumerate() {
            let time = clip.start + clip.duration() * index as f32 / (count - 1).max(1) as f32;
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

/// Three numbers at each time. Angles go on past half a turn instead of jumping to the other side.
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

/// When the track that is drawn has keys: those that are played, which need not be the file's.
fn played_keys(clip: &Clip, joint: usize, kind: CurveKind) -> Vec<f32> {
    let Some(tracks) = clip.tracks.iter().find(|tracks| tracks.joint == joint) else {
        return Vec::new();
    };
    let times = match kind {
        CurveKind::Position => tracks.translation.as_ref().map(Track::times),
        CurveKind::Angles => tracks.rotation.as_ref().map(RotationTrack::times),
        CurveKind::Scale => tracks.scale.as_ref().map(Track::times),
    };
    times.unwrap_or_default().to_vec()
}

/// More samples than this, for the whole clip, take too long.
const MOST_SAMPLES: f32 = 6000.0;

/// Draws the three curves below each other, each scaled to its own range, which is written in the area left of the
/// ruler.
pub(crate) fn draw(
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
    let count = (samples.min(MOST_SAMPLES) as usize).max(2);
    let bind = &actor.model.skeleton.joints()[joint].bind_local;
    let values = values(&sample(clip, bind, joint, count), kind);
    let apart = clip.duration() / (count - 1) as f32;
    let shown = ruler.start - apart..=ruler.end + apart;
    let keys = played_keys(clip, joint, kind);
    let what = match kind {
        CurveKind::Position => "position in its parent's space",
        CurveKind::Angles => "angles about x, y, z in its parent's space",
        CurveKind::Scale => "scale",
    };
    let dots = match keys.len() {
        0 => "no track".to_owned(),
        count => format!("dots: {} as played", counted(count, "key", "keys")),
    };
    let text = format!("{what}, each scaled to its own range; {dots}");
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
        let (digits, unit) = (if high.abs().max(low.abs()) < 1.0 { 3 } else { 2 }, kind.unit());
        let name = ["x", "y", "z"][axis];
        let label = if is_flat {
            format!("{name}  {:.digits$}{unit}", low + 0.0)
        } else {
            format!("{name}  {low:.digits$} to {high:.digits$}{unit}")
        };
        list.add_text([area.min.x + em * 0.5, top + (lane - em) / 2.0], color, label);
        list.with_clip_rect_intersect([ruler.left - em * 0.6, top], area.max().to_array(), || {
            let at = |index: usize| clip.start + apart * index as f32;
            let points: Vec<[f32; 2]> = (0..count)
                .filter(|index| shown.contains(&at(*index)))
                .map(|index| [ruler.x(at(index)), y(values[index][axis])])
                .collect();
            list.add_polyline(points, color).thickness(em * 0.11).build();
            for time in keys.iter().filter(|time| shown.contains(time)) {
                let fraction = ((time - clip.start) / apart).clamp(0.0, (count - 1) as f32);
                let (before, after) = (fraction.floor() as usize, fraction.ceil() as usize);
                let value = values[before].lerp(values[after], fraction.fract())[axis];
                list.add_circle([ruler.x(*time), y(value)], em * 0.2, color).filled(true).build();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::JointTracks;
    use glam::Quat;

    #[test]
    fn angles_go_on_past_half_a_turn() {
        let degrees = [0.0f32, 90.0, 180.0, 270.0, 360.0];
        let keys = degrees.map(|d| Quat::from_rotation_z(d.to_radians()));
        let rotation = RotationTrack::new(vec![0.0, 1.0, 2.0, 3.0, 4.0], keys.to_vec()).unwrap();
        let tracks = JointTracks { joint: 0, translation: None, rotation: Some(rotation), ..JointTracks::default() };
        let clip = Clip::of_tracks("turn", vec![tracks]);
        let moves = sample(&clip, &Transform::IDENTITY, 0, 41);
        let values = values(&moves, CurveKind::Angles);
        for pair in values.windows(2) {
            assert!((pair[1].z - pair[0].z - 9.0).abs() < 0.1, "{pair:?}");
        }
        assert!((values[40].z - 360.0).abs() < 0.1);
        let still = sample(&clip, &Transform::IDENTITY, 7, 2);
        assert_eq!(still, [Transform::IDENTITY; 2], "a joint without tracks");
    }

    #[test]
    fn ranges_are_finite() {
        assert_eq!(range([2.0, -1.0, 1.5].into_iter()), (-1.0, 2.0));
        assert_eq!(range([].into_iter()), (0.0, 0.0));
        assert_eq!(range([f32::INFINITY].into_iter()), (0.0, 0.0));
    }
}
