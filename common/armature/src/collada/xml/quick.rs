//! The XML that files really hold, read in one look at every byte. Whatever is rare or wrong ends it.

use super::{
    bytes::{BLANK, NAME, NAME_START, VALUE, is, is_character, plain_bytes, plain_text, unescaped},
    tree::{Attribute, Entry, TEXT, Tree, Words},
};
use crate::collada::limits::{
    MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES,
};

/// The tree, or `None` for what [`plain`](super::plain) shall read, or say why it cannot be read.
pub(super) fn read(whole: &str, blanks: usize) -> Option<Tree<'_>> {
    let mut tree = Tree::new(whole, blanks);
    let bytes = tree.text.as_bytes();
    // Room for many: what is not touched costs nothing, and making more later does.
    tree.entries.reserve(bytes.len() / 64);
    tree.attributes.reserve(bytes.len() / 64);
    let mut reader = Reader {
        bytes,
        at: 0,
        tree,
        open: Vec::new(),
        prefixes: Vec::new(),
        prefixed: Vec::new(),
        text_end: 0,
    };
    reader.run()?;
    Some(reader.tree)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    tree: Tree<'a>,
    open: Vec<Open>,
    /// Namespace prefixes that are in force, and for the default one an empty one.
    prefixes: Vec<&'a [u8]>,
    /// The attributes of the tag at hand that belong to a namespace.
    prefixed: Vec<Prefixed<'a>>,
    /// Where the last piece of text ended: one that follows at once would belong to it.
    text_end: usize,
}

/// An element that has not been closed yet.
struct Open {
    entry: u32,
    /// Its name with its prefix.
    name: Words,
    /// How many prefixes were in force around it.
    prefixes: usize,
}

/// Prefix and name of an attribute.
type Prefixed<'a> = (&'a [u8], &'a [u8]);

/// Bytes of an XML declaration: half of it is usual.
const LONGEST_DECLARATION: usize = 200;

