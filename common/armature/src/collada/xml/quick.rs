//! A fast parser for the XML that exporters write: elements, attributes, text, comments, CDATA sections, the five
//! predefined entities and character references.
//!
//! It is the loader's one deliberate deviation from using crates as they are. An animated character has tens of
//! thousands of small elements; with roxmltree they would take half of the loading time, with this parser a small
//! part of it: it visits every byte once, and stores byte ranges only.
//!
//! It reports no errors. Whatever it does not know, unusual XML (a DTD, processing instructions, names beyond ASCII) as
//! well as errors, makes it return `None`, and [`plain`](super::plain) reads the whole text with roxmltree. Tests in the
//! parent module and the fuzz target check that both give the same tree.

use super::{
    bytes::{
        BLANK, NAME, NAME_START, VALUE, blanks_end, is, is_character, name_end, plain_text_end, plain_value_end, same,
        unescaped,
    },
    tree::{Attribute, Entry, Tree, Words},
};
use crate::collada::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES};

/// The tree, or `None` for what is left to [`plain`](super::plain).
pub(super) fn read(whole: &str, blanks: usize) -> Option<Tree<'_>> {
    let mut tree = Tree::new(whole, blanks);
    let bytes = tree.text.as_bytes();
    // Generous: untouched memory costs nothing, reallocation does.
    tree.entries.reserve(bytes.len() / 32);
    tree.attributes.reserve(bytes.len() / 32);
    let mut reader = Reader { bytes, tree, open: Vec::new(), prefixes: Vec::new(), prefixed: Vec::new(), text_end: 0 };
    reader.run()?;
    Some(reader.tree)
}

/// Each of its functions takes the offset at which something begins, and returns the offset of its end.
struct Reader<'a> {
    bytes: &'a [u8],
    tree: Tree<'a>,
    open: Vec<Open>,
    /// Namespace prefixes in scope; the empty one is the default namespace.
    prefixes: Vec<&'a [u8]>,
    /// The prefixed attributes of the current tag.
    prefixed: Vec<Prefixed<'a>>,
    /// Where the last text ended: one that follows at once would belong to it.
    text_end: usize,
}

/// An element that has not been closed yet.
struct Open {
    entry: u32,
    /// How long its name is with its prefix.
    name: u32,
    /// How many prefixes were in scope around it.
    prefixes: u32,
}

/// Prefix and name of an attribute.
type Prefixed<'a> = (&'a [u8], &'a [u8]);

/// The most bytes of an XML declaration: twice the usual.
const LONGEST_DECLARATION: usize = 200;

impl<'a> Reader<'a> {
    fn run(&mut self) -> Option<()> {
        let mut at = self.declaration()?;
        loop {
            let start = at;
            at = blanks_end(self.bytes, at);
            match self.bytes.get(at) {
                None => break,
                Some(b'<') => {}
                // Text includes the whitespace around it.
                Some(_) => at = self.text(start, at)?,
            }
            at = match self.bytes.get(at + 1)? {
                b'/' => self.close(at)?,
                b'!' => self.markup(at)?,
                b'?' => return None,
                _ => self.start_tag(at)?,
            }
        }
        (self.open.is_empty() && !self.tree.entries.is_empty()).then_some(())
    }

    /// `<?xml version="1.0" encoding="utf-8"?>`, as nearly all files write it.
    fn declaration(&self) -> Option<usize> {
        if !self.bytes.starts_with(b"<?") {
            return Some(0);
        }
        let end = self.bytes.iter().take(LONGEST_DECLARATION).position(|byte| *byte == b'>')?;
        let inside = std::str::from_utf8(&self.bytes[..end]).ok()?;
        let inside = inside.strip_prefix("<?xml ")?.strip_suffix('?')?;
        let mut names = ["version=", "encoding=", "standalone="].into_iter();
        let mut version = false;
        for word in inside.split_ascii_whitespace() {
            let name = names.find(|name| word.starts_with(name))?;
            let value = word.strip_prefix(name)?.strip_prefix('"')?.strip_suffix('"')?;
            let allowed = match name {
                "version=" => value.starts_with("1."),
                "encoding=" => value.starts_with(|first: char| first.is_ascii_alphabetic()),
                _ => matches!(value, "yes" | "no"),
            };
            if !allowed || !value.bytes().all(|byte| is(byte, NAME)) {
                return None;
            }
            version |= name == "version=";
        }
        version.then_some(end + 1)
    }

