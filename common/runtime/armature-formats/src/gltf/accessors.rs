//! Typed elements in buffers: every read is within its buffer view, whatever the file says.
//!
//! Source: glTF 2.0 specification, section 3.6, "Binary Data Storage".

use super::{
    buffers::Buffer,
    extensions,
    json::{Item, item_location},
    limits::MAX_MADE_BYTES,
};
use crate::loading::{Error, ErrorKind, Reporter};
use std::{
    borrow::Cow,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Storage of a number: its code in the file, its size, and the value of 1 in a normalised accessor.
type Component = (usize, usize, f64);

const I8: usize = 5120;
const U8: usize = 5121;
const I16: usize = 5122;
const U16: usize = 5123;
const U32: usize = 5125;
const F32: usize = 5126;

const COMPONENTS: [Component; 6] =
    [(I8, 1, 127.0), (U8, 1, 255.0), (I16, 2, 32767.0), (U16, 2, 65535.0), (U32, 4, 1.0), (F32, 4, 1.0)];

/// Decodes the first `N` numbers in some bytes; 0 for numbers beyond the bytes.
fn decode_numbers<const N: usize>(bytes: &[u8], &(code, ..): &Component) -> [f64; N] {
    fn decode<const N: usize, const SIZE: usize>(bytes: &[u8], number: impl Fn([u8; SIZE]) -> f64) -> [f64; N] {
        let (stored, _) = bytes.as_chunks();
        std::array::from_fn(|index| stored.get(index).map_or(0.0, |bytes| number(*bytes)))
    }
    match code {
        I8 => decode(bytes, |bytes| i8::from_le_bytes(bytes).into()),
        U8 => decode(bytes, |bytes| u8::from_le_bytes(bytes).into()),
        I16 => decode(bytes, |bytes| i16::from_le_bytes(bytes).into()),
        U16 => decode(bytes, |bytes| u16::from_le_bytes(bytes).into()),
        U32 => decode(bytes, |bytes| u32::from_le_bytes(bytes).into()),
        _ => decode(bytes, |bytes| f32::from_le_bytes(bytes).into()),
    }
}

/// A part of a buffer.
#[derive(Debug)]
struct View {
    buffer: usize,
    offset: usize,
    length: usize,
    /// 0 for elements without gaps; otherwise no less than the size of an element.
    stride: usize,
    compression: Option<&'static str>,
}

/// Start of the elements.
#[derive(Clone, Copy, Debug)]
struct Start {
    view: usize,
    offset: usize,
}

#[derive(Debug)]
struct Sparse {
    count: usize,
    indices: Start,
    index: &'static Component,
    values: Start,
}

#[derive(Debug)]
struct Accessor {
    /// `None` for zeros.
    start: Option<Start>,
    count: usize,
    component: &'static Component,
    /// Shape of an element and its number of numbers.
    kind: &'static (&'static str, usize),
    normalized: bool,
    sparse: Option<Sparse>,
}

/// The shapes of elements and their numbers of numbers.
const KINDS: [(&str, usize); 7] =
    [("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT2", 4), ("MAT3", 9), ("MAT4", 16)];

/// All accessors of a file, with its buffers.
#[derive(Debug)]
pub(super) struct Accessors {
    all: Vec<Accessor>,
    views: Vec<View>,
    buffers: Vec<Buffer>,
    /// Bytes that accessors without data in the file may still take.
    left: AtomicUsize,
    /// Knows the file's name.
    reporter: Reporter,
}

/// The elements of an accessor.
pub(super) struct Elements<'a> {
    data: Cow<'a, [u8]>,
    stride: usize,
    count: usize,
    component: &'static Component,
    normalized: bool,
}

/// Reads the start of an accessor's bytes, if it has any.
fn read_start(item: &Item<'_>) -> Result<Option<Start>, Error> {
    let Some(view) = item.index("bufferView", "bufferViews")? else { return Ok(None) };
    Ok(Some(Start { view, offset: item.get("byteOffset")?.unwrap_or(0) }))
}

fn need_start(item: &Item<'_>) -> Result<Start, Error> {
    read_start(item)?.ok_or_else(|| item.missing("bufferView"))
}

