//! The long lists of a document: they are most of a file, and have nothing to do with one another, so that
//! they can be read ahead by other threads.

use super::{reader::Element, sources::Names};
use crate::collada::numbers::{self, BadToken, Decimals};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// A list that was read.
pub(super) enum List {
    /// Of `float_array` and `int_array`.
    Floats(Vec<f32>, Result<Decimals, BadToken>),
    /// Of everything that holds indices.
    Integers(Vec<i32>, Result<(), BadToken>),
    /// Of `Name_array` and its kin.
    Names(Names),
}

/// The long lists of a document. Whoever needs one that nobody has read yet reads it.
pub(super) struct Lists<'a> {
    /// In the order of the file.
    slots: Vec<Slot<'a>>,
    /// The slots that will be asked for last come first.
    ahead: Vec<usize>,
    /// How many of those somebody has begun with.
    begun: AtomicUsize,
    bytes: usize,
}

/// A list, and who has it in hand holds its lock.
struct Slot<'a> {
    element: Element<'a>,
    state: Mutex<State>,
}

enum State {
    /// Not read yet; room for it.
    Waits(List),
    Read(List),
    Taken,
}

/// Shorter lists are read where they are needed.
const SHORTEST: usize = 100;

/// Bytes that are read in the time of one unit of work.
const BYTES_OF_A_UNIT: usize = 60;

impl<'a> Lists<'a> {
    /// Makes room for the lists of a document, and reads none.
    pub(super) fn new(root: Element<'a>) -> Self {
        let (mut slots, mut ranks, mut all) = (Vec::new(), Vec::new(), 0);
        for library in root.children() {
            for element in library.descendants() {
                if let Some((room, bytes)) = room(element) {
                    ranks.push(rank(library.name()));
                    slots.push(Slot { element, state: Mutex::new(State::Waits(room)) });
                    all += bytes;
                }
            }
        }
        let mut ahead: Vec<usize> = (0..slots.len()).collect();
        ahead.sort_by_key(|slot| std::cmp::Reverse((ranks[*slot], *slot)));
        Self { slots, ahead, begun: AtomicUsize::new(0), bytes: all }
    }

    /// Units of work that all of them are.
    pub(super) fn work(&self) -> usize {
        self.bytes / BYTES_OF_A_UNIT
    }

    /// Reads lists until there are no more, or `done` says that no more are needed: those first that will be
    /// asked for last, towards the one who asks.
    pub(super) fn read_ahead(&self, done: &AtomicBool) {
        while !done.load(Ordering::Relaxed)
            && let Some(slot) = self.ahead.get(self.begun.fetch_add(1, Ordering::Relaxed))
        {
            let Slot { element, state } = &self.slots[*slot];
            // Otherwise it is just being read.
            if let Ok(mut state) = state.try_lock()
                && let State::Waits(room) = std::mem::replace(&mut *state, State::Taken)
            {
                *state = State::Read(read(*element, room));
            }
        }
    }

    /// The list of an element; only once, and `None` for a short one.
    pub(super) fn take(&self, element: Element<'_>) -> Option<List> {
        let at = self.slots.binary_search_by_key(&element.index(), |slot| slot.element.index());
        let Slot { element, state } = &self.slots[at.ok()?];
        // Somebody may be just at it.
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, State::Taken) {
            State::Waits(room) => Some(read(*element, room)),
            State::Read(list) => Some(list),
            State::Taken => None,
        }
    }
}

/// When the lists of a library are asked for.
fn rank(library: &str) -> u32 {
    match library {
        "library_animations" => 2,
        "library_controllers" => 1,
        _ => 0,
    }
}

/// Room for an element's list, and how many bytes its text has; `None` for a short one, and for what is none.
///
/// It is made by one thread for all: each of the others would ask the system for memory of its own.
fn room(element: Element<'_>) -> Option<(List, usize)> {
    let kind = kind(element.name())?;
    let bytes = element.texts().map(str::len).sum();
    if bytes < SHORTEST {
        return None;
    }
    let list = match kind {
        Kind::Floats => {
            List::Floats(Vec::with_capacity(count(element, bytes)), Ok(Decimals::Points))
        }
        Kind::Integers => List::Integers(Vec::with_capacity(count(element, bytes)), Ok(())),
        Kind::Names => List::Names(Names::with_room(bytes)),
    };
    Some((list, bytes))
}

