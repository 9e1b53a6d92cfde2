//! The finished form of the four answers: what they have become in `common`.

use crate::{Answers, Blob, Key, Kind, PoseEditor, Tools, Transform};
use armature::math;
use armature_formats::container;
use armature_offline::edit;

/// Right on every probe.
pub const ANSWERS: Answers = Answers { set_key, move_key, write_container, read_container, write_keys, read_keys };

/// Every tool as it was finished.
pub const TOOLS: Tools = Tools {
    shortest: |from, to| given::answer(&"07.1", || math::shortest(from, to)),
    set_key: TABLE.set_key,
    finished: TABLE.set_key,
};

const TABLE: PoseEditor = given::table!(PoseEditor, ANSWERS);

fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform, _: &Tools) {
    edit::set_key(keys, time, local);
}

fn move_key(keys: &mut Vec<Key>, key: usize, time: f32, _: &Tools) -> usize {
    edit::move_key(keys, key, time)
}

fn write_container(blobs: &[Blob]) -> Vec<u8> {
    // Two of one kind and name, or more than the format holds: the editor makes none of them.
    container::write(&stored(blobs)).unwrap_or_default()
}

fn read_container(file: &[u8]) -> Result<Vec<Blob>, String> {
    let blobs = container::read(file).map_err(|error| error.to_string())?;
    Ok(given(&blobs))
}

fn write_keys(keys: &[Key]) -> Vec<u8> {
    container::write_keys(keys)
}

fn read_keys(bytes: &[u8]) -> Result<Vec<Key>, String> {
    container::read_keys(bytes)
}

/// Returns blobs as the container has them.
pub fn stored(blobs: &[Blob]) -> Vec<container::Blob> {
    let mut stored = Vec::new();
    for Blob { name, kind, version, bytes } in blobs.iter().cloned() {
        stored.push(container::Blob { name, kind: container::Kind(kind.0), version, bytes });
    }
    stored
}

/// Returns blobs of the container as the lesson has them.
pub fn given(blobs: &[container::Blob]) -> Vec<Blob> {
    let mut given = Vec::new();
    for container::Blob { name, kind, version, bytes } in blobs.iter().cloned() {
        given.push(Blob { name, kind: Kind(kind.0), version, bytes });
    }
    given
}
