//! A container file for what an animator made: named blobs of bytes and a table of contents, in the manner of the
//! WAD files of id Software's games (header, lumps, directory at the end); and what the editor keeps in one.
//!
//! ```
//! use armature_formats::container::{self, Blob, Kind};
//!
//! let blob = Blob { name: "note".into(), kind: Kind(*b"TEXT"), version: 1, bytes: b"wave slower".to_vec() };
//! let file = container::write(std::slice::from_ref(&blob))?;
//! assert_eq!(container::read(&file)?, [blob]);
//! # Ok::<(), container::ContainerError>(())
//! ```
//!
//! # The format, version 1
//! All numbers are little endian. Offsets count from the beginning of the file.
//!
//! | header, 24 bytes | | |
//! |---|---|---|
//! | 0 | 4 bytes | [`MAGIC`]: `ARMA` |
//! | 4 | u32 | [`VERSION`] of the format |
//! | 8 | u32 | number of blobs |
//! | 12 | u32 | offset of the table |
//! | 16 | u32 | length of the table |
//! | 20 | u32 | checksum of the table |
//!
//! Then the blobs: the first directly after the header, each of the others where the one before it ends. Where the
//! last ends the table begins, and where the table ends the file ends. It has an entry for each blob, in order:
//!
//! | entry, 22 bytes and the name | | |
//! |---|---|---|
//! | 0 | u32 | offset of the blob |
//! | 4 | u32 | its length |
//! | 8 | u32 | its checksum |
//! | 12 | 4 bytes | its [`Kind`] |
//! | 16 | u32 | version of the layout of this kind |
//! | 20 | u16 | length of its name in bytes |
//! | 22 | | the name in UTF-8, not ended by anything |
//!
//! The table is at the end because only then its offsets are known: a writer needs to go through the blobs just once.
//! A checksum is the CRC-32 of IEEE 802.3, as in PNG, zip and Ethernet: it finds every error of up to three bits in a
//! blob of up to 11 KB, and all but one of four thousand million others. It is no protection against forgery.
//!
//! # What is refused
//! Another magic; a newer version; a table that does not end with the file; a blob that does not lie between its
//! neighbours, or is not all there; a wrong checksum; a table whose entries are more, or less, than its bytes; a
//! name that is not UTF-8; two blobs of one kind and name; anything beyond the limits below. So every bit of the file
//! is looked at, no byte is read before its place has been compared with the length of the file, nothing is allocated
//! for a number that a file merely claims, and a file has one form only: `write(&read(file)?)` gives the same bytes.
//! [`ContainerError`] says which blob, and why.
//!
//! Kinds that this version does not know are read and kept: a file of a later version loses nothing by being saved.
//!
//! # What the editor keeps
//! An [`AnimationSet`] has these blobs, each of version [`LAYOUT`]. Each holds a value in the encoding of the crate
//! [postcard](https://postcard.jamesmunns.com/wire-format): the fields in order, f32 as four bytes, counts and indices as
//! varints, texts and lists after their length.
//!
//! | kind | name | value |
//! |---|---|---|
//! | `FIGR` | `figure` | [`ModelReference`] |
//! | `CLIP` | the clip's | [`Clip`](armature::animation::Clip); without any clip, the figure has those of its file |
//! | `ATCH` | `attachments` | all [`Attachment`](armature::attachment::Attachment)s |
//! | `SPHR` | `spheres` | all [`Sphere`](armature::attachment::Sphere)s |
//! | `ACTV` | `active` | [`Active`], what was worked on; it may be missing |
//!
//! [`AnimationSet::check`] says what is refused in them. All floats come back bit for bit.
//!
//! # Keys of a joint
//! A program in any language can write a clip, too: a blob of kind `KEYS` and version [`KEYS_LAYOUT`] for each joint, whose
//! name is `CLIP/JOINT`, cut at its last slash. Its bytes are laid out by hand ([`write_keys`], [`read_keys`]), all numbers
//! little endian:
//!
//! | bytes | | |
//! |---|---|---|
//! | 4 | u32 | number of keys |
//! | 44 for each key: 4 | f32 | time in seconds, not less than that of the key before |
//! | 12 | 3 f32 | translation x, y, z in the parent's space, in metres |
//! | 16 | 4 f32 | rotation x, y, z, w, a quaternion of any length but 0 |
//! | 12 | 3 f32 | scale x, y, z |
//!
//! The clip begins at 0 s and ends at its last key. Joints are found in the figure by their names. A file of such blobs alone
//! needs no `FIGR`: its figure has the named joints and no file. Where a `CLIP` has the name of such a clip, it plays instead. Other
//! bytes, and numbers that make no [`Track`](armature::animation::Track), are refused with the blob's name. An [`AnimationSet`] is written
//! with a `CLIP` in their place.
//!
//! Files are kept and found again by [`store`].

