//! An entry's bytes, within limits.

use super::directory::{self, Entry, Method};
use crate::collada::{
    error::ErrorKind,
    limits::{MAX_ARCHIVE_EXPANSION, MAX_FILE_BYTES, SMALL_ARCHIVE_BYTES},
};
use miniz_oxide::inflate::{DecompressError, TINFLStatus, decompress_to_vec_with_limit};
use std::borrow::Cow;

/// What entries may still be unpacked to, all together.
pub(super) struct Allowance {
    total: u64,
    left: u64,
}

/// Why an entry is not unpacked.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) kind: ErrorKind,
    /// Names the entry.
    pub(super) message: String,
}

impl Allowance {
    /// So many bytes.
    pub(super) fn new(total: u64) -> Self {
        Self { total, left: total }
    }

    /// What is read counts where it is more than what comes of it: entries may lie on the same bytes, and a
    /// long stream can unpack to nothing. So does what turns out to be damaged: it took as long.
    fn spend(&mut self, packed: usize, unpacked: usize) {
        self.left = self.left.saturating_sub(packed.max(unpacked) as u64);
    }
}

/// The unpacked bytes of an entry.
pub(super) fn unpack<'a>(
    bytes: &'a [u8],
    entry: &Entry<'_>,
    allowance: &mut Allowance,
) -> Result<Cow<'a, [u8]>, Refused> {
    let refuse = |kind, why: &str| Refused {
        kind,
        message: format!("entry \"{}\" of the archive: {why}", shown(entry.name)),
    };
    let packed = directory::data(bytes, entry).map_err(|why| refuse(ErrorKind::Container, why))?;
    let own = (packed.len() as u64 * MAX_ARCHIVE_EXPANSION).max(SMALL_ARCHIVE_BYTES);
    let own = own.min(MAX_FILE_BYTES);
    let (limit, total) = (own.min(allowance.left), allowance.total);
    let too_large = || {
        let why = if limit < own {
            format!("with those before it, it unpacks to more than {total} bytes")
        } else {
            format!("unpacks to more than {limit} bytes")
        };
        refuse(ErrorKind::Limit, &why)
    };
    if packed.len() as u64 > allowance.left {
        return Err(too_large());
    }
    let unpacked = match entry.method {
        Method::Stored => Ok(Cow::Borrowed(packed)),
        // However large the entry claims to be, no more than the limit is ever unpacked.
        Method::Deflated => decompress_to_vec_with_limit(packed, limit as usize).map(Cow::Owned),
    };
    let length = match &unpacked {
        Ok(whole) => whole.len(),
        Err(DecompressError { output, .. }) => output.len(),
    };
    allowance.spend(packed.len(), length);
    let unpacked = unpacked.map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => too_large(),
        _ => refuse(ErrorKind::Container, "its packed bytes are damaged"),
    })?;
    if directory::checksum(&unpacked) != entry.checksum {
        let why = "its checksum is wrong: the archive is damaged";
        return Err(refuse(ErrorKind::Container, why));
    }
    Ok(unpacked)
}

/// A name for messages: no control characters, and not without end.
pub(super) fn shown(name: &[u8]) -> String {
    const LONGEST: usize = 100;
    let name = String::from_utf8_lossy(name);
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}
