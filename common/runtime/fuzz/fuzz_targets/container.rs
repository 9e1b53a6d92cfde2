//! Any bytes as a container give an error, or blobs and a set that are written as they were read.
#![no_main]

use armature_formats::container::{self, AnimationSet, Blob, Kind, KEYS_LAYOUT, LAYOUT, ModelReference, ReferenceJoint};
use libfuzzer_sys::fuzz_target;

const KINDS: [Kind; 6] = [Kind::FIGURE, Kind::CLIP, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE, Kind::KEYS];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(blobs) = container::read(bytes) {
        assert_eq!(container::write(&blobs).as_deref(), Ok(bytes));
    }
    // Random bytes have wrong checksums, which would hide all other code: they are the content of a blob, too.
    let Some((&first, content)) = bytes.split_first() else { return };
    let joints = vec![ReferenceJoint { name: String::new(), parent: None }; 3];
    let figure = ModelReference { file: String::new(), joints };
    let empty = AnimationSet { figure, ..AnimationSet::default() };
    let mut blobs = empty.to_blobs().expect("an empty set");
    let kind = KINDS[usize::from(first) % KINDS.len()];
    blobs.retain(|blob| blob.kind != kind);
    let version = if kind == Kind::KEYS { KEYS_LAYOUT } else { LAYOUT };
    blobs.push(Blob { name: "/".into(), kind, version, bytes: content.to_vec() });
    let Ok((set, _)) = AnimationSet::from_blobs(&blobs) else { return };
    let written = set.to_blobs().expect("blobs of a set");
    assert_eq!(AnimationSet::from_blobs(&written).expect("the set").0, set);
});
