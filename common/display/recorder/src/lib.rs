//! The arguments of all that a scene draws with glium: each frame as plain data, and as a page in words.
//!
//! A [`Frame`] is a `glium::Surface`, so that whatever draws on an `impl Surface` can be recorded. Positions of vertices, which
//! only the GPU knows, come by transform feedback.

#[allow(unsafe_code)] // one function of the driver is replaced
mod display;
mod feedback;
mod frame;
mod page;
mod trace;

pub use display::Display;
pub use frame::Frame;
pub use page::page;
pub use trace::{Attribute, Clear, Draw, Event, Place, Texture, Trace, Uniform};
