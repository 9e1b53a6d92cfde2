//! A model's file, and the files that it refers to: in its own folder or below it, nowhere else.

use super::{
    address::{plain_path, printable},
    error::Error,
    foreign::describe_foreign,
    limits::{MAX_ADDRESS_BYTES, MAX_FILE_BYTES},
};
use armature::model::Texture;
use std::{
    cell::RefCell,
    collections::HashMap,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
use unicode_normalization::UnicodeNormalization;

/// Reads a model's file and returns its bytes, and its path as errors show it.
///
/// # Errors
/// If the file cannot be opened or read, or is larger than [`MAX_FILE_BYTES`].
pub(crate) fn read_model(path: &Path) -> Result<(Vec<u8>, String), Error> {
    let name = path.display().to_string();
    let message = match read_up_to(path, MAX_FILE_BYTES + 1) {
        Ok(bytes) if bytes.len() as u64 <= MAX_FILE_BYTES => return Ok((bytes, name)),
        Ok(_) => format!("larger than {MAX_FILE_BYTES} bytes"),
        Err(error) => error.to_string(),
    };
    Err(Error { file: name.into(), line: 0, column: 0, message })
}

/// Reads the first `limit` bytes of a file, or all of a shorter one.
pub(crate) fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let length = if metadata.is_file() { metadata.len().min(limit) as usize } else { 0 };
    let mut bytes = Vec::with_capacity(length + 1); // one more, to see that it has ended
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Source of the files that a model refers to.
#[derive(Clone, Copy)]
pub(crate) enum Files<'a> {
    /// Reads no file.
    None,
    /// This folder, or one below it.
    Folder(&'a Path),
    /// The caller's own storage.
    Resolved(&'a Resolved<'a>),
}

impl<'a> Files<'a> {
    pub(crate) fn of(folder: Option<&'a Path>) -> Self {
        folder.map_or(Self::None, Self::Folder)
    }

    /// Returns the picture at an address; `None` where no files are read. `model` is the model's name in messages. The
    /// error is the reason, for people; `warn` is told what is odd about a picture that is there.
    pub(crate) fn picture(self, model: &str, address: &str, warn: impl Fn(String)) -> Result<Option<Texture>, String> {
        if address.len() > MAX_ADDRESS_BYTES {
            return Err(format!("a picture with an address of {} bytes", address.len()));
        }
        let missing = || format!("no picture \"{}\" beside the model", printable(address));
        let (picture, beginning) = match self {
            Self::None => return Ok(None),
            Self::Folder(folder) => {
                let path = find_in_folder(folder, address).ok_or_else(missing)?;
                if !path.ends_with(Path::new(&plain_path(address)).file_name().unwrap_or_default()) {
                    warn(format!("found as \"{}\", which is spelled otherwise", path.display()));
                }
                let beginning = read_up_to(&path, 64).unwrap_or_default(); // an error comes when it is drawn
                (Texture::File(path), beginning.into())
            }
            Self::Resolved(resolved) => {
                let bytes = resolved.get(address).ok_or_else(missing)?;
                (
                    Texture::Bytes { name: format!("{model}/{}", plain_path(address)).into(), bytes: bytes.clone() },
                    bytes,
                )
            }
        };
        describe_foreign(&beginning).map_or(Ok(Some(picture)), |message| Err(message.into()))
    }
}

/// Files that a function of the caller returns, which is called once for each path.
pub(crate) struct Resolved<'a> {
    resolve: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    known: RefCell<HashMap<String, Option<Arc<[u8]>>>>,
}

impl<'a> Resolved<'a> {
    pub(crate) fn new(resolve: &'a dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        Self { resolve, known: RefCell::default() }
    }

