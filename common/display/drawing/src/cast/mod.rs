//! Procedural models and their motion, built in code: the many-legged creature, paper puppets, and
//! limbs of one tube. The first lessons pose and draw them before any file is read.

pub mod creature;
pub mod limb;
pub mod puppet;
pub mod puppet_file;