impl Accessors {
    /// Reads all buffer views and accessors.
    pub(super) fn read(root: &Item<'_>, buffers: Vec<Buffer>, reporter: Reporter) -> Result<Self, Error> {
        let views = root.objects("bufferViews", |item| {
            Ok(View {
                buffer: item.need_index("buffer", "buffers")?,
                offset: item.get("byteOffset")?.unwrap_or(0),
                length: item.need("byteLength")?,
                stride: item.get("byteStride")?.unwrap_or(0),
                compression: extensions::compression(&item)?,
            })
        })?;
        let all = root.objects("accessors", |item| {
            let sparse = item.object("sparse")?.map(|sparse| {
                let indices = sparse.need_object("indices")?;
                Ok::<_, Error>(Sparse {
                    count: sparse.need("count")?,
                    indices: need_start(&indices)?,
                    index: read_component(&indices)?,
                    values: need_start(&sparse.need_object("values")?)?,
                })
            });
            Ok(Accessor {
                start: read_start(&item)?,
                count: item.need("count")?,
                component: read_component(&item)?,
                kind: item.choice("type", &KINDS)?.ok_or_else(|| item.missing("type"))?,
                normalized: item.get("normalized")?.unwrap_or(false),
                sparse: sparse.transpose()?,
            })
        })?;
        Ok(Self { all, views, buffers, left: AtomicUsize::new(MAX_MADE_BYTES), reporter })
    }

    pub(super) fn element_count(&self, accessor: usize) -> usize {
        self.all[accessor].count
    }

