//! Three ways: the starter is recognised, every named mistake fails by its name, and (in solution.rs) the solution passes.

use common::check::{Probe, three_way};
use common::math::Transform;
use common::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Mat4};
use lesson_03::{Joint, checks::LESSON, model_poses};

#[test]
fn starter_and_mistakes() {
    three_way::verify(&LESSON);
}

/// For a private seed to be as good as the public ones. Minutes, so it is run by hand:
/// `cargo test -p lesson-03 --test verify -- --ignored`
#[test]
#[ignore = "takes long"]
fn any_seed_will_do() {
    let complaints = three_way::complaints(&LESSON, &(1000..1100).collect::<Vec<_>>());
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
}

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
