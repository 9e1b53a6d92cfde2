//! Lesson 15, dual quaternions: a candy bar and a knight's arm, twisted.

common::program!(lesson_15::run);
