//! Lesson 18, Side scroller: the program.

common::program!(lesson_18::scene::run);
