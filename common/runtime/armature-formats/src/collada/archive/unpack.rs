//! Unpacks an entry of an archive, within limits.

use super::{Entry, Zip};
use crate::collada::{
    error::ErrorKind,
    limits::{MAX_ARCHIVE_EXPANSION, MAX_FILE_BYTES, SMALL_ARCHIVE_BYTES},
};
use flate2::bufread::DeflateDecoder;
use rawzip::CompressionMethod;
use std::io::Read;

/// Number of bytes to which entries may still be unpacked, all together.
pub(super) struct Allowance {
    total: u64,
    left: u64,
}

/// Error of an entry that is not unpacked.
#[derive(Debug)]
pub(super) struct UnpackError {
    pub(super) kind: ErrorKind,
    /// Message with the entry's name.
    pub(super) message: String,
}

impl Allowance {
    pub(super) fn new(total: u64) -> Self {
        Self { total, left: total }
    }

    /// Charges the larger of compressed and uncompressed size: several entries may share their compressed bytes, and a
    /// long stream can unpack to nothing. A damaged entry is charged as well.
    fn charge(&mut self, packed: u64, unpacked: u64) {
        self.left = self.left.saturating_sub(packed.max(unpacked));
    }
}

/// Unpacks an entry in memory, within the entry's own limit and the rest of the allowance for all entries.
pub(super) fn unpack(zip: &Zip<'_>, entry: &Entry, allowance: &mut Allowance) -> Result<Vec<u8>, UnpackError> {
    let fail = |kind, reason: &str| {
        let name = printable(&entry.name);
        UnpackError { kind, message: format!("entry \"{name}\" of the archive: {reason}") }
    };
    let packed = entry.location.compressed_size_hint();
    let own_limit = packed.saturating_mul(MAX_ARCHIVE_EXPANSION).clamp(SMALL_ARCHIVE_BYTES, MAX_FILE_BYTES);
    let limit = own_limit.min(allowance.left);
    let total = allowance.total;
    let too_large = || {
        let reason = if limit < own_limit {
            format!("with those before it, it unpacks to more than {total} bytes")
        } else {
            format!("unpacks to more than {limit} bytes")
        };
        fail(ErrorKind::Limit, &reason)
    };
    if packed > allowance.left {
        return Err(too_large());
    }
    if entry.is_encrypted {
        return Err(fail(ErrorKind::Container, "it is encrypted"));
    }
    let file = zip.get_entry(entry.location);
    let file = file.map_err(|error| fail(ErrorKind::Container, &format!("a broken ZIP: {error}")))?;
    // However large the entry claims to be, no more than the limit is ever unpacked.
    let mut unpacked = Vec::new();
    let read = match entry.method {
        CompressionMethod::STORE => file.data().take(limit + 1).read_to_end(&mut unpacked),
        CompressionMethod::DEFLATE => DeflateDecoder::new(file.data()).take(limit + 1).read_to_end(&mut unpacked),
        method => {
            let reason = format!("it is packed by {method}, which is not read here: pack it by Deflate");
            return Err(fail(ErrorKind::Unsupported, &reason));
        }
    };
    allowance.charge(packed, unpacked.len() as u64);
    if unpacked.len() as u64 > limit {
        return Err(too_large());
    }
    if read.is_err() {
        return Err(fail(ErrorKind::Container, "its packed bytes are damaged"));
    }
    if crc32fast::hash(&unpacked) != file.claim_verifier().crc {
        return Err(fail(ErrorKind::Container, "its checksum is wrong: the archive is damaged"));
    }
    Ok(unpacked)
}

/// Returns a name for messages: without control characters, and of limited length.
pub(super) fn printable(name: &str) -> String {
    const MAX_CHARS: usize = 100;
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_CHARS).collect()
}
