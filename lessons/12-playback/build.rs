//! The solutions of earlier lessons, for tests/solution.rs.

mod solutions;

fn main() {
    solutions::copy(&[
        ("02", "02-hierarchy"),
        ("05", "05-keyframes"),
        ("06", "06-rotations"),
        ("08", "08-bind-pose"),
        ("09", "09-smooth-skin"),
        ("10", "10-normals"),
        ("11", "11-collada-skin"),
    ]);
}
