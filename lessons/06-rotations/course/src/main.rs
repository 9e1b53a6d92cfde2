//! Lesson 06, rotations: four arms between two keys, by your answers.

common::program!(lesson_06::run);
