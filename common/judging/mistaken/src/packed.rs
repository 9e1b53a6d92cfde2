//! The files with a lesson's mistakes in one, compressed by deflate.
//!
//! Each file is a line with its name, a line with its length in bytes, and its text.

use crate::File;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::{self, Error, ErrorKind, Read};

/// Compresses files. The same files give the same bytes.
pub(crate) fn pack(files: &[File]) -> Vec<u8> {
    let mut text = String::new();
    for file in files {
        text += &format!("{}\n{}\n{}", file.name, file.text.len(), file.text);
    }
    let mut packed = Vec::new();
    DeflateEncoder::new(text.as_bytes(), Compression::best()).read_to_end(&mut packed).expect("memory to memory");
    packed
}

/// Returns the files that [`pack`] has compressed.
///
/// # Errors
/// If `packed` is damaged.
pub(crate) fn unpack(packed: &[u8]) -> io::Result<Vec<File>> {
    let mut text = String::new();
    DeflateDecoder::new(packed).read_to_string(&mut text)?;
    let mut files = Vec::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (file, after) = first_file(rest).ok_or_else(|| Error::new(ErrorKind::InvalidData, "it is damaged"))?;
        files.push(file);
        rest = after;
    }
    Ok(files)
}

/// Returns the first file of an unpacked text, and what follows it.
fn first_file(text: &str) -> Option<(File, &str)> {
    let (name, rest) = text.split_once('\n')?;
    let (length, rest) = rest.split_once('\n')?;
    let (content, after) = rest.split_at_checked(length.parse().ok()?)?;
    Some((File { name: name.into(), text: content.into() }, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_an_error() {
        let packed = pack(&[File { name: "a.rs".into(), text: "α\n".repeat(99) }]);
        assert_eq!(unpack(&packed).unwrap()[0].text.len(), 297);
        for length in 0..packed.len() {
            let unpacked = unpack(&packed[..length]);
            assert!(unpacked.is_err(), "{length} of {} bytes", packed.len());
        }
        let wrong = pack(&[File { name: "a.rs\n9\n".into(), text: String::new() }]);
        assert!(unpack(&wrong).is_err());
    }
}
