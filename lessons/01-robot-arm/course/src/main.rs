//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

common::program!(lesson_01::run);
