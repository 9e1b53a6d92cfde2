//! The README's statements about the code and the knight's file hold.

use crate::{reading, readme_says};
use common::exercise::testing;
use glam::{Mat4, Vec3};
use lesson_04::{
    Joint, MAX_DEPTH, UpAxis,
    checks::REFERENCE,
    read,
    scene::{self, SkeletonScene},
};

const README: &str = include_str!("../../../README.md");

fn knight() -> String {
    std::fs::read_to_string(scene::knight()).expect("assets/knight.dae")
}

#[test]
fn the_numbers_are_those_of_the_code() {
    let joints = read(&REFERENCE.collada_joints, &knight()).unwrap().expect("the knight");
    for says in [
        format!("his skeleton: {} joints out of `assets/knight.dae`", joints.len()),
        format!("refuses more than {MAX_DEPTH} levels"),
        // In our axes his hips are as high as in the file's.
        format!("his hips are at $z = {:.2}$", joints[0].parent_from_joint.w_axis.y),
    ] {
        readme_says(&says);
    }
}

#[test]
fn the_quotes_are_the_knights() {
    let knight = knight();
    testing::readme_quotes::<SkeletonScene>(&knight, 8);
    let mut matrices = knight.lines().filter_map(|line| line.trim().strip_prefix("<matrix "));
    assert!(matrices.all(|rest| rest.ends_with("</matrix>") && !rest.contains("  ")));
    readme_says("the knight's file has single spaces only");
}

/// The text has the rows of the hips' matrix, and their position in the file's axes and in ours.
#[test]
fn the_hips_are_where_the_text_has_them() {
    let text = README.lines().find(|line| line.contains("0.74 0 0 0 1</matrix>")).expect("the hips");
    let numbers = text.trim().trim_start_matches("<matrix sid=\"transform\">").trim_end_matches("</matrix>");
    let words: Vec<&str> = numbers.split(' ').collect();
    for row in words.chunks(4) {
        assert!(README.lines().any(|line| line.split_whitespace().eq(row.iter().copied())), "{row:?}");
    }
    let matrix = REFERENCE.collada_joints.matrix_from_text(numbers).unwrap().expect("a matrix");
    let mut joints = [Joint::new(String::new(), None, matrix)];
    assert_eq!(matrix.w_axis.truncate(), Vec3::new(0.0, 0.0, 0.74));
    REFERENCE.collada_joints.to_our_axes(UpAxis::Z, 1.0, &mut joints).unwrap();
    assert!(joints[0].parent_from_joint.w_axis.truncate().abs_diff_eq(Vec3::new(0.0, 0.74, 0.0), 1e-6));
    readme_says("(0, 0, 0.74) becomes (0, 0.74, 0)");
}

/// The table of axes, row by row.
#[test]
fn the_axes_are_those_of_the_table() {
    for (up_axis, name) in [(UpAxis::X, "X_UP"), (UpAxis::Y, "Y_UP"), (UpAxis::Z, "Z_UP")] {
        let mut joints = [Joint::new(String::new(), None, Mat4::IDENTITY)];
        REFERENCE.collada_joints.to_our_axes(up_axis, 1.0, &mut joints).unwrap();
        let row = README.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let cells: Vec<&str> = row.expect(name).split('|').skip(2).take(3).collect();
        for (cell, ours) in cells.iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            let axis = match cell.trim() {
                "x" => Vec3::X,
                "y" => Vec3::Y,
                "-y" => Vec3::NEG_Y,
                "z" => Vec3::Z,
                other => panic!("{other}"),
            };
            let turned = joints[0].parent_from_joint.transform_vector3(axis);
            assert!(turned.abs_diff_eq(ours, 1e-6), "{name}: {turned}");
        }
    }
}

#[test]
fn the_numbers_of_the_figures() {
    let [x, y, z] = [4.0, 8.0, 12.0].map(|number| reading("04.1", &[number, 16.0], "in glam"));
    readme_says(&format!("is the 4th, 8th and 12th in the file, and in glam the {x}th, {y}th and {z}th"));
    let joints = [4.0, 8.0].map(|nodes| reading("04.3", &[nodes], "joints"));
    assert_eq!(joints, [3.0, 6.0]);
    readme_says("after four nodes it has three joints, after eight it has six");
    for up in [0.0, 1.0, 2.0] {
        let head = reading("04.4", &[up, 0.8], "head at y");
        readme_says(&format!("at 0.8 a head at {:.2} units comes to {head:.1} m", head / 0.8));
    }
    // "J goes with them"
    let [start, turned, along] = [[30.0, 1.2], [40.0, 1.2], [30.0, 1.4]]
        .map(|values| ["x", "y"].map(|name| reading("04.3-between", &values, name)));
    assert!(start != turned && start != along);
}
