//! The matrices of transform elements (`<matrix>`, `<rotate>`, `<skew>`, `<lookat>` and the like).

use super::document::{TransformElement, TransformKind, affine};
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// Returns `parent_from_node`, the product of the elements in document order.
pub fn local(transforms: &[TransformElement]) -> DAffine3 {
    transforms
        .iter()
        .fold(DAffine3::IDENTITY, |product, element| product * element_matrix(element.kind, &element.values))
}

/// Returns the matrix of an element; the identity for an axis or direction of length 0.
pub(super) fn element_matrix(kind: TransformKind, values: &[f64]) -> DAffine3 {
    let vector = |first: usize| DVec3::new(values[first], values[first + 1], values[first + 2]);
    match kind {
        TransformKind::Matrix => affine(values),
        TransformKind::Translate => DAffine3::from_translation(vector(0)),
        TransformKind::Scale => DAffine3::from_scale(vector(0)),
        TransformKind::Rotate => match vector(0).try_normalize() {
            Some(axis) => DAffine3::from_quat(DQuat::from_axis_angle(axis, values[3].to_radians())),
            None => DAffine3::IDENTITY,
        },
        TransformKind::Skew => skew(values[0].to_radians(), vector(1), vector(4)),
        TransformKind::Lookat => look_at(vector(0), vector(3), vector(6)),
    }
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
    let turned_x = x * cos - y * sin;
    let turned_y = x * sin + y * cos;
    let shift = turned_y / turned_x - y / x;
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

    fn transformed(kind: TransformKind, values: &[f64], point: [f64; 3]) -> DVec3 {
        element_matrix(kind, values).transform_point3(point.into())
    }

    fn assert_near(got: DVec3, want: [f64; 3]) {
        assert!((got - DVec3::from(want)).length() < 1e-12, "{got} {want:?}");
    }

    #[test]
    fn each_element_by_hand() {
        use TransformKind::{Lookat, Matrix, Rotate, Scale, Skew, Translate};
        let rows = [1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 0., 0., 0., 0.];
        assert_near(transformed(Matrix, &rows, [1., 0., 0.]), [5., 13., 21.]);
        assert_near(transformed(Translate, &[1., 2., 3.], [1., 1., 1.]), [2., 3., 4.]);
        assert_near(transformed(Scale, &[2., 3., 4.], [1., 1., 1.]), [2., 3., 4.]);
        assert_near(transformed(Rotate, &[0., 0., 2., 90.], [1., 0., 0.]), [0., 1., 0.]);
        assert_near(transformed(Rotate, &[0., 0., 0., 90.], [1., 0., 0.]), [1., 0., 0.]);
        // y is sheared 45 degrees towards x: the axis that turns is y, the shear is along x.
        assert_near(transformed(Skew, &[45., 0., 1., 0., 1., 0., 0.], [0., 1., 0.]), [1., 1., 0.]);
        assert_near(transformed(Skew, &[45., 0., 1., 0., 1., 0., 0.], [3., 0., 2.]), [3., 0., 2.]);
        assert_near(transformed(Skew, &[30., 1., 0., 0., 1., 0., 0.], [1., 2., 3.]), [1., 2., 3.]);
        // From (0, 0, 5) back to the origin: what is 5 in front of the eye.
        assert_near(transformed(Lookat, &[0., 0., 5., 0., 0., 0., 0., 1., 0.], [0., 0., -5.]), [0., 0., 0.]);
        assert_near(transformed(Lookat, &[5., 0., 0., 0., 0., 0., 0., 1., 0.], [1., 2., -1.]), [4., 2., -1.]);
    }

    #[test]
    fn the_first_element_is_outermost() {
        let element = |kind, values: &[f64]| TransformElement { sid: String::new(), kind, values: values.to_vec() };
        let local = local(&[
            element(TransformKind::Translate, &[1., 0., 0.]),
            element(TransformKind::Rotate, &[0., 0., 1., 90.]),
            element(TransformKind::Scale, &[2., 1., 1.]),
        ]);
        assert_near(local.transform_point3(DVec3::X), [1., 2., 0.]);
    }
}
