//! The type of every window, `DejaVu`, which has Greek, arrows, superscripts and the signs of
//! mathematics. The files lie in `assets/fonts/`, their licence beside them.

use imgui::{FontConfig, FontGlyphRanges, FontId, FontSource};

/// Ready for [`Ui::push_font`](imgui::Ui::push_font).
#[derive(Clone, Copy, Debug)]
pub struct Fonts {
    /// Ordinary text.
    pub text: FontId,
    /// Code and columns of numbers.
    pub mono: FontId,
    pub heading: FontId,
    /// A few large words, of Latin letters.
    pub title: FontId,
    /// The height of ordinary text, in pixels.
    pub em: f32,
}

/// Height of ordinary text at scale 1, in pixels.
pub(crate) const TEXT_SIZE: f32 = 15.0;
/// Size of headings, as a fraction of that.
pub const HEADING: f32 = 1.3;

const TEXT: &[u8] = include_bytes!("../../../../assets/fonts/DejaVuSans.ttf");
const MONO: &[u8] = include_bytes!("../../../../assets/fonts/DejaVuSansMono.ttf");

/// First and last code points of what the lesson texts and the formulas use. Every glyph is drawn
/// into the atlas at each start, so this is not the whole font.
static GLYPHS: &[u32] = &[
    0x20, 0x17F, // Latin with accents
    0x2B0, 0x2B8, // raised letters
    0x370, 0x3FF, // Greek
    0x1D40, 0x1D6A, // raised and lowered letters
    0x2010, 0x2033, // dashes, quotation marks, dots, primes
    0x2070, 0x209C, // raised and lowered digits and letters
    0x2190, 0x21FF, // arrows
    0x2200, 0x22C6, // mathematics
    0x2500, 0x2503, 0x2514, 0x251C, // lines of a tree
    0x25A0, 0x25CF, // squares, triangles, circles
    0x2713, 0x2718, // check marks
    0x275A, 0x275A, // a pause sign's half
    0x27E8, 0x27E9, // angle brackets
    0x2C7C, 0x2C7C, // lowered j
    0,
];

static LATIN: &[u32] = &[0x20, 0xFF, 0x2010, 0x2033, 0x2713, 0x2713, 0];

/// Adds the faces to a context, `scale` times as large as usual. What was there before is gone.
pub(crate) fn add_fonts(context: &mut imgui::Context, scale: f32) -> Fonts {
    let em = (TEXT_SIZE * scale).round().max(6.0);
    let atlas = context.fonts();
    atlas.clear();
    let [text, mono, heading, title] =
        [(TEXT, 1.0, GLYPHS), (MONO, 0.94, GLYPHS), (TEXT, HEADING, GLYPHS), (TEXT, 2.2, LATIN)].map(
            |(data, size, glyphs)| {
                let config = FontConfig {
                    glyph_ranges: FontGlyphRanges::from_slice(glyphs),
                    oversample_h: 2,
                    ..FontConfig::default()
                };
                let size_pixels = (em * size).round();
                atlas.add_font(&[FontSource::TtfData { data, size_pixels, config: Some(config) }])
            },
        );
    Fonts { text, mono, heading, title, em }
}

/// Returns whether a text may have a character.
#[cfg(test)]
pub(crate) fn has_glyph(c: char) -> bool {
    GLYPHS.chunks_exact(2).any(|range| (range[0]..=range[1]).contains(&u32::from(c)))
}
