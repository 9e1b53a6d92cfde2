//! Lesson 17, crowd: the program.

common::program!(lesson_17::instanced::run);
