//! The plain way from text to a tree: all of XML, by roxmltree, after a look at what would make that
//! expensive.
//!
//! Nearly all of a file are lists of numbers. The XML parser looks at each of their characters two or
//! three times, and has no use for any: so it is given the text without them, and a blank where each
//! was. What can be a list of numbers (plain ASCII, no entity) is found and checked in the same
//! look at the text that guards the parser.

use super::{
    bytes::plain_text_end,
    tree::{Attribute, Entry, Tree, Words},
};
use crate::collada::{
    error::{Error, ErrorKind, Reporter},
    limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES},
    lines::Lines,
};
use roxmltree::{Document, ParsingOptions};

/// Reads `whole`, of which the first `blanks` bytes are blanks.
///
/// # Errors
/// If it is not well-formed, has a DTD, or goes beyond a limit.
pub(super) fn read<'a>(
    whole: &'a str,
    blanks: usize,
    reporter: &Reporter,
) -> Result<Tree<'a>, Error> {
    let tree = Tree { lines: Lines::new(whole, blanks), ..Tree::new(whole, blanks) };
    let slim = Slim::new(&tree, reporter)?;
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
    match Document::parse_with_options(&slim.text, options) {
        Ok(document) => {
            let (entries, attributes, extra) = slim.copy(&document, &tree);
            Ok(Tree { extra, entries, attributes, ..tree })
        }
        Err(error) => Err(slim.explain(&error, &tree, reporter)),
    }
}

/// What of a text the XML parser sees.
struct Slim {
    /// With a blank for each long list of numbers.
    text: String,
    /// The lists, in order.
    lists: Vec<List>,
    /// The element that the text ends in.
    unclosed: Option<Open>,
}

/// A list of numbers that the XML parser does not see.
#[derive(Clone, Copy)]
struct List {
    /// Of the blank in the slim text.
    at: usize,
    /// In the original.
    start: usize,
    end: usize,
}

impl Slim {
    fn new(tree: &Tree<'_>, reporter: &Reporter) -> Result<Self, Error> {
        let mut scan = Scan {
            text: tree.text,
            at: 0,
            open: Vec::new(),
            slim: String::new(),
            lists: Vec::new(),
            kept: 0,
        };
        if let Err((at, kind, message)) = scan.run() {
            return Err(reporter.error(kind, Some(&tree.lines.place(at)), message));
        }
        scan.keep(tree.text.len());
        let unclosed = scan.open.last().copied();
        Ok(Self { text: scan.slim, lists: scan.lists, unclosed })
    }

    /// Elements and texts that are not blank, with the lists in their places.
    fn copy(
        &self,
        document: &Document<'_>,
        tree: &Tree<'_>,
    ) -> (Vec<Entry>, Vec<Attribute>, String) {
        let (mut entries, mut attributes) = (Vec::<Entry>::new(), Vec::new());
        let mut extra = String::new();
        let mut add = |words: &str| {
            let start = (tree.text.len() + extra.len()) as u32;
            extra.push_str(words);
            Words { start, length: words.len() as u32 }
        };
        // The elements around, the innermost last, and where each ends.
        let mut around: Vec<(u32, usize)> = Vec::new();
        for node in document.descendants() {
            let range = node.range();
            while let Some((open, _)) = around.pop_if(|(_, end)| *end <= range.start) {
                entries[open as usize].next = entries.len() as u32;
            }
            let index = entries.len();
            let parent = around.last().map_or(0, |(parent, _)| *parent);
            let at = self.in_original(range.start);
            if node.is_element() {
                let first = attributes.len();
                let own = node.attributes().filter(|attribute| attribute.namespace().is_none());
                attributes.extend(own.map(|own| Attribute::new(add(own.name()), add(own.value()))));
                let entry = Entry::element(at, add(node.tag_name().name()), parent, index);
                entries.push(entry.with_attributes(first, &attributes));
                around.push((index as u32, range.end));
            } else if let Some(text) = node.text().filter(|_| node.is_text()) {
                let list = self.lists.binary_search_by_key(&range.start, |list| list.at);
                if let Ok(list) = list.map(|list| self.lists[list]) {
                    let length = (list.end - list.start) as u32;
                    let words = Words { start: list.start as u32, length };
                    entries.push(Entry::text(at, words, parent, index));
                } else if !text.trim_ascii().is_empty() {
                    entries.push(Entry::text(at, add(text), parent, index));
                }
            }
        }
        for (open, _) in around {
            entries[open as usize].next = entries.len() as u32;
        }
        (entries, attributes, extra)
    }

