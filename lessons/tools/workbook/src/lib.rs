//! Modules that the workbook's commands share: `cargo workbook`, `cargo class`, `cargo author` and `cargo figure`.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

pub mod archive;
pub mod build;
pub mod git;
pub mod output;
