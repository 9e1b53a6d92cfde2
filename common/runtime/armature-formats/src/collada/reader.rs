//! Shared by all readers of a file's parts: elements by id, numbers, errors and warnings.

use super::{
    limits::MAX_ITEMS,
    numbers::{BadToken, parse_with_comma, read_integers, read_numbers},
    xml::{Element, Text, children, texts},
};
use crate::loading::{
    Error, Reporter,
    address::{percent_decoded, plain_path},
    clips::finish_clips,
    rest::size_of,
    some_of,
};
use armature::{animation::Clip, model::Model};
use fast_float2::FastFloat;
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

/// Elements that are found by their ids anywhere in the file.
const REFERRED: [&str; 8] =
    ["node", "geometry", "controller", "material", "effect", "image", "animation", "visual_scene"];

/// A file while it is read.
pub(super) struct Reader<'a> {
    pub(super) root: Element<'a>,
    text: Text<'a>,
    /// The first element with each id.
    ids: HashMap<&'a str, Element<'a>>,
    /// The first element of each further name with an id.
    others: HashMap<(&'a str, &'a str), Element<'a>>,
    reporter: RefCell<Reporter>,
    has_reported_commas: Cell<bool>,
}

impl<'a> Reader<'a> {
    /// Indexes the elements by their ids, and reports elements of one name that have one id, where only one of them counts.
    pub(super) fn new(root: Element<'a>, text: Text<'a>, mut reporter: Reporter) -> Self {
        let mut ids: HashMap<&str, Element<'a>> = HashMap::new();
        let mut others: HashMap<(&str, &str), Element<'a>> = HashMap::new();
        for element in root.descendants() {
            let Some(id) = element.attribute("id") else { continue };
            let name = element.tag_name().name();
            let mut first = *ids.entry(id).or_insert(element);
            if first.tag_name().name() != name {
                first = *others.entry((name, id)).or_insert(element);
            }
            if first == element {
                continue;
            }
            // What is beside the element that refers to it is found first.
            let is_local = ["source", "sampler"].contains(&name) || name.ends_with("_array");
            let effect = match is_local && first.parent() != element.parent() {
                true => "it counts within its parent only",
                false if is_local || REFERRED.contains(&name) => "the first one counts",
                false => continue,
            };
            let line = text.location_of(first).line;
            let message = format!("the id is taken already (line {line}): {effect}");
            reporter.warn(Some(&text.location_of(element)), message);
        }
        Self { root, text, ids, others, reporter: RefCell::new(reporter), has_reported_commas: Cell::new(false) }
    }

    /// Returns the [size](size_of) of a model, and warns of what is odd about it.
    pub(super) fn size_of(&self, model: &Model) -> f32 {
        size_of(model, &mut self.reporter.borrow_mut())
    }

    pub(super) fn into_reporter(self) -> Reporter {
        self.reporter.into_inner()
    }

    /// Adds a warning about an element.
    pub(super) fn warn(&self, element: Element<'_>, message: impl Into<String>) {
        let mut reporter = self.reporter.borrow_mut();
        let location = reporter.has_room().then(|| self.text.location_of(element));
        reporter.warn(location.as_ref(), message);
    }

    /// Adds a warning about the file as a whole.
    pub(super) fn warn_of_file(&self, message: impl Into<String>) {
        self.reporter.borrow_mut().warn(None, message);
    }

    /// Adds what is an error elsewhere as a warning about a part that is left out.
    pub(super) fn leave_out(&self, error: Error) {
        let message = format!("{}: left out", error.message);
        self.reporter.borrow_mut().push(Error { message, ..error });
    }

