//! Lesson 11, Collada skin: figures out of files, in skins that your answers have read.

common::program!(lesson_11::run);
