//! Of `src/solution.rs`, with which it goes away.

common::solution_tests!(lesson_03);
