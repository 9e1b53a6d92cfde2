//! A sphere on its joint, two that sweep past each other, and one blow that hurts once.

use super::Scale;
use crate::blow_kind::BlowKind;
use crate::measures::{ClipPart, part};
use crate::{Blow, Moving, PlacedSphere, Sphere, SphereKind, State, Swing, finished};
use drawing::{Align, Ink, Plot, Sheet};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

/// Spheres that are placed in several steps, each with the joints' matrices and the model's. `placed` is the list before
/// the first.
pub(crate) struct SphereSteps {
    pub(crate) spheres: Vec<Sphere>,
    pub(crate) placed: Vec<PlacedSphere>,
    pub(crate) steps: Vec<(Vec<Mat4>, Mat4)>,
}

/// Returns 18.7's sphere, on a joint at (1, 1, 0) whose axes are stretched.
pub(crate) fn sphere([x, y, degrees]: [f32; 3]) -> SphereSteps {
    let joint = Mat4::from_translation(Vec3::new(1.0, 1.0, 0.0))
        * Mat4::from_rotation_z(degrees.to_radians())
        * Mat4::from_scale(Vec3::new(x, y, 0.5));
    let center = 0.5 * Vec3::X;
    SphereSteps {
        spheres: vec![Sphere { name: "head".into(), kind: SphereKind::Hurt, joint: 1, center, radius: 0.5 }],
        placed: vec![PlacedSphere { center: Vec3::new(5.4, 1.3, 0.0), radius: 0.6 }],
        steps: vec![(vec![Mat4::IDENTITY, joint], Mat4::from_scale(Vec3::splat(1.25)))],
    }
}

/// Draws a sphere of a joint whose axes are scaled, and what is left in the list of the last steps.
pub(super) fn draw_spheres(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, turn] = sheet.values();
    let scale = Scale { origin: Vec2::new(50.0, 35.0), metre: 45.0 };
    let SphereSteps { spheres, mut placed, steps } = sphere([x, y, turn]);
    let (model_from_joint, world_from_model) = &steps[0];
    let world_from_joint = *world_from_model * model_from_joint[1];
    let unscaled = world_from_joint * Mat4::from_scale(Vec3::new(x.recip(), y.recip(), 2.0));
    // What becomes of the sphere itself.
    let mut ellipse = Vec::new();
    for step in 0..=48u8 {
        let out = Vec2::from_angle(TAU * f32::from(step) / 48.0).extend(0.0);
        ellipse.push(place(scale, world_from_joint, spheres[0].center + spheres[0].radius * out));
    }
    sheet.line(&ellipse, Ink::Given);
    let before = scale.at(placed[0].center.x, placed[0].center.y);
    sheet.circle(before, placed[0].radius * scale.metre, Ink::Faint);
    sheet.word(before, Align::Middle, "before", Ink::Given);
    for axis in [Vec2::X, Vec2::Y] {
        sheet.arrow(scale.origin, scale.origin + 24.0 * axis, Ink::MODEL);
    }
    sheet.word(scale.origin - 14.0 * Vec2::Y, Align::Middle, "model", Ink::MODEL);
    for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y)] {
        sheet.arrow(place(scale, world_from_joint, Vec3::ZERO), place(scale, world_from_joint, axis), Ink::PARENT);
        let [shortest, longest] = [0.4, 1.8].map(|length| place(scale, unscaled, axis * length));
        let tip = sheet.slide(name, shortest, longest);
        let beside = if name == "x" { Vec2::new(8.0, -14.0) } else { Vec2::new(-8.0, 14.0) };
        sheet.word(tip + beside, Align::Middle, name, Ink::PARENT);
    }
    sheet.turn_from("turn", place(scale, world_from_joint, Vec3::ZERO), 45.0, 45.0);
    answers.side_scroller.spheres_at(&spheres, model_from_joint, *world_from_model, &mut placed)?;
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

/// Returns 18.8's spheres: `a` moves from (-1, 0) to (x, y), and `b` from (0, 0.3) along x.
pub(crate) fn pair([x, y, b]: [f32; 3]) -> [Moving; 2] {
    let from = Vec3::new(0.0, 0.3, 0.0);
    [
        Moving { from: -Vec3::X, to: Vec3::new(x, y, 0.0), radius: 0.3 },
        Moving { from, to: from + b * Vec3::X, radius: 0.2 },
    ]
}

