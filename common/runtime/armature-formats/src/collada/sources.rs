//! Sources (`<source>`): an array, and the accessor that divides it into elements.

use super::{
    reader::Reader,
    xml::{Element, attribute, children, inside, words},
};
use crate::loading::Error;
use roxmltree::NodeId;
use std::{cell::RefCell, collections::HashMap, rc::Rc};

const ARRAYS: [&str; 5] = ["float_array", "int_array", "Name_array", "IDREF_array", "SIDREF_array"];

/// Largest number of values of an element that are used. A tangent of a matrix has 32.
const MAX_PARTS: usize = 64;

/// Numbers or names, which several sources may share.
#[derive(Clone, Debug, Default)]
pub(super) struct Array<'a> {
    /// All finite.
    pub(super) numbers: Vec<f32>,
    pub(super) names: Vec<&'a str>,
    pub(super) is_numeric: bool,
    /// Whether the names are ids, not sids.
    pub(super) are_ids: bool,
    /// The first number that was not finite, and was replaced by 0.
    pub(super) not_finite: Option<usize>,
}

/// Elements of some numbers each, or of a name.
#[derive(Clone, Debug)]
pub(super) struct Source<'a> {
    pub(super) element: Element<'a>,
    pub(super) array: Rc<Array<'a>>,
    /// Number of elements: the accessor's count, or fewer if the array has fewer.
    pub(super) count: usize,
    /// The accessor's count, which may be more than the array has.
    pub(super) declared: usize,
    /// Values from one element's start to the next: at least 1.
    pub(super) stride: usize,
    /// Start of the first element, in values.
    pub(super) offset: usize,
    /// Values of an element that are used: those whose `<param>` has a name.
    parts: Vec<usize>,
}

/// The sources of a file that have been read, each once for all its uses.
#[derive(Default)]
pub(super) struct Sources<'a> {
    known: RefCell<HashMap<NodeId, Rc<Source<'a>>>>,
    arrays: RefCell<HashMap<NodeId, Rc<Array<'a>>>>,
}

impl<'a> Sources<'a> {
    /// Returns the source of an `<input>`: one of an element around it, or else anywhere in the file. `None`, and a warning,
    /// without one.
    pub(super) fn of(&self, reader: &Reader<'a>, input: Element<'a>) -> Result<Option<Rc<Source<'a>>>, Error> {
        let reference = attribute(input, "source");
        let id = &*reader.id_of(reference);
        for above in input.ancestors().skip(1).take(2) {
            if let Some(near) = children(above, "source").find(|source| source.attribute("id") == Some(id)) {
                return self.read(reader, near).map(Some);
            }
        }
        match reader.target("source", reference) {
            Some(source) => self.read(reader, source).map(Some),
            None => {
                reader.warn(input, format!("no source \"{reference}\""));
                Ok(None)
            }
        }
    }

    /// Reads a source: the array that its accessor names, or else the array in it.
    fn read(&self, reader: &Reader<'a>, element: Element<'a>) -> Result<Rc<Source<'a>>, Error> {
        if let Some(known) = self.known.borrow().get(&element.id()) {
            return Ok(known.clone());
        }
        let source = Rc::new(self.read_source(reader, element)?);
        self.known.borrow_mut().insert(element.id(), source.clone());
        Ok(source)
    }

    fn read_source(&self, reader: &Reader<'a>, element: Element<'a>) -> Result<Source<'a>, Error> {
        let own = element.children().find(|child| ARRAYS.contains(&child.tag_name().name()));
        let accessor = inside(element, &["technique_common", "accessor"]);
        let mut array = own;
        if let Some(accessor) = accessor
            && let Some(reference) = accessor.attribute("source")
            && own.is_none_or(|own| own.attribute("id") != Some(&reader.id_of(reference)))
        {
            let named = ARRAYS.iter().find_map(|name| reader.target(name, reference));
            if named.is_none() && own.is_some() {
                reader.warn(accessor, format!("no array \"{reference}\": the array beside it is used"));
            }
            array = named.or(own);
        }
        let array = match array {
            Some(array) => self.read_array(reader, array)?,
            None => {
                reader.warn(element, "there is no array in this source");
                Rc::default()
            }
        };
        let length = array.numbers.len().max(array.names.len());
        let mut source =
            Source { element, array, count: length, declared: length, stride: 1, offset: 0, parts: vec![0] };
        if let Some(accessor) = accessor {
            source.apply_accessor(reader, accessor, length)?;
        }
        Ok(source)
    }

    fn read_array(&self, reader: &Reader<'a>, element: Element<'a>) -> Result<Rc<Array<'a>>, Error> {
        if let Some(known) = self.arrays.borrow().get(&element.id()) {
            return Ok(known.clone());
        }
        let name = element.tag_name().name();
        let mut array = Array { are_ids: name == "IDREF_array", ..Array::default() };
        if name == "float_array" || name == "int_array" {
            array.is_numeric = true;
            array.read_numbers(reader, element)?;
        } else {
            array.names = words(element).collect();
        }
        let array = Rc::new(array);
        self.arrays.borrow_mut().insert(element.id(), array.clone());
        Ok(array)
    }
}

