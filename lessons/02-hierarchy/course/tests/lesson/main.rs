//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests!(lesson_02::Window);

mod cases;
mod picture;
mod verify;

common::solution_tests!(lesson_02, hierarchy: Hierarchy);
