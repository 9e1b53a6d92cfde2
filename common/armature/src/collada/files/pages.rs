//! A file in memory of large pages: memory that is new has to be found and cleaned page by page, which in
//! pages of four kilobytes takes four times as long as reading so much.

use crate::collada::parallel;
use memmap2::{Advice, MmapMut};
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

/// The bytes of a file, and what is left of the last page.
pub(in crate::collada) struct Pages {
    memory: MmapMut,
    length: usize,
}

impl Pages {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

const PAGE: usize = 2 << 20;

/// For less a whole page is not cleaned.
const SMALLEST: usize = 128 << 10;

/// Bytes that are read in the time of one unit of work.
const BYTES_OF_A_UNIT: usize = 1200;

/// A file of this size, or `None`, with the file at its start: where there are no large pages, for a small
/// file, and for one that is not of that size after all.
pub(super) fn read(mut file: &File, path: &Path, length: usize) -> Option<Pages> {
    if length < SMALLEST {
        return None;
    }
    let mut memory = MmapMut::map_anon(length.next_multiple_of(PAGE)).ok()?;
    memory.advise(Advice::HugePage).ok()?;
    let bytes = &mut memory[..length];
    let half = (length / 2).next_multiple_of(PAGE).min(length); // no page is taken by two
    let work = (length - half) / BYTES_OF_A_UNIT;
    let rest = if parallel::pays(work) {
        // Half of it each, from a file opened twice: a place in one is not the other's.
        let mut again = File::open(path).ok()?;
        again.seek(SeekFrom::Start(half as u64)).ok()?;
        let (front, back) = bytes.split_at_mut(half);
        let (one, two) = parallel::both(work, || file.read_exact(front), || again.read_exact(back));
        one.and(two).and_then(|()| again.read(&mut [0]))
    } else {
        file.read_exact(bytes).and_then(|()| file.read(&mut [0]))
    };
    if matches!(rest, Ok(0)) {
        return Some(Pages { memory, length });
    }
    file.rewind().ok()?;
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read in one piece and in two; and not at all, if the file is not as long as was said.
    #[test]
    fn only_whole_files() {
        if !Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return; // no large pages in this system
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for size in [SMALLEST, 20_000_001] {
            let want: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &want).unwrap();
            let file = File::open(&path).unwrap();
            assert!(
                read(&file, &path, size + 1).is_none() && read(&file, &path, size - 1).is_none()
            );
            let again = File::open(&path).unwrap();
            assert!(read(&again, &path, size).expect("it is as long as that").bytes() == want);
        }
    }
}
