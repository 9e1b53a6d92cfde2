//! Lesson 12, playback: a character walks out of its file, by your answers.

common::program!(lesson_12::run);
