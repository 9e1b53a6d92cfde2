//! JSON values with their pointers. Values are checked when they are read, and errors have their pointers.

use super::limits::{MAX_ITEMS, MAX_JSON_VALUES};
use crate::loading::{Error, ErrorKind, Location, Reporter, balance::Kind};
use serde_core::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Number;
use std::{
    borrow::Cow,
    cell::RefCell,
    collections::HashMap,
    fmt::{self, Display},
};

/// Number of values that take about the memory of an object.
const OBJECT_WEIGHT: usize = 8;

/// Parses a text, which may begin with a byte order mark.
pub(super) fn parse<'a>(text: &'a [u8], reporter: &Reporter) -> Result<Value<'a>, Error> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let [commas, lists, objects] =
        [b',', b'[', b'{'].map(|byte| text.iter().map(|other| usize::from(*other == byte)).sum::<usize>());
    if commas + lists + OBJECT_WEIGHT * objects > MAX_JSON_VALUES {
        let message = format!("more than {MAX_JSON_VALUES} values in the JSON text");
        return Err(reporter.error(ErrorKind::Limit, None, message));
    }
    serde_json::from_slice(text).map_err(|error| {
        let location = error_location(&error, text);
        // serde_json's message ends with the place.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        reporter.error(ErrorKind::Json, Some(&location), format!("not well-formed JSON: {message}"))
    })
}

/// Returns the place of an error. `serde_json` counts columns in bytes, and a line's end as column 0 of the next line.
fn error_location(error: &serde_json::Error, text: &[u8]) -> Location {
    let mut number = error.line();
    let mut column = error.column();
    if column == 0 && number > 1 {
        number -= 1;
        column = usize::MAX;
    }
    let line = text.split(|byte| *byte == b'\n').nth(number - 1).unwrap_or_default();
    let before = &line[..column.saturating_sub(1).min(line.len())];
    let column = String::from_utf8_lossy(before).chars().count() + 1;
    Location { line: number as u32, column: column as u32, ..Location::default() }
}

/// Returns the place of an item of one of the file's lists.
pub(super) fn item_location(list: &str, index: usize) -> Location {
    Location::at(format!("/{list}/{index}"))
}

/// The whole text, with a reporter for its objects.
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

/// An object of the file, and its pointer.
pub(super) struct Item<'a> {
    fields: &'a Fields<'a>,
    pointer: String,
    text: &'a Text<'a>,
}

/// A type as which a field can be read.
pub(super) trait Field<'a>: Sized {
    /// Name for people.
    const WHAT: &'static str;
    /// Reads a value; `None` for a value of another type.
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
    "a whole number from 0 to 9e15" usize: Value::Number(number) => whole_number(number.as_f64()?);
}

/// Returns a number as a whole number from 0 to 9e15. `3.0` is a whole number, as the specification says.
fn whole_number(number: f64) -> Option<usize> {
    const MAX: f64 = 9e15; // every smaller whole number is an `f64`
    let is_whole = (0.0..MAX).contains(&number) && number.fract() == 0.0;
    is_whole.then(|| usize::try_from(number as u64).ok())?
}

impl<'a> Item<'a> {
    /// Returns the place of the object (for an empty key), of a field, or of a value in a field, such as `joints/3`.
    pub(super) fn location(&self, key: impl Display) -> Location {
        match key.to_string().as_str() {
            "" => Location::at(self.pointer.as_str()),
            key => Location::at(format!("{}/{key}", self.pointer)),
        }
    }

    /// Returns an error at the [place](Self::place) of a key.
    pub(super) fn error(&self, key: impl Display, kind: ErrorKind, message: impl Into<String>) -> Error {
        let location = Some(self.location(key)).filter(|location| !location.pointer.is_empty());
        self.text.reporter.borrow().error(kind, location.as_ref(), message)
    }

    /// Adds a warning at the [place](Self::place) of a key.
    pub(super) fn warn(&self, key: impl Display, message: impl Into<String>) {
        self.text.reporter.borrow_mut().warn(Some(&self.location(key)), message);
    }

    /// Adds a warning about parts of a kind that are left out, and counts them.
    pub(super) fn leave_out(&self, kind: Kind, count: usize, key: impl Display, message: impl Into<String>) {
        self.text.reporter.borrow_mut().leave_out(kind, count, Some(&self.location(key)), message);
    }

