//! Sources (`<source>`): an array, and the accessor that divides it into elements.

use super::reader::{Element, Reader, attribute, child, children, expected_count, id_of};
use crate::collada::error::{Error, ErrorKind, Location};
use std::{collections::HashMap, sync::Arc};

/// An array and the accessor that divides it into elements of some components each.
#[derive(Clone, Debug)]
pub struct Source {
    /// The `<source>` element.
    pub location: Location,
    /// The array.
    pub values: Values,
    /// Number of elements: the accessor's count, or fewer if the array has fewer.
    pub count: usize,
    /// The accessor's count, which may be more than the array has.
    pub declared: usize,
    /// Values from one element's start to the next: at least 1.
    pub stride: usize,
    /// Start of the first element, in values.
    pub offset: usize,
    /// Values of an element that are used: those whose `<param>` has a name.
    components: Components,
    /// The first value of a number array that was not finite, and was replaced by 0.
    pub not_finite: Option<usize>,
}

/// The contents of an array.
#[derive(Clone, Debug)]
pub enum Values {
    /// `float_array` or `int_array`; every value finite. Shared, since most curves use the whole array.
    Floats(Arc<Vec<f32>>),
    /// `Name_array` or `IDREF_array`, and whether they are ids.
    Names {
        /// Split at whitespace.
        names: Names,
        /// True for an `IDREF_array`.
        ids: bool,
    },
    /// Another array, or none.
    None,
}

/// Many short words in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    text: String,
    /// End of each word in the text.
    ends: Vec<u32>,
}

impl Names {
    /// Reads the words of an element.
    fn read(element: Element<'_>) -> Self {
        let length = element.texts().map(str::len).sum();
        let mut names =
            Names { text: String::with_capacity(length), ends: Vec::with_capacity(expected_count(element)) };
        for word in element.texts().flat_map(str::split_ascii_whitespace) {
            names.text.push_str(word);
            names.ends.push(names.text.len() as u32); // a file is shorter than 4 GB
        }
        names
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the words in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let word = &self.text[start..*end as usize];
            start = *end as usize;
            word
        })
    }
}

impl Source {
    /// Returns the number of components used per element.
    pub fn dimensions(&self) -> usize {
        self.components.len()
    }

    /// Returns a component of an element; 0 outside of the array, and for an array that does not hold numbers.
    pub fn float(&self, element: usize, component: usize) -> f32 {
        let Values::Floats(values) = &self.values else { return 0.0 };
        let Some(component) = self.components.get(component) else { return 0.0 };
        let index = element.saturating_mul(self.stride).saturating_add(self.offset + component);
        values.get(index).copied().unwrap_or(0.0)
    }

    /// Returns a view of the elements' first `N` components, which is fast where these are contiguous.
    pub(in crate::collada) fn elements<const N: usize>(&self) -> Elements<'_, N> {
        let contiguous = match &self.values {
            Values::Floats(values) if N <= self.components.contiguous => {
                values.get(self.offset + self.components.first..).unwrap_or(&[])
            }
            _ => &[],
        };
        Elements { contiguous, stride: self.stride, source: self }
    }

    /// Returns the used components of the first `count` elements, or of all if there are fewer.
    pub fn floats(&self, count: usize) -> Arc<Vec<f32>> {
        let count = count.min(self.count);
        if let Values::Floats(values) = &self.values
            && let Some(all) = values.get(self.offset..self.offset + count * self.stride)
            && self.components.len() == self.stride
        {
            // Nothing to skip.
            return if all.len() == values.len() { values.clone() } else { Arc::new(all.to_vec()) };
        }
        Arc::new((0..count).flat_map(|element| (0..self.dimensions()).map(move |c| self.float(element, c))).collect())
    }

    pub(crate) fn is_numeric(&self) -> bool {
        matches!(self.values, Values::Floats(_))
    }
}

/// Values of an element that are used: mostly all of them, contiguous.
#[derive(Clone, Debug, Default)]
struct Components {
    first: usize,
    contiguous: usize,
    /// Components after the contiguous ones.
    others: Vec<usize>,
}

impl Components {
    fn first(count: usize) -> Self {
        Self { first: 0, contiguous: count, others: Vec::new() }
    }

    fn len(&self) -> usize {
        self.contiguous + self.others.len()
    }

    fn get(&self, number: usize) -> Option<usize> {
        match number.checked_sub(self.contiguous) {
            None => Some(self.first + number),
            Some(other) => self.others.get(other).copied(),
        }
    }

    /// Appends `count` components from `from` on.
    fn extend(&mut self, from: usize, count: usize) {
        if self.contiguous == 0 {
            self.first = from;
        }
        if self.others.is_empty() && from == self.first + self.contiguous {
            self.contiguous += count;
        } else {
            self.others.extend(from..from + count);
        }
    }

    /// Returns one more than the last component; 0 without components.
    fn end(&self) -> usize {
        self.others.last().map_or(self.first + self.contiguous, |last| last + 1)
    }
}

