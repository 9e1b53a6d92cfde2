//! Random values, skeletons, poses and clips for property tests, and a small model. The crates beside this one compile
//! them into their own tests.
#![allow(dead_code)] // none needs all

pub(crate) mod clips;
pub(crate) mod models;
pub(crate) mod poses;
pub(crate) mod skeletons;
pub(crate) mod values;