    /// Returns what was read of a part that can be left out. An error becomes a warning, and the part `None`, unless the
    /// cause is a limit or missing bytes.
    pub(super) fn part<T>(&self, kind: Kind, read: Result<T, Error>) -> Result<Option<T>, Error> {
        let error = match read {
            Ok(part) => return Ok(Some(part)),
            Err(error) => error,
        };
        if !matches!(error.kind, ErrorKind::Structure | ErrorKind::Number | ErrorKind::Animation) {
            return Err(error);
        }
        let message = format!("{}: the {} is left out", error.message, kind.0);
        let mut reporter = self.text.reporter.borrow_mut();
        reporter.count_left_out(kind, 1);
        reporter.push(Error { message, ..error });
        Ok(None)
    }

    /// Reads the value of a field, or returns an error with the type that was expected.
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
            self.error(key, ErrorKind::Structure, format!("{} was expected here, and this is {found}", T::WHAT))
        })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Returns the value of a field. One of `null` is as if it were missing.
    fn value(&self, key: &str) -> Option<&'a Value<'a>> {
        let value = self.fields.get(key)?;
        if matches!(value, Value::Null) {
            self.warn(key, "null: as if it were missing");
            return None;
        }
        Some(value)
    }

    /// Reads a field that may be missing.
    pub(super) fn get<T: Field<'a>>(&self, key: &str) -> Result<Option<T>, Error> {
        self.value(key).map(|value| self.read(value, key)).transpose()
    }

    /// Reads a field that must not be missing.
    pub(super) fn need<T: Field<'a>>(&self, key: &str) -> Result<T, Error> {
        self.get(key)?.ok_or_else(|| self.missing(key))
    }

    pub(super) fn missing(&self, key: &str) -> Error {
        self.error("", ErrorKind::Structure, format!("\"{key}\" is missing"))
    }

    /// Returns the object in a field that may be missing.
    pub(super) fn object(&self, key: &str) -> Result<Option<Item<'a>>, Error> {
        let fields = self.get(key)?;
        Ok(fields.map(|fields| Item { fields, pointer: [&self.pointer, "/", key].concat(), ..*self }))
    }

    /// Returns the object in a field that must not be missing.
    pub(super) fn need_object(&self, key: &str) -> Result<Item<'a>, Error> {
        self.object(key)?.ok_or_else(|| self.missing(key))
    }

    pub(super) fn extension(&self, name: &str) -> Result<Option<Item<'a>>, Error> {
        self.object("extensions")?.map_or(Ok(None), |extensions| extensions.object(name))
    }

    /// Returns the object's name; empty without a name.
    pub(super) fn name(&self) -> Result<String, Error> {
        Ok(self.get("name")?.unwrap_or("").replace(char::is_control, " "))
    }

    /// Reads a list of texts in `extras`; empty for anything else, because exporters may write whatever they like there.
    pub(super) fn texts_in_extras(&self, key: &str) -> Vec<String> {
        let Some(Value::Object(extras)) = self.fields.get("extras") else { return Vec::new() };
        let Some(Value::List(list)) = extras.get(key) else { return Vec::new() };
        list.iter()
            .take(MAX_ITEMS)
            .map(|value: &Value<'_>| <&str>::read(value).unwrap_or("").replace(char::is_control, " "))
            .collect()
    }

    /// Reads a list; empty for a missing field.
    pub(super) fn list<T: Field<'a>>(&self, key: &str) -> Result<Vec<T>, Error> {
        let Some(values) = self.get::<&Vec<Value<'_>>>(key)? else { return Ok(Vec::new()) };
        if values.len() > MAX_ITEMS {
            return Err(self.error(key, ErrorKind::Limit, format!("more than {MAX_ITEMS} items")));
        }
        values.iter().enumerate().map(|(index, value)| self.read(value, format_args!("{key}/{index}"))).collect()
    }

    /// Reads a list of objects by `read_object`; empty for a missing field.
    pub(super) fn objects<T>(
        &self,
        key: &str,
        mut read_object: impl FnMut(Item<'a>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut objects = Vec::new();
        for (index, fields) in self.list(key)?.into_iter().enumerate() {
            let pointer = [&self.pointer, "/", key, "/", &index.to_string()].concat();
            objects.push(read_object(Item { fields, pointer, ..*self })?);
        }
        Ok(objects)
    }

    /// Returns the objects in an object, by their names; none for a missing field.
    pub(super) fn named_objects(&self, key: &str) -> Result<Vec<(&'a str, Item<'a>)>, Error> {
        let Some(object) = self.object(key)? else { return Ok(Vec::new()) };
        object.fields.names().map(|name| Ok((name, object.need_object(name)?))).collect()
    }

    /// Reads a list of `N` numbers.
    pub(super) fn vector<const N: usize>(&self, key: &str) -> Result<Option<[f32; N]>, Error> {
        if !self.has(key) {
            return Ok(None);
        }
        self.list(key)?.try_into().map(Some).map_err(|numbers: Vec<f32>| {
            let message = format!("{N} numbers were expected here, and there are {}", numbers.len());
            self.error(key, ErrorKind::Number, message)
        })
    }

    /// Returns the entry of `choices` that a field names.
    pub(super) fn choice<T>(
        &self,
        key: &str,
        choices: &'static [(&'static str, T)],
    ) -> Result<Option<&'static (&'static str, T)>, Error> {
        let Some(name) = self.get::<&str>(key)? else { return Ok(None) };
        let choice = choices.iter().find(|(known, _)| *known == name);
        choice.map(Some).ok_or_else(|| {
            let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
            self.error(key, ErrorKind::Structure, format!("one of {} was expected here", known.join(", ")))
        })
    }

    /// Reads the index of an item in one of the file's lists. -1 is as if it were missing.
    pub(super) fn index(&self, key: &str, list: &str) -> Result<Option<usize>, Error> {
        if let Some(Value::Number(number)) = self.value(key)
            && number.as_f64() == Some(-1.0)
        {
            self.warn(key, "-1: as if it were missing");
            return Ok(None);
        }
        self.get(key)?.map(|index| self.check_index(key, index, self.text.count(list))).transpose()
    }

    /// Reads an index that must not be missing.
    pub(super) fn need_index(&self, key: &str, list: &str) -> Result<usize, Error> {
        self.index(key, list)?.ok_or_else(|| self.missing(key))
    }

    /// Reads the indices of items in one of the file's lists; none for a missing field.
    pub(super) fn indices(&self, key: &str, list: &str) -> Result<Vec<usize>, Error> {
        let indices = self.list(key)?.into_iter().enumerate();
        let count = self.text.count(list);
        indices.map(|(number, index)| self.check_index(format_args!("{key}/{number}"), index, count)).collect()
    }

    /// Reads the accessors in all fields with names like `NORMAL`, and those with names like `_HEAT` that exist.
    pub(super) fn attributes(&self) -> Result<HashMap<String, usize>, Error> {
        let mut attributes = HashMap::new();
        for key in self.fields.names() {
            if key.starts_with(char::is_uppercase) {
                attributes.insert(key.to_owned(), self.need_index(key, "accessors")?);
            } else if key.starts_with('_')
                && let Ok(Some(accessor)) = self.index(key, "accessors")
            {
                attributes.insert(key.to_owned(), accessor);
            }
        }
        Ok(attributes)
    }

    /// Returns the index if it is below `count`, or else an error.
    pub(super) fn check_index(&self, key: impl Display, index: usize, count: usize) -> Result<usize, Error> {
        let message = match count {
            _ if index < count => return Ok(index),
            0 => format!("there is no number {index}: there are none"),
            _ => format!("there is no number {index}: they are numbered from 0 to {}", count - 1),
        };
        Err(self.error(key, ErrorKind::Structure, message))
    }
}

/// A JSON value that borrows its texts. `serde_json`'s own takes four times the memory for objects of few fields, of which a
/// glTF file has tens of thousands.
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Fields<'a>),
}

/// The fields of an object in the order of their names. Of several with one name the last is kept.
pub(super) struct Fields<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Fields<'a> {
    fn new(mut all: Vec<(Cow<'a, str>, Value<'a>)>) -> Self {
        all.sort_by(|a, b| a.0.cmp(&b.0)); // stable
        all.dedup_by(|later, kept| {
            let is_duplicate = later.0 == kept.0;
            if is_duplicate {
                std::mem::swap(later, kept);
            }
            is_duplicate
        });
        Self(all)
    }

    fn get(&self, name: &str) -> Option<&Value<'a>> {
        let index = self.0.binary_search_by(|field| (*field.0).cmp(name)).ok()?;
        Some(&self.0[index].1)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|field| &*field.0)
    }
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Builds a value from what `serde_json` finds.
struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = entries.next_key()? {
            let Value::Text(name) = name else { unreachable!("names are texts") };
            fields.push((name, entries.next_value()?));
        }
        Ok(Value::Object(Fields::new(fields)))
    }
}
