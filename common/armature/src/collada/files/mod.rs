//! A file's bytes, however large it claims to be.

#[cfg(target_os = "linux")]
mod pages;

use super::parallel;
use std::{
    fs::File,
    io::{self, Read},
    ops::Deref,
    path::Path,
};

/// The bytes of a file.
pub(super) enum Bytes {
    /// On the heap.
    Heap(Vec<u8>),
    /// In large pages.
    #[cfg(target_os = "linux")]
    Pages(pages::Pages),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Self::Pages(pages) => pages.bytes(),
        }
    }
}

/// The first `most` bytes of a file, or all of it if it is shorter.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Bytes> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let size = if metadata.is_file() { metadata.len().min(most) as usize } else { 0 };
    parallel::prepare(size);
    #[cfg(target_os = "linux")]
    if let Some(pages) = pages::read(&file, path, size) {
        return Ok(Bytes::Pages(pages));
    }
    let mut bytes = Vec::new();
    bytes.reserve_exact(size + 1); // one more, to see that it has ended
    // Read no further than asked for, whatever the file's size claims to be.
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Bytes::Heap(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for size in [0, 1, 1000, 300_000, 20_000_001] {
            let want: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &want).unwrap();
            assert!(*read(&path, u64::MAX).unwrap() == want, "{size}");
            let half = size / 2;
            assert!(*read(&path, half as u64).unwrap() == want[..half], "{size}");
        }
        assert!(read(&folder.path().join("b"), 9).is_err());
    }
}
