//! Copies of libraries: the next build changes the original, and the system loads each path only once.

use judge::{LoadError, LoadedLibrary, library::rlib_beside};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use verdict::build;

/// Folder of the copies, below the folder of cargo's builds.
const FOLDER: &str = "loaded";

/// The age at which the folder of another process may be removed: a younger process may just be beginning.
const MIN_AGE: Duration = Duration::from_mins(1);

/// A copy of a library, and of the `.rlib` beside it, which says more about its code: see [`judge::borrowed_todos`]. It is deleted
/// when this is dropped; on Windows, where no file can be deleted while it is loaded, by a later process.
#[derive(Debug)]
pub(crate) struct LibraryCopy(PathBuf);

impl LibraryCopy {
    /// Copies a library that cargo has just built, and loads the copy.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub(crate) fn load(library: &Path) -> io::Result<(Self, Result<LoadedLibrary, LoadError>)> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = library.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = own_folder()?.join(COUNT.fetch_add(1, Relaxed).to_string());
        fs::create_dir_all(&folder)?;
        let copy = LibraryCopy(folder.join(name));
        fs::copy(library, copy.path())?;
        let rlib = rlib_beside(library);
        let _ = fs::copy(&rlib, folder.join(rlib.file_name().unwrap_or_default())); // less is known of the code without it
        #[allow(unsafe_code)]
        // SAFETY: cargo has built it from the package of a student's exercise, which is a `given::library!`; and nobody
        // writes to a copy.
        let loaded = unsafe { LoadedLibrary::open(copy.path()) };
        Ok((copy, loaded))
    }

    /// A copy that does not exist.
    #[cfg(test)]
    pub(crate) fn missing() -> Self {
        LibraryCopy(PathBuf::from("no-such-folder/library"))
    }

    /// The file, which other processes can read as long as this is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for LibraryCopy {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        release_code(self.path());
        let _ = self.0.parent().map(fs::remove_dir_all);
    }
}

/// Releases the memory of a library's code. The library stays loaded: if its code is called after all, the system reads it
/// from the file again, even from one that is deleted.
#[cfg(target_os = "linux")]
fn release_code(library: &Path) {
    let library = library.display().to_string();
    for line in fs::read_to_string("/proc/self/maps").unwrap_or_default().lines().filter(|l| l.ends_with(&library)) {
        // "7f767c3aa000-7f767c3f7000 r-xp 0002b000 00:29 1933320 /target/debug/loaded/7/43/libexercise_13.so"
        let columns: Vec<&str> = line.split(' ').collect();
        // A part that begins elsewhere and is read-only was written while the library was loaded.
        let ([range, "r-xp", ..] | [range, "r--p", "00000000", ..]) = columns[..] else { continue };
        let ends = range.split('-').map(|end| usize::from_str_radix(end, 16));
        let [Ok(start), Ok(end)] = ends.collect::<Vec<_>>()[..] else { continue };
        #[allow(unsafe_code)]
        // SAFETY: these pages are as in the file, and nobody can write to them.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_DONTNEED);
        }
    }
}

/// Returns the folder for copies of this process, and locks it until the process ends. The first call removes the folders of
/// processes that hold no lock any more.
fn own_folder() -> io::Result<PathBuf> {
    static OWN: Mutex<Option<(PathBuf, File)>> = Mutex::new(None);
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((folder, _)) = &*own {
        return Ok(folder.clone());
    }
    let all = build::target().join(FOLDER);
    for entry in fs::read_dir(&all).into_iter().flatten().flatten() {
        remove_if_left(&entry.path());
    }
    let folder = all.join(process::id().to_string());
    let _ = fs::remove_dir_all(&folder); // of an earlier process with this number
    fs::create_dir_all(&folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    *own = Some((folder.clone(), lock));
    Ok(folder)
}

/// Removes the folder of a process that has ended. Windows keeps files that another process has loaded.
fn remove_if_left(folder: &Path) {
    let age = fs::metadata(folder).and_then(|data| data.modified()).ok().and_then(|made| made.elapsed().ok());
    if age.is_some_and(|age| age > MIN_AGE) && !is_locked(&folder.join("lock")) {
        let _ = fs::remove_dir_all(folder); // what stays only takes up room
    }
}

fn is_locked(file: &Path) -> bool {
    File::open(file).is_ok_and(|lock| lock.try_lock().is_err())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// Returns how much of a mapped file is in memory, in kilobytes.
    #[cfg(target_os = "linux")]
    fn resident(file: &Path) -> usize {
        let smaps = fs::read_to_string("/proc/self/smaps").unwrap();
        let mapping = smaps.split_once(file.to_str().unwrap()).unwrap().1;
        let line = mapping.lines().find_map(|line| line.strip_prefix("Rss:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_code_of_a_library_that_is_replaced_takes_no_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0").join("libexercise_71.so");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, vec![7_u8; 1 << 20]).unwrap();
        let file = File::open(&path).unwrap();
        #[allow(unsafe_code)]
        // SAFETY: a new mapping of a file that nobody writes to; it is never removed.
        let code = unsafe {
            let access = libc::PROT_READ | libc::PROT_EXEC;
            let file = std::os::fd::AsRawFd::as_raw_fd(&file);
            let code = libc::mmap(std::ptr::null_mut(), 1 << 20, access, libc::MAP_PRIVATE, file, 0);
            assert_ne!(code, libc::MAP_FAILED);
            std::slice::from_raw_parts(code.cast::<u8>(), 1 << 20)
        };
        assert!(code.iter().all(|byte| *byte == 7));
        assert_eq!(resident(&path), 1024);
        drop(LibraryCopy(path.clone()));
        assert!(!path.exists());
        assert_eq!(resident(&path), 0);
        assert!(code.iter().all(|byte| *byte == 7), "it can still be called");
    }

    #[test]
    fn what_a_process_has_left_is_removed() {
        let all = tempfile::tempdir().unwrap();
        let [(young, _), (held, lock), (left, _)] = [("1", 5), ("2", 500), ("3", 500)].map(|(name, age)| {
            let folder = all.path().join(name);
            fs::create_dir_all(&folder).unwrap();
            let lock = File::create(folder.join("lock")).unwrap();
            let made = SystemTime::now() - Duration::from_secs(age);
            File::open(&folder).unwrap().set_modified(made).unwrap();
            (folder, lock)
        });
        lock.lock().unwrap();
        for folder in [&young, &held, &left] {
            remove_if_left(folder);
        }
        assert_eq!([young, held, left].map(|folder| folder.exists()), [true, true, false]);
    }
}
