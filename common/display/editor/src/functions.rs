//! The four functions that lesson 16's student writes, as the editor calls them.

use armature::math::Transform;
use armature_formats::container::{self, Blob};
use armature_offline::edit::{self, Key};

/// The functions that set and move keys, and write and read containers: values in, values out, so that a student's
/// functions can be called, and replaced where they panic.
///
/// The defaults are the finished ones.
pub trait Functions {
    /// Returns the keys with one more at `time`, or with another in its place: [`edit::set_key`].
    fn set_key(&mut self, mut keys: Vec<Key>, time: f32, local: Transform) -> Vec<Key> {
        edit::set_key(&mut keys, time, local);
        keys
    }

    /// Returns the keys with one of them at another time, and its new index: [`edit::move_key`].
    fn move_key(&mut self, mut keys: Vec<Key>, key: usize, time: f32) -> (Vec<Key>, usize) {
        let moved = edit::move_key(&mut keys, key, time);
        (keys, moved)
    }

    /// Returns a file of blobs: [`container::write`].
    ///
    /// # Errors
    /// Why not, in words.
    fn write(&mut self, blobs: Vec<Blob>) -> Result<Vec<u8>, String> {
        container::write(&blobs).map_err(|error| error.to_string())
    }

    /// Returns the blobs of a file: [`container::read`].
    ///
    /// # Errors
    /// Which blob is damaged, and how, in words.
    fn read(&mut self, bytes: Vec<u8>) -> Result<Vec<Blob>, String> {
        container::read(&bytes).map_err(|error| error.to_string())
    }
}

/// The finished functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished;

impl Functions for Finished {}
