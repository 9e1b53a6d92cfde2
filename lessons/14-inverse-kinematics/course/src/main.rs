//! Lesson 14, inverse kinematics: a robot, a knight and tentacles that reach, by your answers.

common::program!(lesson_14::run);
