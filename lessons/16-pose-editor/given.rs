//! Given: keys, blobs, the numbers of a file, and the tools.

use crate::{Lost, lost};
use armature_formats::container;
use glam::Quat;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct PoseEditor {
        "16.1" set_key: fn(keys: &mut Vec<Key>, time: f32, local: Transform, tools: &Tools),
        "16.2" move_key: fn(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize,
        "16.3" write_container: fn(blobs: &[Blob]) -> Vec<u8>,
        "16.4" read_container: fn(file: &[u8]) -> Result<Vec<Blob>, String>,
    }
}

pub use armature::math::Transform;
pub use armature_formats::container::{Blob, Entry, Kind, MAGIC, VERSION, checksum};
pub use armature_offline::edit::{Key, SAME_TIME, key_at};

/// Bytes of the header: the first blob begins behind them.
pub const HEADER: usize = container::HEADER_BYTES;

/// A key; `None` if its time or one of the numbers in `local` is not finite (NaN, or infinite).
pub fn finite_key(time: f32, local: Transform) -> Option<Key> {
    let key = Key { time, local };
    key.is_sound().then_some(key)
}

/// Returns the number of keys earlier than `time`: also the index of the first that is not.
pub fn keys_before(keys: &[Key], time: f32) -> usize {
    keys.iter().take_while(|key| key.time < time).count()
}

/// Appends numbers, four bytes each, the lowest byte first.
pub fn put_u32s(bytes: &mut Vec<u8>, numbers: &[u32]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

/// Appends a number, two bytes, the lower one first.
pub fn put_u16(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend(number.to_le_bytes());
}

/// Appends what a blob is: its kind, four bytes, and its kind's version, a number.
pub fn put_kind(bytes: &mut Vec<u8>, blob: &Blob) {
    bytes.extend(blob.kind.0);
    put_u32s(bytes, &[blob.version]);
}

/// The header of a file of so many blobs, whose table begins at `place`, counted from the beginning of the file.
pub fn header(count: usize, place: usize, table: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let numbers = [VERSION, count as u32, place as u32, table.len() as u32, checksum(table)];
    put_u32s(&mut bytes, &numbers);
    bytes
}

/// The first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The layout's: a file with a larger one than [`VERSION`] is of a program that is newer than this one.
    pub version: u32,
    /// Number of the blobs.
    pub count: u32,
    /// Offset of the table from the beginning of the file.
    pub place: u32,
    /// Length of the table in bytes.
    pub length: u32,
    /// Its checksum.
    pub checksum: u32,
}

/// The four bytes that begin at `at`, as a number; `None` if the bytes end before.
pub fn get_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// The numbers behind the first four bytes.
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

/// The bytes of the table, which is the end of the file.
///
/// # Errors
/// If it does not lie behind the header, does not end where the file ends, or is damaged.
pub fn get_table<'a>(file: &'a [u8], header: &Header) -> Result<&'a [u8], String> {
    let from = header.place as usize;
    let to = header.place as usize + header.length as usize;
    if from < HEADER || to != file.len() {
        return Err(format!("the table: bytes {from} to {to} are not the end of the file"));
    }
    let table = &file[from..];
    if checksum(table) != header.checksum {
        return Err("the table: its bytes are not those that were written".into());
    }
    Ok(table)
}

/// The entry that begins at `at`, which moves on behind it; `None` if the table ends before the entry does, or its
/// name is no text.
pub fn get_entry(table: &[u8], at: &mut usize) -> Option<Entry> {
    let mut numbers = [0; 5];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = get_u32(table, *at + 4 * index)?;
    }
    let [offset, bytes, checksum, kind, version] = numbers;
    let length = table.get(*at + 20..*at + 22)?;
    let from = *at + 22;
    let to = from + usize::from(u16::from_le_bytes([length[0], length[1]]));
    let entry = Entry {
        offset,
        length: bytes,
        checksum,
        kind: Kind(kind.to_le_bytes()),
        version,
        name: String::from_utf8(table.get(from..to)?.to_vec()).ok()?,
    };
    *at = to;
    Some(entry)
}

/// Appends a blob.
///
/// # Errors
/// If there is one of that kind and name already.
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
    pub shortest: fn(from: Quat, to: Quat) -> Result<Quat, Lost>, // 06.1
    pub set_key: fn(keys: &mut Vec<Key>, time: f32, local: Transform, by: &Tools) -> Result<(), Lost>, // 16.1
    // What that calls in its place.
    pub finished: fn(keys: &mut Vec<Key>, time: f32, local: Transform, by: &Tools) -> Result<(), Lost>, // 16.1
}

impl Tools {
    /// 06.1: the one of `to` and `-to` that lies nearer to `from`.
    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        (self.shortest)(from, to).unwrap_or_else(lost)
    }

    /// 16.1. A key that it replaces may have its old time afterwards or the new one; [`key_at`] finds either.
    ///
    /// In 16.1 itself it is the finished one: one that calls itself by its tools would never end.
    pub fn set_key(&self, keys: &mut Vec<Key>, time: f32, local: Transform) {
        let tools = Tools { set_key: self.finished, ..*self };
        (self.set_key)(keys, time, local, &tools).unwrap_or_else(lost);
    }
}
