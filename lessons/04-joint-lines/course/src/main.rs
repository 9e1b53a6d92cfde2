//! Lesson 04, joint lines: the family's skeleton over the family, by your answers.

common::program!(lesson_04::run);
