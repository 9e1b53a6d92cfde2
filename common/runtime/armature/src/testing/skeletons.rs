//! Random skeletons for property tests, and chains.

use super::values;
use armature::math::Transform;
use armature::skeleton::{Joint, Skeleton};
use glam::Vec3;
use proptest::prelude::*;

/// Makes a chain of joints with these bind transforms.
pub(crate) fn chain(locals: impl IntoIterator<Item = Transform>) -> Skeleton {
    let mut joints = Vec::new();
    for (index, bind_local) in locals.into_iter().enumerate() {
        joints.push(Joint { name: format!("joint {index}"), parent: index.checked_sub(1), bind_local });
    }
    Skeleton::new(joints).expect("parents come first")
}

/// Makes a chain of `count` joints, each at `along` from its parent.
pub(crate) fn straight(count: usize, along: Vec3) -> Skeleton {
    chain(vec![Transform::from_translation(along); count])
}

/// Makes 1 to `most` joints with random parents, now and then several roots, and scales from 0.5 to 2.
pub(crate) fn skeleton(most: usize) -> impl Strategy<Value = Skeleton> {
    let joint = (any::<prop::sample::Index>(), values::transform(), prop::bool::weighted(0.1));
    prop::collection::vec(joint, 1..=most).prop_map(|joints| {
        let joints = joints.into_iter().enumerate().map(|(index, (parent, transform, root))| Joint {
            name: format!("joint {index}"),
            parent: (index > 0 && !root).then(|| parent.index(index)),
            bind_local: Transform { scale: transform.scale.clamp(Vec3::splat(0.5), Vec3::splat(2.0)), ..transform },
        });
        Skeleton::new(joints.collect()).expect("parents come first")
    })
}
