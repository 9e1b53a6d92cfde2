//! What OpenGL was told by a program that draws with glium 0.35: each clear and each draw call, with all that it
//! depends on.
//!
//! glium asks its [`Backend`](glium::backend::Backend) for every function of OpenGL by name. A [`Recorder`] wraps a
//! backend and hands out functions of its own for those that matter. A [`Trace`] is plain data.

#![allow(unsafe_code)] // OpenGL's functions: each block has its reason

mod clip;
mod display;
mod gl;
mod glsl;
mod hooks;
mod inputs;
mod names;
mod note;
mod numbers;
mod page;
mod picture;
mod program;
mod questions;
mod recorder;
mod state;
mod trace;
mod words;

pub use display::Display;
pub use glsl::{Glsl, Scalar};
pub use page::page;
pub use questions::Place;
pub use recorder::Recorder;
pub use trace::*;
