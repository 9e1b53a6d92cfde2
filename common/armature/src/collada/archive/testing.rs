//! Archives for tests.

use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::FileOptions};

/// A file in an archive that is being made.
pub(crate) struct File<'a> {
    name: &'a str,
    content: &'a [u8],
    method: CompressionMethod,
}

/// A file as it is.
pub(crate) fn stored<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, method: CompressionMethod::Stored }
}

/// A compressed file.
pub(crate) fn deflated<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, method: CompressionMethod::Deflated }
}

/// An archive of these files.
pub(crate) fn zip(files: &[File<'_>]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let options = FileOptions::default().compression_method(file.method);
        writer.start_file(file.name, options).unwrap();
        writer.write_all(file.content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
