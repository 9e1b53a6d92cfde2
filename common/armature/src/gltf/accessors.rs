//! Typed elements in buffers: every read is within its buffer view, whatever the file says.
//!
//! Source: glTF 2.0 specification, section 3.6, "Binary Data Storage".

use super::{buffers::Buffer, extensions, json::Item, limits::MAX_MADE_BYTES};
use crate::loading::{Error, ErrorKind, Place, Reporter};
use glam::{DVec3, Vec3};
use std::{
    borrow::Cow,
    sync::atomic::{AtomicUsize, Ordering},
};

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number in the first bytes, as it stands.
    fn number(self, bytes: &[u8]) -> f64 {
        match *bytes {
            [a, ..] if self == Self::I8 => f64::from(a.cast_signed()),
            [a, ..] if self == Self::U8 => f64::from(a),
            [a, b, ..] if self == Self::I16 => f64::from(i16::from_le_bytes([a, b])),
            [a, b, ..] if self == Self::U16 => f64::from(u16::from_le_bytes([a, b])),
            [a, b, c, d, ..] if self == Self::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, ..] => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => 0.0,
        }
    }

    /// What 1 is stored as in a normalised accessor.
    fn one(self) -> f64 {
        match self {
            Self::I8 => f64::from(i8::MAX),
            Self::U8 => f64::from(u8::MAX),
            Self::I16 => f64::from(i16::MAX),
            Self::U16 => f64::from(u16::MAX),
            Self::U32 | Self::F32 => 1.0,
        }
    }
}

/// A part of a buffer.
#[derive(Clone, Debug)]
struct View {
    buffer: usize,
    offset: usize,
    length: usize,
    stride: Option<usize>,
    compression: Option<&'static str>,
}

/// Where elements begin.
#[derive(Clone, Copy, Debug)]
struct Start {
    view: usize,
    offset: usize,
}

#[derive(Clone, Debug)]
struct Sparse {
    count: usize,
    indices: Start,
    index: Component,
    values: Start,
}

#[derive(Clone, Debug)]
struct Accessor {
    start: Option<Start>,
    count: usize,
    component: Component,
    /// Index in `KINDS`.
    kind: usize,
    normalized: bool,
    sparse: Option<Sparse>,
}

/// The shapes of elements, and how many numbers each has.
const KINDS: [(&str, usize); 7] =
    [("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT2", 4), ("MAT3", 9), ("MAT4", 16)];

/// All accessors of a file, with its buffers.
#[derive(Debug)]
pub(super) struct Accessors {
    all: Vec<Accessor>,
    views: Vec<View>,
    buffers: Vec<Buffer>,
    /// Bytes that may still be made where the file has none.
    left: AtomicUsize,
}

/// The elements of an accessor, one after the other or any of them.
pub(super) struct Elements<'a> {
    data: Cow<'a, [u8]>,
    stride: usize,
    count: usize,
    component: Component,
    normalized: bool,
}

impl Accessors {
    pub(super) fn read(root: &Item<'_>, buffers: Vec<Buffer>) -> Result<Self, Error> {
        let views = root.objects("bufferViews", |_, item| {
            let buffer = item.index("buffer", buffers.len())?;
            let length = item.whole("byteLength")?;
            Ok(View {
                buffer: item.required("buffer", buffer)?,
                offset: item.whole("byteOffset")?.unwrap_or(0),
                length: item.required("byteLength", length)?,
                stride: item.whole("byteStride")?,
                compression: extensions::compression(&item)?,
            })
        })?;
        let start = |item: &Item<'_>| {
            let view = item.index("bufferView", views.len())?;
            let offset = item.whole("byteOffset")?.unwrap_or(0);
            Ok::<_, Error>(view.map(|view| Start { view, offset }))
        };
        let all = root.objects("accessors", |_, item| {
            let count = item.whole("count")?;
            let kind = item.text("type")?;
            let kind = item.required("type", kind)?;
            let sparse = item.object("sparse")?.map(|sparse| {
                let [indices, values] = ["indices", "values"].map(|key| {
                    let part = sparse.object(key)?;
                    let part = sparse.required(key, part)?;
                    let at = start(&part)?;
                    Ok::<_, Error>((part.required("bufferView", at)?, part))
                });
                let ((indices, of_indices), (values, _)) = (indices?, values?);
                let count = sparse.whole("count")?;
                let index = component(&of_indices)?;
                Ok(Sparse { count: sparse.required("count", count)?, indices, index, values })
            });
            Ok(Accessor {
                start: start(&item)?,
                count: item.required("count", count)?,
                component: component(&item)?,
                kind: KINDS.iter().position(|(name, _)| *name == kind).ok_or_else(|| {
                    let message = "SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4 was expected here";
                    item.error_at("type", ErrorKind::Structure, message)
                })?,
                normalized: item.flag("normalized")?,
                sparse: sparse.transpose()?,
            })
        })?;
        Ok(Self { all, views, buffers, left: AtomicUsize::new(MAX_MADE_BYTES) })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many elements one has.
    pub(super) fn count(&self, accessor: usize) -> usize {
        self.all[accessor].count
    }

