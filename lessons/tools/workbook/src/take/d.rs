
impl Tools {
    pub fn blend(&self, a: &[Transform], b: &[Transform], u: f32) -> Vec<Transform> {
        lesson_13::blend(a, b, u, self)
    }
}
