//! The reference agrees with the runtime.

use armature::math::Transform;
use armature::skeleton::local_to_model;
use check::Probe;
use given::lesson_04::model_poses;
use glam::{Affine3A, Mat4};
use lesson_02::{checks::REFERENCE, lesson_joints};

/// The reference, which takes joints in any order, and the form that later lessons are given agree with `common`'s single
/// pass over sorted joints.
#[test]
fn the_poses_agree_with_the_core() {
    for index in 0..Probe::COUNT {
        let rig = Probe { seed: 3, index }.rig();
        let joints = lesson_joints(rig.skeleton.joints());
        let locals: Vec<Mat4> = rig.pose.locals.iter().map(Transform::to_mat4).collect();
        let mut expected = vec![Affine3A::IDENTITY; joints.len()];
        local_to_model(&rig.skeleton, &rig.pose, rig.model_from_root, &mut expected);
        let order = REFERENCE.hierarchy.depth_first_order(&joints).unwrap();
        let root = rig.model_from_root.into();
        for got in [
            REFERENCE.hierarchy.model_poses(&joints, &order, &locals, root).unwrap(),
            model_poses(&joints, &locals, root),
        ] {
            assert_eq!(got.len(), expected.len());
            for (got, expected) in got.iter().zip(&expected) {
                // Coordinates below 10, a handful of products.
                assert!(got.abs_diff_eq(Mat4::from(*expected), 1e-5), "{got} {expected:?}");
            }
        }
    }
}
