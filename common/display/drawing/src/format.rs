//! Numbers as text, for panels and descriptions.

use glam::Vec3;

/// `"(0.10, 2.40, 0.00)"`, never with a negative zero.
pub fn coordinates(point: Vec3) -> String {
    let [x, y, z] = point.to_array().map(|x| if x.abs() < 0.005 { 0.0 } else { x });
    format!("({x:.2}, {y:.2}, {z:.2})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(coordinates(Vec3::new(-0.004, 0.0, -1.256)), "(0.00, 0.00, -1.26)");
    }
}
