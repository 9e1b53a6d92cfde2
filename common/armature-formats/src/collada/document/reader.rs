//! Shared by all readers of a document's parts: elements by name and by id, numbers, errors and warnings.

use super::lists;
use crate::collada::{
    address::{percent_decoded, plain_path},
    error::{Error, ErrorKind, Place, Reporter},
    limits::MAX_ITEMS,
    numbers::{BadToken, Decimals, doubles},
    xml::Node,
};
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

pub(super) type Element<'a> = Node<'a>;

/// A document while it is read, and where warnings go.
pub(super) struct Reader<'a> {
    root: Element<'a>,
    ids: Ids<'a>,
    reporter: RefCell<&'a mut Reporter>,
    /// Decimal commas have been reported.
    commas: Cell<bool>,
}

struct Ids<'a> {
    first: HashMap<&'a str, Element<'a>>,
    /// Elements with an id that another one has already, each with that other one.
    duplicates: Vec<(Element<'a>, Element<'a>)>,
}

impl<'a> Ids<'a> {
    fn new(root: Element<'a>) -> Self {
        let mut first = HashMap::new();
        let mut duplicates = Vec::new();
        for element in root.descendants() {
            let Some(id) = element.attribute("id") else { continue };
            let first: Element<'a> = *first.entry(id).or_insert(element);
            if first.index() != element.index() {
                duplicates.push((element, first));
            }
        }
        Self { first, duplicates }
    }
}

impl<'a> Reader<'a> {
    /// Collects ids; reports those that occur twice.
    pub(super) fn new(root: Element<'a>, reporter: &'a mut Reporter) -> Self {
        let reporter = RefCell::new(reporter);
        let commas = Cell::new(false);
        let reader = Self { root, ids: Ids::new(root), reporter, commas };
        for (element, first) in &reader.ids.duplicates {
            let line = first.place().line;
            // A source is looked for beside the element that refers to it first.
            let local = element.is("source") || element.name().ends_with("_array");
            let how = if local { "it counts within its parent only" } else { "the first one counts" };
            reader.warn(*element, format!("the id is taken already (line {line}): {how}"));
        }
        reader
    }

