//! Archives (.zae): a ZIP file with a document and its pictures inside. The crate `rawzip` finds the entries;
//! they are unpacked in memory, never to a file.
//!
//! Source: COLLADA 1.5.0 specification, chapter 2, "The .zae archive": `manifest.xml` names the
//! document in `<dae_root>`; archives without one hold a single .dae.

mod names;
mod unpack;

use super::{
    decode::{USD, decode_text},
    error::{Error, ErrorKind, Reporter},
    limits::{MAX_ARCHIVE_PICTURE_BYTES, MAX_FILE_BYTES},
    xml,
};
use crate::loading::balance::DOCUMENTS;
use armature::model::Texture;
use names::EntryIndex;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use std::collections::HashMap;
use unpack::{Allowance, printable, unpack};

/// Pictures by the address in the document, each with its content or the reason why it cannot be unpacked.
type Pictures = HashMap<String, Result<Texture, String>>;

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
    location: ZipArchiveEntryWayfinder,
    /// Its path, which is only ever compared and never opened.
    name: String,
    method: CompressionMethod,
    is_encrypted: bool,
}

impl<'a> Archive<'a> {
    /// Opens an archive and finds its document.
    ///
    /// # Errors
    /// If the archive is damaged, or has no document.
    pub(super) fn open(bytes: &'a [u8], reporter: &mut Reporter) -> Result<Self, Error> {
        let zip = ZipArchive::from_slice(bytes).map_err(|error| broken(reporter, &error))?;
        let entries = readable_entries(&zip).map_err(|error| broken(reporter, &error))?;
        let Some(document) = find_document(&zip, &entries, reporter)? else {
            return Err(reporter.error(ErrorKind::Container, None, describe_other_archive(&entries)));
        };
        Ok(Self { zip, entries, document })
    }

    /// Returns the document's name for messages.
    pub(super) fn document_name(&self) -> String {
        printable(&self.document.name)
    }

    /// Unpacks the document.
    ///
    /// # Errors
    /// If its bytes are damaged, or more than the limits allow.
    pub(super) fn document(&self, reporter: &Reporter) -> Result<Vec<u8>, Error> {
        unpack_required(&self.zip, &self.document, reporter)
    }

    /// Unpacks the pictures at some addresses. `name` is the archive's name in messages.
    pub(super) fn pictures<'d>(&self, name: &str, addresses: impl Iterator<Item = &'d str>) -> Pictures {
        unpack_pictures(self, name, addresses, Allowance::new(MAX_ARCHIVE_PICTURE_BYTES))
    }
}

/// Unpacks the pictures at some addresses, each picture once. An address without an entry in the archive is left out.
fn unpack_pictures<'d>(
    archive: &Archive<'_>,
    archive_name: &str,
    addresses: impl Iterator<Item = &'d str>,
    mut allowance: Allowance,
) -> Pictures {
    let mut by_address = HashMap::new();
    let mut addresses = addresses.filter(|address| !address.is_empty()).peekable();
    if addresses.peek().is_none() {
        return by_address;
    }
    let index = EntryIndex::new(archive.entries.iter().map(|entry| &*entry.name), &archive.document.name);
    let mut by_entry: HashMap<usize, Result<Texture, String>> = HashMap::new();
    for address in addresses {
        if by_address.contains_key(address) {
            continue;
        }
        let Some(number) = index.find(address) else { continue };
        let picture = by_entry.entry(number).or_insert_with(|| {
            let entry = &archive.entries[number];
            let bytes = unpack(&archive.zip, entry, &mut allowance).map_err(|error| error.message)?;
            let entry_name = entry.name.replace(char::is_control, " ");
            Ok(Texture::Bytes { name: format!("{archive_name}/{entry_name}").into(), bytes: bytes.into() })
        });
        by_address.insert(address.to_owned(), picture.clone());
    }
    by_address
}

/// Returns all files: not folders, nor what macOS adds.
fn readable_entries(zip: &Zip<'_>) -> Result<Vec<Entry>, rawzip::Error> {
    let mut entries = Vec::new();
    for record in zip.entries() {
        let record = record?;
        let name = String::from_utf8_lossy(record.file_path().as_bytes()).into_owned();
        if !record.is_dir() && !name.split(['/', '\\']).any(|part| part == "__MACOSX" || part.starts_with("._")) {
            let method = record.compression_method();
            entries.push(Entry {
                location: record.wayfinder(),
                name,
                method,
                is_encrypted: record.flags().is_encrypted(),
            });
        }
    }
    Ok(entries)
}

