//! Writes a .zip.

use anyhow::Result;
use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;

/// An archive of files by name, without a date: the same bytes for the same files.
///
/// # Errors
/// If a name is too long.
pub(crate) fn packed(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        let mode = if bytes.starts_with(b"#!") { 0o100_755 } else { 0o100_644 };
        let entry = zip.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = entry.unix_permissions(mode).start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(bytes)?;
        let (encoder, sums) = writer.finish()?;
        encoder.finish()?;
        entry.finish(sums)?;
    }
    Ok(zip.finish()?)
}
