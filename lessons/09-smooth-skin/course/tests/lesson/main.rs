//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_09::Window,
    options: ["--set", "margin=0.05", "--set", "angles=-60,80", "--set", "joint=head", "--set", "heat=on"],
}

mod picture;

#[test]
fn what_cannot_be_shown() {
    for (wrong, says) in [
        ("margin=0", "a number from 0.01 to 0.166"),
        ("margin=NaN", "a number from 0.01 to 0.166"),
        ("angles=60", "2 numbers from -120 to 120"),
        ("angles=60,NaN", "2 numbers from -120 to 120"),
        ("angles=60,a,80", "2 numbers from -120 to 120"),
        ("joint=neck", "one of tail, middle, head"),
        ("heat=yes", "on or off"),
        ("margin", "a setting is NAME=VALUE"),
    ] {
        PROGRAM.refuses("--set", wrong, says);
    }
}

/// Whole turns make no difference, and half a turn does.
#[test]
fn an_angle_is_a_turn() {
    use lesson_09::checks::nearest_turn;
    use std::f32::consts::{PI, TAU};
    assert!((nearest_turn(5.0 - TAU, 5.0) - 5.0).abs() < 1e-6);
    assert!((nearest_turn(0.3 + 3.0 * TAU, 0.3) - 0.3).abs() < 1e-5);
    assert!((nearest_turn(0.3 + PI, 0.3) - 0.3).abs() > 3.0);
    assert!(nearest_turn(f32::INFINITY, 0.3).is_nan());
}

#[test]
fn the_tube_closes_and_its_shader_knows_its_size() {
    use common::graphics::{ShaderFile, shader};
    use lesson_09::tube_worm::{RINGS, SLICES, TubeWorm};
    let frag = shader::text(ShaderFile("09-smooth-skin/worm.frag")).expect("it is there");
    assert!(frag.contains(&format!("const int RINGS = {RINGS};")));
    assert!(frag.contains(&format!("const int SLICES = {SLICES};")));
    // The tube comes first, and each ring's last vertex lies on its first.
    let mesh = TubeWorm::new().skinned(&[[1.0, 0.0, 0.0]; RINGS + 1]).vertices;
    for ring in 0..=RINGS {
        let [first, last] = [0, SLICES].map(|slice| mesh[ring * (SLICES + 1) + slice].position);
        assert!(first.distance(last) < 1e-6, "{first} {last}");
    }
}

common::solution_tests!(lesson_09, smooth_skin: SmoothSkin);
