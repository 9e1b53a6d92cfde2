//! Layout of the panels around the viewport. All in pixels, from the upper left corner.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A rectangle on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its upper left corner.
    pub min: Vec2,
    /// Width and height.
    pub size: Vec2,
}

impl Area {
    /// An area from its upper left corner and its size.
    pub fn new(min: Vec2, size: Vec2) -> Self {
        Self { min, size: size.max(Vec2::ZERO) }
    }

    /// The lower right corner.
    pub fn max(&self) -> Vec2 {
        self.min + self.size
    }

    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.max()).all()
    }

    /// Width / height; 1 where it has no height.
    pub fn aspect(&self) -> f32 {
        if self.size.y > 0.0 { self.size.x.max(1.0) / self.size.y } else { 1.0 }
    }

    /// Whole pixels: left, top, width, height, at least one pixel each way.
    pub fn pixels(&self) -> (u32, u32, u32, u32) {
        let min = self.min.max(Vec2::ZERO).round();
        let max = self.max().max(Vec2::ZERO).round();
        let size = (max - min).max(Vec2::ONE);
        (min.x as u32, min.y as u32, size.x as u32, size.y as u32)
    }

    /// Width and height in whole pixels.
    pub fn pixel_size(&self) -> (u32, u32) {
        let (.., width, height) = self.pixels();
        (width, height)
    }
}

/// The open panels; by default none, so that the scene is alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // one for each panel
pub struct Open {
    /// The lesson's text, on the right.
    pub help: bool,
    /// The joint tree, on the left.
    pub joints: bool,
    /// The display's options, on the left.
    pub display: bool,
    /// The card of the current TODO, on the left, and the lesson's own panel.
    pub card: bool,
    /// The editor, on the left.
    pub editor: bool,
    /// Time, at the bottom.
    pub timeline: bool,
    /// Rows of keys in the timeline, which can be edited.
    pub keys: bool,
    /// The bar with the panels' names, at the top.
    pub bar: bool,
}

/// The areas of all panels and of the viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    /// The bar at the top.
    pub bar: Option<Area>,
    pub joints: Option<Area>,
    /// Display options, and what shares the left column with them.
    pub display: Option<Area>,
    /// Errors, warnings and notes.
    pub messages: Option<Area>,
    pub help: Option<Area>,
    pub timeline: Option<Area>,
    /// The card of the current TODO.
    pub card: Option<Area>,
    /// The app's own panel, below the scene or in the left column.
    pub own: Option<Area>,
    /// The rest.
    pub viewport: Area,
}

/// Heights and widths of panels, in multiples of the font's size.
const BAR: f32 = 2.0;
const LEFT: f32 = 19.0;
const CARD: f32 = 26.0;
const DISPLAY: f32 = 20.0;
const HELP: f32 = 31.0;
const TIMELINE: f32 = 7.2;
/// A row of the timeline, and what rows that can be edited take besides; the first is where the file's keys are.
pub const ROW: f32 = 1.25;
const BELOW_ROWS: f32 = 0.35;
/// Width of all buttons of the timeline in one row, and height of a row.
const BUTTONS: f32 = 68.0;
const BUTTON_ROW: f32 = 1.85;
/// The viewport keeps at least this fraction of the window each way; panels give way.
const MIN_VIEWPORT: f32 = 0.3;
/// A lesson's own panel, below the scene, takes no more than this fraction of the scene's height.
const MAX_OWN: f32 = 0.34;

/// An editor's panel, to the right of the scene, takes no more than this fraction of the scene's width.
const MAX_EDITOR: f32 = 0.45;

/// Rows of keys that are visible, and in a low window: the wheel brings the others. Their room is kept free before they
/// appear, so that nothing moves under the pointer.
const ROWS: [f32; 2] = [5.0, 2.0];
/// A window lower than this is a low one.
const LOW: f32 = 42.0;

impl Area {
    /// Cuts off and returns the upper part of this area, at most `height` high.
    #[must_use]
    pub fn split_top(&mut self, height: f32) -> Area {
        let height = Vec2::new(0.0, height.clamp(0.0, self.size.y.max(0.0)));
        let upper = Area::new(self.min, Vec2::new(self.size.x, height.y));
        *self = Area::new(self.min + height, self.size - height);
        upper
    }

    #[must_use]
    pub fn split_bottom(&mut self, height: f32) -> Area {
        let upper = self.split_top(self.size.y - height);
        std::mem::replace(self, upper)
    }

    fn split_left(&mut self, width: f32) -> Area {
        let left = Area::new(self.min, Vec2::new(width, self.size.y));
        let width = Vec2::new(width, 0.0);
        *self = Area::new(self.min + width, self.size - width);
        left
    }

    fn split_right(&mut self, width: f32) -> Area {
        let left = self.split_left(self.size.x - width);
        std::mem::replace(self, left)
    }
}

