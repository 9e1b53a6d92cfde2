//! Lesson 06, keyframes: three knights dance by your answers.

common::program!(lesson_06::run);
