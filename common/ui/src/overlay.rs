//! Flat drawings on a scene's picture: graphs, diagrams, signs and their words. A window draws them with its panels, so
//! that they are sharp where the scene has fewer pixels than the window; a picture of the scene alone contains them.

use super::{Fonts, layout::Area, theme::Color};
use glam::Vec2;
use imgui::Ui;
use std::cell::RefCell;

/// One thing on the picture, in clip space; colours are sRGB-encoded with opacity.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A convex area, filled.
    Area(Vec<Vec2>, Color),
    /// A line from point to point. It is so thick, as a fraction of the picture's height.
    Line(Vec<Vec2>, f32, Color),
    Word(Word),
}

/// A word that a scene writes on its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    /// The middle of its letters' height, at their left end or in their middle.
    pub at: Vec2,
    /// Whether the word begins there.
    pub is_left: bool,
    /// Whether it is as large as a heading.
    pub is_heading: bool,
    pub color: Color,
}

thread_local! {
    /// While a window draws its scene: how high the panels' text is there, in pixels, and the marks so far.
    static MARKS: RefCell<Option<(f32, Vec<Mark>)>> = const { RefCell::new(None) };
}

/// Calls `draw`, and returns its result and the marks that it leaves to the window. The panels' text is `em` of the viewport's
/// pixels high.
pub fn collect<T>(em: f32, draw: impl FnOnce() -> T) -> (T, Vec<Mark>) {
    MARKS.set(Some((em, Vec::new())));
    let result = draw();
    (result, MARKS.take().map_or(Vec::new(), |(_, marks)| marks))
}

/// If a window draws what is flat in the viewport that is being drawn: how high its text is, in pixels of the viewport.
pub fn em() -> Option<f32> {
    MARKS.with_borrow(|marks| marks.as_ref().map(|(em, _)| *em))
}

/// Adds a mark to those that the window draws, if a window draws the scene. Later marks are drawn over earlier ones.
pub fn leave_to_window(mark: Mark) {
    MARKS.with_borrow_mut(|marks| match marks {
        // A scene may be drawn twice for one picture.
        Some((_, marks)) if !marks.contains(&mark) => marks.push(mark),
        _ => {}
    });
}

/// Draws the marks of a scene over the viewport, below all panels.
pub fn draw_overlay(ui: &Ui, viewport: Area, fonts: Fonts, marks: &[Mark]) {
    let list = ui.get_background_draw_list();
    list.with_clip_rect_intersect(viewport.min.to_array(), viewport.max().to_array(), || {
        for mark in marks {
            match mark {
                Mark::Area(corners, color) => {
                    list.add_polyline(all_in_window(viewport, corners), *color).filled(true).build();
                }
                Mark::Line(points, thickness, color) => {
                    list.add_polyline(all_in_window(viewport, points), *color)
                        .thickness(thickness * viewport.size.y)
                        .build();
                }
                Mark::Word(Word { text, at, is_left, is_heading, color }) => {
                    let _large = is_heading.then(|| ui.push_font(fonts.heading));
                    let before = Vec2::new(if *is_left { 0.0 } else { 0.5 }, 0.5);
                    let corner = in_window(viewport, *at) - Vec2::from(ui.calc_text_size(text)) * before;
                    list.add_text(corner.round().to_array(), *color, text);
                }
            }
        }
    });
}

/// Returns the position in the window, in pixels, of a point in clip space.
fn in_window(viewport: Area, at: Vec2) -> Vec2 {
    viewport.min + (at * Vec2::new(0.5, -0.5) + 0.5) * viewport.size
}

fn all_in_window(viewport: Area, points: &[Vec2]) -> Vec<[f32; 2]> {
    points.iter().map(|at| in_window(viewport, *at).to_array()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_gets_the_marks_of_its_own_scene_alone() {
        let mark = |x| Mark::Area(vec![Vec2::ZERO, Vec2::X * x, Vec2::Y], [1.0; 4]);
        leave_to_window(mark(1.0)); // no window
        let ((), marks) = collect(15.0, || {
            assert_eq!(em(), Some(15.0));
            leave_to_window(mark(2.0));
            leave_to_window(mark(3.0));
            leave_to_window(mark(2.0));
        });
        assert_eq!((marks, em()), (vec![mark(2.0), mark(3.0)], None));
    }
}