    /// Returns the shape of an accessor's elements.
    pub(super) fn shape(&self, accessor: usize) -> &'static str {
        self.all[accessor].kind.0
    }

    pub(super) fn has_data(&self, accessor: usize) -> bool {
        self.all[accessor].start.is_some() || self.all[accessor].sparse.is_some()
    }

    /// Returns the number of bytes that the file declares for all buffers together.
    pub(super) fn bytes(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.length).sum()
    }

    /// Returns the bytes of a buffer view.
    pub(super) fn view_bytes(&self, view: usize) -> Result<&[u8], Error> {
        let View { buffer, offset, length, compression, .. } = self.views[view];
        let location = item_location("bufferViews", view);
        // Some files have uncompressed bytes in the view itself.
        if let Some(name) = compression.filter(|_| self.buffers[buffer].bytes.is_err()) {
            return Err(self.reporter.error(ErrorKind::Unsupported, Some(&location), format!("compressed by {name}")));
        }
        let bytes = self.buffers[buffer].bytes.as_ref().map_err(Clone::clone)?;
        if let Some(part) = bytes.get(offset..).and_then(|rest| rest.get(..length)) {
            return Ok(part);
        }
        let end = offset.saturating_add(length);
        let has = bytes.len();
        let message = format!("bytes {offset} to {end} of a buffer that has {has}");
        Err(self.reporter.error(ErrorKind::Data, Some(&location), message))
    }

    /// Returns the elements of an accessor. Their shape must be one of `kinds`; `purpose` is their use, for messages.
    pub(super) fn elements(&self, accessor: usize, kinds: &[&str], purpose: &str) -> Result<Elements<'_>, Error> {
        let Accessor { start, count, component, kind, normalized, ref sparse } = self.all[accessor];
        let &(kind, width) = kind;
        if !kinds.contains(&kind) {
            let message = format!("{purpose} is {}, and this is {kind}", kinds.join(" or "));
            return Err(self.error(accessor, ErrorKind::Structure, message));
        }
        let size = component.1 * width;
        let (bytes, stride) = match start {
            Some(start) => self.element_bytes(accessor, start, count, size)?,
            None => (&[][..], size),
        };
        if start.is_some() && sparse.is_none() {
            let data = Cow::Borrowed(bytes);
            return Ok(Elements { data, stride, count, component, normalized });
        }
        let made = sparse.as_ref().map_or(count, |sparse| sparse.count.saturating_add(count));
        if self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(made.checked_mul(size)?))
            .is_err()
        {
            let message = format!("more than {MAX_MADE_BYTES} bytes in sparse accessors and those without data");
            return Err(self.error(accessor, ErrorKind::Limit, message));
        }
        let mut data = vec![0; count * size];
        for (to, from) in data.chunks_exact_mut(size).zip(bytes.chunks(stride)) {
            to.copy_from_slice(&from[..size]);
        }
        if let &Some(Sparse { count: replaced, indices, index, values }) = sparse {
            let (indices, index_stride) = self.element_bytes(accessor, indices, replaced, index.1)?;
            let (values, value_stride) = self.element_bytes(accessor, values, replaced, size)?;
            for (bytes, value) in indices.chunks(index_stride).zip(values.chunks(value_stride)) {
                let [index] = decode_numbers::<1>(bytes, index).map(|index| index as usize);
                let Some(to) = data.chunks_exact_mut(size).nth(index) else {
                    let message = format!("sparse element {index} of {count} elements");
                    return Err(self.error(accessor, ErrorKind::Structure, message));
                };
                to.copy_from_slice(&value[..size]);
            }
        }
        Ok(Elements { data: Cow::Owned(data), stride: size, count, component, normalized })
    }

    /// Returns the bytes of `count` elements of an accessor from `start` on, and the distance between elements. `size` is the
    /// length of an element in bytes.
    fn element_bytes(
        &self,
        accessor: usize,
        Start { view, offset }: Start,
        count: usize,
        size: usize,
    ) -> Result<(&[u8], usize), Error> {
        let bytes = self.view_bytes(view)?;
        let stride = match self.views[view].stride {
            0 => size,
            stride if stride < size => {
                let message =
                    format!("the byteStride of buffer view {view} is {stride}, and an element has {size} bytes");
                return Err(self.error(accessor, ErrorKind::Data, message));
            }
            stride => stride,
        };
        let before_last = count.saturating_sub(1).checked_mul(stride);
        let last = if count == 0 { 0 } else { size };
        let length = before_last.and_then(|length| length.checked_add(last));
        let rest = bytes.get(offset..).unwrap_or(&[]);
        let part = length.and_then(|length| rest.get(..length)).ok_or_else(|| {
            let has = bytes.len();
            let message = format!(
                "{count} elements of {size} bytes from byte {offset} of buffer view {view}, which has {has} bytes"
            );
            self.error(accessor, ErrorKind::Data, message)
        })?;
        Ok((part, stride))
    }

    pub(super) fn error(&self, accessor: usize, kind: ErrorKind, message: String) -> Error {
        self.reporter.error(kind, Some(&item_location("accessors", accessor)), message)
    }
}

impl Elements<'_> {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the stored numbers of an element; 0 beyond the elements.
    fn stored<const N: usize>(&self, index: usize) -> [f64; N] {
        decode_numbers(self.data.get(index * self.stride..).unwrap_or(&[]), self.component)
    }

    /// Returns the numbers of an element, normalised whole ones from -1 or 0 to 1; 0 beyond the elements.
    pub(super) fn numbers<const N: usize>(&self, index: usize) -> [f32; N] {
        let stored = self.stored(index);
        if !self.normalized || self.component.0 == F32 {
            return stored.map(|number| number as f32);
        }
        stored.map(|number| (number / self.component.2).max(-1.0) as f32)
    }

    /// Returns the numbers of an element as whole numbers that are never normalised; 0 for negative numbers and NaN.
    pub(super) fn indices<const N: usize>(&self, index: usize) -> [u32; N] {
        self.stored(index).map(|number| number as u32)
    }

    /// Whether the elements are stored as whole numbers from 0.
    pub(super) fn are_indices(&self) -> bool {
        [U8, U16, U32].contains(&self.component.0)
    }
}

fn read_component(item: &Item<'_>) -> Result<&'static Component, Error> {
    let code: usize = item.need("componentType")?;
    COMPONENTS
        .iter()
        .find(|component| component.0 == code)
        .ok_or_else(|| item.error("componentType", ErrorKind::Structure, format!("no type of numbers has code {code}")))
}
