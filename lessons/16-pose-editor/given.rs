//! Given: keys, blobs, the numbers of a file and of a blob, and the tools.

use crate::{CallError, unwind};
use glam::Quat;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct PoseEditor {
        "16.1" set_key: fn(keys: &mut Vec<Key>, time: f32, local: Transform, tools: &Tools),
        "16.2" move_key: fn(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize,
        "16.3" write_container: fn(blobs: &[Blob]) -> Vec<u8>,
        "16.4" read_container: fn(file: &[u8]) -> Result<Vec<Blob>, String>,
        "16.5" write_keys: fn(keys: &[Key]) -> Vec<u8>,
        "16.6" read_keys: fn(bytes: &[u8]) -> Result<Vec<Key>, String>,
    }
}

pub use armature::animation::{Key, SAME_TIME, key_at};
pub use armature::math::Transform;

/// The first bytes of a file.
pub const MAGIC: [u8; 4] = *b"ARMA";

/// Version of the layout of files.
pub const VERSION: u32 = 1;

/// Number of bytes of the header. The first blob begins after it.
pub const HEADER: usize = 24;

/// Kind of a blob: four letters, such as `CLIP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub [u8; 4]);

/// Bytes with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Only one blob of this kind has it.
    pub name: String,
    /// Kind of the blob.
    pub kind: Kind,
    /// Version of the layout of this kind, not of the file.
    pub version: u32,
    /// Content of the blob.
    pub bytes: Vec<u8>,
}

/// An entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The blob's name.
    pub name: String,
    /// Kind of the blob.
    pub kind: Kind,
    /// Version of the layout of this kind.
    pub version: u32,
    /// Offset of the blob from the beginning of the file.
    pub offset: u32,
    /// Length of the blob in bytes.
    pub length: u32,
    /// The [`checksum`] that these bytes should have.
    pub checksum: u32,
}

/// Returns the CRC-32 (IEEE 802.3): 0 for no bytes, `CBF43926` for `123456789`.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Returns a key, or `None` if its time or a number in `local` is not finite (NaN or infinite).
pub fn finite_key(time: f32, local: Transform) -> Option<Key> {
    let key = Key { time, local };
    key.is_sound().then_some(key)
}

/// Returns the number of keys before `time`, which is also the index of the first key that is not before it.
pub fn keys_before(keys: &[Key], time: f32) -> usize {
    keys.iter().take_while(|key| key.time < time).count()
}

/// Appends four bytes for each number, the lowest byte first.
pub fn put_u32s(bytes: &mut Vec<u8>, numbers: &[u32]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

/// Appends four bytes for each number, the lowest byte first.
pub fn put_f32s(bytes: &mut Vec<u8>, numbers: &[f32]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

/// Appends the two bytes of a number, the lower byte first.
pub fn put_u16(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend(number.to_le_bytes());
}

/// Appends the four bytes of a blob's kind, and the version of the kind as a number.
pub fn put_kind(bytes: &mut Vec<u8>, blob: &Blob) {
    bytes.extend(blob.kind.0);
    put_u32s(bytes, &[blob.version]);
}

/// Returns the header of a file with `count` blobs, whose table begins `place` bytes after the beginning of the file.
pub fn header(count: usize, place: usize, table: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let numbers = [VERSION, count as u32, place as u32, table.len() as u32, checksum(table)];
    put_u32s(&mut bytes, &numbers);
    bytes
}

/// The first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Version of the layout. A file with a larger one than [`VERSION`] comes from a newer program.
    pub version: u32,
    /// Number of the blobs.
    pub count: u32,
    /// Offset of the table from the beginning of the file.
    pub place: u32,
    /// Length of the table in bytes.
    pub length: u32,
    /// Checksum of the table.
    pub checksum: u32,
}

/// Returns the number in the four bytes from index `at` on, or `None` if the bytes end before that.
pub fn get_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// Returns the eleven numbers of the key that begins at index `at`, and sets `at` to its end. Returns `None` if the bytes end
/// before the key does.
pub fn get_numbers(bytes: &[u8], at: &mut usize) -> Option<[f32; 11]> {
    let mut numbers = [0.0; 11];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = f32::from_bits(get_u32(bytes, *at + 4 * index)?);
    }
    *at += 44;
    Some(numbers)
}

