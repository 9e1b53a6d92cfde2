//! Any bytes as a container: an error, or blobs and a set that are written as they were read.
#![no_main]

use armature_formats::container::{self, AnimationSet, Blob, Kind, MAGIC, VERSION, checksum};
use libfuzzer_sys::fuzz_target;

const KINDS: [Kind; 5] = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];

fn look_at(file: &[u8]) {
    let Ok(blobs) = container::read(file) else { return };
    assert_eq!(container::write(&blobs).as_deref(), Ok(file));
    look_into(&blobs);
}

fn look_into(blobs: &[Blob]) {
    let Ok((set, _)) = AnimationSet::from_blobs(blobs) else { return };
    let again = set.to_blobs().expect("what has been read can be written");
    assert_eq!(AnimationSet::from_blobs(&again).expect("and read").0, set);
}

/// The bytes as a table of so many entries, with the right checksum.
fn with_header(count: u8, table: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    for number in [VERSION, count.into(), 24, table.len() as u32, checksum(table)] {
        file.extend(number.to_le_bytes());
    }
    file.extend(table);
    file
}

fuzz_target!(|bytes: &[u8]| {
    look_at(bytes);
    // Checksums would keep the rest from ever being reached.
    let Some((&first, rest)) = bytes.split_first() else { return };
    look_at(&with_header(first, rest));
    // A figure of three joints: an empty text, and three times an empty name and no parent.
    let figure = [&[0, 0, 3, 0, 0, 0][..], &[0, 0, 255, 255, 255, 255].repeat(3)].concat();
    let blob = |kind, bytes| Blob { name: String::new(), kind, version: 1, bytes };
    match KINDS[usize::from(first) % KINDS.len()] {
        Kind::FIGURE => look_into(&[blob(Kind::FIGURE, rest.to_vec())]),
        kind => look_into(&[blob(Kind::FIGURE, figure), blob(kind, rest.to_vec())]),
    }
});
