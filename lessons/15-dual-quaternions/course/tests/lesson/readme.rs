//! Every number in README.md that depends on code comes from that code.

use crate::{reading, readme_says};
use armature::math::{DualQuaternion, slerp};
use glam::{Quat, Vec2, Vec3};
use lesson_15::checks::REFERENCE;
use lesson_15::figures::{SKIN, WEIGHTS};
use lesson_15::{DualQuat, DualQuaternions};
use std::f32::consts::FRAC_PI_2;

const OURS: DualQuaternions = REFERENCE.dual_quaternions;

fn left(degrees: f32, weight: f32) -> f32 {
    OURS.thickness(degrees.to_radians(), weight).unwrap()
}

#[test]
fn what_is_left_of_a_ring() {
    let row = [45.0, 90.0, 135.0, 170.0, 180.0].map(|degrees| format!("{:.2}", left(degrees, 0.5)));
    readme_says(&format!("| radius at $w = 1/2$ | {} |", row.join(" | ")));
    readme_says(&format!(
        "at 160 degrees the radius is {:.2} at $w = 1/2$, and {:.2} at $w = 1/4$.",
        left(160.0, 0.5),
        left(160.0, 0.25)
    ));
}

/// "A quarter turn about z, then 2 m along x".
#[test]
fn the_eight_numbers() {
    let DualQuat { real, dual } = OURS.from_rigid(Quat::from_rotation_z(FRAC_PI_2), 2.0 * Vec3::X).unwrap();
    let shown =
        |part: Quat| part.to_array().map(|number| ((number * 100.0).round() / 100.0 + 0.0).to_string()).join(", ");
    readme_says(&format!("then 2 m along x, is $r = ({})$", shown(real)));
    readme_says(&format!("So the dual part is ({}).", shown(dual)));
    assert!((reading("15.2", &[90.0, 2.0, 0.0], "dual y") - dual.y).abs() < 1e-6);
    let [real, dual] = ["real w", "dual w"].map(|name| reading("15.2-dual", &[120.0, 1.0], name));
    readme_says(&format!("At 120 degrees and a shift of 1 m the real w is {real:.2}, and the dual w is {dual:.2}"));
    for (turn, shift) in [(150.0, 0.8), (40.0, -0.3)] {
        let [turned, shifted] = ["turn", "shift"].map(|name| reading("15.2-screw", &[0.5, turn, shift], name));
        assert!((turned - turn).abs() < 1e-2 && (shifted - shift).abs() < 1e-4, "{turned} {shifted}");
    }
}

#[test]
fn what_the_figures_show() {
    let settings = [0.5, 120.0, 2.0];
    let lost = reading("15.3", &settings, "separately");
    readme_says("Let the wrist be at c = (2, 0, 0). The first motion moves nothing, the second turns by 120 degrees");
    readme_says(&format!("and half the translation takes it on to (2.5, 0.87, 0), {lost:.2} m off."));
    for weight in [0.0, 0.2, 0.5, 0.9, 1.0] {
        assert!(reading("15.3", &[weight, 120.0, 2.0], "c moves") < 1e-4, "c stays");
        assert!(reading("15.3", &[weight, 120.0, 0.0], "separately") < 1e-4, "about the origin the two agree");
    }
    let [first, second, third] = WEIGHTS;
    readme_says(&format!("with weights of {first}, {second} and {third}"));
    let [first, second, third] = [0.0, 70.0, -60.0].map(|degrees: f32| Vec2::from_angle(degrees.to_radians()));
    assert!(first.dot(second) > 0.0 && first.dot(third) > 0.0 && second.dot(third) < 0.0, "opposite sides");
    let apart = second.angle_to(third).abs().to_degrees();
    readme_says(&format!(
        "drag the second back to 70 degrees: it and the third are less than 90 from the first, but {apart:.0} from each \
        other."
    ));
    let [linear, dual] = ["linear", "dual"].map(|name| reading("15.4", &[90.0], name));
    assert!((linear - SKIN * left(90.0, 0.5)).abs() < 1e-6 && (dual - SKIN).abs() < 1e-6);
}

/// A blend takes a point where all of its motions take it; in general a blend of two motions keeps their screw's axis.
#[test]
fn what_a_blend_leaves_where_it_is() {
    let c = Vec3::new(0.3, 1.2, -0.7);
    for moved in [c, Vec3::new(-1.1, 0.4, 2.0)] {
        assert_moves(c, moved);
    }
    // About an axis through c, and along it.
    let screw = OURS.from_rigid(Quat::from_rotation_y(2.0), c - Quat::from_rotation_y(2.0) * c + Vec3::Y).unwrap();
    let still = OURS.from_rigid(Quat::IDENTITY, Vec3::ZERO).unwrap();
    let part = DualQuaternion::from(OURS.blend(&[0.6, 0.4], &[still, screw]).unwrap()).transform_point(c) - c;
    assert!(part.x.abs() + part.z.abs() < 1e-6 && (0.1..0.9).contains(&part.y), "{part}");
}