mod keys;
mod matching;
mod set;
pub mod store;
#[cfg(test)]
mod tests;
mod with_model;

pub use keys::{KEYS_LAYOUT, read_keys, write_keys};
pub use matching::MatchReport;
pub use set::{Active, AnimationSet, LAYOUT, ModelReference, ReferenceJoint};
#[cfg(any(feature = "collada", feature = "gltf"))]
pub use with_model::load;
pub use with_model::{LoadedContainer, OpenError, is_container, read_file};

use std::{collections::HashSet, fmt};

/// First bytes of every container.
pub const MAGIC: [u8; 4] = *b"ARMA";

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Length of the header.
pub const HEADER_BYTES: usize = 24;

/// Length of an entry of the table, without its name.
pub const ENTRY_BYTES: usize = 22;

/// Bytes in a file. Far above what anybody animates, and far below where offsets end.
pub const MAX_FILE_BYTES: usize = 256 << 20;

/// Blobs in a file.
pub const MAX_BLOBS: usize = 65_536;

/// Bytes in a name: its length is a u16.
pub const MAX_NAME_BYTES: usize = u16::MAX as usize;

/// Kind of a blob: four letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(pub [u8; 4]);

impl Kind {
    /// The figure that all else is about.
    pub const FIGURE: Kind = Kind(*b"FIGR");
    /// A clip.
    pub const CLIP: Kind = Kind(*b"CLIP");
    /// Keys of a joint in a clip.
    pub const KEYS: Kind = Kind(*b"KEYS");
    /// All attachments.
    pub const ATTACHMENTS: Kind = Kind(*b"ATCH");
    /// All hit and hurt spheres.
    pub const SPHERES: Kind = Kind(*b"SPHR");
    /// State of the editor.
    pub const ACTIVE: Kind = Kind(*b"ACTV");
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// Bytes with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Only one blob of this kind has it.
    pub name: String,
    /// Kind of the blob.
    pub kind: Kind,
    /// Version of the layout of this kind, not of the file.
    pub version: u32,
    /// Content of the blob.
    pub bytes: Vec<u8>,
}

/// Error of a file that is not a container, or of a blob that cannot be in one. `Debug` writes the sentence, too.
#[derive(Clone, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerError {
    /// The file as a whole, its header or its table.
    #[error("{0}")]
    File(String),
    /// One blob.
    #[error("blob {kind} {name:?}: {fault}")]
    Blob {
        /// Kind of the blob.
        kind: Kind,
        /// Its name.
        name: String,
        /// Fault of the blob, as the rest of the sentence.
        fault: String,
    },
}

armature::debug_as_display!(ContainerError);

impl ContainerError {
    fn file<T>(fault: impl fmt::Display) -> Result<T, Self> {
        Err(Self::File(fault.to_string()))
    }

    /// Makes the error of a blob, whose `fault` is the rest of the sentence.
    pub fn blob(kind: Kind, name: &str, fault: impl fmt::Display) -> Self {
        Self::Blob { kind, name: name.into(), fault: fault.to_string() }
    }
}

