//! Lesson 02, hierarchy: the creature, where your answers put her joints.

common::program!(lesson_02::run);
