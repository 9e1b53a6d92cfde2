//! The figure that leads from a number in the file to a matrix of the palette: one row for each slot of the skin.

use super::{Names, SIDS, inputs};
use crate::rows;
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};

const NAMES: [&str; 3] = ["hand", "hip", "arm"];

/// Returns the lower left corner of a row's cell whose left edge is `x`.
fn cell(x: f32, row: usize) -> Vec2 {
    Vec2::new(x, 116.0 - 32.0 * row as f32)
}

fn size(width: f32) -> Vec2 {
    Vec2::new(width, 24.0)
}

/// Draws a row for each slot of the skin: a number of the file picks a row by 11.1, the row's name a joint by 11.2, and
/// 11.3 returns its matrix.
pub(super) fn one_row_each(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [v] = sheet.values();
    let slot_at = 96.0;
    let name_at = 124.0;
    let joint_at = 206.0;
    let matrix_at = 248.0;
    for (column, width, name) in [(slot_at, 24.0, "slot"), (joint_at, 24.0, "joint"), (matrix_at, 92.0, "palette")] {
        sheet.word(Vec2::new(column + width / 2.0, 158.0), Align::Middle, name, Ink::Given);
    }
    for row in 0..=NAMES.len() {
        sheet.cell(cell(slot_at, row), size(24.0), row.to_string(), Ink::Given);
        let name = NAMES.get(row).copied().unwrap_or("-1");
        sheet.cell(cell(name_at, row), size(56.0), name, if row < NAMES.len() { Ink::Given } else { Ink::Faint });
    }
    // The number in the file, and a rule along which it is dragged.
    let number = Vec2::new(24.0, 62.0);
    sheet.cell(number, size(28.0), v.to_string(), Ink::Series(0));
    sheet.word(number + Vec2::new(14.0, 36.0), Align::Middle, "v", Ink::Series(0));
    let inputs = inputs(&[("JOINT", 0), ("WEIGHT", 1)]);
    let found = answers.collada_skin.influences(&inputs, &[1], &[v as i32, 0], &[1.0], NAMES.len())?;
    let slot = found.first().and_then(|pulls| pulls.first()).map(|influence| influence.slot);
    let doll = Names::new(&NAMES, &SIDS);
    let joints = answers.collada_skin.skeleton_joints(&doll.names, &doll.joints)?.unwrap_or_default();
    let bind_shape = Mat4::from_scale(Vec3::splat(0.5));
    // Each moves a point by another distance, so that its row can be found.
    let inverses = [1.0, 2.0, 3.0].map(|x| Mat4::from_translation(Vec3::X * x));
    let matrices = answers.collada_skin.joint_from_mesh(&rows(&inverses), bind_shape)?;
    sheet.answered();
    for row in 0..=NAMES.len() {
        let is_picked = slot == Some(row);
        let ink = if is_picked { Ink::Answer } else { Ink::Faint };
        if let Some(joint) = joints.get(row) {
            sheet.cell(cell(joint_at, row), size(24.0), joint.to_string(), ink);
            let middle = cell(name_at + 56.0, row) + 12.0 * Vec2::Y;
            sheet.arrow(middle + 3.0 * Vec2::X, middle + 23.0 * Vec2::X, ink);
        }
        if let Some(matrix) = matrices.get(row) {
            let entry = match inverses.iter().position(|inverse| matrix.abs_diff_eq(*inverse * bind_shape, 1e-4)) {
                Some(slot) => joints.get(row).map_or(String::new(), |joint| format!("M{joint} B{slot}⁻¹ F")),
                None if matrix.abs_diff_eq(bind_shape, 1e-4) => "F".into(),
                None => "?".into(),
            };
            sheet.cell(cell(matrix_at, row), size(92.0), entry, ink);
        }
        if is_picked {
            let from = number + Vec2::new(28.0, 12.0);
            sheet.arrow(from + 3.0 * Vec2::X, cell(slot_at, row) + Vec2::new(-3.0, 12.0), Ink::Answer);
        }
    }
    sheet.reading("slot", slot.map_or(f32::NAN, |slot| slot as f32), "");
    sheet.reading("matrices", matrices.len() as f32, "");
    sheet.given();
    let [low, high] = [12.0, 64.0].map(|x| Vec2::new(x, 40.0));
    sheet.line(&[low, high], Ink::Faint);
    sheet.slide("v", low, high);
    Ok(())
}
