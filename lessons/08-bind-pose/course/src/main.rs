//! Lesson 08, bind pose: a worm of three tins, carried by its joints, by your answers.

common::program!(lesson_08::run);
