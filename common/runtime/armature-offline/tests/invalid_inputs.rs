//! Editing refuses inputs that do not fit together, as its `# Panics` sections say.

#[path = "../../armature/tests/invalid_inputs/support.rs"]
mod support;

use armature::math::Transform;
use armature_offline::edit::{EditableClip, Mirror};
use support::{JOINTS, chain, clip, pose, takes_only_the_first};

#[test]
fn editing() {
    takes_only_the_first(&[JOINTS - 1, JOINTS], |joint| {
        EditableClip::new(&clip(0), &chain()).set_key(*joint, 0.0, Transform::IDENTITY);
    });
    takes_only_the_first(&[(JOINTS, JOINTS), (JOINTS - 1, JOINTS), (JOINTS, JOINTS - 1)], |&(symmetric, posed)| {
        Mirror::with(&chain(), &pose(symmetric)).pose(&pose(posed));
    });
}
