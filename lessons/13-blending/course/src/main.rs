//! Lesson 13, blending: a knight that is steered, by your answers.

common::program!(lesson_13::run);
