//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use glam::{Mat4, Vec3};
use lesson_02::checks::REFERENCE;
use lesson_02::{Joint, creature::Creature, figures::JOINTS, starter};

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
    let parent = |row: &&str| match row.split_whitespace().collect::<Vec<_>>()[..] {
        [_, name, "child", "of", parent, ..] => {
            Joint { name: name.into(), parent: Some(parent.parse().expect("a number")) }
        }
        [_, name, ..] => Joint { name: name.into(), parent: None },
        _ => panic!("no row: {row}"),
    };
    let joints: Vec<Joint> = table.iter().map(parent).collect();
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
    let at = |x: f32, y: f32| Mat4::from_translation(Vec3::new(x, y, 0.0));
    let locals = JOINTS.map(|(.., [x, y])| at(x, y));
    let walk = REFERENCE.hierarchy.depth_first_order(&joints).unwrap();
    let poses = REFERENCE.hierarchy.model_poses(&joints, &walk, &locals, at(105.0, 25.0)).unwrap();
    let number = |name: &str| joints.iter().position(|joint| joint.name == name).expect(name);
    let place = |name: &str| format!("({}, {})", poses[number(name)].w_axis.x, poses[number(name)].w_axis.y);
    let tip = |joint: usize| {
        let place = REFERENCE.hierarchy.tip(&joints, &poses, joint).unwrap();
        poses.iter().position(|pose| pose.w_axis.truncate() == place).expect("a joint")
    };
    let [chest, leg] = ["chest", "leg"].map(number);
    let children = joints.iter().filter(|joint| joint.parent == Some(chest)).count();
    assert_eq!(children, 3);
    // "foot, belly and hand lie wrong"
    let array: Vec<usize> = (0..joints.len()).collect();
    let by_array = REFERENCE.hierarchy.model_poses(&joints, &array, &locals, at(105.0, 25.0)).unwrap();
    let wrong: Vec<usize> = array.into_iter().filter(|&joint| by_array[joint] != poses[joint]).collect();
    assert_eq!(wrong, ["belly", "foot", "hand"].map(number));
    let [right, up] = JOINTS[leg].2;
    let [knee, foot] = ["knee", "foot"].map(|name| JOINTS[number(name)].2.map(|shift| shift.to_string()).join(", "));
    for says in [
        format!("joints 0 to {} and two roots: her chest, {chest}, and a rider, {}", JOINTS.len() - 1, number("rider")),
        format!("$W$ puts the chest at {}", place("chest")),
        format!("Her leg, {leg}, is {right} to the right of that and {} below: {}", -up, place("leg")),
        format!("her knee is at {}, her foot at {}", place("knee"), place("foot")),
        format!("you add ({knee}) and get to the knee"),
        format!("after another ({foot})"),
        format!("after joint {}, where the leg ends, the walk goes back to {chest}", number("foot")),
        format!("the tip of {leg} is joint {}", tip(leg)),
        format!("Joint {chest} has three children, and the first is {}, the belly", tip(chest)),
    ] {
        readme_says(&says);
    }
}
