//! The file's buffers: in the .glb, in the text as base64, or in files beside the model.

use super::{
    extensions,
    json::Item,
    limits::{MAX_ADDRESS_BYTES, MAX_FILE_BYTES},
};
use crate::loading::{
    Error, ErrorKind,
    address::{embedded_data, percent_decoded, percent_decoded_bytes, printable},
    files::{Files, find_in_folder, read_up_to},
};
use std::path::PathBuf;

/// A buffer.
#[derive(Debug)]
pub(super) struct Buffer {
    /// Length in bytes, by the file.
    pub(super) length: usize,
    /// Its bytes, or the error for objects that need them.
    pub(super) bytes: Result<Vec<u8>, Error>,
    /// The other file from which they were read.
    pub(super) file: Option<PathBuf>,
}

/// Reads all buffers. `binary` is the buffer in a .glb; `files` are the files beside the model.
pub(super) fn read_buffers(root: &Item<'_>, mut binary: Option<&[u8]>, files: Files<'_>) -> Result<Vec<Buffer>, Error> {
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
            (Some(address), _) => read_bytes(address, length, files, &mut file),
            (None, Some(binary)) => Ok(binary[..length.min(binary.len())].to_vec()),
            (None, None) => Err("a buffer without \"uri\", which only the first of a .glb is".into()),
        };
        let bytes = bytes.and_then(|bytes| match bytes.len() {
            available if available < length => Err(format!("{length} bytes, of which there are only {available}")),
            _ => Ok(bytes),
        });
        let bytes = bytes.map_err(|message| match compressed {
            Some(name) => extensions::required_error(&item, name),
            None => item.error("", ErrorKind::Data, message),
        });
        Ok(Buffer { length, bytes, file })
    })
}

/// Reads up to `length` bytes from the file or data that an address means, and sets `file` to the path of a file. The error
/// is a message for people.
fn read_bytes(address: &str, length: usize, files: Files<'_>, file: &mut Option<PathBuf>) -> Result<Vec<u8>, String> {
    if let Some(data) = embedded_data(address) {
        return decode_data(data);
    }
    let shown = printable(address);
    if address.len() > MAX_ADDRESS_BYTES {
        return Err(format!("an address of {} bytes: \"{shown}\"", address.len()));
    }
    let missing = || {
        let name = percent_decoded(&shown).replace(char::is_control, " ");
        format!("no file \"{name}\" beside the model: a .gltf needs the files that came with it")
    };
    match files {
        Files::None => Err(format!("the buffer \"{shown}\" is another file, and only this one is read")),
        Files::Folder(folder) => {
            let path = find_in_folder(folder, address).ok_or_else(missing)?;
            read_up_to(file.insert(path), length as u64).map_err(|error| error.to_string())
        }
        Files::Resolved(resolved) => {
            let bytes = resolved.get(address).ok_or_else(missing)?;
            Ok(bytes[..length.min(bytes.len())].to_vec())
        }
    }
}

/// Decodes the text after `data:` in an address.
pub(super) fn decode_data(data: &str) -> Result<Vec<u8>, String> {
    let (kind, data) = data.split_once(',').ok_or("a data: address without a comma")?;
    let mut data = percent_decoded_bytes(data);
    let encoding = kind.rsplit(';').next().unwrap_or_default();
    if !encoding.eq_ignore_ascii_case("base64") {
        return Ok(data);
    }
    data.retain(|letter| !letter.is_ascii_whitespace()); // some write it in lines
    decode_base64(&data).ok_or_else(|| "damaged base64".into())
}

/// Decodes base64, with or without padding (RFC 4648, section 4).
fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(text);
    if text.len() % 4 == 1 {
        return None;
    }
    let (fours, rest) = text.as_chunks();
    let mut last = [b'A'; 4];
    last[..rest.len()].copy_from_slice(rest);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits_of_all = 0;
    for four in fours.iter().chain([&last]) {
        let mut bits = 0u32;
        for letter in four {
            let six_bits = SIX_BITS[usize::from(*letter)];
            bits_of_all |= six_bits;
            bits = bits << 6 | u32::from(six_bits);
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
    }
    bytes.truncate(text.len() * 3 / 4);
    (bits_of_all < 64).then_some(bytes)
}

/// Value of each letter; more than six bits if base64 does not use the letter.
const SIX_BITS: [u8; 256] = {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = [u8::MAX; 256];
    let mut value = 0;
    while value < letters.len() {
        bits[letters[value] as usize] = value as u8;
        value += 1;
    }
    bits[b'-' as usize] = 62;
    bits[b'_' as usize] = 63;
    bits
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10, and texts that are rejected.
    #[test]
    fn base64_of_every_length() {
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, text) in texts.into_iter().enumerate() {
            let want = b"foobar"[..length].to_vec();
            assert_eq!(decode_base64(text.as_bytes()), Some(want.clone()), "{text}");
            assert_eq!(decode_base64(text.trim_end_matches('=').as_bytes()), Some(want), "{text}");
        }
        assert_eq!(decode_base64(b"/+8A"), Some(vec![0xFF, 0xEF, 0]));
        for wrong in ["Z", "Zm9vY", "Zm 9", "Zm9\u{e9}", "===="] {
            assert_eq!(decode_base64(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn data_addresses() {
        assert_eq!(decode_data("application/octet-stream;base64,Zm8="), Ok(b"fo".to_vec()));
        assert_eq!(
            decode_data("application/gltf-buffer;base64,Zm\n8%3D\r\n"),
            Ok(b"fo".to_vec()),
            "in lines, and escaped"
        );
        assert_eq!(decode_data("application/octet-stream,f%00%ffo"), Ok(b"f\0\xFFo".to_vec()));
        assert_eq!(decode_data("application/octet-stream;BASE64,Zm8="), Ok(b"fo".to_vec()));
        assert!(decode_data("base64").is_err());
        assert_eq!(read_bytes("DATA:;base64,Zm8=", 2, Files::None, &mut None), Ok(b"fo".to_vec()));
    }

    #[test]
    fn messages_about_long_addresses_are_short() {
        let error = read_bytes(&"x".repeat(5000), 4, Files::None, &mut None).unwrap_err();
        assert!(error.contains("an address of 5000 bytes") && error.len() < 200, "{error}");
    }
}
