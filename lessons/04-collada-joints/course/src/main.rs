//! Lesson 04, Collada joints: the joints of a file, read by your answers.

common::program!(lesson_04::run);
