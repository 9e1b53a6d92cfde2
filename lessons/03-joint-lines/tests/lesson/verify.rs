//! Three ways: the starter is recognised, every named mistake fails by its name, and (in solution.rs) the solution passes.

use common::check::Probe;
use common::math::Transform;
use common::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Mat4};
use lesson_03::{Joint, model_poses};

/// Lesson 02's form of the walk, which is given here, and `common`'s are one.
#[test]
fn the_given_poses_agree_with_the_core() {
    for index in 0..Probe::COUNT {
        let rig = Probe { seed: 3, index }.rig();
        let skeleton: &Skeleton = &rig.skeleton;
        let pose: &Pose = &rig.pose;
        let joints: Vec<Joint> = skeleton
            .joints()
            .iter()
            .map(|j| Joint { name: j.name.clone(), parent: j.parent })
            .collect();
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let mut expected = vec![Affine3A::IDENTITY; joints.len()];
        local_to_model(skeleton, pose, rig.model_from_root, &mut expected);
        let got = model_poses(&joints, &locals, rig.model_from_root.into());
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            // Coordinates below 10, a handful of products.
            assert!(got.abs_diff_eq(Mat4::from(expected), 1e-5), "{got} {expected:?}");
        }
    }
}
