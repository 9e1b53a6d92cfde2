//! JSON values with their pointers: what is read from them is checked, and errors say where it is.

use super::limits::{MAX_ITEMS, MAX_JSON_VALUES};
use crate::loading::{Error, ErrorKind, Place, Reporter};
use std::{cell::RefCell, collections::HashMap, fmt::Display};

mod value;

use value::Fields;
pub(super) use value::Value;

/// An object takes the memory of so many numbers, and more.
const OBJECT_WEIGHT: usize = 8;

/// Parses a text: a byte order mark is skipped.
pub(super) fn parse<'a>(text: &'a [u8], reporter: &Reporter) -> Result<Value<'a>, Error> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let [commas, lists, objects] =
        [b',', b'[', b'{'].map(|byte| text.iter().map(|other| usize::from(*other == byte)).sum::<usize>());
    if commas + lists + OBJECT_WEIGHT * objects > MAX_JSON_VALUES {
        let message = format!("more than {MAX_JSON_VALUES} values in the JSON text");
        return Err(reporter.error(ErrorKind::Limit, None, message));
    }
    serde_json::from_slice(text).map_err(|error| {
        let place = place_of(&error, text);
        // serde_json ends its message with the place.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        reporter.error(ErrorKind::Json, Some(&place), format!("not well-formed JSON: {message}"))
    })
}

/// Returns the place of an error. `serde_json` counts bytes, and a line's end as column 0 of the next line.
fn place_of(error: &serde_json::Error, text: &[u8]) -> Place {
    let mut number = error.line();
    let mut column = error.column();
    if column == 0 && number > 1 {
        number -= 1;
        column = usize::MAX;
    }
    let line = text.split(|byte| *byte == b'\n').nth(number - 1).unwrap_or_default();
    let before = &line[..column.saturating_sub(1).min(line.len())];
    let column = String::from_utf8_lossy(before).chars().count() + 1;
    Place { line: number as u32, column: column as u32, ..Place::default() }
}

/// Returns the place of an item of one of the file's lists.
pub(super) fn place(list: &str, index: usize) -> Place {
    Place::at(format!("/{list}/{index}"))
}

/// The whole text, with what was odd about it so far.
pub(super) struct Text<'a> {
    root: &'a Fields<'a>,
    reporter: RefCell<Reporter>,
}

impl<'a> Text<'a> {
    pub(super) fn new(value: &'a Value<'a>, reporter: Reporter) -> Result<Self, Error> {
        let Some(root) = Field::read(value) else {
            return Err(reporter.error(ErrorKind::Container, None, "no JSON object"));
        };
        Ok(Self { root, reporter: RefCell::new(reporter) })
    }

    /// Returns the number of items of one of the file's lists.
    fn count(&self, list: &str) -> usize {
        self.root.get(list).and_then(<&Vec<Value<'_>>>::read).map_or(0, Vec::len)
    }

    pub(super) fn root(&self) -> Item<'_> {
        Item { fields: self.root, pointer: String::new(), text: self }
    }

    pub(super) fn into_reporter(self) -> Reporter {
        self.reporter.into_inner()
    }
}

/// An object of the file: what it is, and where.
pub(super) struct Item<'a> {
    fields: &'a Fields<'a>,
    pointer: String,
    text: &'a Text<'a>,
}

/// A type as which a field can be read.
pub(super) trait Field<'a>: Sized {
    /// Name for people.
    const WHAT: &'static str;
    /// `None` if it is something else.
    fn read(value: &'a Value<'a>) -> Option<Self>;
}

macro_rules! fields {
    ($($what:literal $type:ty: $pattern:pat => $read:expr;)*) => {$(
        impl<'a> Field<'a> for $type {
            const WHAT: &'static str = $what;
            fn read(value: &'a Value<'a>) -> Option<Self> {
                match value {
                    $pattern => $read,
                    _ => None,
                }
            }
        }
    )*};
}

fields! {
    "an object" &'a Fields<'a>: Value::Object(fields) => Some(fields);
    "a list" &'a Vec<Value<'a>>: Value::List(list) => Some(list);
    "a text" &'a str: Value::Text(text) => Some(text);
    "true or false" bool: Value::Bool(value) => Some(*value);
    "a number" f32: Value::Number(n) => n.as_f64().map(|n| n as f32).filter(|n| n.is_finite());
    "a whole number from 0" usize: Value::Number(number) => whole(number.as_f64()?);
}

