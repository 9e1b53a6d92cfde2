//! Every number in README.md that depends on code comes from that code.

use crate::{reading, readme_says};
use common::graphics::patch::SIDE;
use common::scenes::skinned_mesh::MAX_JOINTS;
use glam::{Mat2, Mat3, Mat4, Vec2, Vec3};
use lesson_10::checks::REFERENCE;
use lesson_10::dancer::{self, STRETCH};
use lesson_10::{blend, weights};

fn shown(v: Vec2) -> String {
    format!("({}, {})", v.x, v.y)
}

#[test]
fn the_slope() {
    let t = Vec2::new(1.0, -1.0);
    let n = Vec2::new(1.0, 1.0);
    readme_says(&format!("$t = {}$, its normal $n = {}$", shown(t), shown(n)));
    let stretch = Mat2::from_diagonal(Vec2::new(2.0, 1.0));
    let way = stretch * t;
    let shortcut = stretch * n;
    readme_says(&format!("becomes ${}$", shown(way)));
    readme_says(&format!("the normal becomes ${}$", shown(shortcut)));
    let dot = shortcut.dot(way);
    readme_says(&format!("${} \\cdot {} = {dot}$", shown(shortcut), shown(way)));
    let right = stretch.inverse().transpose() * n;
    readme_says(&format!("${} \\cdot {} = 0$", shown(right), shown(way)));
    readme_says(&format!("the normal becomes {}", shown(right)));
    assert!(right.dot(way).abs() < 1e-6);
}

#[test]
fn blended_inverse_transposes_are_not_those_of_the_blend() {
    let joints = [Mat4::IDENTITY, Mat4::from_rotation_z(90f32.to_radians())];
    let mixed = blend(&joints, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0]);
    readme_says(&format!("{:.2} times as long", mixed.transform_vector3(Vec3::X).length()));
    assert!((mixed.transform_vector3(Vec3::Z).length() - 1.0).abs() < 1e-6);
    let [one, other] = joints.map(|joint| REFERENCE.normals.normal_matrix(joint).unwrap());
    let off = largest_error(0.5 * (one + other), mixed);
    readme_says(&format!("blended $N$s are up to {:.0} degrees off:", off.to_degrees()));
    // "a quarter turn apart"
    assert!((reading("10.3", &[90.0, 45.0], "off") - off.to_degrees()).abs() < 0.5);
}

#[test]
fn the_figures_show_what_the_text_says() {
    // "perpendicular", also where the square is turned
    for [wide, high, turn] in [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 1.0, 30.0], [0.4, 2.5, -130.0]] {
        let angle = reading("10.2", &[wide, high, turn], "angle");
        assert!((angle - 90.0).abs() < 0.01, "{wide}, {high}, {turn}: {angle}");
    }
    readme_says("only two of the marked places are left");
    assert_eq!([1.0, 1.2].map(|deep| reading("10.4", &[20.0, 1.0, deep], "places")), [2.0, 0.0]);
}

#[test]
fn the_three_terms() {
    let begins = [130.0, 60.0, 20.0];
    let diffuse = reading("10.1", &begins, "diffuse");
    readme_says(&format!("you see 0.6 · {:.2} = {diffuse:.2}.", 40f32.to_radians().cos()));
    readme_says(&format!("$d a$ = {:.2}", reading("10.1", &begins, "ambient")));
    let cosine = 10f32.to_radians().cos();
    readme_says(&format!("The cosine is {cosine:.3}. Raised to the exponent $e$ = 20 it is {:.2}", cosine.powi(20)));
    readme_says(&format!("you see {:.2}, whatever the colour", reading("10.1", &begins, "specular")));
}

/// Columns that are not perpendicular, in metres and in centimetres.
#[test]
fn a_thousandth_of_what() {
    for (unit, dot) in [(1.0, 0.5), (0.01, 0.00005)] {
        let skewed = Mat4::from_mat3(Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z) * unit);
        assert!((skewed.x_axis.dot(skewed.y_axis) - dot).abs() < 1e-6);
        assert!(!REFERENCE.normals.shortcut_will_do(skewed).unwrap());
    }
    let turned = Mat3::from_cols(Vec3::Y * 2.0, Vec3::X * -2.0, Vec3::Z * 2.0);
    assert!(REFERENCE.normals.shortcut_will_do(Mat4::from_mat3(turned)).unwrap());
}

#[test]
fn the_shortcut_is_that_far_off() {
    let middle: [f32; 3] = weights(0.5, dancer::MARGIN);
    assert!((middle[1] - 1.0).abs() < 1e-6, "{middle:?}");
    let off = largest_error(Mat3::from_diagonal(STRETCH), Mat4::from_scale(STRETCH));
    readme_says(&format!("up to {:.0} degrees off. (The panel", off.to_degrees()));
}

/// Returns the error of normals that are turned by `wrong`, where `model_from_bind` moves the surface: the largest
/// angle over directions all around.
fn largest_error(wrong: Mat3, model_from_bind: Mat4) -> f32 {
    let right = REFERENCE.normals.normal_matrix(model_from_bind).unwrap();
    let mut worst = 0.0_f32;
    for around in 0..360 {
        for up in 0..90 {
            let turn =
                Mat3::from_rotation_z((around as f32).to_radians()) * Mat3::from_rotation_y((up as f32).to_radians());
            worst = worst.max((wrong * turn.x_axis).angle_between(right * turn.x_axis));
        }
    }
    worst
}

#[test]
fn the_other_numbers() {
    readme_says(&format!("follow four of {MAX_JOINTS} joints"));
    readme_says(&format!("patches of {SIDE} by {SIDE} pixels"));
}