/// An entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The blob's name.
    pub name: String,
    /// Kind of the blob.
    pub kind: Kind,
    /// Version of the layout of this kind.
    pub version: u32,
    /// Offset of the blob from the beginning of the file.
    pub offset: u32,
    /// Length of the blob in bytes.
    pub length: u32,
    /// The [`checksum`] that these bytes should have.
    pub checksum: u32,
}

impl Entry {
    /// Returns the blob's bytes.
    ///
    /// # Errors
    /// If `file` ends before them, or their checksum is wrong.
    pub fn content<'a>(&self, file: &'a [u8]) -> Result<&'a [u8], ContainerError> {
        let Entry { offset, length, checksum: stored, .. } = *self;
        let from_offset = file.get(offset as usize..).unwrap_or_default();
        let Some(bytes) = from_offset.get(..length as usize) else {
            let end = file.len();
            return self
                .error(format_args!("has {length} bytes from byte {offset} on, but the file ends at byte {end}"));
        };
        let computed = checksum(bytes);
        if stored != computed {
            return self.error(format_args!("is damaged: its checksum should be {stored:08x}, and is {computed:08x}"));
        }
        Ok(bytes)
    }

    fn error<T>(&self, fault: impl fmt::Display) -> Result<T, ContainerError> {
        Err(ContainerError::blob(self.kind, &self.name, fault))
    }
}

/// Returns the CRC-32 (IEEE 802.3): 0 for no bytes, `CBF43926` for `123456789`.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Returns a file with some blobs in their order.
///
/// # Errors
/// If two blobs share their kind and name, or one of the limits is exceeded.
pub fn write(blobs: &[Blob]) -> Result<Vec<u8>, ContainerError> {
    check_limit("blobs", blobs.len(), MAX_BLOBS)?;
    let mut names = HashSet::new();
    let mut file = vec![0; HEADER_BYTES];
    let mut table = Vec::new();
    for blob in blobs {
        check_limit("bytes in a name", blob.name.len(), MAX_NAME_BYTES)?;
        check_limit("bytes in the file", file.len() + blob.bytes.len(), MAX_FILE_BYTES)?;
        if !names.insert((blob.kind, &blob.name)) {
            return Err(ContainerError::blob(blob.kind, &blob.name, "is there twice"));
        }
        table.extend((file.len() as u32).to_le_bytes());
        table.extend((blob.bytes.len() as u32).to_le_bytes());
        table.extend(checksum(&blob.bytes).to_le_bytes());
        table.extend(blob.kind.0);
        table.extend(blob.version.to_le_bytes());
        table.extend((blob.name.len() as u16).to_le_bytes());
        table.extend(blob.name.as_bytes());
        file.extend(&blob.bytes);
    }
    check_limit("bytes in the file", file.len() + table.len(), MAX_FILE_BYTES)?;
    let numbers = [VERSION, blobs.len() as u32, file.len() as u32, table.len() as u32, checksum(&table)];
    file[..4].copy_from_slice(&MAGIC);
    for (index, number) in numbers.into_iter().enumerate() {
        file[4 + 4 * index..][..4].copy_from_slice(&number.to_le_bytes());
    }
    file.extend(table);
    Ok(file)
}

/// Returns the blobs of a file in their order.
///
/// # Errors
/// If anything in the file is not as the [format](self#the-format-version-1) says.
pub fn read(file: &[u8]) -> Result<Vec<Blob>, ContainerError> {
    let mut blobs = Vec::new();
    for entry in table(file)? {
        let bytes = entry.content(file)?.to_vec();
        blobs.push(Blob { name: entry.name, kind: entry.kind, version: entry.version, bytes });
    }
    Ok(blobs)
}

