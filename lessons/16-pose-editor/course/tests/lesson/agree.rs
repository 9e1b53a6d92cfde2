//! `given.rs` reads and writes the container of `armature-formats`, whatever happens to it; and the numbers of the editor's
//! picture are those of the finished functions.

use armature_formats::container;
use check::{Probe, Random};
use lesson_16::finished::{ANSWERS, stored};
use lesson_16::probes::{RawFile, containers};
use lesson_16::{Blob, Entry, HEADER, Kind, MAGIC, VERSION, get_entry, get_header, get_table};

/// The entries of a file, by what a student has.
fn entries(file: &[u8]) -> Result<Vec<Entry>, String> {
    let header = get_header(file)?;
    let table = get_table(file, &header)?;
    let mut at = 0;
    (0..header.count.min(100)).map(|_| get_entry(table, &mut at).ok_or_else(|| "no entry".to_owned())).collect()
}

/// The entries of a file, by the container of `armature-formats`.
fn stored_entries(file: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    for container::Entry { name, kind, version, offset, length, checksum } in container::table(file).ok()? {
        entries.push(Entry { name, kind: Kind(kind.0), version, offset, length, checksum });
    }
    Some(entries)
}

#[test]
fn the_file_is_that_of_the_container() {
    assert_eq!((MAGIC, VERSION, HEADER), (container::MAGIC, container::VERSION, container::HEADER_BYTES));
    for index in 0..=Probe::COUNT {
        for (name, blobs) in containers(&Probe { seed: 3, index }) {
            let file = container::write(&stored(&blobs)).expect("these can be written");
            assert_eq!(RawFile::new(&blobs).bytes(), file, "{name}");
            assert_eq!(entries(&file).ok(), Some(stored_entries(&file).expect("a table")), "{name}");
        }
    }
}

/// A header of any version: what the given reader takes, up to the newest, is what the finished one takes.
#[test]
fn the_same_versions_are_refused() {
    let mut file =
        container::write(&stored(&containers(&Probe { seed: 3, index: 0 })[1].1)).expect("these can be written");
    for version in [0, 1, 2, 3, 7, u32::MAX] {
        file[4..8].copy_from_slice(&version.to_le_bytes());
        let ours = get_header(&file).is_ok_and(|header| header.version <= VERSION);
        assert_eq!(ours, container::read(&file).is_ok(), "version {version}");
        assert_eq!(ours, (ANSWERS.read_container)(&file).is_ok(), "version {version}");
    }
}

/// Clips of any version are read as they were written, by the finished reader and the given functions.
#[test]
fn clips_of_any_version_come_back() {
    let blobs =
        [1, 2].map(|version| Blob { name: format!("{version}"), kind: Kind(*b"CLIP"), version, bytes: vec![7; 5] });
    let file = (ANSWERS.write_container)(&blobs);
    assert_eq!((ANSWERS.read_container)(&file), Ok(blobs.to_vec()));
    let versions: Vec<u32> = entries(&file).expect("a table").iter().map(|entry| entry.version).collect();
    assert_eq!(versions, [1, 2]);
}

/// In files with random changes the given functions never panic, and read the table wherever `armature-formats` does.
#[test]
fn any_bytes_may_be_others() {
    let blobs: Vec<Blob> = containers(&Probe { seed: 3, index: 0 }).swap_remove(2).1;
    let file = container::write(&stored(&blobs)).expect("these can be written");
    let random = &mut Random::new(16);
    for _ in 0..20_000 {
        let mut other = file.clone();
        for _ in 0..=random.below(3) {
            let at = if random.below(2) == 0 { random.below(24) } else { random.below(file.len()) };
            other[at] = random.below(256) as u8;
        }
        other.truncate(other.len() - random.below(2) * random.below(40));
        let ours = entries(&other);
        if let Some(table) = stored_entries(&other) {
            assert_eq!(ours.as_ref(), Ok(&table));
        }
    }
}
