//! What tests of several packages share. No program contains it.

pub mod allocations;
pub mod dice;
pub mod mutations;
pub mod zip;
