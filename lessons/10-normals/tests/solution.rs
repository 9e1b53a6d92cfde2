//! Tests of `src/solution.rs`; removed with it on the student branch.

common::solution_tests!(lesson_10);
