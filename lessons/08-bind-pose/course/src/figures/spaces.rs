//! The worm in three boxes: as it was modelled, in the space of its head's joint, and as it is now.

use super::{WORM, posed, tin, turn};
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

const HEAD: usize = 2;
const METRE: f32 = 37.0;
const SIZE: Vec2 = Vec2::new(96.0, 120.0);

fn low(number: usize) -> Vec2 {
    Vec2::new(10.0 + 122.0 * number as f32, 12.0)
}

fn at(number: usize, point: Vec3) -> Vec2 {
    const ORIGINS: [Vec2; 3] = [Vec2::new(48.0, 14.0), Vec2::new(64.0, 60.0), Vec2::new(38.0, 14.0)];
    low(number) + ORIGINS[number] + METRE * point.truncate()
}

/// Draws the three boxes: the inverse bind takes the worm to the second, the skinning matrices take it to the third.
pub(super) fn in_three_boxes(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [pose, height] = sheet.values();
    for (number, name) in ["bind", "joint", "now"].into_iter().enumerate() {
        sheet.cell(low(number), SIZE, "", Ink::Faint);
        sheet.word(low(number) + Vec2::new(SIZE.x / 2.0, SIZE.y + 13.0), Align::Middle, name, Ink::Given);
    }
    for (number, name) in ["B⁻¹", "M"].into_iter().enumerate() {
        let from = low(number) + Vec2::new(SIZE.x + 2.0, 60.0);
        sheet.arrow(from, from + 22.0 * Vec2::X, Ink::Given);
        sheet.word(from + Vec2::new(11.0, 14.0), Align::Middle, name, Ink::Given);
    }
    let now = posed(pose, Vec3::ZERO);
    let mut back = answers.bind_pose.inverse_binds(&WORM.joints, &WORM.bind_locals)?;
    back.resize(now.len(), Mat4::NAN);
    let palette = answers.bind_pose.skinning_matrices(&now, &back)?;
    let bind = WORM.model_from_joint(&WORM.bind_locals);
    for number in 0..3 {
        sheet.line(&tin(number).map(|corner| at(0, corner)), Ink::Faint);
    }
    sheet.area(&tin(HEAD).map(|corner| at(0, corner))[..4], Ink::Given);
    sheet.frame(at(0, bind[HEAD].w_axis.truncate()), FRAC_PI_2, 18.0, "", Ink::Given);
    sheet.frame(at(1, Vec3::ZERO), 0.0, 18.0, "", Ink::Given);
    sheet.frame(at(2, now[HEAD].w_axis.truncate()), turn(&now[HEAD]), 18.0, "", Ink::Given);
    let p = Vec3::Y * height;
    sheet.answered();
    let none = Mat4::NAN;
    for number in [1, 2] {
        for joint in 0..3 {
            let matrix = if number == 1 { back[HEAD] } else { palette.get(joint).copied().unwrap_or(none) };
            let corners = tin(joint).map(|corner| at(number, matrix.transform_point3(corner)));
            sheet.line(&corners, if joint == HEAD { Ink::Answer } else { Ink::Faint });
            if joint == HEAD {
                sheet.area(&corners[..4], Ink::Answer);
            }
        }
    }
    let seen = back[HEAD].transform_point3(p);
    let moved = palette.get(HEAD).copied().unwrap_or(none).transform_point3(p);
    sheet.point(at(1, seen), Ink::Answer);
    sheet.point(at(2, moved), Ink::Answer);
    let beside = moved - 0.55 * now[HEAD].y_axis.truncate();
    sheet.word(at(2, beside), Align::Middle, "p'", Ink::Answer);
    sheet.reading("x in the joint's space", seen.x, "m");
    sheet.reading("p' x", moved.x, "m");
    sheet.reading("y", moved.y, "m");
    sheet.given();
    let handle = sheet.slide("h", at(0, Vec3::Y * 1.6), at(0, Vec3::Y * 2.4));
    sheet.word(handle + 16.0 * Vec2::X, Align::Left, "p", Ink::Given);
    Ok(())
}
