//! Lesson 19, your own program: a text. What you write is outside of this workspace.
