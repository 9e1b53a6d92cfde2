//! Boxes on a baseline, as TeX builds formulas. Their unit is the height of ordinary text.

use crate::fonts::{HEADING, INDEX};
use glam::Vec2;

/// Font in which a letter is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The font of indices, exponents and small fractions.
    Index,
    /// The font of the text around the formula.
    Text,
    /// The font of a sum's sign in a displayed formula.
    Large,
}

impl Face {
    /// Returns the height of the font as a multiple of the text's height.
    pub fn size(self) -> f32 {
        match self {
            Self::Index => INDEX,
            Self::Text => 1.0,
            Self::Large => HEADING,
        }
    }
}

/// Something drawn, at its place from the left end of a box's baseline. y points down.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Letters on a baseline of their own.
    Letters(String, Face, Vec2),
    Line(Vec2, Vec2),
}

/// A piece of a formula with its extent on both sides of the baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MathBox {
    /// Distance to the next piece.
    pub width: f32,
    /// The room above the baseline.
    pub above: f32,
    /// The room below the baseline.
    pub below: f32,
    pub marks: Vec<Mark>,
}

/// Heights of capitals and brackets above the baseline, and depths of letters such as p below it.
const ABOVE: f32 = 0.65;
const BELOW: f32 = 0.2;
/// The height of minus signs, and so of fractions' bars.
const AXIS: f32 = 0.27;
/// Distances of the baselines of exponents and indices, up and down.
const RAISED: f32 = 0.33;
const LOWERED: f32 = 0.16;
const GAP: f32 = 0.13;

impl MathBox {
    /// A box with letters that are `width` wide.
    pub fn letters(text: &str, face: Face, width: f32) -> Self {
        let descends = text.contains(|c| "gjpqyQ,;()[]|/βγζημξρςφχψ∑∏∫".contains(c));
        let below = if descends { BELOW } else { 0.0 };
        let marks = vec![Mark::Letters(text.into(), face, Vec2::ZERO)];
        Self { width, above: ABOVE * face.size(), below: below * face.size(), marks }
    }

    /// Adds a box whose baseline begins at `at`, and extends this box to contain it.
    pub(super) fn put(&mut self, other: Self, at: Vec2) {
        self.width = self.width.max(at.x + other.width);
        self.above = self.above.max(other.above - at.y);
        self.below = self.below.max(other.below + at.y);
        self.marks.extend(other.marks.into_iter().map(|mark| match mark {
            Mark::Letters(text, face, place) => Mark::Letters(text, face, place + at),
            Mark::Line(from, to) => Mark::Line(from + at, to + at),
        }));
    }

    /// Adds a box on the right. Letters without a gap become one word.
    pub(super) fn append(&mut self, gap: f32, other: Self) {
        if gap == 0.0
            && let Some(Mark::Letters(text, face, place)) = self.marks.last_mut()
            && let [Mark::Letters(more, theirs, at)] = &other.marks[..]
            && face == theirs
            && place.y == at.y
        {
            *text += more;
            self.width += other.width;
            self.above = self.above.max(other.above);
            self.below = self.below.max(other.below);
            return;
        }
        self.put(other, Vec2::new(self.width + gap, 0.0));
    }

    fn line(&mut self, points: &[Vec2]) {
        self.marks.extend(points.windows(2).map(|ends| Mark::Line(ends[0], ends[1])));
        for point in points {
            self.width = self.width.max(point.x);
            self.above = self.above.max(-point.y);
        }
    }

    /// Adds a piece in the middle of a width, with its baseline at a height.
    fn put_centred(&mut self, other: Self, width: f32, y: f32) {
        let x = 0.5 * (width - other.width);
        self.put(other, Vec2::new(x, y));
    }

    /// Makes a fraction of two boxes with a bar between them. `face` is the font beside the fraction.
    pub(super) fn fraction(numerator: Self, denominator: Self, face: Face) -> Self {
        let margin = 0.1 * face.size();
        let width = numerator.width.max(denominator.width) + 4.0 * margin;
        let bar = -AXIS * face.size();
        let up = bar - GAP - numerator.below;
        let down = bar + GAP + denominator.above;
        let mut all = Self::default();
        all.put_centred(numerator, width, up);
        all.put_centred(denominator, width, down);
        all.line(&[Vec2::new(margin, bar), Vec2::new(width - margin, bar)]);
        all.width = width;
        all
    }

    /// Adds an index and an exponent on the right; `face` is the base's.
    pub(super) fn with_scripts(mut self, index: Option<Self>, exponent: Option<Self>, face: Face) -> Self {
        let size = face.size();
        let x = self.width + 0.03 * size;
        let down = (self.below - (BELOW - LOWERED) * size).max(LOWERED * size);
        let up = (self.above - (ABOVE - RAISED) * size).max(RAISED * size);
        for (script, y) in [(index, down), (exponent, -up)] {
            if let Some(script) = script {
                self.put(script, Vec2::new(x, y));
            }
        }
        self
    }

    /// Adds pieces below and above, in the middle.
    pub(super) fn between(self, under: Option<Self>, over: Option<Self>) -> Self {
        let width = [&under, &over].into_iter().flatten().fold(self.width, |width, other| width.max(other.width));
        let above = self.above;
        let below = self.below;
        let mut all = Self::default();
        all.put_centred(self, width, 0.0);
        if let Some(under) = under {
            let y = below + 0.5 * GAP + under.above;
            all.put_centred(under, width, y);
        }
        if let Some(over) = over {
            let y = -above - 0.5 * GAP - over.below;
            all.put_centred(over, width, y);
        }
        all
    }

    /// Adds a bar over the box.
    pub(super) fn barred(mut self) -> Self {
        let width = self.width;
        let top = -self.above - 0.5 * GAP;
        self.line(&[Vec2::new(0.0, top), Vec2::new(width, top)]);
        self
    }

    /// Adds a square root's sign around the box. `face` is the font of the box.
    pub(super) fn root(self, face: Face) -> Self {
        let size = face.size();
        let top = -self.above - GAP * size;
        let bottom = self.below.max(0.1 * size);
        let sign = [(0.0, -0.22), (0.12, -0.3)].map(|(x, y)| size * Vec2::new(x, y));
        let foot = Vec2::new(0.26 * size, bottom);
        let shoulder = Vec2::new(0.46 * size, top);
        let mut all = Self::default();
        let end = shoulder.x + self.width + 0.1 * size;
        all.line(&[sign[0], sign[1], foot, shoulder, Vec2::new(end, top)]);
        all.put(self, Vec2::new(shoulder.x + 0.05 * size, 0.0));
        all
    }

    /// Moves a sum's sign so that its middle is at the height of minus signs.
    pub(super) fn on_axis(self, face: Face) -> Self {
        let y = 0.5 * (ABOVE - BELOW) * face.size() - AXIS;
        let mut all = Self::default();
        all.put(self, Vec2::new(0.0, y));
        all
    }
}
