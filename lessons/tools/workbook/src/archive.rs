//! Writes a .zip.

use anyhow::Result;
use std::io::{Cursor, Write};
use std::time::SystemTime;
use zip::{DateTime, ZipWriter, write::SimpleFileOptions};

/// Packs files, by their paths in the archive, into a .zip. All entries have the date `time`, in UTC.
///
/// # Errors
/// If a path is too long.
pub fn packed(time: SystemTime, files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(date(time).unwrap_or_default());
    for (path, bytes) in files {
        let mode = if is_program(bytes) { 0o755 } else { 0o644 };
        zip.start_file(path, options.unix_permissions(mode))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Returns the date for an entry, or `None` for one that a .zip cannot have, such as before 1980.
fn date(time: SystemTime) -> Option<DateTime> {
    let text = humantime::format_rfc3339_seconds(time).to_string();
    let numbers: Vec<u16> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    let &[year, month, day, hour, minute, second] = &*numbers else { return None };
    let [month, day, hour, minute, second] = [month, day, hour, minute, second].map(|number| number as u8);
    DateTime::from_date_and_time(year, month, day, hour, minute, second).ok()
}

/// Returns whether a file is a script, or a program of Linux or macOS.
pub fn is_program(bytes: &[u8]) -> bool {
    [b"#!".as_slice(), b"\x7fELF", &[0xCF, 0xFA, 0xED, 0xFE]].iter().any(|first| bytes.starts_with(first))
}