/// Draws two spheres within one step, and the square of their distance over time.
pub(super) fn draw_sweep(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let scale = Scale { origin: Vec2::new(112.0, 95.0), metre: 62.0 };
    let [a, b] = pair(sheet.values());
    let [square, half, rest] = finished::distance_squared_over_reach(&a, &b);
    let plot = Plot::new([Vec2::new(245.0, 30.0), Vec2::new(335.0, 160.0)], [0.0, 1.0], [-0.3, 1.6]);
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
        sheet.word(from + (radius + 10.0) * Vec2::Y, Align::Middle, name, Ink::Given);
    }
    let hit = answers.side_scroller.swept_hit(&a, &b)?;
    sheet.answered();
    if let Some(t) = hit {
        for moving in [&a, &b] {
            let middle = place(scale, Mat4::IDENTITY, moving.from.lerp(moving.to, t));
            sheet.circle(middle, scale.metre * moving.radius, Ink::Answer);
        }
        sheet.point(plot.at(t, square * t * t + 2.0 * half * t + rest), Ink::Answer);
        sheet.line(&[plot.at(t, -0.3), plot.at(t, 1.6)], Ink::Answer);
    } else {
        sheet.word(plot.at(0.5, 1.2), Align::Middle, "None", Ink::Answer);
    }
    sheet.given();
    sheet.drag(["x", "y"], scale.at(-1.2, -1.0), scale.at(1.2, 1.0));
    sheet.slide("b", scale.at(-1.0, 0.3), scale.at(1.0, 0.3));
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

/// Returns for a target when 18.9's blade comes into it.
fn begins(touch: f32, target: usize) -> f32 {
    touch + 0.06 * target as f32
}

/// Returns the height of a blow's line for a target, as a fraction of the figure's.
fn row(blow: usize, target: usize) -> f32 {
    1.3 - 0.5 * blow as f32 - 0.2 * target as f32
}

/// Returns 18.9's touches: two blows, whose steps touch two targets.
pub(crate) fn touches([touch, rate]: [f32; 2]) -> Vec<(Blow, usize)> {
    let ClipPart { begin, end, rate: speed } = part(State::Swing);
    let step = speed / rate;
    let mut touches = Vec::new();
    for number in [1, 2] {
        for count in 0..((end - begin) / step).ceil() as usize {
            let from = begin + step * count as f32;
            let blow = Blow { number, from, to: from + step, active: BlowKind::Swing.active() };
            for target in [0, 1] {
                let begins = begins(touch, target);
                if blow.to >= begins && blow.from <= begins + TOUCHES_FOR {
                    touches.push((blow, target));
                }
            }
        }
    }
    touches
}

/// Draws two blows that touch two targets, step by step.
pub(super) fn draw_blows(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [touch, rate] = sheet.values();
    let ClipPart { begin: from, end: to, rate: speed } = part(State::Swing);
    let active = BlowKind::Swing.active();
    let line = Plot::new([Vec2::new(30.0, 20.0), Vec2::new(345.0, 140.0)], [from, to], [0.0, 1.0]);
    let [low, high] = [line.at(active.0, -0.08), line.at(active.1, 1.05)];
    sheet.area(&[low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], Ink::Given);
    sheet.word(Vec2::new(low.midpoint(high).x, high.y + 12.0), Align::Middle, "active", Ink::Given);
    for number in [1, 2] {
        sheet.word(line.at(from, row(number, 0) + 0.13), Align::Left, format!("blow {number}"), Ink::Given);
        for target in [0, 1] {
            let y = row(number, target);
            let begins = begins(touch, target);
            sheet.word(line.at(from, y) - 12.0 * Vec2::X, Align::Middle, target.to_string(), Ink::Given);
            sheet.line(&[line.at(begins, y), line.at(begins + TOUCHES_FOR, y)], Ink::Series(target as u8));
            let step = speed / rate;
            for count in 0..((to - from) / step).ceil() as usize {
                let tick = line.at(from + step * count as f32, y);
                sheet.line(&[tick - 3.0 * Vec2::Y, tick + 3.0 * Vec2::Y], Ink::Faint);
            }
        }
    }
    sheet.answered();
    let mut swing = Swing { number: 1, hurt: Vec::new() };
    let mut hurts = 0;
    for (blow, target) in touches([touch, rate]) {
        if answers.side_scroller.damage(&mut swing, &blow, target)? {
            sheet.key(line.at(f32::midpoint(blow.from, blow.to), row(blow.number, target)), Ink::Answer);
            hurts += 1;
        }
    }
    sheet.given();
    sheet.slide("touch", line.at(0.1, 0.8), line.at(0.64, 0.8));
    sheet.answered();
    sheet.reading("hurt", hurts as f32, "times");
    Ok(())
}