/// Reads the numbers of a header, after the first four bytes.
///
/// # Errors
/// If the file is shorter than a header, does not begin with [`MAGIC`], or is of version 0: the first was 1.
pub fn get_header(file: &[u8]) -> Result<Header, String> {
    if !file.starts_with(&MAGIC) {
        return Err("this is no container: it does not begin with ARMA".into());
    }
    let mut numbers = [0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = get_u32(file, 4 + 4 * index).ok_or(format!("{} bytes are no header", file.len()))?;
    }
    let [version, count, place, length, checksum] = numbers;
    if version == 0 {
        return Err("version 0 was never written".into());
    }
    Ok(Header { version, count, place, length, checksum })
}

/// Returns the bytes of the table, which ends the file.
///
/// # Errors
/// If the table begins within the header, does not end where the file ends, or is damaged.
pub fn get_table<'a>(file: &'a [u8], header: &Header) -> Result<&'a [u8], String> {
    let from = header.place as usize;
    let to = from.checked_add(header.length as usize);
    if from < HEADER || to != Some(file.len()) {
        return Err(format!("the table: {} bytes from byte {from} on are not the end of the file", header.length));
    }
    let table = &file[from..];
    if checksum(table) != header.checksum {
        return Err("the table: its bytes are not those that were written".into());
    }
    Ok(table)
}

/// Returns the table's entry that begins at index `at`, and sets `at` to the end of that entry. Returns `None` if the
/// table ends before the entry, or the name is not UTF-8.
pub fn get_entry(table: &[u8], at: &mut usize) -> Option<Entry> {
    let mut numbers = [0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = get_u32(table, *at + 4 * index)?;
    }
    let [offset, length, checksum, kind, version] = numbers;
    let name_length = table.get(*at + 20..*at + 22)?;
    let from = *at + 22;
    let to = from + usize::from(u16::from_le_bytes([name_length[0], name_length[1]]));
    let entry = Entry {
        offset,
        length,
        checksum,
        kind: Kind(kind.to_le_bytes()),
        version,
        name: String::from_utf8(table.get(from..to)?.to_vec()).ok()?,
    };
    *at = to;
    Some(entry)
}

/// Appends the blob of an entry, with these bytes.
///
/// # Errors
/// If there already is a blob of that kind and name.
pub fn add_blob(blobs: &mut Vec<Blob>, entry: Entry, bytes: &[u8]) -> Result<(), String> {
    let Entry { kind, version, name, .. } = entry;
    if blobs.iter().any(|blob| blob.kind == kind && blob.name == name) {
        return Err(format!("\"{name}\": there are two of this kind and name"));
    }
    blobs.push(Blob { name, kind, version, bytes: bytes.to_vec() });
    Ok(())
}

/// Answers to earlier TODOs: the finished ones in the checks; where `--mine` edits, your own that pass.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Tools {
    pub shortest: fn(from: Quat, to: Quat) -> Result<Quat, CallError>, // 07.1
    pub set_key: fn(keys: &mut Vec<Key>, time: f32, local: Transform, by: &Tools) -> Result<(), CallError>, // 16.1
    // Called by 16.1 itself.
    pub finished: fn(keys: &mut Vec<Key>, time: f32, local: Transform, by: &Tools) -> Result<(), CallError>, // 16.1
}

impl Tools {
    /// Returns `to` or `-to`, whichever is nearer to `from`: 07.1.
    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        (self.shortest)(from, to).unwrap_or_else(unwind)
    }

    /// Puts a key at `time`: 16.1. A replaced key has its old time or the new one, and [`key_at`] finds it by either.
    ///
    /// In 16.1 itself this is the finished function, because one that calls itself through its tools would never end.
    pub fn set_key(&self, keys: &mut Vec<Key>, time: f32, local: Transform) {
        let tools = Tools { set_key: self.finished, ..*self };
        (self.set_key)(keys, time, local, &tools).unwrap_or_else(unwind);
    }
}
