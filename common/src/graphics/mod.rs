//! OpenGL.
