//! Every number in README.md that depends on code comes from that code.

use crate::{reading, readme_says};
use glam::{Mat4, Quat, Vec3};
use lesson_06::arms::{ArrowFrame, METHODS, STEPS};
use lesson_06::checks::REFERENCE;
use lesson_06::figures::{BEGIN, quaternion};
use lesson_06::finished::ANSWERS;
use lesson_06::knight::ArrowKnight;
use std::f32::consts::FRAC_PI_2;

fn frame(knight: &ArrowKnight, u: f32) -> ArrowFrame {
    ArrowFrame::evaluate(&REFERENCE.rotations, &knight.arm, u).unwrap()
}

#[test]
fn the_numbers_are_those_of_the_picture() {
    let knight = ArrowKnight::load().expect("the knight");
    let arm = &knight.arm;
    let [matrix, _, nlerp, slerp] = &frame(&knight, 0.25).swings;
    let half_way = arm.length(frame(&knight, 0.5).swings[0].now);
    let drifted = arm.angle_from_first_key(nlerp).to_degrees();
    let even = arm.angle_from_first_key(slerp).to_degrees();
    let [from, to] = arm.keys.map(|key| (ANSWERS.decompose)(key).rotation);
    let turn = 2.0 * from.dot(to).abs().acos().to_degrees();
    readme_says(&format!(
        "The keys are {turn:.0} degrees apart, and halfway only $\\cos({:.0}°) = {half_way:.2}$ of the arm is left",
        turn / 2.0
    ));
    readme_says(&format!(
        "Take no turn and a turn by {turn:.0} degrees. Because of the half angle they are {:.0} degrees apart",
        turn / 2.0
    ));
    readme_says(&format!("turns by {:.0} degrees, and one towards $-q$ by {turn:.0}", 360.0 - turn));
    readme_says(&format!("turned by {drifted:.1} degrees, and should have turned by {even:.1}"));
    assert!((arm.angle_from_first_key(matrix).to_degrees() - even).abs() > 10.0);
}

#[test]
fn the_four_ways_are_as_told() {
    let knight = ArrowKnight::load().expect("the knight");
    let arm = &knight.arm;
    let [from, to] = arm.keys.map(ANSWERS.decompose);
    let dot = from.rotation.dot(to.rotation);
    assert!(dot < -0.2, "between the picture's keys it is the wrong one");
    let frame = frame(&knight, 0.25);
    for (method, swing) in METHODS.iter().zip(&frame.swings) {
        let lengths = arm.lengths(swing);
        let speeds = arm.speeds(swing);
        let least = lengths.iter().copied().fold(f32::INFINITY, f32::min);
        assert_eq!(least < 0.99, method.name == "matrix", "{method:?} is {least} long");
        let first = speeds[0];
        let middle = speeds[STEPS / 2];
        assert_eq!(middle - first < 0.01, method.name == "slerp", "{method:?}: {first}, {middle}");
        // All arrive.
        for (step, key) in [(0, 0), (STEPS, 1)] {
            let apart = swing.steps[step] - arm.keys[key];
            assert!(apart.to_cols_array().iter().all(|x| x.abs() < 1e-5), "{method:?}: {apart}");
        }
    }
    // nlerp is on slerp's circle, Euler is not: the distance from the plane of the turn.
    let [_, euler, nlerp, slerp] = &frame.swings;
    let [first, middle] = [0, STEPS / 2].map(|step| slerp.steps[step].transform_vector3(arm.tip));
    let normal = first.cross(middle).normalize();
    let [nlerp_off, euler_off] = [nlerp, euler].map(|swing| {
        let tips = swing.steps.iter().map(|step| step.transform_vector3(arm.tip));
        tips.map(|tip| tip.dot(normal).abs()).fold(0.0, f32::max)
    });
    assert!(nlerp_off < 1e-4 && euler_off > 0.2, "{nlerp_off} {euler_off}");
}

/// Returns the largest difference between nlerp and slerp, in radians, for two rotations with this dot product.
fn nlerp_error(dot: f64) -> f64 {
    // In f64: the difference is near the rounding of an f32.
    let half = dot.acos();
    let mut worst = 0.0_f64;
    for step in 0..=1000 {
        let u = f64::from(step) / 1000.0;
        let straight = (u * half.sin()).atan2(1.0 - u + u * half.cos());
        worst = worst.max(2.0 * (straight - u * half).abs());
    }
    worst
}

