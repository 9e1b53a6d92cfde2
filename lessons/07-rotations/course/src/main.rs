//! Lesson 07, rotations: four arms between two keys, by your answers.

common::program!(lesson_07::run);
