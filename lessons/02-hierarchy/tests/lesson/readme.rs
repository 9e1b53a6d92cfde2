//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use lesson_02::checks::REFERENCE;
use lesson_02::{Joint, creature::Creature, starter};

const README: &str = include_str!("../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let joints = Creature::new().joints;
    let count = joints.len();
    let legs = joints.iter().filter(|joint| joint.name.contains(" leg ")).count();
    assert_eq!(legs, 8);
    for says in [
        format!("A creature with eight legs has {count} such parts"),
        format!("looks at all {count} joints for each joint, and so at {} in one walk", count * count),
    ] {
        readme_says(&says);
    }
    let name = |number: usize| joints[number].name.as_str();
    assert_eq!((name(0), name(1)), ("belly", "chest"));
    let number = |name: &str| joints.iter().position(|joint| joint.name == name).expect(name);
    for foot in (0..count).filter(|&joint| name(joint).contains(" foot ")) {
        let knee = joints[foot].parent.expect("a knee");
        assert!(name(knee).contains(" knee ") && foot < knee, "a foot comes before its knee");
        let leg = joints[knee].parent.expect("a leg");
        assert!(name(leg).contains(" leg ") && knee < leg);
    }
    assert!(joints[number("chest")].parent.is_none(), "the root");
}

/// "only her chest, her neck and four upper legs stand where they should"
#[test]
fn what_the_order_of_the_array_gets_right() {
    let scene = Creature::new();
    let root = scene.family.model_from_root(0.5);
    let poses = |order: Vec<usize>| (REFERENCE.model_poses)(&scene.joints, &order, &scene.locals(0.5), root);
    let (got, right) = (
        poses((starter::ANSWERS.depth_first_order)(&scene.joints)),
        poses((REFERENCE.depth_first_order)(&scene.joints)),
    );
    let stands = |&joint: &usize| got[joint].abs_diff_eq(right[joint], 1e-5);
    let names: Vec<&str> =
        (0..scene.joints.len()).filter(stands).map(|joint| scene.joints[joint].name.as_str()).collect();
    let expected = ["chest", "left leg 1", "left leg 2", "neck", "right leg 1", "right leg 2"];
    assert_eq!(names, expected);
}

/// Both columns of the small tree.
#[test]
fn the_table_of_the_walk_is_right() {
    let table: Vec<&str> = README
        .lines()
        .skip_while(|line| !line.starts_with("in the array"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .collect();
    let parent = |row: &&str| match row.split_whitespace().collect::<Vec<_>>()[..] {
        [_, name, "child", "of", parent, ..] => {
            Joint { name: name.into(), parent: Some(parent.parse().expect("a number")) }
        }
        [_, name, ..] => Joint { name: name.into(), parent: None },
        _ => panic!("no row: {row}"),
    };
    let joints: Vec<Joint> = table.iter().map(parent).collect();
    assert_eq!(joints.len(), 5);
    let walk = (REFERENCE.depth_first_order)(&joints);
    for (row, joint) in table.iter().zip(walk) {
        let says = format!("{joint} {}", joints[joint].name);
        assert!(row.ends_with(&says), "\"{row}\" should end with \"{says}\"");
    }
}
