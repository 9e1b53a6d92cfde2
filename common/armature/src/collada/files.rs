//! A file's bytes, however large it claims to be.

use super::parallel;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Deref,
    path::Path,
};

/// The bytes of a file.
pub(super) enum Bytes {
    /// On the heap.
    Heap(Vec<u8>),
    /// In pages of two megabytes, of which the first so many bytes count.
    #[cfg(target_os = "linux")]
    Pages(memmap2::MmapMut, usize),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Self::Pages(pages, length) => &pages[..*length],
        }
    }
}

/// Bytes that are read in the time of one unit of work, where they have large pages.
const BYTES_OF_A_UNIT: usize = 1200;

/// The first `most` bytes of a file, or all of it if it is shorter.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Bytes> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let size = if metadata.is_file() { metadata.len().min(most) as usize } else { 0 };
    #[cfg(target_os = "linux")]
    if let Some(bytes) = read_into_pages(&mut file, path, size) {
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    bytes.reserve_exact(size + 1); // one more, to see that it has ended
    // Read no further than asked for, whatever the file's size claims to be.
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Bytes::Heap(bytes))
}

/// A file of this size in large pages, if the system has some; `None`, with the file at its start, if not,
/// and for a file that is not of that size after all.
///
/// Memory that is new has to be found and cleaned page by page, which in pages of four kilobytes takes four
/// times as long as the reading itself.
#[cfg(target_os = "linux")]
fn read_into_pages(file: &mut File, path: &Path, size: usize) -> Option<Bytes> {
    const PAGE: usize = 2 << 20;
    const SMALLEST: usize = 128 << 10; // for less a whole page is not cleaned
    if size < SMALLEST {
        return None;
    }
    let mut pages = memmap2::MmapMut::map_anon(size.next_multiple_of(PAGE)).ok()?;
    pages.advise(memmap2::Advice::HugePage).ok()?;
    let bytes = &mut pages[..size];
    let half = size / 2;
    let work = half / BYTES_OF_A_UNIT;
    let read = if parallel::pays(work) {
        // Half of it each, from a file opened twice: a place in one is not the other's.
        let mut again = File::open(path).ok()?;
        again.seek(SeekFrom::Start(half as u64)).ok()?;
        let (front, back) = bytes.split_at_mut(half);
        let (one, two) = parallel::both(work, || file.read_exact(front), || again.read_exact(back));
        one.and(two).and_then(|()| again.read(&mut [0]))
    } else {
        file.read_exact(bytes).and_then(|()| file.read(&mut [0]))
    };
    if matches!(read, Ok(0)) {
        return Some(Bytes::Pages(pages, size));
    }
    file.rewind().ok()?;
    None
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