/// `3.0` is one, as the specification says.
fn whole(number: f64) -> Option<usize> {
    const LARGEST: f64 = 9e15; // every whole number up to it is an `f64`
    let is_whole = (0.0..LARGEST).contains(&number) && number.fract() == 0.0;
    is_whole.then(|| usize::try_from(number as u64).ok())?
}

impl<'a> Item<'a> {
    /// Its place, or that of one of its fields: a name of the schema, or a path such as `joints/3`.
    pub(super) fn place(&self, key: impl Display) -> Place {
        match key.to_string().as_str() {
            "" => Place::at(self.pointer.as_str()),
            key => Place::at(format!("{}/{key}", self.pointer)),
        }
    }

    /// An error at one of its fields, or at the object itself without a key.
    pub(super) fn error(&self, key: impl Display, kind: ErrorKind, message: impl Into<String>) -> Error {
        let place = Some(self.place(key)).filter(|place| !place.pointer.is_empty());
        self.text.reporter.borrow().error(kind, place.as_ref(), message)
    }

    /// A warning, likewise.
    pub(super) fn warn(&self, key: impl Display, message: impl Into<String>) {
        self.text.reporter.borrow_mut().warn(Some(&self.place(key)), message);
    }

    /// Warns of an error in a part that the rest can do without. What a limit or missing bytes are the cause of stays an
    /// error.
    pub(super) fn leave_out(&self, part: &str, error: Error) -> Result<(), Error> {
        if !matches!(error.kind, ErrorKind::Structure | ErrorKind::Number | ErrorKind::Animation) {
            return Err(error);
        }
        let message = format!("{}: the {part} is left out", error.message);
        self.text.reporter.borrow_mut().warn(error.place.as_ref(), message);
        Ok(())
    }

