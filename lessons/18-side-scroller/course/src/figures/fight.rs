//! A sphere on its joint, two that sweep past each other, and one blow that hurts once.

use super::Scale;
use crate::blow_kind::BlowKind;
use crate::measures::{ClipPart, part};
use crate::{Blow, Moving, PlacedSphere, Sphere, SphereKind, State, Swing, finished};
use drawing::{Align, Ink, Plot, Sheet};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

/// Scale of the figure in the world.
pub const SCALE: f32 = 1.25;

/// Draws a sphere of a joint whose axes are scaled, and what is left in the list of the last steps.
pub(super) fn spheres(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y] = sheet.values();
    let scale = Scale { origin: Vec2::new(50.0, 35.0), metre: 45.0 };
    let turn = Mat4::from_rotation_z(0.35);
    let world_from_model = Mat4::from_scale(Vec3::splat(SCALE));
    let turned = Mat4::from_translation(Vec3::new(0.9, 0.1, 0.0)) * turn;
    let model_from_joint = [Mat4::IDENTITY, turned * Mat4::from_scale(Vec3::new(x, y, 0.5))];
    let world_from_joint = world_from_model * model_from_joint[1];
    let sphere = Sphere {
        name: "head".into(),
        kind: SphereKind::Hurt,
        joint: 1,
        center: Vec3::new(0.9, 0.45, 0.0),
        radius: 0.5,
    };
    // What becomes of the sphere itself.
    let mut ellipse = Vec::new();
    for step in 0..=48u8 {
        let out = Vec2::from_angle(TAU * f32::from(step) / 48.0).extend(0.0);
        ellipse.push(place(scale, world_from_joint, sphere.center + sphere.radius * out));
    }
    sheet.line(&ellipse, Ink::Given);
    let old = PlacedSphere { center: Vec3::new(5.4, 1.3, 0.0), radius: 0.6 };
    sheet.circle(scale.at(5.4, 1.3), 0.6 * scale.metre, Ink::Faint);
    sheet.word(scale.at(5.4, 1.3), Align::Middle, "before", Ink::Given);
    for axis in [Vec2::X, Vec2::Y] {
        sheet.arrow(scale.origin, scale.origin + 24.0 * axis, Ink::MODEL);
    }
    sheet.word(scale.origin - 14.0 * Vec2::Y, Align::Middle, "model", Ink::MODEL);
    for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y)] {
        sheet.arrow(place(scale, world_from_joint, Vec3::ZERO), place(scale, world_from_joint, axis), Ink::PARENT);
        let [shortest, longest] = [0.4, 1.8].map(|length| place(scale, world_from_model * turned, axis * length));
        let tip = sheet.slide(name, shortest, longest);
        let beside = if name == "x" { Vec2::new(8.0, -14.0) } else { Vec2::new(-8.0, 14.0) };
        sheet.word(tip + beside, Align::Middle, name, Ink::PARENT);
    }
    let mut placed = vec![old];
    answers.side_scroller.spheres_at(&[sphere], &model_from_joint, world_from_model, &mut placed)?;
    sheet.answered();
    for PlacedSphere { center, radius } in placed.iter().take(4) {
        sheet.circle(scale.at(center.x, center.y), scale.metre * radius, Ink::Answer);
        sheet.point(scale.at(center.x, center.y), Ink::Answer);
    }
    sheet.reading("spheres", placed.len() as f32, "");
    if let Some(first) = placed.first() {
        sheet.reading("radius", first.radius, "m");
    }
    Ok(())
}

/// Returns the position on the sheet of a point in a matrix's space.
pub(super) fn place(scale: Scale, matrix: Mat4, point: Vec3) -> Vec2 {
    let point = matrix.transform_point3(point);
    scale.at(point.x, point.y)
}

/// x, y and radius of the sword's outermost sphere and of a creature's head at the beginning, in metres.
pub const A: [f32; 3] = [0.2, 0.5, 0.12];
pub const B: [f32; 3] = [0.6, 0.46, 0.15];

/// Rise of the head within the step, in metres.
pub const RISES: f32 = 0.06;