/// Asserts that the blend of three motions that take `c` to `moved` takes it there, too.
fn assert_moves(c: Vec3, moved: Vec3) {
    let turns = [(Vec3::X, 0.5), (Vec3::new(0.6, 0.8, 0.0), 1.9), (Vec3::Z, -1.1)];
    let motions = turns.map(|(axis, angle)| {
        let r = Quat::from_axis_angle(axis, angle);
        let motion = OURS.from_rigid(r, moved - r * c).unwrap();
        let [from, to] = [c, moved].map(|point| Quat::from_vec4(point.extend(0.0)));
        assert!((motion.dual * 2.0 - (to * r - r * from)).length() < 1e-6, "2 dual = c' r - r c");
        motion
    });
    let blend = DualQuaternion::from(OURS.blend(&[0.5, 0.3, 0.2], &motions).unwrap());
    assert!(blend.transform_point(c).distance(moved) < 1e-5);
}

/// A vertex 0.2 m from the axis of a bend of 90 degrees, and of two of 80.
#[test]
fn what_is_left_at_a_bend() {
    let turn = Quat::from_rotation_z(90f32.to_radians());
    let [still, bent] = [Quat::IDENTITY, turn].map(|q| OURS.from_rigid(q, Vec3::ZERO).unwrap());
    let halfway = DualQuaternion::from(OURS.blend(&[0.5, 0.5], &[still, bent]).unwrap());
    let kept = halfway.transform_point(0.2 * Vec3::Y).length();
    readme_says(&format!(
        "linear blending takes a vertex 0.20 m from it to {:.2} m halfway; dual quaternions keep it at {kept:.2}",
        0.2 * left(90.0, 0.5)
    ));
}

/// A blend of twists lags behind slerp as nlerp does, by as much as README.md says.
#[test]
fn how_uneven_it_is() {
    let mut worst = 0.0f32;
    for step in 1..100 {
        let fraction = step as f32 / 100.0;
        let turn = Quat::from_rotation_x(179.5f32.to_radians());
        let ends = [Quat::IDENTITY, turn].map(|q| OURS.from_rigid(q, Vec3::ZERO).unwrap());
        let blend = OURS.blend(&[1.0 - fraction, fraction], &ends).unwrap();
        let even = slerp(Quat::IDENTITY, turn, fraction);
        // Slower at the ends: behind in the first half, ahead in the second.
        let [blended, even_angle] = [blend.real, even].map(|q| q.angle_between(Quat::IDENTITY));
        assert!((blended - even_angle) * (fraction - 0.5) > -1e-3, "{fraction}");
        worst = worst.max(blend.real.angle_between(even));
    }
    readme_says(&format!("by up to {:.0} degrees on a twist of nearly 180.", worst.to_degrees()));
}

/// The numbers of 15.3's table, and the point to which 15.4 takes the table's last line.
#[test]
fn a_wrist_by_hand() {
    let c = 2.0 * Vec3::X;
    let turn = Quat::from_rotation_z(120f32.to_radians());
    let still = OURS.from_rigid(Quat::IDENTITY, Vec3::ZERO).unwrap();
    let turned = OURS.from_rigid(turn, c - turn * c).unwrap();
    readme_says(&format!("has the translation ({:.0}, {:.2}, 0)", (c - turn * c).x, (c - turn * c).y));
    let blend = OURS.blend(&[0.5, 0.5], &[still, turned]).unwrap();
    let sum = DualQuat { real: (still.real + turned.real) * 0.5, dual: (still.dual + turned.dual) * 0.5 };
    let table = include_str!("../../../README.md").lines().filter(|line| line.contains("  (0, "));
    let rows = [("first", still), ("second", turned), ("half each", sum), ("divided", blend)];
    for (line, (name, DualQuat { real, dual })) in table.zip(rows) {
        assert!(line.starts_with(name), "{line}");
        let written: Vec<f32> =
            line[name.len()..].split(&['(', ',', ')']).flat_map(|word| word.trim().parse()).collect();
        let numbers: Vec<f32> = real.to_array().into_iter().chain(dual.to_array()).collect();
        assert_eq!(written.len(), 8, "{line}");
        assert!(written.iter().zip(&numbers).all(|(a, b)| (a - b).abs() < 0.006), "{line}: {numbers:?}");
    }
    let t = (blend.dual * 2.0) * blend.real.conjugate();
    readme_says(&format!("a translation by ({:.0}, {:.2}, 0)", t.x, t.y));
    assert!(DualQuaternion::from(blend).transform_point(c).distance(c) < 1e-6);
    let apart = Quat::from_rotation_z(60f32.to_radians()) * c + 0.5 * (c - turn * c);
    readme_says(&format!("takes it on to ({:.1}, {:.2}, 0)", apart.x, apart.y));
}