/// Returns the table of contents. All is checked that [`read`] checks, except for the blobs' checksums, which
/// [`Entry::content`] compares.
///
/// # Errors
/// As [`read`].
pub fn table(file: &[u8]) -> Result<Vec<Entry>, ContainerError> {
    check_limit("bytes in the file", file.len(), MAX_FILE_BYTES)?;
    let bytes = file.len();
    let Some((header, _)) = file.split_first_chunk::<HEADER_BYTES>() else {
        return ContainerError::file(format_args!(
            "the file has {bytes} bytes, but the header alone takes {HEADER_BYTES}"
        ));
    };
    if header[..4] != MAGIC {
        let found = header[..4].escape_ascii();
        return ContainerError::file(format_args!("no container: it begins with \"{found}\", not with \"ARMA\""));
    }
    let numbers = header.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number));
    let [_, version, count, location, length, stored] =
        std::array::from_fn(|index| numbers.clone().nth(index).unwrap_or(0));
    if version != VERSION {
        return ContainerError::file(format_args!(
            "format {version} is not known: this program reads format {VERSION}"
        ));
    }
    let from_location = file.get(location as usize..).filter(|table| table.len() == length as usize);
    let Some(table) = from_location.filter(|_| location as usize >= HEADER_BYTES) else {
        return ContainerError::file(format_args!(
            "the table should have {length} bytes from byte {location} on, to the end of the file, which has {bytes} bytes"
        ));
    };
    let computed = checksum(table);
    if stored != computed {
        return ContainerError::file(format_args!(
            "the table is damaged: its checksum should be {stored:08x}, and is {computed:08x}"
        ));
    }
    check_limit("blobs", count as usize, MAX_BLOBS)?;
    read_entries(table, count as usize, location as usize)
}

/// Reads `count` entries, whose blobs lie between the header and `location`, the offset of the table.
fn read_entries(mut table: &[u8], count: usize, location: usize) -> Result<Vec<Entry>, ContainerError> {
    let mut entries = Vec::new();
    let mut names = HashSet::new();
    let mut end = HEADER_BYTES; // of the blob before
    for number in 0..count {
        let Some(entry) = read_entry(&mut table) else {
            return ContainerError::file(format_args!(
                "entry {number} of the table, counted from 0 to {}, is cut off, or its name is not UTF-8",
                count - 1
            ));
        };
        let offset = entry.offset as usize;
        let length = entry.length as usize;
        if offset != end {
            return entry.error(format_args!("begins at byte {offset}, but what is before it ends at byte {end}"));
        }
        if length > location - offset {
            return entry.error(format_args!(
                "has {length} bytes from byte {offset} on, but the table begins at byte {location}"
            ));
        }
        if !names.insert((entry.kind, entry.name.clone())) {
            return entry.error("is there twice");
        }
        end = offset + length;
        entries.push(entry);
    }
    if !table.is_empty() || end != location {
        return ContainerError::file(format_args!(
            "{} unused bytes after the table's last entry, {} between the last blob and the table",
            table.len(),
            location - end
        ));
    }
    Ok(entries)
}

/// Reads an entry, and moves `table` behind it. `None` if the table ends before the entry does, or the name is not UTF-8.
fn read_entry(table: &mut &[u8]) -> Option<Entry> {
    let (fields, rest) = table.split_first_chunk::<ENTRY_BYTES>()?;
    let (numbers, name_length) = fields.as_chunks::<4>();
    let name_length = u16::from_le_bytes(name_length.try_into().ok()?);
    let (name, rest) = rest.split_at_checked(name_length.into())?;
    *table = rest;
    Some(Entry {
        offset: u32::from_le_bytes(numbers[0]),
        length: u32::from_le_bytes(numbers[1]),
        checksum: u32::from_le_bytes(numbers[2]),
        kind: Kind(numbers[3]),
        version: u32::from_le_bytes(numbers[4]),
        name: std::str::from_utf8(name).ok()?.to_owned(),
    })
}

fn check_limit(things: &str, found: usize, limit: usize) -> Result<(), ContainerError> {
    if found <= limit {
        return Ok(());
    }
    ContainerError::file(format_args!("{found} {things}: at most {limit} are read and written"))
}
