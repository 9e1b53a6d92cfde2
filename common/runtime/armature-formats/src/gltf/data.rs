//! The file's numbers: buffers in the .glb, in the text as base64, or in files beside the model, and typed elements in
//! them. Every read is within its buffer view, whatever the file says.
//!
//! Source: glTF 2.0 specification, section 3.6, "Binary Data Storage".

use super::{
    extensions,
    json::{Item, Text},
    limits::{MAX_ADDRESS_BYTES, MAX_FILE_BYTES, MAX_MADE_BYTES},
};
use crate::loading::{
    address::{embedded_data, percent_decoded, percent_decoded_bytes, printable},
    files::{Files, find_in_folder, read_up_to},
    foreign::describe_foreign,
};
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use std::{borrow::Cow, cell::Cell, path::PathBuf};

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

/// The shapes of elements.
const KINDS: [&str; 7] = ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"];

/// Number of numbers of each of [`KINDS`].
const WIDTHS: [usize; 7] = [1, 2, 3, 4, 4, 9, 16];

/// The bytes of a buffer, or a message for objects that need them.
type Buffer<'a> = Result<Cow<'a, [u8]>, String>;

/// The buffers of a file, with its text.
pub(super) struct Data<'a> {
    text: &'a Text,
    buffers: Vec<Buffer<'a>>,
    /// Bytes that accessors without data in the file may still take.
    left: Cell<usize>,
    /// Number of bytes that the file declares for all buffers together.
    pub(super) declared: usize,
    /// The files that buffers were read from.
    pub(super) files: Vec<PathBuf>,
}

/// The elements of an accessor.
pub(super) struct Elements<'a> {
    data: Cow<'a, [u8]>,
    stride: usize,
    count: usize,
    /// Number of numbers of an element.
    pub(super) width: usize,
    component: &'static Component,
    normalized: bool,
}

impl<'a> Data<'a> {
    /// Reads all buffers. `binary` is the buffer in a .glb; `beside` are the files beside the model.
    pub(super) fn read(text: &'a Text, mut binary: Option<&'a [u8]>, beside: Files<'_>) -> Self {
        let mut data =
            Data { text, buffers: Vec::new(), left: Cell::new(MAX_MADE_BYTES), declared: 0, files: Vec::new() };
        for item in text.root().objects("buffers") {
            let length: usize = item.need("byteLength", item.get("byteLength")).unwrap_or(0);
            data.declared = data.declared.saturating_add(length);
            if data.declared > MAX_FILE_BYTES as usize {
                let message = format!("more than {MAX_FILE_BYTES} bytes in all buffers together");
                item.refuse("byteLength", message);
                break;
            }
            let bytes = match (item.get::<String>("uri"), binary.take()) {
                (Some(address), _) => data.read_bytes(&address, length, beside),
                (None, Some(binary)) => Ok(Cow::Borrowed(&binary[..length.min(binary.len())])),
                (None, None) => Err("a buffer without \"uri\", which only the first of a .glb is".into()),
            };
            data.buffers.push(bytes.and_then(|bytes| match (bytes.len(), describe_foreign(&bytes)) {
                (_, Some(message)) => Err(message.into()),
                (available, _) if available < length => {
                    Err(format!("{length} bytes, of which there are only {available}"))
                }
                _ => Ok(bytes),
            }));
        }
        data
    }