impl Layout {
    /// Layout of a window of `size`, with text `em` pixels high.
    pub fn new(size: Vec2, em: f32, open: Open) -> Self {
        let mut viewport = Area::new(Vec2::ZERO, size);
        let bar = open.bar.then(|| viewport.split_top(BAR * em));
        let upper = open.display || open.card || open.editor;
        let has_column = open.joints || upper;
        let left = if open.card { CARD } else { LEFT };
        let sides = f32::from(u8::from(has_column)) * left + f32::from(u8::from(open.help)) * HELP;
        // Both sides shrink alike where there is not room for both.
        let fit = (viewport.size.x * (1.0 - MIN_VIEWPORT) / (sides * em).max(1.0)).min(1.0);
        // A card needs all of the height.
        let mut column = open.card.then(|| viewport.split_left(left * em * fit));
        let timeline = open.timeline.then(|| {
            let rows = (BUTTONS * em / viewport.size.x.max(1.0)).ceil().clamp(1.0, 4.0);
            let keys = ROWS[usize::from(size.y < LOW * em)];
            let keys = if open.keys { ROW * (keys - 1.0) + BELOW_ROWS } else { 0.0 };
            let wanted = em * (TIMELINE + keys + (rows - 1.0) * BUTTON_ROW);
            viewport.split_bottom(wanted.min(viewport.size.y * (1.0 - MIN_VIEWPORT)))
        });
        let help = open.help.then(|| viewport.split_right(HELP * em * fit));
        if has_column && !open.card {
            column = Some(viewport.split_left(left * em * fit));
        }
        let display = match &mut column {
            Some(column) if upper && open.joints => Some(column.split_top((DISPLAY * em).min(column.size.y * 0.55))),
            column if upper => column.take(),
            _ => None,
        };
        Layout { bar, joints: column, display, help, timeline, viewport, ..Layout::default() }
    }

    /// Puts an editor's panel, which scrolls, to the right of the scene: below it is the timeline.
    pub fn split_editor(&mut self, em: f32) {
        self.own = Some(self.viewport.split_right((LEFT * em).min(MAX_EDITOR * self.viewport.size.x)));
    }

    /// Puts a lesson's own panel, whose contents are `height` high, below the scene, so that the left column is left to the
    /// card. A panel that would take too much of the scene scrolls.
    pub fn split_own(&mut self, height: f32) {
        if height >= 1.0 {
            self.own = Some(self.viewport.split_bottom(height.min(MAX_OWN * self.viewport.size.y)));
        }
    }
}

/// The panels have room in a window that is so many points high.
const MIN_HEIGHT: f32 = 460.0;

/// Returns the size of text for the system's `factor` (2 on most screens of high density). If that is 1 on a large
/// screen, text grows with the window all the same; if a low window has no room for text of that size, it shrinks, but
/// never below its plain size.
pub fn text_scale(factor: f32, window_height: f32, wish: f32) -> f32 {
    let factor = if factor.is_finite() { factor.clamp(0.5, 8.0) } else { 1.0 };
    let factor = factor.min((window_height / MIN_HEIGHT).max(1.0));
    let by_height = (window_height / factor / 1000.0).clamp(1.0, 3.0);
    let quarter_steps = (by_height * 4.0).floor() / 4.0;
    factor * quarter_steps * wish
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Open = Open {
        help: true,
        joints: true,
        display: true,
        card: true,
        editor: true,
        timeline: true,
        keys: true,
        bar: true,
    };

    #[test]
    fn panels_tile_the_window() {
        for size in [(1280.0, 720.0), (1280.0, 800.0), (3840.0, 2160.0), (300.0, 200.0)] {
            let size = Vec2::from(size);
            let layout = Layout::new(size, 16.0, ALL);
            let areas = [layout.bar, layout.joints, layout.display, layout.help, layout.timeline];
            let covered: f32 =
                areas.into_iter().flatten().chain([layout.viewport]).map(|area| area.size.x * area.size.y).sum();
            assert!((covered - size.x * size.y).abs() < 1.0, "{size}: {layout:?}");
            assert!(layout.viewport.size.x >= size.x * MIN_VIEWPORT - 0.01, "{size}: {layout:?}");
        }
    }

    #[test]
    fn a_lessons_panel_is_below_the_scene() {
        let open = Open { card: true, bar: true, ..Open::default() };
        let mut layout = Layout::new(Vec2::new(1280.0, 720.0), 15.0, open);
        let Layout { display, viewport, .. } = layout;
        layout.split_own(0.0);
        assert_eq!((layout.own, layout.viewport), (None, viewport), "there is none");
        for (height, given) in [(200.0, 200.0), (300.0, MAX_OWN * viewport.size.y)] {
            let mut layout = layout;
            layout.split_own(height);
            let own = layout.own.unwrap();
            assert_eq!((own.size, own.min.y), (Vec2::new(viewport.size.x, given), layout.viewport.max().y));
            assert_eq!((layout.display, layout.viewport.size.y), (display, viewport.size.y - given));
        }
    }

    #[test]
    fn with_no_panels_the_scene_is_the_window() {
        let size = Vec2::new(640.0, 480.0);
        assert_eq!(Layout::new(size, 16.0, Open::default()).viewport, Area::new(Vec2::ZERO, size));
        assert_eq!(Layout::new(Vec2::ZERO, 16.0, ALL).viewport.pixels(), (0, 0, 1, 1));
    }

    #[test]
    fn text_grows_on_a_large_screen_and_shrinks_on_a_small_one() {
        assert_eq!(text_scale(1.0, 720.0, 1.0), 1.0);
        assert_eq!(text_scale(1.0, 1080.0, 1.0), 1.0);
        assert_eq!(text_scale(1.0, 2160.0, 1.0), 2.0, "4K where the system says nothing");
        assert_eq!(text_scale(2.0, 2160.0, 1.0), 2.0, "4K where it does");
        assert_eq!(text_scale(2.0, 690.0, 1.0), 1.5, "there is not room for twice as large text");
        assert_eq!(text_scale(2.0, 300.0, 1.0), 1.0, "smaller text could not be read");
        assert_eq!(text_scale(f32::NAN, 720.0, 1.0), 1.0);
    }
}
