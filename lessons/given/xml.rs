//! Helpers for lessons that read Collada's XML themselves, with errors that name the element and its line.

use roxmltree::{Document, Error, Node};

/// Parses the text of a file, which may begin with a byte order mark.
///
/// # Errors
/// If the text is not XML.
pub fn parse(text: &str) -> Result<Document<'_>, Error> {
    Document::parse(text.trim_start_matches('\u{feff}'))
}

/// Returns an element's children with this tag, in the file's order.
pub fn children<'a, 'input>(
    element: Node<'a, 'input>,
    tag: &'static str,
) -> impl DoubleEndedIterator<Item = Node<'a, 'input>> {
    element.children().filter(move |child| child.has_tag_name(tag))
}

/// Returns an element's first child with this tag.
///
/// # Errors
/// If there is no such child.
pub fn child<'a, 'input>(element: Node<'a, 'input>, tag: &'static str) -> Result<Node<'a, 'input>, String> {
    let child = children(element, tag).next();
    child.ok_or_else(|| error_at(element, &format!("there is no <{tag}> in it")))
}

/// Returns the text of an element, which comments may divide into several pieces.
pub fn text(element: Node<'_, '_>) -> String {
    element.children().filter(Node::is_text).filter_map(|piece| piece.text()).collect()
}

/// Returns a message with the line and tag of an element: `line 12, <vcount>: ...`.
pub fn error_at(element: Node<'_, '_>, message: &str) -> String {
    format!("line {}, <{}>: {message}", line(element), element.tag_name().name())
}

/// Returns the line of the file in which an element begins.
pub fn line(element: Node<'_, '_>) -> u32 {
    element.document().text_pos_at(element.range().start).row
}
