//! The file's buffers: in the .glb, in the text as base64, or in files beside the model.

use super::{
    extensions,
    json::Item,
    limits::{MAX_ADDRESS_BYTES, MAX_FILE_BYTES},
};
use crate::loading::{
    Error, ErrorKind,
    address::{percent_decoded, percent_decoded_bytes},
    file,
    files::{Files, beside},
};
use std::path::PathBuf;

/// A buffer.
#[derive(Debug)]
pub(super) struct Buffer {
    /// Length in bytes, by the file.
    pub(super) length: usize,
    /// Its bytes, or why there are none: an error only for what needs them.
    pub(super) bytes: Result<Vec<u8>, Error>,
    /// The file that they were read from, if it is another one.
    pub(super) file: Option<PathBuf>,
}

/// All buffers. `binary` is the one of a .glb; `files` are those beside the model.
pub(super) fn read(root: &Item<'_>, mut binary: Option<&[u8]>, files: Files<'_>) -> Result<Vec<Buffer>, Error> {
    let mut left = MAX_FILE_BYTES as usize;
    root.objects("buffers", |item| {
        let length = item.need("byteLength")?;
        left = usize::checked_sub(left, length).ok_or_else(|| {
            let message = format!("more than {MAX_FILE_BYTES} bytes in all buffers together");
            item.error("byteLength", ErrorKind::Limit, message)
        })?;
        let compressed = extensions::compression(&item)?;
        let mut file = None;
        let bytes = match (item.get("uri")?, binary.take()) {
            (Some(address), _) => bytes(address, length, files, &mut file),
            (None, Some(binary)) => Ok(binary[..length.min(binary.len())].to_vec()),
            (None, None) => Err("a buffer without \"uri\", which only the first of a .glb is".into()),
        };
        let bytes = bytes.and_then(|bytes| match bytes.len() {
            has if has < length => Err(format!("{length} bytes, of which there are only {has}")),
            _ => Ok(bytes),
        });
        let bytes = bytes.map_err(|message| match compressed {
            Some(name) => extensions::refused(&item, name),
            None => item.error("", ErrorKind::Data, message),
        });
        Ok(Buffer { length, bytes, file })
    })
}

/// The first bytes, up to `length`, of what an address means, and the file that they are in. The error is for people.
fn bytes(address: &str, length: usize, files: Files<'_>, file: &mut Option<PathBuf>) -> Result<Vec<u8>, String> {
    if let Some(data) = address.strip_prefix("data:") {
        return embedded(data);
    }
    let shown: String = address.chars().take(80).filter(|c| !c.is_control()).collect();
    if address.len() > MAX_ADDRESS_BYTES {
        return Err(format!("an address of {} bytes: \"{shown}...\"", address.len()));
    }
    let missing = || {
        let name = percent_decoded(&shown).replace(char::is_control, " ");
        format!("no file \"{name}\" beside the model: a .gltf needs the files that came with it")
    };
    match files {
        Files::None => Err(format!("the buffer \"{shown}\" is another file, and only this one is read")),
        Files::Folder(folder) => {
            let path = beside(folder, address).ok_or_else(missing)?;
            file::read(file.insert(path), length as u64).map_err(|error| format!("buffer \"{shown}\": {error}"))
        }
        Files::Resolved(resolved) => {
            let bytes = resolved.get(address).ok_or_else(missing)?;
            Ok(bytes[..length.min(bytes.len())].to_vec())
        }
    }
}

/// Decodes the text behind `data:`.
pub(super) fn embedded(data: &str) -> Result<Vec<u8>, String> {
    let (kind, data) = data.split_once(',').ok_or("a data: address without a comma")?;
    let mut data = percent_decoded_bytes(data);
    if !kind.ends_with(";base64") {
        return Ok(data);
    }
    data.retain(|letter| !letter.is_ascii_whitespace()); // some write it in lines
    base64(&data).ok_or_else(|| "damaged base64".into())
}

/// Decodes base64, with or without padding (RFC 4648, section 4).
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(text);
    if text.len() % 4 == 1 {
        return None;
    }
    let (fours, rest) = text.as_chunks();
    let mut last = [b'A'; 4];
    last[..rest.len()].copy_from_slice(rest);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut all = 0;
    fours.iter().chain([&last]).for_each(|four| {
        let mut bits = 0u32;
        for letter in four {
            let six = SIX_BITS[usize::from(*letter)];
            all |= six;
            bits = bits << 6 | u32::from(six);
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
    });
    bytes.truncate(text.len() * 3 / 4);
    (all < 64).then_some(bytes)
}

/// Value of each letter; more than six bits if base64 does not use the letter.
const SIX_BITS: [u8; 256] = {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = [u8::MAX; 256];
    let mut at = 0;
    while at < letters.len() {
        bits[letters[at] as usize] = at as u8;
        at += 1;
    }
    bits[b'-' as usize] = 62;
    bits[b'_' as usize] = 63;
    bits
};

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10, and what it refuses.
    #[test]
    fn base64_of_every_length() {
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, text) in texts.into_iter().enumerate() {
            let want = b"foobar"[..length].to_vec();
            assert_eq!(base64(text.as_bytes()), Some(want.clone()), "{text}");
            assert_eq!(base64(text.trim_end_matches('=').as_bytes()), Some(want), "{text}");
        }
        assert_eq!(base64(b"/+8A"), Some(vec![0xFF, 0xEF, 0]));
        for wrong in ["Z", "Zm9vY", "Zm 9", "Zm9\u{e9}", "===="] {
            assert_eq!(base64(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn data_addresses() {
        assert_eq!(embedded("application/octet-stream;base64,Zm8="), Ok(b"fo".to_vec()));
        assert_eq!(
            embedded("application/gltf-buffer;base64,Zm\n8%3D\r\n"),
            Ok(b"fo".to_vec()),
            "in lines, and escaped"
        );
        assert_eq!(embedded("application/octet-stream,f%00%ffo"), Ok(b"f\0\xFFo".to_vec()));
        assert!(embedded("base64").is_err());
    }

    #[test]
    fn files_beside_the_model_alone() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("model");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(outer.path().join("secret.bin"), "secret").unwrap();
        std::fs::write(folder.join("a b.bin"), "abcdef").unwrap();
        let files = Files::Folder(&folder);
        assert_eq!(bytes("a%20b.bin", 4, files, &mut None), Ok(b"abcd".to_vec()));
        assert_eq!(
            bytes("../secret.bin", 4, files, &mut None),
            Err("no file \"../secret.bin\" beside the model: a .gltf needs the files that came with it".into())
        );
        assert!(bytes("a b.bin", 4, Files::None, &mut None).is_err());
        assert!(bytes(&"x".repeat(5000), 4, files, &mut None).unwrap_err().len() < 200);
    }
}
