//! The solutions of earlier lessons, for tests/solution.rs.

#[path = "../12-playback/solutions.rs"]
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
        ("12", "12-playback"),
        ("13", "13-blending"),
        ("14", "14-inverse-kinematics"),
        ("16", "16-pose-editor"),
    ]);
}
