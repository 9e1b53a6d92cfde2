//! The JSON text, and its values with their pointers. A value that is not what it should be is as if it were missing, with
//! a warning.

use super::limits::{MAX_ITEMS, MAX_JSON_VALUES};
use crate::loading::{Error, Location, Reporter, some_of};
use serde_json::{Map, Value};
use std::{
    borrow::Cow,
    cell::{OnceCell, RefCell},
    fmt::Display,
};

/// Number of values that take about the memory of an object.
const OBJECT_WEIGHT: usize = 8;

/// Numbers as some programs write them that are not finite, longest first.
const NOT_FINITE: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];

type Fields = Map<String, Value>;

/// The whole text, and what is to be said about it.
pub(super) struct Text {
    root: Fields,
    /// Fields of what is not an object.
    none: Fields,
    pub(super) reporter: RefCell<Reporter>,
    /// First reason to refuse the file.
    refusal: OnceCell<Error>,
}

impl Text {
    pub(super) fn parse(text: &[u8], reporter: Reporter) -> Result<Self, Error> {
        let [commas, lists, objects] =
            b",[{".map(|byte| text.iter().map(|other| usize::from(*other == byte)).sum::<usize>());
        if commas + lists + OBJECT_WEIGHT * objects > MAX_JSON_VALUES {
            let message = format!("more than {MAX_JSON_VALUES} values in the JSON text");
            return Err(reporter.error(None, message));
        }
        let text = quote_words(text);
        match serde_json::from_slice(&text) {
            Ok(Value::Object(root)) => {
                let reporter = RefCell::new(reporter);
                Ok(Self { root, none: Fields::new(), reporter, refusal: OnceCell::new() })
            }
            Ok(_) => Err(reporter.error(None, "no JSON object")),
            Err(error) => {
                let location = error_location(&error, &text);
                // serde_json's message ends with the place.
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or(&message);
                Err(reporter.error(Some(&location), format!("not well-formed JSON: {message}")))
            }
        }
    }

    pub(super) fn root(&self) -> Item<'_> {
        Item { fields: &self.root, start: None, below: String::new(), text: self }
    }

    /// Returns the number of items of one of the file's lists.
    pub(super) fn count(&self, list: &str) -> usize {
        self.root.get(list).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// Returns an item of one of the file's lists, without fields if it is not an object or not there.
    pub(super) fn item<'a>(&'a self, list: &'a str, index: usize) -> Item<'a> {
        let fields = self.root.get(list).and_then(|items| items.get(index)?.as_object()).unwrap_or(&self.none);
        Item { fields, start: Some((list, index)), below: String::new(), text: self }
    }

    pub(super) fn warn(&self, location: Option<&Location>, message: impl Into<String>) {
        self.reporter.borrow_mut().warn(location, message);
    }

    /// Refuses the file. The first reason counts, and reading goes on.
    pub(super) fn refuse(&self, location: Option<&Location>, message: impl Into<String>) {
        let _ = self.refusal.set(self.reporter.borrow().error(location, message)); // the first stays
    }

    /// Warns about the items of a list that are not in use, at the first of them.
    pub(super) fn leave_out(&self, list: &str, is_used: &[bool], reason: &str) {
        let items: Vec<usize> = (0..is_used.len()).filter(|item| !is_used[*item]).collect();
        let Some(first) = items.first() else { return };
        let mut names = Vec::new();
        for item in &items {
            let name = self.item(list, *item).name();
            names.push(if name.is_empty() { format!("number {item}") } else { format!("\"{name}\"") });
        }
        self.item(list, *first).warn("", format!("{}: {reason}: left out", some_of(&names)));
    }

    pub(super) fn into_reporter(self) -> Reporter {
        self.reporter.into_inner()
    }

    /// Returns the first refusal, if there is one.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.refusal.get().cloned().map_or(Ok(()), Err)
    }
}

