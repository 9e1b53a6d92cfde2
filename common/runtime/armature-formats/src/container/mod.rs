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
//! An [`AnimationSet`] has these blobs, each of version 1; of `CLIP` there is a version 2, for a clip with keys that are
//! smooth or held: a program that knows the first alone refuses it, and would else play it as it is, but lose its keys with
//! the next save. A *text* is a u16, the length in bytes, and UTF-8; a *vector*
//! is three f32, a *quaternion* four (x, y, z, w); a *joint* is a u32, its place in the figure's list.
//!
//! | kind | name | what it holds |
//! |---|---|---|
//! | `FIGR` | `figure` | text: the model's file; u32: number of joints; for each: text: name, u32: parent or `FFFFFFFF` |
//! | `CLIP` | the clip's (without any the figure has the clips of its file) | f32: start, end in s; u32: how many joints move; for each: joint, u8: which tracks (1 translation, 2 rotation, 4 scale, 8 shear), and for each of these in this order: u32: number of keys, the f32 times in s, the vectors or quaternions; u32: for how many joints the file had keys; for each: joint, u32: how many, the f32 times, and from version 2 on as many u8: 0 linear, 1 smooth, 2 held up to the next |
//! | `WGHT` | `weights` | u32: how many clips change weights of morph targets; for each: text: its name, u32: how many; for each: u32: set, u32: target, u32: number of keys, the f32 times in s, the f32 weights. Only where there is one |
//! | `ATCH` | `attachments` | u32: how many; for each: text: name, joint, `joint_from_attachment` as vector (translation), quaternion, vector (scale), text: its model's file |
//! | `SPHR` | `spheres` | u32: how many; for each: text: name, u8: 0 hit or 1 hurt, joint, vector: centre in the joint's space, f32: radius in m |
//! | `ACTV` | `active` | what was worked on: text: a clip's name, joint; it may be missing |
//!
//! Refused, by the name of the blob and the place in it: numbers that are not finite; times that go back; a rotation
//! that is not of unit length, or not on the side of the one before it; a joint that the figure does not have; a
//! parent that does not come before its child; two attachments or two spheres of one name. All floats come back bit
//! for bit. What has been written has been read back before: [`AnimationSet::to_blobs`] fails where reading would.
//!
//! Files are kept and found again by [`store`].

mod codec;
mod error;
mod fields;
mod matching;
mod set;
pub mod store;
#[cfg(test)]
mod tests;
mod with_model;

pub use error::{ContainerError, Problem};
pub use matching::Matched;
pub use set::{Active, AnimationSet, ModelReference, ReferenceJoint};
#[cfg(any(feature = "collada", feature = "gltf"))]
pub use with_model::load;
pub use with_model::{OpenError, WithModel, is_container, read_file};

use fields::Fields;
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

/// Bytes in a name, and in any other text: their lengths are u16.
pub const MAX_TEXT_BYTES: usize = u16::MAX as usize;

/// Kind of a blob: four letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(pub [u8; 4]);

impl Kind {
    /// The figure that all else is about.
    pub const FIGURE: Kind = Kind(*b"FIGR");
    /// A clip.
    pub const CLIP: Kind = Kind(*b"CLIP");
    /// Weights of morph targets in clips.
    pub const WEIGHTS: Kind = Kind(*b"WGHT");
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

impl Blob {
    fn error(&self, problem: Problem) -> ContainerError {
        blob_error(self.kind, &self.name, problem)
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
            return Err(self.error(Problem::Outside { offset, length, end: file.len() }));
        };
        let computed = checksum(bytes);
        if stored != computed {
            return Err(self.error(Problem::Checksum { stored, computed }));
        }
        Ok(bytes)
    }

    fn error(&self, problem: Problem) -> ContainerError {
        blob_error(self.kind, &self.name, problem)
    }
}

