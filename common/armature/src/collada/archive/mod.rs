//! Archives (.zae): a ZIP file with a document and its pictures inside, unpacked in memory and nowhere else.
//!
//! Source: COLLADA 1.5.0 specification, chapter 2, "The .zae archive": `manifest.xml` names the
//! document in `<dae_root>`; archives without one hold a single .dae.

mod directory;
mod names;
mod pictures;
#[cfg(test)]
mod testing;
mod unpack;

pub(super) use pictures::Pictures;

use super::{
    document::MaterialData,
    error::{Error, ErrorKind, Reporter},
    limits::{MAX_ARCHIVE_PICTURE_BYTES, MAX_FILE_BYTES},
};
use directory::Entry;
use std::borrow::Cow;
use unpack::{Allowance, shown, unpack};

/// True for a file that begins as ZIP archives do.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3 | 5, 4 | 6, ..])
}

/// An archive that holds a document.
pub(super) struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry<'a>>,
    /// Which of them is the document.
    document: Entry<'a>,
}

impl<'a> Archive<'a> {
    /// Finds the document.
    ///
    /// # Errors
    /// If it is no sound archive, or there is none in it.
    pub(super) fn open(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Self, Error> {
        let refuse = |reporter: &Reporter, message: String| {
            reporter.error(ErrorKind::Container, None, message)
        };
        let entries = directory::entries(bytes)
            .map_err(|why| refuse(reporter, format!("a broken ZIP: {why}")))?;
        let document = choose(bytes, &entries, reporter)?;
        let document = document
            .ok_or_else(|| refuse(reporter, "a ZIP archive without a .dae inside".into()))?;
        Ok(Self { bytes, entries, document })
    }

    /// What the document is called in messages.
    pub(super) fn document_name(&self) -> String {
        shown(self.document.name)
    }

    /// The document's bytes.
    ///
    /// # Errors
    /// If they are damaged, or more than the limits allow.
    pub(super) fn document(&self, reporter: &Reporter) -> Result<Cow<'a, [u8]>, Error> {
        text(self.bytes, &self.document, reporter)
    }

    /// The pictures that the document's materials ask for; `name` is what messages call the archive.
    pub(super) fn pictures(&self, name: &str, materials: &[MaterialData]) -> Pictures {
        let addresses = materials.iter().filter_map(|material| material.look.texture.as_ref());
        let addresses = addresses.map(|texture| texture.address.as_str());
        Pictures::unpack(self, name, addresses, Allowance::new(MAX_ARCHIVE_PICTURE_BYTES))
    }
}

/// The entry that the manifest names, or else the first .dae.
fn choose<'a>(
    bytes: &'a [u8],
    entries: &[Entry<'a>],
    reporter: &mut Reporter,
) -> Result<Option<Entry<'a>>, Error> {
    if let Some(manifest) = entries.iter().find(|entry| entry.name == b"manifest.xml") {
        let text = text(bytes, manifest, reporter)?;
        let named = root(&String::from_utf8_lossy(&text));
        let wanted = named.as_deref().map(|name| name.trim_start_matches("./").as_bytes());
        if let Some(entry) = entries.iter().find(|entry| Some(entry.name) == wanted) {
            return Ok(Some(*entry));
        }
        let message = "manifest.xml names no document of the archive: the first .dae is read";
        reporter.warn(None, message);
    }
    Ok(entries.iter().find(|entry| is_document(entry)).copied())
}

/// What stands in `<dae_root>`. The manifest has nothing else that is of use.
fn root(manifest: &str) -> Option<String> {
    let (_, rest) = manifest.split_once("<dae_root")?;
    let (_, rest) = rest.split_once('>')?;
    let (name, _) = rest.split_once('<')?;
    let name = name.trim().split('#').next()?;
    Some(super::address::percent_decoded(name))
}

fn is_document(entry: &Entry<'_>) -> bool {
    let ending = entry.name.last_chunk::<4>();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(b".dae"))
}

/// The document or the manifest, without which there is no model.
fn text<'a>(
    bytes: &'a [u8],
    entry: &Entry<'_>,
    reporter: &Reporter,
) -> Result<Cow<'a, [u8]>, Error> {
    unpack(bytes, entry, &mut Allowance::new(MAX_FILE_BYTES))
        .map_err(|refused| reporter.error(refused.kind, None, refused.message))
}

#[cfg(test)]
mod tests;
