//! Shared by all readers of a document's parts: elements by name and by id, numbers, errors and warnings.

use crate::collada::{
    address::{percent_decoded, plain_path},
    error::{Error, ErrorKind, Location, Reporter},
    limits::MAX_ITEMS,
    numbers::{BadToken, Decimals, read_doubles, read_floats, read_integers},
    xml::Node,
};
use crate::loading::balance::Kind;
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

pub(super) type Element<'a> = Node<'a>;

/// Elements that are found by their ids anywhere in the document.
const REFERRED: [&str; 8] =
    ["node", "geometry", "controller", "material", "effect", "image", "animation", "visual_scene"];

/// A document while it is read, and its reporter.
pub(super) struct Reader<'a> {
    root: Element<'a>,
    /// The first element with each id.
    ids: HashMap<&'a str, Element<'a>>,
    /// The first element of each further name with an id.
    others: HashMap<(&'a str, &'a str), Element<'a>>,
    reporter: RefCell<&'a mut Reporter>,
    /// Whether decimal commas have been reported.
    commas: Cell<bool>,
}

impl<'a> Reader<'a> {
    /// Indexes the elements by their ids, and reports elements of one name that have one id, where only one of them counts.
    pub(super) fn new(root: Element<'a>, reporter: &'a mut Reporter) -> Self {
        let mut ids: HashMap<&str, Element<'a>> = HashMap::new();
        let mut others: HashMap<(&str, &str), Element<'a>> = HashMap::new();
        for element in root.descendants() {
            let Some(id) = element.attribute("id") else { continue };
            let mut first = *ids.entry(id).or_insert(element);
            if !first.is(element.name()) {
                first = *others.entry((element.name(), id)).or_insert(element);
            }
            if first.index() == element.index() {
                continue;
            }
            // What is beside the element that refers to it is found first.
            let is_local = ["source", "sampler"].contains(&element.name()) || element.name().ends_with("_array");
            let effect = match [first, element].map(|element| element.parent().map(Element::index)) {
                [one, other] if is_local && one != other => "it counts within its parent only",
                _ if is_local || REFERRED.contains(&element.name()) => "the first one counts",
                _ => continue,
            };
            let line = first.location().line;
            reporter.warn(Some(&element.location()), format!("the id is taken already (line {line}): {effect}"));
        }
        Self { root, ids, others, reporter: RefCell::new(reporter), commas: Cell::new(false) }
    }

