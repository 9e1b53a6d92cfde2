//! Archives (.zae): a ZIP file with a document and its pictures inside. The crate `rawzip` finds the entries;
//! they are unpacked in memory, never to a file.
//!
//! Source: COLLADA 1.5.0 specification, chapter 2, "The .zae archive": `manifest.xml` names the
//! document in `<dae_root>`; archives without one hold a single .dae.

mod names;
mod pictures;
#[cfg(test)]
mod testing;
mod unpack;

pub(super) use pictures::Pictures;

use super::{
    address::percent_decoded,
    decode::USD,
    error::{Error, ErrorKind, Reporter},
    limits::{MAX_ARCHIVE_PICTURE_BYTES, MAX_FILE_BYTES},
};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use unpack::{Allowance, shown, unpack};

pub(super) fn is_archive(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3 | 5, 4 | 6, ..])
}

/// An archive that holds a document.
pub(super) struct Archive<'a> {
    zip: Zip<'a>,
    entries: Vec<Entry>,
    document: Entry,
}

type Zip<'a> = ZipSliceArchive<&'a [u8]>;

/// A file in the archive.
#[derive(Clone, Debug)]
struct Entry {
    /// Position of its bytes in the archive.
    place: ZipArchiveEntryWayfinder,
    /// Its path. Only ever compared, never opened.
    name: String,
    is_deflated: bool,
    is_encrypted: bool,
}

impl<'a> Archive<'a> {
    /// Finds the document.
    ///
    /// # Errors
    /// If it is not a sound archive, or there is no document in it.
    pub(super) fn open(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Self, Error> {
        let zip = ZipArchive::from_slice(bytes).map_err(|error| broken(reporter, &error))?;
        let entries = entries(&zip).map_err(|error| broken(reporter, &error))?;
        let Some(document) = choose(&zip, &entries, reporter)? else {
            return Err(reporter.error(ErrorKind::Container, None, another_kind(&entries)));
        };
        Ok(Self { zip, entries, document })
    }

    /// Returns the document's name for messages.
    pub(super) fn document_name(&self) -> String {
        shown(&self.document.name)
    }

    /// The document's bytes.
    ///
    /// # Errors
    /// If they are damaged, or more than the limits allow.
    pub(super) fn document(&self, reporter: &Reporter) -> Result<Vec<u8>, Error> {
        text(&self.zip, &self.document, reporter)
    }

    /// The pictures at these addresses; `name` is what messages call the archive.
    pub(super) fn pictures<'d>(&self, name: &str, addresses: impl Iterator<Item = &'d str>) -> Pictures {
        Pictures::unpack(self, name, addresses, Allowance::new(MAX_ARCHIVE_PICTURE_BYTES))
    }
}

/// All files that can be read. Folders, and entries packed by another method, are left out.
fn entries(zip: &Zip<'_>) -> Result<Vec<Entry>, rawzip::Error> {
    let mut entries = Vec::new();
    for record in zip.entries() {
        let record = record?;
        let method = record.compression_method();
        if [CompressionMethod::STORE, CompressionMethod::DEFLATE].contains(&method) && !record.is_dir() {
            entries.push(Entry {
                place: record.wayfinder(),
                name: String::from_utf8_lossy(record.file_path().as_bytes()).into_owned(),
                is_deflated: method == CompressionMethod::DEFLATE,
                is_encrypted: record.flags().is_encrypted(),
            });
        }
    }
    Ok(entries)
}

/// The entry that the manifest names, or else the first .dae.
fn choose(zip: &Zip<'_>, entries: &[Entry], reporter: &mut Reporter) -> Result<Option<Entry>, Error> {
    if let Some(manifest) = entries.iter().find(|entry| entry.name == "manifest.xml") {
        let text = text(zip, manifest, reporter)?;
        let named = root(&String::from_utf8_lossy(&text));
        let wanted = named.as_deref().map(|name| name.trim_start_matches("./"));
        if let Some(entry) = entries.iter().find(|entry| Some(entry.name.as_str()) == wanted) {
            return Ok(Some(entry.clone()));
        }
        let message = "manifest.xml names no document of the archive: the first .dae is read";
        reporter.warn(None, message);
    }
    Ok(entries.iter().find(|entry| is_document(entry)).cloned())
}

/// The content of `<dae_root>`. Nothing else in the manifest is used.
fn root(manifest: &str) -> Option<String> {
    let (_, rest) = manifest.split_once("<dae_root")?;
    let (_, rest) = rest.split_once('>')?;
    let (name, _) = rest.split_once('<')?;
    let name = name.trim().split('#').next()?;
    Some(percent_decoded(name))
}

fn is_document(entry: &Entry) -> bool {
    let ending = entry.name.as_bytes().last_chunk::<4>();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(b".dae"))
}

fn broken(reporter: &Reporter, error: &rawzip::Error) -> Error {
    reporter.error(ErrorKind::Container, None, format!("a broken ZIP: {error}"))
}

/// Names the kind of an archive without a document, by its first figure of another format, and a remedy.
fn another_kind(entries: &[Entry]) -> String {
    const FIGURES: [&str; 5] = ["gltf", "glb", "vrm", "fbx", "blend"];
    for (number, entry) in entries.iter().enumerate() {
        let Some((_, ending)) = entry.name.rsplit_once('.') else { continue };
        let ending = ending.to_ascii_lowercase();
        if number == 0 && ending.starts_with("usd") {
            return USD.into(); // the specification of .usdz: the first file is the stage
        }
        if FIGURES.contains(&ending.as_str()) {
            return format!("a ZIP archive without a .dae inside: unzip it, and open \"{}\"", shown(&entry.name));
        }
    }
    "a ZIP archive without a .dae inside".into()
}

/// The document or the manifest, without which there is no model.
fn text(zip: &Zip<'_>, entry: &Entry, reporter: &Reporter) -> Result<Vec<u8>, Error> {
    unpack(zip, entry, &mut Allowance::new(MAX_FILE_BYTES))
        .map_err(|refused| reporter.error(refused.kind, None, refused.message))
}

#[cfg(test)]
mod tests;
