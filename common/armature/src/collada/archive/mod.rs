//! Archives (.zae): a ZIP file with a document inside, unpacked in memory and nowhere else.
//!
//! Source: COLLADA 1.5.0 specification, chapter 2, "The .zae archive": `manifest.xml` names the
//! document in `<dae_root>`; archives without one hold a single .dae.

mod directory;

use super::{
    error::{Error, ErrorKind, Reporter, counted},
    limits::{MAX_ARCHIVE_EXPANSION, MAX_FILE_BYTES, SMALL_ARCHIVE_BYTES},
};
use directory::{Entry, Method};
use std::borrow::Cow;

/// What a model draws with, by its ending.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "tga", "bmp", "dds", "tif"];

/// True for a file that begins as ZIP archives do.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3 | 5, 4 | 6, ..])
}

/// The document in an archive: what it is called there, and its bytes.
///
/// # Errors
/// If it is no sound archive, holds no document, or one that is larger than the limits.
pub(super) fn document<'a>(
    bytes: &'a [u8],
    reporter: &mut Reporter,
) -> Result<(String, Cow<'a, [u8]>), Error> {
    let refuse = |reporter: &Reporter, kind, message: String| reporter.error(kind, None, message);
    let entries = directory::entries(bytes)
        .map_err(|why| refuse(reporter, ErrorKind::Container, format!("a broken ZIP: {why}")))?;
    let Some(entry) = choose(bytes, &entries, reporter)? else {
        let message = "a ZIP archive without a .dae inside".into();
        return Err(refuse(reporter, ErrorKind::Container, message));
    };
    let pictures = entries.iter().filter(|entry| PICTURES.iter().any(|end| ends(entry, end)));
    let pictures = pictures.count();
    if pictures > 0 {
        let message = format!(
            "{} in the archive: not read, unzip it to see them",
            counted(pictures, "picture", "pictures")
        );
        reporter.warn(None, message);
    }
    Ok((shown(entry.name), unpack(bytes, entry, reporter)?))
}

/// The entry that the manifest names, or else the first .dae.
fn choose<'a, 'b>(
    bytes: &'a [u8],
    entries: &'b [Entry<'a>],
    reporter: &mut Reporter,
) -> Result<Option<&'b Entry<'a>>, Error> {
    if let Some(manifest) = entries.iter().find(|entry| entry.name == b"manifest.xml") {
        let text = unpack(bytes, manifest, reporter)?;
        let named = root(&String::from_utf8_lossy(&text));
        let wanted = named.as_deref().map(|name| name.trim_start_matches("./").as_bytes());
        if let Some(entry) = entries.iter().find(|entry| Some(entry.name) == wanted) {
            return Ok(Some(entry));
        }
        let message = "manifest.xml names no document of the archive: the first .dae is read";
        reporter.warn(None, message);
    }
    Ok(entries.iter().find(|entry| ends(entry, "dae")))
}

/// What stands in `<dae_root>`. The manifest has nothing else that is of use.
fn root(manifest: &str) -> Option<String> {
    let (_, rest) = manifest.split_once("<dae_root")?;
    let (_, rest) = rest.split_once('>')?;
    let (name, _) = rest.split_once('<')?;
    let name = name.trim().split('#').next()?;
    Some(super::address::percent_decoded(name))
}

fn ends(entry: &Entry<'_>, ending: &str) -> bool {
    let Some(at) = entry.name.len().checked_sub(ending.len() + 1) else { return false };
    entry.name[at] == b'.' && entry.name[at + 1..].eq_ignore_ascii_case(ending.as_bytes())
}

/// A name for messages: no control characters, and not without end.
fn shown(name: &[u8]) -> String {
    const LONGEST: usize = 100;
    let name = String::from_utf8_lossy(name);
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}

fn unpack<'a>(
    bytes: &'a [u8],
    entry: &Entry<'a>,
    reporter: &Reporter,
) -> Result<Cow<'a, [u8]>, Error> {
    let refuse = |kind, why: &str| {
        reporter.error(kind, None, format!("entry \"{}\" of the archive: {why}", shown(entry.name)))
    };
    let packed = directory::data(bytes, entry).map_err(|why| refuse(ErrorKind::Container, why))?;
    let limit = (packed.len() as u64 * MAX_ARCHIVE_EXPANSION).max(SMALL_ARCHIVE_BYTES);
    let limit = limit.min(MAX_FILE_BYTES) as usize;
    let unpacked = match entry.method {
        Method::Stored => Cow::Borrowed(packed),
        Method::Deflated => {
            // However large the entry claims to be, no more than the limit is ever unpacked.
            let inflated = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, limit);
            Cow::Owned(inflated.map_err(|error| match error.status {
                miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
                    let why = format!("unpacks to more than {limit} bytes");
                    refuse(ErrorKind::Limit, &why)
                }
                _ => refuse(ErrorKind::Container, "its packed bytes are damaged"),
            })?)
        }
    };
    if directory::checksum(&unpacked) != entry.checksum {
        return Err(refuse(ErrorKind::Container, "its checksum is wrong: the archive is damaged"));
    }
    Ok(unpacked)
}

#[cfg(test)]
mod tests;