/// A view of the elements as `[f32; N]`.
#[derive(Clone, Copy, Debug)]
pub(in crate::collada) struct Elements<'a, const N: usize> {
    /// Values from the first element's first component on; empty if its components are not contiguous.
    contiguous: &'a [f32],
    stride: usize,
    source: &'a Source,
}

impl<const N: usize> Elements<'_, N> {
    /// Returns an element; 0 outside of the array, and for an array that does not hold numbers.
    #[inline]
    pub(in crate::collada) fn get(&self, element: usize) -> [f32; N] {
        let rest = self.contiguous.get(element.saturating_mul(self.stride)..);
        match rest.and_then(<[f32]>::first_chunk) {
            Some(all) => *all,
            None => std::array::from_fn(|component| self.source.float(element, component)),
        }
    }

    pub(in crate::collada) fn count(&self) -> usize {
        self.source.count
    }
}

/// Sources that have been read.
pub(super) struct Sources {
    pub(super) all: Vec<Source>,
    /// Index of each source's XML element.
    elements: Vec<usize>,
    /// Index in `all` by the index of the XML element.
    by_element: HashMap<usize, usize>,
}

/// Indices by name, the first of duplicates. Mostly there are so few that sorting is cheaper than hashing.
pub(super) struct Named<'a> {
    sorted: Vec<(&'a str, usize)>,
}

impl<'a> Named<'a> {
    pub(super) fn new(mut all: Vec<(&'a str, usize)>) -> Self {
        all.sort_by_key(|(name, _)| *name); // stable: the first stays the first
        Self { sorted: all }
    }

    pub(super) fn get(&self, name: &str) -> Option<usize> {
        let first = self.sorted.partition_point(|(other, _)| *other < name);
        self.sorted.get(first).filter(|(other, _)| *other == name).map(|(_, index)| *index)
    }
}

/// The sources directly in one element by id, which take precedence over others of the same id.
pub(super) type Scope<'a> = Named<'a>;

impl Sources {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), elements: Vec::new(), by_element: HashMap::new() }
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.all.truncate(count);
        for element in self.elements.drain(count..) {
            self.by_element.remove(&element);
        }
    }

    /// Reads the sources directly in `parent`.
    pub(super) fn scope<'a>(&mut self, reader: &Reader<'a>, parent: Element<'a>) -> Result<Scope<'a>, Error> {
        let mut scope = Vec::new();
        for element in children(parent, "source") {
            let index = self.add(reader, element)?;
            scope.extend(element.attribute("id").map(|id| (id, index)));
        }
        Ok(Scope::new(scope))
    }

    /// Finds the source that a reference means, in the scope or else anywhere in the document.
    pub(super) fn find<'a>(
        &mut self,
        reader: &Reader<'a>,
        scope: &Scope<'a>,
        reference: &str,
    ) -> Result<Option<usize>, Error> {
        if let Some(index) = scope.get(id_of(reference)) {
            return Ok(Some(index));
        }
        reader.target("source", reference).map(|element| self.add(reader, element)).transpose()
    }

    /// Reads a source that has not been read yet, and returns its index in `all`.
    fn add<'a>(&mut self, reader: &Reader<'a>, element: Element<'a>) -> Result<usize, Error> {
        if let Some(index) = self.by_element.get(&element.index()) {
            return Ok(*index);
        }
        let source = read_source(reader, element)?;
        reader.check_count(element, self.all.len())?;
        self.by_element.insert(element.index(), self.all.len());
        self.elements.push(element.index());
        self.all.push(source);
        Ok(self.all.len() - 1)
    }
}

/// Finds the source of an `<input>`, and warns where there is none.
pub(super) fn find_source<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    input: Element<'a>,
) -> Result<Option<usize>, Error> {
    let reference = attribute(input, "source");
    let source = sources.find(reader, scope, reference)?;
    if source.is_none() {
        reader.warn(input, format!("no source \"{reference}\""));
    }
    Ok(source)
}

const ARRAYS: [&str; 5] = ["float_array", "int_array", "Name_array", "IDREF_array", "SIDREF_array"];

/// Reads a `<source>`: the array that its accessor names, or else the array in it.
fn read_source<'a>(reader: &Reader<'a>, element: Element<'a>) -> Result<Source, Error> {
    let own = element.children().find(|child| ARRAYS.contains(&child.name()));
    let accessor = child(element, "technique_common").and_then(|common| child(common, "accessor"));
    let mut array = own;
    if let Some(accessor) = accessor
        && let Some(reference) = accessor.attribute("source")
        && own.is_none_or(|own| own.attribute("id") != Some(id_of(reference)))
    {
        let named = ARRAYS.iter().find_map(|name| reader.target(name, reference));
        if named.is_none() && own.is_some() {
            reader.warn(accessor, format!("no array \"{reference}\": the array beside it is used"));
        }
        array = named.or(own);
    }
    let (values, not_finite) = match array {
        Some(array) => read_array(reader, array)?,
        None => {
            reader.warn(element, "there is no array in this source");
            (Values::None, None)
        }
    };
    apply_accessor(reader, element, accessor, values, not_finite)
}

