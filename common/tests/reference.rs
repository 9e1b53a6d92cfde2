//! What `lessons/REFERENCE.md` says of Rust and glam compiles, as it stands there.

use glam::camera::rh::{proj::opengl, view::look_at_mat4};
use glam::{Affine3A, Mat3, Mat4, Quat, Vec3};

const PAGE: &str = include_str!("../../lessons/REFERENCE.md");
const HERE: &str = include_str!("reference.rs");

/// The section on glam, up to the next.
fn section() -> &'static str {
    let (_, after) = PAGE.split_once("\n## glam ").expect("the section on glam");
    after.split("\n## ").next().expect("its end")
}

struct Joint {
    parent: Option<usize>,
}

/// The page's own lines on Rust.
#[rustfmt::skip] // as they stand there
fn rust(joints: &[Joint], lengths: &[f32], width: u32) -> Result<Vec<f32>, String> {
    let half = 0.5 * width as f32; // a value; `as` makes a number of another type
    let mut sum = 0.0; // one that may change
    for (i, joint) in joints.iter().enumerate() { // each with its index, a usize
        if let Some(parent) = joint.parent { // an Option is Some(value) or None
            sum += half * lengths[i] * lengths[parent];
        }
    }
    let mut list = vec![sum]; // a Vec; vec![] is an empty one
    list.push(half);
    if list.is_empty() { return Err("nothing there".into()); } // a Result is Ok(value) or Err(why)
    Ok(list) // the last line, without a semicolon, is what the function returns
}

#[test]
fn the_lines_on_rust_compile() {
    let (_, code) = PAGE.split_once("## Rust in ten lines\n\n```rust\n").expect("the lines");
    let lines = code.split("```").next().expect("their end").lines();
    for line in lines.clone() {
        assert!(HERE.lines().any(|here| here.trim() == line.trim()), "{line}");
    }
    assert_eq!(lines.filter(|line| line.trim() != "}").count(), 9, "ten, nearly");
    let joints = [Joint { parent: None }, Joint { parent: Some(0) }];
    assert_eq!(rust(&joints, &[2.0, 3.0], 4), Ok(vec![12.0, 2.0]));
}

/// The page's own lines on glam.
#[allow(clippy::let_and_return)] // so that they are
fn camera(eye: Vec3, target: Vec3, lens: [f32; 5]) -> Mat4 {
    let [vertical_fov_in_radians, width, height, near, far] = lens;
    let camera_from_world = look_at_mat4(eye, target, Vec3::Y);
    let clip_from_camera = opengl::perspective(vertical_fov_in_radians, width / height, near, far);
    let clip_from_world = clip_from_camera * camera_from_world;
    clip_from_world
}

/// Everything in the table, in its own words.
fn table(radians: f32, u: f32, [v, p, axis]: [Vec3; 3], [a, b, m]: [Mat4; 3]) -> [Mat4; 9] {
    let q = Quat::from_axis_angle(axis, radians);
    let s = Vec3::ONE;
    let t = q * v;
    let moved = m.transform_point3(p) - m.transform_vector3(v) + m.w_axis.truncate();
    let slerped = {
        let (a, b) = (q, q * q);
        a.slerp(b, u)
    };
    [
        Mat4::from_translation(v),
        Mat4::from_rotation_z(radians),
        Mat4::from_scale(v),
        Mat4::from_scale_rotation_translation(s, q, t),
        a * b,
        m.inverse(),
        m.transpose(),
        Mat4::from_cols_array_2d(&m.to_cols_array_2d()),
        Mat4::from_rotation_translation(slerped, moved * 90f32.to_radians()),
    ]
}

#[test]
fn the_page_compiles() {
    let mut lines = 0;
    let code = section().split("```rust\n").nth(1).and_then(|code| code.split("```").next());
    for line in code.expect("the camera's lines").lines().filter(|line| !line.is_empty()) {
        assert!(HERE.lines().any(|here| here.trim() == line), "{line}");
        lines += 1;
    }
    assert_eq!(lines, 5, "two imports and the camera's three lines");
    let rows = section().lines().filter(|line| line.starts_with("| `"));
    let snippets = rows.flat_map(|row| row.split('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2));
    let mut snippets: Vec<&str> = snippets.collect();
    snippets.push("m.w_axis");
    assert!(snippets.len() > 12, "{snippets:?}");
    for snippet in snippets {
        // A line of this file that says it as code, not as a string.
        let says = |line: &str| line.contains(snippet) && !line.contains('"');
        assert!(HERE.lines().any(says), "{snippet}");
    }
}

/// "A place moves, a direction only turns", "first b, then a", "`m.w_axis` is the translation".
#[test]
fn and_does_what_it_says() {
    let (turn, step) = (Mat4::from_rotation_z(90f32.to_radians()), Mat4::from_translation(Vec3::Y));
    let [.., product, inverse, transposed, columns, _] =
        table(0.5, 0.5, [Vec3::X, Vec3::X, Vec3::Z], [step, turn, step]);
    // Turned to y, then moved along it.
    assert!(product.transform_point3(Vec3::X).abs_diff_eq(2.0 * Vec3::Y, 1e-6));
    assert!(product.transform_vector3(Vec3::X).abs_diff_eq(Vec3::Y, 1e-6));
    assert_eq!((inverse * step, transposed, columns), (Mat4::IDENTITY, step.transpose(), step));
    assert_eq!(step.w_axis.truncate(), Vec3::Y);
    // The eye looks at the picture's middle.
    let clip = camera(Vec3::new(3.0, 2.0, 5.0), Vec3::ONE, [0.8, 3.0, 2.0, 0.1, 100.0]);
    let middle = clip.project_point3(Vec3::ONE);
    assert!(middle.truncate().abs_diff_eq(glam::Vec2::ZERO, 1e-5), "{middle}");
    let _ = (Affine3A::IDENTITY, Mat3::IDENTITY);
}
