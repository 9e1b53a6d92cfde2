//! Three ways: the starter is recognised, every named mistake fails by its name, and (in solution.rs) the solution passes.

use common::check::Probe;
use common::math::Transform;
use common::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Mat4};
use lesson_02::Joint;
use lesson_02::checks::REFERENCE;
use lesson_02::probes::Forest;

/// The reference, for joints in any order, and `common`'s single pass over sorted ones are one.
#[test]
fn the_poses_agree_with_the_core() {
    for index in 0..Probe::COUNT {
        let rig = Probe { seed: 3, index }.rig();
        let (skeleton, pose): (&Skeleton, &Pose) = (&rig.skeleton, &rig.pose);
        let joints: Vec<Joint> = skeleton
            .joints()
            .iter()
            .map(|j| Joint { name: j.name.clone(), parent: j.parent })
            .collect();
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let mut expected = vec![Affine3A::IDENTITY; joints.len()];
        local_to_model(skeleton, pose, rig.model_from_root, &mut expected);
        let order = (REFERENCE.depth_first_order)(&joints);
        let got = (REFERENCE.model_poses)(&joints, &order, &locals, rig.model_from_root.into());
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            // Coordinates below 10, a handful of products.
            assert!(got.abs_diff_eq(Mat4::from(expected), 1e-5), "{got} {expected:?}");
        }
    }
}

/// What the checks hand out as right is what the reference computes.
#[test]
fn the_probes_hang_together() {
    for index in 0..Probe::COUNT {
        let forest = Forest::new(&Probe { seed: 5, index });
        let Forest { joints, order, locals, model_from_root, model_from_joint, depths } = &forest;
        assert_eq!(*order, (REFERENCE.depth_first_order)(joints));
        let got = (REFERENCE.model_poses)(joints, order, locals, *model_from_root);
        for (got, expected) in got.iter().zip(model_from_joint) {
            assert!(got.abs_diff_eq(*expected, 1e-5), "{got} {expected}");
        }
        for (joint, depth) in joints.iter().zip(depths) {
            assert_eq!(joint.parent.map_or(0, |parent| depths[parent] + 1), *depth);
        }
    }
}
