//! Labels in the scene: joint names at their positions, and picking the joint under the pointer.

use crate::{Fonts, layout::Area, theme::Color};
use drawing::sheet::on_sheet;
use glam::{Mat4, Vec2, Vec3};
use imgui::Ui;

/// Projects a point of world space onto the screen, in pixels; `None` behind the camera or outside the viewport.
pub fn on_screen(clip_from_world: Mat4, viewport: Area, point: Vec3) -> Option<Vec2> {
    let at = on_sheet(clip_from_world, viewport.size, point)?; // y up
    let is_inside = at.is_finite() && at == at.clamp(Vec2::ZERO, viewport.size);
    is_inside.then(|| viewport.min + at.with_y(viewport.size.y - at.y))
}

/// The point nearest to `at`, if any is within `reach` pixels.
pub fn nearest(points: impl Iterator<Item = (usize, Vec2)>, at: Vec2, reach: f32) -> Option<usize> {
    points
        .map(|(number, point)| (number, point.distance(at)))
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(number, _)| number)
}

/// Writes each name beside its point, in pixels, to the right or, if there is no room, to the left. A name that would overlap
/// an earlier one is left out.
pub fn draw_labels<'a>(ui: &Ui, viewport: Area, fonts: Fonts, names: impl Iterator<Item = (Vec2, &'a str, Color)>) {
    let em = fonts.em;
    let list = ui.get_background_draw_list();
    let mut taken: Vec<Area> = Vec::new();
    list.with_clip_rect_intersect(viewport.min.to_array(), viewport.max().to_array(), || {
        for (point, name, color) in names {
            let size = Vec2::from(ui.calc_text_size(name));
            let area = label_area(point, size, em * 0.5, viewport);
            if taken.iter().any(|other| overlap(other, &area)) {
                continue;
            }
            let corner = area.min;
            let shade = em * 0.15;
            list.add_rect((corner - shade).to_array(), (area.max() + shade).to_array(), [0.05, 0.055, 0.07, 0.62])
                .filled(true)
                .rounding(shade * 1.5)
                .build();
            list.add_text(corner.to_array(), color, name);
            taken.push(area);
        }
    });
}

/// Returns the area of a text of this size to the right of a point, or to the left of it where the viewport ends.
fn label_area(point: Vec2, size: Vec2, gap: f32, viewport: Area) -> Area {
    let up = (point.y - size.y * 0.5).min(viewport.max().y - size.y).max(viewport.min.y);
    let right = point.x + gap;
    let left = point.x - gap - size.x;
    let x = if right + size.x > viewport.max().x && left >= viewport.min.x { left } else { right };
    Area::new(Vec2::new(x, up), size)
}

fn overlap(a: &Area, b: &Area) -> bool {
    a.min.cmplt(b.max()).all() && b.min.cmplt(a.max()).all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_world_on_the_screen() {
        let viewport = Area::new(Vec2::new(100.0, 50.0), Vec2::new(200.0, 100.0));
        let at = |x, y, z| on_screen(Mat4::IDENTITY, viewport, Vec3::new(x, y, z));
        assert_eq!(at(0.0, 0.0, 0.0), Some(Vec2::new(200.0, 100.0)));
        assert_eq!(at(-1.0, 1.0, 0.0), Some(Vec2::new(100.0, 50.0)), "the upper left corner");
        assert_eq!(at(1.5, 0.0, 0.0), None, "beside the viewport");
        let behind = Mat4::from_cols_array(&[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., -1., 0., 0., 0., 0.]);
        assert_eq!(on_screen(behind, viewport, Vec3::Z), None, "behind the eye");
    }

    #[test]
    fn words_stay_in_the_scene() {
        let viewport = Area::new(Vec2::new(100.0, 50.0), Vec2::new(200.0, 100.0));
        let size = Vec2::new(80.0, 10.0);
        let at = |x, y| label_area(Vec2::new(x, y), size, 5.0, viewport).min;
        assert_eq!(at(150.0, 100.0), Vec2::new(155.0, 95.0));
        assert_eq!(at(290.0, 100.0), Vec2::new(205.0, 95.0), "no room at the right");
        assert_eq!(at(150.0, 51.0).y, 50.0);
        assert_eq!(at(150.0, 149.0).y, 140.0);
    }

    #[test]
    fn the_nearest_within_reach() {
        let points = [(4, Vec2::ZERO), (7, Vec2::new(10.0, 0.0)), (9, Vec2::new(12.0, 0.0))];
        let at = |x| nearest(points.into_iter(), Vec2::new(x, 0.0), 3.0);
        assert_eq!(at(9.0), Some(7));
        assert_eq!(at(11.5), Some(9));
        assert_eq!(at(5.0), None);
    }
}