    pub(super) fn root(&self) -> Element<'a> {
        self.root
    }

    pub(super) fn warn(&self, element: Element<'_>, message: impl Into<String>) {
        self.warn_at(&element.location(), message);
    }

    /// Adds a warning about an element that was read before.
    pub(super) fn warn_at(&self, location: &Location, message: impl Into<String>) {
        self.reporter.borrow_mut().warn(Some(location), message);
    }

    /// Adds a warning about parts of a kind that are left out, and counts them.
    pub(super) fn leave_out(&self, kind: Kind, count: usize, element: Element<'_>, message: impl Into<String>) {
        self.reporter.borrow_mut().leave_out(kind, count, Some(&element.location()), message);
    }

    /// Counts a part of a kind that is left out, and reported already.
    pub(super) fn count_left_out(&self, kind: Kind) {
        self.reporter.borrow_mut().count_left_out(kind, 1);
    }

    pub(super) fn error(&self, element: Element<'_>, kind: ErrorKind, message: impl Into<String>) -> Error {
        self.reporter.borrow().error(kind, Some(&element.location()), message)
    }

    /// Returns the elements named `item` of all libraries named `library`: `<library_x><x>...`.
    pub(super) fn library(
        &self,
        library: &'static str,
        item: &'static str,
    ) -> impl Iterator<Item = Element<'a>> + use<'a> {
        children(self.root, library).flat_map(move |library| children(library, item))
    }

    /// Returns the first element with an id.
    pub(super) fn by_id(&self, id: &str) -> Option<Element<'a>> {
        self.ids.get(id).copied()
    }

    /// Returns the element of a name that `#id` in an attribute means, or `id` without the `#`. Elements of other names may
    /// have the same id. Other documents are never opened.
    pub(super) fn target(&self, name: &'static str, reference: &str) -> Option<Element<'a>> {
        let id = &*self.id_of(reference);
        self.by_id(id).filter(|element| element.is(name)).or_else(|| self.others.get(&(name, id)).copied())
    }

    /// Returns the id that a reference means. A reference is a URL that may be percent-encoded or name the document's own
    /// file. Both are considered only if there is no element with the id as written.
    pub(super) fn id_of<'r>(&self, reference: &'r str) -> Cow<'r, str> {
        let whole = id_of(reference);
        if !whole.contains(['#', '%']) || self.by_id(whole).is_some() {
            return whole.into();
        }
        let id = match whole.rsplit_once('#') {
            Some((file, id)) if self.is_this_file(file) => id,
            _ => whole,
        };
        if self.by_id(id).is_none() {
            let decoded = percent_decoded(id);
            if self.by_id(&decoded).is_some() {
                return decoded.into();
            }
        }
        id.into()
    }

    /// Whether an address has the name of the document's file. Folders are ignored: no other document is ever read.
    fn is_this_file(&self, address: &str) -> bool {
        let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
        name(&plain_path(address)) == name(self.reporter.borrow().file())
    }

    /// Reads exactly `count` finite numbers from an element, in double precision, none of them beyond an `f32`.
    pub(super) fn doubles(&self, element: Element<'_>, count: usize) -> Result<Vec<f64>, Error> {
        let mut values = Vec::with_capacity(count);
        for text in element.texts() {
            self.check_decimals(element, read_doubles(text, &mut values))?;
        }
        if values.len() != count {
            let message = format!("expected {count} numbers, found {}", values.len());
            return Err(self.error(element, ErrorKind::Number, message));
        }
        match values.iter().position(|value| !(*value as f32).is_finite()) {
            Some(index) => {
                let message = format!("value {index} is not a finite number, or too large");
                Err(self.error(element, ErrorKind::Number, message))
            }
            None => Ok(values),
        }
    }

    /// Reads any number of numbers from an element. They may be infinite or NaN.
    pub(super) fn floats(&self, element: Element<'_>) -> Result<Vec<f32>, Error> {
        let mut values = Vec::with_capacity(expected_count(element));
        for text in element.texts() {
            self.check_decimals(element, read_floats(text, &mut values))?;
        }
        Ok(values)
    }

    /// Reads any number of whole numbers from an element.
    pub(super) fn integers(&self, element: Element<'_>) -> Result<Vec<i32>, Error> {
        let mut values = Vec::with_capacity(expected_count(element));
        for text in element.texts() {
            read_integers(text, &mut values).map_err(|BadToken { token, index }| {
                self.error(element, ErrorKind::Number, format!("\"{token}\" is not a whole number (value {index})"))
            })?;
        }
        Ok(values)
    }

    /// Returns an error for a token that is not a number, and warns about the first decimal comma of the file.
    fn check_decimals(&self, element: Element<'_>, decimals: Result<Decimals, BadToken>) -> Result<(), Error> {
        match decimals {
            Ok(Decimals::Points) => Ok(()),
            Ok(Decimals::Commas) => {
                if !self.commas.replace(true) {
                    self.warn(element, "numbers with decimal commas: read as points, here and elsewhere");
                }
                Ok(())
            }
            Err(BadToken { token, index }) => {
                Err(self.error(element, ErrorKind::Number, format!("\"{token}\" is not a number (value {index})")))
            }
        }
    }

    /// Returns an error for an element if `before`, the number of earlier elements of its kind, is [`MAX_ITEMS`].
    pub(super) fn check_count(&self, element: Element<'_>, before: usize) -> Result<(), Error> {
        if before < MAX_ITEMS {
            return Ok(());
        }
        Err(self.error(element, ErrorKind::Limit, format!("more than {MAX_ITEMS} <{}> elements", element.name())))
    }

    /// Reads an attribute that is a whole number from 0; `None` for an absent attribute.
    pub(super) fn read_count(&self, element: Element<'_>, name: &str) -> Result<Option<usize>, Error> {
        let Some(text) = element.attribute(name) else { return Ok(None) };
        match text.trim().parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                Err(self.error(element, ErrorKind::Number, format!("{name}=\"{text}\" is not a whole number from 0")))
            }
        }
    }
}

/// Returns the number of values that an element should hold: its `count`, or the most that its text has room for.
pub(super) fn expected_count(element: Element<'_>) -> usize {
    let most = element.texts().map(|text| text.len() / 2 + 1).sum();
    let declared = element.attribute("count").and_then(|count| count.parse().ok());
    declared.filter(|count| *count <= most).unwrap_or(most)
}

/// Returns the id in a reference: `#id`, or `id` from files that leave out the `#`.
pub(super) fn id_of(reference: &str) -> &str {
    let reference = reference.trim();
    reference.strip_prefix('#').unwrap_or(reference)
}

/// Returns the child elements of a name.
#[inline] // called for every element
pub(super) fn children<'a>(element: Element<'a>, name: &'static str) -> impl Iterator<Item = Element<'a>> {
    element.children().filter(move |child| child.is(name))
}

/// Returns the first child element of a name.
#[inline] // called for every element
pub(super) fn child<'a>(element: Element<'a>, name: &'static str) -> Option<Element<'a>> {
    children(element, name).next()
}

/// Returns the trimmed text of an element.
pub(super) fn text(element: Element<'_>) -> String {
    let whole: String = element.texts().collect();
    whole.trim().into()
}

/// Returns an attribute, or an empty string.
pub(super) fn attribute<'a>(element: Element<'a>, name: &str) -> &'a str {
    element.attribute(name).unwrap_or("")
}
