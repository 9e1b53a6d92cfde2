//! Curves of one joint's local transform over time.

use super::ruler::Ruler;
use crate::{
    animation::Clip,
    app::{actor::Actor, fonts::Fonts, layout::Area, theme},
    math::Transform,
};
use glam::{EulerRot, Vec3};
use imgui::{DrawListMut, Ui};
use std::f32::consts::{PI, TAU};

/// What is drawn of the joint's local transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Least and most of all three curves, a little apart at least.
fn range(values: &[Vec3], least: f32) -> (f32, f32) {
    let low = values.iter().map(|v| v.min_element()).fold(f32::INFINITY, f32::min);
    let high = values.iter().map(|v| v.max_element()).fold(f32::NEG_INFINITY, f32::max);
    if !(low.is_finite() && high.is_finite()) {
        return (-1.0, 1.0);
    }
    let lacking = (least - (high - low)).max(0.0) / 2.0;
    (low - lacking, high + lacking)
}

/// Draws three curves below the ruler.
pub(super) fn draw(
    ui: &Ui,
    list: &DrawListMut<'_>,
    area: Area,
    fonts: Fonts,
    ruler: &Ruler,
    (clip, actor, joint): (&Clip, &Actor, usize),
    kind: CurveKind,
) {
    let em = fonts.em;
    if area.size.y < em * 2.0 {
        return;
    }
    let count = ((ruler.width / 3.0) as usize).clamp(2, 600);
    let bind = &actor.model.skeleton.joints()[joint].bind_local;
    let values = values(&sample(clip, bind, joint, count), kind);
    let (low, high) = range(&values, if kind == CurveKind::Angles { 5.0 } else { 1e-3 });
    let (top, bottom) = (area.min.y + em * 0.5, area.max().y - em * 0.5);
    let y = |value: f32| bottom + (top - bottom) * (value - low) / (high - low);
    for axis in 0..3 {
        let points: Vec<[f32; 2]> = values
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let share = index as f32 / (count - 1) as f32;
                [ruler.left + ruler.width * share, y(value[axis])]
            })
            .collect();
        list.add_polyline(points, theme::AXES[axis]).thickness(em * 0.11).build();
    }
    let unit = kind.unit();
    let text = |at: [f32; 2], color, text: &str| {
        let [wide, high] = ui.calc_text_size(text);
        let dark = [0.07, 0.078, 0.094, 0.85];
        list.add_rect(at, [at[0] + wide, at[1] + high], dark).filled(true).build();
        list.add_text(at, color, text);
    };
    for (value, at) in [(high, top), (low, bottom - em)] {
        text([area.min.x + em * 0.3, at], theme::DIM, &format!("{value:.2}{unit}"));
    }
    let mut x = area.min.x + em * 6.0;
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        text([x, top], theme::AXES[axis], name);
        x += em;
    }
    let name = &actor.model.skeleton.joints()[joint].name;
    text([x + em * 0.5, top], theme::DIM, &format!("{} of {name}, local", kind.name()));
    let _ = ui;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointTracks, RotationTrack};
    use glam::Quat;

    #[test]
    fn angles_go_on_past_half_a_turn() {
        let degrees = [0.0f32, 90.0, 180.0, 270.0, 360.0];
        let keys = degrees.map(|d| Quat::from_rotation_z(d.to_radians()));
        let rotation = RotationTrack::new(vec![0.0, 1.0, 2.0, 3.0, 4.0], keys.to_vec()).unwrap();
        let tracks = JointTracks {
            joint: 0,
            translation: None,
            rotation: Some(rotation),
            ..JointTracks::default()
        };
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
    fn a_flat_curve_has_room() {
        let (low, high) = range(&[Vec3::ONE; 4], 0.5);
        assert_eq!((low, high), (0.75, 1.25));
        assert_eq!(range(&[], 0.5), (-1.0, 1.0));
        assert_eq!(range(&[Vec3::NAN], 0.5), (-1.0, 1.0));
    }
}
