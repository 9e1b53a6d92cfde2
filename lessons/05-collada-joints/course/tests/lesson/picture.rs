//! The pictures of wild and of refused answers.

use common::exercise::testing;
use common::graphics::{Picture, testing::headless_or_skip};
use given::Course;
use glam::Mat4;
use lesson_05::{ColladaJoints, Joint, Window, checks::REFERENCE};

fn draw(collada_joints: ColladaJoints) -> (Picture, Vec<String>) {
    testing::draw::<Window>(&Course { collada_joints, ..REFERENCE }, (320, 180))
}

#[test]
fn only_the_answer_that_panics_is_replaced() {
    if headless_or_skip("only_the_answer_that_panics_is_replaced").is_none() {
        return;
    }
    let lies = ColladaJoints { to_our_axes: |_, _, _| Ok(()), ..REFERENCE.collada_joints };
    let panics = ColladaJoints { joint_name: ColladaJoints::UNUSABLE.joint_name, ..lies };
    let (picture, messages) = draw(panics);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(picture == draw(lies).0, "he lies on his back");
}

#[test]
fn a_file_that_is_refused_has_no_joints() {
    if headless_or_skip("a_file_that_is_refused_has_no_joints").is_none() {
        return;
    }
    let (nothing, _) = draw(ColladaJoints { add_joints: |_, _, _, _, _| Ok(Ok(())), ..REFERENCE.collada_joints });

    let refuses = ColladaJoints { matrix_from_text: |_| Ok(Err("I will not".into())), ..REFERENCE.collada_joints };
    let (picture, messages) = draw(refuses);
    assert!(picture == nothing, "no joints");
    assert!(messages.len() == 1 && messages[0].ends_with("<matrix>: I will not"), "{messages:?}");

    let orphan = ColladaJoints {
        to_our_axes: |_, _, joints| {
            joints[3].parent = Some(7);
            Ok(())
        },
        ..REFERENCE.collada_joints
    };
    let (picture, messages) = draw(orphan);
    assert!(picture == nothing && messages.len() == 1, "{messages:?}");
    assert!(messages[0].contains("joint 3 \"neck\""), "{messages:?}");
}

/// Figures are drawn whatever parents and numbers the answers give.
#[test]
fn figures_are_drawn_by_wild_answers() {
    let collada_joints = ColladaJoints {
        matrix_from_text: |_| Ok(Ok(Mat4::NAN)),
        joint_name: |_| Ok("name ".repeat(99)),
        add_joints: |_, _, _, _, joints| {
            joints.extend((0..99).map(|_| Joint::new("j".into(), Some(usize::MAX), Mat4::NAN)));
            joints[0].index_in_chain = usize::MAX;
            joints[0].children = vec![usize::MAX; 99];
            Ok(Ok(()))
        },
        to_our_axes: |_, _, joints| {
            for joint in joints {
                (joint.parent, joint.parent_from_joint) = (Some(99), Mat4::NAN);
            }
            Ok(())
        },
    };
    testing::figures_are_drawn_by::<Window>(&Course { collada_joints, ..REFERENCE });
}
