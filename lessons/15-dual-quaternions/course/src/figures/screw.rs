//! A rigid motion as a screw, and its dual part as the change of its real part.

use crate::DualQuat;
use drawing::{Align, Ink, Plot, Sheet};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3, Vec4Swizzles as _};
use std::f32::consts::TAU;

/// A point on the axis of the figure's motion.
const AXIS: Vec3 = Vec3::new(0.35, 0.0, 0.0);

/// A turn about an axis and a shift along it.
struct Screw {
    /// Direction of the axis, of length 1.
    along: Vec3,
    /// A point on the axis.
    through: Vec3,
    /// Angle, in radians, at most half a turn.
    turn: f32,
    /// Translation along the axis, in metres.
    shift: f32,
}

impl Screw {
    /// Returns the screw of a motion. It is not finite if nothing turns.
    fn from_motion(motion: DualQuat) -> Self {
        let sign = if motion.real.w < 0.0 { -1.0 } else { 1.0 };
        let [real, dual] = [motion.real, motion.dual].map(|part| sign * glam::Vec4::from(part));
        let sin = real.xyz().length();
        let along = real.xyz() / sin;
        let shift = -2.0 * dual.w / sin;
        let moment = (dual.xyz() - along * shift / 2.0 * real.w) / sin;
        Screw { along, through: along.cross(moment), turn: 2.0 * sin.atan2(real.w), shift }
    }

    /// Returns the point of the axis at this height over the origin.
    fn on_axis(&self, height: f32) -> Vec3 {
        self.through + (height - self.through.dot(self.along)) * self.along
    }

    /// Returns a point after a fraction of the screw.
    fn moved(&self, point: Vec3, part: f32) -> Vec3 {
        let turn = Quat::from_axis_angle(self.along, part * self.turn);
        self.through + turn * (point - self.through) + part * self.shift * self.along
    }
}

/// Returns the place on the sheet of a point in space, seen from above.
fn on_sheet(place: Vec3) -> Vec2 {
    let view = Quat::from_rotation_x(0.4);
    Vec2::new(170.0, 75.0) + 85.0 * (view * (place - AXIS)).truncate()
}

/// Draws a flag on its screw, by the axis that 15.2's eight numbers contain.
pub(super) fn flag(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [part, degrees, along] = sheet.values();
    let flag = [(0.0, 0.0), (0.0, 0.75), (0.4, 0.6), (0.0, 0.45)].map(|(x, y)| Vec3::new(AXIS.x - 1.0 - x, y, 0.0));
    let turn = Quat::from_rotation_y(degrees.to_radians());
    let shift = AXIS - turn * AXIS + along * Vec3::Y;
    sheet.line(&flag.map(on_sheet), Ink::Given);
    sheet.dashed(&flag.map(|corner| on_sheet(turn * corner + shift)), Ink::Given);
    let motion = answers.dual_quaternions.from_rigid(turn, shift)?;
    let screw = Screw::from_motion(motion);
    sheet.answered();
    sheet.dashed(&[screw.on_axis(-0.6), screw.on_axis(1.4)].map(on_sheet), Ink::Answer);
    sheet.word(on_sheet(screw.on_axis(1.35)) + 8.0 * Vec2::X, Align::Left, "axis", Ink::Answer);
    let way: Vec<Vec2> = (0..=48).map(|step| on_sheet(screw.moved(flag[0], step as f32 / 48.0))).collect();
    sheet.line(&way, Ink::Answer);
    sheet.line(&flag.map(|corner| on_sheet(screw.moved(corner, part))), Ink::Answer);
    sheet.point(on_sheet(screw.moved(flag[0], part)), Ink::Answer);
    sheet.reading("turn", screw.turn.to_degrees(), "°");
    sheet.reading("shift", screw.shift, "m");
    sheet.given();
    let [low, high] = [-0.5, 1.5].map(|height| Vec2::new(335.0, 75.0 + 85.0 * 0.92 * height));
    sheet.line(&[low, high], Ink::Faint);
    let handle = sheet.slide("d", low, high);
    sheet.word(handle - 14.0 * Vec2::X, Align::Right, "d", Ink::Given);
    let [low, high] = [15.0, 105.0].map(|x| Vec2::new(x, 16.0));
    sheet.line(&[low, high], Ink::Faint);
    let handle = sheet.slide("θ", low, high);
    sheet.word(handle + 16.0 * Vec2::Y, Align::Middle, "θ", Ink::Given);
    Ok(())
}

/// Draws w of the real part over the angle, and w of the dual part as the rise of the tangent over the shift.
pub(super) fn tangent(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [degrees, shift] = sheet.values();
    let angle = degrees.to_radians();
    let plot = Plot::new([Vec2::new(20.0, 20.0), Vec2::new(325.0, 170.0)], [0.0, TAU], [-1.1, 1.1]);
    sheet.line(&[plot.at(0.0, 0.0), plot.at(TAU, 0.0)], Ink::Faint);
    plot.curve(sheet, Ink::Faint, |angle| (angle / 2.0).cos());
    let value = (angle / 2.0).cos();
    let slope = -(angle / 2.0).sin() / 2.0;
    sheet.dashed(&[-1.6, 1.6].map(|way| plot.at(angle + way, value + way * slope)), Ink::Given);
    let DualQuat { real, dual } = answers.dual_quaternions.from_rigid(Quat::from_rotation_z(angle), shift * Vec3::Z)?;
    sheet.answered();
    let beside = plot.at(angle + shift, real.w);
    sheet.line(&[plot.at(angle, 0.0), plot.at(angle, real.w)], Ink::Answer);
    sheet.arrow(beside, plot.at(angle + shift, real.w + dual.w), Ink::Answer);
    sheet.point(plot.at(angle, real.w), Ink::Answer);
    let side = if shift < 0.0 { (Align::Right, -8.0) } else { (Align::Left, 8.0) };
    let middle = plot.at(angle + shift, real.w + dual.w / 2.0);
    sheet.word(middle + side.1 * Vec2::X, side.0, "dual w", Ink::Answer);
    sheet.word(
        plot.at(angle, real.w / 2.0) - side.1 * Vec2::X,
        if shift < 0.0 { Align::Left } else { Align::Right },
        "real w",
        Ink::Answer,
    );
    sheet.reading("real w", real.w, "");
    sheet.reading("dual w", dual.w, "");
    sheet.given();
    sheet.line(&[plot.at(angle, value), plot.at(angle + shift, value)], Ink::Given);
    sheet.slide("d", plot.at(angle - 1.5, value), plot.at(angle + 1.5, value));
    sheet.word(plot.at(angle + shift / 2.0, value) + 11.0 * Vec2::Y, Align::Middle, "d", Ink::Given);
    let handle = sheet.slide("θ", plot.at(0.0, 0.0), plot.at(TAU, 0.0));
    sheet.word(handle - 16.0 * Vec2::Y, Align::Middle, "θ", Ink::Given);
    Ok(())
}
