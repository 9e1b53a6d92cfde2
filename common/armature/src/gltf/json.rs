//! JSON values with their pointers: what is read from them is checked, and errors say where it is.

use super::limits::{MAX_ITEMS, MAX_JSON_VALUES};
use crate::loading::{Error, ErrorKind, Place, Reporter};
use serde_json::{Map, Value};
use std::{fmt::Display, sync::Arc};

/// An object takes the memory of so many numbers, and more.
const OBJECT_WEIGHT: usize = 8;

/// Parses a text: a byte order mark is skipped.
pub(super) fn parse(text: &[u8], reporter: &Reporter) -> Result<Value, Error> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let weight = |byte: &u8| match byte {
        b',' | b'[' => 1,
        b'{' => OBJECT_WEIGHT,
        _ => 0,
    };
    let values: usize = text.iter().map(weight).sum();
    if values > MAX_JSON_VALUES {
        let message = format!("more than {MAX_JSON_VALUES} values in the JSON text");
        return Err(reporter.error(ErrorKind::Limit, None, message));
    }
    serde_json::from_slice(text).map_err(|error| {
        let place =
            Place { line: error.line() as u32, column: error.column() as u32, ..Place::default() };
        // serde_json ends its message with the place.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        reporter.error(ErrorKind::Json, Some(&place), format!("not well-formed JSON: {message}"))
    })
}

/// An object of the file: what it is, and where.
#[derive(Clone)]
pub(super) struct Item<'a> {
    fields: &'a Map<String, Value>,
    pointer: String,
    file: &'a Arc<str>,
}

impl<'a> Item<'a> {
    /// The whole text.
    pub(super) fn root(value: &'a Value, file: &'a Arc<str>) -> Result<Self, Error> {
        Self::new(value, String::new(), file)
    }

    fn new(value: &'a Value, pointer: String, file: &'a Arc<str>) -> Result<Self, Error> {
        match value {
            Value::Object(fields) => Ok(Self { fields, pointer, file }),
            other => Err(expected(file, pointer, "an object", other)),
        }
    }

    /// Its place, or that of one of its fields: a name of the schema, or a path such as `joints/3`.
    pub(super) fn place(&self, key: &str) -> Place {
        Place::at(self.pointer_to(key))
    }

    fn pointer_to(&self, key: &str) -> String {
        match key {
            "" => self.pointer.clone(),
            key => format!("{}/{key}", self.pointer),
        }
    }

