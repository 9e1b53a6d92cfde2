//! The answers of earlier lessons that the scene calls.

common::earlier_answers! {
    /// What the shader is given.
    pub struct Earlier {
        bind_pose: lesson_08 {
            "08.2" skinning_matrices: "the palette",
        }
    }
}