    /// The shape of its elements.
    pub(super) fn kind(&self, accessor: usize) -> &'static str {
        KINDS[self.all[accessor].kind].0
    }

    /// Some of the positions in an accessor, up to `most`, evenly distributed; none if it is damaged.
    pub(super) fn some_positions(
        &self,
        accessor: usize,
        most: usize,
        reporter: &Reporter,
    ) -> Vec<DVec3> {
        let Ok(elements) = self.elements(accessor, &["VEC3"], "POSITION", reporter) else {
            return Vec::new();
        };
        let step = elements.len().div_ceil(most.max(1)).max(1);
        let position = |at| Vec3::from(elements.numbers(at)).as_dvec3();
        (0..elements.len()).step_by(step).take(most).map(position).collect()
    }

    /// How many bytes the file says that all its buffers have together.
    pub(super) fn bytes(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.length).sum()
    }

    /// The bytes of a buffer view, for a picture.
    pub(super) fn view(&self, view: usize, reporter: &Reporter) -> Result<&[u8], Error> {
        let place = Place::at(format!("/bufferViews/{view}"));
        let View { buffer, offset, length, compression, .. } = self.views[view];
        if let Some(name) = compression {
            let message = format!("compressed by {name}");
            return Err(reporter.error(ErrorKind::Unsupported, Some(&place), message));
        }
        let bytes = self.buffers[buffer].bytes.as_ref().map_err(Clone::clone)?;
        let found = bytes.get(offset..).and_then(|rest| rest.get(..length));
        found.ok_or_else(|| {
            let message = format!(
                "bytes {offset} to {} of a buffer that has {}",
                offset.saturating_add(length),
                bytes.len()
            );
            reporter.error(ErrorKind::Data, Some(&place), message)
        })
    }

    /// The elements of an accessor, which must be of one of these kinds: `what` is what they are for.
    pub(super) fn elements(
        &self,
        accessor: usize,
        kinds: &[&str],
        what: &str,
        reporter: &Reporter,
    ) -> Result<Elements<'_>, Error> {
        let Accessor { start, count, component, kind, normalized, ref sparse } = self.all[accessor];
        let refuse = |kind, message: String| {
            let place = Place::at(format!("/accessors/{accessor}"));
            reporter.error(kind, Some(&place), message)
        };
        let (kind, width) = KINDS[kind];
        if !kinds.contains(&kind) {
            let message = format!("{what} is {}, and this is {kind}", kinds.join(" or "));
            return Err(refuse(ErrorKind::Structure, message));
        }
        let size = component.size() * width;
        let mut stride = size;
        let mut data = Cow::Borrowed(&[][..]);
        if let Some(start) = start {
            (data, stride) = self
                .part(start, count, size, reporter)?
                .map(|(bytes, stride)| (Cow::Borrowed(bytes), stride))
                .ok_or_else(|| refuse(ErrorKind::Data, self.beyond(count, size, start)))?;
        }
        if start.is_none() || sparse.is_some() {
            let made = sparse.as_ref().map_or(count, |sparse| sparse.count.saturating_add(count));
            let spend = |left: usize| left.checked_sub(made.checked_mul(size)?);
            if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_err() {
                let message = format!(
                    "more than {MAX_MADE_BYTES} bytes in sparse accessors and those without data"
                );
                return Err(refuse(ErrorKind::Limit, message));
            }
            let mut own = vec![0; count * size];
            for (to, from) in own.chunks_exact_mut(size).zip(data.chunks(stride)) {
                to.copy_from_slice(&from[..size]);
            }
            if let Some(sparse) = sparse {
                self.replace(sparse, size, &mut own, &refuse, reporter)?;
            }
            (data, stride) = (Cow::Owned(own), size);
        }
        Ok(Elements { data, stride, count, component, normalized })
    }

    /// Puts the values of a sparse accessor in their places.
    fn replace(
        &self,
        sparse: &Sparse,
        size: usize,
        own: &mut [u8],
        refuse: &impl Fn(ErrorKind, String) -> Error,
        reporter: &Reporter,
    ) -> Result<(), Error> {
        let &Sparse { count, indices, index, values } = sparse;
        let part = |start: Start, size| {
            let found = self.part(start, count, size, reporter)?;
            found.ok_or_else(|| refuse(ErrorKind::Data, self.beyond(count, size, start)))
        };
        let (indices, index_stride) = part(indices, index.size())?;
        let (values, value_stride) = part(values, size)?;
        for (at, value) in indices.chunks(index_stride).zip(values.chunks(value_stride)) {
            let place = index.number(at) as usize;
            let Some(to) = own.chunks_exact_mut(size).nth(place) else {
                let message =
                    format!("sparse element {place} of {} elements", own.len() / size.max(1));
                return Err(refuse(ErrorKind::Structure, message));
            };
            to.copy_from_slice(&value[..size]);
        }
        Ok(())
    }

    /// The bytes of `count` elements, and the distance from one to the next; `None` if they are beyond their view.
    fn part(
        &self,
        start: Start,
        count: usize,
        size: usize,
        reporter: &Reporter,
    ) -> Result<Option<(&[u8], usize)>, Error> {
        let bytes = self.view(start.view, reporter)?;
        let stride = self.views[start.view].stride.unwrap_or(0).max(size);
        if count == 0 {
            return Ok(Some((&[], stride)));
        }
        let length = (count - 1).checked_mul(stride).and_then(|length| length.checked_add(size));
        let part = length.and_then(|length| bytes.get(start.offset..)?.get(..length));
        Ok(part.map(|part| (part, stride)))
    }

    fn beyond(&self, count: usize, size: usize, start: Start) -> String {
        let View { length, .. } = self.views[start.view];
        let Start { view, offset } = start;
        format!(
            "{count} elements of {size} bytes from byte {offset} of buffer view {view}, which has {length} bytes"
        )
    }
}

