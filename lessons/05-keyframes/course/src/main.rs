//! Lesson 05, keyframes: three knights dance by your answers.

common::program!(lesson_05::run);
