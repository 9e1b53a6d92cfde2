//! Any bytes as a container give an error, or blobs and a set that are written as they were read.
#![no_main]

use armature_formats::container::{self, AnimationSet, Blob, Kind, MAGIC, VERSION, checksum};
use libfuzzer_sys::fuzz_target;

const KINDS: [Kind; 5] = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];

/// Asserts that a file that can be read is written byte for byte.
fn check_file(file: &[u8]) {
    let Ok(blobs) = container::read(file) else { return };
    assert_eq!(container::write(&blobs).as_deref(), Ok(file));
    check_blobs(&blobs);
}

/// Asserts that a set that can be read from blobs is the same after writing and reading.
fn check_blobs(blobs: &[Blob]) {
    let Ok((set, _)) = AnimationSet::from_blobs(blobs) else { return };
    let written = set.to_blobs().expect("blobs of a set");
    assert_eq!(AnimationSet::from_blobs(&written).expect("the set").0, set);
}

/// Returns a container with `table` as its table of `count` entries, with the right checksum.
fn with_header(count: u8, table: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    for number in [VERSION, count.into(), 24, table.len() as u32, checksum(table)] {
        file.extend(number.to_le_bytes());
    }
    file.extend(table);
    file
}

fuzz_target!(|bytes: &[u8]| {
    check_file(bytes);
    // Random bytes have wrong checksums, which would hide all other code.
    let Some((&first, rest)) = bytes.split_first() else { return };
    check_file(&with_header(first, rest));
    // A figure of three joints: an empty text, and three times an empty name and no parent.
    let figure = [&[0, 0, 3, 0, 0, 0][..], &[0, 0, 255, 255, 255, 255].repeat(3)].concat();
    let figure = Blob { name: String::new(), kind: Kind::FIGURE, version: 1, bytes: figure };
    let kind = KINDS[usize::from(first) % KINDS.len()];
    let blob = Blob { name: String::new(), kind, version: 1, bytes: rest.to_vec() };
    if kind == Kind::FIGURE {
        check_blobs(&[blob]);
    } else {
        check_blobs(&[figure, blob]);
    }
});
