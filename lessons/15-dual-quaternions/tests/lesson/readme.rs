//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use common::math::{DualQuaternion, slerp};
use glam::{Quat, Vec3};
use lesson_15::checks::REFERENCE;

fn left(degrees: f32, weight: f32) -> f32 {
    (REFERENCE.thickness)(degrees.to_radians(), weight)
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

/// A vertex 0.2 m from the axis of a bend of 90 degrees, and of two of 80.
#[test]
fn what_is_left_at_a_bend() {
    readme_says(&format!(
        "a vertex 0.20 m from an elbow that is bent by 90 degrees comes to {:.2} m halfway.",
        0.2 * left(90.0, 0.5)
    ));
    let turn = Quat::from_rotation_z(90f32.to_radians());
    let [still, bent] = [Quat::IDENTITY, turn].map(|q| (REFERENCE.from_rigid)(q, Vec3::ZERO));
    let halfway = DualQuaternion::from((REFERENCE.blend)(&[0.5, 0.5], &[still, bent]));
    let kept = halfway.transform_point(0.2 * Vec3::Y).length();
    readme_says(&format!("Dual quaternions keep it at {kept:.2}"));
}

/// On a twist as nlerp, which this is for rotations about one axis.
#[test]
fn how_uneven_it_is() {
    let mut worst = 0.0f32;
    for step in 1..100 {
        let fraction = step as f32 / 100.0;
        let turn = Quat::from_rotation_x(179.5f32.to_radians());
        let ends = [Quat::IDENTITY, turn].map(|q| (REFERENCE.from_rigid)(q, Vec3::ZERO));
        let blend = (REFERENCE.blend)(&[1.0 - fraction, fraction], &ends);
        worst = worst.max(blend.real.angle_between(slerp(Quat::IDENTITY, turn, fraction)));
    }
    readme_says(&format!("by up to {:.0} degrees on a twist of nearly 180.", worst.to_degrees()));
}

/// "If they are blended apart it leaves its axis halfway", and by dual quaternions it does not.
#[test]
fn apart_the_axis_is_lost() {
    let axis = Vec3::new(0.0, 0.9, 0.4);
    let turn = Quat::from_rotation_x(2.0);
    let shift = axis - turn * axis;
    let half = slerp(Quat::IDENTITY, turn, 0.5);
    assert!((half * axis + 0.5 * shift).distance(axis) > 0.1, "apart");
    let ends = [(Quat::IDENTITY, Vec3::ZERO), (turn, shift)].map(|(q, t)| (REFERENCE.from_rigid)(q, t));
    let together = DualQuaternion::from((REFERENCE.blend)(&[0.5, 0.5], &ends));
    assert!(together.transform_point(axis).distance(axis) < 1e-6, "together");
}
