//! The XML that files really hold, read in one look at every byte. Whatever is rare or wrong ends it.

use super::tree::{Attribute, Entry, TEXT, Tree, Words};
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
    let mut reader =
        Reader { bytes, at: 0, tree, open: Vec::new(), prefixes: Vec::new(), text_end: 0 };
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

/// What a byte is.
const NAME_START: u8 = 1;
const NAME: u8 = 2;
const BLANK: u8 = 4;
/// Stands for itself between quotes.
const VALUE: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        let letter = byte.is_ascii_alphabetic() || byte == b'_';
        let more = byte.is_ascii_digit() || byte == b'-' || byte == b'.';
        let mut class = 0;
        if letter {
            class |= NAME_START;
        }
        if letter || more {
            class |= NAME;
        }
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            class |= BLANK;
        }
        // U+FFFE and U+FFFF, which are no characters of XML, begin with 0xEF.
        if byte >= b' ' && !matches!(byte, b'"' | b'\'' | b'<' | b'&' | 0xEF) {
            class |= VALUE;
        }
        classes[at] = class;
        at += 1;
    }
    classes
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

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
        const LONGEST: usize = 200;
        let end = self.bytes.iter().take(LONGEST).position(|byte| *byte == b'>')?;
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
        let end = start + self.tree.text[start..].find('<')?;
        let parent = self.open.last()?.entry;
        if start == self.text_end {
            return None; // behind a CDATA section
        }
        let text = &self.tree.text[start..end];
        let words = if is_plain(text) {
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
        let mut prefixed: [Option<Prefixed<'_>>; 4] = [None; 4];
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
            if let Some((prefix, name)) = self.attribute(first, around)? {
                if prefixed.iter().flatten().any(|(_, other)| *other == name) {
                    return None;
                }
                *prefixed.iter_mut().find(|place| place.is_none())? = Some((prefix, name));
            }
        };
        if self.at - start > MAX_TAG_BYTES || self.prefixes.len() > MAX_NAMESPACES {
            return None;
        }
        let known = |prefix: &[u8]| prefix == b"xml" || self.prefixes.contains(&prefix);
        let used = prefixed.iter().flatten().map(|(prefix, _)| *prefix);
        if !prefix.is_empty() && !known(prefix) || !used.into_iter().all(known) {
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
    /// were in force. Gives prefix and name of one that belongs to a namespace.
    fn attribute(&mut self, first: usize, around: usize) -> Option<Option<Prefixed<'a>>> {
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
            return Some(None);
        }
        if !prefix.is_empty() {
            return as_it_is.then_some(Some((prefix, local)));
        }
        let twice = |attribute: &Attribute| self.tree.words(attribute.name).as_bytes() == local;
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
        Some(None)
    }
}

/// A character that XML allows.
fn is_character(c: char) -> bool {
    (c >= ' ' || matches!(c, '\t' | '\n' | '\r')) && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// `&lt;` and its kin as what they stand for.
fn unescaped(text: &str) -> Option<String> {
    let mut meant = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        meant.push_str(&rest[..at]);
        let (name, after) = rest[at + 1..].split_once(';')?;
        let number = |digits: &str, radix| {
            let digit = digits.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
            u32::from_str_radix(digits, radix).ok().filter(|_| digit).and_then(char::from_u32)
        };
        let character = match name {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            _ => match name.strip_prefix("#x") {
                Some(digits) => number(digits, 16)?,
                None => number(name.strip_prefix('#')?, 10)?,
            },
        };
        if !is_character(character) {
            return None;
        }
        meant.push(character);
        rest = after;
    }
    meant.push_str(rest);
    Some(meant)
}

/// True for text that XML takes as it is, character by character: no entity, nothing beyond ASCII, no
/// control character but blanks.
#[allow(clippy::needless_bitwise_bool)] // without branches, or it is one byte at a time
pub(super) fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| {
        (byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r'))
            & (byte < 0x7F)
            & (byte != b'&')
            & (byte != b'>')
    };
    // In pieces without a way out, which go sixteen bytes at a time.
    text.as_bytes()
        .chunks(1024)
        .all(|piece| piece.iter().fold(true, |all, byte| all & plain(*byte)))
}
