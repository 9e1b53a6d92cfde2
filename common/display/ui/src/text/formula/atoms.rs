//! Atoms in a row of a formula, and the space between two of them: a part of TeX's rules.

use super::boxes::MathBox;

/// TeX's class of an atom, which decides on the space beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A variable, a number, a fraction.
    Factor,
    /// A prime, a degree sign: it clings to what is before it.
    Suffix,
    /// sin, a sum's sign.
    Function,
    /// Plus, times.
    Binary,
    /// Equals, less than.
    Relation,
    Open,
    Close,
    /// A comma.
    Punctuation,
}

pub(super) struct Atom {
    pub(super) class: Class,
    pub(super) body: MathBox,
    /// Space that the text demands before it.
    pub(super) space: f32,
}

/// An unbreakable piece of a formula, and the space before it. At the start of a line the space is dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Space before it.
    pub gap: f32,
    pub body: MathBox,
}

/// TeX's unit of space, of which 18 are as wide as the font is high; our heights have a sixth of air.
const UNIT: f32 = 0.86 / 18.0;
/// A demanded space where a line may end.
const WIDE: f32 = 0.8;

/// Returns the space between two atoms, in heights of text. Rows of indices and exponents have space beside functions only.
fn space_between(left: Class, right: Class, is_small: bool) -> f32 {
    use Class::{Binary, Close, Factor, Function, Open, Punctuation, Relation, Suffix};
    let units = match (left, right) {
        (Function, Open) | (Open, _) | (_, Close | Punctuation | Suffix) | (Relation, Relation) => 0.0,
        (Function, _) | (_, Function) if is_small => 3.0,
        _ if is_small => 0.0,
        (Relation, _) | (_, Relation) => 5.0,
        (Binary, _) | (_, Binary) => 4.0,
        // TeX has no space between factors: its letters are slanted, and look like factors without.
        (Punctuation | Function, _) | (_, Function | Factor) => 3.0,
        (_, Open) => 0.0,
    };
    units * UNIT
}

/// The row, in pieces: it may be broken after relations and binary operators outside brackets, and at wide spaces.
pub(super) fn parts(atoms: Vec<Atom>, is_small: bool) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut last: Option<Class> = None;
    let mut depth = 0;
    let mut is_end = true;
    for Atom { mut class, body, space } in atoms {
        let is_sign = !matches!(last, Some(Class::Factor | Class::Suffix | Class::Close));
        if class == Class::Binary && is_sign {
            class = Class::Open; // the minus of a negative number clings to it
        } else {
            depth += i32::from(class == Class::Open) - i32::from(class == Class::Close);
        }
        let gap = space + last.map_or(0.0, |last| space_between(last, class, is_small));
        match parts.last_mut() {
            Some(part) if !is_end && space < WIDE => part.body.append(gap, body),
            _ => parts.push(Part { gap, body }),
        }
        is_end = depth <= 0 && matches!(class, Class::Binary | Class::Relation);
        last = Some(class);
    }
    parts
}

pub(super) fn row(atoms: Vec<Atom>, is_small: bool) -> MathBox {
    let mut all = MathBox::default();
    for Part { gap, body } in parts(atoms, is_small) {
        all.append(gap, body);
    }
    all
}
