//! Reads XML with roxmltree: elements, their attributes and texts, each with its place. A scan before rejects whatever would
//! make that expensive: very long tags, many attributes or namespaces, deep nesting, a DTD (entities could open files, or
//! never end).

use super::{
    error::{Error, ErrorKind, Location, Reporter},
    limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES},
    lines::Lines,
};
use roxmltree::{Document, ParsingOptions};
use std::borrow::Cow;

pub(super) struct Tree<'a> {
    document: Document<'a>,
    lines: Lines<'a>,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    node: roxmltree::Node<'a, 'a>,
    lines: &'a Lines<'a>,
}

/// Parses the text `whole` after its first `blanks` bytes, which are whitespace.
///
/// # Errors
/// If the text is not well-formed, has a DTD, or goes beyond a limit.
pub(super) fn parse<'a>(whole: &'a str, blanks: usize, reporter: &Reporter) -> Result<Tree<'a>, Error> {
    let lines = Lines::new(whole, blanks);
    let text = &whole[blanks..];
    let mut scan = Scan { text, open: Vec::new() };
    if let Err((at, kind, message)) = scan.scan_tags() {
        return Err(reporter.error(kind, Some(&lines.location(at)), message));
    }
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
    match Document::parse_with_options(text, options) {
        Ok(document) => Ok(Tree { document, lines }),
        Err(error) => Err(describe_error(&error, &lines, scan.open.last(), reporter)),
    }
}

impl Tree<'_> {
    pub(super) fn root(&self) -> Node<'_> {
        Node { node: self.document.root_element(), lines: &self.lines }
    }
}

impl<'a> Node<'a> {
    fn with_node(self, node: roxmltree::Node<'a, 'a>) -> Self {
        Node { node, ..self }
    }

    /// Returns the index of the element in the tree.
    pub(super) fn index(self) -> usize {
        self.node.id().get_usize()
    }

    pub(super) fn end(self) -> usize {
        self.node.range().end
    }

    /// Returns the name without the prefix.
    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Whether `name` is the name without the prefix.
    #[inline] // called for every element
    pub(super) fn is(self, name: &str) -> bool {
        self.name() == name
    }

    /// Returns the value of an attribute without a namespace.
    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    pub(super) fn parent(self) -> Option<Node<'a>> {
        self.node.parent_element().map(|parent| self.with_node(parent))
    }

    pub(super) fn children(self) -> impl Iterator<Item = Node<'a>> {
        self.node.children().filter(roxmltree::Node::is_element).map(move |child| self.with_node(child))
    }

    /// Returns the texts directly in the element, without whitespace alone: several if elements or comments divide them.
    pub(super) fn texts(self) -> impl Iterator<Item = &'a str> {
        let texts = self.node.children().filter(roxmltree::Node::is_text).filter_map(|child| child.text());
        texts.filter(|text| !text.trim_ascii().is_empty())
    }

    /// Returns the element, and all elements in it at any depth, in the order of the file.
    pub(super) fn descendants(self) -> impl Iterator<Item = Node<'a>> {
        self.node.descendants().filter(roxmltree::Node::is_element).map(move |node| self.with_node(node))
    }

    /// Returns the element's place: line, column, name, and an attribute that identifies the element.
    pub(super) fn location(self) -> Location {
        let id = ["id", "sid", "name", "symbol"].iter().find_map(|key| self.attribute(key));
        Location {
            element: element_name(self.name()),
            id: id.unwrap_or("").into(),
            ..self.lines.location(self.node.range().start)
        }
    }
}

/// Returns an element's name for a place, without an allocation for the most frequent names.
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