/// Reads an array, and returns the index of the first of its numbers that was not finite and became 0.
fn read_array(reader: &Reader<'_>, array: Element<'_>) -> Result<(Values, Option<usize>), Error> {
    let mut not_finite = None;
    let kind = array.name();
    let (values, count) = if kind == "float_array" || kind == "int_array" {
        let mut values = reader.floats(array)?;
        let searched = if all_finite(&values) { &mut [] } else { values.as_mut_slice() };
        for (index, value) in searched.iter_mut().enumerate().filter(|(_, v)| !v.is_finite()) {
            if not_finite.is_none() {
                let token = array.texts().flat_map(str::split_ascii_whitespace).nth(index);
                let message = format!(
                    "value {index}, \"{}\", is not a finite number: such values are read as 0",
                    token.unwrap_or("")
                );
                reader.warn(array, message);
                not_finite = Some(index);
            }
            *value = 0.0;
        }
        let count = values.len();
        (Values::Floats(Arc::new(values)), count)
    } else {
        let names = Names::read(array);
        let count = names.len();
        (Values::Names { names, ids: kind == "IDREF_array" }, count)
    };
    // A wrong count is only reported, and not for names, where spaces in names make it differ.
    let numeric = matches!(values, Values::Floats(_));
    if let Some(declared) = array.attribute("count").filter(|declared| numeric && declared.parse() != Ok(count)) {
        reader.warn(array, format!("count says {declared}, but there are {count} values: these are used"));
    }
    Ok((values, not_finite))
}

/// Whether all values are finite. Without an early exit inside a chunk the loop is vectorised.
fn all_finite(values: &[f32]) -> bool {
    values.chunks(256).all(|piece| piece.iter().fold(true, |all, value| all & value.is_finite()))
}

/// Reads the accessor of a source's array, and computes the number of elements that the array really has.
fn apply_accessor(
    reader: &Reader<'_>,
    element: Element<'_>,
    accessor: Option<Element<'_>>,
    values: Values,
    not_finite: Option<usize>,
) -> Result<Source, Error> {
    let length = match &values {
        Values::Floats(values) => values.len(),
        Values::Names { names, .. } => names.len(),
        Values::None => 0,
    };
    let location = element.location();
    let Some(accessor) = accessor else {
        return Ok(Source {
            location,
            values,
            count: length,
            declared: length,
            stride: 1,
            offset: 0,
            components: Components::first(1),
            not_finite,
        });
    };
    let (named, params) = named_components(accessor);
    let stride = match reader.read_count(accessor, "stride")? {
        Some(0) if length == 0 => {
            reader.warn(accessor, "stride=\"0\": as good as any, since there are no values");
            1
        }
        Some(0) => {
            let message = format!("stride=\"0\" in source \"{}\": an element has a value at least", location.id);
            return Err(reader.error(accessor, ErrorKind::Number, message));
        }
        Some(stride) => stride,
        None if params > 1 => {
            reader.warn(accessor, format!("no stride: {params} is assumed, for as many params"));
            params
        }
        None => 1,
    };
    let offset = reader.read_count(accessor, "offset")?.unwrap_or(0);
    let rest = length.saturating_sub(offset);
    let values_per_element = stride.min(length.max(1));
    let use_all = named.len() == 0 || params != values_per_element;
    let components = if use_all { Components::first(values_per_element) } else { named };
    // The last element may end before its stride does, as long as its own components are there.
    let last = components.end();
    let available = if stride > length || rest < last { 0 } else { (rest - last) / stride + 1 };
    let declared = reader.read_count(accessor, "count")?.unwrap_or(available);
    // With spaces in names there are more tokens than names: the skin joins them.
    let names = matches!(values, Values::Names { .. });
    if declared > available {
        let message = format!("{declared} elements of {stride} are asked for, but the array has {length} values");
        reader.warn(accessor, format!("{message}: {available} are used"));
    }
    let count = if names { available } else { declared.min(available) };
    Ok(Source { location, values, count, declared, stride, offset, components, not_finite })
}

/// Returns the values of an element whose `<param>` has a name, and the number of values with any `<param>`. A `<param>`
/// without a name skips its values (specification, chapter 5, "accessor"). If no `<param>` has a name, or the params do not
/// add up to the stride, all values are used.
fn named_components(accessor: Element<'_>) -> (Components, usize) {
    let mut named = Components::default();
    let mut end = 0;
    for param in children(accessor, "param") {
        let size = param_size(param);
        if !attribute(param, "name").is_empty() {
            named.extend(end, size);
        }
        end += size;
    }
    (named, end)
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
