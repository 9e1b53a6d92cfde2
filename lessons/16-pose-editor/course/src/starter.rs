//! Lesson 16: a pose editor: its keys, and the file that it saves.

use crate::{
    Answers, Blob, HEADER, Key, Tools, Transform, VERSION, add_blob, checksum, finite_key, get_entry, get_header,
    get_table, header, key_at, keys_before, put_kind, put_u16, put_u32s,
};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { set_key, move_key, write_container, read_container };

/// Puts a key at `time`, in seconds: `local` is the joint's `parent_from_joint` there.
///
/// `keys` are in order of their times, and stay so; a key less than `SAME_TIME` away is replaced. Afterwards every
/// rotation but the first is whichever of q and -q is nearer to the one before it. If `time` or a number in `local` is
/// not finite, nothing changes.
fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform, tools: &Tools) {
    // TODO 16.1: a key and its place in the list; then the key that it replaces; then the signs, to the end.
    let _ = (tools, key_at(keys, time), keys_before, finite_key(time, local)); // you will need them
}

/// Moves the key of this index to another time, past others if need be, and returns its new index.
///
/// It replaces a key that is there, as in 16.1. If `time` is not finite, nothing changes, and `key` is returned.
fn move_key(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize {
    // TODO 16.2: take it out, and set it again. Which index has it now?
    let _ = (key_at(keys, time), tools); // you will need them
    key
}

/// The bytes of a container: the header, the blobs one after the other, and the table, which says where each is.
fn write_container(blobs: &[Blob]) -> Vec<u8> {
    // TODO 16.3: header and blobs; then of each blob offset, length and checksum; then its kind and name.
    let _ = (blobs, HEADER, checksum, put_u32s, put_kind, put_u16); // you will need them
    header(0, HEADER, &[])
}

/// The blobs of a container, in the table's order.
///
/// The file may be anything, so each number is tested before it is used; a table that continues after its last entry is
/// an error, too. The error says what is wrong, and with which blob: its name, or its number.
fn read_container(file: &[u8]) -> Result<Vec<Blob>, String> {
    // TODO 16.4: header and version first. Then the table, entry by entry. Then the blobs: bytes and checksums.
    let _ = (file, get_header, get_table, get_entry, add_blob, VERSION); // you will need them
    Ok(Vec::new())
}
