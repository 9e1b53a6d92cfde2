//! Pictures of models.

pub mod pictures;
