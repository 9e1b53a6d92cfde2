//! Matrices of nodes.

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
