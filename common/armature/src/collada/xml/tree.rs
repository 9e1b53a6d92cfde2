//! The tree of elements and texts, in the order of the file, as byte ranges of the text.

use crate::collada::{error::Place, lines::Lines};
use std::borrow::Cow;

/// The elements of a text, and their texts but for those that are blank.
pub(in crate::collada) struct Tree<'a> {
    /// As decoded, without leading whitespace.
    pub(super) text: &'a str,
    pub(super) lines: Lines<'a>,
    /// Words that differ from the text: those with `&lt;` and the like.
    pub(super) extra: String,
    /// Parents before their children. The first is the root.
    pub(super) entries: Vec<Entry>,
    pub(super) attributes: Vec<Attribute>,
}

/// A range of bytes of the text or, beyond its end, of `extra`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) start: u32,
    pub(super) length: u32,
}

/// An element or a text. Small, because allocating memory takes longer than reading what fills it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Where in the text it begins.
    pub(super) at: u32,
    /// Where its words begin: the element's name without its prefix, or the text itself.
    start: u32,
    parent: u32,
    /// The first entry after it that is not inside it.
    pub(super) next: u32,
    /// The first attribute of an element; the length of a text.
    first_attribute: u32,
    /// The length of an element's name: less than a tag.
    name: u16,
    /// How many, or [`TEXT`].
    attributes: u16,
}

/// The value of [`Entry::attributes`] of a text.
const TEXT: u16 = u16::MAX;

impl Entry {
    /// An element without contents, which would be number `index`, with its attributes as far as they are there.
    pub(super) fn element(at: usize, name: Words, parent: u32, index: usize) -> Self {
        Self {
            at: at as u32,
            start: name.start,
            parent,
            next: index as u32 + 1,
            first_attribute: 0,
            name: name.length as u16,
            attributes: 0,
        }
    }

    /// The element with those attributes of all that begin with `first`.
    pub(super) fn with_attributes(self, first: usize, all: &[Attribute]) -> Self {
        let attributes = (all.len() - first) as u16;
        Self { first_attribute: first as u32, attributes, ..self }
    }

    /// A text that would be number `index`.
    pub(super) fn text(at: usize, words: Words, parent: u32, index: usize) -> Self {
        Self {
            at: at as u32,
            start: words.start,
            parent,
            next: index as u32 + 1,
            first_attribute: words.length,
            name: 0,
            attributes: TEXT,
        }
    }

    fn is_text(&self) -> bool {
        self.attributes == TEXT
    }

    fn words(&self) -> Words {
        let length = if self.is_text() { self.first_attribute } else { u32::from(self.name) };
        Words { start: self.start, length }
    }
}

/// An attribute of an element, without a namespace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    name: u32,
    value: u32,
    /// Both are shorter than a tag.
    name_length: u16,
    value_length: u16,
}

impl Attribute {
    pub(super) fn new(name: Words, value: Words) -> Self {
        Self {
            name: name.start,
            value: value.start,
            name_length: name.length as u16,
            value_length: value.length as u16,
        }
    }

    pub(super) fn name(&self) -> Words {
        Words { start: self.name, length: u32::from(self.name_length) }
    }

    fn value(&self) -> Words {
        Words { start: self.value, length: u32::from(self.value_length) }
    }
}

impl<'a> Tree<'a> {
    /// Empty, without lines.
    pub(super) fn new(whole: &'a str, blanks: usize) -> Self {
        Self {
            text: &whole[blanks..],
            lines: Lines::new("", 0),
            extra: String::new(),
            entries: Vec::new(),
            attributes: Vec::new(),
        }
    }

    pub(super) fn words(&self, words: Words) -> &str {
        let (start, length) = (words.start as usize, words.length as usize);
        match start.checked_sub(self.text.len()) {
            None => &self.text[start..start + length],
            Some(start) => &self.extra[start..start + length],
        }
    }

    /// The same as bytes, to compare without checks for character boundaries.
    pub(super) fn bytes(&self, words: Words) -> &[u8] {
        let (start, length) = (words.start as usize, words.length as usize);
        match start.checked_sub(self.text.len()) {
            None => &self.text.as_bytes()[start..start + length],
            Some(start) => &self.extra.as_bytes()[start..start + length],
        }
    }

