//! Reads a file as a whole, a large one on several threads: filling new memory is most of the time.

use super::{
    error::{Error, ErrorKind},
    limits::MAX_FILE_BYTES,
    threads::Threads,
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
    let refuse = |kind, message: String| Error { file: name.as_str().into(), place: None, kind, message };
    // One byte more, to see that it has ended.
    let bytes = read(path, MAX_FILE_BYTES + 1).map_err(|e| refuse(ErrorKind::Io, e.to_string()))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(refuse(ErrorKind::Limit, format!("larger than {MAX_FILE_BYTES} bytes")));
    }
    Ok((bytes, name))
}

/// The first `limit` bytes of a file, or all of it if it is shorter.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let length = if metadata.is_file() { metadata.len().min(limit) as usize } else { 0 };
    #[cfg(unix)]
    if Threads::for_file(length) == Threads::Several
        && let Some(bytes) = read_chunks(&file, length)
    {
        return Ok(bytes);
    }
    let mut bytes = Vec::with_capacity(length + 1); // one more, to see that it has ended
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file of this length; `None` if it is shorter or longer after all.
#[cfg(unix)]
fn read_chunks(file: &File, length: usize) -> Option<Vec<u8>> {
    use rayon::{iter::IndexedParallelIterator, iter::ParallelIterator, slice::ParallelSliceMut};
    use std::os::unix::fs::FileExt;

    const CHUNK: usize = 256 << 10;
    let mut bytes = vec![0; length];
    let chunks = bytes.par_chunks_mut(CHUNK).enumerate();
    let read = chunks.try_for_each(|(number, chunk)| file.read_exact_at(chunk, (number * CHUNK) as u64));
    let ended = file.read_at(&mut [0], length as u64).ok()? == 0;
    (read.is_ok() && ended).then_some(bytes)
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

    #[cfg(unix)]
    #[test]
    fn only_files_of_the_expected_length_are_read_in_chunks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, vec![7; 600_000]).unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(read_chunks(&file, 600_000), Some(vec![7; 600_000]));
        assert!(read_chunks(&file, 599_999).is_none() && read_chunks(&file, 600_001).is_none());
    }
}
