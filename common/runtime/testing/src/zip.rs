//! Archives for tests.

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter, path::EntryPath};
use std::io::Write;

/// A file that is put into an archive.
#[derive(Clone)]
pub struct File<'a> {
    name: &'a str,
    content: &'a [u8],
    method: CompressionMethod,
    mode: u32,
}

/// Returns a file that is not compressed.
pub fn stored<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, method: CompressionMethod::STORE, mode: 0o100_644 }
}

/// Returns a file that is compressed.
pub fn deflated<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { method: CompressionMethod::DEFLATE, ..stored(name, content) }
}

/// Returns a symbolic link.
pub fn link<'a>(name: &'a str, target: &'a str) -> File<'a> {
    File { mode: 0o120_777, ..stored(name, target.as_bytes()) }
}

/// Makes an archive of some files and returns its bytes.
///
/// # Panics
/// Never: it is written to memory.
pub fn zip(files: &[File<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for File { name, content, method, mode } in files {
        let entry = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let (mut entry, _) = entry.compression_method(*method).unix_permissions(*mode).start().unwrap();
        if *method == CompressionMethod::DEFLATE {
            let mut encoder = DeflateEncoder::new(&mut entry, Compression::default());
            encoder.write_all(content).unwrap();
            encoder.finish().unwrap();
        } else {
            entry.write_all(content).unwrap();
        }
        let sums = DataDescriptorOutput::new(rawzip::crc32(content), content.len() as u64);
        entry.finish(sums).unwrap();
    }
    archive.finish().unwrap()
}