impl Elements<'_> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The bytes of an element.
    fn bytes(&self, index: usize) -> &[u8] {
        self.data.get(index * self.stride..).unwrap_or(&[])
    }

    /// The numbers of an element, normalised ones from -1 or 0 to 1. What is beyond the elements is 0.
    pub(super) fn numbers<const N: usize>(&self, index: usize) -> [f32; N] {
        let bytes = self.bytes(index);
        let size = self.component.size();
        std::array::from_fn(|at| {
            let number = self.component.number(bytes.get(at * size..).unwrap_or(&[]));
            if self.normalized {
                (number / self.component.one()).max(-1.0) as f32
            } else {
                number as f32
            }
        })
    }

    /// The whole numbers of an element, as they stand; 0 where they are negative or no numbers.
    pub(super) fn indices<const N: usize>(&self, index: usize) -> [u32; N] {
        let bytes = self.bytes(index);
        let size = self.component.size();
        let number = |at: usize| self.component.number(bytes.get(at * size..).unwrap_or(&[]));
        std::array::from_fn(|at| number(at) as u32)
    }

    /// Whether they are whole numbers from 0.
    pub(super) fn are_indices(&self) -> bool {
        matches!(self.component, Component::U8 | Component::U16 | Component::U32)
    }
}

fn component(item: &Item<'_>) -> Result<Component, Error> {
    let code = item.whole("componentType")?;
    Ok(match item.required("componentType", code)? {
        5120 => Component::I8,
        5121 => Component::U8,
        5122 => Component::I16,
        5123 => Component::U16,
        5125 => Component::U32,
        5126 => Component::F32,
        code => {
            let message = format!("no type of numbers has code {code}");
            return Err(item.error_at("componentType", ErrorKind::Structure, message));
        }
    })
}
