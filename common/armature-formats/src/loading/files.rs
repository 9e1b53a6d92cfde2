//! Files that a model refers to: in its own folder or below it, nowhere else.

use super::{address::plain_path, limits::MAX_FILE_BYTES};
use armature::model::Texture;
use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};
use unicode_normalization::UnicodeNormalization;

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

    /// Returns the picture at an address, `None` where no files are read. `model` is what messages call the model. The
    /// error is an address for people, at which there is no picture.
    pub(crate) fn picture(self, model: &str, address: &str) -> Result<Option<Texture>, String> {
        let picture = match self {
            Self::None => return Ok(None),
            Self::Folder(folder) => beside(folder, address).map(Texture::File),
            Self::Resolved(resolved) => resolved
                .get(address)
                .map(|bytes| Texture::Bytes { name: format!("{model}/{}", plain_path(address)).into(), bytes }),
        };
        picture.map(Some).ok_or_else(|| address.replace(char::is_control, " "))
    }
}

/// Files that the caller returns, each asked for once.
pub(crate) struct Resolved<'a> {
    resolve: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    known: RefCell<HashMap<String, Option<Arc<[u8]>>>>,
}

impl<'a> Resolved<'a> {
    pub(crate) fn new(resolve: &'a dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        Self { resolve, known: RefCell::default() }
    }

    /// Returns the file at an address; nothing once all files together have more bytes than a model may have.
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

/// The file that an address means: its path if that is below `folder`, or else a file of the
/// same name in `folder`. An accented letter may be one character there and two in the address, or the other way round.
/// Nothing outside of `folder` is opened, not even through links.
pub(crate) fn beside(folder: &Path, address: &str) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = plain_path(address);
    let name = path.rsplit('/').next().unwrap_or(&path);
    [path.trim_start_matches('/'), name]
        .into_iter()
        .flat_map(|text| [text.to_owned(), text.nfc().collect(), text.nfd().collect()])
        .find_map(|relative| {
            // ".." and links are fine as long as the real path is inside. A file that does not exist is skipped first.
            let candidate = Some(folder.join(relative)).filter(|candidate| candidate.is_file())?;
            let real = candidate.canonicalize().ok()?;
            let inside = folder.canonicalize().ok()?;
            real.starts_with(inside).then_some(candidate)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("model");
        std::fs::create_dir_all(folder.join("maps")).unwrap();
        for file in ["secret.png", "model/own.png", "model/maps/skin.png"] {
            std::fs::write(outer.path().join(file), "x").unwrap();
        }
        assert_eq!(beside(&folder, "maps\\skin.png"), Some(folder.join("maps/skin.png")));
        assert_eq!(beside(&folder, "maps/../own.png"), Some(folder.join("maps/../own.png")));
        assert_eq!(beside(&folder, "file:///C:/x/own.png"), Some(folder.join("own.png")));
        assert_eq!(beside(&folder, "../secret.png"), None);
        assert_eq!(beside(&folder, &outer.path().join("secret.png").display().to_string()), None);
        let [composed, decomposed] = ["m\u{e9}sh.bin", "me\u{301}sh.bin"];
        for (there, address) in [(composed, decomposed), (decomposed, composed)] {
            let file = folder.join("maps").join(there);
            std::fs::write(&file, "x").unwrap();
            let found = beside(&folder, &format!("maps/{address}"));
            assert!(found.is_some_and(|found| std::fs::read(found).unwrap() == b"x"), "{address}");
            std::fs::remove_file(file).unwrap();
        }
        assert_eq!(beside(&folder, "maps"), None, "a folder is no picture");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.png"), folder.join("link.png")).unwrap();
            assert_eq!(beside(&folder, "link.png"), None, "a link that leads outside");
        }
    }
}
