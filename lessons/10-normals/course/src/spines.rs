//! The cactus's spines: each stands at its vertex, and points where 10.2 turns the vertex's normal.

use crate::dancer::Dancer;
use crate::finished::ANSWERS;
use drawing::report::report;
use given::{CallError, Course};
use glam::{Affine3A, Mat3, Mat4, Quat, Vec3};

pub(crate) const LENGTH: f32 = 0.20;
pub(crate) const WIDTH: f32 = 0.036;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Spine {
    pub(crate) foot: Vec3,
    /// The foot itself where 10.2 gives no direction.
    pub(crate) tip: Vec3,
    /// Whether 10.4 allows the shortcut there.
    pub(crate) shortcut: bool,
    /// The angle in radians between where the shortcut turns the normal, and where it should go.
    pub(crate) shortcut_error: f32,
}

impl Spine {
    /// Returns where a cone stands that points along y; nowhere without a direction.
    pub(crate) fn world_from_spine(&self) -> Mat4 {
        let Some(along) = (self.tip - self.foot).try_normalize() else { return Mat4::ZERO };
        Affine3A::from_rotation_translation(Quat::from_rotation_arc(Vec3::Y, along), self.foot).into()
    }
}

/// Returns the spines of a pose as 10.2 and 10.4 make them, and reports those without a direction.
pub(crate) fn turned_spines(cactus: &Dancer, palette: &[Mat4], course: &Course) -> Result<Vec<Spine>, CallError> {
    let mut spines = Vec::new();
    for &vertex in &cactus.spines {
        let matrix = cactus.matrix(palette, vertex);
        let normal_matrix = course.normals.normal_matrix(matrix)?;
        let shortcut = course.normals.shortcut_will_do(matrix)?;
        let vertex = &cactus.mesh.vertices[vertex];
        let foot = cactus.origin + matrix.transform_point3(vertex.position);
        let direction = (normal_matrix * vertex.normal).try_normalize();
        let tip = foot + LENGTH * direction.unwrap_or(Vec3::ZERO);
        let right = (ANSWERS.normal_matrix)(matrix) * vertex.normal;
        let shortcut_error = (Mat3::from_mat4(matrix) * vertex.normal).angle_between(right);
        spines.push(Spine { foot, tip, shortcut, shortcut_error });
    }
    let without_direction = spines.iter().filter(|spine| spine.tip == spine.foot).count();
    if without_direction > 0 {
        report("10.2", format!("{without_direction} of {} spines have no direction", spines.len()));
    }
    Ok(spines)
}

/// Describes the largest error of the shortcut among the spines where 10.4 allows the shortcut, and among the others.
pub(crate) fn shortcut_errors(spines: &[Spine]) -> Vec<String> {
    let (allowed, others): (Vec<Spine>, Vec<Spine>) = spines.iter().partition(|spine| spine.shortcut);
    let [worst_allowed, worst_other] = [&allowed, &others]
        .map(|spines| largest_error(spines).map_or("0 degrees".into(), |spine| degrees(spine.shortcut_error)));
    vec![
        format!("10.4 allows the shortcut at {} of {} spines;", allowed.len(), spines.len()),
        format!("there the worst is {worst_allowed} off,"),
        format!("at the others {worst_other}"),
    ]
}

pub(crate) fn largest_error(spines: &[Spine]) -> Option<&Spine> {
    spines.iter().max_by(|a, b| a.shortcut_error.total_cmp(&b.shortcut_error))
}

pub(crate) fn degrees(angle: f32) -> String {
    match angle.to_degrees() {
        degrees if degrees < 0.5 => "less than half a degree".into(),
        degrees if degrees < 1.5 => "1 degree".into(),
        degrees => format!("{degrees:.0} degrees"),
    }
}
