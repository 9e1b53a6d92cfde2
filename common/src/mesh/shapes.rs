//! Shapes made in code.