    /// Reads up to `length` bytes from the file or data that an address means. The error is a message for people.
    fn read_bytes(&mut self, address: &str, length: usize, beside: Files<'_>) -> Buffer<'a> {
        if let Some(data) = embedded_data(address) {
            return decode_data(data).map(Cow::Owned);
        }
        let shown = printable(address);
        if address.len() > MAX_ADDRESS_BYTES {
            return Err(format!("an address of {} bytes: \"{shown}\"", address.len()));
        }
        let bytes = match beside {
            Files::None => return Err(format!("the buffer \"{shown}\" is another file, and only this one is read")),
            Files::Folder(folder) => match find_in_folder(folder, address) {
                Some(path) => {
                    let bytes = read_up_to(&path, length as u64).map_err(|error| error.to_string())?;
                    self.files.push(path);
                    Some(bytes)
                }
                None => None,
            },
            Files::Resolved(resolved) => resolved.get(address).map(|bytes| bytes[..length.min(bytes.len())].to_vec()),
        };
        bytes.map(Cow::Owned).ok_or_else(|| {
            let name = percent_decoded(&shown).replace(char::is_control, " ");
            format!("no file \"{name}\" beside the model: a .gltf needs the files that came with it")
        })
    }

    /// Returns the bytes of a buffer view, or refuses the file if its buffer could not be read.
    pub(super) fn view_bytes(&self, index: usize) -> Option<&[u8]> {
        let view = self.text.item("bufferViews", index);
        let buffer = view.need("buffer", view.index("buffer", "buffers"))?;
        let length: usize = view.need("byteLength", view.get("byteLength"))?;
        let offset = view.get("byteOffset").unwrap_or(0);
        let bytes = match self.buffers.get(buffer)? {
            Ok(bytes) => bytes,
            Err(message) => {
                let item = self.text.item("buffers", buffer);
                match (extensions::compression(&view), extensions::compression(&item)) {
                    // Some files have uncompressed bytes in the buffer itself.
                    (Some(name), _) => view.refuse("", format!("compressed by {name}")),
                    (None, Some(name)) => extensions::refuse(&item, "", name),
                    (None, None) => item.refuse("", message),
                }
                return None;
            }
        };
        let part = bytes.get(offset..).and_then(|rest| rest.get(..length));
        if part.is_none() {
            let end = offset.saturating_add(length);
            view.warn("", format!("bytes {offset} to {end} of a buffer that has {}: left out", bytes.len()));
        }
        part
    }

    /// Returns the number of elements of an accessor.
    pub(super) fn count(&self, accessor: usize) -> usize {
        self.text.item("accessors", accessor).get("count").unwrap_or(0)
    }

    /// Whether an accessor is of more than zeros.
    pub(super) fn has_data(&self, accessor: usize) -> bool {
        let item = self.text.item("accessors", accessor);
        item.has("bufferView") || item.has("sparse")
    }

    /// Returns the elements of an accessor. Their shape must be one of `kinds`; `purpose` is their use, for messages.
    pub(super) fn elements(&self, accessor: usize, kinds: &[&str], purpose: &str) -> Option<Elements<'_>> {
        let item = self.text.item("accessors", accessor);
        let kind = item.need("type", item.choice("type", &KINDS))?;
        if !kinds.contains(&KINDS[kind]) {
            item.warn("", format!("{purpose} is {}, and this is {}: left out", kinds.join(" or "), KINDS[kind]));
            return None;
        }
        let component = read_component(&item)?;
        let count: usize = item.need("count", item.get("count"))?;
        let normalized = item.get("normalized").unwrap_or(false);
        let width = WIDTHS[kind];
        let size = component.1 * width;
        let sparse = item.object("sparse");
        let stored = if item.has("bufferView") { Some(self.stored(&item, &item, count, size)?) } else { None };
        if let (Some((bytes, stride)), None) = (stored, &sparse) {
            return Some(Elements { data: Cow::Borrowed(bytes), stride, count, width, component, normalized });
        }
        let replaced: usize = sparse.as_ref().map_or(Some(0), |sparse| sparse.need("count", sparse.get("count")))?;
        let made = replaced.saturating_add(count).saturating_mul(size);
        let Some(left) = self.left.get().checked_sub(made) else {
            let message = format!("more than {MAX_MADE_BYTES} bytes in sparse accessors and those without data");
            item.refuse("", message);
            return None;
        };
        self.left.set(left);
        let mut data = vec![0; count * size];
        if let Some((bytes, stride)) = stored {
            for (to, from) in data.chunks_exact_mut(size).zip(bytes.chunks(stride)) {
                to.copy_from_slice(&from[..size]);
            }
        }
        if let Some(sparse) = sparse {
            let indices = sparse.need("indices", sparse.object("indices"))?;
            let index = read_component(&indices)?;
            let (places, place_stride) = self.stored(&item, &indices, replaced, index.1)?;
            let values = sparse.need("values", sparse.object("values"))?;
            let (values, value_stride) = self.stored(&item, &values, replaced, size)?;
            for (place, value) in places.chunks(place_stride).zip(values.chunks(value_stride)) {
                let [place] = decode_numbers::<1>(place, index).map(|place| place as usize);
                let Some(to) = data.chunks_exact_mut(size).nth(place) else {
                    item.warn("", format!("sparse element {place} of {count} elements: left out"));
                    continue;
                };
                to.copy_from_slice(&value[..size]);
            }
        }
        Some(Elements { data: Cow::Owned(data), stride: size, count, width, component, normalized })
    }

