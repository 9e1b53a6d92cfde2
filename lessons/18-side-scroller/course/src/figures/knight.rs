//! Coyote time and jump buffer on a line of time, feet on the ground, and a sword in a hand.

use super::Scale;
use super::fight::place;
use crate::finished::TOOLS;
use crate::measures::{ClipPart, RUN, STEP, part};
use crate::{BUFFER, COYOTE, Gait, Hand, Keys, Moved, RUN_STRIDE, State, WALK_STRIDE, run_weight};
use drawing::{Align, Ink, Plot, Sheet};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Time for which the ground is gone, in seconds.
const FALLS_FOR: f32 = 0.5;

/// He runs off an edge at 0 s, and comes to lower ground; the jump key goes down once.
pub(super) fn draw_keys(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [press] = sheet.values();
    let step = STEP as f32;
    let line = Plot::new([Vec2::new(15.0, 20.0), Vec2::new(345.0, 120.0)], [-0.3, 0.9], [0.0, 1.0]);
    let row = |from: f32, to: f32, y: f32| [line.at(from, y), line.at(to, y)];
    sheet.line(&row(-0.3, 0.0, 0.75), Ink::Given);
    sheet.line(&row(FALLS_FOR, 0.9, 0.75), Ink::Given);
    sheet.word(line.at(-0.3, 0.75) + 13.0 * Vec2::Y, Align::Left, "ground", Ink::Given);
    for (from, name, ink) in [(0.0, "coyote", Ink::Series(0)), (FALLS_FOR - BUFFER, "buffer", Ink::Series(1))] {
        let to = if from == 0.0 { COYOTE } else { FALLS_FOR };
        let [low, high] = [line.at(from, 0.4), line.at(to, 0.75)];
        sheet.area(&[low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], ink);
        sheet.word(Vec2::new(high.x + 6.0, low.midpoint(high).y + 4.0), Align::Left, name, ink);
    }
    // Step for step as the game does it.
    sheet.answered();
    let mut state = State::Run;
    let mut since = 0.0;
    let mut air = 0.0;
    let mut since_press = f32::INFINITY;
    let mut jumped = None;
    let mut states = Vec::new();
    let mut begins = -0.3;
    let pressed = ((press + 0.3) / step).round() as usize;
    for number in 0..72 {
        let t = -0.3 + step * number as f32;
        let supported = jumped.is_none() && !(0.0..FALLS_FOR).contains(&(t + 1e-4));
        air = if supported { 0.0 } else { air + step };
        let jump = number == pressed;
        since_press = if jump { 0.0 } else { since_press + step };
        let ClipPart { begin, end, rate } = part(state);
        let moved = Moved {
            speed: RUN as f32,
            supported,
            air_time: if supported { 0.0 } else { air - step },
            since_jump_press: since_press,
            ended: since * rate >= end - begin,
        };
        let keys = Keys { right: 1.0, runs: true, jump, jump_held: pressed <= number, ..Keys::default() };
        let next = answers.side_scroller.state_for(state, &moved, keys, TOOLS)?;
        since += step;
        if next != state {
            states.push((state, begins, t));
            state = next;
            since = 0.0;
            begins = t;
            if state == State::Jump {
                jumped = Some(t);
                since_press = f32::INFINITY;
            }
        }
    }
    states.push((state, begins, 0.9));
    for (state, from, to) in states {
        let [low, high] = row(from, to, 0.0);
        let corner = low - 10.0 * Vec2::Y;
        let size = Vec2::new(high.x - low.x, 24.0);
        if to - from > 0.09 {
            sheet.cell(corner, size, state.name(), Ink::Answer);
        } else {
            sheet.line(&[corner, corner + size.with_x(0.0), corner + size, corner + size.with_y(0.0)], Ink::Answer);
        }
    }
    if let Some(jumped) = jumped {
        let ground = line.at(jumped, 0.75);
        sheet.arrow(ground, ground + 30.0 * Vec2::Y, Ink::Answer);
        sheet.reading("jumps at", jumped, "s");
    }
    sheet.given();
    let [from, to] = row(-0.3, 0.9, 0.4);
    sheet.line(&[from, to], Ink::Faint);
    let at = sheet.slide("press", from, to);
    sheet.dashed(&[at, at.with_y(line.at(0.0, 0.14).y)], Ink::Given);
    sheet.word(at + Vec2::new(12.0, -12.0), Align::Left, "key", Ink::Given);
    Ok(())
}

