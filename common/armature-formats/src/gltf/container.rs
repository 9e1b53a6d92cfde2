//! The two forms of a file: JSON text, or a .glb with the text and one buffer in chunks.
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

/// Lengths may be so many bytes more than there are: some programs count a filling that they do not write.
const TOO_LONG: usize = 8;

/// Finds the parts. Chunks of other kinds, and what follows the last one, are skipped.
pub(super) fn split<'a>(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Container<'a>, Error> {
    if !bytes.starts_with(MAGIC) {
        if is_gltf(bytes) {
            return Ok(Container { json: without_zeros(bytes, reporter), binary: None });
        }
        let message = "not a glTF file: it begins neither as a .glb nor as JSON text";
        return Err(reporter.error(ErrorKind::Container, None, message));
    }
    let refuse = |message: String| reporter.error(ErrorKind::Container, None, message);
    let cut = || refuse("the file ends inside the header of a .glb".into());
    let version = number(bytes, 4).ok_or_else(cut)?;
    if version != 2 {
        return Err(refuse(format!("binary glTF version {version}: only 2 is read")));
    }
    let length = number(bytes, 8).ok_or_else(cut)? as usize;
    let has = bytes.len();
    if length > has + TOO_LONG {
        return Err(refuse(format!("a .glb of {length} bytes, of which there are only {has}")));
    }
    let mut too_long = length > has;
    let mut rest = bytes.get(12..length.min(has)).unwrap_or(&[]);
    let mut chunk = |at| {
        let (Some(length), Some(kind)) = (number(rest, 0), number(rest, 4)) else {
            return Ok(None);
        };
        let content = &rest[8..];
        let has = content.len();
        // The text has no end of its own.
        if length as usize > has + if at == 0 { 0 } else { TOO_LONG } {
            return Err(refuse(format!("chunk {at} has {length} bytes, of which there are only {has}")));
        }
        too_long |= length as usize > has;
        let chunk = &content[..has.min(length as usize)];
        rest = &content[chunk.len()..];
        Ok(Some((kind, chunk)))
    };
    let Some((JSON, json)) = chunk(0)? else {
        return Err(refuse("a .glb whose first chunk is not JSON".into()));
    };
    let binary = chunk(1)?.filter(|(kind, _)| *kind == BINARY).map(|(_, binary)| binary);
    if too_long {
        reporter.warn(None, "a length in the .glb is a few bytes too long: it is read up to its end");
    }
    let json = without_zeros(json, reporter);
    if length < bytes.len() {
        let message = format!("{} bytes after the end of the .glb", bytes.len() - length);
        reporter.warn(None, message);
    }
    Ok(Container { json, binary })
}

/// The text without zero bytes after it, where blanks should be.
fn without_zeros<'a>(json: &'a [u8], reporter: &mut Reporter) -> &'a [u8] {
    let text = json.iter().rposition(|byte| *byte != 0).map_or(&[][..], |last| &json[..=last]);
    if text.len() < json.len() {
        reporter.warn(None, "zero bytes after the JSON text: they are skipped");
    }
    text
}

/// The four bytes from `at` on, as a number.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let found = split(bytes, &mut reporter).map_err(|error| error.to_string())?;
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

    /// The buffer itself must still have all that is asked of it.
    #[test]
    fn a_few_bytes_too_few_and_zeros_for_blanks() {
        let mut reporter = Reporter::new("a.glb");
        let mut bytes = glb(&[(b"JSON", b"{} \0\0"), (b"BIN\0", b"123")]);
        let last = bytes.len() - 11;
        for at in [8, last] {
            bytes[at] += 3;
        }
        let found = split(&bytes, &mut reporter).unwrap();
        assert_eq!((found.json, found.binary), (&b"{} "[..], Some(&b"123"[..])));
        let warnings: Vec<String> = reporter.into_warnings().iter().map(ToString::to_string).collect();
        assert!(warnings[0].contains("a few bytes too long") && warnings[1].contains("zero bytes"), "{warnings:?}");
        bytes[last] += 10;
        assert!(parts(&bytes).is_err());
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
        let message = parts(&glb(&[(b"BIN\0", b"12")])).unwrap_err();
        assert_eq!(message, "a.glb: a .glb whose first chunk is not JSON");
        let mut old = whole.clone();
        old[4] = 1;
        assert_eq!(parts(&old).unwrap_err(), "a.glb: binary glTF version 1: only 2 is read");
        assert!(parts(b"PK\x03\x04").is_err());
    }
}