    /// Returns the bytes of `count` elements of an accessor, from where `start` says, and the distance between elements.
    /// `size` is the length of an element in bytes.
    fn stored(&self, accessor: &Item<'_>, start: &Item<'_>, count: usize, size: usize) -> Option<(&[u8], usize)> {
        let view = start.need("bufferView", start.index("bufferView", "bufferViews"))?;
        let bytes = self.view_bytes(view)?;
        let offset: usize = start.get("byteOffset").unwrap_or(0);
        let stride = self.text.item("bufferViews", view).get("byteStride").filter(|stride| *stride > 0).unwrap_or(size);
        if stride < size {
            let message =
                format!("the byteStride of buffer view {view} is {stride}, and an element has {size} bytes: left out");
            accessor.warn("", message);
            return None;
        }
        let before_last = count.saturating_sub(1).checked_mul(stride);
        let length = before_last.and_then(|length| length.checked_add(if count == 0 { 0 } else { size }));
        let part = length.and_then(|length| bytes.get(offset..)?.get(..length));
        if part.is_none() {
            let message = format!(
                "{count} elements of {size} bytes from byte {offset} of buffer view {view}, which has {} bytes: left out",
                bytes.len()
            );
            accessor.warn("", message);
        }
        Some((part?, stride))
    }
}

impl Elements<'_> {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the stored numbers of an element; 0 beyond its own and beyond the elements.
    fn stored<const N: usize>(&self, index: usize) -> [f64; N] {
        let rest = self.data.get(index * self.stride..).unwrap_or(&[]);
        decode_numbers(rest.get(..self.component.1 * self.width).unwrap_or(&[]), self.component)
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

fn read_component(item: &Item<'_>) -> Option<&'static Component> {
    let code: usize = item.need("componentType", item.get("componentType"))?;
    let component = COMPONENTS.iter().find(|component| component.0 == code);
    if component.is_none() {
        item.warn("componentType", format!("no type of numbers has code {code}: left out"));
    }
    component
}

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

/// Base64 with or without padding (RFC 4648, section 4).
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Decodes the text after `data:` in an address.
pub(super) fn decode_data(data: &str) -> Result<Vec<u8>, String> {
    let (kind, data) = data.split_once(',').ok_or("a data: address without a comma")?;
    let mut data = percent_decoded_bytes(data);
    let encoding = kind.rsplit(';').next().unwrap_or_default();
    if !encoding.eq_ignore_ascii_case("base64") {
        return Ok(data);
    }
    data.retain(|letter| !letter.is_ascii_whitespace()); // some write it in lines
    for letter in &mut data {
        match letter {
            b'-' => *letter = b'+', // as in addresses (section 5)
            b'_' => *letter = b'/',
            _ => {}
        }
    }
    BASE64.decode(data).map_err(|_| "damaged base64".into())
}
