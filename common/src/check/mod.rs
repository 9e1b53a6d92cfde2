//! Checks that teach.
