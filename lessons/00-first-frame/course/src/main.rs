//! Lesson 00, first frame: the crate, by your answers.

common::program!(lesson_00::scene::run);