    /// The text from `start` to the next tag; up to `at` it is whitespace.
    fn text(&mut self, start: usize, at: usize) -> Option<usize> {
        let parent = self.open.last()?.entry;
        if start == self.text_end {
            return None; // behind a CDATA section
        }
        let mut end = plain_text_end(self.bytes, at);
        let words = if self.bytes.get(end) == Some(&b'<') {
            Words { start: start as u32, length: (end - start) as u32 }
        } else {
            let words;
            (words, end) = self.odd_text(start, end)?;
            words
        };
        self.push(Entry::text(start, words, parent, self.tree.entries.len()))?;
        self.text_end = end;
        Some(end)
    }

    /// The text from `start` to the next tag, of which the part up to `at` is plain, and where it ends.
    #[cold]
    fn odd_text(&mut self, start: usize, at: usize) -> Option<(Words, usize)> {
        let length = self.bytes[at..].iter().position(|byte| *byte == b'<')?;
        let text = &self.tree.text[start..at + length];
        let good = !text.contains("]]>") && text.chars().all(is_character);
        let words = if good && text.contains('&') {
            let meant = unescaped(text)?;
            if meant.trim_ascii().is_empty() {
                return None;
            }
            self.tree.add(&meant)
        } else {
            Words { start: start as u32, length: text.len() as u32 }
        };
        good.then_some((words, at + length))
    }

    fn push(&mut self, entry: Entry) -> Option<()> {
        if self.tree.entries.len() >= MAX_XML_NODES as usize {
            return None;
        }
        self.tree.entries.push(entry);
        Some(())
    }

    /// A comment, or a CDATA section.
    #[cold]
    fn markup(&mut self, start: usize) -> Option<usize> {
        let rest = &self.tree.text[start..];
        if let Some(inside) = rest.strip_prefix("<!--") {
            let length = inside.find("--")?;
            let good = inside[..length].chars().all(is_character);
            return (good && inside[length..].starts_with("-->")).then_some(start + 4 + length + 3);
        }
        let inside = rest.strip_prefix("<![CDATA[")?;
        let length = inside.find("]]>")?;
        let text = &inside[..length];
        let parent = self.open.last()?.entry;
        if start == self.text_end || !text.chars().all(is_character) {
            return None;
        }
        let words = Words { start: (start + 9) as u32, length: length as u32 };
        self.text_end = start + 9 + length + 3;
        if !text.trim_ascii().is_empty() {
            self.push(Entry::text(start, words, parent, self.tree.entries.len()))?;
        }
        Some(self.text_end)
    }

    fn close(&mut self, at: usize) -> Option<usize> {
        let open = self.open.pop()?;
        let entries = self.tree.entries.len() as u32;
        let entry = &mut self.tree.entries[open.entry as usize];
        entry.next = entries;
        let (name, length) = (entry.at as usize + 1, open.name as usize);
        if !same(self.bytes, name, at + 2, length) {
            return None;
        }
        let end = blanks_end(self.bytes, at + 2 + length);
        self.prefixes.truncate(open.prefixes as usize);
        (self.bytes.get(end) == Some(&b'>')).then_some(end + 1)
    }

    fn start_tag(&mut self, start: usize) -> Option<usize> {
        if self.open.is_empty() && !self.tree.entries.is_empty() {
            return None; // a second root
        }
        let (around, first) = (self.prefixes.len(), self.tree.attributes.len());
        let (prefix, name) = self.name(start + 1)?;
        let mut at = end(name);
        let full = (at - start - 1) as u32;
        self.prefixed.clear();
        let mut count = 0;
        let open = loop {
            let before = at;
            at = blanks_end(self.bytes, at);
            match self.bytes.get(at)? {
                b'>' => {
                    at += 1;
                    break true;
                }
                b'/' if self.bytes.get(at + 1) == Some(&b'>') => {
                    at += 2;
                    break false;
                }
                _ if before == at => return None,
                _ => {}
            }
            count += 1;
            if count > MAX_ATTRIBUTES {
                return None;
            }
            at = self.attribute(at, first, around)?;
        };
        if at - start > MAX_TAG_BYTES || self.prefixes.len() > MAX_NAMESPACES {
            return None;
        }
        let any = !prefix.is_empty() || !self.prefixed.is_empty();
        if any && !self.prefixes_are_known(prefix) {
            return None;
        }
        let index = self.tree.entries.len();
        let parent = self.open.last().map_or(0, |open| open.entry);
        let entry = Entry::element(start, name, parent, index);
        self.push(entry.with_attributes(first, &self.tree.attributes))?;
        if open {
            self.open.push(Open { entry: index as u32, name: full, prefixes: around as u32 });
        } else {
            self.prefixes.truncate(around);
        }
        (self.open.len() <= MAX_DEPTH).then_some(at)
    }

