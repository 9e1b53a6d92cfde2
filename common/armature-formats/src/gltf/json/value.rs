//! A JSON value that borrows its texts. `serde_json`'s own takes four times the memory for objects of few fields, of
//! which a glTF file has tens of thousands.

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Number;
use std::{borrow::Cow, fmt};

pub(in crate::gltf) enum Value<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Fields<'a>),
}

/// The fields of an object, in the order of their names: of several with one name the last.
pub(in crate::gltf) struct Fields<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Fields<'a> {
    fn new(mut all: Vec<(Cow<'a, str>, Value<'a>)>) -> Self {
        all.sort_by(|a, b| a.0.cmp(&b.0)); // stable
        all.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                std::mem::swap(later, kept);
            }
            same
        });
        Self(all)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value<'a>> {
        let at = self.0.binary_search_by(|field| (*field.0).cmp(name)).ok()?;
        Some(&self.0[at].1)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|field| &*field.0)
    }
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Takes what `serde_json` finds.
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
