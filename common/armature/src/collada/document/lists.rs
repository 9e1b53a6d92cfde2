//! All lists of numbers of a document, read beforehand: they are most of a file, and have nothing to
//! do with one another.

use super::reader::Element;
use crate::collada::{
    numbers::{self, BadToken, Decimals},
    parallel,
};

/// A list that was read.
pub(super) enum List {
    /// Of `float_array` and `int_array`.
    Floats(Vec<f32>, Result<Decimals, BadToken>),
    /// Of everything that holds indices.
    Integers(Vec<i32>, Result<(), BadToken>),
}

/// The lists in the order of their elements' numbers. What is wrong with one is said when it is asked for.
#[derive(Default)]
pub(super) struct Lists {
    by_element: Vec<(usize, Option<List>)>,
}

/// Shorter lists are read where they are needed.
const SHORTEST: usize = 100;

/// Bytes that are read in the time of one unit of work.
const BYTES_OF_A_UNIT: usize = 80;

impl Lists {
    /// Reads the long ones among some elements.
    pub(super) fn read<'a>(elements: impl Iterator<Item = Element<'a>>) -> Self {
        let mut wanted: Vec<(Element<'a>, usize)> = elements
            .filter(|element| kind(element.name()).is_some())
            .map(|element| (element, element.texts().map(str::len).sum()))
            .filter(|(_, length)| *length >= SHORTEST)
            .collect();
        // The longest first: no thread is left with one when the others are done.
        wanted.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
        let work = wanted.iter().map(|(_, length)| length / BYTES_OF_A_UNIT).sum();
        let lists = parallel::map(&wanted, work, |(element, _)| list(*element));
        let elements = wanted.iter().map(|(element, _)| element.index());
        let mut by_element: Vec<_> = elements.zip(lists.into_iter().map(Some)).collect();
        by_element.sort_unstable_by_key(|(element, _)| *element);
        Self { by_element }
    }

    /// The list of an element; only once, and `None` for a short one.
    pub(super) fn take(&mut self, element: Element<'_>) -> Option<List> {
        let at = self.by_element.binary_search_by_key(&element.index(), |(number, _)| *number);
        self.by_element[at.ok()?].1.take()
    }
}

/// True for an element that holds floats, false for integers, `None` for anything else.
fn kind(name: &str) -> Option<bool> {
    match name {
        "float_array" | "int_array" => Some(true),
        "p" | "v" | "vcount" => Some(false),
        _ => None,
    }
}

fn list(element: Element<'_>) -> List {
    if kind(element.name()) == Some(true) {
        let (values, read) = floats(element);
        List::Floats(values, read)
    } else {
        let (values, read) = integers(element);
        List::Integers(values, read)
    }
}

/// The numbers of an element, up to the first that is none.
pub(super) fn floats(element: Element<'_>) -> (Vec<f32>, Result<Decimals, BadToken>) {
    let mut values = Vec::new();
    let mut decimals = Decimals::Points;
    for text in element.texts() {
        match numbers::floats(text, &mut values) {
            Ok(Decimals::Points) => {}
            Ok(Decimals::Commas) => decimals = Decimals::Commas,
            Err(bad) => return (values, Err(bad)),
        }
    }
    (values, Ok(decimals))
}

/// As [`floats`], for whole numbers.
pub(super) fn integers(element: Element<'_>) -> (Vec<i32>, Result<(), BadToken>) {
    let mut values = Vec::new();
    let read = element.texts().try_for_each(|text| numbers::integers(text, &mut values));
    (values, read)
}