    /// An error at this object.
    pub(super) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        self.error_at("", kind, message)
    }

    /// An error at one of its fields.
    pub(super) fn error_at(&self, key: &str, kind: ErrorKind, message: impl Into<String>) -> Error {
        let place = Some(self.place(key)).filter(|place| !place.pointer.is_empty());
        Error { file: self.file.clone(), place, kind, message: message.into() }
    }

    fn wrong(&self, key: &str, what: &str, found: &Value) -> Error {
        expected(self.file, self.pointer_to(key), what, found)
    }

    /// A field that must be there.
    pub(super) fn required<T>(&self, key: &str, value: Option<T>) -> Result<T, Error> {
        value.ok_or_else(|| self.error(ErrorKind::Structure, format!("\"{key}\" is missing")))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// An object in a field.
    pub(super) fn object(&self, key: &str) -> Result<Option<Item<'a>>, Error> {
        let value = self.fields.get(key);
        value.map(|value| Item::new(value, self.pointer_to(key), self.file)).transpose()
    }

    /// An extension of this object.
    pub(super) fn extension(&self, name: &str) -> Result<Option<Item<'a>>, Error> {
        self.object("extensions")?.map_or(Ok(None), |extensions| extensions.object(name))
    }

    fn array(&self, key: &str) -> Result<&'a [Value], Error> {
        match self.fields.get(key) {
            None => Ok(&[]),
            Some(Value::Array(values)) if values.len() > MAX_ITEMS => {
                let message = format!("more than {MAX_ITEMS} items");
                Err(self.error_at(key, ErrorKind::Limit, message))
            }
            Some(Value::Array(values)) => Ok(values),
            Some(other) => Err(self.wrong(key, "a list", other)),
        }
    }

    /// A list of objects; empty if it is not there. Each is read by `read`, which is told its number.
    pub(super) fn objects<T>(
        &self,
        key: &str,
        mut read: impl FnMut(usize, Item<'a>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let values = self.array(key)?.iter().enumerate();
        let item =
            |index, value| Item::new(value, format!("{}/{key}/{index}", self.pointer), self.file);
        values.map(|(index, value)| read(index, item(index, value)?)).collect()
    }

    /// How many items a list has.
    pub(super) fn count(&self, key: &str) -> Result<usize, Error> {
        Ok(self.array(key)?.len())
    }

    /// A list of indices below `count`; empty if it is not there.
    pub(super) fn indices(&self, key: &str, count: usize) -> Result<Vec<usize>, Error> {
        let values = self.array(key)?.iter().enumerate();
        let read = |(at, value)| self.index_of(&format!("{key}/{at}"), value, count);
        values.map(read).collect()
    }

    /// A list of names; empty if it is not there.
    pub(super) fn texts(&self, key: &str) -> Result<Vec<&'a str>, Error> {
        let text = |value: &'a Value| {
            value.as_str().ok_or_else(|| self.wrong(key, "a list of names", value))
        };
        self.array(key)?.iter().map(text).collect()
    }

    /// A list of numbers; empty if it is not there.
    pub(super) fn numbers(&self, key: &str) -> Result<Vec<f32>, Error> {
        let number = |value| self.finite(key, value).map(|number| number as f32);
        self.array(key)?.iter().map(number).collect()
    }

    /// A list of so many numbers.
    pub(super) fn vector<const N: usize>(&self, key: &str) -> Result<Option<[f32; N]>, Error> {
        if !self.has(key) {
            return Ok(None);
        }
        let numbers = self.numbers(key)?;
        let count = numbers.len();
        numbers.try_into().map(Some).map_err(|_| {
            let message = format!("{N} numbers were expected here, and there are {count}");
            self.error_at(key, ErrorKind::Number, message)
        })
    }

    /// A number.
    pub(super) fn number(&self, key: &str) -> Result<Option<f32>, Error> {
        let read = |value| self.finite(key, value).map(|number| number as f32);
        self.fields.get(key).map(read).transpose()
    }

    /// A number that an `f32` can hold.
    fn finite(&self, key: &str, value: &Value) -> Result<f64, Error> {
        let number = value.as_f64().filter(|number| (*number as f32).is_finite());
        number.ok_or_else(|| self.wrong(key, "a number", value))
    }

    /// A whole number, not negative. `3.0` is one, as the specification says.
    pub(super) fn whole(&self, key: &str) -> Result<Option<usize>, Error> {
        self.fields.get(key).map(|value| self.whole_of(key, value)).transpose()
    }

    fn whole_of(&self, key: &str, value: &Value) -> Result<usize, Error> {
        const LARGEST: f64 = 9e15; // every whole number up to it is an `f64`
        let number = value.as_f64().filter(|n| (0.0..LARGEST).contains(n) && n.fract() == 0.0);
        let number = number.and_then(|number| usize::try_from(number as u64).ok());
        number.ok_or_else(|| self.wrong(key, "a whole number from 0", value))
    }

    /// An index below `count`.
    pub(super) fn index(&self, key: &str, count: usize) -> Result<Option<usize>, Error> {
        self.fields.get(key).map(|value| self.index_of(key, value, count)).transpose()
    }

    fn index_of(&self, key: &str, value: &Value, count: usize) -> Result<usize, Error> {
        let index = self.whole_of(key, value)?;
        if index < count {
            return Ok(index);
        }
        let message = match count {
            0 => format!("there is no number {index}: there are none"),
            _ => format!("there is no number {index}: they are numbered from 0 to {}", count - 1),
        };
        Err(self.error_at(key, ErrorKind::Structure, message))
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, Error> {
        let read =
            |value: &'a Value| value.as_str().ok_or_else(|| self.wrong(key, "a text", value));
        self.fields.get(key).map(read).transpose()
    }

    /// A text, empty if it is not there, without control characters.
    pub(super) fn name(&self) -> Result<String, Error> {
        Ok(self.text("name")?.unwrap_or("").replace(char::is_control, " "))
    }

    /// True or false; false if it is not there.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Error> {
        match self.fields.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(self.wrong(key, "true or false", other)),
        }
    }
}

fn expected(file: &Arc<str>, pointer: String, what: &str, found: &Value) -> Error {
    let found: &dyn Display = match found {
        Value::Object(_) => &"an object",
        Value::Array(_) => &"a list",
        Value::String(text) if text.chars().count() > 40 => &"a long text",
        other => other,
    };
    let message = format!("{what} was expected here, and this is {found}");
    let place = Some(Place::at(pointer)).filter(|place| !place.pointer.is_empty());
    Error { file: file.clone(), place, kind: ErrorKind::Structure, message }
}
