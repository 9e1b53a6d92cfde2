//! The code in `lessons/REFERENCE.md` on Rust and glam compiles, and does what the page claims.

use glam::{Mat4, Quat, Vec2, Vec3};

const PAGE: &str = include_str!("../../lessons/REFERENCE.md");

/// The section whose heading begins like this, up to the next.
fn section(heading: &str) -> &'static str {
    let (_, after) = PAGE.split_once(heading).expect("the section");
    after.split("\n## ").next().expect("its end")
}

/// The section's code, as [`bare`].
fn block(heading: &str) -> String {
    bare(section(heading).split("```").nth(1).and_then(|code| code.strip_prefix("rust\n")).expect("its code"))
}

/// Code without comments and whitespace.
fn bare(code: &str) -> String {
    let code = code.lines().map(|line| line.split("//").next().unwrap_or(line));
    code.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// A function, and the text of the code in its braces.
macro_rules! quoted {
    ($text:ident: fn $name:ident($($parameters:tt)*) -> $result:ty { $($code:tt)* } $($last:ident)?) => {
        const $text: &str = stringify!($($code)*);

        #[allow(unused_imports, clippy::let_and_return)] // the page shows them
        fn $name($($parameters)*) -> $result {
            $($code)*
            $($last)?
        }
    };
}

/// Expressions that compile, and their texts.
macro_rules! compiled {
    ($($code:expr),* $(,)?) => {{
        $(let _ = $code;)*
        [$(stringify!($code)),*]
    }};
}

struct Joint {
    parent: Option<usize>,
}

quoted! {
    RUST: fn rust(joints: &[Joint], lengths: &[f32], width: u32) -> Result<Vec<f32>, String> {
        let half = 0.5 * width as f32;
        let mut sum = 0.0;
        for (i, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                sum += half * lengths[i] * lengths[parent];
            }
        }
        let mut list = vec![sum];
        list.push(half);
        if list.is_empty() { return Err("nothing there".into()); }
        Ok(list)
    }
}

quoted! {
    CAMERA: fn camera(eye: Vec3, target: Vec3, [vertical_fov_in_radians, width, height, near, far]: [f32; 5]) -> Mat4 {
        use glam::camera::rh::{proj::opengl, view::look_at_mat4};
        use glam::{Affine3A, Mat3, Mat4, Quat, Vec3};

        let camera_from_world = look_at_mat4(eye, target, Vec3::Y);
        let clip_from_camera = opengl::perspective(vertical_fov_in_radians, width / height, near, far);
        let clip_from_world = clip_from_camera * camera_from_world;
    } clip_from_world
}

#[test]
fn the_lines_on_rust_compile() {
    assert_eq!(block("\n## Rust "), bare(RUST));
    let joints = [Joint { parent: None }, Joint { parent: Some(0) }];
    assert_eq!(rust(&joints, &[2.0, 3.0], 4), Ok(vec![12.0, 2.0]));
}

#[test]
fn the_lines_on_the_camera_compile() {
    assert_eq!(block("\n## glam "), bare(CAMERA));
    // The eye looks at the picture's middle.
    let clip = camera(Vec3::new(3.0, 2.0, 5.0), Vec3::ONE, [0.8, 3.0, 2.0, 0.1, 100.0]);
    let middle = clip.project_point3(Vec3::ONE);
    assert!(middle.truncate().abs_diff_eq(Vec2::ZERO, 1e-5), "{middle}");
}

#[test]
fn the_table_compiles() {
    let m = Mat4::IDENTITY;
    let [q, a, b] = [Quat::IDENTITY; 3];
    let [v, p, s, axis] = [Vec3::X; 4];
    let radians = 0.5;
    let u = 0.5;
    let t = Vec3::Y;
    let texts = compiled![
        Mat4::from_translation(v),
        Mat4::from_rotation_z(radians),
        Mat4::from_scale(v),
        Mat4::from_scale_rotation_translation(s, q, t),
        a * b,
        m.transform_point3(p),
        m.transform_vector3(v),
        m.inverse(),
        m.transpose(),
        m.to_cols_array_2d(),
        Quat::from_axis_angle(axis, radians),
        q * v,
        a.slerp(b, u),
        90f32.to_radians(),
        m.w_axis,
    ];
    let rows = section("\n## glam ").lines().filter(|line| line.starts_with("| `"));
    let snippets = rows.flat_map(|row| row.split('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2));
    let snippets: Vec<&str> = snippets.chain(["m.w_axis"]).collect();
    assert_eq!(snippets, texts);
}

/// "A point is rotated and moved, a direction only rotated", "first `b`, then `a`", "`m.w_axis` is the translation".
#[test]
fn and_does_what_it_says() {
    let turn = Mat4::from_rotation_z(90f32.to_radians());
    let step = Mat4::from_translation(Vec3::Y);
    let product = step * turn;
    assert!(product.transform_point3(Vec3::X).abs_diff_eq(2.0 * Vec3::Y, 1e-6));
    assert!(product.transform_vector3(Vec3::X).abs_diff_eq(Vec3::Y, 1e-6));
    assert_eq!(step.w_axis.truncate(), Vec3::Y);
}
