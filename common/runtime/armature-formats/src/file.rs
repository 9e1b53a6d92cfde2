//! Files that appear whole or not at all.
//!
//! Each is written in its folder under a temporary name, and then renamed. A program that is stopped leaves a file whose
//! name begins with a dot and ends in `.tmp`.
//!
//! The crate `tempfile` does this too. But it depends on rustix, windows-sys and once_cell, of which the programs beside
//! this crate use different features: cargo would compile this crate, too, once for each set of them.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

/// Largest number of temporary names that other threads and stopped programs may have taken.
const ATTEMPTS: usize = 1000;

/// Writes a file, in place of one that may be there already.
///
/// # Errors
/// If it cannot be written. Whatever was there stays, and nothing else is left. The error does not name the file.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace_by(path, |file| file.write_all(bytes.as_ref()))
}

/// [`replace`], where `write` does the writing.
///
/// # Errors
/// As for [`replace`], or if `write` fails.
pub fn replace_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let unnamed = Unnamed::new(path, write)?;
    fs::rename(&unnamed.0, path)
}

/// Writes a file where there is none.
///
/// # Errors
/// As for [`replace_by`], and [`ErrorKind::AlreadyExists`] if there is one.
pub fn create_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    Unnamed::new(path, write)?.create(path)
}

/// Returns a function that writes `bytes` and forces the file to the disk, so that a crash of the machine loses nothing.
pub fn synced(bytes: impl AsRef<[u8]>) -> impl FnOnce(&mut File) -> io::Result<()> {
    move |file| {
        file.write_all(bytes.as_ref())?;
        file.sync_all()
    }
}

/// A whole file that has only its temporary name yet; removed if it gets no other.
pub struct Unnamed(PathBuf);

impl Unnamed {
    /// Writes it beside `path`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        let (unnamed, mut file) = Self::create_temporary(path)?;
        write(&mut file)?; // then closed: Windows renames no file that is open
        Ok(unnamed)
    }

    /// Creates an empty file with a temporary name that is free, in the folder of `path`.
    fn create_temporary(path: &Path) -> io::Result<(Self, File)> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
        for attempt in 0..ATTEMPTS {
            let mut temporary = OsString::from(".");
            temporary.push(name);
            temporary.push(format!("-{}-{attempt}.tmp", process::id()));
            let temporary = path.with_file_name(temporary);
            match File::create_new(&temporary) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => return created.map(|file| (Self(temporary), file)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Gives the file a name that must be free. A rename replaces the file that has the name, a second link does not. Some
    /// file systems (FAT) have no links: there the file is renamed if the name is free.
    ///
    /// # Errors
    /// As for [`create_by`].
    pub fn create(&self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.0, path) {
            Ok(()) => Ok(()),
            Err(_) if path.symlink_metadata().is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(&self.0, path),
        }
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0); // gone already where it was renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace(&path, "one").unwrap();
        replace_by(&path, |file| {
            synced("two")(file)?;
            assert_eq!(fs::read_to_string(&path)?, "one", "until it is written");
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let failing = |file: &mut File| file.write_all(b"th").and(Err(ErrorKind::StorageFull.into()));
        assert_eq!(replace_by(&path, failing).unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        assert!(replace(&below, "not a folder").is_err());
        fs::remove_dir(below).unwrap();
        assert!(replace(Path::new("/"), "").is_err());
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_new_file_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let stopped = folder.path().join(format!(".a.txt-{}-0.tmp", process::id()));
        fs::write(&stopped, "left by a program that was stopped").unwrap();
        create_by(&path, synced("one")).unwrap();
        assert_eq!(create_by(&path, synced("two")).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        fs::remove_file(stopped).unwrap();
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_has_the_usual_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let [usual, replaced] = ["usual", "replaced"].map(|name| folder.path().join(name));
        fs::write(&usual, "").unwrap();
        replace(&replaced, "").unwrap();
        let [usual, replaced] = [usual, replaced].map(|path| fs::metadata(path).unwrap().permissions());
        assert_eq!(replaced, usual);
    }
}
