//! Reads a file as a whole.

use super::{
    error::{Error, ErrorKind},
    limits::MAX_FILE_BYTES,
};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// A whole model file, and its path as the name that errors give it.
///
/// # Errors
/// If it cannot be opened or read, or is larger than [`MAX_FILE_BYTES`].
pub(crate) fn read_model(path: &Path) -> Result<(Vec<u8>, String), Error> {
    let name = path.display().to_string();
    // One byte more, to see that it has ended.
    let (kind, message) = match read(path, MAX_FILE_BYTES + 1) {
        Ok(bytes) if bytes.len() as u64 <= MAX_FILE_BYTES => return Ok((bytes, name)),
        Ok(_) => (ErrorKind::Limit, format!("larger than {MAX_FILE_BYTES} bytes")),
        Err(error) => (ErrorKind::Io, error.to_string()),
    };
    Err(Error { file: name.into(), place: None, kind, message })
}

/// The first `limit` bytes of a file, or all of it if it is shorter.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let length = if metadata.is_file() { metadata.len().min(limit) as usize } else { 0 };
    let mut bytes = Vec::with_capacity(length + 1); // one more, to see that it has ended
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for size in [0, 1, 1000, 300_000, 5_000_001] {
            let want: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &want).unwrap();
            assert!(read(&path, u64::MAX).unwrap() == want, "{size}");
            let half = size / 2;
            assert!(read(&path, half as u64).unwrap() == want[..half], "{size}");
        }
        assert!(read(&folder.path().join("b"), 9).is_err());
    }
}
