//! A file's bytes, however large it claims to be.

use super::parallel;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

/// Bytes that are read in the time of one unit of work: most of it is finding room for them.
const BYTES_OF_A_UNIT: usize = 260;

/// The first `most` bytes of a file, or all of it if it is shorter.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let size = if metadata.is_file() { metadata.len().min(most) as usize } else { 0 };
    let half = size / 2;
    let work = half / BYTES_OF_A_UNIT;
    let mut bytes = Vec::new();
    if parallel::pays(work) {
        // Half of it each, from a file opened twice: a place in one is not the other's.
        let mut again = File::open(path)?;
        again.seek(SeekFrom::Start(half as u64))?;
        bytes = vec![0; size];
        let (front, back) = bytes.split_at_mut(half);
        let (one, two) = parallel::both(work, || file.read_exact(front), || again.read_exact(back));
        one.and(two)?;
        file.seek(SeekFrom::Start(size as u64))?;
    } else {
        bytes.reserve_exact(size + 1); // one more, to see that it has ended
    }
    // Read no further than asked for, whatever the file's size claims to be.
    file.take(most - bytes.len() as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for size in [0, 1, 1000, 20_000_001] {
            let want: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &want).unwrap();
            assert!(read(&path, u64::MAX).unwrap() == want, "{size}");
            let half = size / 2;
            assert!(read(&path, half as u64).unwrap() == want[..half], "{size}");
        }
        assert!(read(&folder.path().join("b"), 9).is_err());
    }
}
