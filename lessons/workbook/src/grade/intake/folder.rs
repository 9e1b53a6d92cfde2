//! A submission that is a folder: a clone, or loose files, or archives in it.

use super::wanted::{is_skipped, misnamed};
use super::{Found, MOST_ENTRIES, Wanted, archive, is_archive, read};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders within folders.
const DEEPEST: usize = 12;
/// Archives lie at the top of what was handed in, or one folder below it.
const DEEPEST_ARCHIVE: usize = 1;

/// Looks through a folder, along no link.
pub(super) fn find(root: &Path, wanted: &Wanted, found: &mut Found) {
    let mut walk = Walk { root, wanted, found, entries: 0 };
    walk.folder(root, 0);
}

struct Walk<'a> {
    root: &'a Path,
    wanted: &'a Wanted<'a>,
    found: &'a mut Found,
    entries: usize,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.path()).take(MOST_ENTRIES).collect();
        paths.sort();
        for path in paths {
            self.entries += 1;
            if self.entries == MOST_ENTRIES {
                let most = format!("more than {MOST_ENTRIES} files: the rest is not looked at.");
                self.found.problem(most);
            }
            if self.entries >= MOST_ENTRIES {
                return;
            }
            self.entry(&path, depth);
        }
    }

    fn entry(&mut self, path: &Path, depth: usize) {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        let shown = below.display().to_string().replace('\\', "/");
        let Ok(kind) = fs::symlink_metadata(path) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if kind.is_symlink() {
            // Any link may stand in the place of a folder with answers.
            let target = fs::read_link(path).unwrap_or_default();
            self.found.problem(format!("{shown}: a link to {}, not followed.", target.display()));
        } else if kind.is_dir() {
            match depth {
                _ if is_skipped(&name) => {}
                ..DEEPEST => self.folder(path, depth + 1),
                _ => self.found.problem(format!("{shown}: too deep, and not looked at.")),
            }
        } else if self.wanted.may_be(&shown) {
            if self.found.has_room() {
                let is_file = if kind.is_file() { Ok(()) } else { Err(anyhow::anyhow!("no file")) };
                let text = is_file.and_then(|()| read(path, kind.len()));
                self.found.add(shown, text);
            }
        } else if depth <= DEEPEST_ARCHIVE && kind.is_file() && is_archive(path) {
            if let Err(error) = archive::find(path, &format!("{shown}/"), self.wanted, self.found) {
                self.found.problem(format!("{shown}: {error:#}"));
            }
        } else if let Some(why) = misnamed(&shown) {
            self.found.problem(format!("{shown}: {why}."));
        }
    }
}
