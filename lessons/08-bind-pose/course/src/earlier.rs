//! The answers of earlier lessons that the scene calls.

common::earlier_answers! {
    /// What poses the joints.
    pub struct Earlier {
        hierarchy: lesson_02 {
            "02.1" depth_first_order: "the order of the walk over the joints",
            "02.2" model_poses: "poses the worm's joints",
        }
    }
}
