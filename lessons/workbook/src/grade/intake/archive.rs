//! Submissions in a zip: only what may be an answer is unpacked, into memory, and never more than an answer may have.

use super::wanted::misnamed;
use super::{Found, MOST_BYTES, MOST_ENTRIES, Wanted, is_archive};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use zip::ZipArchive;

/// What says in a Unix mode that an entry is a link.
const LINK: u32 = 0o120_000;
const KIND: u32 = 0o170_000;

/// Looks through an archive; `before` is put in front of its paths.
///
/// # Errors
/// If it is no zip.
pub(super) fn find(path: &Path, before: &str, wanted: &Wanted, found: &mut Found) -> Result<()> {
    let mut archive =
        ZipArchive::new(BufReader::new(File::open(path)?)).context("it cannot be read as a zip")?;
    let count = archive.len();
    if count > MOST_ENTRIES {
        found.problem(format!(
            "{before}more than {MOST_ENTRIES} entries: the rest is not looked at."
        ));
    }
    for index in 0..count.min(MOST_ENTRIES) {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                found.problem(format!("{before}entry {index}: refused, {error}."));
                continue;
            }
        };
        let name: String =
            entry.name().chars().filter(|c| !c.is_control()).collect::<String>().replace('\\', "/");
        let shown = format!("{before}{name}");
        if entry.unix_mode().is_some_and(|mode| mode & KIND == LINK) {
            found.problem(format!("{shown}: a link, not followed."));
        } else if leads_out(&name) {
            found.problem(format!("{shown}: refused, it leads out of the archive."));
        } else if entry.is_file() && wanted.may_be(&name) {
            if found.has_room() {
                let text = text(&mut entry);
                found.add(shown, text);
            }
        } else if name.matches('/').count() < 3 && is_archive(Path::new(&name)) {
            found.problem(format!("{shown}: an archive in an archive, not opened."));
        } else if let Some(why) = misnamed(&name) {
            found.problem(format!("{shown}: {why}."));
        }
    }
    Ok(())
}

fn leads_out(name: &str) -> bool {
    let is_drive = name.chars().nth(1) == Some(':');
    is_drive || name.starts_with('/') || name.split('/').any(|part| part == "..")
}

/// What an entry promises of its size counts for nothing: reading stops where an answer is too large.
fn text(entry: &mut impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    entry.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(
        bytes.len() as u64 <= MOST_BYTES,
        "more than {MOST_BYTES} bytes are too many for an answer"
    );
    String::from_utf8(bytes).context("it is not UTF-8")
}
