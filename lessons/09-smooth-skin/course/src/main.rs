//! Lesson 09, smooth skin: a worm in one piece bends at its joints, by your answers.

common::program!(lesson_09::run);
