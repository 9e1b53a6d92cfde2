//! Lesson 16: the keys of a pose editor, and the file that it saves.

use crate::{
    Answers, Blob, HEADER, Key, Tools, Transform, VERSION, add_blob, checksum, finite_key, get_entry, get_header,
    get_numbers, get_table, get_u32, header, key_at, keys_before, put_f32s, put_kind, put_u16, put_u32s,
};
use glam::{Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_key, move_key, write_container, read_container, write_keys, read_keys };

/// Sets a key at `time`, in seconds. `local` is the joint's `parent_from_joint` at that time.
///
/// `keys` are in order of their times, and stay so. A key less than `SAME_TIME` away is replaced. Afterwards every
/// rotation but the first is whichever of q and -q is nearer to the one before it. If `time` or a number in `local` is
/// not finite, nothing changes.
fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform, tools: &Tools) {
    // TODO 16.1: first insert a key. Then replace the one that is there. Then correct the signs, to the end.
    let _ = (keys, time, local, tools, finite_key, key_at, keys_before); // you will need them
}

/// Moves the key with the index `key` to another time, past other keys if need be, and returns its new index.
///
/// If there is a key at that time, it is replaced, as in 16.1. If `time` is not finite, nothing changes, and you return
/// `key`.
fn move_key(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize {
    // TODO 16.2: the key gets its new time, and the list stays in order. Which index does the key have afterwards?
    let _ = (keys, time, tools, key_at); // you will need them
    key
}

/// The bytes of a container: a header, the blobs one after another, and a table of where each one is.
fn write_container(blobs: &[Blob]) -> Vec<u8> {
    // TODO 16.3: header and blobs first. Then each blob's offset, length and checksum. Then its kind and name.
    let _ = (blobs, HEADER, checksum, put_u32s, put_kind, put_u16); // you will need them
    header(0, HEADER, &[])
}

/// The blobs of a container, in the table's order.
///
/// The file may be anything, so test each number before you use it. A table that continues after its last entry is an
/// error, too. The error says what is wrong, and with which blob, by its name or its number.
fn read_container(file: &[u8]) -> Result<Vec<Blob>, String> {
    // TODO 16.4: header and version first. Then the table, entry by entry. Then the blobs: bytes and checksums.
    let _ = (file, get_header, get_table, get_entry, add_blob, VERSION); // you will need them
    Ok(Vec::new())
}

/// The bytes of a blob of keys: their number, and then each key's time, translation, rotation and scale.
fn write_keys(keys: &[Key]) -> Vec<u8> {
    // TODO 16.5: how many keys there are, and then each key's eleven numbers.
    let _ = (keys, put_u32s, put_f32s); // you will need them
    Vec::new()
}

/// The keys of a blob, in its order.
///
/// The bytes may be anything. If they end before the last key, or continue after it, that is an error.
fn read_keys(bytes: &[u8]) -> Result<Vec<Key>, String> {
    // TODO 16.6: the count, and then as many keys, if they are there. Are bytes left over?
    let _ = (bytes, get_u32, get_numbers, Vec3::new, Quat::from_xyzw); // you will need them
    Ok(Vec::new())
}
