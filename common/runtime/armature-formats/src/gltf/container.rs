//! The two containers of glTF: JSON text, or a .glb with the text and one buffer in chunks.
//!
//! Source: glTF 2.0 specification, section 4, "GLB File Format Specification".

use crate::loading::{Error, ErrorKind, Reporter};

pub(super) struct Container<'a> {
    pub(super) json: &'a [u8],
    pub(super) binary: Option<&'a [u8]>,
}

const MAGIC: &[u8] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BINARY: u32 = u32::from_le_bytes(*b"BIN\0");

/// Whether these bytes begin like a glTF file: with `glTF`, or as JSON text does.
pub fn is_gltf(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.starts_with(MAGIC) || text.trim_ascii_start().starts_with(b"{")
}

/// Largest number of bytes that a length may exceed the file: some programs count a padding that they do not write.
const MAX_EXCESS: usize = 8;

/// Finds the JSON text and the buffer of a file. Other chunks, and bytes after the last chunk, are skipped.
pub(super) fn split_container<'a>(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Container<'a>, Error> {
    if !bytes.starts_with(MAGIC) {
        if is_gltf(bytes) {
            return Ok(Container { json: without_zeros(bytes, reporter), binary: None });
        }
        let message = "not a glTF file: it begins neither as a .glb nor as JSON text";
        return Err(reporter.error(ErrorKind::Container, None, message));
    }
    let error = |message: String| reporter.error(ErrorKind::Container, None, message);
    let cut = || error("the file ends inside the header of a .glb".into());
    let version = read_number(bytes, 4).ok_or_else(cut)?;
    if version != 2 {
        return Err(error(format!("binary glTF version {version}: only 2 is read")));
    }
    let length = read_number(bytes, 8).ok_or_else(cut)? as usize;
    let available = bytes.len();
    if length > available + MAX_EXCESS {
        return Err(error(format!("a .glb of {length} bytes, of which there are only {available}")));
    }
    let mut is_too_long = length > available;
    let mut rest = bytes.get(12..length.min(available)).unwrap_or(&[]);
    let mut chunks = [None; 2];
    for (index, chunk) in chunks.iter_mut().enumerate() {
        let (Some(length), Some(kind)) = (read_number(rest, 0), read_number(rest, 4)) else { break };
        let content = &rest[8..];
        let available = content.len();
        // The JSON text must be whole.
        if length as usize > available + if index == 0 { 0 } else { MAX_EXCESS } {
            return Err(error(format!("chunk {index} has {length} bytes, of which there are only {available}")));
        }
        if index == 0 && kind != JSON {
            break;
        }
        is_too_long |= length as usize > available;
        let (content, after) = content.split_at(available.min(length as usize));
        rest = after;
        *chunk = Some((kind, content));
    }
    let [Some((_, json)), second] = chunks else {
        return Err(error("a .glb whose first chunk is not JSON".into()));
    };
    let binary = second.filter(|(kind, _)| *kind == BINARY).map(|(_, binary)| binary);
    if is_too_long {
        reporter.warn(None, "a length in the .glb is a few bytes too long: it is read up to its end");
    }
    let json = without_zeros(json, reporter);
    if length < bytes.len() {
        reporter.warn(None, format!("{} bytes after the end of the .glb", bytes.len() - length));
    }
    Ok(Container { json, binary })
}

/// Returns the text without the zero bytes that some programs write after it.
fn without_zeros<'a>(json: &'a [u8], reporter: &mut Reporter) -> &'a [u8] {
    let text = json.iter().rposition(|byte| *byte != 0).map_or(&[][..], |last| &json[..=last]);
    if text.len() < json.len() {
        reporter.warn(None, "zero bytes after the JSON text: they are skipped");
    }
    text
}

/// Returns the number in the four bytes from `offset` on.
fn read_number(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a .glb with some chunks.
    fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0....".to_vec();
        for (kind, content) in chunks {
            bytes.extend((content.len() as u32).to_le_bytes());
            bytes.extend(*kind);
            bytes.extend(*content);
        }
        let length = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    fn parts(bytes: &[u8]) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
        let mut reporter = Reporter::new("a.glb");
        let found = split_container(bytes, &mut reporter).map_err(|error| error.to_string())?;
        Ok((found.json.to_vec(), found.binary.map(<[u8]>::to_vec)))
    }

    #[test]
    fn chunks_by_kind_and_place() {
        let json = b"{}  ";
        let binary = b"1234";
        let both = parts(&glb(&[(b"JSON", json), (b"BIN\0", binary)])).unwrap();
        assert_eq!(both, (json.to_vec(), Some(binary.to_vec())));
        let more = glb(&[(b"JSON", json), (b"BIN\0", binary), (b"MORE", b"x"), (b"BIN\0", b"y")]);
        assert_eq!(parts(&more).unwrap(), both, "further chunks are skipped");
        let other = parts(&glb(&[(b"JSON", json), (b"MORE", b"x"), (b"BIN\0", binary)])).unwrap();
        assert_eq!(other.1, None, "the buffer is the second chunk or none");
        assert_eq!(parts(b" {}").unwrap(), (b" {}".to_vec(), None));
    }

    /// The last chunk may be shorter than its length says, but all that accessors need must be there.
    #[test]
    fn a_few_bytes_too_few_and_zeros_for_blanks() {
        let mut reporter = Reporter::new("a.glb");
        let mut bytes = glb(&[(b"JSON", b"{} \0\0"), (b"BIN\0", b"123")]);
        let last = bytes.len() - 11;
        for at in [8, last] {
            bytes[at] += 3;
        }
        let found = split_container(&bytes, &mut reporter).unwrap();
        assert_eq!((found.json, found.binary), (&b"{} "[..], Some(&b"123"[..])));
        let warnings: Vec<String> = reporter.into_warnings().iter().map(ToString::to_string).collect();
        let long = "a.glb: a length in the .glb is a few bytes too long: it is read up to its end";
        assert_eq!(warnings, [long, "a.glb: zero bytes after the JSON text: they are skipped"]);
        bytes[last] += 10;
        assert_eq!(parts(&bytes).unwrap_err(), "a.glb: chunk 1 has 16 bytes, of which there are only 3");
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = glb(&[(b"JSON", b"{}"), (b"BIN\0", b"12")]);
        for length in 0..whole.len() {
            let result = parts(&whole[..length]);
            assert!(result.is_err() || length >= 22, "{length}");
            let mut short = whole.clone();
            short[8..12].copy_from_slice(&(length as u32).to_le_bytes());
            let result = parts(&short);
            assert!(result.is_err() || length >= 22, "{length}");
        }
        assert_eq!(parts(&whole[..11]).unwrap_err(), "a.glb: the file ends inside the header of a .glb");
        assert_eq!(parts(&whole[..15]).unwrap_err(), "a.glb: a .glb of 32 bytes, of which there are only 15");
        let mut reporter = Reporter::new("a.glb");
        split_container(&[whole.as_slice(), b"more"].concat(), &mut reporter).unwrap();
        assert_eq!(reporter.into_warnings()[0].to_string(), "a.glb: 4 bytes after the end of the .glb");
        let message = parts(&glb(&[(b"BIN\0", b"12")])).unwrap_err();
        assert_eq!(message, "a.glb: a .glb whose first chunk is not JSON");
        let mut old = whole.clone();
        old[4] = 1;
        assert_eq!(parts(&old).unwrap_err(), "a.glb: binary glTF version 1: only 2 is read");
        assert!(parts(b"PK\x03\x04").is_err());
    }
}