fn blob_error(kind: Kind, name: &str, problem: Problem) -> ContainerError {
    ContainerError::Blob { kind, name: name.into(), problem }
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
    limit("blobs", blobs.len(), MAX_BLOBS)?;
    let mut names = HashSet::new();
    let mut file = vec![0; HEADER_BYTES];
    let mut table = Vec::new();
    for blob in blobs {
        limit("bytes in a name", blob.name.len(), MAX_TEXT_BYTES)?;
        limit("bytes in the file", file.len() + blob.bytes.len(), MAX_FILE_BYTES)?;
        if !names.insert((blob.kind, &blob.name)) {
            return Err(blob.error(Problem::Twice));
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
    limit("bytes in the file", file.len() + table.len(), MAX_FILE_BYTES)?;
    let numbers = [VERSION, blobs.len() as u32, file.len() as u32, table.len() as u32];
    file[..4].copy_from_slice(&MAGIC);
    for (index, number) in numbers.into_iter().chain([checksum(&table)]).enumerate() {
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
    table(file)?
        .into_iter()
        .map(|entry| {
            let bytes = entry.content(file)?.to_vec();
            Ok(Blob { name: entry.name, kind: entry.kind, version: entry.version, bytes })
        })
        .collect()
}

/// Returns the table of contents. All is checked that [`read`] checks, except for the blobs' checksums, which
/// [`Entry::content`] compares.
///
/// # Errors
/// As [`read`].
pub fn table(file: &[u8]) -> Result<Vec<Entry>, ContainerError> {
    limit("bytes in the file", file.len(), MAX_FILE_BYTES)?;
    let Some((header, after)) = file.split_at_checked(HEADER_BYTES) else {
        return Err(ContainerError::Header { bytes: file.len() });
    };
    let number = |offset: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[offset + byte]));
    let count = number(8) as usize;
    let location = number(12) as usize;
    let length = number(16) as usize;
    if header[..4] != MAGIC {
        return Err(ContainerError::Magic { found: number(0).to_le_bytes() });
    }
    if number(4) != VERSION {
        return Err(ContainerError::Version { found: number(4) });
    }
    if location < HEADER_BYTES || location > file.len() || length != file.len() - location {
        return Err(ContainerError::Table { location, length, file: file.len() });
    }
    let table = &after[location - HEADER_BYTES..];
    let stored = number(20);
    let computed = checksum(table);
    if stored != computed {
        return Err(ContainerError::TableChecksum { stored, computed });
    }
    limit("blobs", count, MAX_BLOBS)?;
    if count > length / ENTRY_BYTES {
        return Err(ContainerError::Count { count, length });
    }
    read_entries(table, count, location)
}

/// Reads `count` entries, whose blobs lie between the header and `location`, the offset of the table.
fn read_entries(table: &[u8], count: usize, location: usize) -> Result<Vec<Entry>, ContainerError> {
    let mut fields = Fields::new(table);
    let mut entries = Vec::with_capacity(count);
    let mut names = HashSet::with_capacity(count);
    let mut end = HEADER_BYTES; // of the blob before
    for number in 1..=count {
        let entry =
            read_entry(&mut fields).map_err(|problem| ContainerError::Entry { entry: number, count, problem })?;
        let offset = entry.offset as usize;
        let length = entry.length as usize;
        if offset != end {
            return Err(entry.error(Problem::Location { offset, end }));
        }
        if length > location - offset {
            return Err(entry.error(Problem::Outside { offset: entry.offset, length: entry.length, end: location }));
        }
        if !names.insert((entry.kind, entry.name.clone())) {
            return Err(entry.error(Problem::Twice));
        }
        end = offset + length;
        entries.push(entry);
    }
    match (fields.left(), location - end) {
        (0, 0) => Ok(entries),
        (0, unused) => Err(ContainerError::Unused { bytes: unused, of: "between the last blob and the table" }),
        (unused, _) => Err(ContainerError::Unused { bytes: unused, of: "after the table's last entry" }),
    }
}

fn read_entry(fields: &mut Fields<'_>) -> Result<Entry, Problem> {
    Ok(Entry {
        offset: fields.whole(&"its offset")?,
        length: fields.whole(&"its length")?,
        checksum: fields.whole(&"its checksum")?,
        kind: Kind(fields.array(&"its kind")?),
        version: fields.whole(&"its version")?,
        name: fields.text(&"its name")?,
    })
}

fn limit(what: &'static str, found: usize, limit: usize) -> Result<(), ContainerError> {
    if found > limit { Err(ContainerError::Limit { what, found, limit }) } else { Ok(()) }
}
