//! The solutions of earlier lessons, for tests/solution.rs.

#[path = "../12-playback/solutions.rs"]
mod solutions;

fn main() {
    solutions::copy(&[
        ("02", "02-hierarchy"),
        ("05", "05-keyframes"),
        ("06", "06-rotations"),
        ("12", "12-playback"),
    ]);
}
