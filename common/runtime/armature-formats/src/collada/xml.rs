//! Parses XML with roxmltree. A scan before rejects whatever would make that expensive: very long tags, many attributes or
//! namespaces, deep nesting, a DTD (entities could open files, or never end).

use super::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES};
use crate::loading::{Error, Location, Reporter};
use roxmltree::{Document, Node, ParsingOptions};

/// An element of a document.
pub(super) type Element<'a> = Node<'a, 'a>;

/// Text of a file, of which the first `blanks` bytes, whitespace, are not parsed.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) whole: &'a str,
    pub(super) blanks: usize,
}

impl<'a> Text<'a> {
    /// Returns the text from the first character on that is not whitespace.
    pub(super) fn body(self) -> &'a str {
        &self.whole[self.blanks..]
    }

    /// Returns the line and column of byte `offset` of the parsed part. A column counts characters.
    pub(super) fn location(self, offset: usize) -> Location {
        let before = &self.whole[..self.whole.floor_char_boundary(self.blanks + offset)];
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        let column = 1 + before[before.rfind('\n').map_or(0, |end| end + 1)..].chars().count();
        Location { line: line as u32, column: column as u32, ..Location::default() }
    }

    /// Returns the place of an element: line, column, name, and an attribute that identifies the element.
    pub(super) fn location_of(self, element: Element<'_>) -> Location {
        // A <skin> and a <morph> have the id of their controller.
        let is_inner = ["skin", "morph"].contains(&element.tag_name().name());
        let named = element.parent().filter(|_| is_inner).unwrap_or(element);
        let id = ["id", "sid", "name", "symbol"].iter().find_map(|key| named.attribute(*key)).unwrap_or("");
        let name = element.tag_name().name();
        let subject = if id.is_empty() { format!("<{name}>") } else { format!("<{name} id=\"{id}\">") };
        Location { subject, ..self.location(element.range().start) }
    }

    /// Parses the text.
    ///
    /// # Errors
    /// If the text is not well-formed, has a DTD, or goes beyond a limit.
    pub(super) fn parse(self, reporter: &Reporter) -> Result<Document<'a>, Error> {
        let mut scan = Scan { text: self.body(), open: Vec::new() };
        if let Err((at, message)) = scan.scan_tags() {
            return Err(reporter.error(Some(&self.location(at)), message));
        }
        let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
        Document::parse_with_options(self.body(), options)
            .map_err(|error| self.describe_error(&error, scan.open.last(), reporter))
    }

    /// Converts an error of roxmltree to one with a plainer message and a place. `unclosed` is the last open element.
    fn describe_error(self, error: &roxmltree::Error, unclosed: Option<&Open>, reporter: &Reporter) -> Error {
        use roxmltree::Error as Xml;
        let position = error.pos();
        let mut location = Some(self.location(byte_offset(self.body(), position)));
        let message = match error {
            Xml::UnexpectedCloseTag(open, close, _) => format!("expected </{open}>, found </{close}>"),
            Xml::UnknownEntityReference(name, _) => {
                format!("unknown entity &{name}; (XML itself knows amp, lt, gt, quot and apos only)")
            }
            Xml::DtdDetected => DTD.into(),
            Xml::UnclosedRootNode | Xml::UnexpectedEndOfStream => {
                location = Some(self.location(self.body().len()));
                unclosed.map_or("the file ends too early".into(), |open| self.unclosed_message(*open))
            }
            Xml::NodesLimitReached | Xml::AttributesLimitReached | Xml::NamespacesLimitReached => {
                location = None;
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
        reporter.error(location.as_ref(), message)
    }

    fn unclosed_message(self, open: Open) -> String {
        let tag = &self.body()[open.start + 1..open.end];
        let name = tag.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
        let id = tag.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"'));
        let id = id.map_or(String::new(), |(id, _)| format!(" id=\"{id}\""));
        let line = self.location(open.start).line;
        format!("the file ends inside <{name}{id}>, which begins in line {line}")
    }
}

/// Returns the byte offset of a line and a column, both from 1.
fn byte_offset(text: &str, position: roxmltree::TextPos) -> usize {
    let lines = text.split_inclusive('\n').take(position.row as usize - 1);
    let before: usize = lines.map(str::len).sum();
    let rest = &text[before..];
    before + rest.char_indices().nth(position.col as usize - 1).map_or(rest.len(), |(byte, _)| byte)
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

/// Byte offset and message of an error.
type Rejection = (usize, String);

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
            let end = if tag.starts_with("<!--") {
                "-->"
            } else if tag.starts_with("<![CDATA[") {
                "]]>"
            } else if tag.starts_with("<?") {
                "?>"
            } else if tag.starts_with("<!") {
                return Err((start, DTD.into()));
            } else if tag.starts_with("</") {
                self.open.pop();
                ">"
            } else {
                let Some(next) = self.scan_start_tag(start)? else { return Ok(()) };
                at = next;
                continue;
            };
            let Some(length) = tag.find(end) else { return Ok(()) };
            at = start + length + end.len();
        }
        Ok(())
    }

    /// Scans the start tag at byte `start` and returns the offset of its end, or `None` where the text ends before.
    fn scan_start_tag(&mut self, start: usize) -> Result<Option<usize>, Rejection> {
        let bytes = &self.text.as_bytes()[start..];
        let mut quote = 0;
        let mut attributes = 0;
        let mut namespaces = self.open.last().map_or(0, |open| open.namespaces);
        for (at, &byte) in bytes.iter().enumerate() {
            if at > MAX_TAG_BYTES {
                return Err((start, format!("a tag of more than {MAX_TAG_BYTES} bytes")));
            }
            match byte {
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'"' | b'\'' => quote = byte,
                b'=' => attributes += 1,
                b'x' if bytes[at..].starts_with(b"xmlns") => namespaces += 1,
                b'>' => {
                    if attributes > MAX_ATTRIBUTES {
                        return Err((start, format!("a tag with more than {MAX_ATTRIBUTES} attributes")));
                    }
                    if namespaces > MAX_NAMESPACES {
                        return Err((start, format!("more than {MAX_NAMESPACES} namespaces at one place")));
                    }
                    if bytes[at - 1] != b'/' {
                        self.open.push(Open { start, end: start + at, namespaces });
                    }
                    if self.open.len() > MAX_DEPTH {
                        return Err((start, format!("elements nested more than {MAX_DEPTH} deep")));
                    }
                    return Ok(Some(start + at + 1));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

/// Returns the child elements of a name, whatever its prefix.
pub(super) fn children<'a>(element: Element<'a>, name: &'static str) -> impl Iterator<Item = Element<'a>> {
    element.children().filter(move |child| child.tag_name().name() == name)
}

/// Returns the first child element of a name.
pub(super) fn child<'a>(element: Element<'a>, name: &'static str) -> Option<Element<'a>> {
    children(element, name).next()
}

/// Returns the descendant at a path of names.
pub(super) fn inside<'a>(element: Element<'a>, path: &[&'static str]) -> Option<Element<'a>> {
    path.iter().try_fold(element, |element, name| child(element, name))
}

/// Returns an attribute, or an empty string.
pub(super) fn attribute<'a>(element: Element<'a>, name: &str) -> &'a str {
    element.attribute(name).unwrap_or("")
}

/// Returns the texts directly in an element: several if elements or comments divide them.
pub(super) fn texts(element: Element<'_>) -> impl Iterator<Item = &str> {
    element.children().filter(Node::is_text).filter_map(|child| child.text())
}

/// Returns the words in an element.
pub(super) fn words(element: Element<'_>) -> impl Iterator<Item = &str> {
    texts(element).flat_map(str::split_ascii_whitespace)
}

/// Returns the trimmed text of an element.
pub(super) fn text_of(element: Element<'_>) -> String {
    let whole: String = texts(element).collect();
    whole.trim().into()
}

/// Returns the name of an element for people: its name, or else its id or sid; empty without any.
pub(super) fn name_of(element: Element<'_>) -> &str {
    ["name", "id", "sid"].iter().map(|key| attribute(element, key)).find(|name| !name.is_empty()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(whole: &str) -> Result<Document<'_>, Error> {
        Text { whole, blanks: 0 }.parse(&Reporter::new("a.dae"))
    }

    #[test]
    fn broken_and_expensive_xml() {
        let long = format!("<r>\n<a b=\"{}\"/></r>", "x".repeat(MAX_TAG_BYTES));
        for (text, message) in [
            ("<a><b></a></b>", "a.dae:1:7: expected </b>, found </a>"),
            ("<a>\n<b id=\"x\" c=\"2\">1 0.", "a.dae:2:21: the file ends inside <b id=\"x\">, which begins in line 2"),
            ("<a>\n<b id='x", "a.dae:2:9: the file ends inside <a>, which begins in line 1"),
            ("<a>\u{1}</a>", "a.dae:1:4: a non-XML character '\\u{1}' found"),
            ("words", "a.dae:1:1: unknown token"),
            (&"<a>".repeat(1_000_000), "a.dae:1:3001: elements nested more than 1000 deep"),
            (&long, "a.dae:2:1: a tag of more than 65536 bytes"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
        let only_looks_expensive = format!(
            "<?xml version='1.0'?><!-- {} <x><x> --><a b='1 > 0'><![CDATA[<x>]]>{}</a>",
            "=".repeat(70_000),
            "<b/>".repeat(2_000)
        );
        assert!(parse(&only_looks_expensive).is_ok());
    }

    #[test]
    fn places_and_texts_are_those_of_the_file() {
        let whole = "\n <a>\n<x:p xmlns:x='u' id='1'>1 2</x:p><p>1 &amp;</p>\u{e9}<p>3 <!-- --> 4\u{e9}</p><p>5<![CDATA[<6]]></p></a>";
        let text = Text { whole, blanks: 2 };
        let tree = text.parse(&Reporter::new("a.dae")).unwrap();
        let mut found = Vec::new();
        for element in tree.root_element().descendants().filter(Node::is_element) {
            let Location { line, column, .. } = text.location_of(element);
            found.push((line, column, words(element).collect::<Vec<_>>()));
        }
        let want = [
            (2, 2, vec!["\u{e9}"]),
            (3, 1, vec!["1", "2"]),
            (3, 34, vec!["1", "&"]),
            (3, 49, vec!["3", "4\u{e9}"]),
            (3, 69, vec!["5<6"]),
        ];
        assert_eq!(found, want);
    }
}