/// How many numbers there should be in so many bytes: what the element says, or as many as there can be. What
/// is not touched costs nothing, but making more room later is a copy into memory that is new again.
fn count(element: Element<'_>, bytes: usize) -> usize {
    let most = bytes / 2 + 1;
    let said = element.attribute("count").and_then(|count| count.parse().ok());
    said.filter(|count| *count <= most).unwrap_or(most)
}

enum Kind {
    Floats,
    Integers,
    Names,
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "float_array" | "int_array" => Some(Kind::Floats),
        "p" | "v" | "vcount" => Some(Kind::Integers),
        "Name_array" | "IDREF_array" | "SIDREF_array" => Some(Kind::Names),
        _ => None,
    }
}

/// Reads an element's list into the room that was made for it.
fn read(element: Element<'_>, room: List) -> List {
    match room {
        List::Floats(mut values, _) => {
            let read = floats(element, &mut values);
            List::Floats(values, read)
        }
        List::Integers(mut values, _) => {
            let read = integers(element, &mut values);
            List::Integers(values, read)
        }
        List::Names(mut names) => {
            element.texts().for_each(|text| names.extend(text));
            List::Names(names)
        }
    }
}

/// The numbers of an element, up to the first that is none.
pub(super) fn floats(element: Element<'_>, values: &mut Vec<f32>) -> Result<Decimals, BadToken> {
    let mut decimals = Decimals::Points;
    for text in element.texts() {
        if numbers::floats(text, values)? == Decimals::Commas {
            decimals = Decimals::Commas;
        }
    }
    Ok(decimals)
}

/// As [`floats`], for whole numbers.
pub(super) fn integers(element: Element<'_>, values: &mut Vec<i32>) -> Result<(), BadToken> {
    element.texts().try_for_each(|text| numbers::integers(text, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::{error::Reporter, xml};

    /// Two libraries of ten lists each, of 200 numbers from `100 * number` on.
    fn document() -> String {
        let list = |number: usize| {
            let numbers: Vec<_> =
                (0..200).map(|value| (100 * number + value).to_string()).collect();
            format!("<float_array count='200'>{}</float_array>", numbers.join(" "))
        };
        let some = |numbers: std::ops::Range<usize>| numbers.map(list).collect::<String>();
        format!(
            "<COLLADA><library_animations>{}</library_animations><library_geometries>{}<p>1 2</p>\
             </library_geometries></COLLADA>",
            some(0..10),
            some(10..20)
        )
    }

    fn take(lists: &Lists<'_>, element: Element<'_>) -> Option<Vec<f32>> {
        match lists.take(element)? {
            List::Floats(values, Ok(Decimals::Points)) => Some(values),
            _ => panic!("it holds floats"),
        }
    }

    /// Whoever reads a list, it is the same, and there once.
    #[test]
    fn read_ahead_or_not() {
        let text = document();
        let tree = xml::read(&text, 0, &Reporter::new("a.dae")).unwrap();
        let elements: Vec<_> =
            tree.root().descendants().filter(|e| e.name() == "float_array").collect();
        let (never, at_once) = (AtomicBool::new(false), AtomicBool::new(true));
        for helpers in 0..3 {
            let lists = Lists::new(tree.root());
            std::thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| lists.read_ahead(&never));
                }
                for (number, element) in elements.iter().enumerate() {
                    let values = take(&lists, *element).expect("it is long");
                    let want = (0..200).map(|value| (100 * number + value) as f32);
                    assert!(values.into_iter().eq(want), "{number}");
                    assert!(lists.take(*element).is_none(), "{number}");
                }
            });
        }
        let lists = Lists::new(tree.root());
        lists.read_ahead(&at_once);
        let read = |lists: &Lists<'_>| {
            let states = lists.slots.iter().map(|slot| slot.state.lock().unwrap());
            states.map(|state| matches!(*state, State::Read(_))).collect::<Vec<_>>()
        };
        assert!(!read(&lists).contains(&true), "nobody wants them any more");
        // Animations are asked for last, and so are read first.
        assert_eq!(lists.ahead[..10], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        lists.read_ahead(&never);
        assert_eq!(read(&lists), [true; 20]);
        let short = tree.root().descendants().find(|element| element.name() == "p").unwrap();
        assert!(lists.take(short).is_none());
    }
}