    /// Returns the file at an address; `None` once all files together have more bytes than a model may have.
    pub(crate) fn get(&self, address: &str) -> Option<Arc<[u8]>> {
        let mut known = self.known.borrow_mut();
        let path = plain_path(address);
        if let Some(file) = known.get(&path) {
            return file.clone();
        }
        let read: usize = known.values().flatten().map(|file| file.len()).sum();
        let file = (self.resolve)(&path).filter(|file| (read + file.len()) as u64 <= MAX_FILE_BYTES).map(Arc::from);
        known.insert(path, file.clone());
        file
    }
}

/// Finds the file that an address means: at its path below `folder`, or else by its name alone in `folder`. Letters in the
/// folder may be capitals where those of the address are small, and accented letters may be written as two characters.
/// Nothing outside of `folder` is opened, not even through links.
pub(crate) fn find_in_folder(folder: &Path, address: &str) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = plain_path(address);
    let name = path.rsplit('/').next().unwrap_or(&path);
    [path.trim_start_matches('/'), name].into_iter().find_map(|relative| {
        // ".." and links are fine as long as the real path is inside. A file that does not exist is skipped first.
        let candidate = follow(folder, relative).filter(|candidate| candidate.is_file())?;
        let real = candidate.canonicalize().ok()?;
        let inside = folder.canonicalize().ok()?;
        real.starts_with(inside).then_some(candidate)
    })
}

/// Returns the path of what is at a relative path, each part of which has this name or else one that is spelled alike.
fn follow(folder: &Path, relative: &str) -> Option<PathBuf> {
    let mut path = folder.to_path_buf();
    for name in relative.split('/') {
        let exact = path.join(name);
        path = if exact.exists() {
            exact
        } else {
            let mut entries = path.read_dir().ok()?.flatten();
            entries.find(|entry| fold(&entry.file_name().to_string_lossy()) == fold(name))?.path()
        };
    }
    Some(path)
}

/// Returns a name in small letters, each with its accent in one character.
fn fold(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).collect()
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
            assert!(read_up_to(&path, u64::MAX).unwrap() == want, "{size}");
            let half = size / 2;
            assert!(read_up_to(&path, half as u64).unwrap() == want[..half], "{size}");
        }
        assert!(read_up_to(&folder.path().join("b"), 9).is_err());
    }

    #[test]
    fn nothing_outside_of_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("model");
        std::fs::create_dir_all(folder.join("maps")).unwrap();
        for file in ["secret.png", "model/own.png", "model/maps/skin.png"] {
            std::fs::write(outer.path().join(file), "x").unwrap();
        }
        assert_eq!(find_in_folder(&folder, "maps\\skin.png"), Some(folder.join("maps/skin.png")));
        assert_eq!(find_in_folder(&folder, "maps/../own.png"), Some(folder.join("maps/../own.png")));
        assert_eq!(find_in_folder(&folder, "file:///C:/x/own.png"), Some(folder.join("own.png")));
        assert_eq!(find_in_folder(&folder, "../secret.png"), None);
        assert_eq!(find_in_folder(&folder, &outer.path().join("secret.png").display().to_string()), None);
        let [composed, decomposed] = ["m\u{e9}sh.bin", "me\u{301}sh.bin"];
        for (there, address) in [(composed, decomposed), (decomposed, composed)] {
            let file = folder.join("maps").join(there);
            std::fs::write(&file, "x").unwrap();
            let found = find_in_folder(&folder, &format!("maps/{address}"));
            assert!(found.is_some_and(|found| std::fs::read(found).unwrap() == b"x"), "{address}");
            std::fs::remove_file(file).unwrap();
        }
        for address in ["MAPS/Skin.PNG", "skins/OWN.png"] {
            assert!(find_in_folder(&folder, address).is_some_and(|found| found.is_file()), "{address}");
        }
        assert_eq!(find_in_folder(&folder, "maps"), None, "a folder is no picture");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.png"), folder.join("link.png")).unwrap();
            assert_eq!(find_in_folder(&folder, "link.png"), None, "a link that leads outside");
        }
    }
}
