//! The lesson's pictures, and that every TODO changes them.

use common::exercise::{Exercise, testing};
use common::graphics::{Canvas, testing::headless_or_skip};
use common::player::{Subject, clock::scene_clock};
use common::ui::{Action, DisplayOptions, View};
use given::Course;
use glam::{Mat4, Vec3};
use lesson_08::{
    BindPose, Options, Window,
    checks::{LESSON, REFERENCE},
};

#[test]
fn without_the_inverse_bind() {
    testing::looks_like::<Window>("forgotten.png", &LESSON.without(0), (640, 360));
}

/// Tins that stand outside of the picture are framed. Whoever then looks at the finished answers sees them in the same
/// frame.
#[test]
fn the_finished_answers_keep_the_frame() {
    let Some(gl) = headless_or_skip("the_finished_answers_keep_the_frame") else { return };
    let mut scene = Window::open(&gl, &mut scene_clock(0.0), &Options::default()).expect("the scene");
    let aspect = 1.5;
    let size = (90, 60);
    let camera = scene.framing(Window::TIME).expect("a framing").camera(aspect);
    let view = View { camera, aspect, size, options: DisplayOptions::default(), seconds: Window::TIME };
    let canvas = Canvas::plain(&gl, size).expect("a canvas");
    let bind_pose = BindPose {
        skinning_matrices: |now, _| Ok(vec![Mat4::from_translation(Vec3::X * -7.0); now.len()]),
        ..REFERENCE.bind_pose
    };
    let outside = Course { bind_pose, ..REFERENCE };
    for (course, actions) in [(&outside, &[Action::Frame][..]), (&LESSON.reference, &[]), (&outside, &[])] {
        let pose = scene.evaluate(course, &view).expect("answers");
        canvas.draw(|target| scene.draw(target, &view, &pose)).expect("a picture");
        assert_eq!(scene.take_actions(), actions);
    }
}

#[test]
fn in_the_bind_pose_nothing_moves() {
    let rest = Options::default().set("pose", &[0.0]);
    // Every matrix is the identity. One is transformed, the other is not: here and there the last digit of a depth
    // differs.
    testing::changes::<Window>(&LESSON.without(2), &rest, 0.0..0.003);
    testing::changes::<Window>(&LESSON.without(0), &rest, 0.025..1.0);
}

/// The bits of a small whole number, read as a float, are next to nothing: all follow joint 0.
#[test]
fn read_as_floats_all_follow_the_first() {
    if headless_or_skip("read_as_floats_all_follow_the_first").is_none() {
        return;
    }
    let floats = Options::default().set("as-floats", &[1.0]);
    let (stiff, message) = testing::draw_with::<Window>(&REFERENCE, &floats, (640, 360));
    assert_eq!(message, [""; 0]);
    let bind_pose =
        BindPose { skinning_matrices: |now, back| Ok(vec![now[0] * back[0]; now.len()]), ..REFERENCE.bind_pose };
    let one_for_all = Course { bind_pose, ..REFERENCE };
    let (expected, _) = testing::draw::<Window>(&one_for_all, (640, 360));
    assert!(testing::changed(&stiff, &expected) < 0.001);
    assert!(testing::changed(&stiff, &testing::draw::<Window>(&REFERENCE, (640, 360)).0) > 0.015);
}

#[test]
fn wild_answers_are_drawn() {
    let bind_pose = BindPose {
        inverse_binds: |_, _| Ok(Vec::new()),
        skinning_matrices: |_, _| Ok(vec![Mat4::from_cols_array(&[f32::NAN; 16]); 200]),
        ..REFERENCE.bind_pose
    };
    let wild = Course { bind_pose, ..REFERENCE };
    testing::wild_answers_are_drawn::<Window>(
        &wild,
        &[
            "08.1 inverse_binds: a list of 0, where 3 are needed",
            "08.2 skinning_matrices: a list of 200, where 3 are needed",
        ],
    );
}