impl<'a> Reader<'a> {
    fn run(&mut self) -> Option<()> {
        self.declaration()?;
        loop {
            let start = self.at;
            self.skip_blanks();
            if self.at == self.bytes.len() {
                break;
            }
            if self.bytes[self.at] != b'<' {
                // A text begins with its blanks, as it ends with them.
                self.text(start)?;
            }
            match self.bytes.get(self.at + 1)? {
                b'/' => self.close()?,
                b'!' => self.markup()?,
                b'?' => return None,
                _ => self.start_tag()?,
            }
        }
        (self.open.is_empty() && !self.tree.entries.is_empty()).then_some(())
    }

    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|byte| is(*byte, BLANK)) {
            self.at += 1;
        }
    }

    /// `<?xml version="1.0" encoding="utf-8"?>`, as nearly all files write it.
    fn declaration(&mut self) -> Option<()> {
        if !self.bytes.starts_with(b"<?") {
            return Some(());
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
        self.at = end + 1;
        version.then_some(())
    }

    /// The text from `start` to the next tag.
    fn text(&mut self, start: usize) -> Option<()> {
        let plain = start + plain_text(&self.bytes[start..]);
        let end = plain + self.tree.text.get(plain..)?.find('<')?;
        let parent = self.open.last()?.entry;
        if start == self.text_end {
            return None; // behind a CDATA section
        }
        let text = &self.tree.text[start..end];
        let words = if plain == end {
            Words { start: start as u32, length: text.len() as u32 }
        } else if text.contains("]]>") || !text.chars().all(is_character) {
            return None;
        } else if text.contains('&') {
            let meant = unescaped(text)?;
            if meant.trim_ascii().is_empty() {
                return None;
            }
            self.tree.add(&meant)
        } else {
            Words { start: start as u32, length: text.len() as u32 }
        };
        self.push(start, words, parent, TEXT)?;
        self.at = end;
        self.text_end = end;
        Some(())
    }

    fn push(&mut self, at: usize, words: Words, parent: u32, attributes: u16) -> Option<()> {
        let entries = &mut self.tree.entries;
        if entries.len() >= MAX_XML_NODES as usize {
            return None;
        }
        let next = entries.len() as u32 + 1;
        let own = if attributes == TEXT { 0 } else { u32::from(attributes) };
        let first_attribute = self.tree.attributes.len() as u32 - own;
        entries.push(Entry { at: at as u32, words, parent, next, first_attribute, attributes });
        Some(())
    }

    /// A comment, or a CDATA section.
    fn markup(&mut self) -> Option<()> {
        let rest = &self.tree.text[self.at..];
        let start = self.at;
        if let Some(inside) = rest.strip_prefix("<!--") {
            let length = inside.find("--")?;
            let good = inside[..length].chars().all(is_character);
            self.at += 4 + length + 3;
            return (good && inside[length..].starts_with("-->")).then_some(());
        }
        let inside = rest.strip_prefix("<![CDATA[")?;
        let length = inside.find("]]>")?;
        let text = &inside[..length];
        let parent = self.open.last()?.entry;
        if start == self.text_end || !text.chars().all(is_character) {
            return None;
        }
        let words = Words { start: (start + 9) as u32, length: length as u32 };
        self.at += 9 + length + 3;
        self.text_end = self.at;
        if text.trim_ascii().is_empty() { Some(()) } else { self.push(start, words, parent, TEXT) }
    }

    fn close(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        let name = open.name.start as usize..(open.name.start + open.name.length) as usize;
        let from = self.at + 2;
        let end = from + name.len();
        if self.bytes.get(from..end)? != &self.bytes[name] {
            return None;
        }
        self.at = end;
        self.skip_blanks();
        if self.bytes.get(self.at) != Some(&b'>') {
            return None;
        }
        self.at += 1;
        self.prefixes.truncate(open.prefixes);
        self.tree.entries[open.entry as usize].next = self.tree.entries.len() as u32;
        Some(())
    }

    fn start_tag(&mut self) -> Option<()> {
        let start = self.at;
        if self.open.is_empty() && !self.tree.entries.is_empty() {
            return None; // a second root
        }
        let (around, first) = (self.prefixes.len(), self.tree.attributes.len());
        self.at += 1;
        let (prefix, name) = self.name()?;
        let full = Words {
            start: start as u32 + 1,
            length: name.start + name.length - (start as u32 + 1),
        };
        self.prefixed.clear();
        let mut count = 0;
        let open = loop {
            let before = self.at;
            self.skip_blanks();
            match self.bytes.get(self.at)? {
                b'>' => {
                    self.at += 1;
                    break true;
                }
                b'/' if self.bytes.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    break false;
                }
                _ if before == self.at => return None,
                _ => {}
            }
            count += 1;
            if count > MAX_ATTRIBUTES {
                return None;
            }
            self.attribute(first, around)?;
        };
        if self.at - start > MAX_TAG_BYTES || self.prefixes.len() > MAX_NAMESPACES {
            return None;
        }
        let known = |prefix: &[u8]| prefix == b"xml" || self.prefixes.contains(&prefix);
        let mut used = self.prefixed.iter().map(|(prefix, _)| *prefix);
        if !prefix.is_empty() && !known(prefix) || !used.all(known) {
            return None;
        }
        let entry = self.tree.entries.len() as u32;
        let parent = self.open.last().map_or(0, |open| open.entry);
        self.push(start, name, parent, (self.tree.attributes.len() - first) as u16)?;
        if open {
            self.open.push(Open { entry, name: full, prefixes: around });
        } else {
            self.prefixes.truncate(around);
        }
        (self.open.len() <= MAX_DEPTH).then_some(())
    }

    /// Prefix and name.
    fn name(&mut self) -> Option<(&'a [u8], Words)> {
        let start = self.at;
        let first = self.plain_name()?;
        if self.bytes.get(self.at) != Some(&b':') {
            return Some((&[], first));
        }
        let prefix = &self.bytes[start..self.at];
        self.at += 1;
        let name = self.plain_name()?;
        (self.bytes.get(self.at) != Some(&b':')).then_some((prefix, name))
    }

    fn plain_name(&mut self) -> Option<Words> {
        let start = self.at;
        if !is(*self.bytes.get(start)?, NAME_START) {
            return None;
        }
        while self.bytes.get(self.at).is_some_and(|byte| is(*byte, NAME)) {
            self.at += 1;
        }
        Some(Words { start: start as u32, length: (self.at - start) as u32 })
    }

    /// Reads an attribute of the tag whose first one is `first`, and before which `around` prefixes
    /// were in force.
    fn attribute(&mut self, first: usize, around: usize) -> Option<()> {
        let (prefix, name) = self.name()?;
        self.skip_blanks();
        if self.bytes.get(self.at) != Some(&b'=') {
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        let quote = *self.bytes.get(self.at)?;
        if quote != b'"' && quote != b'\'' {
            return None;
        }
        self.at += 1;
        let start = self.at;
        let mut as_it_is = true;
        loop {
            self.at += plain_bytes(&self.bytes[self.at..], quote);
            let byte = *self.bytes.get(self.at)?;
            if !is(byte, VALUE) {
                if byte == quote {
                    break;
                }
                as_it_is &= !(byte == b'&' || is(byte, BLANK));
                let none = matches!(self.bytes[self.at..], [0xEF, 0xBF, 0xBE | 0xBF, ..]);
                if byte == b'<' || byte < b' ' && !is(byte, BLANK) || none {
                    return None;
                }
            }
            self.at += 1;
        }
        let value = &self.bytes[start..self.at];
        self.at += 1;
        let local = &self.bytes[name.start as usize..(name.start + name.length) as usize];
        if prefix == b"xmlns" || prefix.is_empty() && local == b"xmlns" {
            let declared: &[u8] = if prefix.is_empty() { &[] } else { local };
            // Reserved names, and declarations that are taken back: rare enough.
            let reserved = value.starts_with(b"http://www.w3.org/XML/")
                || value.starts_with(b"http://www.w3.org/2000/xmlns")
                || declared.starts_with(b"xml");
            let twice = self.prefixes[around..].contains(&declared);
            if value.is_empty() || !as_it_is || reserved || twice {
                return None;
            }
            self.prefixes.push(declared);
            return Some(());
        }
        if !prefix.is_empty() {
            let twice = self.prefixed.iter().any(|(_, other)| *other == local);
            self.prefixed.push((prefix, local));
            return (as_it_is && !twice).then_some(());
        }
        let twice = |attribute: &Attribute| self.tree.bytes(attribute.name) == local;
        if self.tree.attributes[first..].iter().any(twice) {
            return None;
        }
        let value = if as_it_is {
            Words { start: start as u32, length: value.len() as u32 }
        } else {
            let text = &self.tree.text[start..start + value.len()];
            // A line's end is one blank, however it is written.
            let blanks = text.replace("\r\n", " ").replace(['\t', '\n', '\r'], " ");
            let meant = unescaped(&blanks)?;
            self.tree.add(&meant)
        };
        self.tree.attributes.push(Attribute { name, value });
        Some(())
    }
}