    /// Where in the original a byte of the slim text stands.
    fn in_original(&self, at: usize) -> usize {
        match self.lists.partition_point(|list| list.at < at).checked_sub(1) {
            Some(before) => at - (self.lists[before].at + 1) + self.lists[before].end,
            None => at,
        }
    }

    /// A line and a column of the slim text, both from 1, as a byte of it.
    fn in_slim(&self, line: u32, column: u32) -> usize {
        let before =
            self.text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum::<usize>();
        let rest = &self.text[before..];
        before + rest.char_indices().nth(column as usize - 1).map_or(rest.len(), |(at, _)| at)
    }

    /// roxmltree's error in our words, with the place in our form.
    fn explain(&self, error: &roxmltree::Error, tree: &Tree<'_>, reporter: &Reporter) -> Error {
        use roxmltree::Error as Xml;
        let at = error.pos();
        let (text, lines) = (tree.text, &tree.lines);
        let mut place = Some(lines.place(self.in_original(self.in_slim(at.row, at.col))));
        let mut kind = ErrorKind::Xml;
        let message = match error {
            Xml::UnexpectedCloseTag(open, close, _) => {
                format!("expected </{open}>, found </{close}>")
            }
            Xml::UnknownEntityReference(name, _) => {
                format!(
                    "unknown entity &{name}; (XML itself knows amp, lt, gt, quot and apos only)"
                )
            }
            Xml::DtdDetected => DTD.into(),
            Xml::UnclosedRootNode | Xml::UnexpectedEndOfStream => {
                place = Some(lines.place(text.len()));
                match self.unclosed {
                    Some(open) => unclosed_message(text, open, lines),
                    None => "the file ends too early".into(),
                }
            }
            Xml::NodesLimitReached | Xml::AttributesLimitReached | Xml::NamespacesLimitReached => {
                (place, kind) = (None, ErrorKind::Limit);
                format!("more than {MAX_XML_NODES} elements and texts")
            }
            Xml::NoRootNode => {
                place = None;
                "not XML: there is no element".into()
            }
            other => {
                let message = other.to_string();
                message.strip_suffix(&format!(" at {at}")).unwrap_or(&message).into()
            }
        };
        reporter.error(kind, place.as_ref(), message)
    }
}

fn unclosed_message(text: &str, open: Open, lines: &Lines<'_>) -> String {
    let tag = &text[open.start + 1..open.end];
    let name = tag.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
    let id = tag.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"'));
    let id = id.map_or(String::new(), |(id, _)| format!(" id=\"{id}\""));
    let line = lines.place(open.start).line;
    format!("the file ends inside <{name}{id}>, which begins in line {line}")
}

const DTD: &str = "a document type declaration (DTD) is not allowed";

/// A start tag that has not been closed yet.
#[derive(Clone, Copy)]
struct Open {
    /// Of its `<`.
    start: usize,
    /// Of its `>`.
    end: usize,
    /// In force inside.
    namespaces: usize,
}

type Refused = (usize, ErrorKind, String);

/// Elements that hold lists of numbers.
const LISTS: [&str; 5] = ["float_array", "int_array", "p", "v", "vcount"];

/// Shorter lists stay where they are.
const SHORTEST_LIST: usize = 64;

/// One pass over the tags alone; what lies between them is skipped at the speed of memory.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    slim: String,
    lists: Vec<List>,
    /// Up to here the text is in `slim`, or left out of it.
    kept: usize,
}