    /// Whether the prefixes of the current tag's name and attributes are in scope.
    #[cold]
    fn prefixes_are_known(&self, of_name: &[u8]) -> bool {
        let known = |prefix: &[u8]| prefix == b"xml" || self.prefixes.contains(&prefix);
        (of_name.is_empty() || known(of_name)) && self.prefixed.iter().all(|(prefix, _)| known(prefix))
    }

    /// Prefix and name.
    fn name(&self, start: usize) -> Option<(&'a [u8], Words)> {
        let first = self.plain_name(start)?;
        let at = end(first);
        if self.bytes.get(at) != Some(&b':') {
            return Some((&[], first));
        }
        let name = self.plain_name(at + 1)?;
        (self.bytes.get(end(name)) != Some(&b':')).then_some((&self.bytes[start..at], name))
    }

    fn plain_name(&self, start: usize) -> Option<Words> {
        if !is(*self.bytes.get(start)?, NAME_START) {
            return None;
        }
        let end = name_end(self.bytes, start);
        Some(Words { start: start as u32, length: (end - start) as u32 })
    }

    /// Reads an attribute of the tag whose first attribute is `first`. `around` prefixes were in scope before it.
    fn attribute(&mut self, at: usize, first: usize, around: usize) -> Option<usize> {
        let (prefix, name) = self.name(at)?;
        let equals = blanks_end(self.bytes, end(name));
        if self.bytes.get(equals) != Some(&b'=') {
            return None;
        }
        let quoted = blanks_end(self.bytes, equals + 1);
        let quote = *self.bytes.get(quoted)?;
        if quote != b'"' && quote != b'\'' {
            return None;
        }
        let start = quoted + 1;
        let mut end = plain_value_end(self.bytes, start, quote);
        let mut as_it_is = true;
        if self.bytes.get(end) != Some(&quote) {
            (end, as_it_is) = self.odd_value_end(end, quote)?;
        }
        let local = &self.bytes[name.start as usize..(name.start + name.length) as usize];
        if !prefix.is_empty() || local == b"xmlns" {
            self.of_namespace(prefix, local, &self.bytes[start..end], around).filter(|()| as_it_is)?;
            return Some(end + 1);
        }
        for other in &self.tree.attributes[first..] {
            let other = other.name();
            if other.length == name.length && same(self.bytes, other.start as usize, name.start as usize, local.len()) {
                return None;
            }
        }
        let value = if as_it_is {
            Words { start: start as u32, length: (end - start) as u32 }
        } else {
            self.odd_value(start, end)?
        };
        self.tree.attributes.push(Attribute::new(name, value));
        Some(end + 1)
    }

    /// Where the value ends that continues at `at`, and whether it needs no unescaping.
    #[cold]
    fn odd_value_end(&self, mut at: usize, quote: u8) -> Option<(usize, bool)> {
        let mut as_it_is = true;
        loop {
            let byte = *self.bytes.get(at)?;
            if byte == quote {
                return Some((at, as_it_is));
            }
            if !is(byte, VALUE) {
                as_it_is &= !(byte == b'&' || is(byte, BLANK));
                let none = matches!(self.bytes[at..], [0xEF, 0xBF, 0xBE | 0xBF, ..]);
                if byte == b'<' || byte < b' ' && !is(byte, BLANK) || none {
                    return None;
                }
            }
            at += 1;
        }
    }

    /// The meaning of a value with entities or line ends.
    #[cold]
    fn odd_value(&mut self, start: usize, end: usize) -> Option<Words> {
        // A line's end is one blank, however it is written.
        let text = self.tree.text[start..end].replace("\r\n", " ");
        let meant = unescaped(&text.replace(['\t', '\n', '\r'], " "))?;
        Some(self.tree.add(&meant))
    }

    /// An attribute that declares a prefix, or has one.
    #[cold]
    fn of_namespace(&mut self, prefix: &'a [u8], local: &'a [u8], value: &[u8], around: usize) -> Option<()> {
        if !prefix.is_empty() && prefix != b"xmlns" {
            let twice = self.prefixed.iter().any(|(_, other)| *other == local);
            self.prefixed.push((prefix, local));
            return (!twice).then_some(());
        }
        let declared: &[u8] = if prefix.is_empty() { &[] } else { local };
        // Reserved names and undeclared prefixes are rare.
        let reserved = value.starts_with(b"http://www.w3.org/XML/")
            || value.starts_with(b"http://www.w3.org/2000/xmlns")
            || declared.starts_with(b"xml");
        let twice = self.prefixes[around..].contains(&declared);
        self.prefixes.push(declared);
        (!value.is_empty() && !reserved && !twice).then_some(())
    }
}

fn end(words: Words) -> usize {
    (words.start + words.length) as usize
}