    /// Warns of parts that are left out for one reason: of each without a name, and once of all others, at the first.
    pub(super) fn warn_of_unused(&self, parts: &[(Element<'a>, &str)], reason: &str) {
        for (part, _) in parts.iter().filter(|(_, name)| name.is_empty()) {
            self.warn(*part, format!("{reason}: left out"));
        }
        let named: Vec<_> = parts.iter().filter(|(_, name)| !name.is_empty()).collect();
        let Some((first, _)) = named.first() else { return };
        let names: Vec<String> = named.iter().map(|(_, name)| format!("\"{name}\"")).collect();
        self.warn(*first, format!("{}: {reason}: left out", some_of(&names)));
    }

    pub(super) fn error(&self, element: Element<'_>, message: impl Into<String>) -> Error {
        self.reporter.borrow().error(Some(&self.text.location_of(element)), message)
    }

    /// Makes the names of clips unique, and warns of clips in which nothing moves.
    pub(super) fn finish_clips(&self, clips: &mut [Clip]) {
        finish_clips(clips, &mut self.reporter.borrow_mut());
    }

    /// Returns the file's name as it was given.
    pub(super) fn file(&self) -> String {
        self.reporter.borrow().file().to_owned()
    }

    /// Returns the elements named `item` of all libraries named `library`: `<library_x><x>...`.
    pub(super) fn library(
        &self,
        library: &'static str,
        item: &'static str,
    ) -> impl Iterator<Item = Element<'a>> + use<'a> {
        children(self.root, library).flat_map(move |library| children(library, item))
    }

    /// Returns an error for an element if `before`, the number of earlier elements of its kind, is [`MAX_ITEMS`].
    pub(super) fn check_count(&self, element: Element<'_>, before: usize) -> Result<(), Error> {
        if before < MAX_ITEMS {
            return Ok(());
        }
        let name = element.tag_name().name();
        Err(self.error(element, format!("more than {MAX_ITEMS} <{name}> elements")))
    }

    /// Returns the first element with an id.
    pub(super) fn by_id(&self, id: &str) -> Option<Element<'a>> {
        self.ids.get(id).copied()
    }

    /// Returns the element of a name that `#id` in an attribute means, or `id` without the `#`. Elements of other names may
    /// have the same id. Other files are never opened.
    pub(super) fn target(&self, name: &'static str, reference: &str) -> Option<Element<'a>> {
        let id = &*self.id_of(reference);
        let first = self.by_id(id).filter(|element| element.tag_name().name() == name);
        first.or_else(|| self.others.get(&(name, id)).copied())
    }

    /// Returns the id that a reference means. A reference is a URL that may be percent-encoded or name the file itself. Both
    /// are considered only if there is no element with the id as written.
    pub(super) fn id_of<'r>(&self, reference: &'r str) -> Cow<'r, str> {
        let reference = reference.trim();
        let whole = reference.strip_prefix('#').unwrap_or(reference);
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

    /// Returns whether an address has the name of the file. Folders are ignored: no other file is ever read.
    fn is_this_file(&self, address: &str) -> bool {
        let address = plain_path(address);
        let file = self.file();
        address.rsplit(['/', '\\']).next() == file.rsplit(['/', '\\']).next()
    }

    /// Reads exactly `count` finite numbers from an element, in double precision, none of them beyond an `f32`.
    pub(super) fn doubles(&self, element: Element<'_>, count: usize) -> Result<Vec<f64>, Error> {
        let values: Vec<f64> = self.numbers(element, |value| value)?;
        if values.len() != count {
            return Err(self.error(element, format!("expected {count} numbers, found {}", values.len())));
        }
        match values.iter().position(|value| !(*value as f32).is_finite()) {
            Some(index) => Err(self.error(element, format!("value {index} is not a finite number, or too large"))),
            None => Ok(values),
        }
    }

    /// Reads any number of numbers from an element, which may be infinite or NaN, and warns of the first decimal comma.
    pub(super) fn numbers<T: FastFloat>(
        &self,
        element: Element<'_>,
        from_double: fn(f64) -> T,
    ) -> Result<Vec<T>, Error> {
        let mut values = Vec::new();
        for text in texts(element) {
            let has_commas = read_numbers(text, &mut values, from_double).map_err(|BadToken { token, index }| {
                self.error(element, format!("\"{token}\" is not a number (value {index})"))
            })?;
            if has_commas && !self.has_reported_commas.replace(true) {
                self.warn(element, "numbers with decimal commas: read as points, here and elsewhere");
            }
        }
        Ok(values)
    }

    /// Reads any number of whole numbers from an element.
    pub(super) fn integers(&self, element: Element<'_>) -> Result<Vec<i32>, Error> {
        let mut values = Vec::new();
        for text in texts(element) {
            read_integers(text, &mut values).map_err(|BadToken { token, index }| {
                self.error(element, format!("\"{token}\" is not a whole number (value {index})"))
            })?;
        }
        Ok(values)
    }

    /// Reads numbers of things from an element, of which none may be negative.
    pub(super) fn counts(&self, element: Element<'_>) -> Result<Vec<usize>, Error> {
        let mut counts = Vec::new();
        for (index, count) in self.integers(element)?.into_iter().enumerate() {
            let Ok(count) = usize::try_from(count) else {
                return Err(self.error(element, format!("negative count {count} (value {index})")));
            };
            counts.push(count);
        }
        Ok(counts)
    }

    /// Reads an attribute that is a whole number from 0; `None` for an absent attribute.
    pub(super) fn count(&self, element: Element<'_>, name: &str) -> Result<Option<usize>, Error> {
        let Some(text) = element.attribute(name) else { return Ok(None) };
        match text.trim().parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(self.error(element, format!("{name}=\"{text}\" is not a whole number from 0"))),
        }
    }

    /// Reads an attribute that is a time in seconds; `None` for an absent one, and for one that is no time, with a warning.
    pub(super) fn time(&self, element: Element<'_>, name: &str) -> Option<f32> {
        let text = element.attribute(name)?;
        let time = parse_with_comma(text).map(|(time, _)| time as f32).filter(|time| time.is_finite());
        if time.is_none() {
            self.warn(element, format!("{name}=\"{text}\" is not a time: as if it were absent"));
        }
        time
    }
}