    fn read<T: Field<'a>>(&self, value: &'a Value<'a>, key: impl Display) -> Result<T, Error> {
        T::read(value).ok_or_else(|| {
            let found = match value {
                Value::Object(_) => "an object".into(),
                Value::List(_) => "a list".into(),
                Value::Text(text) if text.chars().count() > 40 => "a long text".into(),
                Value::Text(text) => serde_json::Value::from(&**text).to_string(),
                Value::Number(number) => number.to_string(),
                Value::Bool(value) => value.to_string(),
                Value::Null => "null".into(),
            };
            let message = format!("{} was expected here, and this is {found}", T::WHAT);
            self.error(key, ErrorKind::Structure, message)
        })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.get(key).is_some()
    }

    /// A field that may be missing.
    pub(super) fn get<T: Field<'a>>(&self, key: &str) -> Result<Option<T>, Error> {
        self.fields.get(key).map(|value| self.read(value, key)).transpose()
    }

    /// A field that must be there.
    pub(super) fn need<T: Field<'a>>(&self, key: &str) -> Result<T, Error> {
        self.get(key)?.ok_or_else(|| self.missing(key))
    }

    pub(super) fn missing(&self, key: &str) -> Error {
        self.error("", ErrorKind::Structure, format!("\"{key}\" is missing"))
    }

    /// An object in a field that may be missing.
    pub(super) fn object(&self, key: &str) -> Result<Option<Item<'a>>, Error> {
        let fields = self.get(key)?;
        Ok(fields.map(|fields| Item { fields, pointer: [&self.pointer, "/", key].concat(), ..*self }))
    }

    /// An object in a field that must be there.
    pub(super) fn need_object(&self, key: &str) -> Result<Item<'a>, Error> {
        self.object(key)?.ok_or_else(|| self.missing(key))
    }

    pub(super) fn extension(&self, name: &str) -> Result<Option<Item<'a>>, Error> {
        self.object("extensions")?.map_or(Ok(None), |extensions| extensions.object(name))
    }

    /// Returns its name; empty without a name.
    pub(super) fn name(&self) -> Result<String, Error> {
        Ok(self.get("name")?.unwrap_or("").replace(char::is_control, " "))
    }

    /// A list of texts in what an exporter may write as it likes; empty if it is anything else.
    pub(super) fn texts_in_extras(&self, key: &str) -> Vec<String> {
        let Some(Value::Object(extras)) = self.fields.get("extras") else { return Vec::new() };
        let Some(Value::List(list)) = extras.get(key) else { return Vec::new() };
        list.iter()
            .take(MAX_ITEMS)
            .map(|value: &Value<'_>| <&str>::read(value).unwrap_or("").replace(char::is_control, " "))
            .collect()
    }

    /// A list; empty if it is not there.
    pub(super) fn list<T: Field<'a>>(&self, key: &str) -> Result<Vec<T>, Error> {
        let Some(values) = self.get::<&Vec<Value<'_>>>(key)? else { return Ok(Vec::new()) };
        if values.len() > MAX_ITEMS {
            return Err(self.error(key, ErrorKind::Limit, format!("more than {MAX_ITEMS} items")));
        }
        values.iter().enumerate().map(|(at, value)| self.read(value, format_args!("{key}/{at}"))).collect()
    }

    /// A list of objects; empty if it is not there. Each is read by `each`.
    pub(super) fn objects<T>(
        &self,
        key: &str,
        mut each: impl FnMut(Item<'a>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.list(key)?
            .into_iter()
            .enumerate()
            .map(|(at, fields): (usize, _)| {
                let pointer = [&self.pointer, "/", key, "/", &at.to_string()].concat();
                each(Item { fields, pointer, ..*self })
            })
            .collect()
    }

    /// All objects in an object, by their names; none if it is not there.
    pub(super) fn all_objects(&self, key: &str) -> Result<Vec<(&'a str, Item<'a>)>, Error> {
        let Some(of) = self.object(key)? else { return Ok(Vec::new()) };
        of.fields.names().map(|name| Ok((name, of.need_object(name)?))).collect()
    }

    /// A list of so many numbers.
    pub(super) fn vector<const N: usize>(&self, key: &str) -> Result<Option<[f32; N]>, Error> {
        if !self.has(key) {
            return Ok(None);
        }
        self.list(key)?.try_into().map(Some).map_err(|numbers: Vec<f32>| {
            let message = format!("{N} numbers were expected here, and there are {}", numbers.len());
            self.error(key, ErrorKind::Number, message)
        })
    }

    /// The entry of one of these names.
    pub(super) fn choice<T>(
        &self,
        key: &str,
        of: &'static [(&'static str, T)],
    ) -> Result<Option<&'static (&'static str, T)>, Error> {
        let Some(name) = self.get::<&str>(key)? else { return Ok(None) };
        let found = of.iter().find(|(known, _)| *known == name);
        found.map(Some).ok_or_else(|| {
            let known: Vec<&str> = of.iter().map(|(known, _)| *known).collect();
            let message = format!("one of {} was expected here", known.join(", "));
            self.error(key, ErrorKind::Structure, message)
        })
    }

    /// The number of an item in one of the file's lists.
    pub(super) fn index(&self, key: &str, list: &str) -> Result<Option<usize>, Error> {
        self.get(key)?.map(|index| self.checked(key, index, self.text.count(list))).transpose()
    }

    /// Reads the index, which must be there.
    pub(super) fn need_index(&self, key: &str, list: &str) -> Result<usize, Error> {
        self.index(key, list)?.ok_or_else(|| self.missing(key))
    }

    /// Numbers of items in one of the file's lists; none if they are not there.
    pub(super) fn indices(&self, key: &str, list: &str) -> Result<Vec<usize>, Error> {
        let all = self.list(key)?.into_iter().enumerate();
        let count = self.text.count(list);
        all.map(|(at, index)| self.checked(format_args!("{key}/{at}"), index, count)).collect()
    }

    /// All fields with names like `NORMAL`: numbers of accessors.
    pub(super) fn attributes(&self) -> Result<HashMap<String, usize>, Error> {
        let keys = self.fields.names().filter(|key| key.starts_with(char::is_uppercase));
        keys.map(|key| Ok((key.to_owned(), self.need_index(key, "accessors")?))).collect()
    }

    /// An index below `count`.
    pub(super) fn checked(&self, key: impl Display, index: usize, count: usize) -> Result<usize, Error> {
        let message = match count {
            _ if index < count => return Ok(index),
            0 => format!("there is no number {index}: there are none"),
            _ => format!("there is no number {index}: they are numbered from 0 to {}", count - 1),
        };
        Err(self.error(key, ErrorKind::Structure, message))
    }
}
