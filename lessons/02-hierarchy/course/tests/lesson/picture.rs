//! The lesson's pictures of mistakes, and wild answers.

use common::exercise::testing;
use drawing::{Cast, Moment};
use given::Course;
use glam::{Mat4, Vec3};
use lesson_02::{
    Hierarchy, Window,
    checks::{REFERENCE, STARTER},
    scene::SCENE,
};

/// Finished but for the order, which is the array's.
const ARRAY_ORDER: Course = Course {
    hierarchy: Hierarchy { depth_first_order: STARTER.hierarchy.depth_first_order, ..REFERENCE.hierarchy },
    ..REFERENCE
};

#[test]
fn the_mistake_of_the_readme_looks_like_its_picture() {
    testing::looks_like::<Window>("array-order.png", &ARRAY_ORDER, (640, 360));
}

#[test]
fn wild_answers_are_drawn() {
    let hierarchy = Hierarchy {
        depth_first_order: |_| Ok(vec![60000, 0, 0, 1, usize::MAX]),
        model_poses: |_, _, _, _| Ok(vec![Mat4::NAN; 3]),
        tip: |_, _, _| Ok(Vec3::NAN),
    };
    let wild = Course { hierarchy, ..REFERENCE };
    let names =
        ["02.1 depth_first_order: 2 numbers without a joint", "02.2 model_poses: a list of 3, where 34 are needed"];
    testing::wild_answers_are_drawn::<Window>(&wild, &names);
}

#[test]
fn the_camera_goes_with_her_only_where_she_walks() {
    let mut scene = (SCENE.open)(Cast::Nobody).expect("a scene");
    let mut focus = |course, seconds| scene.frame(course, &Moment { seconds, dt: 0.0 }).expect("a frame").focus;
    let start = focus(&REFERENCE, SCENE.time);
    assert!(focus(&REFERENCE, 7.0).distance(start) > 1.0);
    assert_eq!(focus(&STARTER, 7.0), start);
}
