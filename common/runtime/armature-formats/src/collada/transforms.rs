//! Transform elements (`<matrix>`, `<rotate>`, `<skew>`, `<lookat>` and the like), and their matrices.

use super::{
    limits::MAX_TRANSFORMS,
    reader::Reader,
    xml::{Element, attribute},
};
use crate::loading::{Error, rest::odd_last_row};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3};

/// Names of the elements, with the number of their values:
/// - `matrix`: 16 numbers, row by row, for column vectors.
/// - `translate`, `scale`: x, y, z.
/// - `rotate`: an axis and an angle in degrees.
/// - `skew`: an angle in degrees, the axis to turn about, the axis to shift along.
/// - `lookat`: positions of the eye and of the point that it looks at, and the upward direction.
pub(super) const KINDS: [(&str, usize); 6] =
    [("matrix", 16), ("translate", 3), ("rotate", 4), ("scale", 3), ("skew", 7), ("lookat", 9)];

/// One element of a node's transform.
#[derive(Clone, Debug)]
pub(super) struct TransformElement<'a> {
    /// Name by which channels refer to it; empty without one.
    pub(super) sid: &'a str,
    /// Name of the element, one of [`KINDS`].
    pub(super) kind: &'static str,
    /// Numbers as they are in the file.
    pub(super) values: Vec<f64>,
}

/// Reads the transform elements of a node. A broken one is left out, with a warning.
pub(super) fn read_transforms<'a>(reader: &Reader<'a>, node: Element<'a>) -> Result<Vec<TransformElement<'a>>, Error> {
    let mut transforms = Vec::new();
    for element in node.children() {
        let name = element.tag_name().name();
        let Some(&(kind, count)) = KINDS.iter().find(|(kind, _)| *kind == name) else { continue };
        if transforms.len() == MAX_TRANSFORMS {
            let message = format!("a node with more than {MAX_TRANSFORMS} transforms");
            return Err(reader.error(element, message));
        }
        match reader.doubles(element, count) {
            Ok(values) => {
                if kind == "matrix"
                    && let Some(message) = odd_row(&values)
                {
                    reader.warn(element, message);
                }
                transforms.push(TransformElement { sid: attribute(element, "sid"), kind, values });
            }
            Err(error) => reader.leave_out(error),
        }
    }
    Ok(transforms)
}

/// Returns what is wrong with the last row of a matrix of sixteen numbers, row by row.
pub(super) fn odd_row(rows: &[f64]) -> Option<String> {
    odd_last_row([12, 13, 14, 15].map(|index| rows[index]), [3, 7, 11].map(|index| rows[index]))
}

/// Returns `parent_from_node`, the product of the elements in document order.
pub(super) fn local(transforms: &[TransformElement<'_>]) -> DAffine3 {
    let mut product = DAffine3::IDENTITY;
    for element in transforms {
        product *= element_matrix(element.kind, &element.values);
    }
    product
}

/// Returns the matrix of an element; the identity for an axis or direction of length 0.
pub(super) fn element_matrix(kind: &str, values: &[f64]) -> DAffine3 {
    let first = DVec3::new(values[0], values[1], values[2]);
    match kind {
        "matrix" => affine(values),
        "translate" => DAffine3::from_translation(first),
        "scale" => DAffine3::from_scale(first),
        "rotate" => match first.try_normalize() {
            Some(axis) => DAffine3::from_quat(DQuat::from_axis_angle(axis, values[3].to_radians())),
            None => DAffine3::IDENTITY,
        },
        "skew" => {
            let turned = DVec3::new(values[1], values[2], values[3]);
            skew(values[0].to_radians(), turned, DVec3::new(values[4], values[5], values[6]))
        }
        _ => {
            let target = DVec3::new(values[3], values[4], values[5]);
            look_at(first, target, DVec3::new(values[6], values[7], values[8]))
        }
    }
}

/// Returns the matrix of sixteen numbers, row by row. The last row is taken as 0 0 0 1.
pub(super) fn affine(rows: &[f64]) -> DAffine3 {
    DAffine3::from_cols_array(&[
        rows[0], rows[4], rows[8], rows[1], rows[5], rows[9], rows[2], rows[6], rows[10], rows[3], rows[7], rows[11],
    ])
}

pub(super) fn single(matrix: &DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(matrix.matrix3.as_mat3(), matrix.translation.as_vec3())
}

/// Returns a shear along `along` that rotates `turned` by `angle` in the plane of the two. Source: the `RenderMan`
/// Interface 3.2, `RiSkew`, which the specification refers to ("skew").
fn skew(angle: f64, turned: DVec3, along: DVec3) -> DAffine3 {
    let Some(along) = along.try_normalize() else { return DAffine3::IDENTITY };
    let across = turned - along * turned.dot(along);
    let Some(across) = across.try_normalize() else { return DAffine3::IDENTITY };
    let x = turned.dot(across);
    let y = turned.dot(along);
    let (sin, cos) = angle.sin_cos();
    let shift = (x * sin + y * cos) / (x * cos - y * sin) - y / x;
    if !shift.is_finite() {
        return DAffine3::IDENTITY;
    }
    // p + along * shift * (across . p)
    let columns = across.to_array().map(|part| along * (shift * part));
    DAffine3::from_mat3(DMat3::IDENTITY + DMat3::from_cols(columns[0], columns[1], columns[2]))
}

/// Returns a frame at the eye whose -z axis points to the target, and whose y axis is as near to `up` as possible.
fn look_at(eye: DVec3, target: DVec3, up: DVec3) -> DAffine3 {
    let back = (eye - target).try_normalize();
    let right = back.and_then(|back| up.cross(back).try_normalize());
    match (back, right) {
        (Some(z), Some(x)) => DAffine3::from_mat3_translation(DMat3::from_cols(x, z.cross(x), z), eye),
        _ => DAffine3::from_translation(eye),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_by_hand() {
        let rows: &[f64] = &[1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 0., 0., 0., 0.];
        for (kind, values, point, want) in [
            ("matrix", rows, [1., 0., 0.], [5., 13., 21.]),
            ("translate", &[1., 2., 3.], [1., 1., 1.], [2., 3., 4.]),
            ("scale", &[2., 3., 4.], [1., 1., 1.], [2., 3., 4.]),
            ("rotate", &[0., 0., 2., 90.], [1., 0., 0.], [0., 1., 0.]),
            ("rotate", &[0., 0., 0., 90.], [1., 0., 0.], [1., 0., 0.]),
            // y is sheared 45 degrees towards x: the axis that turns is y, the shear is along x.
            ("skew", &[45., 0., 1., 0., 1., 0., 0.], [0., 1., 0.], [1., 1., 0.]),
            ("skew", &[45., 0., 1., 0., 1., 0., 0.], [3., 0., 2.], [3., 0., 2.]),
            ("skew", &[30., 1., 0., 0., 1., 0., 0.], [1., 2., 3.], [1., 2., 3.]),
            // From (0, 0, 5) back to the origin: what is 5 in front of the eye.
            ("lookat", &[0., 0., 5., 0., 0., 0., 0., 1., 0.], [0., 0., -5.], [0., 0., 0.]),
            ("lookat", &[5., 0., 0., 0., 0., 0., 0., 1., 0.], [1., 2., -1.], [4., 2., -1.]),
        ] {
            let got = element_matrix(kind, values).transform_point3(DVec3::from(point));
            assert!((got - DVec3::from(want)).length() < 1e-12, "{kind}: {got}");
        }
    }
}
