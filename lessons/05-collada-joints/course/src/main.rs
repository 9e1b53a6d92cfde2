//! Lesson 05, Collada joints: the joints of a file, read by your answers.

common::program!(lesson_05::run);
