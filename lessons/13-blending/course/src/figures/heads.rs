//! A nod as a difference: on the right of a turned head's rotation, and on the left.

use common::figure::{Align, Ink, Sheet};
use given::{Course, Lost};
use glam::{Quat, Vec2, Vec3};

/// Vector from the neck to the middle of the head.
const MIDDLE: Vec3 = Vec3::new(0.0, 1.25, 0.1);
/// Half of the head's size.
const HALF: Vec3 = Vec3::new(0.7, 0.85, 0.75);

/// Projects a point as seen from the front, a little from the right and from above.
fn seen(at: Vec3) -> Vec3 {
    Quat::from_rotation_x(0.12) * Quat::from_rotation_y(-0.45) * at
}

/// A box with a face. Only the sides that face the viewer are drawn.
fn head(sheet: &mut Sheet, neck: Vec2, turn: Quat, ink: Ink) {
    let on_sheet = |at: Vec3| neck + 31.0 * seen(turn * at).truncate();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut normal = Vec3::ZERO;
            normal[axis] = side;
            if seen(turn * normal).z <= 0.0 {
                continue;
            }
            let mut right = Vec3::ZERO;
            let mut up = Vec3::ZERO;
            right[(axis + 1) % 3] = 1.0;
            up[(axis + 2) % 3] = 1.0;
            let corner = |x: f32, y: f32| on_sheet(MIDDLE + HALF * (normal + x * right + y * up));
            let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            sheet.line(&[corners[0], corners[1], corners[2], corners[3], corners[0]], ink);
            if ink == Ink::Faint || (axis, side) != (2, 1.0) {
                continue;
            }
            sheet.area(&corners, ink);
            for eye in [-0.4, 0.4] {
                sheet.point(corner(eye, 0.3), ink);
            }
            sheet.line(&[corner(-0.35, -0.5), corner(0.0, -0.6), corner(0.35, -0.5)], ink);
        }
    }
    if ink != Ink::Faint {
        let nose = MIDDLE + HALF * Vec3::Z;
        sheet.arrow(on_sheet(nose), on_sheet(nose + 0.9 * Vec3::Z), ink);
    }
}

/// The nod of a head that looks ahead, and the same difference on both sides of one that looks aside.
pub(super) fn nodding(sheet: &mut Sheet, _: &Course) -> Result<(), Lost> {
    let [base, nod] = sheet.values();
    let reference = Quat::IDENTITY;
    let pose = Quat::from_rotation_x(nod.to_radians());
    let delta = reference.inverse() * pose;
    let base = Quat::from_rotation_y(base.to_radians());
    let heads = [
        (62.0, "pose", reference, pose, Ink::Given),
        (182.0, "base Δ", base, base * delta, Ink::Series(1)),
        (298.0, "Δ base", base, delta * base, Ink::Series(2)),
    ];
    for (x, name, before, after, ink) in heads {
        let neck = Vec2::new(x, 56.0);
        head(sheet, neck, before, Ink::Faint);
        sheet.line(&[neck - 14.0 * Vec2::Y, neck + 4.0 * Vec2::Y], ink);
        head(sheet, neck, after, ink);
        sheet.word(Vec2::new(x, 150.0), Align::Middle, name, ink);
    }
    // How far the head leans to a shoulder: a nod does not.
    for (name, turned) in [("to a shoulder, base Δ", base * delta), ("to a shoulder, Δ base", delta * base)] {
        let ear = turned * Vec3::X;
        sheet.reading(name, ear.y.asin().to_degrees().abs(), "°");
    }
    for (name, x) in [("nod", 25.0), ("base", 150.0)] {
        sheet.line(&[Vec2::new(x, 16.0), Vec2::new(x + 60.0, 16.0)], Ink::Faint);
        sheet.slide(name, Vec2::new(x, 16.0), Vec2::new(x + 60.0, 16.0));
    }
    Ok(())
}
