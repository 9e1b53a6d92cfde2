//! Lesson 03, paper puppet: bows, a vine and a fox of paper dance by your answers.

common::program!(lesson_03::run);
