//! Finds the entry of an archive that an address means.

use crate::collada::{address::plain_path, limits::MAX_ADDRESS_BYTES};
use std::collections::HashMap;

/// An index of the names of an archive's entries: there may be as many materials as entries.
pub(super) struct EntryIndex {
    /// The document's own, from the archive's root and with a slash at its end.
    folder: Option<String>,
    /// Whole, from the archive's root.
    paths: Index,
    /// Files without their folders.
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
    /// Makes the index for addresses in a document of this name.
    pub(super) fn new<'n>(entries: impl Iterator<Item = &'n str>, document: &str) -> Self {
        let mut paths = Index::default();
        let mut files = Index::default();
        for (index, name) in entries.enumerate() {
            if let Some(path) = path(name) {
                files.add(file_of(&path), index);
                paths.add(&path, index);
            }
        }
        let folder = path(document).and_then(|path| path.strip_suffix(file_of(&path)).map(String::from));
        Self { folder, paths, files }
    }

    /// The index of the entry that an address means: its path relative to the document's own folder,
    /// or else a file of the same name in that folder, or else the only one of that name in the archive.
    pub(super) fn find(&self, address: &str) -> Option<usize> {
        let address = plain_path(address);
        let file = file_of(&address);
        for relative in [&*address, file] {
            if let Some(entry) = self.beside(relative) {
                return Some(entry);
            }
        }
        self.files.get(file).filter(|found| found.is_only).map(|found| found.first)
    }

    /// Returns the index of the entry at a path from the document's folder.
    fn beside(&self, relative: &str) -> Option<usize> {
        let folder = self.folder.as_ref()?;
        let path = inside(&format!("{folder}{}", relative.trim_start_matches('/')))?;
        self.paths.get(&path).map(|found| found.first)
    }
}

impl Index {
    fn add(&mut self, name: &str, index: usize) {
        let new = Match { first: index, is_only: true };
        for (known, key) in [(&mut self.exact, name.to_owned()), (&mut self.folded, name.to_lowercase())] {
            known.entry(key).and_modify(|found| found.is_only = false).or_insert(new);
        }
    }

    fn get(&self, name: &str) -> Option<Match> {
        self.exact.get(name).or_else(|| self.folded.get(&name.to_lowercase())).copied()
    }
}

/// The path of an entry or the document; `None` if it leads outside, or is longer than any. Some programs
/// write backslashes, whatever the format asks for.
fn path(name: &str) -> Option<String> {
    if name.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    inside(&name.replace('\\', "/"))
}

/// A path from the archive's root without `.` and `..`; `None` if it leads outside, or nowhere.
fn inside(path: &str) -> Option<String> {
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

fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the entry that the address means in a document of an archive with these entries.
    fn found<'a>(entries: &[&'a str], document: &str, address: &str) -> Option<&'a str> {
        let names = EntryIndex::new(entries.iter().copied(), document);
        names.find(address).map(|index| entries[index])
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
            assert_eq!(found(&entries, "models/a.dae", address), Some(expected), "{address}");
        }
        assert_eq!(found(&entries, "a.dae", "skin.png"), Some("skin.png"));
        assert_eq!(found(&entries, "./a.dae", "images/skin.png"), Some("images/skin.png"));
    }

    #[test]
    fn by_the_files_name() {
        let entries = ["models/skin.png", "x/skin.png", "x/only.png", "x/two.png", "y/two.png"];
        for address in ["file:///C:/art/skin.png", "C:\\art\\skin.png", "/art/skin.png", "no/skin.png"] {
            assert_eq!(found(&entries, "models/a.dae", address), Some("models/skin.png"), "{address}");
        }
        assert_eq!(found(&entries, "models/a.dae", "art/only.png"), Some("x/only.png"));
        // There are two of the first.
        for address in ["art/two.png", "lost.png", "", ".", "..", "../", "x/", "/"] {
            assert_eq!(found(&entries, "models/a.dae", address), None, "{address}");
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
            assert_eq!(found(&entries, "a.dae", address), expected, "{address}");
        }
        assert_eq!(found(&["é.png"], "a.dae", "%C3%89.png"), Some("é.png"));
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
            assert_eq!(found(&entries, "m/a.dae", address), expected, "{address}");
        }
        let endless = format!("{}/far.png", "far".repeat(MAX_ADDRESS_BYTES));
        assert_eq!(found(&[&endless], "a.dae", "far.png"), None);
        assert_eq!(found(&["in.png"], "../a.dae", "b/in.png"), Some("in.png"), "the only one");
    }
}