/// Converts an error of roxmltree to one with a plainer message and a place. `unclosed` is the last open element.
fn describe_error(error: &roxmltree::Error, lines: &Lines<'_>, unclosed: Option<&Open>, reporter: &Reporter) -> Error {
    use roxmltree::Error as Xml;
    let position = error.pos();
    let text = lines.parsed_part();
    let mut location = Some(lines.location(byte_offset(text, position)));
    let mut kind = ErrorKind::Xml;
    let message = match error {
        Xml::UnexpectedCloseTag(open, close, _) => {
            format!("expected </{open}>, found </{close}>")
        }
        Xml::UnknownEntityReference(name, _) => {
            format!("unknown entity &{name}; (XML itself knows amp, lt, gt, quot and apos only)")
        }
        Xml::DtdDetected => DTD.into(),
        Xml::UnclosedRootNode | Xml::UnexpectedEndOfStream => {
            location = Some(lines.location(text.len()));
            match unclosed {
                Some(open) => unclosed_message(text, *open, lines),
                None => "the file ends too early".into(),
            }
        }
        Xml::NodesLimitReached | Xml::AttributesLimitReached | Xml::NamespacesLimitReached => {
            (location, kind) = (None, ErrorKind::Limit);
            format!("more than {MAX_XML_NODES} elements and texts")
        }
        Xml::NoRootNode => {
            location = None;
            "not XML: there is no element".into()
        }
        other => {
            let message = other.to_string();
            message.strip_suffix(&format!(" at {position}")).unwrap_or(&message).into()
        }
    };
    reporter.error(kind, location.as_ref(), message)
}

/// Returns the byte offset of a line and a column, both from 1.
fn byte_offset(text: &str, position: roxmltree::TextPos) -> usize {
    let lines = text.split_inclusive('\n').take(position.row as usize - 1);
    let before: usize = lines.map(str::len).sum();
    let rest = &text[before..];
    before + rest.char_indices().nth(position.col as usize - 1).map_or(rest.len(), |(byte, _)| byte)
}

fn unclosed_message(text: &str, open: Open, lines: &Lines<'_>) -> String {
    let tag = &text[open.start + 1..open.end];
    let name = tag.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
    let id = tag.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"'));
    let id = id.map_or(String::new(), |(id, _)| format!(" id=\"{id}\""));
    let line = lines.location(open.start).line;
    format!("the file ends inside <{name}{id}>, which begins in line {line}")
}

const DTD: &str = "a document type declaration (DTD) is not allowed";

/// A start tag that has not been closed yet.
#[derive(Clone, Copy)]
struct Open {
    /// Position of its `<`.
    start: usize,
    /// Position of its `>`.
    end: usize,
    /// Number of namespaces in force inside.
    namespaces: usize,
}

/// Byte offset, kind and message of an error.
type Rejection = (usize, ErrorKind, String);

/// One pass over the tags alone.
struct Scan<'a> {
    text: &'a str,
    open: Vec<Open>,
}

