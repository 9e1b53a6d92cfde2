//! Boxes of small formulas, and the formulas of all texts.

use super::{Face, Mark, MathBox, Part, set};
use crate::fonts::{INDEX, has_glyph};
use glam::Vec2;
use pulldown_cmark::{Event, Options, Parser};
use verdict::workspace;
use walkdir::WalkDir;

/// Half as wide as they are high.
fn width(text: &str, face: Face) -> f32 {
    0.5 * face.size() * text.chars().count() as f32
}

fn joined(tex: &str, displayed: bool) -> MathBox {
    let mut all = MathBox::default();
    for Part { gap, body } in set(tex, displayed, width).expect(tex) {
        all.append(gap, body);
    }
    all
}

fn letters(formula: &MathBox, wanted: &str) -> (Face, Vec2) {
    let found = formula.marks.iter().find_map(|mark| match mark {
        Mark::Letters(text, face, at) if text == wanted => Some((*face, *at)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no {wanted} in {formula:?}"))
}

fn lines(formula: &MathBox) -> Vec<[Vec2; 2]> {
    let lines = formula.marks.iter().filter_map(|mark| match mark {
        Mark::Line(from, to) => Some([*from, *to]),
        Mark::Letters(..) => None,
    });
    lines.collect()
}

#[test]
fn a_numerator_is_above_its_bar() {
    let formula = joined(r"\frac{abc}{d}", true);
    let [from, to] = lines(&formula)[0];
    let ((face, above), (_, below)) = (letters(&formula, "a"), letters(&formula, "d"));
    assert_eq!(face, Face::Text);
    assert!(above.y < from.y && from.y == to.y && to.y < 0.0 && 0.0 < below.y, "{formula:?}");
    assert!(below.y - 0.65 > to.y, "the denominator does not touch it");
    assert!((below.x + 0.25 - 0.5 * (from.x + to.x)).abs() < 1e-6, "in the middle");
    assert!(formula.above >= 0.65 - above.y && formula.below >= below.y);
    assert_eq!(letters(&joined(r"\frac{abc}{d}", false), "abc").0, Face::Index, "small in a line of text");
}

#[test]
fn an_index_is_lower_and_smaller() {
    let formula = joined("B_s^{-1}", false);
    let ((face, low), (_, high)) = (letters(&formula, "s"), letters(&formula, "−1"));
    assert_eq!(face, Face::Index);
    assert!(low.y > 0.0 && high.y < 0.0 && low.x == high.x && low.x >= 0.5, "{formula:?}");
    assert!((formula.width - (low.x + 2.0 * 0.5 * INDEX)).abs() < 1e-6);
}

#[test]
fn widths_add_up() {
    let equation = set("a = b", false, width).expect("two parts");
    let [left, right] = &equation[..] else { panic!("{equation:?}") };
    assert!((left.body.width - (1.0 + right.gap)).abs() < 1e-6, "a relation has the same space on both sides");
    assert!(joined("a - b", false).width > joined("-a b", false).width, "a sign clings to its number");
    assert_eq!(joined("p'", false).width, 1.0);
    assert!(joined(r"a \quad b", false).width > joined("a b", false).width + 0.8);
}

#[test]
fn roots_sums_bars_and_vectors() {
    let root = joined(r"\sqrt{b}", false);
    let ends = lines(&root);
    let over = ends.last().expect("a line over it");
    assert!(over[0].y == over[1].y && over[1].y < -0.65 && over[1].x > letters(&root, "b").1.x + 0.5, "{root:?}");
    let alone = joined(r"\sum_i x", true);
    let inline = joined(r"\sum_i x", false);
    assert_eq!((letters(&alone, "∑").0, letters(&inline, "∑").0), (Face::Large, Face::Text));
    assert!(letters(&alone, "i").1.x < letters(&inline, "i").1.x, "below the sign, and beside it");
    assert!(lines(&joined(r"\bar x", false))[0][0].y < -0.65);
    assert!(letters(&joined(r"\vec v", false), "→").1.y < -0.65);
}

#[test]
fn a_formula_is_broken_outside_brackets() {
    let count = |tex| set(tex, false, width).expect(tex).len();
    assert_eq!(count("a = b + c"), 3);
    assert_eq!(count("a (b + c)"), 1);
    assert_eq!(count(r"a \qquad b"), 2);
    assert_eq!(count("-a"), 1);
}

#[test]
fn what_cannot_be_set_is_refused() {
    for tex in [r"\unknown", r"\begin{matrix} a \\ b \end{matrix}", "a_", "{", r"\left( a \right)"] {
        assert!(set(tex, false, width).is_err(), "{tex}");
    }
}

fn of_all_texts() -> Vec<(String, String)> {
    let files = WalkDir::new(workspace::root()).into_iter().filter_entry(|entry| entry.file_name() != "target");
    let texts = files.flatten().filter(|file| file.path().extension().is_some_and(|ending| ending == "md"));
    let formulas = texts.flat_map(|file| {
        let text = std::fs::read_to_string(file.path()).expect("a text");
        let events = Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_MATH);
        let formulas = events.filter_map(|event| match event {
            Event::InlineMath(tex) | Event::DisplayMath(tex) => Some(tex.to_string()),
            _ => None,
        });
        formulas.map(|tex| (workspace::shown(file.path()), tex)).collect::<Vec<_>>()
    });
    formulas.collect()
}

/// GitHub's Markdown removes a backslash before punctuation in formulas, too, so that `\,` becomes a comma (github/markup,
/// issue 1577). `\thinspace` is the same space, and a name with `_` is code.
#[test]
fn github_shows_the_formulas_as_they_are() {
    let formulas = of_all_texts();
    assert!(formulas.len() > 500, "{} formulas", formulas.len());
    for (file, tex) in formulas {
        let taken = tex.split('\\').skip(1).find(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        assert!(taken.is_none(), "{file}: ${tex}$");
    }
}

#[test]
fn every_formula_can_be_set_and_has_glyphs() {
    for (file, tex) in of_all_texts() {
        for displayed in [false, true] {
            let parts = set(&tex, displayed, width).unwrap_or_else(|why| panic!("{file}: ${tex}$: {why}"));
            assert!(!parts.is_empty(), "{file}: ${tex}$");
            for mark in parts.iter().flat_map(|part| &part.body.marks) {
                if let Mark::Letters(text, face, _) = mark {
                    let missing = text.chars().find(|c| !has_glyph(*c, *face == Face::Index));
                    assert!(missing.is_none(), "{file}: ${tex}$: no glyph for {missing:?}");
                }
            }
        }
    }
}
