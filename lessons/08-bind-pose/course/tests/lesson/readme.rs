//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use glam::{Mat4, Vec3};
use lesson_08::MAX_JOINTS;
use lesson_08::checks::REFERENCE;
use lesson_08::figures::FIGURES;
use lesson_08::tin_worm::{LENGTH, TinWorm};
use lesson_08::tins;

#[test]
fn the_numbers_are_those_of_the_worm() {
    let worm = TinWorm::new();
    assert_eq!(worm.joints.len(), 3);
    let bind = worm.model_from_joint(&worm.bind_locals);
    let head = bind[2].w_axis.truncate();
    readme_says(&format!("the head's joint stood at the height of {:.1} m", head.y));
    // The wrong picture: a point of the head, 0.5 m above its joint, by the joint's matrix alone.
    let point = head + Vec3::Y * 0.5;
    readme_says(&format!("Take a point of the head, modelled at the height of {:.1} m", point.y));
    readme_says(&format!("it reads (0, {0:.1}, 0) as {0:.1} m along the joint's y axis", point.y));
    let wrong = bind[2].transform_point3(point);
    readme_says(&format!("$M_i$ carries the point to ({:.1}, {:.1}, 0)", wrong.x, wrong.y));
    let own = bind[2].inverse().transform_point3(point);
    assert!((own - Vec3::X * 0.5).length() < 1e-5, "{own}");
    readme_says("in the joint's space it is (0.5, 0, 0)");
    let local = worm.bind_locals[2].inverse().transform_point3(point);
    readme_says(&format!("you would send our point to ({:.1}, {:.1}, 0) instead", local.x, local.y));
    // A head that is bent: its joint at (1, 1, 0), with its x axis to the right.
    let bent = Mat4::from_translation(Vec3::new(1.0, 1.0, 0.0)).transform_point3(own);
    readme_says(&format!("half a metre along that axis is ({:.1}, {:.0}, 0)", bent.x, bent.y));
    assert!((LENGTH - 0.8).abs() < 1e-6);
    readme_says("Each of its tins is 0.8 m long");
    readme_says(&format!("{} vertices", tins::mesh().vertices.len()));
    readme_says(&format!("`u_palette` has {MAX_JOINTS} elements"));
}

/// "The same bits": what a float and a whole number make of each other.
#[test]
fn the_same_bits() {
    readme_says(&format!("| 2 | `{:#010x}` | {:.1e} |", 2u32, f32::from_bits(2)));
    let bits = 2f32.to_bits();
    readme_says(&format!("| 2.0 | `{bits:#010x}` | {bits} |"));
}

fn readings(name: &str, values: &[f32]) -> [f32; 2] {
    let figure = FIGURES.iter().find(|figure| figure.name == name).expect(name);
    let sheet = figure.sheet(values, &REFERENCE).unwrap();
    [0, 1].map(|number| (sheet.readings()[number].value * 1e4).round() / 1e4 + 0.0)
}

#[test]
fn the_figures_show_it() {
    assert_eq!(readings("08-forgotten", &[2.1, 0.0]), [-2.1, 1.6]);
    assert_eq!(readings("08.1", &[2.0, 2.1, 0.0]), [0.5, 0.0]);
    // "until that joint is at the origin"
    for joint in 0..3 {
        assert_eq!(readings("08.1", &[joint as f32, LENGTH * joint as f32, 0.0]), [0.0, 0.0]);
    }
    // "At pose 0 nothing moves": 0.5 m above the joint and 0.2 m to its left.
    assert_eq!(readings("08.2", &[0.0, 0.5, 0.2]), [-0.2, 2.1]);
    // "only the last box changes": in the joint's space the point stays where it is.
    assert_eq!(readings("08.2-boxes", &[0.0, 2.1]), [0.5, 0.0]);
    let [in_joint, x] = readings("08.2-boxes", &[1.0, 2.1]);
    assert!(in_joint == 0.5 && x > 0.1, "{x}");
    // "the bits read as floats, 0 for all"
    let figure = FIGURES.iter().find(|figure| figure.name == "08.3").expect("08.3");
    for (float, numbers) in [(0.0, ["0", "0", "1", "1", "2", "2"]), (1.0, ["0", "0", "1", "0", "2", "0"])] {
        let sheet = figure.sheet(&[float, 1.0], &REFERENCE).unwrap();
        assert_eq!(sheet.words().skip(2).collect::<Vec<_>>(), numbers);
    }
}