/// The text says how far nlerp is off at the usual limit of 0.9995, which is a turn of 3.6 degrees.
#[test]
fn the_usual_limit() {
    let turn = 2.0 * 0.9995_f64.acos().to_degrees();
    readme_says(&format!("0.9995 is a usual limit; that is a turn of {turn:.1} degrees"));
    let wide = nlerp_error(0.99);
    let worst = nlerp_error(0.9995);
    readme_says(&format!("At 0.99 it is off by {:.0} times as much", (wide / worst / 10.0).round() * 10.0));
    assert!((0.5e-6..1.5e-6).contains(&worst), "off by a millionth of a radian: {worst}");
}

/// Returns the point of a turn about z on the circle: its w and its z.
fn point(q: Quat) -> String {
    format!("({:.3}, {:.3})", q.w, q.z)
}

#[test]
fn the_numbers_of_the_figures() {
    let a = Quat::IDENTITY;
    let b = Quat::from_rotation_z(150.0_f32.to_radians());
    let line = a * 0.75 + b * 0.25;
    readme_says(&format!("$a = (1, 0)$ and $b = {}$", point(b)));
    readme_says(&format!("$0.75 a + 0.25 b = {}$. Its length is {:.3}", point(line), line.length()));
    let nlerp = REFERENCE.rotations.nlerp(a, b, 0.25).unwrap();
    readme_says(&format!("at ${}$.", point(nlerp)));
    readme_says(&format!("That point is {:.1} degrees from $a$", nlerp.w.acos().to_degrees()));
    let slerp = REFERENCE.rotations.slerp(a, b, 0.25).unwrap();
    readme_says(&format!("= {}$, and that is {:.2} degrees from $a$", point(slerp), slerp.w.acos().to_degrees()));
    let [first, second] = [56.25_f32, 18.75].map(|angle| angle.to_radians().sin() / 75.0_f32.to_radians().sin());
    readme_says(&format!("So you get ${first:.3} a + {second:.3} b = "));
    let far = Quat::from_rotation_z(210.0_f32.to_radians());
    readme_says(&format!("(0, 0, {:.2}, {:.2}) = {:.2}$ is negative", far.z, far.w, a.dot(far)));
    let near = REFERENCE.rotations.shortest(a, far).unwrap();
    readme_says(&format!("by -150 degrees, and that is $(0, 0, {:.2}, {:.2})$", near.z, near.w));
    for (first, scale) in [(2.0, 2.0), (-2.0, -2.0)] {
        let columns = [[0.0, first, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [5.0, 1.0, 0.0, 1.0]];
        let parts = REFERENCE.rotations.decompose(Mat4::from_cols_array_2d(&columns)).unwrap();
        assert_eq!((parts.translation, parts.scale), (Vec3::new(5.0, 1.0, 0.0), Vec3::new(scale, 3.0, 1.0)));
        assert!(parts.rotation.angle_between(Quat::from_rotation_z(FRAC_PI_2)) < 1e-3, "a quarter turn");
    }
    readme_says("(0, 2, 0)   (-3, 0, 0)   (0, 0, 1)   (5, 1, 0)");

    let lengths = [150.0, 180.0].map(|apart| reading("06-shrinking", &[0.5, apart], "length"));
    readme_says(&format!(
        "150 degrees apart: halfway between them the blended arm has {:.2} of its length",
        lengths[0]
    ));
    assert!(lengths[1] < 1e-6, "\"nothing is left\": {lengths:?}");
    let turns = [230.0, 590.0].map(|to| reading("06.1", &[20.0, to], "turn"));
    assert!(turns.iter().all(|turn| (turn - 150.0).abs() < 1e-3), "the same arm: {turns:?}");
    readme_says("from 230 to 590 degrees");
    let [nlerp, even] = ["turned", "at even speed"].map(|name| reading("06.2", &[0.25, 75.0], name));
    readme_says(&format!("turned by {nlerp:.1} degrees, and should have turned by {even:.1}"));
    let [wide, widest, narrow] = [75.0, 90.0, 30.0].map(|theta| reading("06.3", &[0.25, theta], "nlerp's widest gap"));
    readme_says(&format!("widest gap is {wide:.1} degrees"));
    readme_says(&format!("keys half a turn apart, the gap is {widest:.1} degrees; at 30 it is {narrow:.1}"));
    let dot = quaternion(BEGIN).dot(quaternion(BEGIN));
    readme_says(&format!("$a \\cdot b$ may be {dot:.7}, as it is in the figure"));
}
