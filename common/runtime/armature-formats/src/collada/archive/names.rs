//! Finds the entry of an archive that an address means.

use crate::collada::{address::plain_path, limits::MAX_ADDRESS_BYTES};
use std::collections::HashMap;

/// An index of the names of an archive's entries: there may be as many materials as entries.
pub(super) struct EntryIndex {
    /// The document's folder, from the archive's root and with a slash at its end.
    folder: Option<String>,
    /// Entries by their paths from the archive's root.
    paths: Index,
    /// Entries by their file names without folders.
    files: Index,
}

/// Entries by name.
#[derive(Default)]
struct Index {
    exact: HashMap<String, Match>,
    /// Names in small letters: files come from systems that do not tell capitals apart.
    folded: HashMap<String, Match>,
}

#[derive(Clone, Copy)]
struct Match {
    first: usize,
    is_only: bool,
}

impl EntryIndex {
    /// Makes the index of the entries for addresses in the document named `document`.
    pub(super) fn new<'n>(entries: impl Iterator<Item = &'n str>, document: &str) -> Self {
        let mut paths = Index::default();
        let mut files = Index::default();
        for (index, name) in entries.enumerate() {
            if let Some(path) = entry_path(name) {
                files.add(file_name(&path), index);
                paths.add(&path, index);
            }
        }
        let folder = entry_path(document).and_then(|path| path.strip_suffix(file_name(&path)).map(String::from));
        Self { folder, paths, files }
    }

    /// Returns the index of the entry that an address means: the entry at its path from the document's folder, or else a
    /// file of that name in the folder, or else the only file of that name in the archive.
    pub(super) fn find(&self, address: &str) -> Option<usize> {
        let address = plain_path(address);
        let file = file_name(&address);
        let beside = self.find_in_folder(&address).or_else(|| self.find_in_folder(file));
        beside.or_else(|| self.files.get(file).filter(|entry| entry.is_only).map(|entry| entry.first))
    }

    /// Returns the index of the entry at a path from the document's folder.
    fn find_in_folder(&self, relative: &str) -> Option<usize> {
        let folder = self.folder.as_ref()?;
        let path = resolve_dots(&format!("{folder}{}", relative.trim_start_matches('/')))?;
        self.paths.get(&path).map(|entry| entry.first)
    }
}

impl Index {
    fn add(&mut self, name: &str, index: usize) {
        let new = Match { first: index, is_only: true };
        for (known, key) in [(&mut self.exact, name.to_owned()), (&mut self.folded, name.to_lowercase())] {
            known.entry(key).and_modify(|entry| entry.is_only = false).or_insert(new);
        }
    }

    fn get(&self, name: &str) -> Option<Match> {
        self.exact.get(name).or_else(|| self.folded.get(&name.to_lowercase())).copied()
    }
}

/// Returns the path of an entry or the document; `None` for a path that leads outside or is too long. Some programs write
/// backslashes, against the format.
fn entry_path(name: &str) -> Option<String> {
    if name.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    resolve_dots(&name.replace('\\', "/"))
}

/// Returns a path from the archive's root without `.` and `..`; `None` for a path that leads outside or to the root.
fn resolve_dots(path: &str) -> Option<String> {
    let mut folders = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                folders.pop()?;
            }
            name => folders.push(name),
        }
    }
    (!folders.is_empty()).then(|| folders.join("/"))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the entry that `address` means in the document named `document`.
    fn find<'a>(entries: &[&'a str], document: &str, address: &str) -> Option<&'a str> {
        let index = EntryIndex::new(entries.iter().copied(), document);
        index.find(address).map(|index| entries[index])
    }

    #[test]
    fn from_the_documents_own_folder() {
        let entries = ["images/skin.png", "models/skin.png", "models/a b.png", "skin.png"];
        for (address, expected) in [
            ("skin.png", "models/skin.png"),
            ("./skin.png", "models/skin.png"),
            (".\\x\\..\\skin.png", "models/skin.png"),
            ("file:skin.png", "models/skin.png"),
            ("../images/skin.png", "images/skin.png"),
            ("..\\images\\skin.png", "images/skin.png"),
            ("../models/.././images//skin.png", "images/skin.png"),
            ("../skin.png", "skin.png"),
            ("a%20b.png", "models/a b.png"),
        ] {
            assert_eq!(find(&entries, "models/a.dae", address), Some(expected), "{address}");
        }
        assert_eq!(find(&entries, "a.dae", "skin.png"), Some("skin.png"));
        assert_eq!(find(&entries, "./a.dae", "images/skin.png"), Some("images/skin.png"));
    }

    #[test]
    fn by_the_files_name() {
        let entries = ["models/skin.png", "x/skin.png", "x/only.png", "x/two.png", "y/two.png"];
        for address in ["file:///C:/art/skin.png", "C:\\art\\skin.png", "/art/skin.png", "no/skin.png"] {
            assert_eq!(find(&entries, "models/a.dae", address), Some("models/skin.png"), "{address}");
        }
        assert_eq!(find(&entries, "models/a.dae", "art/only.png"), Some("x/only.png"));
        // There are two of the first.
        for address in ["art/two.png", "lost.png", "", ".", "..", "../", "x/", "/"] {
            assert_eq!(find(&entries, "models/a.dae", address), None, "{address}");
        }
    }

    #[test]
    fn capitals_count_where_they_decide() {
        let entries = ["Art/Skin.PNG", "art/skin.png", "x/Eye.png", "y/eye.PNG", "z/Ear.PNG"];
        for (address, expected) in [
            ("art/skin.png", Some("art/skin.png")),
            ("Art/Skin.PNG", Some("Art/Skin.PNG")),
            ("ART/SKIN.PNG", Some("Art/Skin.PNG")), // the first
            ("eye.PNG", Some("y/eye.PNG")),         // the only one that is written so
            ("EYE.PNG", None),                      // either could be meant
            ("ear.png", Some("z/Ear.PNG")),
        ] {
            assert_eq!(find(&entries, "a.dae", address), expected, "{address}");
        }
        assert_eq!(find(&["é.png"], "a.dae", "%C3%89.png"), Some("é.png"));
    }

    #[test]
    fn nothing_outside() {
        let entries = ["../out.png", "/abs.png", "a/../../up.png", "a/../in.png", "b\\back.png"];
        for (address, expected) in [
            ("../../out.png", None),
            ("../out.png", None),
            ("out.png", None),
            ("up.png", None),
            ("../abs.png", Some("/abs.png")), // from the root, whichever way it is written
            ("../in.png", Some("a/../in.png")),
            ("../b/back.png", Some("b\\back.png")),
            // Past the root there is nothing; the file's own name still counts.
            ("../../../etc/in.png", Some("a/../in.png")),
        ] {
            assert_eq!(find(&entries, "m/a.dae", address), expected, "{address}");
        }
        let endless = format!("{}/far.png", "far".repeat(MAX_ADDRESS_BYTES));
        assert_eq!(find(&[&endless], "a.dae", "far.png"), None);
        assert_eq!(find(&["in.png"], "../a.dae", "b/in.png"), Some("in.png"), "the only one");
    }
}