impl Scan<'_> {
    /// Walks to the end, or to where something does not look like XML: the parser says that better.
    fn run(&mut self) -> Result<(), Refused> {
        while let Some(found) = self.text[self.at..].find('<') {
            let start = self.at + found;
            let tag = &self.text[start..];
            let skip_to = |end: &str| tag.find(end).map(|at| start + at + end.len());
            let next = if tag.starts_with("<!--") {
                skip_to("-->")
            } else if tag.starts_with("<![CDATA[") {
                skip_to("]]>")
            } else if tag.starts_with("<?") {
                skip_to("?>")
            } else if tag.starts_with("<!") {
                return Err((start, ErrorKind::Xml, DTD.into()));
            } else if tag.starts_with("</") {
                self.open.pop();
                skip_to(">")
            } else {
                self.start_tag(start)?
            };
            let Some(next) = next else { return Ok(()) };
            self.at = next;
            if self.open.last().is_some_and(|open| open.end + 1 == next) {
                self.leave_out_list(start, next);
            }
        }
        Ok(())
    }

    /// Leaves out the text behind the start tag at `tag`, which ends at `from`, if it is a long list.
    fn leave_out_list(&mut self, tag: usize, from: usize) {
        let name =
            self.text[tag + 1..from].split([' ', '\t', '\n', '\r', '>']).next().unwrap_or("");
        let name = name.rsplit(':').next().unwrap_or("");
        if !LISTS.contains(&name) {
            return;
        }
        let Some(length) = self.text[from..].find('<') else { return };
        let (list, rest) = self.text[from..].split_at(length);
        if length >= SHORTEST_LIST
            && rest.starts_with("</")
            && plain_text_end(list.as_bytes(), 0) == length
        {
            self.keep(from);
            self.lists.push(List { at: self.slim.len(), start: from, end: from + length });
            self.slim.push(' ');
            self.kept = from + length;
        }
        self.at = from + length;
    }

    fn keep(&mut self, to: usize) {
        self.slim.push_str(&self.text[self.kept..to]);
        self.kept = to;
    }

    fn start_tag(&mut self, start: usize) -> Result<Option<usize>, Refused> {
        let refuse = |message: String| Err((start, ErrorKind::Limit, message));
        let bytes = &self.text.as_bytes()[start..];
        let (mut quote, mut attributes) = (0, 0);
        let mut namespaces = self.open.last().map_or(0, |open| open.namespaces);
        for (at, &byte) in bytes.iter().enumerate() {
            if at > MAX_TAG_BYTES {
                return refuse(format!("a tag of more than {MAX_TAG_BYTES} bytes"));
            }
            match byte {
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'"' | b'\'' => quote = byte,
                b'=' => attributes += 1,
                b'x' if bytes[at..].starts_with(b"xmlns") => namespaces += 1,
                b'>' => {
                    if attributes > MAX_ATTRIBUTES {
                        return refuse(format!("a tag with more than {MAX_ATTRIBUTES} attributes"));
                    }
                    if namespaces > MAX_NAMESPACES {
                        return refuse(format!(
                            "more than {MAX_NAMESPACES} namespaces at one place"
                        ));
                    }
                    if bytes[at - 1] != b'/' {
                        self.open.push(Open { start, end: start + at, namespaces });
                    }
                    if self.open.len() > MAX_DEPTH {
                        return refuse(format!("elements nested more than {MAX_DEPTH} deep"));
                    }
                    return Ok(Some(start + at + 1));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways say the same: the quick one leaves what is wrong to the plain one.
    fn refused(text: &str) -> String {
        assert!(super::super::quick::read(text, 0).is_none(), "{text}");
        read(text, 0, &Reporter::new("a.dae")).err().expect("it is wrong").to_string()
    }

    #[test]
    fn broken_xml() {
        assert_eq!(refused("<a><b></a></b>"), "a.dae:1:7: expected </b>, found </a>");
        assert_eq!(refused("<a>\n<b id=\"x\" c=\"2\">1 0."), {
            "a.dae:2:21: the file ends inside <b id=\"x\">, which begins in line 2"
        });
        assert_eq!(
            refused("<a>\n<b id='x"),
            "a.dae:2:9: the file ends inside <a>, which begins in line 1"
        );
        assert_eq!(
            refused("<a>&eacute;</a>"),
            "a.dae:1:4: unknown entity &eacute; (XML itself knows amp, lt, gt, quot and apos only)"
        );
        assert_eq!(
            refused(
                "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///x'>]><a>&x;</a>"
            ),
            "a.dae:2:1: a document type declaration (DTD) is not allowed"
        );
        assert_eq!(refused("<a>\u{1}</a>"), "a.dae:1:4: a non-XML character '\\u{1}' found");
        assert_eq!(refused("words"), "a.dae:1:1: unknown token");
    }

    #[test]
    fn expensive_xml() {
        assert_eq!(
            refused(&"<a>".repeat(1_000_000)),
            "a.dae:1:3001: elements nested more than 1000 deep"
        );
        let long = format!("<r>\n<a b=\"{}\"/></r>", "x".repeat(MAX_TAG_BYTES));
        assert_eq!(refused(&long), "a.dae:2:1: a tag of more than 65536 bytes");
        let attributes = (0..300).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        assert_eq!(
            refused(&format!("<a{attributes}/>")),
            "a.dae:1:1: a tag with more than 256 attributes"
        );
        let nested = (0..70).map(|n| format!("<a xmlns:p{n}='u'>")).collect::<Vec<_>>().concat();
        assert_eq!(refused(&nested), "a.dae:1:1079: more than 64 namespaces at one place");
    }

    #[test]
    fn what_only_looks_expensive_is_read() {
        let text = format!(
            "<?xml version='1.0'?><!-- {} <x><x> --><a b='1 > 0'><![CDATA[<x>]]>{}</a>",
            "=".repeat(70_000),
            "<b/>".repeat(2_000)
        );
        assert!(read(&text, 0, &Reporter::new("a.dae")).is_ok());
    }

    /// What is left out comes back, and all places are those of the whole text.
    #[test]
    fn lists_are_out_of_the_way() {
        let list = "1.5 -2\n".repeat(20);
        let odd = [format!("{list}&amp;"), format!("{list}<!-- --> 7"), format!("{list}\u{e9}")];
        let [entity, comment, accent] = &odd;
        let whole = format!(
            "\n <a>\n<x:p xmlns:x='u' id='1'>{list}</x:p><v id='2'>{list}</v><p>1 2</p><p>{entity}</p>\
             <p>{comment}</p><p>{accent}</p><q>{list}</q><v>{list}</v><b id='3'/></a>"
        );
        let reporter = Reporter::new("a.dae");
        let tree = read(&whole, 2, &reporter).ok().unwrap();
        let slim = Slim::new(&tree, &reporter).unwrap();
        assert_eq!(slim.lists.len(), 3);
        assert!(slim.text.len() < whole.len() - 3 * list.len() + 4);
        let plain = Document::parse(&whole[2..]).unwrap();
        let lines = Lines::new(&whole, 2);
        let elements = plain.descendants().filter(roxmltree::Node::is_element);
        for (got, want) in tree.root().descendants().zip(elements) {
            let texts: Vec<_> = want
                .children()
                .filter_map(|c| c.text().filter(|text| c.is_text() && !text.trim().is_empty()))
                .collect();
            assert_eq!(got.texts().collect::<Vec<_>>(), texts);
            let (place, wanted) = (got.place(), lines.place(want.range().start));
            assert_eq!((place.line, place.column), (wanted.line, wanted.column));
        }
        // An error behind the lists stands where it is.
        let broken = whole.replace("<b id='3'/>", "<b></c>");
        let want = lines.place(whole.find("<b id").unwrap() - 2 + 3);
        let message = read(&broken, 2, &reporter).err().unwrap().to_string();
        assert_eq!(
            message,
            format!("a.dae:{}:{}: expected </b>, found </c>", want.line, want.column)
        );
    }
}
