//! Lesson 16, pose editor: the program.

common::program!(lesson_16::editing::run);
