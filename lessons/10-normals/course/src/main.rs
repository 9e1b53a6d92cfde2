//! Lesson 10, normals: a balloon and a cactus dance in the light, by your answers.

common::program!(lesson_10::run);
