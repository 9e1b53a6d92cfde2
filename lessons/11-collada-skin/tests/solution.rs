//! Tests of `src/solution.rs`; removed with it on the student branch. The last probe of its check asks about the
//! lesson's own files, whole.

common::solution_tests!(lesson_11);