    /// Adds words to `extra`.
    pub(super) fn add(&mut self, words: &str) -> Words {
        let start = (self.text.len() + self.extra.len()) as u32;
        self.extra.push_str(words);
        Words { start, length: words.len() as u32 }
    }

    /// The outermost element.
    pub(in crate::collada) fn root(&'a self) -> Node<'a> {
        Node { tree: self, index: 0 }
    }
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(in crate::collada) struct Node<'a> {
    tree: &'a Tree<'a>,
    index: u32,
}

impl<'a> Node<'a> {
    fn entry(self) -> &'a Entry {
        &self.tree.entries[self.index as usize]
    }

    /// Its number in the tree: elements and texts are counted in the order of the file.
    pub(in crate::collada) fn index(self) -> usize {
        self.index as usize
    }

    /// The number of the first element or text after it that is not inside it.
    pub(in crate::collada) fn end(self) -> usize {
        self.entry().next as usize
    }

    /// Its name without the prefix.
    pub(in crate::collada) fn name(self) -> &'a str {
        self.tree.words(self.entry().words())
    }

    /// True if this is its name without the prefix.
    #[allow(clippy::inline_always)] // where the name is known it is a comparison of one or two words
    #[inline(always)]
    pub(in crate::collada) fn is(self, name: &str) -> bool {
        self.tree.bytes(self.entry().words()) == name.as_bytes()
    }

    /// An attribute without a namespace.
    #[allow(clippy::inline_always)] // as above
    #[inline(always)]
    pub(in crate::collada) fn attribute(self, name: &str) -> Option<&'a str> {
        let entry = self.entry();
        let first = entry.first_attribute as usize;
        let all = &self.tree.attributes[first..first + usize::from(entry.attributes)];
        let found = all.iter().find(|attribute| {
            usize::from(attribute.name_length) == name.len() && self.tree.bytes(attribute.name()) == name.as_bytes()
        });
        found.map(|found| self.tree.words(found.value()))
    }

    /// `None` for the root.
    pub(in crate::collada) fn parent(self) -> Option<Node<'a>> {
        (self.index > 0).then(|| Node { tree: self.tree, index: self.entry().parent })
    }

    /// The elements directly in it.
    pub(in crate::collada) fn children(self) -> impl Iterator<Item = Node<'a>> {
        self.contents().filter_map(move |index| {
            let text = self.tree.entries[index as usize].is_text();
            (!text).then_some(Node { tree: self.tree, index })
        })
    }

    /// The texts directly in it that are not whitespace: several if elements or comments are between them.
    pub(in crate::collada) fn texts(self) -> impl Iterator<Item = &'a str> {
        self.contents().filter_map(move |index| {
            let entry = &self.tree.entries[index as usize];
            entry.is_text().then(|| self.tree.words(entry.words()))
        })
    }

    fn contents(self) -> impl Iterator<Item = u32> {
        let entries = &self.tree.entries;
        let end = self.entry().next;
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let index = at;
            at = entries[index as usize].next;
            Some(index)
        })
    }

    /// It, and all elements in it at any depth, in the order of the file.
    pub(in crate::collada) fn descendants(self) -> impl Iterator<Item = Node<'a>> {
        let tree = self.tree;
        (self.index..self.entry().next)
            .filter(|index| !tree.entries[*index as usize].is_text())
            .map(move |index| Node { tree, index })
    }

    /// Its place: line, column, name, and what identifies it.
    pub(in crate::collada) fn place(self) -> Place {
        let id = ["id", "sid", "name", "symbol"].iter().find_map(|key| self.attribute(key));
        Place {
            element: element_name(self.name()),
            id: id.unwrap_or("").into(),
            ..self.tree.lines.place(self.entry().at as usize)
        }
    }
}

/// The name of an element as a place keeps it: most are known.
fn element_name(name: &str) -> Cow<'static, str> {
    const KNOWN: [&str; 10] = [
        "source",
        "sampler",
        "channel",
        "animation",
        "node",
        "triangles",
        "geometry",
        "material",
        "polylist",
        "instance_geometry",
    ];
    match KNOWN.iter().find(|known| **known == name) {
        Some(known) => Cow::Borrowed(known),
        None => Cow::Owned(name.into()),
    }
}