/// Duration of the walk, in seconds.
pub(super) const WALKS_FOR: f32 = 2.0;

/// Several steps of the same length in which the knight turns and walks.
pub(crate) struct Turn {
    pub(crate) gait: Gait,
    pub(crate) speed: f32,
    pub(crate) dt: f32,
    pub(crate) steps: usize,
}

/// Returns 18.5's steps: he looks to the left and goes to the right.
pub(crate) fn turn([v, t]: [f32; 2]) -> Turn {
    let gait = Gait { heading: -FRAC_PI_2, phase: 0.01 };
    Turn { gait, speed: v, dt: STEP as f32, steps: (t / STEP as f32).round() as usize }
}

/// Draws his feet over time, as he walks to the right and begins to look to the left.
pub(super) fn draw_feet(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [v, t] = sheet.values();
    let stride = WALK_STRIDE + run_weight(v) * (RUN_STRIDE - WALK_STRIDE);
    let way = v * WALKS_FOR;
    let plot = Plot::new([Vec2::new(35.0, 35.0), Vec2::new(330.0, 175.0)], [0.0, WALKS_FOR], [-0.3, way + 0.3]);
    plot.axes(sheet, "t", "x");
    plot.x_numbers(sheet, &[0.0, 0.5, 1.0, 1.5, 2.0]);
    plot.upright(sheet, t, Ink::Given);
    plot.slide(sheet, "t");
    sheet.dashed(&[plot.at(0.0, 0.0), plot.at(WALKS_FOR, way)], Ink::Faint);
    sheet.answered();
    let Turn { mut gait, speed, dt, steps } = turn([v, t]);
    let mut now = None;
    // Whether each foot stands in each step, and where it is.
    let mut feet = [Vec::new(), Vec::new()];
    for number in 0..=120 {
        let seconds = dt * number as f32;
        for (foot, path) in feet.iter_mut().enumerate() {
            // The first half of its cycle a foot is down and goes back; then it comes to the front again.
            let phase = (gait.phase + 0.5 * foot as f32).rem_euclid(1.0);
            let ahead = stride * ((phase - 0.5).abs() - 0.25);
            path.push((phase < 0.5, plot.at(seconds, v * seconds + gait.heading.sin() * ahead)));
        }
        if number <= steps {
            now = Some(gait);
        }
        gait = answers.side_scroller.face(gait, speed, dt)?;
    }
    for (number, (path, name)) in feet.iter().zip(["left", "right"]).enumerate() {
        let ink = Ink::Series(2 + number as u8); // as in the game
        for part in path.chunk_by(|a, b| a.0 == b.0) {
            let points: Vec<Vec2> = part.iter().map(|(_, at)| *at).collect();
            if part[0].0 {
                sheet.line(&points, ink);
            } else {
                sheet.dashed(&points, ink);
            }
        }
        let (stands, at) = path[steps.min(120)];
        sheet.point(at, ink);
        let does = if stands { "stands" } else { "is lifted" };
        sheet.word(Vec2::new(60.0 + 90.0 * number as f32, 186.0), Align::Left, format!("{name} {does}"), ink);
        // The target of a step is where the foot stands next.
        if let Some((_, target)) = path[steps.min(120)..].iter().find(|(stands, _)| *stands).filter(|_| !stands) {
            sheet.circle(at.with_y(target.y), 5.0, ink);
        }
    }
    // Where he looks, from above: the viewer is below.
    let centre = Vec2::new(300.0, 64.0);
    sheet.given();
    sheet.circle(centre, 20.0, Ink::Faint);
    sheet.answered();
    if let Some(Gait { heading, phase }) = now {
        sheet.arrow(centre, centre + 20.0 * Vec2::new(heading.sin(), -heading.cos()), Ink::Answer);
        sheet.reading("heading", heading, "");
        sheet.reading("phase", phase, "");
    }
    sheet.reading("stride", stride, "m");
    Ok(())
}

