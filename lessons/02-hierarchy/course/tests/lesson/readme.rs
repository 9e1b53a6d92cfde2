//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use glam::{Mat4, Vec3};
use lesson_02::checks::{REFERENCE, starter};
use lesson_02::{Joint, creature::Creature, figures::JOINTS};

const README: &str = include_str!("../../../README.md");

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
    assert_eq!((&*joints[0].name, &*joints[1].name), ("belly", "chest"));
    for foot in (0..count).filter(|&joint| joints[joint].name.contains(" foot ")) {
        let knee = joints[foot].parent.expect("a knee");
        assert!(joints[knee].name.contains(" knee ") && foot < knee, "a foot comes before its knee");
        let leg = joints[knee].parent.expect("a leg");
        assert!(joints[leg].name.contains(" leg ") && knee < leg);
    }
    assert!(joints[1].parent.is_none(), "the root");
}

/// "only her chest, her neck and four upper legs are in place"
#[test]
fn what_the_order_of_the_array_gets_right() {
    let scene = Creature::new();
    let root = scene.family.model_from_root(0.5);
    let poses =
        |order: Vec<usize>| REFERENCE.hierarchy.model_poses(&scene.joints, &order, &scene.locals(0.5), root).unwrap();
    let got = poses((starter::ANSWERS.depth_first_order)(&scene.joints));
    let right = poses(REFERENCE.hierarchy.depth_first_order(&scene.joints).unwrap());
    let names: Vec<&str> = (0..scene.joints.len())
        .filter(|&joint| got[joint].abs_diff_eq(right[joint], 1e-5))
        .map(|joint| scene.joints[joint].name.as_str())
        .collect();
    let expected = ["chest", "left leg 1", "right leg 1", "left leg 2", "right leg 2", "neck"];
    assert_eq!(names, expected);
}

#[test]
fn the_table_of_the_walk_is_right() {
    let table: Vec<&str> = README
        .lines()
        .skip_while(|line| !line.starts_with("in the array"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .collect();
    let mut joints = Vec::new();
    for row in &table {
        let words: Vec<&str> = row.split_whitespace().collect();
        let parent = words[2..].strip_prefix(&["child", "of"]).map(|words| words[0].parse().expect("a number"));
        joints.push(Joint { name: words[1].into(), parent });
    }
    let figures = JOINTS.map(|(name, parent, _)| Joint { name: name.into(), parent });
    assert_eq!(joints, figures, "the figures' joints");
    let walk = REFERENCE.hierarchy.depth_first_order(&joints).unwrap();
    for (row, joint) in table.iter().zip(walk) {
        let says = format!("{joint} {}", joints[joint].name);
        assert!(row.ends_with(&says), "\"{row}\" should end with \"{says}\"");
    }
}

#[test]
fn the_figures_numbers_are_those_of_the_code() {
    let joints = JOINTS.map(|(name, parent, _)| Joint { name: name.into(), parent });
    let locals = JOINTS.map(|(.., [x, y])| Mat4::from_translation(Vec3::new(x, y, 0.0)));
    let walk = REFERENCE.hierarchy.depth_first_order(&joints).unwrap();
    let root = Mat4::from_translation(Vec3::new(105.0, 25.0, 0.0));
    let poses = REFERENCE.hierarchy.model_poses(&joints, &walk, &locals, root).unwrap();
    let numbers = ["chest", "leg", "knee", "foot", "belly", "hand", "rider"]
        .map(|name| JOINTS.iter().position(|(joint, ..)| *joint == name).expect(name));
    let [chest, leg, knee, foot, belly, hand, rider] = numbers;
    let places = poses.iter().map(|pose| format!("({}, {})", pose.w_axis.x, pose.w_axis.y)).collect::<Vec<_>>();
    let [leg_tip, chest_tip] = [leg, chest].map(|joint| {
        let place = REFERENCE.hierarchy.tip(&joints, &poses, joint).unwrap();
        poses.iter().position(|pose| pose.w_axis.truncate() == place).expect("a joint")
    });
    let children = joints.iter().filter(|joint| joint.parent == Some(chest)).count();
    assert_eq!(children, 3);
    // "foot, belly and hand lie wrong"
    let array: Vec<usize> = (0..joints.len()).collect();
    let by_array = REFERENCE.hierarchy.model_poses(&joints, &array, &locals, root).unwrap();
    let wrong: Vec<usize> = array.into_iter().filter(|&joint| by_array[joint] != poses[joint]).collect();
    assert_eq!(wrong, [belly, foot, hand]);
    for (parent, joint) in [(chest, leg), (leg, knee), (knee, foot)] {
        let (name, _, [x, y]) = JOINTS[joint];
        let sum = format!("{} + {:<9} = {}\n", places[parent], format!("({x}, {y})"), places[joint]);
        readme_says(&format!("{joint} {name:<6} {sum}"));
    }
    for says in [
        format!("joints 0 to {} and two roots: her chest, {chest}, and a rider, {rider}", JOINTS.len() - 1),
        format!("it puts the chest at {}", places[chest]),
        format!("after joint {foot}, where the leg ends, the walk goes back to {chest}"),
        format!("the tip of {leg} is joint {leg_tip}"),
        format!("Joint {chest} has three children, and the first is {chest_tip}, the belly"),
    ] {
        readme_says(&says);
    }
}
