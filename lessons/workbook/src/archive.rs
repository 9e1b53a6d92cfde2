//! Writes a .zip.

use anyhow::{Context, Result};
use flate2::{Compression, write::DeflateEncoder};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;

/// Packs files into a .zip. All entries have the same date, so the same files give the same bytes.
///
/// # Errors
/// If a name is too long.
pub fn packed(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    // The earliest date of a .zip. Programs reject an entry without a date.
    let date = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0).context("a date")?;
    for (name, bytes) in files {
        let mode = if is_program(bytes) { 0o100_755 } else { 0o100_644 };
        let entry = zip.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = entry.unix_permissions(mode).last_modified(date).start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(bytes)?;
        let (encoder, sums) = writer.finish()?;
        encoder.finish()?;
        entry.finish(sums)?;
    }
    Ok(zip.finish()?)
}

/// Returns whether a file is a script, or a program of Linux or macOS.
pub fn is_program(bytes: &[u8]) -> bool {
    [b"#!".as_slice(), b"\x7fELF", &[0xCF, 0xFA, 0xED, 0xFE]].iter().any(|first| bytes.starts_with(first))
}