    pub(super) fn root(&self) -> Element<'a> {
        self.root
    }

    pub(super) fn warn(&self, element: Element<'_>, message: impl Into<String>) {
        let place = element.place();
        self.reporter.borrow_mut().warn(Some(&place), message);
    }

    /// Adds a warning about an element that was read before.
    pub(super) fn warn_at(&self, place: &Place, message: impl Into<String>) {
        self.reporter.borrow_mut().warn(Some(place), message);
    }

    pub(super) fn error(&self, element: Element<'_>, kind: ErrorKind, message: impl Into<String>) -> Error {
        self.reporter.borrow().error(kind, Some(&element.place()), message)
    }

    /// An error at an element that was read before.
    pub(super) fn error_at(&self, place: &Place, kind: ErrorKind, message: String) -> Error {
        self.reporter.borrow().error(kind, Some(place), message)
    }

    /// The elements of a library, `<library_x><x>...`: all of them where there are several libraries.
    pub(super) fn library(
        &self,
        library: &'static str,
        item: &'static str,
    ) -> impl Iterator<Item = Element<'a>> + use<'a> {
        children(self.root, library).flat_map(move |library| children(library, item))
    }

    /// The first element with this id.
    pub(super) fn by_id(&self, id: &str) -> Option<Element<'a>> {
        self.ids.first.get(id).copied()
    }

    /// The element that a `#id` in an attribute means. Files that leave out the `#` are understood;
    /// other documents are never opened.
    pub(super) fn target(&self, reference: &str) -> Option<Element<'a>> {
        self.by_id(&self.id_of(reference))
    }

    /// The id that a reference means. A reference is a URL, which may be percent-encoded or name this very file: that
    /// is considered only if there is no such id as written.
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
            let meant = percent_decoded(id);
            if self.by_id(&meant).is_some() {
                return meant.into();
            }
        }
        id.into()
    }

    /// Whether an address has this file's name. Its folder is ignored: no other document is ever read.
    fn is_this_file(&self, address: &str) -> bool {
        let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
        name(&plain_path(address)) == name(self.reporter.borrow().file())
    }

    /// The numbers of an element, in double precision, each finite, exactly `count` of them,
    /// and none beyond an `f32`.
    pub(super) fn doubles(&self, element: Element<'_>, count: usize) -> Result<Vec<f64>, Error> {
        let mut values = Vec::with_capacity(count);
        for text in element.texts() {
            let read = doubles(text, &mut values);
            self.numbers_read(element, read)?;
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

    /// The numbers of an element, however many; infinities and NaN among them.
    pub(super) fn floats(&self, element: Element<'_>) -> Result<Vec<f32>, Error> {
        let (values, decimals) = match lists::floats(element) {
            Ok((values, decimals)) => (values, Ok(decimals)),
            Err(bad) => (Vec::new(), Err(bad)),
        };
        self.numbers_read(element, decimals).map(|()| values)
    }

    /// The whole numbers of an element, however many.
    pub(super) fn integers(&self, element: Element<'_>) -> Result<Vec<i32>, Error> {
        lists::integers(element).map_err(|BadToken { token, index }| {
            let message = format!("\"{token}\" is not a whole number (value {index})");
            self.error(element, ErrorKind::Number, message)
        })
    }

    /// An error for a token that is not a number; a warning for the first decimal comma of the file.
    fn numbers_read(&self, element: Element<'_>, read: Result<Decimals, BadToken>) -> Result<(), Error> {
        match read {
            Ok(Decimals::Points) => Ok(()),
            Ok(Decimals::Commas) => {
                if !self.commas.replace(true) {
                    self.warn(element, "numbers with decimal commas: read as points, here and elsewhere");
                }
                Ok(())
            }
            Err(BadToken { token, index }) => {
                let message = format!("\"{token}\" is not a number (value {index})");
                Err(self.error(element, ErrorKind::Number, message))
            }
        }
    }

    /// Refuses an element of which there are [`MAX_ITEMS`] already.
    pub(super) fn check_count(&self, element: Element<'_>, before: usize) -> Result<(), Error> {
        if before < MAX_ITEMS {
            return Ok(());
        }
        let message = format!("more than {MAX_ITEMS} <{}> elements", element.name());
        Err(self.error(element, ErrorKind::Limit, message))
    }

    /// An attribute that is a whole number from 0; `None` where it is absent.
    pub(super) fn count(&self, element: Element<'_>, name: &str) -> Result<Option<usize>, Error> {
        let Some(text) = element.attribute(name) else { return Ok(None) };
        match text.trim().parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                let message = format!("{name}=\"{text}\" is not a whole number from 0");
                Err(self.error(element, ErrorKind::Number, message))
            }
        }
    }
}

/// The id that a reference means: `#id`, or `id` from files that leave out the `#`.
pub(super) fn id_of(reference: &str) -> &str {
    let reference = reference.trim();
    reference.strip_prefix('#').unwrap_or(reference)
}

/// The child elements of this name, whatever the namespace.
#[inline] // called for every element
pub(super) fn children<'a>(element: Element<'a>, name: &'static str) -> impl Iterator<Item = Element<'a>> {
    element.children().filter(move |child| is(*child, name))
}

/// The first child element of this name.
#[inline] // called for every element
pub(super) fn child<'a>(element: Element<'a>, name: &'static str) -> Option<Element<'a>> {
    children(element, name).next()
}

/// True for an element of this name, whatever the namespace.
#[inline] // called for every element
pub(super) fn is(element: Element<'_>, name: &str) -> bool {
    element.is(name)
}

/// The trimmed text of an element.
pub(super) fn text(element: Element<'_>) -> String {
    let whole: String = element.texts().collect();
    whole.trim().into()
}

/// An attribute, or an empty string.
pub(super) fn attribute<'a>(element: Element<'a>, name: &str) -> &'a str {
    element.attribute(name).unwrap_or("")
}
