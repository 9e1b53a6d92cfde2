//! Rest transforms in single precision, as a skeleton holds them.

use super::{Error, ErrorKind, Location, Reporter};
use crate::double::single;
use armature::{
    math::{Decomposition, decompose},
    skeleton::{Joint, Skeleton},
};
use glam::{DAffine3, Vec3};

/// Smallest shear (as a tangent) that is kept: far below the tolerance, and above rounding errors without shear.
const MIN_SHEAR: f32 = 1e-5;

pub(crate) fn is_sheared(shear: Vec3) -> bool {
    shear.abs().max_element() > MIN_SHEAR
}

/// Decomposes the rest transform of a node. A shear that is only rounding becomes 0.
pub(crate) fn rest_parts(local: &DAffine3) -> Decomposition {
    let parts = decompose(&single(local));
    let shear = if is_sheared(parts.shear) { parts.shear } else { Vec3::ZERO };
    Decomposition { shear, ..parts }
}

/// Returns what is wrong with the last row of a matrix that should be affine, and what it looks like; `None` for 0 0 0 1,
/// and for zeros, which mean nothing else.
pub(crate) fn odd_last_row(row: [f64; 4], translation: [f64; 3]) -> Option<String> {
    const ROUNDING: f64 = 1e-4;
    let is_far = |number: &f64| number.abs() > ROUNDING;
    let [x, y, z, w] = row;
    if row == [0.0; 4] || ![x, y, z, w - 1.0].iter().any(is_far) {
        return None;
    }
    let is_transposed = row[..3].iter().any(is_far) && !translation.iter().any(is_far);
    let looks = if is_transposed { ", as if it were transposed, with its translation there" } else { "" };
    Some(format!("the last row is {x} {y} {z} {w}{looks}: read as 0 0 0 1"))
}

/// Returns the largest scale of a matrix along its axes.
pub(crate) fn max_scale(matrix: &DAffine3) -> f64 {
    let linear = matrix.matrix3;
    linear.x_axis.length().max(linear.y_axis.length()).max(linear.z_axis.length())
}

/// Builds a skeleton from names, parents and rest transforms. `location` returns the place of a joint in the file.
pub(crate) fn build_skeleton(
    nodes: impl Iterator<Item = (String, Option<usize>, Decomposition)>,
    location: impl Fn(usize) -> Location,
    reporter: &Reporter,
) -> Result<Skeleton, Error> {
    let (joints, mut shears): (Vec<Joint>, Vec<Vec3>) =
        nodes.map(|(name, parent, rest)| (Joint { name, parent, bind_local: rest.transform }, rest.shear)).unzip();
    if shears.iter().all(|shear| *shear == Vec3::ZERO) {
        shears.clear();
    }
    Skeleton::sheared(joints, shears).map_err(|error| {
        reporter.error(
            ErrorKind::Number,
            Some(&location(error.joint())),
            "its transform holds numbers too large to be drawn",
        )
    })
}