impl Source<'_> {
    /// Returns the number of values that are used of an element.
    pub(super) fn width(&self) -> usize {
        self.parts.len()
    }

    /// Returns a value of an element; 0 outside of the array, and for an array that does not hold numbers.
    pub(super) fn get(&self, element: usize, part: usize) -> f32 {
        let Some(part) = self.parts.get(part) else { return 0.0 };
        let index = element.saturating_mul(self.stride).saturating_add(self.offset).saturating_add(*part);
        self.array.numbers.get(index).copied().unwrap_or(0.0)
    }

    pub(super) fn vector<const N: usize>(&self, element: usize) -> [f32; N] {
        std::array::from_fn(|part| self.get(element, part))
    }
}

impl<'a> Array<'a> {
    fn read_numbers(&mut self, reader: &Reader<'a>, element: Element<'a>) -> Result<(), Error> {
        self.numbers = reader.numbers(element, |value| value as f32)?;
        for (index, value) in self.numbers.iter_mut().enumerate().filter(|(_, value)| !value.is_finite()) {
            if self.not_finite.is_none() {
                let word = words(element).nth(index).unwrap_or("");
                let message = format!("value {index}, \"{word}\", is not a finite number: such values are read as 0");
                reader.warn(element, message);
                self.not_finite = Some(index);
            }
            *value = 0.0;
        }
        let count = self.numbers.len();
        if let Some(declared) = element.attribute("count").filter(|declared| declared.parse() != Ok(count)) {
            reader.warn(element, format!("count says {declared}, but there are {count} values: these are used"));
        }
        Ok(())
    }
}

impl<'a> Source<'a> {
    /// Divides an array of `length` values into the elements that its accessor describes and that are really there. A
    /// `<param>` without a name skips its values (specification 1.4.1, chapter 5, "accessor"). If no `<param>` has a name, or
    /// the params do not add up to the stride, all values are used.
    fn apply_accessor(&mut self, reader: &Reader<'a>, accessor: Element<'a>, length: usize) -> Result<(), Error> {
        let mut parts = Vec::new();
        let mut params = 0;
        for param in children(accessor, "param").take(MAX_PARTS) {
            let size = param_size(param);
            if !attribute(param, "name").is_empty() && params + size <= MAX_PARTS {
                parts.extend(params..params + size);
            }
            params += size;
        }
        self.stride = match reader.count(accessor, "stride")? {
            Some(0) if length == 0 => {
                reader.warn(accessor, "stride=\"0\": as good as any, since there are no values");
                1
            }
            Some(0) => {
                let id = attribute(self.element, "id");
                let message = format!("stride=\"0\" in source \"{id}\": an element has a value at least");
                return Err(reader.error(accessor, message));
            }
            Some(stride) => stride,
            None if params > 1 => {
                reader.warn(accessor, format!("no stride: {params} is assumed, for as many params"));
                params
            }
            None => 1,
        };
        self.offset = reader.count(accessor, "offset")?.unwrap_or(0);
        let values_per_element = self.stride.min(length.max(1));
        if parts.is_empty() || params != values_per_element {
            parts = (0..values_per_element.min(MAX_PARTS)).collect();
        }
        // The last element may end before its stride does, as long as its own values are there.
        let end = parts.last().map_or(0, |last| last + 1);
        let rest = length.saturating_sub(self.offset);
        let available = if self.stride > length || rest < end { 0 } else { (rest - end) / self.stride + 1 };
        self.parts = parts;
        self.declared = reader.count(accessor, "count")?.unwrap_or(available);
        if self.declared > available {
            let message = format!("{} elements of {} are asked for", self.declared, self.stride);
            reader.warn(accessor, format!("{message}, but the array has {length} values: {available} are used"));
        }
        // With spaces in names there are more words than names: the skin joins them.
        self.count = if self.array.is_numeric { self.declared.min(available) } else { available };
        Ok(())
    }
}

fn param_size(param: Element<'_>) -> usize {
    match attribute(param, "type") {
        "float4x4" => 16,
        "float3x3" => 9,
        "float4" | "float2x2" => 4,
        "float3" => 3,
        "float2" => 2,
        _ => 1,
    }
}
