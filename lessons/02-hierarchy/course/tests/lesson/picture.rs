//! The lesson's pictures of mistakes, and wild answers.

use common::exercise::testing;
use given::Course;
use glam::{Mat4, Vec3};
use lesson_02::{
    Hierarchy,
    checks::{REFERENCE, STARTER},
    creature::Creature,
    scene::CreatureScene,
};

/// Finished but for the order, which is the array's.
const ARRAY_ORDER: Course = Course {
    hierarchy: Hierarchy { depth_first_order: STARTER.hierarchy.depth_first_order, ..REFERENCE.hierarchy },
    ..REFERENCE
};

#[test]
fn the_mistake_of_the_readme_looks_like_its_picture() {
    testing::looks_like::<CreatureScene>("array-order.png", &ARRAY_ORDER, (640, 360));
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
    testing::wild_answers_are_drawn::<CreatureScene>(&wild, &names);
}

#[test]
fn the_camera_goes_with_her_only_where_she_walks() {
    let creature = Creature::new();
    for (course, walks) in [(REFERENCE, true), (STARTER, false)] {
        let frame = creature.evaluate(&course.hierarchy, 7.0).unwrap();
        assert_eq!(creature.is_in_place(&frame, 7.0), walks);
    }
}
