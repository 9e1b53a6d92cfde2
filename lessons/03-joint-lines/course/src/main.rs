//! Lesson 03, joint lines: the family's skeleton over the family, by your answers.

common::program!(lesson_03::run);