/// Draws two spheres within one step, and the square of their distance over time.
pub(super) fn sweep(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y] = sheet.values();
    let scale = Scale { origin: Vec2::ZERO, metre: 190.0 };
    let a = Moving { from: Vec3::new(A[0], A[1], 0.0), to: Vec3::new(x, y, 0.0), radius: A[2] };
    let b_from = Vec3::new(B[0], B[1], 0.0);
    let b = Moving { from: b_from, to: b_from + RISES * Vec3::Y, radius: B[2] };
    let [square, half, rest] = finished::distance_squared_over_reach(&a, &b);
    let plot = Plot::new([Vec2::new(245.0, 30.0), Vec2::new(340.0, 155.0)], [0.0, 1.0], [-0.08, 0.18]);
    plot.axes(sheet, "t", "|d + tm|² - R²");
    plot.x_numbers(sheet, &[0.0, 1.0]);
    sheet.line(&[plot.at(0.0, 0.0), plot.at(1.0, 0.0)], Ink::Faint);
    plot.curve(sheet, Ink::Given, |t| square * t * t + 2.0 * half * t + rest);
    for (moving, name) in [(&a, "a"), (&b, "b")] {
        let [from, to] = [moving.from, moving.to].map(|middle| place(scale, Mat4::IDENTITY, middle));
        let radius = scale.metre * moving.radius;
        sheet.circle(to, radius, Ink::Faint);
        sheet.circle(from, radius, Ink::Given);
        sheet.arrow(from, to, Ink::Faint);
        sheet.word(from - (radius + 10.0) * Vec2::Y, Align::Middle, name, Ink::Given);
    }
    let hit = answers.side_scroller.swept_hit(&a, &b)?;
    sheet.answered();
    if let Some(t) = hit {
        for moving in [&a, &b] {
            let middle = place(scale, Mat4::IDENTITY, moving.from.lerp(moving.to, t));
            sheet.circle(middle, scale.metre * moving.radius, Ink::Answer);
        }
        sheet.point(plot.at(t, square * t * t + 2.0 * half * t + rest), Ink::Answer);
        sheet.line(&[plot.at(t, -0.08), plot.at(t, 0.18)], Ink::Answer);
    } else {
        sheet.word(plot.at(0.5, 0.15), Align::Middle, "None", Ink::Answer);
    }
    sheet.given();
    sheet.drag(["x", "y"], scale.at(0.1, 0.15), scale.at(1.0, 0.85));
    for (name, value) in [("square", square), ("half", half), ("rest", rest)] {
        sheet.reading(name, value, "");
    }
    if let Some(t) = hit {
        sheet.reading("t", t, "");
    }
    Ok(())
}

/// Time for which the blade is in a target, in seconds of the clip.
const TOUCHES_FOR: f32 = 0.2;

/// Draws two blows that touch two targets, step by step.
pub(super) fn blows(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [touch, rate] = sheet.values();
    let ClipPart { begin: from, end: to, rate: speed } = part(State::Swing);
    let active = BlowKind::Swing.active();
    let line = Plot::new([Vec2::new(30.0, 20.0), Vec2::new(345.0, 140.0)], [from, to], [0.0, 1.0]);
    let [low, high] = [line.at(active.0, -0.08), line.at(active.1, 1.05)];
    sheet.area(&[low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], Ink::Given);
    sheet.word(Vec2::new(low.midpoint(high).x, high.y + 12.0), Align::Middle, "active", Ink::Given);
    let mut swing = Swing::default();
    let mut hurts = 0;
    for number in [1, 2] {
        let top = 1.3 - 0.5 * number as f32;
        let row = |target: usize| top - 0.2 * target as f32;
        sheet.word(line.at(from, row(0) + 0.13), Align::Left, format!("blow {number}"), Ink::Given);
        for target in [0, 1] {
            let begins = touch + 0.06 * target as f32;
            sheet.word(line.at(from, row(target)) - 12.0 * Vec2::X, Align::Middle, target.to_string(), Ink::Given);
            sheet.line(
                &[line.at(begins, row(target)), line.at(begins + TOUCHES_FOR, row(target))],
                Ink::Series(target as u8),
            );
        }
        let step = speed / rate;
        for count in 0..((to - from) / step).ceil() as usize {
            let begin = from + step * count as f32;
            let blow = Blow { number, from: begin, to: begin + step, active };
            for target in [0, 1] {
                let tick = line.at(begin, row(target));
                sheet.line(&[tick - 3.0 * Vec2::Y, tick + 3.0 * Vec2::Y], Ink::Faint);
                let touches = touch + 0.06 * target as f32;
                if blow.to < touches || blow.from > touches + TOUCHES_FOR {
                    continue;
                }
                let is_hurt = answers.side_scroller.damage(&mut swing, &blow, target)?;
                sheet.answered();
                if is_hurt {
                    sheet.key(line.at(f32::midpoint(blow.from, blow.to), row(target)), Ink::Answer);
                    hurts += 1;
                }
                sheet.given();
            }
        }
    }
    sheet.slide("touch", line.at(0.1, 0.8), line.at(0.64, 0.8));
    sheet.answered();
    sheet.reading("hurt", hurts as f32, "times");
    Ok(())
}
