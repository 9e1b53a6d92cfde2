//! A nod as a difference: on the right of a turned head's rotation, and on the left.

use drawing::{Align, Ink, Sheet};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};

/// Vector from the neck to the middle of the head.
const MIDDLE: Vec3 = Vec3::new(0.0, 1.25, 0.1);
const HALF: Vec3 = Vec3::new(0.7, 0.85, 0.75);

/// Projects a point as seen from the front, a little from the right and from above.
fn from_the_right(at: Vec3) -> Vec3 {
    Quat::from_rotation_x(0.12) * Quat::from_rotation_y(-0.45) * at
}

/// Returns a point's place on the sheet, for a head on this neck.
fn on_sheet(neck: Vec2, point: Vec3) -> Vec2 {
    neck + 31.0 * from_the_right(point).truncate()
}

/// A box with a face. Only the sides that face the viewer are drawn.
fn head(sheet: &mut Sheet, neck: Vec2, turn: Quat, ink: Ink) {
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut normal = Vec3::ZERO;
            normal[axis] = side;
            if from_the_right(turn * normal).z <= 0.0 {
                continue;
            }
            let mut right = Vec3::ZERO;
            let mut up = Vec3::ZERO;
            right[(axis + 1) % 3] = 1.0;
            up[(axis + 2) % 3] = 1.0;
            let [corners, eyes, mouth] = [
                &[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][..],
                &[[-0.4, 0.3], [0.4, 0.3]],
                &[[-0.35, -0.5], [0.0, -0.6], [0.35, -0.5]],
            ]
            .map(|points| -> Vec<Vec2> {
                let side = points.iter().map(|[x, y]| MIDDLE + HALF * (normal + x * right + y * up));
                side.map(|point| on_sheet(neck, turn * point)).collect()
            });
            sheet.line(&[corners[0], corners[1], corners[2], corners[3], corners[0]], ink);
            if ink == Ink::Faint || (axis, side) != (2, 1.0) {
                continue;
            }
            sheet.area(&corners, ink);
            for eye in eyes {
                sheet.point(eye, ink);
            }
            sheet.line(&mouth, ink);
        }
    }
    if ink != Ink::Faint {
        let nose = MIDDLE + HALF * Vec3::Z;
        sheet.arrow(on_sheet(neck, turn * nose), on_sheet(neck, turn * (nose + 0.9 * Vec3::Z)), ink);
    }
}

/// Draws the nod of a head that looks ahead, and that nod as a difference on both sides of a turned head's rotation.
pub(super) fn nodding(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
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
