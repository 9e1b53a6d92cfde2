//! Why a container, or a blob in it, was refused.

use super::{HEADER_BYTES, Kind, VERSION};
use thiserror::Error;

/// Why a file is no container, or why blobs cannot be one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
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
        /// What it begins with.
        found: [u8; 4],
    },
    /// Written by a later version of this program, or damaged.
    #[error("format {found} is not known: this program reads format {VERSION}")]
    Version {
        /// What the header says.
        found: u32,
    },
    /// The table is not where the header says.
    #[error(
        "the table should have {length} bytes from byte {place} on, to the end of the file, which has {file} bytes"
    )]
    Table {
        /// Where it should begin.
        place: usize,
        /// How long it should be.
        length: usize,
        /// Length of the file.
        file: usize,
    },
    /// Header or table are damaged.
    #[error("the table is damaged: its checksum should be {stored:08x}, and is {computed:08x}")]
    TableChecksum {
        /// In the header.
        stored: u32,
        /// Of the bytes.
        computed: u32,
    },
    /// More blobs than entries.
    #[error("a table of {length} bytes has no room for {count} entries")]
    Count {
        /// How many blobs the header claims.
        count: usize,
        /// Length of the table.
        length: usize,
    },
    /// An entry of the table that cannot be read; its blob has no name yet.
    #[error("entry {entry} of {count} in the table, {problem}")]
    Entry {
        /// Which, from 1.
        entry: usize,
        /// How many there should be.
        count: usize,
        /// What is wrong, and where in the table.
        problem: Problem,
    },
    /// Bytes that belong to nothing.
    #[error("{bytes} unused bytes {of}")]
    Unused {
        /// How many.
        bytes: usize,
        /// Where.
        of: &'static str,
    },
    /// More than one of the limits.
    #[error("{found} {what}: at most {limit} are read and written")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: usize,
        /// How much there may be.
        limit: usize,
    },
    /// A set without a figure: its joints would be numbers without names.
    #[error("no blob of kind FIGR: it is not known whose clips these are")]
    NoFigure,
    /// One blob is wrong.
    #[error("blob {kind} {name:?}: {problem}")]
    Blob {
        /// What sort of thing it is.
        kind: Kind,
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: Problem,
    },
}

/// What is wrong with a blob, or with an entry of the table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// It overlaps its neighbour, or leaves a gap.
    #[error("begins at byte {offset}, but what is before it ends at byte {end}")]
    Place {
        /// Where the table says that it begins.
        offset: usize,
        /// Where it should begin.
        end: usize,
    },
    /// It does not end before the table.
    #[error("has {length} bytes from byte {offset} on, but the blobs end at byte {end}")]
    Outside {
        /// Where it begins.
        offset: u32,
        /// How long it claims to be.
        length: u32,
        /// Where it must have ended.
        end: usize,
    },
    /// Its bytes are not those that were written.
    #[error("is damaged: its checksum should be {stored:08x}, and is {computed:08x}")]
    Checksum {
        /// In the table.
        stored: u32,
        /// Of the bytes.
        computed: u32,
    },
    /// There is another one of this kind and name.
    #[error("is there twice")]
    Twice,
    /// Written by a later version of this program.
    #[error("has layout {found}, this program knows layout {known}")]
    Version {
        /// What the table says.
        found: u32,
        /// The newest one that is read.
        known: u32,
    },
    /// Something that it holds is not possible.
    #[error("at byte {at}: {what}")]
    Content {
        /// Where in the blob, or in the table.
        at: usize,
        /// What is there, and why that cannot be.
        what: String,
    },
}
