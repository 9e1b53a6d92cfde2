//! The figure from points to rotations: the shoulder's turn, which carries the elbow along, and then the elbow's own.

use super::reaching;
use crate::Bend;
use crate::finished::{ANSWERS, TOOLS};
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};

fn partial_turn(from: Quat, to: Quat, turned: f32) -> Quat {
    from.slerp(to, turned.clamp(0.0, 1.0))
}

fn on_sheet(at: Vec3) -> Vec2 {
    Vec2::new(120.0, -12.0) + 140.0 * at.truncate()
}

/// Draws the arc by which a bone turns between two positions of the limb. Returns the turn in degrees.
fn arc(sheet: &mut Sheet, joint: usize, [before, now]: [[Vec2; 3]; 2], radius: f32) -> f32 {
    let [from, to] = [before, now].map(|points| points[joint + 1] - points[joint]);
    let turn = from.angle_to(to);
    let from = from.to_angle();
    sheet.arc(now[joint], radius, [from, from + turn], Ink::MODEL);
    let middle = Vec2::from_angle(from + turn / 2.0);
    if turn.abs() > 0.2 {
        sheet.word(now[joint] + (radius + 12.0) * middle, Align::Middle, "T", Ink::MODEL);
    }
    turn.to_degrees()
}

/// Draws a limb while 14.2 turns first its shoulder and then its elbow.
pub(super) fn one_after_the_other(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turned] = sheet.values();
    let (limb, target, pole) = reaching([90.0, 0.5, 0.4]);
    let right = limb.bent(&(ANSWERS.reach)(&limb, target, pole, &TOOLS)).points();
    let [shoulder, elbow, hand] = limb.points().map(on_sheet);
    sheet.dashed(&[shoulder, elbow, hand], Ink::Faint);
    for (point, name, beside) in
        [(right[1], "elbow", Vec2::new(-14.0, 10.0)), (right[2], "hand", Vec2::new(42.0, 10.0))]
    {
        sheet.circle(on_sheet(point), 9.0, Ink::Given);
        sheet.word(on_sheet(point) + beside, Align::Right, name, Ink::Given);
    }
    sheet.word(shoulder - Vec2::new(10.0, 0.0), Align::Right, "shoulder", Ink::Given);
    sheet.answered();
    let bend = answers.inverse_kinematics.reach(&limb, target, pole, &TOOLS)?;
    let [carried, now] = [0.0, turned - 1.0].map(|elbow| {
        let shoulder = partial_turn(limb.shoulder, bend.shoulder, turned);
        limb.bent(&Bend { shoulder, elbow: partial_turn(limb.elbow, bend.elbow, elbow) }).points().map(on_sheet)
    });
    sheet.dashed(&carried, Ink::Answer);
    let first = arc(sheet, 0, [[shoulder, elbow, hand], now], 46.0);
    let second = arc(sheet, 1, [carried, now], 34.0);
    sheet.line(&now, Ink::Answer);
    for point in &now {
        sheet.point(*point, Ink::Answer);
    }
    sheet.reading("shoulder's T", first, "°");
    sheet.reading("elbow's T", second, "°");
    sheet.reading("hand off", now[2].distance(on_sheet(target)) / 140.0, "m");
    sheet.given();
    let [from, to] = [60.0, 300.0].map(|x| Vec2::new(x, 14.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("turned", from, to);
    Ok(())
}
