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
    // BEGIN 16.1
    let Some(key) = finite_key(time, local) else { return };
    match key_at(keys, time) {
        Some(same) => keys[same] = key,
        None => keys.insert(keys_before(keys, time), key),
    }
    for next in 1..keys.len() {
        let (before, rotation) = (keys[next - 1].local.rotation, keys[next].local.rotation);
        keys[next].local.rotation = tools.shortest(before, rotation);
    }
    // STUB // TODO 16.1: first insert a key. Then replace the one that is there. Then correct the signs, to the end.
    // STUB let _ = (keys, time, local, tools, finite_key, key_at, keys_before); // you will need them
    // END 16.1
}

/// Moves the key with the index `key` to another time, past other keys if need be, and returns its new index.
///
/// If there is a key at that time, it is replaced, as in 16.1. If `time` is not finite, nothing changes, and you return
/// `key`.
fn move_key(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize {
    // BEGIN 16.2
    let Some(moved) = finite_key(time, keys[key].local) else { return key };
    keys.remove(key);
    tools.set_key(keys, time, moved.local);
    key_at(keys, time).unwrap_or(key)
    // STUB // TODO 16.2: the key gets its new time, and the list stays in order. Which index does the key have afterwards?
    // STUB let _ = (keys, time, tools, key_at); // you will need them
    // STUB key
    // END 16.2
}

/// The bytes of a container: a header, the blobs one after another, and a table of where each one is.
fn write_container(blobs: &[Blob]) -> Vec<u8> {
    // BEGIN 16.3
    let (mut data, mut table) = (Vec::new(), Vec::new());
    for blob in blobs {
        let (offset, length) = (HEADER + data.len(), blob.bytes.len());
        put_u32s(&mut table, &[offset as u32, length as u32, checksum(&blob.bytes)]);
        put_kind(&mut table, blob);
        put_u16(&mut table, blob.name.len() as u16);
        table.extend(blob.name.as_bytes());
        data.extend(&blob.bytes);
    }
    [header(blobs.len(), HEADER + data.len(), &table), data, table].concat()
    // STUB // TODO 16.3: header and blobs first. Then each blob's offset, length and checksum. Then its kind and name.
    // STUB let _ = (blobs, HEADER, checksum, put_u32s, put_kind, put_u16); // you will need them
    // STUB header(0, HEADER, &[])
    // END 16.3
}

/// The blobs of a container, in the table's order.
///
/// The file may be anything, so test each number before you use it. A table that continues after its last entry is an
/// error, too. The error says what is wrong, and with which blob, by its name or its number.
fn read_container(file: &[u8]) -> Result<Vec<Blob>, String> {
    // BEGIN 16.4
    let header = get_header(file)?;
    if header.version > VERSION {
        return Err(format!("version {} is newer than {VERSION}", header.version));
    }
    let table = get_table(file, &header)?;
    let (mut blobs, mut at) = (Vec::new(), 0);
    for number in 0..header.count {
        let entry = get_entry(table, &mut at).ok_or(format!("blob {number}: the table ends"))?;
        let from = entry.offset as usize;
        let to = from.checked_add(entry.length as usize);
        let bytes = to.and_then(|to| file.get(from..to)).ok_or(format!("{}: outside the file", entry.name))?;
        if checksum(bytes) != entry.checksum {
            return Err(format!("{}: the bytes are damaged", entry.name));
        }
        add_blob(&mut blobs, entry, bytes)?;
    }
    if at == table.len() { Ok(blobs) } else { Err("the table continues after its last entry".into()) }
    // STUB // TODO 16.4: header and version first. Then the table, entry by entry. Then the blobs: bytes and checksums.
    // STUB let _ = (file, get_header, get_table, get_entry, add_blob, VERSION); // you will need them
    // STUB Ok(Vec::new())
    // END 16.4
}

/// The bytes of a blob of keys: their number, and then each key's time, translation, rotation and scale.
fn write_keys(keys: &[Key]) -> Vec<u8> {
    // BEGIN 16.5
    let mut bytes = Vec::new();
    put_u32s(&mut bytes, &[keys.len() as u32]);
    for Key { time, local } in keys {
        put_f32s(&mut bytes, &[*time]);
        put_f32s(&mut bytes, &local.translation.to_array());
        put_f32s(&mut bytes, &local.rotation.to_array());
        put_f32s(&mut bytes, &local.scale.to_array());
    }
    bytes
    // STUB // TODO 16.5: how many keys there are, and then each key's eleven numbers.
    // STUB let _ = (keys, put_u32s, put_f32s); // you will need them
    // STUB Vec::new()
    // END 16.5
}

/// The keys of a blob, in its order.
///
/// The bytes may be anything. If they end before the last key, or continue after it, that is an error.
fn read_keys(bytes: &[u8]) -> Result<Vec<Key>, String> {
    // BEGIN 16.6
    let count = get_u32(bytes, 0).ok_or("there is no count")?;
    let (mut keys, mut at) = (Vec::new(), 4);
    for number in 0..count {
        let numbers = get_numbers(bytes, &mut at).ok_or(format!("key {number}: the bytes end"))?;
        let [time, tx, ty, tz, x, y, z, w, sx, sy, sz] = numbers;
        let (translation, scale) = (Vec3::new(tx, ty, tz), Vec3::new(sx, sy, sz));
        keys.push(Key { time, local: Transform { translation, rotation: Quat::from_xyzw(x, y, z, w), scale } });
    }
    if at == bytes.len() { Ok(keys) } else { Err("bytes are left over".into()) }
    // STUB // TODO 16.6: the count, and then as many keys, if they are there. Are bytes left over?
    // STUB let _ = (bytes, get_u32, get_numbers, Vec3::new, Quat::from_xyzw); // you will need them
    // STUB Ok(Vec::new())
    // END 16.6
}
