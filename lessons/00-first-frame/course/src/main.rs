//! Lesson 00, first frame: the crate, by your answers.

common::program!(lesson_00::crate_frame::run);