impl Scan<'_> {
    /// Scans all tags, or those before text that does not look like XML, which roxmltree reports better.
    fn scan_tags(&mut self) -> Result<(), Rejection> {
        let mut at = 0;
        while let Some(found) = self.text[at..].find('<') {
            let start = at + found;
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
                self.scan_start_tag(start)?
            };
            let Some(next) = next else { return Ok(()) };
            at = next;
        }
        Ok(())
    }

    /// Scans the start tag at byte `start` and returns the offset of its end, or `None` where the text ends before.
    fn scan_start_tag(&mut self, start: usize) -> Result<Option<usize>, Rejection> {
        let reject = |message: String| Err((start, ErrorKind::Limit, message));
        let bytes = &self.text.as_bytes()[start..];
        let mut quote = 0;
        let mut attributes = 0;
        let mut namespaces = self.open.last().map_or(0, |open| open.namespaces);
        for (at, &byte) in bytes.iter().enumerate() {
            if at > MAX_TAG_BYTES {
                return reject(format!("a tag of more than {MAX_TAG_BYTES} bytes"));
            }
            match byte {
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'"' | b'\'' => quote = byte,
                b'=' => attributes += 1,
                b'x' if bytes[at..].starts_with(b"xmlns") => namespaces += 1,
                b'>' => {
                    if attributes > MAX_ATTRIBUTES {
                        return reject(format!("a tag with more than {MAX_ATTRIBUTES} attributes"));
                    }
                    if namespaces > MAX_NAMESPACES {
                        return reject(format!("more than {MAX_NAMESPACES} namespaces at one place"));
                    }
                    if bytes[at - 1] != b'/' {
                        self.open.push(Open { start, end: start + at, namespaces });
                    }
                    if self.open.len() > MAX_DEPTH {
                        return reject(format!("elements nested more than {MAX_DEPTH} deep"));
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

    fn error(text: &str) -> String {
        parse(text, 0, &Reporter::new("a.dae")).err().expect("it is wrong").to_string()
    }

    #[test]
    fn broken_xml() {
        assert_eq!(error("<a><b></a></b>"), "a.dae:1:7: expected </b>, found </a>");
        assert_eq!(error("<a>\n<b id=\"x\" c=\"2\">1 0."), {
            "a.dae:2:21: the file ends inside <b id=\"x\">, which begins in line 2"
        });
        assert_eq!(error("<a>\n<b id='x"), "a.dae:2:9: the file ends inside <a>, which begins in line 1");
        assert_eq!(
            error("<a>&eacute;</a>"),
            "a.dae:1:4: unknown entity &eacute; (XML itself knows amp, lt, gt, quot and apos only)"
        );
        assert_eq!(
            error("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///x'>]><a>&x;</a>"),
            "a.dae:2:1: a document type declaration (DTD) is not allowed"
        );
        assert_eq!(error("<a>\u{1}</a>"), "a.dae:1:4: a non-XML character '\\u{1}' found");
        assert_eq!(error("words"), "a.dae:1:1: unknown token");
    }

    #[test]
    fn expensive_xml() {
        assert_eq!(error(&"<a>".repeat(1_000_000)), "a.dae:1:3001: elements nested more than 1000 deep");
        let long = format!("<r>\n<a b=\"{}\"/></r>", "x".repeat(MAX_TAG_BYTES));
        assert_eq!(error(&long), "a.dae:2:1: a tag of more than 65536 bytes");
        let attributes = (0..300).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        assert_eq!(error(&format!("<a{attributes}/>")), "a.dae:1:1: a tag with more than 256 attributes");
        let nested = (0..70).map(|n| format!("<a xmlns:p{n}='u'>")).collect::<Vec<_>>().concat();
        assert_eq!(error(&nested), "a.dae:1:1079: more than 64 namespaces at one place");
    }

    #[test]
    fn what_only_looks_expensive_is_read() {
        let text = format!(
            "<?xml version='1.0'?><!-- {} <x><x> --><a b='1 > 0'><![CDATA[<x>]]>{}</a>",
            "=".repeat(70_000),
            "<b/>".repeat(2_000)
        );
        assert!(parse(&text, 0, &Reporter::new("a.dae")).is_ok());
    }

    #[test]
    fn texts_and_places_are_those_of_the_file() {
        let whole = "\n <a>\n<x:p xmlns:x='u' id='1'>1 2</x:p><p>1 &amp;</p><p>3 <!-- --> 4\u{e9}</p>\
                     <p> </p><p>5<![CDATA[<6]]></p></a>";
        let tree = parse(whole, 2, &Reporter::new("a.dae")).ok().unwrap();
        let found = tree
            .root()
            .descendants()
            .map(|node| (node.location().line, node.location().column, node.texts().collect::<Vec<_>>()));
        let want = [
            (2, 2, vec![]),
            (3, 1, vec!["1 2"]),
            (3, 34, vec!["1 &"]),
            (3, 48, vec!["3 ", " 4\u{e9}"]),
            (3, 68, vec![]),
            (3, 76, vec!["5<6"]),
        ];
        assert_eq!(found.collect::<Vec<_>>(), want);
    }
}