fn turned(x: f32, y: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(Vec3::new(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
}

/// Returns the sword's outline, guard and grip on the sheet.
fn sword_lines(scale: Scale, matrix: Mat4) -> [Vec<Vec2>; 3] {
    let blade = [(-0.04, 0.08), (-0.03, 0.9), (0.0, 1.0), (0.03, 0.9), (0.04, 0.08), (-0.04, 0.08)];
    let parts = [&blade[..], &[(-0.12, 0.08), (0.12, 0.08)], &[(0.0, 0.08), (0.0, -0.1)]];
    parts.map(|part| part.iter().map(|(x, y)| place(scale, matrix, Vec3::new(*x, *y, 0.0))).collect())
}

/// A hand that holds a sword, with all that it borrows.
pub(crate) struct HeldSword {
    pub(crate) world_from_model: Mat4,
    pub(crate) model_from_joint: Vec<Mat4>,
    pub(crate) skinning: Vec<Mat4>,
    pub(crate) socket: usize,
    pub(crate) socket_from_sword: Mat4,
}

impl HeldSword {
    pub(crate) fn hand(&self) -> Hand<'_> {
        Hand {
            world_from_model: self.world_from_model,
            model_from_joint: &self.model_from_joint,
            skinning: &self.skinning,
            socket: self.socket,
            socket_from_sword: self.socket_from_sword,
        }
    }
}

/// Returns 18.6's sword. When the skin was bound, the arm was level.
pub(crate) fn held_sword([arm, x]: [f32; 2]) -> HeldSword {
    let [now, bound] = [arm, 0.0].map(|degrees| turned(0.0, 1.2, degrees) * turned(0.5, 0.0, 0.0));
    HeldSword {
        world_from_model: turned(x, 0.0, 0.0),
        model_from_joint: vec![Mat4::IDENTITY, now],
        skinning: vec![Mat4::IDENTITY, now * bound.inverse()],
        socket: 1,
        socket_from_sword: turned(0.0, 0.1, 0.0),
    }
}

/// Draws a knight of lines, whose hand holds a sword.
pub(super) fn draw_sword(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [arm, x] = sheet.values();
    let scale = Scale { origin: Vec2::new(30.0, 28.0), metre: 70.0 };
    let held = held_sword([arm, x]);
    let hand = held.hand();
    let world_from_model = hand.world_from_model;
    let bound = held_sword([0.0, x]).model_from_joint[1];
    let spaces = [world_from_model, world_from_model * hand.model_from_joint[1]];
    let feet = place(scale, world_from_model, Vec3::ZERO);
    let shoulder = place(scale, world_from_model, 1.2 * Vec3::Y);
    sheet.line(&[scale.at(-0.3, 0.0), scale.at(5.0, 0.0)], Ink::Faint);
    sheet.dashed(&[shoulder, place(scale, world_from_model * bound, Vec3::ZERO)], Ink::Faint);
    sheet.line(&[feet, shoulder, place(scale, spaces[1], Vec3::ZERO)], Ink::Given);
    sheet.circle(shoulder + 20.0 * Vec2::Y, 11.0, Ink::Given);
    let turn = arm.to_radians();
    for (matrix, turn, name, ink) in [
        (Mat4::IDENTITY, 0.0, "world", Ink::WORLD),
        (spaces[0], 0.0, "model", Ink::MODEL),
        (spaces[1], turn, "socket", Ink::PARENT),
    ] {
        let origin = place(scale, matrix, Vec3::ZERO);
        let x = 24.0 * Vec2::from_angle(turn);
        sheet.arrow(origin, origin + x, ink);
        sheet.arrow(origin, origin + x.perp(), ink);
        let below = if name == "socket" { Vec2::new(40.0, -18.0) } else { -14.0 * Vec2::Y };
        sheet.word(origin + below, Align::Middle, name, ink);
    }
    let skinned = world_from_model * hand.skinning[1] * hand.socket_from_sword;
    for line in sword_lines(scale, skinned) {
        sheet.dashed(&line, Ink::Faint);
    }
    sheet.word(place(scale, skinned, Vec3::new(-0.44, 0.5, 0.0)), Align::Middle, "skinned", Ink::Given);
    let sword = (spaces[1] * hand.socket_from_sword).w_axis;
    sheet.reading("skinned is off by", skinned.w_axis.distance(sword), "m");
    let world_from_sword = answers.side_scroller.sword(&hand)?;
    sheet.answered();
    for line in sword_lines(scale, world_from_sword) {
        sheet.line(&line, Ink::Answer);
    }
    sheet.reading("yours is off by", world_from_sword.w_axis.truncate().distance(sword.truncate()), "m");
    sheet.given();
    sheet.turn("arm", shoulder, 0.3 * scale.metre);
    sheet.slide("x", scale.at(0.6, 0.0), scale.at(3.6, 0.0));
    Ok(())
}
