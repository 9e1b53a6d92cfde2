//! A lesson that no student sees, for the test of `class grade`.

crate::lesson! {
    /// The answers to the TODOs of lesson 71, which is made up.
    pub struct Numbers {
        "71.1" double: fn(n: f32) -> f32,
        "71.2" mean: fn(numbers: &[f32]) -> f32,
    }
}
