//! The two containers of glTF: JSON text, or a .glb with the text and one buffer in chunks.
//!
//! Source: glTF 2.0 specification, section 4, "GLB File Format Specification".

use crate::loading::{Error, Reporter};
use std::borrow::Cow;

pub(super) struct Container<'a> {
    pub(super) json: Cow<'a, [u8]>,
    pub(super) binary: Option<&'a [u8]>,
}

const MAGIC: &[u8] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BINARY: u32 = u32::from_le_bytes(*b"BIN\0");

/// Number of bytes by which a file is recognised, before which there may be blanks.
const BEGINNING: usize = 256;

/// Largest number of bytes that a length may exceed the file: some programs count a padding that they do not write.
const MAX_EXCESS: usize = 8;

/// Whether these bytes begin like a glTF file: with `glTF`, or as JSON text does.
pub fn is_gltf(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    bytes.starts_with(MAGIC) || utf8(beginning).trim_ascii_start().starts_with(b"{")
}

/// Returns text without its byte order mark; UTF-16, as shells save it, as UTF-8.
fn utf8(text: &[u8]) -> Cow<'_, [u8]> {
    match text {
        [0xEF, 0xBB, 0xBF, rest @ ..] => Cow::Borrowed(rest),
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(from_utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(from_utf16(rest, u16::from_be_bytes)),
        _ => Cow::Borrowed(text),
    }
}

fn from_utf16(text: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units: Vec<u16> = text.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units).into_bytes()
}

/// Finds the JSON text and the buffer of a file. Other chunks, and bytes after the last chunk, are skipped.
pub(super) fn split_container<'a>(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Container<'a>, Error> {
    if !bytes.starts_with(MAGIC) {
        if is_gltf(bytes) {
            return Ok(Container { json: utf8(without_zeros(bytes, reporter)), binary: None });
        }
        return refuse(reporter, "not a glTF file: it begins neither as a .glb nor as JSON text".into());
    }
    let (Some(version), Some(length)) = (read_number(bytes, 4), read_number(bytes, 8)) else {
        return refuse(reporter, "the file ends inside the header of a .glb".into());
    };
    if version != 2 {
        return refuse(reporter, format!("binary glTF version {version}: only 2 is read"));
    }
    let available = bytes.len();
    if length > available + MAX_EXCESS {
        return refuse(reporter, format!("a .glb of {length} bytes, of which there are only {available}"));
    }
    let mut is_too_long = length > available;
    let mut rest = bytes.get(12..length.min(available)).unwrap_or(&[]);
    let mut chunks = [None; 2];
    for (index, chunk) in chunks.iter_mut().enumerate() {
        let (Some(length), Some(kind)) = (read_number(rest, 0), read_number(rest, 4)) else { break };
        let content = &rest[8..];
        let available = content.len();
        // The JSON text must be whole.
        if length > available + if index == 0 { 0 } else { MAX_EXCESS } {
            return refuse(reporter, format!("chunk {index} has {length} bytes, of which there are only {available}"));
        }
        is_too_long |= length > available;
        let (content, after) = content.split_at(available.min(length));
        rest = after;
        *chunk = Some((kind as u32, content));
    }
    let [Some((JSON, json)), second] = chunks else {
        return refuse(reporter, "a .glb whose first chunk is not JSON".into());
    };
    if is_too_long {
        reporter.warn(None, "a length in the .glb is a few bytes too long: it is read up to its end");
    }
    if length < available {
        reporter.warn(None, format!("{} bytes after the end of the .glb", available - length));
    }
    let binary = second.filter(|(kind, _)| *kind == BINARY).map(|(_, binary)| binary);
    Ok(Container { json: utf8(without_zeros(json, reporter)), binary })
}

fn refuse<T>(reporter: &Reporter, message: String) -> Result<T, Error> {
    Err(reporter.error(None, message))
}

/// Returns the text without the zero bytes that some programs write after it.
fn without_zeros<'a>(json: &'a [u8], reporter: &mut Reporter) -> &'a [u8] {
    let text = json.iter().rposition(|byte| *byte != 0).map_or(&[][..], |last| &json[..=last]);
    // The last letter of UTF-16 may end with a zero.
    if text.len() + 1 < json.len() || json.len() > text.len() && !json.starts_with(b"\xFF\xFE") {
        reporter.warn(None, "zero bytes after the JSON text: they are skipped");
        return text;
    }
    json
}

/// Returns the number in the four bytes from `offset` on.
fn read_number(bytes: &[u8], offset: usize) -> Option<usize> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?) as usize)
}
