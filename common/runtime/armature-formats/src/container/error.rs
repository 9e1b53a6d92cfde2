//! Errors of containers and of the blobs in them.

use super::{HEADER_BYTES, Kind, VERSION};
use thiserror::Error;

/// Error of a file that is not a container, or of blobs that cannot be in one. `Debug` writes the sentence, too, since that is
/// what is printed of an error that `main` returns.
#[derive(Clone, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerError {
    /// Too short for a header.
    #[error("the file has {bytes} bytes, but the header alone takes {HEADER_BYTES}")]
    Header {
        /// Length of the file.
        bytes: usize,
    },
    /// Some other file.
    #[error("no container: it begins with \"{}\", not with \"ARMA\"", .found.escape_ascii())]
    Magic {
        /// First bytes of the file.
        found: [u8; 4],
    },
    /// Written by a later version of this program, or damaged.
    #[error("format {found} is not known: this program reads format {VERSION}")]
    Version {
        /// Version in the header.
        found: u32,
    },
    /// The table is not where the header says.
    #[error(
        "the table should have {length} bytes from byte {location} on, to the end of the file, which has {file} bytes"
    )]
    Table {
        /// Offset at which it should begin.
        location: usize,
        /// Length that it should have.
        length: usize,
        /// Length of the file.
        file: usize,
    },
    /// Header or table are damaged.
    #[error("the table is damaged: its checksum should be {stored:08x}, and is {computed:08x}")]
    TableChecksum {
        /// Checksum in the header.
        stored: u32,
        /// Checksum of the bytes.
        computed: u32,
    },
    /// More blobs than entries.
    #[error("a table of {length} bytes has no room for {count} entries")]
    Count {
        /// Number of blobs in the header.
        count: usize,
        /// Length of the table.
        length: usize,
    },
    /// An entry of the table that cannot be read; its blob has no name yet.
    #[error("entry {entry} of {count} in the table, {problem}")]
    Entry {
        /// Number of the entry, from 1.
        entry: usize,
        /// Number of entries in the header.
        count: usize,
        /// Problem, and its place in the table.
        problem: Problem,
    },
    /// Bytes that belong to nothing.
    #[error("{bytes} unused bytes {of}")]
    Unused {
        /// Number of bytes.
        bytes: usize,
        /// Name of the thing that they are left of.
        of: &'static str,
    },
    /// A number is above one of the limits.
    #[error("{found} {what}: at most {limit} are read and written")]
    Limit {
        /// Name of the things.
        what: &'static str,
        /// Number that was found.
        found: usize,
        /// Largest number.
        limit: usize,
    },
    /// A set without a figure: its joints would be numbers without names.
    #[error("no blob of kind FIGR: it is not known whose clips these are")]
    NoFigure,
    /// One blob is wrong.
    #[error("blob {kind} {name:?}: {problem}")]
    Blob {
        /// Kind of the blob.
        kind: Kind,
        /// Its name.
        name: String,
        /// Problem of the blob.
        problem: Problem,
    },
}

armature::debug_as_display!(ContainerError);

/// A problem of a blob, or of an entry of the table.
#[derive(Clone, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It overlaps its neighbour, or leaves a gap.
    #[error("begins at byte {offset}, but what is before it ends at byte {end}")]
    Location {
        /// Offset in the table.
        offset: usize,
        /// Offset at which it should begin.
        end: usize,
    },
    /// It does not end before the table.
    #[error("has {length} bytes from byte {offset} on, but the blobs end at byte {end}")]
    Outside {
        /// Offset of the blob.
        offset: u32,
        /// Length in the table.
        length: u32,
        /// Offset at which it must have ended.
        end: usize,
    },
    /// Its bytes are not those that were written.
    #[error("is damaged: its checksum should be {stored:08x}, and is {computed:08x}")]
    Checksum {
        /// Checksum in the table.
        stored: u32,
        /// Checksum of the bytes.
        computed: u32,
    },
    /// There is another one of this kind and name.
    #[error("is there twice")]
    Twice,
    /// Written by a later version of this program.
    #[error("has layout {found}, this program knows layout {known}")]
    Version {
        /// Version in the table.
        found: u32,
        /// The newest one that is read.
        known: u32,
    },
    /// Something that it holds is not possible.
    #[error("at byte {at}: {what}")]
    Content {
        /// Offset in the blob, or in the table.
        at: usize,
        /// Description of the value, and of its fault.
        what: String,
    },
}

armature::debug_as_display!(Problem);
