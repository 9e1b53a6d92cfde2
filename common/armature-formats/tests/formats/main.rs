//! Files of our own: read, written and read again, and played.

mod gltf;
mod package;
mod reduce;
mod root_motion;
mod write;
