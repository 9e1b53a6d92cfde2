//! Files that are never overwritten: each save is a new one with the time in its name, and the newest good one is
//! opened.
//!
//! A save is written in the folder under a temporary name, forced to the disk, and only then gets its own name. So
//! whenever the program or the machine stops, earlier saves are untouched, and the new file is there whole or not at
//! all. A stopped save leaves a file whose name begins with a dot and ends in `.tmp`; nothing here reads or removes it.

use super::MAX_FILE_BYTES;
use crate::{file::Unnamed, loading::files::read_up_to};
use std::{
    fmt::Display,
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The ending of the files, without a dot.
pub const EXTENSION: &str = "armature";

/// End of the year 9999, in milliseconds since 1970: later times do not fit a name.
const END_OF_9999: u64 = 253_402_300_800_000;

/// Length of the time in a name, with the sign before it.
const TIME_BYTES: usize = "-20261122-010203-456".len();

/// Largest number of names in a row that other programs which save at the same moment may have taken.
const ATTEMPTS: usize = 1000;

/// Saves `bytes` as a new file in `folder`: `knight-20261122-010203-456.armature` for `stem` "knight", with the time
/// in UTC. Where there is a file of this or of a later time, because two saves are in one millisecond or the clock
/// was put back, the name is that of a millisecond after the latest: the last save always has the last name.
///
/// # Errors
/// If `stem` is not a plain name, or the file cannot be written. What has been saved before is there in any case.
pub fn save_new(folder: &Path, stem: &str, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    save_by(folder, stem, now, |file| file.write_all(bytes))
}

/// Saves a new file as [`save_new`] does, with the content that `write` writes.
fn save_by(
    folder: &Path,
    stem: &str,
    now: SystemTime,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<PathBuf> {
    if stem.is_empty() || stem.contains(['/', '\\', ':', '\0']) {
        let message = format!("{stem:?} cannot be the beginning of a file's name");
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let latest = list_saves(folder, stem)?.last().map(|(time, _)| time + 1);
    let time = milliseconds(now).max(latest.unwrap_or(0));
    if time >= END_OF_9999 - ATTEMPTS as u64 {
        let message = "the year of a save, or of the one before it, has more than four digits";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let unnamed = Unnamed::new(&save_path(folder, stem, time), |file| {
        write(file)?;
        file.sync_all()
    })?;
    let path = name_file(folder, stem, time, &unnamed)?;
    drop(unnamed); // its temporary name
    sync_folder(folder)?;
    Ok(path)
}

/// Gives a file the first free name with a time from `time` on, and returns the path.
fn name_file(folder: &Path, stem: &str, time: u64, unnamed: &Unnamed) -> io::Result<PathBuf> {
    for time in time..time + ATTEMPTS as u64 {
        let path = save_path(folder, stem, time);
        match unnamed.create(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|()| path),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn save_path(folder: &Path, stem: &str, time: u64) -> PathBuf {
    folder.join(format!("{stem}-{}.{EXTENSION}", stamp(time)))
}

/// Forces the folder's list of names to the disk on systems that can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(()); // Windows opens no folders as files; NTFS has a journal of names
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder)?.sync_all() {
        // Some network file systems cannot; the file itself is there.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Result of [`open_newest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewestSave<T> {
    /// The newest file that could be read, and what is in it.
    pub newest: Option<(PathBuf, T)>,
    /// Newer ones that could not, the newest first. They are left as they are.
    pub passed_over: Vec<UnreadableSave>,
}

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableSave {
    /// The file that was rejected.
    pub file: PathBuf,
    /// The reason.
    pub why: String,
}

/// Opens the newest file of `stem` in `folder` for which `read` returns no error, by the time in its name. `stem.armature`,
/// without a time, is the oldest. The times that the file system keeps are ignored, because copying changes them.
///
/// # Errors
/// If the folder cannot be listed. One that does not exist has no files.
pub fn open_newest<T, E: Display>(
    folder: &Path,
    stem: &str,
    mut read: impl FnMut(&[u8]) -> Result<T, E>,
) -> io::Result<NewestSave<T>> {
    let saves = match list_saves(folder, stem) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        saves => saves?,
    };
    let mut passed_over = Vec::new();
    for (_, file) in saves.into_iter().rev() {
        let value = read_file(&file).map_err(|error| error.to_string());
        match value.and_then(|bytes| read(&bytes).map_err(|error| error.to_string())) {
            Ok(value) => return Ok(NewestSave { newest: Some((file, value)), passed_over }),
            Err(why) => passed_over.push(UnreadableSave { file, why }),
        }
    }
    Ok(NewestSave { newest: None, passed_over })
}

/// Reads a whole file.
///
/// # Errors
/// If the file cannot be read, or is larger than [`MAX_FILE_BYTES`].
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = read_up_to(path, MAX_FILE_BYTES as u64 + 1)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(io::Error::new(ErrorKind::InvalidData, format!("more than {MAX_FILE_BYTES} bytes")));
    }
    Ok(bytes)
}

/// Returns the stem of a file's name: without its ending, and without the time that [`save_new`] has added.
pub fn stem(file: &Path) -> Option<&str> {
    let stem = file.file_stem()?.to_str()?;
    let name = file.file_name()?.to_str()?;
    let before_time = stem.len().checked_sub(TIME_BYTES).and_then(|end| stem.get(..end));
    Some(before_time.filter(|before| time_in(name, before).is_some()).unwrap_or(stem))
}

/// Returns the files of `stem` in `folder` with the times in their names, the oldest first. One without a time, which a
/// figure came with, is older than all saves.
fn list_saves(folder: &Path, stem: &str) -> io::Result<Vec<(u64, PathBuf)>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_first = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.')) == Some(EXTENSION);
        if let Some(time) = time_in(name, stem).or(is_first.then_some(0)) {
            files.push((time, entry.path()));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the time in the name of a file of `stem`.
fn time_in(name: &str, stem: &str) -> Option<u64> {
    let name = name.strip_prefix(stem)?.strip_prefix('-')?;
    let text = name.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let date = [text.get(0..4)?, text.get(4..6)?, text.get(6..8)?].join("-");
    let clock = [text.get(9..11)?, text.get(11..13)?, text.get(13..15)?].join(":");
    let time = humantime::parse_rfc3339(&format!("{date}T{clock}.{}Z", text.get(16..19)?)).ok()?;
    let time = milliseconds(time);
    (stamp(time) == text).then_some(time) // rejects any other spelling
}

/// Returns a time as `20261122-010203-456`, in UTC.
fn stamp(milliseconds: u64) -> String {
    let time = humantime::format_rfc3339_millis(UNIX_EPOCH + Duration::from_millis(milliseconds)).to_string();
    time.replace(['-', ':', 'Z'], "").replace(['T', '.'], "-")
}

/// Returns the milliseconds since 1970; 0 for earlier times.
fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    since.as_secs() * 1000 + u64::from(since.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        convert::Infallible,
        env,
        process::{self, Command},
    };

    fn at(milliseconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(milliseconds)
    }

    /// Reads a file's content, unless it is "bad".
    fn text(bytes: &[u8]) -> Result<String, String> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if text == "bad" { Err("it is bad".to_owned()) } else { Ok(text) }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn times_as_names_and_back() {
        for (time, name) in [
            (0, "19700101-000000-000"),
            (951_782_400_000, "20000229-000000-000"),
            (1_795_309_323_456, "20261122-010203-456"),
            (4_107_542_399_999, "21000228-235959-999"),
            (END_OF_9999 - 1, "99991231-235959-999"),
        ] {
            assert_eq!(stamp(time), name);
            assert_eq!(time_in(&format!("a-b-{name}.armature"), "a-b"), Some(time));
        }
        for (file, expected) in [
            ("a/knight-2-20261122-010203-456.armature", "knight-2"),
            ("knight.armature", "knight"),
            ("knight-20261199-010203-456.armature", "knight-20261199-010203-456"),
            ("-20261122-010203-456.armature", ""),
        ] {
            assert_eq!(stem(Path::new(file)), Some(expected), "{file}");
        }
        for other in [
            "b-20261122-010203-456.armature",
            "a-20261122-010203-456.armature~",
            "a-20261131-010203-456.armature",
            "a-20261122-010260-456.armature",
            "a-00000000-000000-000.armature",
            "a-+0261122-010203-456.armature",
            "a-1-20261122-010203-456.armature",
            "a-ääääääääääääää.armature",
            ".a-20261122-010203-456-7-0.tmp",
        ] {
            assert_eq!(time_in(other, "a"), None, "{other}");
        }
    }

    #[test]
    fn a_save_is_a_new_file_and_the_last_one() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for (text, time) in [("one", 5000), ("two", 5000), ("three", 3000), ("four", 7000)] {
            save_new(folder, "k", text.as_bytes(), at(time)).unwrap();
        }
        save_new(folder, "k-2", b"another figure's", at(9000)).unwrap();
        assert_eq!(
            names(folder),
            [
                "k-19700101-000005-000.armature",
                "k-19700101-000005-001.armature",
                "k-19700101-000005-002.armature",
                "k-19700101-000007-000.armature",
                "k-2-19700101-000009-000.armature",
            ]
        );
        fs::write(folder.join("k.armature"), "zero").unwrap();
        let opened = open_newest(folder, "k", text).unwrap();
        assert_eq!(opened.newest.unwrap().1, "four");
        fs::write(folder.join("l.armature"), "it came with this").unwrap();
        let opened = open_newest(folder, "l", text).unwrap();
        assert_eq!(opened.newest.unwrap().1, "it came with this");
        // Taken since the folder was listed.
        let unnamed = Unnamed::new(&folder.join("k"), |_| Ok(())).unwrap();
        let path = name_file(folder, "k", 5000, &unnamed).unwrap();
        assert!(path.ends_with("k-19700101-000005-003.armature"));
        assert!(save_new(folder, "../k", b"", at(0)).is_err());
        fs::write(folder.join("k-99991231-235959-999.armature"), "bad").unwrap();
        assert!(save_new(folder, "k", b"", at(0)).is_err(), "there is no later name");
    }

    #[test]
    fn what_is_damaged_is_named_and_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let none = open_newest(&folder.join("none"), "k", |_| Ok::<_, Infallible>(())).unwrap();
        assert_eq!(none, NewestSave { newest: None, passed_over: vec![] });
        save_new(folder, "k", b"good", at(1)).unwrap();
        let bad = save_new(folder, "k", b"bad", at(2)).unwrap();
        let directory = folder.join("k-19700101-000003-000.armature");
        fs::create_dir(&directory).unwrap();
        fs::write(folder.join(".k-19700101-000009-000-1-0.tmp"), "left by a stopped save").unwrap();
        let before = names(folder);
        let opened = open_newest(folder, "k", text).unwrap();
        assert_eq!(opened.newest.unwrap().1, "good");
        let files: Vec<_> = opened.passed_over.iter().map(|it| it.file.clone()).collect();
        assert_eq!(files, [directory, bad]);
        assert_eq!(opened.passed_over[1].why, "it is bad");
        assert_eq!(names(folder), before);
    }

    const KILLED: &str = "ARMATURE_KILLED_SAVE";

    /// This test is also the process that dies while it saves.
    #[test]
    fn a_killed_save_leaves_the_one_before() {
        if let Some(folder) = env::var_os(KILLED) {
            let killed = save_by(folder.as_ref(), "k", at(2), |file| {
                file.write_all(b"ne")?;
                process::abort()
            });
            killed.unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        save_new(folder, "k", b"old", at(1)).unwrap();
        let test = "container::store::tests::a_killed_save_leaves_the_one_before";
        let mut child = Command::new(env::current_exe().unwrap());
        let output = child.args([test, "--exact"]).env(KILLED, folder).output().unwrap();
        assert!(!output.status.success());
        let names = names(folder);
        assert!(names.len() == 2 && names[0].starts_with('.'), "{names:?}");
        assert_eq!(open_newest(folder, "k", text).unwrap().newest.unwrap().1, "old");
    }
}
