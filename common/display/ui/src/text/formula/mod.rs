//! Formulas in TeX's notation, parsed by `pulldown-latex` and set as boxes: fractions stacked, indices lowered and
//! smaller. A part of what TeX can do, as much as the lessons' texts use; the tests set every formula of theirs.

mod atoms;
mod boxes;
#[cfg(test)]
mod tests;

pub use atoms::Part;
pub use boxes::{Face, Mark, MathBox};

use atoms::{Atom, Class, parts, row};
use pulldown_latex::event::{
    Content, DelimiterType, Dimension, DimensionUnit, Event, Font, Grouping, ScriptPosition, ScriptType, StateChange,
    Style, Visual,
};
use pulldown_latex::{Parser, ParserError, Storage};
use std::iter::Peekable;
use thiserror::Error;

/// Why a formula cannot be set.
#[derive(Debug, Error)]
pub enum FormulaError {
    /// It is no TeX.
    #[error("{0}")]
    Syntax(#[from] ParserError),
    /// It needs more than there is here.
    #[error("no box for {0}")]
    Unknown(String),
}

/// Sets a formula. One that is `displayed`, on a line of its own, has larger fractions and sums. `width` measures
/// letters, as a fraction of the height of ordinary text.
///
/// # Errors
/// If it is no TeX, or more of it than is here.
pub fn set(tex: &str, displayed: bool, width: impl Fn(&str, Face) -> f32) -> Result<Vec<Part>, FormulaError> {
    let storage = Storage::new();
    let mut setter = Setter { events: Parser::new(tex, &storage).peekable(), width };
    let atoms = setter.atoms(if displayed { Level::Displayed } else { Level::Inline })?;
    Ok(parts(atoms, false))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Displayed,
    Inline,
    Small,
}

impl Level {
    fn face(self) -> Face {
        if self == Self::Small { Face::Index } else { Face::Text }
    }

    fn halves(self) -> Self {
        if self == Self::Displayed { Self::Inline } else { Self::Small }
    }
}

struct Setter<E: Iterator, W> {
    events: Peekable<E>,
    width: W,
}

impl<'a, E, W> Setter<E, W>
where
    E: Iterator<Item = Result<Event<'a>, ParserError>>,
    W: Fn(&str, Face) -> f32,
{
    /// Reads atoms up to the end of the group.
    fn atoms(&mut self, mut level: Level) -> Result<Vec<Atom>, FormulaError> {
        let mut atoms: Vec<Atom> = Vec::new();
        let mut space = 0.0;
        while let Some(event) = self.events.next().transpose()? {
            match event {
                Event::End => break,
                Event::Space {
                    width: Some(Dimension { value, unit: DimensionUnit::Em }),
                    height: None,
                    depth: None,
                } => {
                    space += 0.86 * value;
                }
                Event::StateChange(StateChange::Style(Style::Display)) => level = Level::Displayed,
                Event::StateChange(StateChange::Style(Style::Text)) => level = Level::Inline,
                Event::StateChange(StateChange::Font(None | Some(Font::UpRight))) => {}
                event => {
                    let atom = self.atom(event, level)?;
                    atoms.push(Atom { space: std::mem::take(&mut space), ..atom });
                }
            }
        }
        Ok(atoms)
    }

    fn next(&mut self, level: Level) -> Result<Atom, FormulaError> {
        let event = self.events.next().transpose()?;
        let event = event.ok_or_else(|| FormulaError::Unknown("a formula that ends too early".into()))?;
        self.atom(event, level)
    }

    /// Reads the atom that an event begins.
    fn atom(&mut self, event: Event<'a>, level: Level) -> Result<Atom, FormulaError> {
        let face = level.face();
        let body = match event {
            Event::Content(content) => return self.content(content, level),
            Event::Begin(Grouping::Normal) => row(self.atoms(level)?, level == Level::Small),
            Event::Visual(Visual::Fraction(None)) => {
                let above = self.next(level.halves())?;
                let below = self.next(level.halves())?;
                MathBox::fraction(above.body, below.body, face)
            }
            Event::Visual(Visual::SquareRoot) => self.next(level)?.body.root(face),
            Event::Script { ty, position } => return self.scripts(ty, position, level),
            other => return Err(FormulaError::Unknown(format!("{other:?}"))),
        };
        Ok(Atom { class: Class::Factor, body, space: 0.0 })
    }

    /// Reads an atom with its index and exponent, or with its bar.
    fn scripts(&mut self, ty: ScriptType, position: ScriptPosition, level: Level) -> Result<Atom, FormulaError> {
        let Atom { class, body, .. } = self.next(level)?;
        let is_stacked = match position {
            ScriptPosition::Right => false,
            ScriptPosition::AboveBelow => true,
            ScriptPosition::Movable => level == Level::Displayed,
        };
        if is_stacked
            && self
                .events
                .next_if(|event| matches!(event, Ok(Event::Content(Content::Ordinary { content: '‾', .. }))))
                .is_some()
        {
            return Ok(Atom { class, body: body.barred(), space: 0.0 });
        }
        let low = if ty == ScriptType::Superscript { None } else { Some(self.next(Level::Small)?.body) };
        let high = if ty == ScriptType::Subscript { None } else { Some(self.next(Level::Small)?.body) };
        let body = if is_stacked { body.between(low, high) } else { body.with_scripts(low, high, level.face()) };
        Ok(Atom { class, body, space: 0.0 })
    }

    /// Sets a letter, number, sign or function name as an atom of its class.
    fn content(&self, content: Content<'a>, level: Level) -> Result<Atom, FormulaError> {
        let letter = |c: char, class| Ok(self.letters(c.encode_utf8(&mut [0; 4]), class, level));
        match content {
            Content::Text(text) | Content::Number(text) => Ok(self.letters(text, Class::Factor, level)),
            Content::Function(name) => Ok(self.letters(name, Class::Function, level)),
            Content::LargeOp { content, .. } => {
                let face = if level == Level::Displayed { Face::Large } else { level.face() };
                let text = content.to_string();
                let body = MathBox::letters(&text, face, (self.width)(&text, face)).on_axis(face);
                Ok(Atom { class: Class::Function, body, space: 0.0 })
            }
            Content::Ordinary { content: content @ ('′' | '°'), .. } => letter(content, Class::Suffix),
            Content::Ordinary { content, .. } | Content::BinaryOp { content: content @ '/', .. } => {
                letter(content, Class::Factor)
            }
            Content::BinaryOp { content, .. } => letter(content, Class::Binary),
            Content::Delimiter { content, size: None, ty } => letter(
                content,
                match ty {
                    DelimiterType::Open => Class::Open,
                    DelimiterType::Close => Class::Close,
                    DelimiterType::Fence => Class::Factor,
                },
            ),
            Content::Punctuation(content) => letter(content, Class::Punctuation),
            Content::Relation { content, .. } => {
                let mut bytes = [0; 8];
                let text = String::from_utf8_lossy(content.encode_utf8_to_buf(&mut bytes)).into_owned();
                Ok(self.letters(&text, Class::Relation, level))
            }
            Content::Delimiter { .. } => Err(FormulaError::Unknown(format!("{content:?}"))),
        }
    }

    fn letters(&self, text: &str, class: Class, level: Level) -> Atom {
        let face = level.face();
        Atom { class, body: MathBox::letters(text, face, (self.width)(text, face)), space: 0.0 }
    }
}
