//! The glTF loader on small files of our own: what it reads, what it assumes, what it leaves out, what it refuses.

mod cases;
mod digest;
mod files;
mod limits;
mod mutations;
mod support;
