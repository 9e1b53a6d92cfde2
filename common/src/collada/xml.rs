//! Text to an XML tree, after a look at what would make parsing it expensive.

use super::{
    error::{Error, ErrorKind, Place, Reporter},
    limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_TAG_BYTES, MAX_XML_NODES},
    lines::Lines,
};
use roxmltree::{Document, ParsingOptions};

/// The tree of `text`.
///
/// # Errors
/// If `text` is not well-formed, has a DTD (entities could open files, or never end), or goes
/// beyond a limit.
pub(super) fn tree<'a>(
    text: &'a str,
    lines: &Lines,
    reporter: &Reporter,
) -> Result<Document<'a>, Error> {
    let mut scan = Scan { text, at: 0, open: Vec::new() };
    if let Err((at, kind, message)) = scan.run() {
        return Err(reporter.error(kind, Some(&lines.place(at)), message));
    }
    let unclosed = scan.open.last().copied();
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|error| explain(&error, unclosed, text, lines, reporter))
}

/// roxmltree's error in our words, with the place in our form.
fn explain(
    error: &roxmltree::Error,
    unclosed: Option<Open>,
    text: &str,
    lines: &Lines,
    reporter: &Reporter,
) -> Error {
    use roxmltree::Error as Xml;
    let at = error.pos();
    let mut place = Some(lines.parsed(at.row, at.col));
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
            place = Some(lines.place(text.len()));
            match unclosed {
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

fn unclosed_message(text: &str, open: Open, lines: &Lines) -> String {
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

/// One pass over the tags alone; what lies between them is skipped at the speed of memory.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
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
        }
        Ok(())
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

/// What `Place` gives for an element: its name, and what identifies it.
pub(super) fn place_of(node: roxmltree::Node<'_, '_>, lines: &Lines) -> Place {
    let id = ["id", "sid", "name", "symbol"].iter().find_map(|key| node.attribute(*key));
    Place {
        element: node.tag_name().name().into(),
        id: id.unwrap_or("").into(),
        ..lines.place(node.range().start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let reporter = Reporter::new("a.dae");
        tree(text, &Lines::new(text, 0), &reporter).unwrap_err().to_string()
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
        assert!(tree(&text, &Lines::new(&text, 0), &Reporter::new("a.dae")).is_ok());
    }
}