/// Finds the entry that the manifest names, or else the first .dae. A folder may have been packed with its name.
fn find_document(zip: &Zip<'_>, entries: &[Entry], reporter: &mut Reporter) -> Result<Option<Entry>, Error> {
    let depth = |name: &str| name.matches(['/', '\\']).count();
    let manifests = entries.iter().filter(|entry| {
        entry.name.rsplit(['/', '\\']).next().is_some_and(|name| name.eq_ignore_ascii_case("manifest.xml"))
    });
    if let Some(manifest) = manifests.min_by_key(|entry| depth(&entry.name)) {
        let text = unpack_required(zip, manifest, reporter)?;
        let index = EntryIndex::new(entries.iter().map(|entry| &*entry.name), &manifest.name);
        match document_address(&text) {
            Ok(address) => match index.find(&address) {
                Some(entry) => return Ok(Some(entries[entry].clone())),
                None => {
                    let address = printable(&address);
                    let message =
                        format!("manifest.xml names \"{address}\", which the archive has not: the first .dae is read");
                    reporter.warn(None, message);
                }
            },
            Err(reason) => reporter.warn(None, format!("{reason}: the first .dae is read")),
        }
    }
    let documents: Vec<_> = entries.iter().filter(|entry| is_document(entry)).collect();
    if let [first, others @ ..] = &*documents
        && !others.is_empty()
    {
        let names = [first, &others[0]].map(|entry| printable(&entry.name));
        let message = format!(
            "{} documents, of which \"{}\" is read: \"{}\" and all others are left out",
            documents.len(),
            names[0],
            names[1]
        );
        reporter.leave_out(DOCUMENTS, others.len(), None, message);
    }
    Ok(documents.first().map(|entry| (*entry).clone()))
}

/// Returns the content of a manifest's `<dae_root>`. Nothing else in the manifest is used.
fn document_address(manifest: &[u8]) -> Result<String, String> {
    let mut reporter = Reporter::new("manifest.xml");
    let read = decode_text(manifest, &mut reporter).and_then(|(text, blanks)| {
        let tree = xml::parse(&text, blanks, &reporter)?;
        let root = tree.root().descendants().find(|element| element.name().eq_ignore_ascii_case("dae_root"));
        Ok(root.map(|root| root.texts().collect::<String>()))
    });
    let address = read.map_err(|error| error.to_string())?.ok_or("manifest.xml: no <dae_root>")?;
    Ok(address.trim().split('#').next().unwrap_or_default().to_owned())
}

fn is_document(entry: &Entry) -> bool {
    let ending = entry.name.as_bytes().last_chunk::<4>();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(b".dae"))
}

fn broken(reporter: &Reporter, error: &rawzip::Error) -> Error {
    reporter.error(ErrorKind::Container, None, format!("a broken ZIP: {error}"))
}

/// Returns a message about an archive without a document, with a remedy if there is a figure of another format.
fn describe_other_archive(entries: &[Entry]) -> String {
    const FIGURES: [&str; 5] = ["gltf", "glb", "vrm", "fbx", "blend"];
    for (number, entry) in entries.iter().enumerate() {
        let Some((_, ending)) = entry.name.rsplit_once('.') else { continue };
        let ending = ending.to_ascii_lowercase();
        if number == 0 && ending.starts_with("usd") {
            return USD.into(); // the specification of .usdz: the first file is the stage
        }
        if FIGURES.contains(&ending.as_str()) {
            return format!("a ZIP archive without a .dae inside: unzip it, and open \"{}\"", printable(&entry.name));
        }
    }
    "a ZIP archive without a .dae inside".into()
}

/// Unpacks the document or the manifest, without which there is no model.
fn unpack_required(zip: &Zip<'_>, entry: &Entry, reporter: &Reporter) -> Result<Vec<u8>, Error> {
    unpack(zip, entry, &mut Allowance::new(MAX_FILE_BYTES))
        .map_err(|error| reporter.error(error.kind, None, error.message))
}

#[cfg(test)]
mod tests;
