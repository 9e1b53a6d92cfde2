//! Lesson 12, playback.
fn main() {}
