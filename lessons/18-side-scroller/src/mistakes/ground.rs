//! Mistakes of the ground.

use crate::{Body, Mesh, finished};
use glam::DVec2;

pub(super) fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    (finished::ANSWERS.minkowski)(a, b)
}

pub(super) fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    (finished::ANSWERS.fly)(mesh, body, seconds)
}

pub(super) fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    (finished::ANSWERS.walk)(mesh, body, seconds)
}
