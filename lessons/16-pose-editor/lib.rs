//! Lesson 16, pose editor. You edit `exercise.rs`.

#[allow(clippy::ptr_arg, clippy::unnecessary_wraps)] // a placeholder adds nothing and never fails
#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod demo;
    pub mod earlier;
    pub mod figures;
    pub mod finished;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    #[allow(clippy::ptr_arg, clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
    pub(crate) mod strips;
}

pub use common::animation::edit::{Key, SAME_TIME, key_at};
pub use common::container::{Blob, Entry, Kind, MAGIC, VERSION, checksum};
pub use common::math::Transform;
pub use given::{
    HEADER, Header, Tools, add_blob, finite_key, get_entry, get_header, get_table, get_u32, header, keys_before,
    put_kind, put_u16, put_u32s,
};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Numbers of about 3 are taken over as they are. Ten times SAME_TIME: a key that is replaced may keep its time.
        set_key: fn(&mut Vec<Key>, f32, Transform, &Tools), within 1e-3;
        move_key: fn(&mut Vec<Key>, usize, f32, &Tools) -> usize, within 1e-3;
        write_container: fn(&[Blob]) -> Vec<u8>, within 0.0;
        read_container: fn(&[u8]) -> Result<Vec<Blob>, String>, within 0.0;
    }
}
