//! Writes a .zip.

use anyhow::Result;
use flate2::{Compression, write::DeflateEncoder};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Packs files into a .zip. All entries have the same date, so the same files give the same bytes.
///
/// # Errors
/// If a name is too long.
pub fn packed(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    packed_at(UNIX_EPOCH, files)
}

/// The earliest date of a .zip, in seconds since 1970. Programs reject an entry without a date.
const EARLIEST: i64 = 315_532_800;

/// Packs files that were written at `time` into a .zip.
///
/// # Errors
/// If a name is too long.
pub fn packed_at(time: SystemTime, files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    let seconds = time.duration_since(UNIX_EPOCH)?.as_secs().cast_signed();
    let date = UtcDateTime::from_unix(seconds.max(EARLIEST));
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