/// Puts quotation marks around numbers that are not finite, which JSON does not have.
fn quote_words(text: &[u8]) -> Cow<'_, [u8]> {
    let mut quoted = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    let mut in_string = false;
    while at < text.len() {
        match text[at] {
            b'\\' if in_string => at += 1, // with what it escapes
            b'"' => in_string = !in_string,
            b'N' | b'I' | b'-' if !in_string => {
                if let Some(word) = NOT_FINITE.into_iter().find(|word| text[at..].starts_with(word)) {
                    quoted.extend([&text[copied..at], b"\"", word, b"\""].concat());
                    at += word.len();
                    copied = at;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    quoted.extend(&text[copied..]);
    Cow::Owned(quoted)
}

/// Returns the place of an error. `serde_json` counts columns in bytes, and a line's end as column 0 of the next line.
fn error_location(error: &serde_json::Error, text: &[u8]) -> Location {
    let mut number = error.line();
    let mut column = error.column();
    if column == 0 && number > 1 {
        number -= 1;
        column = usize::MAX;
    }
    let line = text.split(|byte| *byte == b'\n').nth(number.saturating_sub(1)).unwrap_or_default();
    let before = &line[..column.saturating_sub(1).min(line.len())];
    let column = String::from_utf8_lossy(before).chars().count() + 1;
    Location { line: number as u32, column: column as u32, ..Location::default() }
}

/// An object of the file, and its pointer (RFC 6901): `/list/index`, and the path below it.
#[derive(Clone)]
pub(super) struct Item<'a> {
    fields: &'a Fields,
    /// `None` for the root and for objects that are in no list.
    start: Option<(&'a str, usize)>,
    below: String,
    pub(super) text: &'a Text,
}

/// A type as which a value can be read.
pub(super) trait Field<'a>: Sized {
    /// Name for people.
    const WHAT: &'static str;
    /// Reads a value; `None` for a value of another type.
    fn read(value: &'a Value) -> Option<Self>;
}

macro_rules! fields {
    ($($what:literal $type:ty: $value:ident => $read:expr;)*) => {$(
        impl<'a> Field<'a> for $type {
            const WHAT: &'static str = $what;
            fn read($value: &'a Value) -> Option<Self> {
                $read
            }
        }
    )*};
}

fields! {
    "an object" &'a Fields: value => value.as_object();
    "a list" &'a [Value]: value => value.as_array().map(Vec::as_slice);
    "true or false" bool: value => value.as_bool();
    "a number" f32: value => value.as_f64().map(|number| number as f32).filter(|number| number.is_finite());
    // `3.0` is a whole number, as the specification says.
    "a whole number from 0 to 9e15" usize: value => value
        .as_f64()
        .filter(|number| (0.0..9e15).contains(number) && number.fract() == 0.0)
        .map(|number| number as usize);
    "a text" &'a str: value => value.as_str();
    // Some write a label that is a number without quotation marks.
    "a text" String: value => match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
}

impl<'a> Item<'a> {
    /// Returns the place of the object (for an empty key), of a field, or of a value in a field, such as `joints/3`.
    pub(super) fn location(&self, key: impl Display) -> Location {
        let mut subject = self.start.map_or(String::new(), |(list, index)| format!("/{list}/{index}"));
        subject += &self.below;
        let key = key.to_string();
        if !key.is_empty() {
            subject += &format!("/{key}");
        }
        Location { subject, ..Location::default() }
    }

    /// Adds a warning at the [location](Self::location) of a key.
    pub(super) fn warn(&self, key: impl Display, message: impl Into<String>) {
        self.text.warn(Some(&self.location(key)), message);
    }

    /// Refuses the file for what is at the [location](Self::location) of a key.
    pub(super) fn refuse(&self, key: impl Display, message: impl Into<String>) {
        self.text.refuse(Some(&self.location(key)), message);
    }

    /// Reads a value of a field, or warns about its type.
    fn read<T: Field<'a>>(&self, value: &'a Value, key: impl Display) -> Option<T> {
        let read = T::read(value);
        if read.is_none() {
            let found = match value {
                Value::Object(_) => "an object".into(),
                Value::Array(_) => "a list".into(),
                Value::String(text) if text.chars().count() > 40 => "a long text".into(),
                _ => value.to_string(),
            };
            self.warn(key, format!("{} was expected here, and this is {found}: left out", T::WHAT));
        }
        read
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.get(key).is_some_and(|value| !value.is_null())
    }

    /// Whether a field is 0.
    pub(super) fn is_zero(&self, key: &str) -> bool {
        self.fields.get(key).and_then(Value::as_f64) == Some(0.0)
    }

    /// Returns the names of the fields.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.fields.keys().map(String::as_str)
    }

    /// Reads a field. One of `null` is as if it were missing.
    pub(super) fn get<T: Field<'a>>(&self, key: &str) -> Option<T> {
        let value = self.fields.get(key)?;
        if value.is_null() {
            self.warn(key, "null: as if it were missing");
            return None;
        }
        self.read(value, key)
    }

    /// Returns a field without which the object is left out, with a warning if it is missing.
    pub(super) fn need<T>(&self, key: &str, read: Option<T>) -> Option<T> {
        if read.is_none() && !self.has(key) {
            self.warn("", format!("\"{key}\" is missing: left out"));
        }
        read
    }

    pub(super) fn object(&self, key: &str) -> Option<Item<'a>> {
        let fields = self.get(key)?;
        Some(Item { fields, below: [&self.below, "/", key].concat(), ..*self })
    }

    pub(super) fn extension(&self, name: &str) -> Option<Item<'a>> {
        self.object("extensions")?.object(name)
    }

    /// Returns the object's name; empty without a name.
    pub(super) fn name(&self) -> String {
        self.get::<String>("name").unwrap_or_default().replace(char::is_control, " ")
    }

    /// Reads a list of texts in `extras`; empty for anything else, because exporters may write whatever they like there.
    pub(super) fn texts_in_extras(&self, key: &str) -> Vec<String> {
        let list = self.fields.get("extras").and_then(|extras| extras.get(key)?.as_array());
        let texts = list.into_iter().flatten().take(MAX_ITEMS).map(|value| value.as_str().unwrap_or_default());
        texts.map(|text| text.replace(char::is_control, " ")).collect()
    }

    /// Returns the values of a list; none for a missing field.
    fn values(&self, key: &str) -> &'a [Value] {
        let values: &[Value] = self.get(key).unwrap_or_default();
        if values.len() > MAX_ITEMS {
            self.refuse(key, format!("more than {MAX_ITEMS} items"));
            return &[];
        }
        values
    }

    /// Returns the number of values of a list.
    pub(super) fn count(&self, key: &str) -> usize {
        self.fields.get(key).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// Reads a list; `None` for a value of another type, nothing for a missing field.
    pub(super) fn list<T: Field<'a>>(&self, key: &str) -> Vec<Option<T>> {
        let values = self.values(key).iter().enumerate();
        values.map(|(index, value)| self.read(value, format_args!("{key}/{index}"))).collect()
    }

    /// Returns the objects of a list, without fields where an item is not an object.
    pub(super) fn objects(&self, key: &str) -> Vec<Item<'a>> {
        let mut objects = Vec::new();
        for (index, fields) in self.list(key).into_iter().enumerate() {
            let below = format!("{}/{key}/{index}", self.below);
            objects.push(Item { fields: fields.unwrap_or(&self.text.none), below, ..*self });
        }
        objects
    }

    /// Reads a vector or a matrix.
    pub(super) fn numbers<const N: usize>(&self, key: &str) -> Option<[f32; N]> {
        if !self.has(key) {
            return self.get::<&[Value]>(key).and(None); // warns about `null`
        }
        let numbers = self.list(key).into_iter().collect::<Option<Vec<f32>>>()?;
        let count = numbers.len();
        let vector = numbers.try_into().ok();
        if vector.is_none() {
            self.warn(key, format!("{N} numbers were expected here, and there are {count}: left out"));
        }
        vector
    }

    /// Returns the number of a field's text among `choices`.
    pub(super) fn choice(&self, key: &str, choices: &[&str]) -> Option<usize> {
        let name: &str = self.get(key)?;
        let choice = choices.iter().position(|known| *known == name);
        if choice.is_none() {
            self.warn(key, format!("one of {} was expected here: left out", choices.join(", ")));
        }
        choice
    }

    /// Reads the index of an item in one of the file's lists. -1 is as if it were missing.
    pub(super) fn index(&self, key: &str, list: &str) -> Option<usize> {
        if self.fields.get(key).and_then(Value::as_f64) == Some(-1.0) {
            self.warn(key, "-1: as if it were missing");
            return None;
        }
        self.check_index(key, self.get(key)?, self.text.count(list))
    }

    /// Reads the indices of items in one of the file's lists; `None` for one that is not there.
    pub(super) fn indices(&self, key: &str, list: &str) -> Vec<Option<usize>> {
        let count = self.text.count(list);
        let indices = self.list(key).into_iter().enumerate();
        indices.map(|(number, index)| self.check_index(format_args!("{key}/{number}"), index?, count)).collect()
    }

    /// Returns an index that is below `count`, or warns.
    pub(super) fn check_index(&self, key: impl Display, index: usize, count: usize) -> Option<usize> {
        match count {
            _ if index < count => return Some(index),
            0 => self.warn(key, format!("there is no number {index}, for there are none: left out")),
            _ => self
                .warn(key, format!("there is no number {index}: they are numbered from 0 to {}: left out", count - 1)),
        }
        None
    }
}
