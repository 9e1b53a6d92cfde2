//! Flat areas, which a window draws last, must cover nothing that a picture shows.

use super::{Exercise, draw};
use glam::Vec2;
use graphics::Picture;
use ui::overlay::{self, Mark};

/// Areas of fewer than one in this many pixels are lines and signs: edges and words are most of them.
const LEAST_PART: usize = 200;

/// Asserts that at least a quarter of each opaque flat area has the area's colour in `shown`, the picture of the finished
/// scene. In a window flat areas are drawn last, over the whole scene.
pub(super) fn nothing_lies_over_flat_areas<E: Exercise>(shown: &Picture) {
    let width = shown.width;
    let height = shown.height;
    let (_, marks) = overlay::collect(15.0, || draw::<E>(&E::LESSON.reference, (width, height)));
    // The index of the last mark that covers each pixel.
    let mut last = vec![None; (width * height) as usize];
    for (index, mark) in marks.iter().enumerate() {
        let Mark::Area(corners, _) = mark else { continue };
        let corners: Vec<Vec2> = corners
            .iter()
            .map(|corner| (*corner * Vec2::new(0.5, -0.5) + 0.5) * Vec2::new(width as f32, height as f32))
            .collect();
        let low = corners.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(Vec2::max).unwrap_or_default();
        for y in low.y as u32..height.min(high.y as u32 + 1) {
            for x in low.x as u32..width.min(high.x as u32 + 1) {
                if contains(&corners, Vec2::new(x as f32, y as f32) + 0.5) {
                    last[(y * width + x) as usize] = Some(index);
                }
            }
        }
    }
    // For each mark, the number of pixels that show it, and of those that have its colour.
    let mut counts = vec![(0, 0); marks.len()];
    for (last, rgba) in last.iter().zip(shown.rgba.chunks_exact(4)) {
        let Some(index) = *last else { continue };
        let Mark::Area(_, color) = &marks[index] else { continue };
        counts[index].0 += 1;
        counts[index].1 +=
            usize::from(rgba[..3].iter().zip(color).all(|(byte, part)| (f32::from(*byte) - part * 255.0).abs() < 12.0));
    }
    for (mark, (all, alike)) in marks.iter().zip(counts) {
        let is_opaque = matches!(mark, Mark::Area(_, color) if color[3] > 0.95);
        assert!(
            !is_opaque || all * LEAST_PART < last.len() || alike * 4 > all,
            "{alike} of {all} pixels of {mark:?} have its colour: what lies over it is hidden in a window"
        );
    }
}

/// Returns whether a convex polygon contains a point.
fn contains(corners: &[Vec2], point: Vec2) -> bool {
    let next = corners.iter().cycle().skip(1);
    let mut sides = corners.iter().zip(next).map(|(from, to)| (*to - *from).perp_dot(point - *from));
    let is_left = sides.clone().all(|side| side >= 0.0);
    is_left || sides.all(|side| side <= 0.0)
}
